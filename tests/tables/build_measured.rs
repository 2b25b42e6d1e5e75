//! Measures the building of endgame tables: three rows for each class of each game, first sizes and seconds, then the
//! values with White and with Black to move.

#![expect(clippy::print_stdout, reason = "long runs print their results")]

use std::time::Instant;

use coupturc::rules::games::Variant;
use coupturc::rules::{Color, Game, Halt, Position, RuleOptions};
use coupturc::tables::{BuildPlan, EndgameTable, Material, TableSet, Value};
use coupturc::with_game;
use parking_lot::Mutex;

use crate::endgames::{number, scattered};
use crate::support::is_wanted;

/// Counts of values, and the longest win and loss.
#[derive(Default)]
struct Counts {
    wins: usize,
    draws: usize,
    losses: usize,
    longest_win: u16,
    longest_loss: u16,
}

impl Counts {
    fn of(values: impl Iterator<Item = Value>) -> Self {
        let mut counts = Self::default();
        for value in values {
            match value {
                Value::Win(plies) => {
                    counts.wins += 1;
                    counts.longest_win = counts.longest_win.max(plies);
                }
                Value::Draw => counts.draws += 1,
                Value::Loss(plies) => {
                    counts.losses += 1;
                    counts.longest_loss = counts.longest_loss.max(plies);
                }
            }
        }
        counts
    }

    fn all(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    fn row(&self) -> String {
        let Self { wins, draws, losses, longest_win, longest_loss } = self;
        let percent = |part: &usize| 100.0 * *part as f64 / self.all() as f64;
        format!(
            "win {wins} ({:.2}%) draw {draws} ({:.2}%) loss {losses} ({:.2}%) longest win {longest_win} loss {longest_loss}",
            percent(wins),
            percent(draws),
            percent(losses)
        )
    }
}

/// The processor time of this thread in seconds, if the system reports it.
fn seconds_of_thread() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn measure<G: Game>(pieces: usize, only: Option<Material>, threads: usize, options: &RuleOptions) {
    let start = Instant::now();
    // With one thread, processor time excludes other programs.
    let now = || match seconds_of_thread() {
        Some(seconds) if threads == 1 => seconds,
        _ => start.elapsed().as_secs_f64(),
    };
    let (started, last, all) = (now(), Mutex::new(now()), Mutex::new(0));
    let title = format!("{} {}", G::VARIANT, options.halt);
    let progress = |table: &EndgameTable, _: usize, _: usize| {
        let seconds = now() - std::mem::replace(&mut *last.lock(), now());
        let sides = Color::ALL.map(|color| Counts::of(table.values(color)));
        let values: usize = sides.iter().map(Counts::all).sum();
        *all.lock() += values;
        let (class, placements, speed) =
            (table.material(), table.placements(), values as f64 / seconds / 1e6);
        println!(
            "{title} {class}: {placements} placements, {values} values, {seconds:.3} s, {speed:.2} million a second"
        );
        for (color, counts) in Color::ALL.into_iter().zip(sides).filter(|(_, counts)| counts.all() > 0) {
            println!("{title} {class} {color:?} to move: {}", counts.row());
        }
        // Counting is not part of the build.
        *last.lock() = now();
    };
    let plan = BuildPlan { pieces, only, threads, progress: &progress, ..BuildPlan::default() };
    let set = plan.build(G::VARIANT.rules(), options).expect("tables");
    let (all, seconds) = (all.into_inner(), now() - started);
    println!("{title}: {} tables, {all} values, {seconds:.3} s on {threads} threads", set.tables().len());
    measure_probes::<G>(&set, pieces, options);
}

/// Whether options differ from the defaults of `G`.
fn has_options<G: Game>(options: &RuleOptions) -> bool {
    G::options(options) != G::options(&RuleOptions::default())
}

/// Prints the time per probe of warm tables.
fn measure_probes<G: Game>(set: &TableSet, pieces: usize, options: &RuleOptions) {
    let mut random = fastrand::Rng::with_seed(1);
    let classes = set.tables().iter().map(EndgameTable::material);
    let classes: Vec<Material> = classes.filter(|material| material.pieces() == pieces).collect();
    let positions: Vec<Position<G>> = (0..10_000)
        .map(|_| scattered(classes[random.usize(..classes.len())], options, &mut random))
        .collect();
    let probes = || positions.iter().filter(|&position| set.probe_any(position).is_some()).count();
    assert_eq!(probes(), positions.len(), "the classes have tables");
    let (start, rounds) = (Instant::now(), 20);
    assert_eq!((0..rounds).map(|_| probes()).sum::<usize>(), rounds * positions.len());
    let nanoseconds = start.elapsed().as_nanos() as usize / (rounds * positions.len());
    println!("{} {}: {nanoseconds} ns a probe of {pieces} pieces", G::VARIANT, options.halt);
}

/// `COUPTURC_PIECES=4 COUPTURC_GAMES=dameo,normal cargo test --release --test tables build_measured -- --ignored
/// --nocapture`, with `COUPTURC_THREADS` for more than one thread, `COUPTURC_HALTS=1` for all halt rules, and for
/// example `COUPTURC_CLASS=0M3K-0M1K` for one class and those to which it leads.
#[test]
#[ignore = "measures"]
fn tables_are_measured() {
    let (pieces, threads) = (number("COUPTURC_PIECES", 3), number("COUPTURC_THREADS", 1));
    let only = std::env::var("COUPTURC_CLASS").ok().map(|class| class.parse().expect("a class"));
    let all_halts = number("COUPTURC_HALTS", 0) > 0;
    for &variant in Variant::ALL.iter().filter(|variant| is_wanted(**variant)) {
        for &halt in if all_halts { Halt::ALL } else { &[Halt::None] } {
            let options = RuleOptions { halt, ..RuleOptions::default() };
            with_game!(variant.rules(), G => {
                // Measure a game without halt rules once.
                if halt == Halt::None || has_options::<G>(&options) {
                    measure::<G>(pieces, only, threads, &options);
                }
            });
        }
    }
}
