//! Openings from a file: lines of FEN, or the beginnings of the games of PDN.

use std::collections::HashSet;

use super::Opening;
use crate::notation::{
    FenFields, NotationError, PdnGame, fen_text, game_of_fen, move_text, parse_game_type, parse_pdn,
    pdn_moves,
};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, RuleOptions, Rules};

/// What a file has for the games of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundOpenings {
    /// Those that can be played on, in their order.
    pub openings: Vec<Opening>,
    /// The places of those that cannot, because their games are over, and why.
    pub over: Vec<String>,
}

impl FoundOpenings {
    /// What is to be told of games that are over; none if none is.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        /// More places would hide what matters.
        const SHOWN: usize = 10;
        let (count, shown) = (self.over.len(), self.over.iter().take(SHOWN).cloned().collect::<Vec<_>>());
        let more = if count > SHOWN { "; ..." } else { "" };
        let what = format!("left out {count} whose game is over before the first move");
        let note = format!("openings: {what}: {}{more}", shown.join("; "));
        (count > 0).then_some(note)
    }

    /// Those that were found, if any can be played on.
    fn checked(self, expected: &str) -> Result<Self, NotationError> {
        match (self.openings.is_empty(), self.note()) {
            (false, _) => Ok(self),
            (true, None) => Err(NotationError::new(format!("openings: found none, expected {expected}"))),
            (true, Some(note)) => Err(NotationError::new(format!("{note}; expected {expected}"))),
        }
    }
}

