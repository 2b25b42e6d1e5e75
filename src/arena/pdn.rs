//! PDN of the games of a match, with scores, depths and times in comments.
//!
//! | tag | value |
//! |---|---|
//! | `Round` | the pair and the number of the game in the match: `7.13` |
//! | `Termination` | one of the words of PGN, to which PDN refers: see [`pgn_termination`] |
//! | `TerminationDetails` | our termination and detail: `crash: mock has ended` |
//! | `TimeControl` | the time control if PDN can express it; `-` without a clock, `?` for other times |
//! | `TimeControlWhite`, `TimeControlBlack` | the same, where they differ |
//! | `Limit` | the limit in the syntax of the match: `1+0.01`; White's and Black's where they differ |
//! | `OpeningPlies` | the number of opening moves, if any |
//! | `Halt`, `VanguardScope`, `DrawRule`, `KingAgainstMan` | rules that differ from the default rules of the game |

use super::record::{GameRecord, GameResult, pgn_termination};
use super::time_control::TimeControl;
use crate::notation::{
    NotationError, PdnGame, PdnMove, PdnReplay, PdnResult, game_type, parse_fen_setup, pdn_comment, pdn_text,
};

/// The tag for the number of opening plies.
pub const OPENING_TAG: &str = "OpeningPlies";

/// The PDN of games, one after another.
///
/// # Errors
///
/// If a game has illegal moves.
pub fn pdn_of<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Result<String, NotationError> {
    games.into_iter().map(|game| Ok(pdn_text(&pdn_game_of(game)?))).collect()
}

/// Replays a game of a match from its record, with the engines' scores in comments.
///
/// # Errors
///
/// If the game is unknown, or its first position is not valid.
pub(super) fn replay_of(record: &GameRecord) -> Result<PdnReplay, NotationError> {
    let (rules, options) = record.played_by()?;
    let (setup, _) = parse_fen_setup(rules, &record.fen)?;
    let moves = record.moves.iter().enumerate().map(|(ply, mv)| PdnMove {
        comment: pdn_comment(mv.score, mv.depth, mv.seconds),
        ..PdnMove::new(ply, &*mv.text)
    });
    Ok(PdnReplay::follow(rules.position(&setup, &options)?, &moves.collect::<Vec<_>>()))
}

/// The PDN game of a record.
///
/// # Errors
///
/// If it has illegal moves.
pub fn pdn_game_of(record: &GameRecord) -> Result<PdnGame, NotationError> {
    pdn_game_of_replay(record, &replay_of(record)?)
}

/// The PDN game of a record whose game has already been replayed.
pub(super) fn pdn_game_of_replay(record: &GameRecord, replay: &PdnReplay) -> Result<PdnGame, NotationError> {
    if let Some(fault) = &replay.fault {
        return Err(NotationError::new(fault.to_string()));
    }
    let mut game = replay.to_pdn(&[]);
    let date: String = record.began.chars().take(10).map(|c| if c == '-' { '.' } else { c }).collect();
    game.set_tag("Event", "coupturc match");
    game.set_tag("Date", date);
    game.set_tag("Round", format!("{}.{}", record.pair, record.number));
    game.set_tag("White", &record.white);
    game.set_tag("Black", &record.black);
    game.set_tag("GameType", game_type(record.variant.parse()?));
    game.set_result(Some(match record.result {
        GameResult::WhiteWins => PdnResult::WhiteWins,
        GameResult::BlackWins => PdnResult::BlackWins,
        GameResult::Draw => PdnResult::Draw,
    }));
    set_time_control(&mut game, &record.time_control);
    game.set_tag("PlyCount", record.moves.len().to_string());
    if record.opening_plies > 0 {
        game.set_tag(OPENING_TAG, record.opening_plies.to_string());
    }
    game.set_tag("Termination", pgn_termination(&record.termination));
    let detail = if record.detail.is_empty() { String::new() } else { format!(": {}", record.detail) };
    game.set_tag("TerminationDetails", format!("{}{detail}", record.termination));
    Ok(game)
}

