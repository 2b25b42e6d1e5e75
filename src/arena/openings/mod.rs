//! Where games begin: at positions by chance, or from a file.

mod balance;
mod fens;
mod games;
mod random;

pub use random::RandomOpenings;

use serde::{Deserialize, Serialize};

use crate::notation::NotationError;
use crate::rules::{Game, RuleOptions};

/// Where a game begins: a position, and moves that were played from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position, as FEN.
    pub fen: String,
    /// The moves, as Hub writes them.
    pub moves: Vec<String>,
}

/// Reads openings from the text of a file: of PDN if `is_pdn` or if it begins with a tag, else of FEN, one a line, where
/// empty lines and what stands behind `#` are ignored. Their order stays; a position that comes again is left out.
///
/// From each game of PDN whose tag `GameType` names `G`, or that has none, the first `plies` moves are taken, all of them
/// if it has fewer or if no number is given. Games that are over by then are left out.
///
/// ```
/// use coupturc::arena::read_openings;
/// use coupturc::rules::{RuleOptions, games::International};
///
/// let text = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 *";
/// let openings = read_openings::<International>(text, false, Some(2), &RuleOptions::default())?;
/// assert_eq!(openings[0].moves, ["32-28", "19-23"]);
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If there is none, or a position or a move is not one of `G`; the error names the place.
pub fn read_openings<G: Game>(
    text: &str,
    is_pdn: bool,
    plies: Option<u32>,
    rules: &RuleOptions,
) -> Result<Vec<Opening>, NotationError> {
    let text = text.trim_start_matches('\u{feff}');
    if is_pdn || text.trim_start().starts_with('[') {
        games::read::<G>(text, plies, rules)
    } else {
        fens::read::<G>(text, rules)
    }
}
