//! Measures the sizes of table files and the time per probe.

#![expect(clippy::print_stdout, reason = "long runs print their results")]

use std::path::PathBuf;
use std::time::Instant;

use coupturc::rules::games::Variant;
use coupturc::rules::{Game, Position, RuleOptions};
use coupturc::tables::files::{Archive, ClassFiles};
use coupturc::tables::{BuildPlan, TableSet};
use coupturc::with_game;

use crate::endgames::{number, scattered};
use crate::support::is_wanted;

/// The number of probed positions.
const POSITIONS: usize = 20_000;

/// The number of rounds. The fastest counts, since other programs may run on the machine.
const ROUNDS: usize = 20;

fn measure<G: Game>(pieces: usize, threads: usize, root: &std::path::Path) {
    let (options, start) = (RuleOptions::default(), Instant::now());
    let plan = BuildPlan { pieces, threads, ..BuildPlan::default() };
    let files = Archive { plan, root, news: &|_| () }.build(G::VARIANT.rules(), &options).expect("files");
    let seconds = start.elapsed().as_secs_f64();
    let built = files.iter().filter(|files| files.is_built).count();
    println!(
        "{}: {} classes, {built} of them built, {seconds:.1} s on {threads} threads",
        G::VARIANT,
        files.len()
    );
    for count in 2..=pieces {
        let of_count = || files.iter().filter(|files| files.material.pieces() == count);
        let sum = |number: fn(&ClassFiles) -> u64| of_count().map(number).sum::<u64>();
        let (values, wdl, dtw) =
            (sum(|files| files.values), sum(|files| files.wdl_bytes), sum(|files| files.dtw_bytes));
        let rate = |bytes: u64| bytes as f64 / values as f64;
        println!(
            "{} {count} pieces: {values} values, wdl {wdl} bytes ({:.4} a value), dtw {dtw} bytes ({:.4} a value)",
            G::VARIANT,
            rate(wdl),
            rate(dtw)
        );
        if count == 4 {
            assert!(rate(wdl) <= 0.2, "{}", G::VARIANT);
        }
    }
    let start = Instant::now();
    let mut set = TableSet::new(G::VARIANT.rules(), &options);
    assert_eq!(set.open(root), []);
    println!("{}: opened in {:.3} s", G::VARIANT, start.elapsed().as_secs_f64());
    let mut random = fastrand::Rng::with_seed(1);
    let classes: Vec<_> =
        files.iter().map(|files| files.material).filter(|class| class.pieces() == pieces).collect();
    let positions: Vec<Position<G>> = (0..POSITIONS)
        .map(|_| scattered(classes[random.usize(..classes.len())], &options, &mut random))
        .collect();
    time(&format!("{} wdl", G::VARIANT), &positions, |position| set.probe_wdl_any(position).is_some());
    time(&format!("{} dtw", G::VARIANT), &positions, |position| set.probe_any(position).is_some());
}

/// Prints the time per probe: in the first round, which reads and unpacks blocks, and in the fastest later one.
fn time<G: Game>(what: &str, positions: &[Position<G>], probe: impl Fn(&Position<G>) -> bool) {
    let mut rounds = Vec::new();
    for _ in 0..=ROUNDS {
        let start = Instant::now();
        assert_eq!(positions.iter().filter(|position| probe(position)).count(), positions.len());
        rounds.push(start.elapsed().as_nanos() as usize / positions.len());
    }
    let warm = rounds[1..].iter().min().expect("some rounds");
    println!("{what}: {} ns a probe at first, {warm} ns warm", rounds[0]);
    assert!(*warm <= 2_000, "{what}");
}

/// `COUPTURC_PIECES=4 COUPTURC_GAMES=dameo,normal cargo test --release --test tables files_measured -- --ignored
/// --nocapture`, with `COUPTURC_THREADS`, and `COUPTURC_TABLES` for a folder that is kept.
#[test]
#[ignore = "measures"]
fn files_are_measured() {
    let (pieces, threads) = (number("COUPTURC_PIECES", 3), number("COUPTURC_THREADS", 1));
    let kept = std::env::var_os("COUPTURC_TABLES").map(PathBuf::from);
    let temporary = tempfile::tempdir().expect("a folder");
    let root = kept.as_deref().unwrap_or(temporary.path());
    for &variant in Variant::ALL.iter().filter(|variant| is_wanted(**variant)) {
        with_game!(variant.rules(), G => measure::<G>(pieces, threads, root));
    }
}
