//! The games of a match, replayed by the naive rules, which share no code with the referee: every move must be legal,
//! no game may go on after its end, and result and termination must be right.

#![expect(clippy::print_stdout, reason = "a long run prints its counts")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use coupturc::arena::{GameRecord, GameResult};
use coupturc::notation::offered_variant_names;
use coupturc::rules::DrawReason;

use crate::support::matches::{PROGRAM, fresh, games_of};
use crate::support::naive::{DrawRule, Game, Halt, KingAgainstMan, NaiveGame, NaivePosition, Options, Scope};

/// The number of openings that the long run plays twice in each game, unless `COUPTURC_MATCH` names a match.
const LONG_RUN: &str = "100";

/// The game and the rules of a record.
fn rules_of(record: &GameRecord) -> (Game, Options) {
    let is_killer = record.variant == "killer";
    let name = if is_killer { "normal" } else { &record.variant };
    let usual = Options { halt: if is_killer { Halt::Killer } else { Halt::None }, ..Options::default() };
    let given = record.rules.named();
    let value = |option| given.iter().find(|&&(name, _)| name == option).map(|&(_, value)| value);
    let options = Options {
        halt: value("halt").map_or(usual.halt, |value| named(Halt::ALL, Halt::name, value)),
        scope: value("vanguard-scope").map_or(usual.scope, |value| named(Scope::ALL, Scope::name, value)),
        draw_rule: value("draw-rule")
            .map_or(usual.draw_rule, |value| named(DrawRule::ALL, DrawRule::name, value)),
        king_against_man: value("king-against-man")
            .map_or(usual.king_against_man, |value| named(KingAgainstMan::ALL, KingAgainstMan::name, value)),
    };
    (named(Game::ALL, Game::name, name), options)
}

fn named<T: Copy>(all: impl IntoIterator<Item = T>, name: fn(T) -> &'static str, wanted: &str) -> T {
    all.into_iter()
        .find(|&one| name(one) == wanted)
        .unwrap_or_else(|| panic!("the naive rules have no {wanted}"))
}

/// The findings of a replay.
#[derive(Default)]
struct Findings {
    games: usize,
    moves: usize,
    /// The number of games by termination.
    terminations: BTreeMap<String, usize>,
    differences: Vec<String>,
}

/// Replays games, on all processors.
fn replay_all(games: &[GameRecord]) -> Findings {
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Findings::default());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(game) = games.get(next.fetch_add(1, Relaxed)) {
                    let replayed = replay(game);
                    let mut findings = findings.lock().expect("no thread has failed");
                    findings.games += 1;
                    findings.moves += game.moves.len();
                    *findings.terminations.entry(game.termination.clone()).or_default() += 1;
                    findings
                        .differences
                        .extend(replayed.err().map(|why| format!("game {}: {why}", game.number)));
                }
            });
        }
    });
    findings.into_inner().expect("no thread has failed")
}

/// Replays a game. The error says what is wrong with it.
fn replay(game: &GameRecord) -> Result<(), String> {
    let (kind, options) = rules_of(game);
    let mut referee = NaiveGame::new(NaivePosition::from_fen(kind, options, &game.fen));
    for (ply, mv) in game.moves.iter().enumerate() {
        let before = referee.result();
        if before.0 != "none" {
            return Err(format!("it went on with ply {ply} after {before:?}"));
        }
        if !referee.position().moves().contains(&mv.text) {
            return Err(format!("{} at ply {ply} is not legal in {}", mv.text, referee.position().to_hub()));
        }
        referee.play(&mv.text);
    }
    let right = referee.result();
    let recorded = (result_name(game.result), game.termination.as_str());
    let is_right = match end_of(&game.termination)? {
        End::ByTheRules => right == recorded,
        End::DrawnEarly => right.0 == "none" && recorded.0 == "draw",
        End::JudgedEarly => right.0 == "none",
        End::LostEarly => right.0 == "none" && recorded.0 != "draw",
        End::FaultOfMover => right.0 == "none" && recorded.0 == loss_of_mover(referee.position()),
    };
    if is_right { Ok(()) } else { Err(format!("it was recorded as {recorded:?}, the rules say {right:?}")) }
}

/// The kinds of terminations.
enum End {
    /// By the rules.
    ByTheRules,
    /// The engines agree on a draw, or the move limit is reached.
    DrawnEarly,
    /// By endgame tables.
    JudgedEarly,
    /// The engines agree on the loser, or an engine was not ready.
    LostEarly,
    /// A fault of the side to move.
    FaultOfMover,
}

fn end_of(termination: &str) -> Result<End, String> {
    match termination {
        "no-moves" | "no-pieces" | "promotion" | "king-against-man" => Ok(End::ByTheRules),
        draw if DrawReason::from_name(draw).is_some() => Ok(End::ByTheRules),
        "draw-agreed" | "move-limit" => Ok(End::DrawnEarly),
        "tables" => Ok(End::JudgedEarly),
        "resign" | "not-ready" => Ok(End::LostEarly),
        "time" | "illegal-move" | "no-move" | "unasked-answer" | "crash" | "no-answer" => {
            Ok(End::FaultOfMover)
        }
        _ => Err(format!("no such termination: {termination}")),
    }
}

