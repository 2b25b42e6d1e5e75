//! The draw rules, as a client sees them.

use std::collections::HashSet;

use coupturc::rules::games::Variant;
use coupturc::rules::{DrawRule, Game, RuleOptions};
use coupturc::with_game;

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{engine_for, games};
use crate::support::scenes::{Scene, can_repeat, scene};

/// A position and the moves played from it.
struct Played {
    position: &'static str,
    moves: Vec<String>,
}

impl Played {
    fn command(&self) -> String {
        format!("pos fen={} moves=\"{}\"", self.position, self.moves.join(" "))
    }

    /// Adds a move to a position that is not in `seen` and where no capture is possible.
    fn add_quiet_move(&mut self, engine: &mut EngineProcess, seen: &mut HashSet<String>) {
        engine.quietly(&[&self.command()]);
        for mv in engine.legal_moves() {
            assert!(!mv.contains('x'), "{}", self.command());
            self.moves.push(mv);
            engine.quietly(&[&self.command()]);
            let (fen, replies) = (engine.fen(), engine.legal_moves());
            if !replies.is_empty() && !replies[0].contains('x') && seen.insert(fen) {
                return;
            }
            self.moves.pop();
        }
        panic!("no quiet move to a new position: {}", self.command());
    }
}

/// Plays `plies` quiet king moves; the game must not end before the last of them.
fn play_to_the_limit(engine: &mut EngineProcess, position: &'static str, plies: usize) -> Played {
    let mut game = Played { position, moves: Vec::new() };
    let mut seen = HashSet::new();
    while game.moves.len() < plies {
        engine.quietly(&[&game.command()]);
        assert_eq!(engine.status().0, "none", "after {} plies: {}", game.moves.len(), game.command());
        game.add_quiet_move(engine, &mut seen);
    }
    engine.quietly(&[&game.command()]);
    game
}

const LIMITS: [(&str, &str, usize, &str); 12] = [
    ("normal", "W:WK46,K47,K48:BK3", 32, "16-moves"),
    ("vanguard", "B:WK46:BK1,K2,K3", 32, "16-moves"),
    ("normal", "W:WK47,K48:BK3", 10, "5-moves"),
    ("vanguard", "W:WK47:BK3", 10, "5-moves"),
    ("normal", "W:WK46,K47,K48,K49:BK2,K3,K4", 50, "25-moves"),
    ("brazilian", "W:WK1,K2:BK32", 10, "5-moves"),
    ("brazilian", "W:WK1,K2,K3,K5:BK32", 30, "15-moves"),
    ("brazilian", "W:WK1,K2,K3:BK31,K32", 30, "15-moves"),
    ("russian", "W:WKb8,Kd8:BKg1", 10, "5-moves"),
    ("russian", "W:WKb8,Kd8,Kf8,Ka7:BKg1", 30, "15-moves"),
    ("frisian", "W:WK46:BK4", 4, "2-moves"),
    ("frisian", "B:WK1:BK45,K49", 14, "7-moves"),
];

#[test]
fn move_limits_end_a_game() {
    for (variant, position, plies, reason) in LIMITS {
        let mut engine = engine_for(variant);
        let game = play_to_the_limit(&mut engine, position, plies);
        assert_eq!(engine.status(), ("draw".to_owned(), reason.to_owned()), "{}", game.command());
        assert!(!engine.legal_moves().is_empty());
        assert!(
            engine.search(&["level depth=2", "go think"]).best.is_some(),
            "a finished game can still be searched"
        );
        let without = "set-param name=draw-rule value=repetition";
        engine.quietly(&[without]);
        assert_eq!(engine.status().0, "none", "without the limits");
        assert!(engine.search(&["level depth=2", "go think"]).best.is_some());
        engine.quietly(&["set-param name=draw-rule value=fmjd"]);
        assert_eq!(engine.status().1, reason, "with the limits again");
        engine.quietly(&[without, &game.command()]);
        assert_eq!(engine.status().0, "none", "the same game sent without the limits");
        engine.finish();
    }
}

/// The rule decides a king against a man for either side to move, unless the side to move can capture.
#[test]
fn the_rule_decides_a_king_against_a_man() {
    let mut engine = engine_for("turkish");
    for (fen, winner) in
        [("W:WKa1:Bh7", "white-win"), ("B:WKa1:Bh7", "white-win"), ("W:Wb2:BKa8", "black-win")]
    {
        for (rule, result, reason) in [
            ("draw", "draw", "king-against-man"),
            ("play", "none", "none"),
            ("win", winner, "king-against-man"),
        ] {
            engine.quietly(&[
                &format!("set-param name=king-against-man value={rule}"),
                &format!("pos fen={fen}"),
            ]);
            assert_eq!(engine.status(), (result.to_owned(), reason.to_owned()), "{fen} {rule}");
            assert!(
                engine.search(&["level depth=2", "go think"]).best.is_some(),
                "a finished game can still be searched"
            );
        }
    }
    for fen in ["W:WKa1:Ba7", "B:WKb2:Bb3", "W:Wb2:Bb7", "W:WKa1,a2:Bh7"] {
        engine.quietly(&[&format!("pos fen={fen}")]);
        assert_eq!(engine.status().0, "none", "{fen}");
    }
    engine.quietly(&["pos fen=W:WKa1:Ba4,h7", "play move=a1xa6"]);
    assert_eq!(engine.status(), ("white-win".to_owned(), "king-against-man".to_owned()));
    // The man promotes and can be captured.
    engine.quietly(&["pos fen=B:WKa1:Bc2", "play move=c2-c1"]);
    assert_eq!(engine.status().0, "none");
    engine.finish();
}

