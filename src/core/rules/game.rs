//! The rules of a game: constants, the same rules as functions, and hooks for the rules that few games have.

use std::fmt::Debug;
use std::hash::Hash;

use super::bitboard::{Bitboard, Direction};
use super::board::Board;
use super::capturing::{CaptureOrder, InPassing, Removal, WithoutMove};
use super::color::{ByColor, Color};
use super::extra::{Extra, ExtraState};
use super::geometry::Geometry;
use super::limits::DrawLimits;
use super::moves::Move;
use super::options::{CaptureTrail, DrawRule, Halt, RuleOptions};
use super::outcome::Outcome;
use super::piece::Kind;
use super::rule_set::Rules;
use super::variant::Variant;
use super::word::Word;

/// Copies the board, the steps of the pieces and the starting position of another game. The cells may have other names.
macro_rules! like {
    ($game:ident) => {
        like!($game, $game::GEOMETRY);
    };
    ($game:ident, $geometry:expr) => {
        const GEOMETRY: &'static Geometry = $geometry;
        const CAPTURES: &'static [Direction] = $game::CAPTURES;
        const KING_STEPS: &'static [Direction] = $game::KING_STEPS;
        const MAN_STEPS: ByColor<&'static [Direction]> = $game::MAN_STEPS;
        const START: ByColor<Bitboard> = $game::START;
        const PROMOTION: ByColor<Bitboard> = $game::PROMOTION;
    };
}
pub(in crate::rules) use like;

/// The options of a game whose only option is the draw rule.
macro_rules! only_option_is_draw_rule {
    () => {
        /// Whether the limits end games.
        type Options = DrawRule;

        fn options(all: &RuleOptions) -> DrawRule {
            all.draw_rule
        }

        fn without_draw_limits(_: DrawRule) -> DrawRule {
            DrawRule::Repetition
        }

        #[inline]
        fn draw_rule(options: &DrawRule) -> DrawRule {
            *options
        }
    };
}
pub(in crate::rules) use only_option_is_draw_rule;

