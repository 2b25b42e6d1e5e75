//! Openings from the games of a PDN file.

use std::collections::HashSet;

use super::Opening;
use crate::notation::{
    FenFields, NotationError, PdnGame, fen_text, move_text, parse_game_type, parse_pdn, pdn_moves,
};
use crate::rules::{Game, Record, RuleOptions};

pub(super) fn read<G: Game>(
    text: &str,
    plies: Option<u32>,
    rules: &RuleOptions,
) -> Result<Vec<Opening>, NotationError> {
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    for (index, mut game) in parse_pdn(text)?.into_iter().enumerate() {
        if !may_be::<G>(&game, rules) {
            continue;
        }
        game.moves.truncate(most);
        let (opening, end) = opening_of::<G>(&game, rules)
            .map_err(|error| NotationError::new(format!("openings: game {}: {error}", index + 1)))?;
        if end.outcome().is_none() && seen.insert(end.position().key()) {
            openings.push(opening);
        }
    }
    if openings.is_empty() {
        let game = G::VARIANT;
        return Err(NotationError::new(format!("openings: found none of {game} that can be played on")));
    }
    Ok(openings)
}

/// Whether the game says nothing of its type, or that it is `G`, with these rules if its type implies some.
fn may_be<G: Game>(game: &PdnGame, rules: &RuleOptions) -> bool {
    let Some(text) = game.tag("GameType") else { return true };
    parse_game_type(text)
        .is_ok_and(|name| name.variant == G::VARIANT && name.halt.is_none_or(|halt| halt == rules.halt))
}

/// The opening, and the game from its beginning to there.
fn opening_of<G: Game>(game: &PdnGame, rules: &RuleOptions) -> Result<(Opening, Record<G>), NotationError> {
    let (start, moves) = pdn_moves::<G>(game, rules)?;
    // The rules of the match hold, whatever tags say.
    let mut record = Record::new(start.with_options(rules));
    for &mv in &moves {
        record.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
    }
    let fen = fen_text(&start, &FenFields { quiet_plies: start.quiet_plies() > 0, move_number: None });
    Ok((Opening { fen, moves: moves.into_iter().map(move_text::<G>).collect() }, record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Halt;
    use crate::rules::games::{Dameo, International};

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

    fn moves<G: Game>(plies: Option<u32>, rules: &RuleOptions) -> Vec<String> {
        let openings = read::<G>(FILE, plies, rules).expect("openings");
        openings.into_iter().map(|opening| opening.moves.join(" ")).collect()
    }

    #[test]
    fn positions_of_the_right_games_are_taken_once() {
        let rules = RuleOptions::default();
        assert_eq!(moves::<International>(Some(2), &rules), ["32-28 19-23", "31-27", "5-46"]);
        let all = ["32-28 19-23 28x19x23 14x23x19 37-32", "32-28 19-23 28x19x23 13x24x19", "31-27", "5-46"];
        assert_eq!(moves::<International>(None, &rules), all);
        let killer = RuleOptions { halt: Halt::Killer, ..rules };
        assert_eq!(moves::<International>(Some(1), &killer), ["32-28", "31-27", "34-29", "5-46"]);
        let openings = read::<International>(FILE, Some(2), &rules).expect("openings");
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
            let error = read::<International>(text, None, &rules).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
        // What stands behind the opening does not matter.
        assert!(read::<International>("1. 32-28 1-50 *", Some(1), &rules).is_ok());
        let error = read::<Dameo>("1. 32-28 *", None, &rules).expect_err("no move of this game").to_string();
        assert!(error.contains("game 1: 1. "), "{error}");
    }
}
