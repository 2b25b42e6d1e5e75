//! Captures. Single jumps of men are found for all men at once; longer routes, and those of kings, are followed one by
//! one. Only captures of the highest rank are kept.

use super::jumps::Jumps;
use super::kings;
use super::thorough;
use crate::rules::bitboard::{Bitboard, Direction, Square, for_each_direction};
use crate::rules::capturing::{CaptureOrder, InPassing, Removal};
use crate::rules::color::Color;
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::options::CaptureTrail;
use crate::rules::piece::Kind;
use crate::rules::placement::Placement;
use crate::rules::word::Word;

/// Adds the legal captures to `list`, which must be empty.
#[inline(always)]
pub(super) fn generate<G: Game>(placement: &Placement<G>, us: Color, list: &mut MoveList<G::Word>) {
    let empty = placement.empty();
    let first = Jumps::of(placement, us, empty, true);
    let men = placement.board.men(us) & first.anywhere();
    let kings = placement.board.kings(us);
    if men.any() || kings.any() {
        search(placement, list);
    }
}

/// Whether `us` could capture if it were to move.
#[inline(always)]
pub(super) fn exist<G: Game>(placement: &Placement<G>, us: Color) -> bool {
    let empty = placement.empty();
    let men = Jumps::of(placement, us, empty, true).anywhere() & placement.board.men(us);
    let kings = placement.board.kings(us);
    men.any() || (kings.any() && kings::can_capture(placement, us, kings, placement.board.pieces(!us), empty))
}

/// Adds the legal captures to `list`, which must be empty. Kept out of line, because most positions have none.
#[inline(never)]
pub(super) fn search<G: Game>(placement: &Placement<G>, list: &mut MoveList<G::Word>) {
    let (us, empty) = (placement.side, placement.empty());
    let kings = placement.board.kings(us);
    let first = Jumps::of(placement, us, empty, true);
    let mut search = CaptureSearch::new(placement, empty, list);
    search.men(placement.board.men(us), &first);
    if kings.any() {
        search.kings(kings);
    }
    let (repeats, steps) = (search.may_repeat(), search.steps);
    if has_fixed_jumps::<G>(&placement.options) && steps > MOST_STEPS {
        return thorough::search(placement, list);
    }
    if steps > MANY_STEPS {
        list.note_steps(steps);
    }
    if repeats {
        list.remove_duplicates();
    }
}

/// Whether the jumps from a cell stay the same during a capture, except over captured pieces: nothing leaves the board
/// and no man promotes before the move is over.
#[inline(always)]
pub(super) fn has_fixed_jumps<G: Game>(options: &G::Options) -> bool {
    G::removal(options) == Removal::AtTheEnd && G::in_passing(options) == InPassing::Nothing
}

/// Whether only the captures of the most pieces are legal and captured pieces stay on the board until the move is over,
/// as in most draughts games. Also true if the most valuable capture is compulsory and there are only men.
#[inline(always)]
pub(super) fn are_by_number<G: Game>(placement: &Placement<G>) -> bool {
    has_fixed_jumps::<G>(&placement.options)
        && match G::capture_order(&placement.options) {
            CaptureOrder::MostPieces => true,
            CaptureOrder::MostValuable { .. } => {
                Color::ALL.into_iter().all(|color| placement.board.kings(color).is_empty())
            }
            CaptureOrder::Any | CaptureOrder::ByCriteria(_) => false,
        }
}

/// Captures up to this length are so few that their steps are not counted.
const SHORT: u32 = 3;

/// The number of steps beyond short captures above which [`thorough::search`] is used. Fewer steps cost less than
/// remembering the states they reached. Hardly any position that arises in a game needs that many.
const MOST_STEPS: u32 = 2000;

/// The number of steps above which the list reports that it took a long time to fill.
const MANY_STEPS: u32 = 200;

