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

    /// The cell that pictures mark, and protocols that have one letter a cell.
    #[must_use]
    fn mark(self) -> Option<Square> {
        None
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

    /// How many states a position can have in endgame tables, given how many men each side has and who is to move.
    #[must_use]
    fn count(_men: ByColor<usize>, _side: Color) -> usize {
        1
    }

    /// The number of this state among those that a position with the `men` can have, from 0.
    #[inline]
    #[must_use]
    fn number(self, _men: ByColor<Bitboard>, _side: Color) -> usize {
        0
    }

    /// The state of this number.
    #[inline]
    #[must_use]
    fn numbered(_number: usize, _men: ByColor<Bitboard>, _side: Color) -> Self {
        Self::default()
    }

    /// Those of the pieces `movers`, among them the `men`, that can have made the quiet move which led to this state.
    #[inline]
    #[must_use]
    fn last_movers(self, movers: Bitboard, _men: Bitboard) -> Bitboard {
        movers
    }
}

impl Extra for () {}
