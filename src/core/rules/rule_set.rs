//! The rules of a game as a value, for code that is compiled once rather than for each game.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::bitboard::{Bitboard, Direction, MOST_BITS, Square};
use super::capturing::{Removal, WithoutMove};
use super::color::{ByColor, Color};
use super::erased::{AnyGame, AnyPosition};
use super::extra::ExtraKind;
use super::file::{FileRules, Indices};
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
    /// Where kings stand at the start; in the games of the list, nowhere.
    pub kings: ByColor<Bitboard>,
    /// The player who moves first.
    pub begins: Color,
    /// The directions of captures, as in [`Game::CAPTURES`].
    pub captures: &'static [Direction],
    /// The directions in which the kings of each player move without capturing.
    pub king_steps: ByColor<&'static [Direction]>,
    /// The directions in which the men of each player move without capturing.
    pub man_steps: ByColor<&'static [Direction]>,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// The cells of the pieces that a man can capture only by jumping onto a promotion cell, as in [`Game::CROWNING`].
    pub crowning: ByColor<Bitboard>,
    /// The cells on which a man becomes a king if its move ends there.
    pub promotion: ByColor<Bitboard>,
    /// The number of steps to promotion on an empty board, for a man of each side on the cell of each bit; 0 where it
    /// cannot get there.
    pub steps_to_promotion: ByColor<[u8; MOST_BITS]>,
    /// Whether the game ends with the first king.
    pub first_king_wins: bool,
    /// The result for a player without legal moves.
    pub without_move: WithoutMove,
    /// The kind of extra state.
    pub extra: ExtraKind,
    /// A checksum of what decides the moves and the winner, if the rules come from a file.
    pub(super) digest: Option<u64>,
    /// What only a game from a file has.
    pub(super) file: Option<&'static FileRules>,
    pub(super) makers: Makers,
}

