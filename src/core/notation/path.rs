//! Paths of captures: the cells on which a capturing piece lands.
//!
//! A [`Move`] only has the captured pieces, but PDN distinguishes captures by their paths. Writing a capture requires
//! finding a path for it; reading a capture requires finding the capture for a path. Boards show the path.

use std::collections::HashSet;

use super::cells::CellNames;
use super::moves::play_each;
use super::text::NotationError;
use crate::rules::{AnyGame, AnyPosition, Bitboard, Direction, Kind, Move, Removal, Rules, Square};

/// The number of states after which the search for a path gives up. Positions of real games stay far below it; a
/// constructed one could keep the search busy forever.
const MAX_STATES: usize = 100_000;

/// The paths of `moves`, played from the current position of `game`: for each move, the cells on which the piece lands,
/// from the first to the last, such as `47-38-24-13-36`. Moves and paths use a client's cell names.
///
/// ```
/// use coupturc_core::notation::{CellNames, path_texts};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let start = Variant::International.rules().start(&RuleOptions::default());
/// let paths = path_texts(CellNames::Own, start.as_ref(), "33-28 19-23 28x19x23")?;
/// assert_eq!(paths, ["33-28", "19-23", "28-19"]);
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// At the first move that is not legal.
pub fn path_texts(names: CellNames, game: &dyn AnyGame, moves: &str) -> Result<Vec<String>, NotationError> {
    let (mut game, mut texts) = (game.copy(), Vec::new());
    play_each(names, game.as_mut(), moves, &mut |position, mv| {
        let ends = || vec![mv.from(), mv.to()];
        let cells =
            if mv.is_capture() { capture_path(position, mv, &[]).unwrap_or_else(ends) } else { ends() };
        let cells: Vec<String> = cells.iter().map(|&cell| names.write(position.rules(), cell)).collect();
        texts.push(cells.join("-"));
    })?;
    Ok(texts)
}

/// The pieces captured on the path over `landings`, if each step is a single jump along a line. The capture may still
/// be illegal.
pub(super) fn captured_on(position: &dyn AnyPosition, landings: &[Square]) -> Option<Bitboard> {
    let from = landings.first()?;
    let lines = Lines::new(position, *from);
    let mut captured = Bitboard::EMPTY;
    for (&start, &end) in landings.iter().zip(landings.iter().skip(1)) {
        let lines = lines.after(captured);
        let over =
            position.rules().captures.iter().find_map(|&direction| lines.jumped(start, direction, end))?;
        captured |= over;
    }
    Some(captured)
}

/// The path of the capture `mv`: all cells that the piece lands on, from the first to the last. It passes the cells
/// `through` in this order, possibly among others. `None` if there is no such path, or the search gives up.
pub(super) fn capture_path(position: &dyn AnyPosition, mv: Move, through: &[Square]) -> Option<Vec<Square>> {
    let (_, kind) = position.board().at(mv.from())?;
    let mut search = PathSearch {
        position,
        lines: Lines::new(position, mv.from()),
        mv,
        started_as_king: kind == Kind::King,
        through,
        failed: HashSet::new(),
        landings: vec![mv.from()],
    };
    let start = State { at: mv.from(), direction: None, remaining: mv.captured(), passed: 0 };
    search.reaches_end(start).then_some(search.landings)
}

/// The pieces that a capturing piece can jump, and the cells that it can cross.
#[derive(Clone, Copy)]
struct Lines {
    removal: Removal,
    board: Bitboard,
    enemy: Bitboard,
    /// The cells that the piece can cross: the empty ones, and the one where it started.
    empty: Bitboard,
}

impl Lines {
    fn new(position: &dyn AnyPosition, from: Square) -> Self {
        let Rules { geometry, removal, .. } = *position.rules();
        let board = geometry.board();
        let enemy = position.board().pieces(!position.side());
        let empty = (board & !position.board().occupied()) | from.bitboard();
        Self { removal, board, enemy, empty }
    }

    /// These lines once the pieces on `captured` have been captured. In some games the captured pieces leave the board
    /// immediately.
    fn after(&self, captured: Bitboard) -> Self {
        match self.removal {
            Removal::AtTheEnd => *self,
            Removal::AtOnce => Self { enemy: self.enemy & !captured, empty: self.empty | captured, ..*self },
        }
    }