/// Reads openings from the text of a file: of PDN if `is_pdn` or if it begins with a tag, else of FEN, one a line,
/// where empty lines and what follows a `#` are ignored. Their order stays; a position that comes again is left out,
/// as are games that are over.
///
/// From each game of PDN whose tag `GameType` names the game of these `rules`, or that has none, the first `plies` moves are taken, all of them
/// if it has fewer or if no number is given.
///
/// ```
/// use coupturc::arena::read_openings;
/// use coupturc::rules::{RuleOptions, games::Variant};
///
/// let text = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 *";
/// let rules = Variant::International.rules();
/// let found = read_openings(text, false, Some(2), rules, &RuleOptions::default())?;
/// assert_eq!(found.openings[0].moves, ["32-28", "19-23"]);
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If none can be played on, or a position or a move is not one of this game; the error names the place.
pub fn read_openings(
    text: &str,
    is_pdn: bool,
    plies: Option<u32>,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<FoundOpenings, NotationError> {
    let text = text.trim_start_matches('\u{feff}');
    if is_pdn || text.trim_start().starts_with('[') {
        read_games(text, plies, rules, options)
    } else {
        read_fens(text, rules, options)
    }
}

/// Reads a position from each line.
fn read_fens(text: &str, rules: &Rules, options: &RuleOptions) -> Result<FoundOpenings, NotationError> {
    let (mut seen, mut found) = (HashSet::new(), FoundOpenings::default());
    for (index, line) in text.lines().enumerate() {
        let fen = line.split('#').next().unwrap_or_default().trim();
        if fen.is_empty() {
            continue;
        }
        let game = game_of_fen(rules, fen, options)
            .map_err(|error| NotationError::new(format!("openings: line {}: {error}", index + 1)))?;
        if let Some(outcome) = game.outcome() {
            found.over.push(format!("line {}, {outcome}", index + 1));
        } else if seen.insert(game.position().key()) {
            found.openings.push(Opening { fen: fen.to_owned(), moves: Vec::new() });
        }
    }
    found.checked("a FEN on each line, of a game that can be played on")
}

/// Reads the beginnings of those games that may be meant.
fn read_games(
    text: &str,
    plies: Option<u32>,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<FoundOpenings, NotationError> {
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let (mut seen, mut found) = (HashSet::new(), FoundOpenings::default());
    for (index, mut game) in parse_pdn(text)?.into_iter().enumerate() {
        if !may_be(&game, rules.variant, options) {
            continue;
        }
        game.moves.truncate(most);
        let (opening, reached) = opening_of(&game, rules, options)
            .map_err(|error| NotationError::new(format!("openings: game {}: {error}", index + 1)))?;
        if let Some(outcome) = reached.outcome() {
            found.over.push(format!("game {}, {outcome}", index + 1));
        } else if seen.insert(reached.position().key()) {
            found.openings.push(opening);
        }
    }
    found.checked(&format!("games of {} that can be played on", rules.variant))
}

/// Whether the game says nothing of its type, or that it is this one, with these rules if its type implies some.
fn may_be(game: &PdnGame, variant: Variant, rules: &RuleOptions) -> bool {
    let Some(text) = game.tag("GameType") else { return true };
    parse_game_type(text)
        .is_ok_and(|name| name.variant == variant && name.halt.is_none_or(|halt| halt == rules.halt))
}

/// The opening that consists of all moves of a game, and the game after it.
fn opening_of(
    game: &PdnGame,
    rules: &Rules,
    options: &RuleOptions,
) -> Result<(Opening, Box<dyn AnyGame>), NotationError> {
    let (start, moves) = pdn_moves(game, rules, options)?;
    // The rules of the match hold, whatever tags say.
    let mut reached = start.with_options(options).map_err(|error| NotationError::new(error.to_string()))?;
    for &mv in &moves {
        reached.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
    }
    let fields = FenFields { quiet_plies: start.position().quiet_plies() > 0, move_number: None };
    let fen = fen_text(start.position(), &fields);
    let opening = Opening { fen, moves: moves.into_iter().map(|mv| move_text(rules, mv)).collect() };
    Ok((opening, reached))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawRule, Halt};

    #[test]
    fn files_of_positions_are_read() {
        let rules = RuleOptions::default();
        let text = "# two of them, and one again\nW:W31-50:B1-20\n\nB:WK46:BK5 # kings\nW:B1-20:W31-50\n";
        let found =
            read_openings(text, false, None, Variant::International.rules(), &rules).expect("openings");
        assert_eq!(
            found.openings.iter().map(|opening| opening.fen.as_str()).collect::<Vec<_>>(),
            ["W:W31-50:B1-20", "B:WK46:BK5"]
        );
        for (text, word) in [("", "none"), ("W:W31:B1\nW:W99:B1", "line 2")] {
            let error =
                read_openings(text, false, None, Variant::International.rules(), &rules).expect_err(text);
            assert!(error.to_string().contains(word), "{error}");
        }
    }

    /// Whatever the game and the end: a side without pieces, no move, a limit of the federation.
    #[test]
    fn games_that_are_over_are_left_out_with_a_word() {
        let usual = RuleOptions::default();
        let read = |text: &str, rules: &RuleOptions| {
            read_openings(text, false, None, Variant::International.rules(), rules)
        };
        let drawn = "W:WK1:BK50:H40:F1";
        let found = read(&format!("W:W:B20\nW:W31-50:B1-20\n{drawn}\n"), &usual).expect("one of three");
        assert_eq!(found.openings.len(), 1);
        let note = found.note().expect("two are over");
        let places = "line 1, black-win (no-pieces); line 3, draw (5-moves)";
        assert_eq!(note, format!("openings: left out 2 whose game is over before the first move: {places}"));
        let error = read(drawn, &usual).expect_err("none is left").to_string();
        assert!(error.contains("left out 1 whose game is over") && error.contains("expected"), "{error}");
        let unlimited = RuleOptions { draw_rule: DrawRule::Repetition, ..usual };
        assert_eq!(read(drawn, &unlimited).expect("it goes on").note(), None);
        for &variant in Variant::ALL {
            let start = variant.rules().start(&usual);
            let fen = fen_text(start.position(), &FenFields::default());
            let lost = format!("{}\n{fen}\n", without_white(&fen));
            let found = read_openings(&lost, false, None, variant.rules(), &usual).expect("one of two");
            assert_eq!((found.openings.len(), found.over.len()), (1, 1), "{variant}");
            assert_eq!(found.openings[0].fen, fen, "{variant}");
        }
    }

    /// The same position without the men of White.
    fn without_white(fen: &str) -> String {
        let parts: Vec<&str> = fen.split(':').collect();
        [parts[0], "W", parts[2]].join(":")
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
        let openings = read_openings(FILE, true, plies, Variant::International.rules(), options)
            .expect("openings")
            .openings;
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
        let found =
            read_openings(FILE, true, Some(2), Variant::International.rules(), &rules).expect("openings");
        assert_eq!(found.over, ["game 7, white-win (no-pieces)"]);
        let openings = found.openings;
        assert!(openings[0].fen.starts_with("W:W31,32,33"), "{}", openings[0].fen);
        assert_eq!(openings[2].fen, "B:W31:BK5,20");
    }

    #[test]
    fn faults_name_the_game() {
        let rules = RuleOptions::default();
        for (text, words) in [
            ("1. 32-28 19-23 *\n1. 32-28 1-50 *", "game 2: 1... "),
            ("[GameType \"dameo\"] *", "found none, expected games of normal"),
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