/// The constructors of a game, compiled for each.
#[derive(Debug)]
pub(super) struct Makers {
    start: fn(&'static Rules, &RuleOptions) -> Box<dyn AnyGame>,
    set_up: FromSetup<dyn AnyGame>,
    position: FromSetup<dyn AnyPosition>,
    differ: fn(&'static Rules, &RuleOptions, &RuleOptions) -> bool,
}

/// Checks a setup and returns what it describes.
type FromSetup<T> = fn(&'static Rules, &Setup, &RuleOptions) -> Result<Box<T>, SetupError>;

impl Makers {
    pub(super) const fn of<G: Game>() -> Self {
        Self {
            start: |rules, options| {
                Box::new(Record::new(Position::<G>::start_under(G::options_under(rules, options))))
            },
            set_up: |rules, setup, options| {
                Ok(Box::new(Record::<G>::from_setup_under(setup, G::options_under(rules, options))?))
            },
            position: |rules, setup, options| {
                Ok(Box::new(Position::<G>::from_setup_under(setup, G::options_under(rules, options))?))
            },
            differ: |rules, one, other| G::options_under(rules, one) != G::options_under(rules, other),
        }
    }
}

impl Rules {
    /// The rules of `G`.
    pub(super) const fn of<G: Game>() -> Self {
        Self {
            name: G::VARIANT.name(),
            variant: Some(G::VARIANT),
            title: G::TITLE,
            geometry: G::GEOMETRY,
            men: G::START,
            kings: ByColor::new(Bitboard::EMPTY, Bitboard::EMPTY),
            begins: Color::White,
            captures: G::CAPTURES,
            king_steps: ByColor::new(G::KING_STEPS, G::KING_STEPS),
            man_steps: G::MAN_STEPS,
            removal: G::REMOVAL,
            crowning: G::CROWNING,
            promotion: G::PROMOTION,
            steps_to_promotion: steps_to_promotion(G::GEOMETRY, &G::MAN_STEPS, &G::PROMOTION),
            first_king_wins: G::FIRST_KING_WINS,
            without_move: G::WITHOUT_MOVE,
            extra: <G::Extra as super::Extra<G::Word>>::KIND,
            digest: None,
            file: None,
            makers: Makers::of::<G>(),
        }
    }

    /// The directions in which the men of a player capture.
    #[must_use]
    pub fn man_captures(&self, color: Color) -> Vec<Direction> {
        self.captures_of(|file| file.man_captures(color))
    }

    /// The directions in which the kings of a player capture.
    #[must_use]
    pub fn king_captures(&self, color: Color) -> Vec<Direction> {
        self.captures_of(|file| file.king_captures(color))
    }

    /// All directions of captures, or those whose indices a file has for some pieces.
    fn captures_of(&self, indices: impl Fn(&FileRules) -> Indices) -> Vec<Direction> {
        let captures = self.captures.iter().copied().enumerate();
        let of_pieces = self.file.map(indices);
        let is_of_pieces = |index| of_pieces.is_none_or(|indices| indices.has(index));
        captures.filter(|&(index, _)| is_of_pieces(index)).map(|(_, direction)| direction).collect()
    }

    /// What the files are known by that are written for the game, such as nets and endgame tables: the name of a game
    /// of the list, filled up with zeros, or a checksum of the rules of a file as hexadecimal digits. It does not
    /// change with what moves do not depend on: titles, names of cells, draws.
    #[must_use]
    pub const fn id(&self) -> [u8; 16] {
        let (mut id, mut i) = ([0; 16], 0);
        let Some(digest) = self.digest else {
            let name = self.name.as_bytes();
            while i < name.len() {
                id[i] = name[i];
                i += 1;
            }
            return id;
        };
        while i < id.len() {
            id[i] = b"0123456789abcdef"[(digest >> (60 - 4 * i)) as usize & 15];
            i += 1;
        }
        id
    }

    /// The name of the game in the names of such files: with the [id](Self::id) if its rules come from a file.
    #[must_use]
    pub fn file_name(&self) -> String {
        match self.digest {
            Some(digest) => format!("{}-{digest:016x}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Whether files that are written for this game are good for the other.
    #[must_use]
    pub fn plays_like(&self, other: &Self) -> bool {
        self.id() == other.id()
    }

    /// A game from the starting position.
    #[must_use]
    pub fn start(&'static self, options: &RuleOptions) -> Box<dyn AnyGame> {
        (self.makers.start)(self, options)
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
        (self.makers.set_up)(self, setup, options)
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
        (self.makers.position)(self, setup, options)
    }

    /// Whether the game differs under the two sets of options.
    #[must_use]
    pub fn differ(&'static self, one: &RuleOptions, other: &RuleOptions) -> bool {
        (self.makers.differ)(self, one, other)
    }

    /// Whether the game has this option.
    #[must_use]
    pub fn has(&'static self, option: &'static RuleOption) -> bool {
        let usual = RuleOptions::default();
        option.each(usual).any(|changed| self.differ(&changed, &usual))
    }

    /// The options that the game has.
    pub fn options(&'static self) -> impl Iterator<Item = &'static RuleOption> {
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

/// The number of steps to promotion on an empty board, for a man of each side on the cell of each bit.
pub(super) const fn steps_to_promotion(
    geometry: &Geometry,
    man_steps: &ByColor<&'static [Direction]>,
    promotion: &ByColor<Bitboard>,
) -> ByColor<[u8; MOST_BITS]> {
    ByColor::new(
        steps_to(geometry, man_steps.white(), *promotion.white()),
        steps_to(geometry, man_steps.black(), *promotion.black()),
    )
}

const fn steps_to(geometry: &Geometry, directions: &[Direction], goal: Bitboard) -> [u8; MOST_BITS] {
    let board = geometry.board();
    let (mut steps, mut far, mut reached) = ([0; MOST_BITS], 0, goal);
    loop {
        far += 1;
        let (mut square, before) = (0, reached);
        while square < MOST_BITS {
            let cell = Square::new(square as u8).wide_bitboard();
            let mut i = 0;
            while i < directions.len() {
                let is_new = board.overlaps(cell) && !reached.overlaps(cell);
                if is_new && directions[i].step_of(cell).overlaps(before) {
                    reached = reached.union(cell);
                    steps[square] = far;
                }
                i += 1;
            }
            square += 1;
        }
        if reached.is(before) {
            return steps;
        }
    }
}