fn set_time_control(game: &mut PdnGame, limits: &str) {
    match limits.split_once(' ') {
        Some((white, black)) => {
            game.set_tag("TimeControlWhite", pdn_time_control(white));
            game.set_tag("TimeControlBlack", pdn_time_control(black));
        }
        None => game.set_tag("TimeControl", pdn_time_control(limits)),
    }
    game.set_tag("Limit", limits);
}

/// A time control in the grammar of PDN, which has only whole seconds and no fixed time per move.
///
/// CITE: <https://wiegerw.github.io/pdn/pdntags.html>, "TimeControl Tag".
fn pdn_time_control(limit: &str) -> &str {
    match limit.parse() {
        Ok(TimeControl::Nodes(_) | TimeControl::Depth(_)) => "-",
        Ok(TimeControl::Clock { time, increment, moves })
            if time.subsec_nanos() == 0
                && increment.subsec_nanos() == 0
                && (increment.is_zero() || moves.is_none()) =>
        {
            limit
        }
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::GameRules;
    use crate::arena::record::{MoveRecord, game_for_test};
    use crate::notation::parse_pdn;
    use crate::rules::games::Variant;
    use crate::rules::{Halt, RuleOptions};

    #[test]
    fn time_controls_follow_the_grammar_of_pdn() {
        let cases = [
            ("60", "60"),
            ("60+1", "60+1"),
            ("40/60", "40/60"),
            ("nodes=100", "-"),
            ("depth=6", "-"),
            ("1+0.01", "?"),
            ("0.5", "?"),
            ("5/move", "?"),
            ("40/60+1", "?"),
        ];
        for (limit, expected) in cases {
            assert_eq!(pdn_time_control(limit), expected, "{limit}");
        }
    }

    #[test]
    fn tags_have_limits_and_endings() {
        let mut game = game_for_test(14, "a", "b", GameResult::BlackWins);
        game.time_control = "60 nodes=100".to_owned();
        "crash".clone_into(&mut game.termination);
        "a is gone".clone_into(&mut game.detail);
        let read = pdn_game_of(&game).expect("a game");
        for (tag, value) in [
            ("Round", "7.14"),
            ("Result", "0-2"),
            ("TimeControlWhite", "60"),
            ("TimeControlBlack", "-"),
            ("Limit", "60 nodes=100"),
            ("Termination", "abandoned"),
            ("TerminationDetails", "crash: a is gone"),
            ("PlyCount", "0"),
        ] {
            assert_eq!(read.tag(tag), Some(value), "{tag}");
        }
        assert_eq!(read.tag("TimeControl"), None);
    }

    /// A king may stop on any free square after the two captured men, except under the rule `damme`.
    #[test]
    fn pdn_keeps_the_rule_options() {
        let mut game = game_for_test(1, "a", "b", GameResult::Draw);
        "W:WK46:B23,37,5".clone_into(&mut game.fen);
        let capture = |to: &str| MoveRecord { text: format!("46x{to}x23x37"), ..MoveRecord::default() };
        for (halt, legal, illegal) in [(Halt::Damme, "19", "14"), (Halt::None, "14", "15")] {
            let rules = RuleOptions { halt, ..RuleOptions::default() };
            game.rules = GameRules::of("normal".parse().expect("a name"), &rules);
            game.moves = vec![capture(illegal)];
            pdn_game_of(&game).expect_err("the rule forbids it");
            game.moves = vec![capture(legal)];
            let text = pdn_of(std::slice::from_ref(&game)).expect("legal moves");
            let read = parse_pdn(&text);
            let replay = PdnReplay::of(&read[0], Variant::International.rules(), &RuleOptions::default())
                .expect("a game");
            assert_eq!((replay.fault.as_ref(), replay.last().rule_options().halt), (None, halt), "{text}");
        }
    }
}
