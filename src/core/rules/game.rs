//! The rules of a game: constants, and hooks for the rules that few games have.

use std::fmt::Debug;
use std::hash::Hash;

use super::bitboard::{Bitboard, Direction};
use super::board::Board;
use super::capturing::{CaptureOrder, Removal, WithoutMove};
use super::color::{ByColor, Color};
use super::extra::Extra;
use super::geometry::Geometry;
use super::limits::DrawLimits;
use super::moves::Move;
use super::options::{CaptureTrail, DrawRule, Halt, RuleOptions};
use super::outcome::Outcome;
use super::piece::Kind;
use super::rule_set::Rules;
use super::variant::Variant;

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
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
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

    /// The options of this game, stored in its positions.
    type Options: Copy + Debug + Default + Eq + Hash + Send + Sync;
    /// The extra state that legal moves depend on; `()` in most games.
    type Extra: Extra;
    /// The counts for the draw limits; `()` if there are none.
    type Limits: DrawLimits;

    /// These rules as a value, for code that is compiled once rather than for each game.
    const RULES: &'static Rules = &Rules::of::<Self>();

    /// Picks the options of this game from all options.
    #[must_use]
    fn options(_all: &RuleOptions) -> Self::Options {
        Self::Options::default()
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

    /// The pieces of `enemy` that men of `us` may jump over in the capture direction of index
    /// `direction`; `first` marks the first jump of a move.
    #[inline(always)]
    #[must_use]
    fn jumpable(
        enemy: Bitboard,
        _us: Color,
        _extra: Self::Extra,
        _options: Self::Options,
        _direction: usize,
        _first: bool,
    ) -> Bitboard {
        enemy
    }

    /// Whether a move of a piece of this kind can be undone by further moves, so that earlier positions can repeat.
    #[inline(always)]
    #[must_use]
    fn is_reversible(kind: Kind, mv: Move) -> bool {
        kind == Kind::King && !mv.is_capture()
    }

    /// The player who has won by getting the first king, if any. No move is legal then.
    #[inline(always)]
    #[must_use]
    fn first_crowned(board: &Board) -> Option<Color> {
        if !Self::FIRST_KING_WINS {
            return None;
        }
        Color::ALL.into_iter().find(|&color| board.kings(color).any())
    }

    /// The outcome with these pieces and `side` to move, if the game is over even though there are legal moves. Perft
    /// ignores it.
    #[inline(always)]
    #[must_use]
    fn ending(_board: &Board, _side: Color, _options: &Self::Options) -> Option<Outcome> {
        None
    }

    /// Whether a king must stop directly behind the last captured piece.
    #[inline]
    #[must_use]
    fn must_halt(_options: &Self::Options, _trail: CaptureTrail) -> bool {
        false
    }
}