/// Whether a game has move limits, so that the draw rule makes a difference.
fn has_limits<G: Game>() -> bool {
    let repetition = RuleOptions { draw_rule: DrawRule::Repetition, ..RuleOptions::default() };
    G::options(&repetition) != G::options(&RuleOptions::default())
}

/// The games with limits, or those without.
fn games_with_limits(wanted: bool) -> impl Iterator<Item = Variant> {
    Variant::ALL
        .iter()
        .copied()
        .filter(move |&variant| with_game!(variant.rules(), G => has_limits::<G>()) == wanted)
}

#[test]
fn limits_cover_every_game_with_limits() {
    for variant in games_with_limits(true) {
        let is_covered = LIMITS.iter().any(|&(name, ..)| name == variant.name());
        assert!(is_covered, "{variant} has draw limits: add positions to LIMITS");
    }
}

#[test]
fn other_games_have_no_limits() {
    let others: Vec<Variant> = games_with_limits(false).collect();
    assert!(others.contains(&Variant::Dameo));
    for variant in others.into_iter().filter(|variant| can_repeat(variant.name())) {
        let mut engine = engine_for(variant.name());
        engine.quietly(&[&format!("pos fen={}:H60", scene(variant.name(), "shuttle").fen)]);
        assert_eq!(engine.status().0, "none", "{variant}");
        engine.finish();
    }
}

#[test]
fn a_promotion_within_the_limit_does_not_restart_the_count() {
    let mut engine = engine_for("normal");
    // King and two men against a king: 16 moves, one already used. A promotion leaves the same limit.
    engine.quietly(&["pos fen=W:WK47,6,31:BK25:H2 moves=\"6-1\""]);
    assert_eq!(engine.fen(), "B:WK1,31,K47:BK25:H0");
    // The count of 29 continues through the promotion.
    engine.quietly(&["pos fen=W:WK47,6,31:BK25:H29 moves=\"6-1 25-3\""]);
    assert_eq!(engine.status().0, "none");
    engine.quietly(&["play move=47-36"]);
    assert_eq!(engine.status().1, "16-moves");
    engine.finish();
}

#[test]
fn threefold_repetition_is_a_draw() {
    for variant in games().filter(|variant| can_repeat(variant)) {
        let Scene { fen, moves } = scene(variant, "shuttle");
        let mut engine = engine_for(variant);
        let moves = [&moves[..], &moves].concat();
        for played in 0..=moves.len() {
            engine.quietly(&[&format!("pos fen={fen} moves=\"{}\"", moves[..played].join(" "))]);
            let expected = if played == 8 { ("draw", "repetition") } else { ("none", "none") };
            let expected = (expected.0.to_owned(), expected.1.to_owned());
            assert_eq!(engine.status(), expected, "{variant} after {played} plies");
        }
        assert!(
            engine.search(&["level depth=2", "go think"]).best.is_some(),
            "a finished game can still be searched"
        );
        engine.finish();
    }
}

#[test]
fn the_search_sees_an_unavoidable_limit() {
    const TWO_KINGS: &str = "pos fen=W:WK46,K47:BK3:H8";
    const FOUR_KINGS: &str = "pos fen=W:WK46,K47,K48,K49:BK2,K3,K4:H49";
    let mut engine = engine_for("normal");
    let score = |engine: &mut EngineProcess, position: &str| {
        engine.search(&["new-game", position, "level depth=6", "go analyze"]).last().score
    };
    assert_eq!(score(&mut engine, TWO_KINGS), 0);
    assert_eq!(score(&mut engine, FOUR_KINGS), 0);
    // Three kings against one score little in the evaluation, but the limit is not reached yet.
    assert!(score(&mut engine, "pos fen=W:WK46,K47,K48:BK3") > 0, "sixteen moves remain");
    engine.quietly(&["set-param name=draw-rule value=repetition"]);
    // Two kings against one may score 0 without limits too: the evaluation may know this draw.
    assert!(score(&mut engine, FOUR_KINGS) > 0, "without limits");
    engine.finish();
}

#[test]
fn a_change_of_rules_clears_the_transposition_table() {
    // Black wins soon with a halt rule; neither side wins without it.
    const HALT: &str = "set-param name=halt value=killer";
    let begin = ["set-param name=draw-rule value=repetition", "pos fen=B:W6,K32:B10,K24,1,4"];
    let mut fresh = engine_for("normal");
    fresh.quietly(&begin);
    fresh.quietly(&[HALT]);
    let expected = fresh.search(&["level depth=11", "go analyze"]);
    assert!(expected.last().score > 9_900);
    let mut engine = engine_for("normal");
    engine.quietly(&begin);
    assert!(engine.search(&["level depth=12", "go analyze"]).last().score < 1_000);
    engine.quietly(&[HALT]);
    let result = engine.search(&["level depth=11", "go analyze"]);
    assert_eq!(result.last().score, expected.last().score);
}
