//! Openings from a file: lines of FEN, or the beginnings of the games of PDN.

use std::collections::HashSet;

use super::Opening;
use crate::notation::{
    FenFields, NotationError, PdnGame, PdnReplay, fen_text, game_of_fen, move_text, parse_game_type,
    parse_pdn,
};
use crate::rules::games::Variant;
use crate::rules::{Move, RuleOptions, Rules};

/// Reads openings from the text of a file: of PDN if `is_pdn` or if it begins with a tag, else of FEN, one a line, where
/// empty lines and what follows a `#` are ignored. Their order stays; a position that comes again is left out.
///
/// From each game of PDN whose tag `GameType` names the game of these `rules`, or that has none, the first `plies` moves are taken, all of them
/// if it has fewer or if no number is given. Games that are over by then are left out.
///
/// ```
/// use coupturc::arena::read_openings;
/// use coupturc::rules::{RuleOptions, games::Variant};
///
/// let text = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 *";
/// let rules = Variant::International.rules();
/// let openings = read_openings(text, false, Some(2), rules, &RuleOptions::default())?;
/// assert_eq!(openings[0].moves, ["32-28", "19-23"]);
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If there is none, or a position or a move is not one of this game; the error names the place.
pub fn read_openings(
    text: &str,
    is_pdn: bool,
    plies: Option<u32>,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<Vec<Opening>, NotationError> {
    let text = text.trim_start_matches('\u{feff}');
    if is_pdn || text.trim_start().starts_with('[') {
        read_games(text, plies, rules, options)
    } else {
        read_fens(text, rules, options)
    }
}

/// Reads a position from each line.
fn read_fens(text: &str, rules: &Rules, options: &RuleOptions) -> Result<Vec<Opening>, NotationError> {
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let fen = line.split('#').next().unwrap_or_default().trim();
        if fen.is_empty() {
            continue;
        }
        let game = game_of_fen(rules, fen, options)
            .map_err(|error| NotationError::new(format!("openings: line {}: {error}", index + 1)))?;
        if seen.insert(game.position().key()) {
            openings.push(Opening { fen: fen.to_owned(), moves: Vec::new() });
        }
    }
    if openings.is_empty() {
        return Err(NotationError::new("openings: found none, expected a FEN on each line"));
    }
    Ok(openings)
}

