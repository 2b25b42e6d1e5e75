//! Self-play through pipes with a clock, in all games. The naive referee checks every move, every list of legal moves
//! and every result.

#![expect(clippy::print_stdout, reason = "a long run shows its progress, and ends with a table")]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use coupturc::rules::games::Variant;

use crate::support::naive::{DrawRule, Game, Halt, KingAgainstMan, NaiveGame, NaivePosition, Options, Scope};
use crate::support::player::{Fault, Player};
use crate::support::{Rng, naive_game};

/// The time for a move.
const MOVE_TIME: Duration = Duration::from_millis(4);
/// The greatest delay of a move on a busy machine.
const MARGIN: Duration = Duration::from_secs(1);
/// A game of this length is left unfinished.
const MAX_PLIES: usize = 400;
/// The number of games played at the same time.
const BOARDS: usize = 2;
/// The number of games of each kind in the long run, unless `COUPTURC_GAMES` is set.
const LONG_RUN: u64 = 100;

/// A game to be played.
#[derive(Clone, Copy)]
struct Pairing {
    game: Game,
    options: Options,
    /// The seed of the opening and of the table sizes.
    seed: u64,
}

/// A game that was played.
struct Played {
    /// The result and its reason; `None` if the game is unfinished.
    result: Option<(&'static str, &'static str)>,
    plies: usize,
    /// How much longer each move took than its time.
    oversteps: Vec<Duration>,
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, rules) = (self.game.name(), self.rules());
        let rules: Vec<String> = rules.iter().map(|(name, value)| format!("{name} {value}")).collect();
        write!(f, "{game}, {}, seed {}", rules.join(", "), self.seed)
    }
}

