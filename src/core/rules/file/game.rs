//! The game whose rules are data.

use std::fmt;
use std::marker::PhantomData;

use coupturc_gamefile::Vanguard;

use super::extra::FileExtra;
use super::limits::{FileLimit, FileLimits};
use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::board::Board;
use crate::rules::capturing::{CaptureOrder, InPassing, Removal, WithoutMove};
use crate::rules::color::{ByColor, Color};
use crate::rules::extra::ExtraState;
use crate::rules::game::Game;
use crate::rules::games::ending_of_two;
use crate::rules::generate::slides;
use crate::rules::geometry::Geometry;
use crate::rules::moves::Move;
use crate::rules::options::{CaptureTrail, DrawRule, Halt, KingAgainstMan, RuleOptions};
use crate::rules::outcome::Outcome;
use crate::rules::piece::Kind;
use crate::rules::placement::Placement;
use crate::rules::rule_set::Rules;
use crate::rules::variant::Variant;
use crate::rules::word::Word;

/// The rules of a file in the form that move generation reads: what the constants and hooks of [`Game`] are for the
/// games of the list.
#[derive(Debug)]
pub(in crate::rules) struct FileRules {
    pub(super) geometry: &'static Geometry,
    /// The directions in which any piece of any player captures, opposites side by side.
    pub(super) captures: &'static [Direction],
    pub(super) king_steps: ByColor<&'static [Direction]>,
    pub(super) man_steps: ByColor<&'static [Direction]>,
    /// The steps of men that other steps of men undo, one of them or several together.
    pub(super) sideways: &'static [Direction],
    pub(super) has_linear_moves: bool,
    pub(super) capture_order: CaptureOrder,
    pub(super) removal: Removal,
    pub(super) in_passing: InPassing,
    pub(super) promotion: ByColor<Bitboard>,
    /// The cells over which men jump onto promotion cells.
    pub(super) crowning: ByColor<Bitboard>,
    pub(super) without_move: WithoutMove,
    pub(super) first_king_wins: bool,
    pub(super) repetitions: usize,
    pub(super) kings_fly: bool,
    pub(super) kings_land_anywhere: bool,
    pub(super) turns_back: bool,
    pub(super) of_men: Prey,
    pub(super) of_kings: Prey,
    /// The capture directions that lead towards each player's own side.
    pub(super) backward: ByColor<Indices>,
    pub(super) vanguard: Vanguard,
    pub(super) halt: Halt,
    /// The extra state at the start.
    pub(super) extra: FileExtra,
    pub(super) king_against_man: KingAgainstMan,
    /// Whether one king each is a draw.
    pub(super) kings_draw: bool,
    pub(super) limits: &'static [FileLimit],
}

impl FileRules {
    /// The directions in which the men of a player capture.
    pub(in crate::rules) fn man_captures(&self, color: Color) -> Indices {
        self.of_men.directions[color]
    }

    /// The directions in which the kings of a player capture.
    pub(in crate::rules) fn king_captures(&self, color: Color) -> Indices {
        self.of_kings.directions[color]
    }
}

/// What pieces of one kind capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prey {
    pub(super) directions: ByColor<Indices>,
    pub(super) takes_kings: bool,
}

impl Prey {
    /// The pieces of `enemy` that pieces of `us` capture in a direction.
    #[inline(always)]
    fn of<W: Word>(self, enemy: Bitboard<W>, us: Color, board: &Board<W>, direction: usize) -> Bitboard<W> {
        match (self.directions[us].has(direction), self.takes_kings) {
            (false, _) => Bitboard::EMPTY,
            (true, true) => enemy,
            (true, false) => board.without_kings(enemy),
        }
    }
}

/// A set of indices of capture directions.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::rules) struct Indices(pub(super) u8);

impl Indices {
    #[inline(always)]
    pub(in crate::rules) fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
}

/// The rules of a file, and whether its draw limits end games.
#[derive(Clone, Copy)]
pub struct FileOptions {
    rules: &'static Rules,
    file: &'static FileRules,
    draw_rule: DrawRule,
}

impl FileOptions {
    /// The options of a game under its rules; `None` if they do not come from a file.
    fn of(rules: &'static Rules, all: &RuleOptions) -> Option<Self> {
        let file = rules.file?;
        // A game without limits has no such option.
        let draw_rule = if file.limits.is_empty() { DrawRule::Repetition } else { all.draw_rule };
        Some(Self { rules, file, draw_rule })
    }
}

impl PartialEq for FileOptions {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.file, other.file) && self.draw_rule == other.draw_rule
    }
}

impl Eq for FileOptions {}

impl std::hash::Hash for FileOptions {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.rules.name, self.draw_rule).hash(state);
    }
}

impl fmt::Debug for FileOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} under {}", self.rules.name, self.draw_rule)
    }
}

