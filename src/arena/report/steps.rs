//! Steps: the changes of each move on the board, for a script that does not know the rules.
//!
//! A step is a word with a letter for each cell: origin, destination, captured cells. With cells numbered from 0 in
//! text order:
//!
//! | word | meaning |
//! |---|---|
//! | `VR` | a piece goes from cell 31 to cell 27 |
//! | `VMR` | a piece goes from cell 31 to cell 22 and captures on cell 27 |
//! | `VR*` | the same as `VR`, and the man promotes |

use crate::notation::{PdnReplay, PdnStep, hub_position_text};
use crate::rules::{AnyPosition, ExtraState, Kind, Move, Square};

/// A letter for each index of a cell in text order; no board has more cells.
const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// Appended if the man promotes.
const CROWNED: char = '*';
/// Appended if the destination is marked afterwards: the man is the vanguard.
const MARKED: char = '!';

/// A game for the script.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// The first position in Hub notation; `None` if it is not valid.
    pub(super) start: Option<String>,
    /// The index of the cell that is marked in the first position.
    pub(super) mark: Option<usize>,
    /// One word per move.
    pub(super) steps: Vec<String>,
}

impl Steps {
    pub(super) fn of(replay: &PdnReplay) -> Self {
        let start = &*replay.start;
        let steps = replay.main_line().filter_map(|node| match node.step {
            PdnStep::Move(mv) => Some(step(replay.before(node), mv, &*node.position)),
            PdnStep::SetUp => None,
        });
        Self {
            start: Some(hub_position_text(start)),
            mark: marked(start).map(|square| start.rules().geometry.order(square)),
            steps: steps.collect(),
        }
    }
}

fn step(before: &dyn AnyPosition, mv: Move, after: &dyn AnyPosition) -> String {
    let board = before.rules().geometry;
    let captured = board.squares().iter().filter(|&&square| mv.captured().contains(square));
    let cells = [mv.from(), mv.to()].into_iter().chain(captured.copied());
    let mut word: String = cells.filter_map(|square| LETTERS.chars().nth(board.order(square))).collect();
    let kind = |position: &dyn AnyPosition, square| position.board().at(square).map(|(_, kind)| kind);
    if kind(before, mv.from()) != kind(after, mv.to()) {
        debug_assert_eq!(kind(after, mv.to()), Some(Kind::King));
        word.push(CROWNED);
    }
    if marked(after) == Some(mv.to()) {
        word.push(MARKED);
    }
    word
}

/// The cell of the vanguard.
fn marked(position: &dyn AnyPosition) -> Option<Square> {
    match position.extra_state() {
        ExtraState::Vanguard(man) => man.square(),
        ExtraState::None | ExtraState::KingMoves(_) => None,
    }
}