impl Pairing {
    /// The parameters for the rules.
    fn rules(&self) -> [(&'static str, String); 4] {
        let Options { halt, scope, draw_rule, king_against_man } = self.options;
        [
            ("halt", halt.name().to_owned()),
            ("vanguard-scope", scope.name().to_owned()),
            ("draw-rule", draw_rule.name().to_owned()),
            ("king-against-man", king_against_man.name().to_owned()),
        ]
    }

    fn player(&self, hash_mebibytes: u64) -> Result<Player, Fault> {
        let variant = [("variant", self.game.name().to_owned())];
        let room = [("threads", "1".to_owned()), ("hash", hash_mebibytes.to_string())];
        Player::start(&[&variant[..], &self.rules(), &room].concat())
    }

    /// Plays the game.
    fn play(&self) -> Result<Played, Fault> {
        let mut rng = Rng::new(self.seed);
        let opening_plies = 2 + rng.below(5) as usize;
        let mut players = [self.player(1 + rng.below(4))?, self.player(1 + rng.below(4))?];
        let start = NaivePosition::start(self.game, self.options);
        let start_text = start.to_hub();
        let mut referee = NaiveGame::new(start);
        let (mut moves, mut oversteps) = (Vec::new(), Vec::new());
        let result = loop {
            let on_move = &mut players[moves.len() % 2];
            on_move.set_game(&start_text, &moves)?;
            compare(on_move, &referee)?;
            let result = referee.result();
            if result.0 != "none" {
                break Some(result);
            }
            if moves.len() == MAX_PLIES {
                break None;
            }
            let mv = if moves.len() < opening_plies {
                rng.choose(&referee.position().moves()).clone()
            } else {
                let (mv, overstep) = think(on_move, referee.position())?;
                oversteps.push(overstep);
                mv
            };
            referee.play(&mv);
            moves.push(mv);
        };
        for mut player in players {
            player.set_game(&start_text, &moves)?;
            compare(&mut player, &referee)?;
            match result {
                None => {}
                Some(_) if referee.position().moves().is_empty() => player.must_refuse_to_think()?,
                // A game ended by a rule may be continued, whether drawn or won, as with king against man in Turkish
                // Draughts.
                Some(_) => drop(think(&mut player, referee.position())?),
            }
            player.leave()?;
        }
        Ok(Played { result, plies: moves.len(), oversteps })
    }
}

/// Player and referee must agree on the legal moves and the result.
fn compare(player: &mut Player, referee: &NaiveGame) -> Result<(), Fault> {
    let (listed, legal) = (player.legal_moves()?, referee.position().moves());
    if listed != legal {
        return Err(player.fault(&format!("it lists {listed:?}, expected {legal:?}")));
    }
    let ((result, reason), right) = (player.status()?, referee.result());
    if (result.as_str(), reason.as_str()) != right {
        return Err(player.fault(&format!("its result is {result} by {reason}, expected {right:?}")));
    }
    Ok(())
}

/// Lets a player think. Returns its move and how much longer it took than its time.
fn think(player: &mut Player, position: &NaivePosition) -> Result<(String, Duration), Fault> {
    let thought = player.think(MOVE_TIME)?;
    let answer: Vec<String> = std::iter::once(thought.best.clone()).chain(thought.ponder).collect();
    for line in thought.lines.iter().chain([&answer]) {
        let mut position = position.clone();
        for mv in line {
            if !position.moves().contains(mv) {
                return Err(player.fault(&format!("{mv} is not legal in {line:?}")));
            }
            position = position.play(mv);
        }
    }
    let shown = thought.lines.last();
    if !shown.is_some_and(|line| line.starts_with(&answer)) {
        return Err(player.fault(&format!("it plays {answer:?} but last showed {shown:?}")));
    }
    let overstep = thought.elapsed.saturating_sub(MOVE_TIME);
    if overstep > MARGIN {
        return Err(player.fault(&format!("its move is {overstep:?} late")));
    }
    Ok((thought.best, overstep))
}

/// A pairing and its game, or the fault that ended it.
type Report = (Pairing, Result<Played, Fault>);

/// Plays all games, some at the same time, and prints how each ended.
fn play_all(pairings: &[Pairing]) -> Vec<Report> {
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(Vec::new());
    let play_games = || {
        while let Some(pairing) = pairings.get(next.fetch_add(1, Relaxed)) {
            let result = pairing.play();
            let mut reports = reports.lock().expect("no other thread has failed");
            let outcome = match &result {
                Ok(Played { result: Some((result, reason)), plies, .. }) => {
                    format!("{result} by {reason} after {plies} plies")
                }
                Ok(Played { result: None, plies, .. }) => format!("unfinished after {plies} plies"),
                Err(fault) => format!("FAULT: {fault}"),
            };
            println!("{}/{} {pairing}: {outcome}", reports.len() + 1, pairings.len());
            reports.push((*pairing, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..BOARDS {
            scope.spawn(play_games);
        }
    });
    reports.into_inner().expect("no thread has failed")
}

/// The results of the games of one kind.
#[derive(Default)]
struct Summary {
    games: usize,
    white_wins: usize,
    black_wins: usize,
    /// By reason.
    draws: BTreeMap<&'static str, usize>,
    unfinished: usize,
    plies: usize,
    oversteps: Vec<Duration>,
}

impl Summary {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        match played.result {
            None => self.unfinished += 1,
            Some(("white-win", _)) => self.white_wins += 1,
            Some(("black-win", _)) => self.black_wins += 1,
            Some((_, reason)) => *self.draws.entry(reason).or_default() += 1,
        }
        self.plies += played.plies;
        self.oversteps.extend(&played.oversteps);
        self.oversteps.sort_unstable();
    }

    /// The percentile of the oversteps, in milliseconds.
    fn overstep(&self, percent: usize) -> f64 {
        let place = (self.oversteps.len() * percent).div_ceil(100).saturating_sub(1);
        self.oversteps.get(place).map_or(0.0, |overstep| overstep.as_secs_f64() * 1e3)
    }

    /// The headings of the [`row`](Self::row)s.
    fn heading() -> String {
        format!(
            "{:9} {:>5} {:>5} {:>5} {:>10} {:>6} {:>10} {:>10} {:>6} {:>11} {:>11}",
            "game",
            "games",
            "white",
            "black",
            "repetition",
            "limits",
            "unfinished",
            "mean plies",
            "moves",
            "late max ms",
            "late 99% ms",
        )
    }

    fn row(&self, name: &str) -> String {
        let repetitions = self.draws.get("repetition").copied().unwrap_or_default();
        format!(
            "{name:9} {:>5} {:>5} {:>5} {:>10} {:>6} {:>10} {:>10.1} {:>6} {:>11.1} {:>11.1}",
            self.games,
            self.white_wins,
            self.black_wins,
            repetitions,
            self.draws.values().sum::<usize>() - repetitions,
            self.unfinished,
            self.plies as f64 / self.games.max(1) as f64,
            self.oversteps.len(),
            self.overstep(100),
            self.overstep(99),
        )
    }
}

/// Prints a table of the games that were played, and fails if there were faults.
fn sum_up(reports: &[Report]) {
    let (mut summaries, mut faults) = (BTreeMap::<&str, Summary>::new(), Vec::new());
    for (pairing, result) in reports {
        match result {
            Ok(played) => summaries.entry(pairing.game.name()).or_default().add(played),
            Err(fault) => faults.push(format!("{pairing}: {fault}")),
        }
    }
    println!("{}", Summary::heading());
    for (name, summary) in summaries {
        println!("{}", summary.row(name));
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

/// The games that the engine plays; the naive rules have more.
fn games_played() -> impl Iterator<Item = Game> {
    Variant::ALL.iter().map(|&variant| naive_game(variant))
}

/// Two games under the default rules of each game, and two under each other rule option.
fn short_run() -> Vec<Pairing> {
    let usual = Options::default();
    let mut rules: Vec<(Game, Options)> = games_played().map(|game| (game, usual)).collect();
    for game in [Game::Normal, Game::Vanguard] {
        let halts = Halt::ALL.into_iter().filter(|&halt| halt != usual.halt);
        rules.extend(halts.map(|halt| (game, Options { halt, ..usual })));
        rules.push((game, Options { draw_rule: DrawRule::Repetition, ..usual }));
    }
    rules.push((Game::Vanguard, Options { scope: Scope::Whole, ..usual }));
    for king_against_man in [KingAgainstMan::Draw, KingAgainstMan::Play] {
        rules.push((Game::Turkish, Options { king_against_man, ..usual }));
    }
    let two_games = rules.into_iter().flat_map(|(game, options)| [(game, options); 2]);
    (1..).zip(two_games).map(|(seed, (game, options))| Pairing { game, options, seed }).collect()
}

#[test]
fn a_few_games_of_each() {
    sum_up(&play_all(&short_run()));
}

#[test]
#[ignore = "plays hundreds of games"]
fn a_hundred_games_of_each() {
    let games = std::env::var("COUPTURC_GAMES").map_or(LONG_RUN, |text| text.parse().expect("a number"));
    let options = Options::default();
    let of_each = |game| (1..=games).map(move |seed| Pairing { game, options, seed });
    let pairings: Vec<Pairing> = games_played().flat_map(of_each).collect();
    sum_up(&play_all(&pairings));
}
