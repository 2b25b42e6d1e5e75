//! The rules of a game as a value, for code that is compiled once rather than for each game.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::bitboard::{Bitboard, Direction};
use super::capturing::{Removal, WithoutMove};
use super::color::ByColor;
use super::erased::{AnyGame, AnyPosition};
use super::extra::ExtraKind;
use super::game::Game;
use super::geometry::Geometry;
use super::options::{RuleOption, RuleOptions};
use super::position::Position;
use super::record::Record;
use super::setup::{Setup, SetupError};
use super::variant::Variant;

/// The rules of a [`Game`] as a value, for code that does not generate moves, with constructors of its positions.
///
/// ```
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let rules = Variant::Hexdame.rules();
/// assert_eq!((rules.title, rules.geometry.len()), ("Hexdame", 61));
/// let mut game = rules.start(&RuleOptions::default());
/// game.play(game.legal_moves()[0])?;
/// assert_eq!(game.plies(), 1);
/// # Ok::<(), coupturc_core::rules::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    /// The name of the game in protocols: that of its [`Variant`], or of the file that its rules come from.
    pub name: &'static str,
    /// Which game of the list it is; none if its rules come from a file.
    pub variant: Option<Variant>,
    /// The title of the game, for display.
    pub title: &'static str,
    /// The board.
    pub geometry: &'static Geometry,
    /// Where the men stand at the start.
    pub men: ByColor<Bitboard>,
    /// The directions of captures, as in [`Game::CAPTURES`].
    pub captures: &'static [Direction],
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// The cells of the pieces that a man can capture only by jumping onto a promotion cell, as in [`Game::CROWNING`].
    pub crowning: ByColor<Bitboard>,
    /// The cells on which a man becomes a king if its move ends there.
    pub promotion: ByColor<Bitboard>,
    /// Whether the game ends with the first king.
    pub first_king_wins: bool,
    /// The result for a player without legal moves.
    pub without_move: WithoutMove,
    /// The kind of extra state.
    pub extra: ExtraKind,
    start: fn(&RuleOptions) -> Box<dyn AnyGame>,
    set_up: FromSetup<dyn AnyGame>,
    position: FromSetup<dyn AnyPosition>,
    differ: fn(&RuleOptions, &RuleOptions) -> bool,
}

/// Checks a setup and returns what it describes.
type FromSetup<T> = fn(&Setup, &RuleOptions) -> Result<Box<T>, SetupError>;

impl Rules {
    /// The rules of `G`.
    pub(super) const fn of<G: Game>() -> Self {
        Self {
            name: G::VARIANT.name(),
            variant: Some(G::VARIANT),
            title: G::TITLE,
            geometry: G::GEOMETRY,
            men: G::START,
            captures: G::CAPTURES,
            removal: G::REMOVAL,
            crowning: G::CROWNING,
            promotion: G::PROMOTION,
            first_king_wins: G::FIRST_KING_WINS,
            without_move: G::WITHOUT_MOVE,
            extra: <G::Extra as super::Extra>::KIND,
            start: |options| Box::new(Record::new(Position::<G>::start_with(options))),
            set_up: |setup, options| Ok(Box::new(Record::<G>::from_setup(setup, options)?)),
            position: |setup, options| Ok(Box::new(Position::<G>::from_setup(setup, options)?)),
            differ: |one, other| G::options(one) != G::options(other),
        }
    }

    /// A game from the starting position.
    #[must_use]
    pub fn start(&'static self, options: &RuleOptions) -> Box<dyn AnyGame> {
        (self.start)(options)
    }

    /// A game that starts from the position that `setup` describes.
    ///
    /// # Errors
    ///
    /// As for [`Position::from_setup`].
    pub fn set_up(
        &'static self,
        setup: &Setup,
        options: &RuleOptions,
    ) -> Result<Box<dyn AnyGame>, SetupError> {
        (self.set_up)(setup, options)
    }

    /// The position that `setup` describes.
    ///
    /// # Errors
    ///
    /// As for [`Position::from_setup`].
    pub fn position(
        &'static self,
        setup: &Setup,
        options: &RuleOptions,
    ) -> Result<Box<dyn AnyPosition>, SetupError> {
        (self.position)(setup, options)
    }

    /// Whether the game differs under the two sets of options.
    #[must_use]
    pub fn differ(&self, one: &RuleOptions, other: &RuleOptions) -> bool {
        (self.differ)(one, other)
    }

    /// Whether the game has this option.
    #[must_use]
    pub fn has(&self, option: &'static RuleOption) -> bool {
        let usual = RuleOptions::default();
        option.each(usual).any(|changed| self.differ(&changed, &usual))
    }

    /// The options that the game has.
    pub fn options(&self) -> impl Iterator<Item = &'static RuleOption> {
        RuleOption::ALL.iter().filter(|option| self.has(option))
    }
}

/// Rules are equal if they are those of the same game of the list, or come from the same file.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.variant == other.variant && (self.variant.is_some() || std::ptr::eq(self, other))
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// The name of the game.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