    /// The cells from `start` in a direction to the edge of the board, without `start`.
    fn ray(&self, start: Square, direction: Direction) -> impl Iterator<Item = Square> + use<> {
        let board = self.board;
        std::iter::successors(Some(start), move |at| (at.bitboard().step(direction) & board).first()).skip(1)
    }

    /// The enemy piece between `start` and `end`, if it is the only piece there.
    fn jumped(&self, start: Square, direction: Direction, end: Square) -> Option<Bitboard> {
        let mut over = Bitboard::EMPTY;
        for cell in self.ray(start, direction) {
            if cell == end {
                return (over.is_single() && self.empty.contains(end)).then_some(over);
            }
            if self.enemy.contains(cell) {
                over |= cell.bitboard();
            } else if !self.empty.contains(cell) {
                return None;
            }
        }
        None
    }
}

/// The state of a capture in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    at: Square,
    /// The index of the direction of the last jump.
    direction: Option<usize>,
    /// The pieces still to be captured.
    remaining: Bitboard,
    /// The number of required cells already passed.
    passed: usize,
}

struct PathSearch<'a> {
    position: &'a dyn AnyPosition,
    lines: Lines,
    mv: Move,
    started_as_king: bool,
    through: &'a [Square],
    /// States without a path to the end.
    failed: HashSet<State>,
    landings: Vec<Square>,
}

impl PathSearch<'_> {
    /// Whether there is a path from `state` to the end. If so, `landings` contains it.
    fn reaches_end(&mut self, state: State) -> bool {
        if state.remaining.is_empty() {
            return state.at == self.mv.to() && state.passed >= self.through.len();
        }
        if self.failed.len() >= MAX_STATES || self.failed.contains(&state) {
            return false;
        }
        for (index, &direction) in self.position.rules().captures.iter().enumerate() {
            if state.direction != Some(index ^ 1) && self.jump_reaches_end(state, index, direction) {
                return true;
            }
        }
        self.failed.insert(state);
        false
    }

    /// Whether the piece is a king, either from the start or promoted during the capture.
    fn is_king(&self, state: State) -> bool {
        let captured = self.mv.captured() & !state.remaining;
        self.started_as_king || (captured & self.position.rules().crowning[self.position.side()]).any()
    }

    /// The lines in this state.
    fn lines(&self, state: State) -> Lines {
        self.lines.after(self.mv.captured() & !state.remaining)
    }

    /// Whether there is a path to the end that starts with a jump in `direction`.
    ///
    /// The nearest landing cells are tried first. A king that continues straight ahead can do so from the nearest cell,
    /// so it lands farther away only to turn there, as PDN requires.
    fn jump_reaches_end(&mut self, state: State, index: usize, direction: Direction) -> bool {
        let Some((over, passed)) = self.next_jump(state, index, direction) else { return false };
        let is_king = self.is_king(state);
        let mut next =
            State { direction: Some(index), remaining: state.remaining & !over.bitboard(), passed, ..state };
        let lines = self.lines(next);
        for cell in lines.ray(over, direction) {
            if !lines.empty.contains(cell) {
                return false;
            }
            next.passed += usize::from(self.through.get(next.passed) == Some(&cell));
            next.at = cell;
            self.landings.push(cell);
            if self.reaches_end(next) {
                return true;
            }
            self.landings.pop();
            if !is_king {
                return false;
            }
        }
        false
    }

    /// The next piece in `direction`, if it can be jumped and is to be captured, and the number of required cells
    /// passed by then.
    fn next_jump(&self, state: State, index: usize, direction: Direction) -> Option<(Square, usize)> {
        let (mut passed, is_king) = (state.passed, self.is_king(state));
        let lines = self.lines(state);
        for cell in lines.ray(state.at, direction) {
            if !lines.empty.contains(cell) {
                let jumpable = state.remaining & self.jumpable(state, index);
                return jumpable.contains(cell).then_some((cell, passed));
            }
            if !is_king {
                return None;
            }
            passed += usize::from(self.through.get(passed) == Some(&cell));
        }
        None
    }

    fn jumpable(&self, state: State, index: usize) -> Bitboard {
        if self.is_king(state) {
            return self.lines.enemy;
        }
        self.position.jumpable(index, state.direction.is_none())
    }
}
