//! What a game is: constants, and the few hooks by which some games differ.

use std::fmt::Debug;
use std::hash::Hash;

use super::bitboard::{Bitboard, Direction, Square};
use super::board::Board;
use super::color::{ByColor, Color};
use super::games::Variant;
use super::geometry::Geometry;
use super::options::{CaptureTrail, Halt, RuleOptions};
use super::outcome::DrawReason;
use super::position::Position;
use super::setup::{Setup, SetupError};

/// The rules of a game, as a type without a value.
///
/// Positions, generation, evaluation and search are generic over it and compiled once a game, so
/// that no rule is looked up while they run. Every constant names the article of the rules that
/// it states; every hook has a default that costs nothing in the games without that rule.
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The name of the game among all games.
    const VARIANT: Variant;
    /// The name of the game as people write it.
    const TITLE: &'static str;
    /// The board.
    const GEOMETRY: &'static Geometry;
    /// The directions of captures, each next to its opposite: `i ^ 1` is opposite to `i`.
    const CAPTURES: &'static [Direction];
    /// The directions in which kings move without capturing.
    const KING_STEPS: &'static [Direction];
    /// The directions in which men move without capturing.
    const MAN_STEPS: ByColor<&'static [Direction]>;
    /// Whether a man may also jump over an unbroken line of own men (Dameo).
    const LINEAR_MOVES: bool = false;
    /// Whether a position remembers which man made the last move (Vanguard Draughts).
    const HAS_VANGUARD: bool = false;
    /// Where the men stand at the start.
    const START: ByColor<Bitboard>;
    /// Where a man that ends its move becomes a king.
    const PROMOTION: ByColor<Bitboard>;

    /// The options of this game that positions carry with them.
    type Options: Copy + Debug + Default + Eq + Hash + Send + Sync;
    /// What protects pieces from capture, as the last move left it.
    type Guard: Copy + Debug + Default + Eq + Hash + Send + Sync;
    /// What a position of this game remembers for its draw limits.
    type State: Copy + Debug + Default + Eq + Hash + Send + Sync;

    /// Takes from all options those of this game.
    #[must_use]
    fn options(_all: &RuleOptions) -> Self::Options {
        Self::Options::default()
    }

    /// The options without the limits by which games are drawn.
    #[must_use]
    fn without_draw_limits(options: Self::Options) -> Self::Options {
        options
    }

    /// The options without the limits by which games are drawn, as one word that can name a file.
    #[must_use]
    fn options_name(_options: &Self::Options) -> String {
        Halt::None.name().to_owned()
    }

    /// The guard in a position set up by hand.
    ///
    /// # Errors
    ///
    /// If the setup asks for something that this game does not have, or that cannot be.
    fn initial_guard(setup: &Setup, _board: &Board) -> Result<Self::Guard, SetupError> {
        setup.without_vanguard::<Self>()?;
        Ok(Self::Guard::default())
    }

    /// The guard after a move that ended on the cell `to` and led to the board `after`.
    #[inline(always)]
    #[must_use]
    fn next_guard(_to: Bitboard, _after: &Board) -> Self::Guard {
        Self::Guard::default()
    }

    /// The part of the guard in the hash key.
    #[inline]
    fn guard_key(_guard: Self::Guard) -> u64 {
        0
    }

    /// The man that made the last move, in the game in which that matters.
    #[inline]
    fn vanguard(_guard: Self::Guard) -> Option<Square> {
        None
    }

    /// Those of the pieces `enemy` that men of `us` may jump over in the capture direction of index
    /// `direction`; `first` tells the first jump of a move.
    #[inline(always)]
    fn jumpable(
        enemy: Bitboard,
        _us: Color,
        _guard: Self::Guard,
        _options: Self::Options,
        _direction: usize,
        _first: bool,
    ) -> Bitboard {
        enemy
    }

    /// The state of a position set up by hand, so many plies after a man moved or a piece was
    /// captured.
    #[must_use]
    fn initial_state(_board: &Board, _quiet_plies: u16) -> Self::State {
        Self::State::default()
    }

    /// The state after a move that led to the board `after`; `progress` tells a capture or a
    /// promotion.
    #[inline]
    fn next_state(_before: Self::State, _after: &Board, _progress: bool) -> Self::State {
        Self::State::default()
    }

    /// Whether a king must halt right behind the last piece of a capture.
    #[inline]
    fn must_halt(_options: &Self::Options, _trail: CaptureTrail) -> bool {
        false
    }

    /// The limit, if any, by which the game is drawn in this position.
    #[inline]
    fn draw_limit(_position: &Position<Self>) -> Option<DrawReason> {
        None
    }

    /// How many plies can be played before a draw limit ends the game, if only kings move and nothing is captured.
    #[inline]
    fn plies_to_draw_limit(_position: &Position<Self>) -> u16 {
        u16::MAX
    }

    /// A key that tells apart positions which differ in how near a draw limit is, once that
    /// matters; part of the search's key, not of the position's.
    #[inline]
    fn limit_key(_position: &Position<Self>) -> u64 {
        0
    }
}
