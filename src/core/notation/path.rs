//! The ways of captures: the cells on which a capturing piece lands.
//!
//! Moves of the rules know only what is captured. PDN tells captures apart by the way, so that one way
//! has to be found for a capture that is written, and the capture for a way that is read. Boards show it.

use std::collections::HashSet;

use super::cells::CellNames;
use super::moves::play_each;
use super::text::NotationError;
use crate::rules::{AnyGame, AnyPosition, Bitboard, Direction, Kind, Move, Removal, Rules, Square};

/// So many states of a capture are looked at before the search for a way is given up. Games do not come
/// near it; a position made up by somebody could keep the search busy for ever.
const MOST_STATES: usize = 100_000;

/// The ways of `moves`, which are played one after the other from where `game` is: for each, the cells on which the piece
/// stands, from the first to the last, as `47-38-24-13-36`. All is as a client writes it.
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
        let cells = if mv.is_capture() { way(position, mv, &[]).unwrap_or_else(ends) } else { ends() };
        let cells: Vec<String> = cells.iter().map(|&cell| names.write(position.rules(), cell)).collect();
        texts.push(cells.join("-"));
    })?;
    Ok(texts)
}

/// The pieces captured on the way over `landings`, if each step of it is one jump on a straight line.
/// Whether the rules allow it is another question.
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

/// A way of the capture `mv` that passes the cells `through` in this order, perhaps among others:
/// all cells that it lands on, from the first to the last. A way is found whenever there is one, unless
/// there are too many to look at.
pub(super) fn way(position: &dyn AnyPosition, mv: Move, through: &[Square]) -> Option<Vec<Square>> {
    let (_, kind) = position.board().at(mv.from())?;
    let mut search = WaySearch {
        position,
        lines: Lines::new(position, mv.from()),
        mv,
        began_as_king: kind == Kind::King,
        through,
        failed: HashSet::new(),
        landings: vec![mv.from()],
    };
    let start = State { at: mv.from(), came: None, left: mv.captured(), passed: 0 };
    search.goes_on(start).then_some(search.landings)
}

/// What a capturing piece meets on the lines of the board.
#[derive(Clone, Copy)]
struct Lines {
    removal: Removal,
    board: Bitboard,
    enemy: Bitboard,
    /// The cells it can cross: the empty ones, and the one it came from.
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

    /// The same once the pieces on `captured` have been captured, which leave the board at once in some games.
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

    /// The one enemy that stands between `start` and `end`, with nothing else there.
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

/// How far a capture has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    at: Square,
    /// The index of the direction that it came in.
    came: Option<usize>,
    /// What it still has to capture.
    left: Bitboard,
    /// How many of the cells that it should pass it has passed.
    passed: usize,
}

struct WaySearch<'a> {
    position: &'a dyn AnyPosition,
    lines: Lines,
    mv: Move,
    began_as_king: bool,
    through: &'a [Square],
    /// From here there is no way to the end.
    failed: HashSet<State>,
    landings: Vec<Square>,
}

impl WaySearch<'_> {
    /// Whether there is a way from `state` to the end; if so, `landings` leads there.
    fn goes_on(&mut self, state: State) -> bool {
        if state.left.is_empty() {
            return state.at == self.mv.to() && state.passed >= self.through.len();
        }
        if self.failed.len() >= MOST_STATES || self.failed.contains(&state) {
            return false;
        }
        for (index, &direction) in self.position.rules().captures.iter().enumerate() {
            if state.came != Some(index ^ 1) && self.jumps(state, index, direction) {
                return true;
            }
        }
        self.failed.insert(state);
        false
    }

    /// Whether the piece is a king, from the start or since it came to the last rank on its way.
    fn is_king(&self, state: State) -> bool {
        let captured = self.mv.captured() & !state.left;
        self.began_as_king || (captured & self.position.rules().crowning[self.position.side()]).any()
    }

    /// The lines as they are now.
    fn lines(&self, state: State) -> Lines {
        self.lines.after(self.mv.captured() & !state.left)
    }

    /// Whether a jump in `direction` leads to the end.
    ///
    /// The nearest cells come first. What a king can capture by going straight on from a farther one it
    /// can capture from the nearest, so it lands farther off only to turn there, as PDN wants it.
    fn jumps(&mut self, state: State, index: usize, direction: Direction) -> bool {
        let Some((over, passed)) = self.reaches(state, index, direction) else { return false };
        let is_king = self.is_king(state);
        let mut next = State { came: Some(index), left: state.left & !over.bitboard(), passed, ..state };
        let lines = self.lines(next);
        for cell in lines.ray(over, direction) {
            if !lines.empty.contains(cell) {
                return false;
            }
            next.passed += usize::from(self.through.get(next.passed) == Some(&cell));
            next.at = cell;
            self.landings.push(cell);
            if self.goes_on(next) {
                return true;
            }
            self.landings.pop();
            if !is_king {
                return false;
            }
        }
        false
    }

    /// The piece that can be jumped over next in `direction`, if it is to be captured, and how many of
    /// the cells to pass are passed before it.
    fn reaches(&self, state: State, index: usize, direction: Direction) -> Option<(Square, usize)> {
        let (mut passed, is_king) = (state.passed, self.is_king(state));
        let lines = self.lines(state);
        for cell in lines.ray(state.at, direction) {
            if !lines.empty.contains(cell) {
                let jumpable = state.left & self.jumpable(state, index);
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
        self.position.jumpable(index, state.came.is_none())
    }
}
