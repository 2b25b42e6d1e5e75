//! Openings from lines of FEN.

use std::collections::HashSet;

use super::Opening;
use crate::notation::{NotationError, parse_fen};
use crate::rules::{Game, RuleOptions};

pub(super) fn read<G: Game>(text: &str, rules: &RuleOptions) -> Result<Vec<Opening>, NotationError> {
    let (mut seen, mut openings) = (HashSet::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let fen = line.split('#').next().unwrap_or_default().trim();
        if fen.is_empty() {
            continue;
        }
        let number = index + 1;
        let position = parse_fen::<G>(fen, rules)
            .map_err(|error| NotationError::new(format!("openings: line {number}: {error}")))?
            .position;
        if seen.insert(position.key()) {
            openings.push(Opening { fen: fen.to_owned(), moves: Vec::new() });
        }
    }
    if openings.is_empty() {
        return Err(NotationError::new("openings: found none, expected a FEN on each line"));
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::International;

    #[test]
    fn files_of_positions_are_read() {
        let rules = RuleOptions::default();
        let text = "# two of them, and one again\nW:W31-50:B1-20\n\nB:WK46:BK5 # kings\nW:B1-20:W31-50\n";
        let openings = read::<International>(text, &rules).expect("openings");
        assert_eq!(
            openings.iter().map(|opening| opening.fen.as_str()).collect::<Vec<_>>(),
            ["W:W31-50:B1-20", "B:WK46:BK5"]
        );
        for (text, word) in [("", "none"), ("W:W31:B1\nW:W99:B1", "line 2")] {
            let error = read::<International>(text, &rules).expect_err(text);
            assert!(error.to_string().contains(word), "{error}");
        }
    }
}