/// A depth-first search for the captures of a placement. The search keeps the captures of the highest rank found so
/// far.
///
/// White is to move, with men on f6 and a3:
///
/// ```text
/// 8 . . . . . . . .
/// 7 . . b . b . . .
/// 6 . . . . . w . .
/// 5 . . . . . . . .
/// 4 . b . . . . . .
/// 3 w . . . . . . .
///   a b c d e f g h
/// ```
///
/// | game | `by_number` | followed | kept |
/// |---|---|---|---|
/// | Brazilian | true | f6 over e7 and c7; a3 is left out, since it cannot jump on | f6-b6 (`best` is 2) |
/// | Russian | false | f6 over e7, then as a king over c7 and b4; a3 over b4 | f6-c3, f6-d2, f6-e1, a3-c5 |
///
/// For each further jump the methods call each other: `man` -> `man_jumps` -> `man` (`man_jumps_freely` if captured
/// pieces are removed immediately, `crowned_man` after a promotion during the capture), and for kings `king_jumps` ->
/// `king_lands` -> `king_jumps`.
struct CaptureSearch<'a, G: Game> {
    placement: &'a Placement<G>,
    list: &'a mut MoveList<G::Word>,
    /// All pieces that can be captured.
    enemy: Bitboard<G::Word>,
    /// The cells a piece can cross and land on: the empty ones, and the origin of a moving king.
    empty: Bitboard<G::Word>,
    from: Square,
    /// The highest rank of a capture so far: in most games its length.
    best: u64,
    /// See [`are_by_number`].
    by_number: bool,
    /// The number of pieces in the longest capture so far, plus one if a king makes it. Not maintained if `by_number`
    /// is set: then it follows from `best`.
    longest: u32,
    /// The number of steps made beyond short captures. Above `most_steps` the list is incomplete and is not used.
    steps: u32,
    most_steps: u32,
    /// Whether the first, second, ... captured piece of the route that is followed is a king, one bit each; maintained
    /// only if the order among captures depends on it.
    taken_kings: G::Word,
}

impl<'a, G: Game> CaptureSearch<'a, G> {
    fn new(placement: &'a Placement<G>, empty: Bitboard<G::Word>, list: &'a mut MoveList<G::Word>) -> Self {
        let enemy = placement.board.pieces(!placement.side);
        let has_fixed_jumps = has_fixed_jumps::<G>(&placement.options);
        let most_steps = if has_fixed_jumps { MOST_STEPS } else { list.most_steps() };
        let (by_number, from) = (are_by_number(placement), Square::new(0));
        let (best, longest, steps, taken_kings) = (1, 0, 0, G::Word::ZERO);
        Self { placement, list, enemy, empty, from, best, by_number, longest, steps, most_steps, taken_kings }
    }