/// The rules of a game, as a type that holds no data.
///
/// Positions, generation, evaluation and search are generic over this trait and compiled once per game, so that no rule
/// is looked up at run time. Every hook has a default that costs nothing in the games without that rule.
///
/// Code that moves pieces asks the functions, which are given the options of the game. By default they return the
/// constants. [`FileGame`](super::FileGame), whose rules are data, has no constants, and looks everything up in
/// its options.
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The word that sets of cells are kept in; the constants keep them in the widest one.
    type Word: Word;

    /// The name of the game among all games.
    const VARIANT: Variant;
    /// The title of the game, for display.
    const TITLE: &'static str;
    /// The board, which other games may share.
    const GEOMETRY: &'static Geometry;
    /// The directions of captures, each next to its opposite: `i ^ 1` is opposite to `i`.
    const CAPTURES: &'static [Direction];
    /// The directions in which kings move without capturing.
    const KING_STEPS: &'static [Direction];
    /// The directions in which men move without capturing.
    const MAN_STEPS: ByColor<&'static [Direction]>;
    /// Whether a man may also jump over an unbroken line of men of its side (Dameo).
    const LINEAR_MOVES: bool = false;
    /// Which captures are legal if there are several.
    const CAPTURE_ORDER: CaptureOrder = CaptureOrder::MostPieces;
    /// When captured pieces leave the board.
    const REMOVAL: Removal = Removal::AtTheEnd;
    /// The cells whose pieces a man of each player can capture only by jumping onto a promotion cell, in games in which
    /// a man that lands there during a capture goes on as a king; empty if promotion waits for the end of the move.
    const CROWNING: ByColor<Bitboard> = ByColor::new(Bitboard::EMPTY, Bitboard::EMPTY);
    /// The result for a player who is to move and has no legal move.
    const WITHOUT_MOVE: WithoutMove = WithoutMove::Loses;
    /// Whether the first king wins the game.
    const FIRST_KING_WINS: bool = false;
    /// Where the men stand at the start.
    const START: ByColor<Bitboard>;
    /// The cells on which a man becomes a king if its move ends there.
    const PROMOTION: ByColor<Bitboard>;

    /// The options of this game, stored in its positions. Those of a game from a file hold its rules.
    type Options: Copy + Debug + Default + Eq + Hash + Send + Sync;
    /// The extra state that legal moves depend on; `()` in most games.
    type Extra: Extra<Self::Word>;
    /// The counts for the draw limits; `()` if there are none.
    type Limits: DrawLimits;

    /// These rules as a value, for code that is compiled once rather than for each game.
    const RULES: &'static Rules = &Rules::of::<Self>();

    /// Which game of the list it is; none if its rules come from a file.
    #[inline(always)]
    #[must_use]
    fn variant() -> Option<Variant> {
        Some(Self::VARIANT)
    }

    /// Picks the options of this game from all options.
    #[must_use]
    fn options(_all: &RuleOptions) -> Self::Options {
        Self::Options::default()
    }

    /// Picks the options of the game with these rules from all options.
    #[must_use]
    fn options_under(_rules: &'static Rules, all: &RuleOptions) -> Self::Options {
        Self::options(all)
    }

    /// Returns `options` without draw limits.
    #[must_use]
    fn without_draw_limits(options: Self::Options) -> Self::Options {
        options
    }

    /// The options except draw limits, as one word that can be part of a file name.
    #[must_use]
    fn options_name(_options: &Self::Options) -> String {
        Halt::None.name().to_owned()
    }

    /// The draw rule in force; repetition only, in a game without draw limits.
    #[inline]
    #[must_use]
    fn draw_rule(_options: &Self::Options) -> DrawRule {
        DrawRule::Repetition
    }

    /// [`RULES`](Self::RULES).
    #[inline(always)]
    #[must_use]
    fn rules(_options: &Self::Options) -> &'static Rules {
        Self::RULES
    }

    /// [`GEOMETRY`](Self::GEOMETRY).
    #[inline(always)]
    #[must_use]
    fn geometry(_options: &Self::Options) -> &'static Geometry {
        Self::GEOMETRY
    }

    /// [`CAPTURES`](Self::CAPTURES).
    #[inline(always)]
    #[must_use]
    fn captures(_options: &Self::Options) -> &'static [Direction] {
        Self::CAPTURES
    }

    /// The directions in which kings of `us` move without capturing.
    #[inline(always)]
    #[must_use]
    fn king_steps(_options: &Self::Options, _us: Color) -> &'static [Direction] {
        Self::KING_STEPS
    }

    /// [`MAN_STEPS`](Self::MAN_STEPS).
    #[inline(always)]
    #[must_use]
    fn man_steps(_options: &Self::Options) -> &'static ByColor<&'static [Direction]> {
        const { &Self::MAN_STEPS }
    }

    /// [`LINEAR_MOVES`](Self::LINEAR_MOVES).
    #[inline(always)]
    #[must_use]
    fn has_linear_moves(_options: &Self::Options) -> bool {
        Self::LINEAR_MOVES
    }

    /// [`CAPTURE_ORDER`](Self::CAPTURE_ORDER).
    #[inline(always)]
    #[must_use]
    fn capture_order(_options: &Self::Options) -> CaptureOrder {
        Self::CAPTURE_ORDER
    }

    /// [`REMOVAL`](Self::REMOVAL).
    #[inline(always)]
    #[must_use]
    fn removal(_options: &Self::Options) -> Removal {
        Self::REMOVAL
    }

    /// What happens to a man that lands on a promotion cell during a capture.
    #[inline(always)]
    #[must_use]
    fn in_passing(_options: &Self::Options) -> InPassing {
        let crowns = Color::ALL.into_iter().any(|us| Self::CROWNING[us].any());
        if crowns { InPassing::GoesOn } else { InPassing::Nothing }
    }

    /// [`PROMOTION`](Self::PROMOTION) of `us`.
    #[inline(always)]
    #[must_use]
    fn promotion(_options: &Self::Options, us: Color) -> Bitboard<Self::Word> {
        Self::PROMOTION[us].narrow()
    }

    /// [`WITHOUT_MOVE`](Self::WITHOUT_MOVE).
    #[inline(always)]
    #[must_use]
    fn without_move(_options: &Self::Options) -> WithoutMove {
        Self::WITHOUT_MOVE
    }

    /// [`FIRST_KING_WINS`](Self::FIRST_KING_WINS).
    #[inline(always)]
    #[must_use]
    fn first_king_wins(_options: &Self::Options) -> bool {
        Self::FIRST_KING_WINS
    }

    /// The number of times that a position must be on the board for a draw by repetition.
    #[inline(always)]
    #[must_use]
    fn repetitions(_options: &Self::Options) -> usize {
        3
    }

    /// The extra state at the start of a game.
    #[inline(always)]
    #[must_use]
    fn first_extra(_options: &Self::Options) -> Self::Extra {
        Self::Extra::default()
    }

    /// Converts extra state of any game to that of this game, or returns `None` if it belongs to another.
    #[must_use]
    fn extra_of(_options: &Self::Options, state: ExtraState) -> Option<Self::Extra> {
        Self::Extra::of_state(state)
    }

    /// The counts for the draw limits of a position set up by hand.
    #[must_use]
    fn first_limits(_options: &Self::Options, board: &Board<Self::Word>, quiet_plies: u16) -> Self::Limits {
        Self::Limits::starting(board, quiet_plies)
    }

    /// Whether kings move and capture over any distance, instead of one cell.
    #[inline(always)]
    #[must_use]
    fn kings_fly(_options: &Self::Options) -> bool {
        true
    }

    /// Whether a capturing king may land on any of the empty cells behind each captured piece, instead of right behind
    /// it.
    #[inline(always)]
    #[must_use]
    fn kings_land_anywhere(_options: &Self::Options) -> bool {
        true
    }

    /// Whether a capturing king may turn back between two jumps, if captured pieces leave immediately. If they stay,
    /// the last one is always in its way.
    #[inline(always)]
    #[must_use]
    fn turns_back(_options: &Self::Options) -> bool {
        false
    }

    /// The pieces of `enemy` that men of `us` may jump over in the capture direction of index
    /// `direction`; `first` marks the first jump of a move.
    #[inline(always)]
    #[must_use]
    fn jumpable(
        enemy: Bitboard<Self::Word>,
        _us: Color,
        _board: &Board<Self::Word>,
        _extra: Self::Extra,
        _options: &Self::Options,
        _direction: usize,
        _first: bool,
    ) -> Bitboard<Self::Word> {
        enemy
    }

    /// The pieces of `enemy` that kings of `us` may capture in the capture direction of index `direction`.
    #[inline(always)]
    #[must_use]
    fn prey_of_kings(
        enemy: Bitboard<Self::Word>,
        _us: Color,
        _board: &Board<Self::Word>,
        _options: &Self::Options,
        _direction: usize,
    ) -> Bitboard<Self::Word> {
        enemy
    }

    /// Whether a man of `us` has become a king in the course of the capture `mv`, before its end. `board` is the one
    /// before the move.
    #[inline(always)]
    #[must_use]
    fn was_crowned(
        _board: &Board<Self::Word>,
        us: Color,
        mv: Move<Self::Word>,
        _options: &Self::Options,
    ) -> bool {
        Self::CROWNING[us].any() && (mv.captured() & Self::CROWNING[us].narrow()).any()
    }

    /// Whether a move of a piece of this kind can be undone by further moves, so that earlier positions can repeat.
    #[inline(always)]
    #[must_use]
    fn is_reversible(kind: Kind, mv: Move<Self::Word>, _options: &Self::Options) -> bool {
        kind == Kind::King && !mv.is_capture()
    }

    /// The player who has won by getting the first king, if any. No move is legal then.
    #[inline(always)]
    #[must_use]
    fn first_crowned(board: &Board<Self::Word>, options: &Self::Options) -> Option<Color> {
        if !Self::first_king_wins(options) {
            return None;
        }
        Color::ALL.into_iter().find(|&color| board.kings(color).any())
    }

    /// The outcome with these pieces and `side` to move, if the game is over even though there are legal moves. Perft
    /// ignores it.
    #[inline(always)]
    #[must_use]
    fn ending(_board: &Board<Self::Word>, _side: Color, _options: &Self::Options) -> Option<Outcome> {
        None
    }

    /// Whether a king must stop directly behind the last captured piece.
    #[inline]
    #[must_use]
    fn must_halt(_options: &Self::Options, _trail: CaptureTrail) -> bool {
        false
    }
}
