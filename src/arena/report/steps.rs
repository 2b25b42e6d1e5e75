//! Steps: what the moves of a game change on the board, for a script that knows no rules.

use crate::notation::{PdnReplay, PdnStep, hub_position_text};
use crate::rules::{AnyPosition, ExtraState, Kind, Move, Square};

/// A letter for each place in the text order of the cells; no board has more.
const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// Follows a move after which the man is a king.
const CROWNED: char = '*';
/// Follows a move after which its cell is marked: the man is the vanguard.
const MARKED: char = '!';

/// A game as the script has it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// The position at the beginning as Hub writes it; nothing where there is none.
    pub(super) start: Option<String>,
    /// The place that is marked at the beginning.
    pub(super) mark: Option<usize>,
    /// One word a move: the letters of the cell that is left, of the one that is gone to, and of
    /// all that are captured.
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
