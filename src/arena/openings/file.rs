//! Openings from a file: FEN lines, or the first moves of PDN games.

use std::collections::HashSet;

use super::Opening;
use crate::notation::{
    FenFields, NotationError, PdnGame, PdnReplay, fen_text, game_of_fen, move_text, parse_game_type,
    parse_pdn, pdn_variants,
};
use crate::rules::{AnyGame, Move, RuleOptions, Rules};

/// The openings of a file, and what was left out.
#[derive(Debug, Default)]
pub struct ReadOpenings {
    /// At least one, in the order of the file.
    pub openings: Vec<Opening>,
    /// For each position or game that is not a usable opening, a sentence that says where it is and what is wrong. Games
    /// of other types, and repeated positions, have one sentence each, with their number and the place of the first.
    pub left_out: Vec<String>,
}

/// Reads openings from the text of a file. It is PDN if `is_pdn` or if it begins with a tag, a comment of PDN or the
/// number of a move; otherwise it has one FEN per line, and empty lines and comments after `#` are ignored.
///
/// Each PDN game whose tag `GameType` names the game of these `rules`, or that has no such tag but fits, contributes
/// its first `plies` moves, or all of them if it has fewer or `plies` is `None`.
///
/// ```
/// use coupturc::arena::read_openings;
/// use coupturc::rules::{RuleOptions, games::Variant};
///
/// let text = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 * 1. 32-29 *";
/// let rules = Variant::International.rules();
/// let read = read_openings(text, false, Some(2), rules, &RuleOptions::default())?;
/// assert_eq!(read.openings[0].moves, ["32-28", "19-23"]);
/// assert!(read.left_out[0].starts_with("game 2: line 1: 1. move '32-29' is not legal"));
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If there is no usable opening; the error says what was left out.
pub fn read_openings(
    text: &str,
    is_pdn: bool,
    plies: Option<u32>,
    rules: &'static Rules,
    options: &RuleOptions,
) -> Result<ReadOpenings, NotationError> {
    let begins_as_pdn = |c: char| matches!(c, '[' | '{' | ';') || c.is_ascii_digit();
    let (places, others) = if is_pdn || text.trim_start().starts_with(begins_as_pdn) {
        of_games(text, plies, rules, options)
    } else {
        (of_fens(text, rules, options), Vec::new())
    };
    let (mut seen, mut repeated, mut read) = (HashSet::new(), Vec::new(), ReadOpenings::default());
    read.left_out.extend(summary("games of other types", &others));
    for (place, found) in places {
        match found {
            Ok((opening, reached)) => match reached.outcome() {
                Some(outcome) => read.left_out.push(format!("{place}: the game is over, {outcome}")),
                None if seen.insert(reached.position().key()) => read.openings.push(opening),
                None => repeated.push(place),
            },
            Err(problem) => read.left_out.push(format!("{place}: {problem}")),
        }
    }
    read.left_out.extend(summary("repeated positions", &repeated));
    if read.openings.is_empty() {
        // Enough to see what is wrong.
        const SHOWN: usize = 5;
        let problem = format!("openings: found no usable opening of {rules}");
        let why = read.left_out.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
        return Err(NotationError::new(if why.is_empty() { problem } else { format!("{problem}: {why}") }));
    }
    Ok(read)
}

/// A sentence about what is left out for the same reason, if there is any.
fn summary(what: &str, places: &[String]) -> Option<String> {
    let first = places.first()?;
    Some(format!("{what}: {}, the first is {first}", places.len()))
}

/// An opening, and the game after its moves.
type Found = Result<(Opening, Box<dyn AnyGame>), NotationError>;

/// The position on each line, and the number of the line.
fn of_fens(text: &str, rules: &'static Rules, options: &RuleOptions) -> Vec<(String, Found)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let fens = (1..).zip(lines).filter(|(_, fen)| !fen.is_empty());
    let opening = |fen: &str| Opening { fen: fen.to_owned(), moves: Vec::new() };
    let found = |fen| game_of_fen(rules, fen, options).map(|game| (opening(fen), game));
    fens.map(|(number, fen)| (format!("line {number}"), found(fen))).collect()
}