    /// Adds the captures of all `men`, whose first jumps are known. If one man can jump on, the men that cannot are
    /// left out.
    #[inline]
    fn men(&mut self, men: Bitboard<G::Word>, first: &Jumps<G::Word>) {
        if !self.by_number {
            return self.men_one_by_one(men, first);
        }
        let (placement, options) = (self.placement, &self.placement.options);
        let further = Jumps::of(placement, placement.side, self.empty, false);
        let mut jumped_on = false;
        for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
            for to in further.landings::<G>(options, men & first.along(i), i, direction) {
                jumped_on = true;
                self.man_from(direction, i, to);
            }
        });
        if jumped_on {
            return;
        }
        for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
            for to in (men & first.along(i)).jump(direction) {
                let over = direction.source(to);
                self.list.push(Move::capture(direction.source(over), to, over.bitboard()));
            }
        });
    }

    /// Adds the captures of all `men` in games in which single jumps stay legal when another man can jump on.
    fn men_one_by_one(&mut self, men: Bitboard<G::Word>, first: &Jumps<G::Word>) {
        let (empty, placement, options) = (self.empty, self.placement, &self.placement.options);
        let further = Jumps::of(placement, placement.side, empty, false);
        for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
            let onward = further.onward::<G>(options, i);
            for to in (men & first.along(i)).jump(direction) {
                let over = direction.source(to);
                self.from = direction.source(over);
                let may_go_on = G::removal(options) == Removal::AtOnce
                    || onward.contains(to)
                    || (G::in_passing(options) == InPassing::GoesOn
                        && G::promotion(options, placement.side).contains(to));
                if may_go_on {
                    // The man's origin is empty once it has left.
                    self.empty = empty | self.from.bitboard();
                    self.man_from(direction, i, to);
                } else {
                    self.note_taken(over.bitboard(), 0);
                    if self.is_best(over.bitboard(), 1, false) {
                        self.push(to.bitboard(), over.bitboard());
                    }
                }
            }
        });
        self.empty = empty;
    }

    fn man_from(&mut self, direction: Direction, i: usize, to: Square) {
        let over = direction.source(to);
        self.from = direction.source(over);
        let empty = self.empty | self.from.bitboard();
        let jumps = Jumps::of(self.placement, self.placement.side, empty, false);
        self.note_taken(over.bitboard(), 0);
        self.man(&jumps, to.bitboard(), i, over.bitboard(), 1);
    }

    /// Continues with a man on `at` that has captured `count` pieces, the last one in the direction of index `came`.
    fn man(
        &mut self,
        jumps: &Jumps<G::Word>,
        at: Bitboard<G::Word>,
        came: usize,
        captured: Bitboard<G::Word>,
        count: u32,
    ) {
        let options = &self.placement.options;
        let is_promoted = || (at & G::promotion(options, self.placement.side)).any();
        if G::in_passing(options) == InPassing::GoesOn && is_promoted() {
            return self.crowned_man(at, came, captured, count);
        }
        let continues = match G::removal(options) {
            _ if G::in_passing(options) == InPassing::Stops && is_promoted() => false,
            Removal::AtTheEnd => {
                (at & jumps.onward::<G>(options, came)).any() && self.man_jumps(jumps, at, captured, count)
            }
            Removal::AtOnce => self.man_jumps_freely(at, came, captured, count),
        };
        if !continues && self.is_best(captured, count, false) {
            self.push(at, captured);
        }
    }

    /// Continues as a king with a man that has landed on a promotion cell.
    fn crowned_man(&mut self, at: Bitboard<G::Word>, came: usize, captured: Bitboard<G::Word>, count: u32) {
        let trail = CaptureTrail { count, ..CaptureTrail::NONE };
        if !self.king_jumps(at, Some(came), captured, trail) && self.is_best(captured, count, false) {
            self.push(at, captured);
        }
    }

    /// Jumps on with a man from `at`, in games in which captured pieces leave immediately; returns whether it could.
    fn man_jumps_freely(
        &mut self,
        at: Bitboard<G::Word>,
        came: usize,
        captured: Bitboard<G::Word>,
        count: u32,
    ) -> bool {
        if count > SHORT && self.takes_too_long() {
            return true;
        }
        let mut can_jump = false;
        let Placement { side, extra, ref board, ref options } = *self.placement;
        for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
            let jumpable = G::jumpable(self.enemy & !captured, side, board, extra, options, i, false);
            let over = at.step_onto(direction, jumpable);
            let landing = over.step_onto(direction, self.crossable(captured));
            if i != came ^ 1 && landing.any() {
                can_jump = true;
                self.note_taken(over, count);
                self.man(&Jumps::NONE, landing, i, captured | over, count + 1);
            }
        });
        can_jump
    }

    /// Jumps on with a man from `at` in every direction; returns whether it could.
    fn man_jumps(
        &mut self,
        jumps: &Jumps<G::Word>,
        at: Bitboard<G::Word>,
        captured: Bitboard<G::Word>,
        count: u32,
    ) -> bool {
        if count > SHORT && self.takes_too_long() {
            return true;
        }
        let mut can_jump = false;
        let options = &self.placement.options;
        for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
            let over = (at & jumps.along(i)).step_loosely(direction) & !captured;
            if over.any() {
                can_jump = true;
                self.note_taken(over, count);
                self.man(jumps, over.step_loosely(direction), i, captured | over, count + 1);
            }
        });
        can_jump
    }

    /// Adds the captures of all `kings`.
    #[inline]
    fn kings(&mut self, kings: Bitboard<G::Word>) {
        let empty = self.empty;
        if !kings::can_capture(self.placement, self.placement.side, kings, self.enemy, empty) {
            return;
        }
        for from in kings {
            self.from = from;
            // The king's origin is empty once it has left.
            self.empty = empty | from.bitboard();
            self.king_jumps(from.bitboard(), None, Bitboard::EMPTY, CaptureTrail::NONE);
        }
    }

    /// Jumps on with a king from any of `cells`, on the line along which it came in the direction of index `came`;
    /// returns whether it could.
    ///
    /// The cell on which it turns need not be known: each enemy piece can be reached from at most one of `cells`.
    fn king_jumps(
        &mut self,
        cells: Bitboard<G::Word>,
        came: Option<usize>,
        captured: Bitboard<G::Word>,
        trail: CaptureTrail,
    ) -> bool {
        let enemy = self.enemy & !captured;
        let empty = self.crossable(captured);
        let mut can_jump = false;
        let Placement { side, ref board, ref options, .. } = *self.placement;
        for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
            if came != Some(i ^ 1) || G::turns_back(options) {
                let has_slid = came == Some(i) && G::kings_land_anywhere(options);
                let from =
                    if has_slid { cells } else { kings::take_offs::<G>(options, cells, direction, empty) };
                let over = from.step_onto(direction, G::prey_of_kings(enemy, side, board, options, i));
                for landing in over.step_onto(direction, empty) {
                    can_jump = true;
                    self.king_lands(landing, direction, i, captured, trail);
                }
            }
        });
        can_jump
    }

    /// Continues with a king that has jumped to `landing` and may slide on from there.
    #[inline]
    fn king_lands(
        &mut self,
        landing: Square,
        direction: Direction,
        index: usize,
        captured: Bitboard<G::Word>,
        trail: CaptureTrail,
    ) {
        let (over, landing) = (direction.source(landing).bitboard(), landing.bitboard());
        let is_king = self.placement.board.without_kings(over).is_empty();
        self.note_taken(over, trail.count);
        let (captured, trail) = (captured | over, trail.extended(is_king));
        if trail.count > SHORT && self.takes_too_long() {
            return;
        }
        let options = &self.placement.options;
        let cells = kings::stops::<G>(options, landing, direction, self.crossable(captured));
        if !self.king_jumps(cells, Some(index), captured, trail) && self.is_best(captured, trail.count, true)
        {
            let must_halt = G::must_halt(options, trail) && self.began_as_king();
            self.push(if must_halt { landing } else { cells }, captured);
        }
    }

    /// Counts a step; returns whether there were too many.
    #[inline]
    fn takes_too_long(&mut self) -> bool {
        self.steps += 1;
        self.steps > self.most_steps
    }

    /// The cells that a piece can cross and land on after capturing the pieces on `captured`.
    #[inline(always)]
    fn crossable(&self, captured: Bitboard<G::Word>) -> Bitboard<G::Word> {
        match G::removal(&self.placement.options) {
            Removal::AtTheEnd => self.empty,
            Removal::AtOnce => self.empty | captured,
        }
    }

    /// Whether this capture of `count` pieces has the highest rank so far. If its rank is higher than `best`, the list
    /// is cleared.
    #[inline(always)]
    fn is_best(&mut self, captured: Bitboard<G::Word>, count: u32, by_king: bool) -> bool {
        if !self.by_number {
            self.longest = self.longest.max(count + u32::from(by_king));
        }
        let by_king = by_king && self.began_as_king();
        let rank = self.placement.rank(captured, count, by_king, self.taken_kings.lowest());
        if rank > self.best {
            self.best = rank;
            self.list.clear();
        }
        rank == self.best
    }

    /// Whether the piece that captures as a king was one before the move.
    #[inline(always)]
    fn began_as_king(&self) -> bool {
        let options = &self.placement.options;
        G::in_passing(options) != InPassing::GoesOn || self.placement.board.kind(self.from) == Kind::King
    }

    /// Records that a route takes the piece on the cell `over` after `before` others.
    #[inline(always)]
    fn note_taken(&mut self, over: Bitboard<G::Word>, before: u32) {
        if let CaptureOrder::ByCriteria(_) = G::capture_order(&self.placement.options) {
            let is_king = self.placement.board.without_kings(over).is_empty();
            let this = G::Word::ONE << before;
            let earlier = self.taken_kings & (this - G::Word::ONE);
            self.taken_kings = if is_king { earlier | this } else { earlier };
        }
    }

    /// Whether the same capture may have been found by several routes: only if it goes round in a loop or a king makes
    /// it.
    fn may_repeat(&self) -> bool {
        if !self.by_number {
            return self.longest > 2;
        }
        let length = |pieces| G::capture_order(&self.placement.options).rank(pieces, 0, false, 0);
        self.best > length(2)
            || (self.best > length(1) && self.placement.board.kings(self.placement.side).any())
    }

    /// Adds a capture for each of the cells `ends` on which it can end.
    #[inline]
    fn push(&mut self, ends: Bitboard<G::Word>, captured: Bitboard<G::Word>) {
        for to in ends {
            self.list.push(Move::capture(self.from, to, captured));
        }
    }
}