impl Default for FileOptions {
    /// International Draughts, by its embedded file.
    fn default() -> Self {
        let file = coupturc_gamefile::Rules::embedded(Variant::International.name());
        let rules = file.and_then(|file| super::compile(&file).ok());
        rules.and_then(|rules| Self::of(rules, &RuleOptions::default())).unwrap_or_else(|| unreachable!())
    }
}

/// The game whose rules are in its options. It has no constants: code that asks for one does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileGame<W>(PhantomData<W>);

impl<W: Word> Game for FileGame<W> {
    type Word = W;
    const VARIANT: Variant = panic!("a game from a file is no variant: ask variant()");
    const TITLE: &'static str = panic!("the title of a game from a file is in rules()");
    const GEOMETRY: &'static Geometry = panic!("the board of a game from a file is geometry()");
    // Empty lists tell `for_each_direction` to ask the functions.
    const CAPTURES: &'static [Direction] = &[];
    const KING_STEPS: &'static [Direction] = &[];
    const MAN_STEPS: ByColor<&'static [Direction]> = ByColor::new(&[], &[]);
    const CAPTURE_ORDER: CaptureOrder = panic!("the order of a game from a file is capture_order()");
    const REMOVAL: Removal = panic!("the removal of a game from a file is removal()");
    const WITHOUT_MOVE: WithoutMove = panic!("the rule of a game from a file is without_move()");
    const FIRST_KING_WINS: bool = panic!("the rule of a game from a file is first_king_wins()");
    const START: ByColor<Bitboard> = panic!("the start of a game from a file is in rules()");
    const PROMOTION: ByColor<Bitboard> = panic!("the cells of a game from a file are promotion()");
    const RULES: &'static Rules = panic!("the rules of a game from a file are rules()");

    type Options = FileOptions;
    type Extra = FileExtra<W>;
    type Limits = FileLimits;

    fn variant() -> Option<Variant> {
        None
    }

    /// For rules that do not come from a file, those of International Draughts do.
    fn options_under(rules: &'static Rules, all: &RuleOptions) -> FileOptions {
        debug_assert!(rules.file.is_some(), "{rules} does not come from a file");
        FileOptions::of(rules, all).unwrap_or_default()
    }

    fn without_draw_limits(options: FileOptions) -> FileOptions {
        FileOptions { draw_rule: DrawRule::Repetition, ..options }
    }

    #[inline(always)]
    fn draw_rule(options: &FileOptions) -> DrawRule {
        options.draw_rule
    }