/// The openings of the games of this type or without one, with their places, and the places of the other games.
fn of_games(
    text: &str,
    plies: Option<u32>,
    rules: &'static Rules,
    options: &RuleOptions,
) -> (Vec<(String, Found)>, Vec<String>) {
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for (number, game) in (1..).zip(parse_pdn(text)) {
        let (place, line) = (format!("game {number}"), game.line.0);
        match game.tag("GameType").filter(|_| game.names_its_game()).map(parse_game_type).transpose() {
            Ok(Some(name)) if name.rules != rules || name.halt.is_some_and(|halt| halt != options.halt) => {
                others.push(format!("{place} in line {line}, of {}", name.name()));
            }
            Ok(_) => found.push((place, opening_of(&game, most, rules, options))),
            Err(error) => found.push((place, Err(NotationError::new(format!("line {line}: {error}"))))),
        }
    }
    (found, others)
}

/// The opening that consists of the first moves of a game.
fn opening_of(game: &PdnGame, most: usize, rules: &'static Rules, options: &RuleOptions) -> Found {
    let in_game = |error: &dyn std::fmt::Display| NotationError::new(error.to_string());
    let replay = PdnReplay::of(game, rules, options).map_err(|fault| in_game(&fault))?;
    let moves: Vec<Move> = replay.moves().take(most).collect();
    if let Some(fault) = &replay.fault {
        // An illegal move after the opening is ignored, unless it shows that this is another game.
        if moves.len() < most
            || pdn_variants(game, options).is_ok_and(|fitting| !game.names_its_game() && !fitting.is_empty())
        {
            return Err(in_game(fault));
        }
    }
    let start = replay.start.to_game();
    // The rules of the match apply, whatever the tags say.
    let mut reached = start.with_options(options).map_err(|error| in_game(&error))?;
    for &mv in &moves {
        reached.play(mv).map_err(|error| in_game(&error))?;
    }
    let fields = FenFields::of(start.position());
    let fen = fen_text(start.position(), &fields);
    let opening = Opening { fen, moves: moves.into_iter().map(|mv| move_text(rules, mv)).collect() };
    Ok((opening, reached))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;
    use crate::rules::{DrawRule, Halt};

    #[test]
    fn fen_files_are_read() {
        let rules = RuleOptions::default();
        let text =
            "# two positions and a repeated one\nW:W31-50:B1-20\n\nB:WK46:BK5 # kings\nW:B1-20:W31-50\n";
        let read =
            read_openings(text, false, None, Variant::International.rules(), &rules).expect("openings");
        let openings = read.openings;
        assert_eq!(
            openings.iter().map(|opening| opening.fen.as_str()).collect::<Vec<_>>(),
            ["W:W31-50:B1-20", "B:WK46:BK5"]
        );
        for (text, words) in
            [("", "no usable opening"), ("\nW:W99:B1", "line 2"), ("W:W:B20", "line 1: the game is over")]
        {
            let error =
                read_openings(text, false, None, Variant::International.rules(), &rules).expect_err(text);
            assert!(error.to_string().contains(words), "{error}");
        }
        // A bad line does not affect the others.
        let text = "W:W31:B1\nW:W99:B1\nW:W:B20\nW:W32:B1";
        let read =
            read_openings(text, false, None, Variant::International.rules(), &rules).expect("openings");
        let places: Vec<&str> =
            read.left_out.iter().map(|text| text.split(':').next().unwrap_or_default()).collect();
        assert_eq!((read.openings.len(), places), (2, vec!["line 2", "line 3"]));
    }

    /// In every game, and for every ending: a side without pieces, no move, a draw limit.
    #[test]
    fn finished_games_are_left_out_and_reported() {
        let usual = RuleOptions::default();
        let read = |text: &str, rules: &RuleOptions| {
            read_openings(text, false, None, Variant::International.rules(), rules)
        };
        let drawn = "W:WK1:BK50:H40:F1";
        let found = read(&format!("W:W:B20\nW:W31-50:B1-20\n{drawn}\n"), &usual).expect("one of three");
        assert_eq!(found.openings.len(), 1);
        let places =
            ["line 1: the game is over, black-win (no-pieces)", "line 3: the game is over, draw (5-moves)"];
        assert_eq!(found.left_out, places);
        let error = read(drawn, &usual).expect_err("none is left").to_string();
        assert!(
            error.contains("no usable opening") && error.contains("the game is over, draw (5-moves)"),
            "{error}"
        );
        let unlimited = RuleOptions { draw_rule: DrawRule::Repetition, ..usual };
        assert!(read(drawn, &unlimited).expect("it goes on").left_out.is_empty());
        for &variant in Variant::ALL {
            let start = variant.rules().start(&usual);
            let fen = fen_text(start.position(), &FenFields::default());
            let lost = format!("{}\n{fen}\n", without_white(&fen));
            let found = read_openings(&lost, false, None, variant.rules(), &usual).expect("one of two");
            assert_eq!((found.openings.len(), found.left_out.len()), (1, 1), "{variant}");
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
[White "unknown"] [GameType "77"] 1. 11-15 *
[White "short"] [GameType "20"] 1. 31-27 2-0
[White "killer"] [GameType "killer"] 1. 34-29 *
[White "over"] [GameType "20"] [FEN "W:W28:B23"] 1. 28x19 2-0
[White "not said, and set up"] [FEN "B:W31:BK5,20"] 1... 5-46 *
"#;

    #[test]
    fn games_are_known_by_how_they_begin() {
        for text in ["1. 32-28 19-23 *\n", "{A} 1. 32-28 19-23 *", "\n; A\n32-28 19-23 *"] {
            let rules = Variant::International.rules();
            assert!(!super::super::KeptOpenings::is_meant(text), "{text}");
            let read = read_openings(text, false, Some(1), rules, &RuleOptions::default()).expect(text);
            assert_eq!(read.openings[0].moves, ["32-28"], "{text}");
        }
    }

    fn moves(plies: Option<u32>, options: &RuleOptions) -> Vec<String> {
        let read =
            read_openings(FILE, true, plies, Variant::International.rules(), options).expect("openings");
        read.openings.into_iter().map(|opening| opening.moves.join(" ")).collect()
    }

    #[test]
    fn positions_of_matching_games_are_taken_once() {
        let rules = RuleOptions::default();
        assert_eq!(moves(Some(2), &rules), ["32-28 19-23", "31-27", "5-46"]);
        let all = ["32-28 19-23 28x19x23 14x23x19 37-32", "32-28 19-23 28x19x23 13x24x19", "31-27", "5-46"];
        assert_eq!(moves(None, &rules), all);
        let killer = RuleOptions { halt: Halt::Killer, ..rules };
        assert_eq!(moves(Some(1), &killer), ["32-28", "31-27", "34-29", "5-46"]);
        let read =
            read_openings(FILE, true, Some(2), Variant::International.rules(), &rules).expect("openings");
        let openings = read.openings;
        assert!(openings[0].fen.starts_with("W:W31,32,33"), "{}", openings[0].fen);
        assert_eq!(openings[2].fen, "B:W31:BK5,20");
        let left_out = [
            "games of other types: 2, the first is game 3 in line 4, of dameo",
            "game 4: line 5: GameType '77' is unknown, ",
            "game 7: the game is over, ",
            "repeated positions: 1, the first is game 2",
        ];
        assert_eq!(read.left_out.len(), left_out.len(), "{:?}", read.left_out);
        for (text, start) in read.left_out.iter().zip(left_out) {
            assert!(text.starts_with(start), "{text}");
        }
    }

    #[test]
    fn problems_name_the_game() {
        let rules = RuleOptions::default();
        let text = "1. 32-28 19-23 *\n1. 32-28 1-50 *\n1. 31-26 ?! zz *";
        let read = read_openings(text, true, None, Variant::International.rules(), &rules).expect("openings");
        let places = ["game 2: line 2: 1... ", "game 3: line 3: found 'zz'"];
        assert_eq!((read.openings.len(), read.left_out.len()), (1, 2));
        assert!(read.left_out.iter().zip(places).all(|(text, place)| text.starts_with(place)), "{read:?}");
        let text = "[GameType \"dameo\"] *";
        let error = read_openings(text, true, None, Variant::International.rules(), &rules).expect_err(text);
        let words =
            "no usable opening of normal: games of other types: 1, the first is game 1 in line 1, of dameo";
        assert!(error.to_string().ends_with(words), "{error}");
        // What follows the opening does not matter.
        assert!(
            read_openings("1. 32-28 1-50 *", true, Some(1), Variant::International.rules(), &rules).is_ok()
        );
        let error = read_openings("1. 32-28 *", true, None, Variant::Dameo.rules(), &rules)
            .expect_err("no move of this game")
            .to_string();
        assert!(error.contains("game 1: line 1: 1. "), "{error}");
    }
}