fn result_name(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "white-win",
        GameResult::BlackWins => "black-win",
        GameResult::Draw => "draw",
    }
}

fn loss_of_mover(position: &NaivePosition) -> &'static str {
    if position.to_hub().starts_with('W') { "black-win" } else { "white-win" }
}

/// Plays a match of all variants with `rounds` openings each. Returns its folder.
fn play_match(name: &str, rounds: &str, more: &[&str]) -> PathBuf {
    let folder = fresh(name);
    let engine = |name: &str| {
        format!("cmd='{PROGRAM}' name={name} param.hash=1 param.threads=1 param.tables-pieces=0")
    };
    let output = Command::new(PROGRAM)
        .args(["match", "--engine", &engine("a"), "--engine", &engine("b"), "--tc", "nodes=300"])
        .args(["--variants", &offered_variant_names().join(","), "--rounds", rounds])
        .args(more)
        .arg("--out")
        .arg(&folder)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// Replays the match in a folder, and fails if anything is wrong.
fn check(folder: &Path) -> Findings {
    let games = games_of(folder);
    let began = Instant::now();
    let findings = replay_all(&games);
    let seconds = began.elapsed().as_secs_f64();
    let Findings { games, moves, terminations, differences } = &findings;
    println!("{games} games, {moves} moves replayed in {seconds:.1} s: {} differences", differences.len());
    println!("ended by {terminations:?}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    findings
}

#[test]
fn games_of_all_variants_agree_with_the_naive_rules() {
    let findings = check(&play_match("replay", "2", &[]));
    // Two rounds of two games in each.
    let games = 4 * offered_variant_names().len();
    assert_eq!(findings.games, games);
    assert!(findings.moves > games * 20, "{} moves are few", findings.moves);
}

/// A check that accepts everything would be worthless.
#[test]
fn wrong_games_are_detected() {
    let folder = play_match("replay-wrong", "1", &[]);
    let games = games_of(&folder);
    let is_won = |game: &&GameRecord| game.termination.starts_with("no-");
    let right = games.iter().find(is_won).expect("a game that was won");
    let complaint = |change: &dyn Fn(&mut GameRecord)| {
        let mut game = right.clone();
        change(&mut game);
        replay(&game).err().unwrap_or_default()
    };
    assert_eq!(complaint(&|_| {}), "");
    let last = right.moves.len() - 1;
    assert!(complaint(&|game| game.moves[last].text = game.moves[0].text.clone()).contains("not legal"));
    assert!(complaint(&|game| drop(game.moves.pop())).contains("the rules say (\"none\""));
    assert!(complaint(&|game| game.moves.push(game.moves[0].clone())).contains("went on"));
    assert!(complaint(&|game| game.result = GameResult::Draw).contains("recorded as (\"draw\""));
    assert!(complaint(&|game| game.termination = "repetition".to_owned()).contains("repetition"));
    assert!(complaint(&|game| game.termination = "resign".to_owned()).contains("resign"));
    assert!(complaint(&|game| game.termination = "boredom".to_owned()).contains("boredom"));
}

/// The log has rules that differ from the defaults, and the replay uses them.
#[test]
fn games_with_rule_options_agree_with_the_naive_rules() {
    let rules =
        ["--halt=winther", "--vanguard-scope=whole", "--draw-rule=repetition", "--king-against-man=play"];
    let folder = play_match("replay-rules", "1", &rules);
    check(&folder);
    let rules = |variant: &str| {
        let games = games_of(&folder);
        rules_of(games.iter().find(|game| game.variant == variant).expect("a game"))
    };
    let (scope, draw_rule) = (Scope::Whole, DrawRule::Repetition);
    let vanguard = Options { halt: Halt::Winther, scope, draw_rule, ..Options::default() };
    assert_eq!(rules("vanguard"), (Game::Vanguard, vanguard));
    let killer = Options { halt: Halt::Killer, draw_rule, ..Options::default() };
    assert_eq!(rules("killer"), (Game::Normal, killer));
    let turkish = Options { king_against_man: KingAgainstMan::Play, ..Options::default() };
    assert_eq!(rules("turkish"), (Game::Turkish, turkish));
    assert_eq!(rules("dameo"), (Game::Dameo, Options::default()));
}

/// The match in the folder `COUPTURC_MATCH`, or a new one.
#[test]
#[ignore = "replays a long match"]
fn a_long_match_agrees_with_the_naive_rules() {
    let folder = match std::env::var_os("COUPTURC_MATCH") {
        Some(folder) => PathBuf::from(folder),
        None => play_match("replay-long", LONG_RUN, &[]),
    };
    check(&folder);
}