    #[inline(always)]
    fn rules(options: &FileOptions) -> &'static Rules {
        options.rules
    }

    #[inline(always)]
    fn geometry(options: &FileOptions) -> &'static Geometry {
        options.file.geometry
    }

    #[inline(always)]
    fn captures(options: &FileOptions) -> &'static [Direction] {
        options.file.captures
    }

    #[inline(always)]
    fn king_steps(options: &FileOptions, us: Color) -> &'static [Direction] {
        options.file.king_steps[us]
    }

    #[inline(always)]
    fn man_steps(options: &FileOptions) -> &'static ByColor<&'static [Direction]> {
        &options.file.man_steps
    }

    #[inline(always)]
    fn has_linear_moves(options: &FileOptions) -> bool {
        options.file.has_linear_moves
    }

    #[inline(always)]
    fn capture_order(options: &FileOptions) -> CaptureOrder {
        options.file.capture_order
    }

    #[inline(always)]
    fn removal(options: &FileOptions) -> Removal {
        options.file.removal
    }

    #[inline(always)]
    fn in_passing(options: &FileOptions) -> InPassing {
        options.file.in_passing
    }

    #[inline(always)]
    fn promotion(options: &FileOptions, us: Color) -> Bitboard<W> {
        options.file.promotion[us].narrow()
    }

    #[inline(always)]
    fn without_move(options: &FileOptions) -> WithoutMove {
        options.file.without_move
    }

    #[inline(always)]
    fn first_king_wins(options: &FileOptions) -> bool {
        options.file.first_king_wins
    }

    #[inline(always)]
    fn repetitions(options: &FileOptions) -> usize {
        options.file.repetitions
    }

    fn first_extra(options: &FileOptions) -> FileExtra<W> {
        options.file.extra.narrow()
    }

    fn extra_of(options: &FileOptions, state: ExtraState) -> Option<FileExtra<W>> {
        options.file.extra.narrow().with(state)
    }

    fn first_limits(options: &FileOptions, board: &Board<W>, quiet_plies: u16) -> FileLimits {
        FileLimits::new(options.file.limits, board, quiet_plies)
    }

    #[inline(always)]
    fn kings_fly(options: &FileOptions) -> bool {
        options.file.kings_fly
    }

    #[inline(always)]
    fn kings_land_anywhere(options: &FileOptions) -> bool {
        options.file.kings_land_anywhere
    }

    #[inline(always)]
    fn turns_back(options: &FileOptions) -> bool {
        options.file.turns_back
    }

    #[inline(always)]
    fn jumpable(
        enemy: Bitboard<W>,
        us: Color,
        board: &Board<W>,
        extra: FileExtra<W>,
        options: &FileOptions,
        direction: usize,
        first: bool,
    ) -> Bitboard<W> {
        let rules = options.file;
        let prey = rules.of_men.of(enemy, us, board, direction);
        let is_guarded = match rules.vanguard {
            Vanguard::None => false,
            Vanguard::First => first && rules.backward[us].has(direction),
            Vanguard::Whole => rules.backward[us].has(direction),
        };
        if is_guarded { prey & !extra.vanguard() } else { prey }
    }

    #[inline(always)]
    fn prey_of_kings(
        enemy: Bitboard<W>,
        us: Color,
        board: &Board<W>,
        options: &FileOptions,
        direction: usize,
    ) -> Bitboard<W> {
        options.file.of_kings.of(enemy, us, board, direction)
    }

    #[inline(always)]
    fn was_crowned(board: &Board<W>, us: Color, mv: Move<W>, options: &FileOptions) -> bool {
        options.file.in_passing == InPassing::GoesOn
            && (mv.captured() & options.file.crowning[us].narrow()).any()
            && board.kind(mv.from()) == Kind::Man
            && Route { rules: options.file, board, us, mv }.leads_over_promotion()
    }

    #[inline(always)]
    fn is_reversible(kind: Kind, mv: Move<W>, options: &FileOptions) -> bool {
        let rules = options.file;
        let is_back_and_forth = || {
            // A man that jumps over a line is not undone by one step; it is rare enough to be taken for reversible.
            let steps = |&direction: &Direction| mv.from().bitboard::<W>().step(direction).contains(mv.to());
            !rules.sideways.is_empty() && (rules.has_linear_moves || rules.sideways.iter().any(steps))
        };
        !mv.is_capture() && (kind == Kind::King || is_back_and_forth())
    }

    #[inline(always)]
    fn ending(board: &Board<W>, side: Color, options: &FileOptions) -> Option<Outcome> {
        let FileRules { king_against_man, kings_draw, .. } = *options.file;
        let is_one_each = || Color::ALL.into_iter().all(|color| board.pieces(color).is_single());
        if (king_against_man == KingAgainstMan::Play && !kings_draw) || !is_one_each() {
            return None;
        }
        let placement = Placement::<Self> { board: *board, side, extra: FileExtra::None, options: *options };
        if placement.could_capture(side) { None } else { ending_of_two(board, king_against_man, kings_draw) }
    }

    #[inline(always)]
    fn must_halt(options: &FileOptions, trail: CaptureTrail) -> bool {
        options.file.halt.binds(trail)
    }
}

/// The routes of a capture by a man of `us`, in a game in which men go on as kings.
struct Route<'a, W> {
    rules: &'static FileRules,
    board: &'a Board<W>,
    us: Color,
    mv: Move<W>,
}

impl<W: Word> Route<'_, W> {
    /// Whether the man has become a king on one of them before the move is over.
    fn leads_over_promotion(&self) -> bool {
        self.follow(self.mv.from().bitboard(), None, false, self.mv.captured())
    }

    /// Whether a king, or a man on its way to become one, can take all of `left` from one of `cells` and then be on the
    /// last cell.
    fn follow(&self, cells: Bitboard<W>, came: Option<usize>, is_king: bool, left: Bitboard<W>) -> bool {
        let Self { rules, board, us, mv } = *self;
        if left.is_empty() {
            return is_king && cells.contains(mv.to());
        }
        let taken = if rules.removal == Removal::AtOnce { mv.captured() & !left } else { Bitboard::EMPTY };
        let empty = (rules.geometry.board().narrow() & !board.occupied()) | mv.from().bitboard() | taken;
        let prey = if is_king { rules.of_kings } else { rules.of_men };
        rules.captures.iter().enumerate().any(|(index, &direction)| {
            if came == Some(index ^ 1) && !rules.turns_back {
                return false;
            }
            let flies = is_king && rules.kings_fly;
            let from = if flies { cells | slides(cells, direction, empty) } else { cells };
            let over = from.step_onto(direction, prey.of(left, us, board, index));
            over.step_onto(direction, empty).into_iter().any(|landing| {
                let (over, landing) = (direction.source(landing).bitboard(), landing.bitboard());
                let slid = if flies && rules.kings_land_anywhere {
                    slides(landing, direction, empty)
                } else {
                    Bitboard::EMPTY
                };
                let is_king = is_king || (landing & rules.promotion[us].narrow()).any();
                self.follow(landing | slid, Some(index), is_king, left & !over)
            })
        })
    }
}