/// Reads the beginnings of those games that may be meant.
fn read_games(
    text: &str,
    plies: Option<u32>,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<Vec<Opening>, NotationError> {
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    for (index, game) in parse_pdn(text).into_iter().enumerate() {
        if !may_be(&game, rules.variant, options) {
            continue;
        }
        let (opening, key) = opening_of(&game, most, rules, options)
            .map_err(|error| NotationError::new(format!("openings: game {}: {error}", index + 1)))?;
        if key.is_some_and(|key| seen.insert(key)) {
            openings.push(opening);
        }
    }
    if openings.is_empty() {
        let none = format!("openings: found none of {} that can be played on", rules.variant);
        return Err(NotationError::new(none));
    }
    Ok(openings)
}

/// Whether the game says nothing of its type, or that it is this one, with these rules if its type implies some.
fn may_be(game: &PdnGame, variant: Variant, rules: &RuleOptions) -> bool {
    let Some(text) = game.tag("GameType") else { return true };
    parse_game_type(text)
        .is_ok_and(|name| name.variant == variant && name.halt.is_none_or(|halt| halt == rules.halt))
}

/// The opening that consists of all moves of a game, and the key of the position after it; none if the game is over by
/// then.
fn opening_of(
    game: &PdnGame,
    most: usize,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<(Opening, Option<u64>), NotationError> {
    let in_game = |error: &dyn std::fmt::Display| NotationError::new(error.to_string());
    let replay = PdnReplay::of(game, rules, options).map_err(|fault| in_game(&fault))?;
    let moves: Vec<Move> = replay.moves().take(most).collect();
    if let Some(fault) = replay.fault.filter(|_| moves.len() < most) {
        return Err(in_game(&fault));
    }
    let start = replay.start.to_game();
    // The rules of the match hold, whatever tags say.
    let mut reached = start.with_options(options).map_err(|error| in_game(&error))?;
    for &mv in &moves {
        reached.play(mv).map_err(|error| in_game(&error))?;
    }
    let fields = FenFields { quiet_plies: start.position().quiet_plies() > 0, move_number: None };
    let fen = fen_text(start.position(), &fields);
    let opening = Opening { fen, moves: moves.into_iter().map(|mv| move_text(rules, mv)).collect() };
    let key = if reached.outcome().is_none() { Some(reached.position().key()) } else { None };
    Ok((opening, key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Halt;

    #[test]
    fn files_of_positions_are_read() {
        let rules = RuleOptions::default();
        let text = "# two of them, and one again\nW:W31-50:B1-20\n\nB:WK46:BK5 # kings\nW:B1-20:W31-50\n";
        let openings =
            read_openings(text, false, None, Variant::International.rules(), &rules).expect("openings");
        assert_eq!(
            openings.iter().map(|opening| opening.fen.as_str()).collect::<Vec<_>>(),
            ["W:W31-50:B1-20", "B:WK46:BK5"]
        );
        for (text, word) in [("", "none"), ("W:W31:B1\nW:W99:B1", "line 2")] {
            let error =
                read_openings(text, false, None, Variant::International.rules(), &rules).expect_err(text);
            assert!(error.to_string().contains(word), "{error}");
        }
    }

    const FILE: &str = r#"
[White "one"] [GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *
[White "the same"] [GameType "20,W,10,10,N2,0"] 1. 32-28 19-23 2. 28x19 13x24 *
[White "another game"] [GameType "dameo"] 1. c3-c4 f6-f5 *
[White "unknown"] [GameType "21"] 1. 11-15 *
[White "short"] [GameType "20"] 1. 31-27 2-0
[White "killer"] [GameType "killer"] 1. 34-29 *
[White "over"] [GameType "20"] [FEN "W:W28:B23"] 1. 28x19 2-0
[White "not said, and set up"] [FEN "B:W31:BK5,20"] 1... 5-46 *
"#;

    fn moves(plies: Option<u32>, options: &RuleOptions) -> Vec<String> {
        let openings =
            read_openings(FILE, true, plies, Variant::International.rules(), options).expect("openings");
        openings.into_iter().map(|opening| opening.moves.join(" ")).collect()
    }

    #[test]
    fn positions_of_the_right_games_are_taken_once() {
        let rules = RuleOptions::default();
        assert_eq!(moves(Some(2), &rules), ["32-28 19-23", "31-27", "5-46"]);
        let all = ["32-28 19-23 28x19x23 14x23x19 37-32", "32-28 19-23 28x19x23 13x24x19", "31-27", "5-46"];
        assert_eq!(moves(None, &rules), all);
        let killer = RuleOptions { halt: Halt::Killer, ..rules };
        assert_eq!(moves(Some(1), &killer), ["32-28", "31-27", "34-29", "5-46"]);
        let openings =
            read_openings(FILE, true, Some(2), Variant::International.rules(), &rules).expect("openings");
        assert!(openings[0].fen.starts_with("W:W31,32,33"), "{}", openings[0].fen);
        assert_eq!(openings[2].fen, "B:W31:BK5,20");
    }

    #[test]
    fn faults_name_the_game() {
        let rules = RuleOptions::default();
        for (text, words) in [
            ("1. 32-28 19-23 *\n1. 32-28 1-50 *", "game 2: 1... "),
            ("[GameType \"dameo\"] *", "found none of normal"),
        ] {
            let error = read_openings(text, true, None, Variant::International.rules(), &rules)
                .expect_err(text)
                .to_string();
            assert!(error.contains(words), "{error}");
        }
        // What follows the opening does not matter.
        assert!(
            read_openings("1. 32-28 1-50 *", true, Some(1), Variant::International.rules(), &rules).is_ok()
        );
        let error = read_openings("1. 32-28 *", true, None, Variant::Dameo.rules(), &rules)
            .expect_err("no move of this game")
            .to_string();
        assert!(error.contains("game 1: 1. "), "{error}");
    }
}
