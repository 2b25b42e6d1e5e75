//! Analysis of whole games: every position is searched, and the moves that cost winning chances are marked.
//!
//! [`Analyst`] searches a game, [`annotate()`] writes the result into its PDN, [`player_figures`] sums it up by player,
//! and [`page()`] shows it in a browser.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod analyst;
mod annotate;
mod figures;
mod known;
mod mark;
mod page;
mod steps;

use serde::{Deserialize, Serialize};

pub use analyst::{Analyst, Effort, Stopped};
pub use annotate::annotate;
pub use figures::{Phase, PlayerFigures, player_figures};
pub use known::{KnownPositions, SharedPosition, shared_positions};
pub use mark::Mark;
pub use page::{AnalysedGame, figures_by_player, page, turning_points};

use crate::notation::{parse_move, pdn_move_text};
use crate::rules::AnyPosition;

/// The analysis of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameAnalysis {
    /// The moves of the main line that could be played, in order.
    pub moves: Vec<MoveAnalysis>,
}

/// The analysis of a move. Scores are in men for White; a win of White in `n` plies is `100 - n / 100`, as in the Hub
/// protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveAnalysis {
    /// Its number, from 1.
    pub ply: usize,
    /// Whether White played it.
    pub white: bool,
    /// The phase of the game.
    pub phase: Phase,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// The move, as in the Hub protocol.
    #[serde(rename = "move")]
    pub played: String,
    /// The score after it.
    pub score: f64,
    /// White's expected points after it.
    pub chance: f64,
    /// The best move, perhaps the same.
    pub best: String,
    /// The score after the best move.
    pub best_score: f64,
    /// The expected points that the player lost by not playing the best move, from 0 to 1.
    pub loss: f64,
    /// Its mark, if it deserves one.
    pub mark: Option<Mark>,
    /// The best move and the expected play after it, if the move lost enough for a mark.
    pub line: Vec<String>,
}

/// A line of moves of the Hub protocol in PDN, as far as it can be played.
fn pdn_line(before: &dyn AnyPosition, line: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut position = before.copy();
    for text in line {
        let Ok(mv) = parse_move(&*position, text) else { break };
        texts.push(pdn_move_text(&*position, mv));
        position = position.after(mv);
    }
    texts
}
