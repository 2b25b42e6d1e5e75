//! Extra state: what a position remembers beside its pieces because legal moves depend on it.

use std::fmt::Debug;
use std::hash::Hash;

use super::bitboard::{Bitboard, Square};
use super::board::Board;
use super::color::{ByColor, Color};
use super::geometry::Geometry;
use super::moves::Move;
use super::piece::Kind;

/// The extra state of one game, with all that the layers above must know of it: its texts, its place in hash keys,
/// pictures and endgame tables.
///
/// Most games have none; theirs is `()`. The defaults are those of a game without, and cost nothing.
pub trait Extra: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// What it is called in messages, pictures and the arguments of the Hub's `pos`; empty where there is none.
    const NAME: &'static str = "";
    /// The form of its field in a FEN, for messages; empty where there is none.
    const FEN_FIELD: &'static str = "";
    /// All fields that may follow the pieces in a FEN of the game, for messages.
    const FEN_FIELDS: &'static str = "H<plies> or F<move number>";
    /// Whether it marks men, which nets see then.
    const MARKS_MEN: bool = false;

    /// The state after `mv`, a move of a piece of `us` that was of this kind, which led to the board `after`.
    #[inline(always)]
    #[must_use]
    fn next(self, _us: Color, _mv: Move, _kind: Kind, _after: &Board) -> Self {
        Self::default()
    }

    /// Those of the pieces of `us`, the side to move, that may capture only.
    #[inline(always)]
    #[must_use]
    fn resting(self, _us: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The same on this board, for a state whose text has left out what the board tells.
    #[must_use]
    fn completed(self, _board: &Board) -> Self {
        self
    }

    /// Whether it can be, with `side` to move.
    ///
    /// # Errors
    ///
    /// If not, what is wrong with it.
    fn check(self, _board: &Board, _side: Color, _geometry: &Geometry) -> Result<(), String> {
        Ok(())
    }

    /// Its part of the hash key.
    #[inline]
    #[must_use]
    fn key(self) -> u64 {
        0
    }

    /// The value of its argument in the Hub's `pos`, if there is something to say.
    #[must_use]
    fn hub_text(self, _geometry: &Geometry) -> Option<String> {
        None
    }

    /// Reads the value of its argument in the Hub's `pos`.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read any further, and what was expected there.
    fn read_hub<'a>(text: &'a str, _geometry: &Geometry) -> Result<Self, (&'a str, &'static str)> {
        Err((text, "nothing"))
    }

    /// Its field in a FEN, without the colon before it, if there is something to say.
    #[must_use]
    fn fen_field(self, _geometry: &Geometry) -> Option<String> {
        None
    }

    /// Reads its field at the start of a text; gives it with the rest of the text.
    #[must_use]
    fn read_fen<'a>(_text: &'a str, _geometry: &Geometry) -> Option<(Self, &'a str)> {
        None
    }

    /// What it says, for people, if there is something to say.
    #[must_use]
    fn description(self, geometry: &Geometry) -> Option<String> {
        Some(format!("{} {}", Self::NAME, self.hub_text(geometry)?))
    }

    /// The letter by which a DXP position says that it has to do with the piece on `square`.
    #[must_use]
    fn letter(self, _square: Square) -> Option<char> {
        None
    }

    /// Reads such a letter: the state with what it says, and whose piece of which kind stands there. `side` is to move.
    ///
    /// # Errors
    ///
    /// If it says something that another letter has said already: what there is too much of.
    fn with_letter(
        self,
        _letter: char,
        _square: Square,
        _side: Color,
    ) -> Option<Result<(Self, Color, Kind), &'static str>> {
        None
    }

    /// The cell of the man that it marks.
    #[must_use]
    fn mark(self) -> Option<Square> {
        None
    }

    /// The cells that pictures put a ring around.
    #[must_use]
    fn ringed(self) -> Bitboard {
        self.mark().map_or(Bitboard::EMPTY, Square::bitboard)
    }

    /// The state whose mark is on `square`, in games that can mark cells.
    #[must_use]
    fn marked(_square: Square) -> Option<Self> {
        None
    }

    /// The same on a board on which every cell has gone where `map` leads, and the colours are exchanged.
    #[inline]
    #[must_use]
    fn turned(self, _map: impl Fn(Square) -> Square) -> Self {
        self
    }

    /// How many states a position can have in endgame tables, given how many men and kings each side has and who is to move.
    #[must_use]
    fn count(_men: ByColor<usize>, _kings: ByColor<usize>, _side: Color) -> usize {
        1
    }

    /// The number of this state among those that a position on the `board` can have, from 0.
    #[inline]
    #[must_use]
    fn number(self, _board: &Board, _side: Color) -> usize {
        0
    }

    /// The state of this number.
    #[inline]
    #[must_use]
    fn numbered(_number: usize, _board: &Board, _side: Color) -> Self {
        Self::default()
    }

    /// Those of the pieces of `us` that can have made the quiet move which led to this state and to this board.
    #[inline]
    #[must_use]
    fn last_movers(self, us: Color, board: &Board) -> Bitboard {
        board.pieces(us)
    }

    /// Whether the quiet move `mv`, of a piece of `us` that can have made it, leads from the state `before` to this one and to
    /// the board `after`.
    #[inline]
    #[must_use]
    fn follows(self, _before: Self, _us: Color, _mv: Move, _after: &Board) -> bool {
        true
    }
}

impl Extra for () {}
