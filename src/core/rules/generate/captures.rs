//! Captures. Men that jump once are found all at once; longer ways, and those of kings, are followed
//! one by one, and only the longest are kept.

use super::jumps::Jumps;
use super::kings::{self, slides};
use super::thorough;
use crate::rules::bitboard::{Bitboard, Direction, Square, for_each_direction};
use crate::rules::capturing::{CaptureOrder, Removal};
use crate::rules::color::Color;
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::options::CaptureTrail;
use crate::rules::placement::Placement;

/// Adds the legal captures to `list`, which is empty.
#[inline(always)]
pub(super) fn generate<G: Game>(placement: &Placement<G>, us: Color, list: &mut MoveList) {
    let empty = placement.empty();
    let first = Jumps::of(placement, us, empty, true);
    let men = placement.board.men(us) & first.anywhere();
    let kings = placement.board.kings(us);
    if men.any() || kings.any() {
        search(placement, list);
    }
}

/// Whether pieces of `us` could capture, if it were their move.
#[inline(always)]
pub(super) fn exist<G: Game>(placement: &Placement<G>, us: Color) -> bool {
    let empty = placement.empty();
    let men = Jumps::of(placement, us, empty, true).anywhere() & placement.board.men(us);
    let kings = placement.board.kings(us);
    men.any() || (kings.any() && kings::can_capture::<G>(kings, placement.board.pieces(!us), empty))
}

/// Adds the legal captures to `list`, which is empty. Most positions have none and need not come here.
#[inline(never)]
pub(super) fn search<G: Game>(placement: &Placement<G>, list: &mut MoveList) {
    let (us, empty) = (placement.side, placement.empty());
    let kings = placement.board.kings(us);
    let first = Jumps::of(placement, us, empty, true);
    let mut search = CaptureSearch::new(placement, empty, list);
    search.men(placement.board.men(us), &first);
    if kings.any() {
        search.kings(kings);
    }
    let (repeats, steps) = (search.may_repeat(), search.steps);
    if has_fixed_jumps::<G>() && steps > MOST_STEPS {
        return thorough::search(placement, list);
    }
    if steps > MANY_STEPS {
        list.note_steps(steps);
    }
    if repeats {
        list.remove_duplicates();
    }
}

/// Whether all pieces that stand in the way stay what and where they are until the move is over, as does the piece that the move
/// began with.
pub(super) const fn has_fixed_jumps<G: Game>() -> bool {
    matches!(G::REMOVAL, Removal::AtTheEnd) && !crowns::<G>()
}

/// Whether captures are those of most draughts games: of the most pieces, which stay until the move is over. By value, men that
/// capture men capture the most as well.
#[inline(always)]
pub(super) fn are_by_number<G: Game>(placement: &Placement<G>) -> bool {
    has_fixed_jumps::<G>()
        && match G::CAPTURE_ORDER {
            CaptureOrder::MostPieces => true,
            CaptureOrder::MostValuable { .. } => {
                Color::ALL.into_iter().all(|color| placement.board.kings(color).is_empty())
            }
            CaptureOrder::Any => false,
        }
}

/// Whether a man can become a king in the course of a capture.
pub(super) const fn crowns<G: Game>() -> bool {
    G::CROWNING.white().any() || G::CROWNING.black().any()
}

/// Captures up to this length are so few that their steps need not be counted.
const SHORT: u32 = 3;

/// Up to this many steps beyond short captures cost less than remembering where they led. Hardly any position of a game needs
/// them.
const MOST_STEPS: u32 = 2000;

/// A search that meets many positions with this many steps must not rely on its usual speed.
const MANY_STEPS: u32 = 200;

/// The captures of a placement. What is found is kept if nothing longer was found.
struct CaptureSearch<'a, G: Game> {
    placement: &'a Placement<G>,
    list: &'a mut MoveList,
    /// All pieces that can be captured.
    enemy: Bitboard,
    /// The cells a piece can cross and land on: the empty ones, and the origin of a king that moves.
    empty: Bitboard,
    from: Square,
    /// The highest rank of a capture so far: in most games its length.
    best: u32,
    /// Whether those of the most pieces are legal.
    by_number: bool,
    /// The most pieces that one of the captures takes, and one more if a king makes it, where that does not follow from `best`.
    longest: u32,
    /// How many steps were made beyond short captures. When there are too many, nothing counts any more.
    steps: u32,
    most_steps: u32,
}

impl<'a, G: Game> CaptureSearch<'a, G> {
    fn new(placement: &'a Placement<G>, empty: Bitboard, list: &'a mut MoveList) -> Self {
        let enemy = placement.board.pieces(!placement.side);
        let most_steps = if has_fixed_jumps::<G>() { MOST_STEPS } else { list.most_steps() };
        let (by_number, from) = (are_by_number(placement), Square::new(0));
        Self { placement, list, enemy, empty, from, best: 1, by_number, longest: 0, steps: 0, most_steps }
    }

    /// The captures of all `men`, whose first jumps are known. Where one man can jump on, all that
    /// cannot are left out.
    #[inline]
    fn men(&mut self, men: Bitboard, first: &Jumps) {
        if !self.by_number {
            return self.men_one_by_one(men, first);
        }
        let further = Jumps::of(self.placement, self.placement.side, self.empty, false);
        let mut jumped_on = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            for to in further.landings::<G>(men & first.along(i), i, direction) {
                jumped_on = true;
                self.man_from(direction, i, to);
            }
        });
        if jumped_on {
            return;
        }
        for_each_direction!(i, direction in G::CAPTURES => {
            for to in (men & first.along(i)).jump(direction) {
                let over = direction.source(to);
                self.list.push(Move::capture(direction.source(over), to, over.bitboard()));
            }
        });
    }

    /// The same where a man that can jump on does not leave out the others.
    fn men_one_by_one(&mut self, men: Bitboard, first: &Jumps) {
        let empty = self.empty;
        let further = Jumps::of(self.placement, self.placement.side, empty, false);
        for_each_direction!(i, direction in G::CAPTURES => {
            let onward = further.onward::<G>(i);
            for to in (men & first.along(i)).jump(direction) {
                let over = direction.source(to);
                self.from = direction.source(over);
                let may_go_on = matches!(G::REMOVAL, Removal::AtOnce)
                    || onward.contains(to)
                    || (crowns::<G>() && G::CROWNING[self.placement.side].contains(over));
                if may_go_on {
                    // Its origin counts as empty from the moment it leaves.
                    self.empty = empty | self.from.bitboard();
                    self.man_from(direction, i, to);
                } else if self.is_best(over.bitboard(), 1, false) {
                    self.push(to.bitboard(), over.bitboard());
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
        self.man(&jumps, to.bitboard(), i, over.bitboard(), 1);
    }

    /// Goes on with a man that stands on `at` and has captured `count` pieces, the last in the
    /// direction of index `came`.
    fn man(&mut self, jumps: &Jumps, at: Bitboard, came: usize, captured: Bitboard, count: u32) {
        if crowns::<G>() && (captured & G::CROWNING[self.placement.side]).any() {
            return self.crowned_man(at, came, captured, count);
        }
        let goes_on = match G::REMOVAL {
            Removal::AtTheEnd => {
                (at & jumps.onward::<G>(came)).any() && self.man_jumps(jumps, at, captured, count)
            }
            Removal::AtOnce => self.man_jumps_freely(at, came, captured, count),
        };
        if !goes_on && self.is_best(captured, count, false) {
            self.push(at, captured);
        }
    }

    /// Goes on as a king with a man that has come to a promotion cell.
    fn crowned_man(&mut self, at: Bitboard, came: usize, captured: Bitboard, count: u32) {
        let trail = CaptureTrail { count, ..CaptureTrail::NONE };
        if !self.king_jumps(at, Some(came), captured, trail) && self.is_best(captured, count, false) {
            self.push(at, captured);
        }
    }

    /// Jumps on with a man from `at`, where captured pieces have left the board already.
    fn man_jumps_freely(&mut self, at: Bitboard, came: usize, captured: Bitboard, count: u32) -> bool {
        if count > SHORT && self.takes_too_long() {
            return true;
        }
        let mut can_jump = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            let Placement { side, extra, options, .. } = *self.placement;
            let jumpable = G::jumpable(self.enemy & !captured, side, extra, options, i, false);
            let over = at.step_onto(direction, jumpable);
            let landing = over.step_onto(direction, self.crossable(captured));
            if i != came ^ 1 && landing.any() {
                can_jump = true;
                self.man(&Jumps::NONE, landing, i, captured | over, count + 1);
            }
        });
        can_jump
    }

    /// Jumps on with a man from `at` in every direction, and says whether it could.
    fn man_jumps(&mut self, jumps: &Jumps, at: Bitboard, captured: Bitboard, count: u32) -> bool {
        if count > SHORT && self.takes_too_long() {
            return true;
        }
        let mut can_jump = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            let over = (at & jumps.along(i)).step_loosely(direction) & !captured;
            if over.any() {
                can_jump = true;
                self.man(jumps, over.step_loosely(direction), i, captured | over, count + 1);
            }
        });
        can_jump
    }

    /// The captures of all `kings`, if one can capture at all.
    #[inline]
    fn kings(&mut self, kings: Bitboard) {
        let empty = self.empty;
        if !kings::can_capture::<G>(kings, self.enemy, empty) {
            return;
        }
        for from in kings {
            self.from = from;
            // Its origin counts as empty from the moment it leaves.
            self.empty = empty | from.bitboard();
            self.king_jumps(from.bitboard(), None, Bitboard::EMPTY, CaptureTrail::NONE);
        }
    }

    /// Jumps on with a king from any of `cells`, which lie on the line that it came along in the
    /// direction of index `came`. Says whether it could.
    ///
    /// Which of the cells it turned on is all the same: a piece that it can reach from one of them
    /// it can reach from no other.
    fn king_jumps(
        &mut self,
        cells: Bitboard,
        came: Option<usize>,
        captured: Bitboard,
        trail: CaptureTrail,
    ) -> bool {
        let enemy = self.enemy & !captured;
        let empty = self.crossable(captured);
        let mut can_jump = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            if came != Some(i ^ 1) {
                let straight_on = came == Some(i);
                let reached = if straight_on { cells } else { cells | slides(cells, direction, empty) };
                let over = reached.step_onto(direction, enemy);
                for landing in over.step_onto(direction, empty) {
                    can_jump = true;
                    self.king_lands(landing, direction, i, captured, trail);
                }
            }
        });
        can_jump
    }

    /// Goes on with a king that has jumped to `landing` and may slide on from there.
    #[inline]
    fn king_lands(
        &mut self,
        landing: Square,
        direction: Direction,
        index: usize,
        captured: Bitboard,
        trail: CaptureTrail,
    ) {
        let (over, landing) = (direction.source(landing).bitboard(), landing.bitboard());
        let is_king = self.placement.board.without_kings(over).is_empty();
        let (captured, trail) = (captured | over, trail.extended(is_king));
        if trail.count > SHORT && self.takes_too_long() {
            return;
        }
        let cells = landing | slides(landing, direction, self.crossable(captured));
        if !self.king_jumps(cells, Some(index), captured, trail) && self.is_best(captured, trail.count, true)
        {
            let must_halt = G::must_halt(&self.placement.options, trail);
            self.push(if must_halt { landing } else { cells }, captured);
        }
    }

    /// Counts a step, and says whether there were too many.
    #[inline]
    fn takes_too_long(&mut self) -> bool {
        self.steps += 1;
        self.steps > self.most_steps
    }

    /// The cells that a piece can cross and land on when it has captured so much.
    #[inline(always)]
    fn crossable(&self, captured: Bitboard) -> Bitboard {
        match G::REMOVAL {
            Removal::AtTheEnd => self.empty,
            Removal::AtOnce => self.empty | captured,
        }
    }

    /// Whether no capture of a higher rank is known than this one of `count` pieces; those of a lower rank are forgotten.
    #[inline(always)]
    fn is_best(&mut self, captured: Bitboard, count: u32, by_king: bool) -> bool {
        if !self.by_number {
            self.longest = self.longest.max(count + u32::from(by_king));
        }
        let rank = self.placement.rank(captured, count, by_king);
        if rank > self.best {
            self.best = rank;
            self.list.clear();
        }
        rank == self.best
    }

    /// Whether one capture may have been found in several ways: only if it goes around or a king makes it.
    fn may_repeat(&self) -> bool {
        if !self.by_number {
            return self.longest > 2;
        }
        let length = |pieces| G::CAPTURE_ORDER.rank(pieces, 0, false);
        self.best > length(2)
            || (self.best > length(1) && self.placement.board.kings(self.placement.side).any())
    }

    /// Adds the captures that end on each of the cells `ends`.
    #[inline]
    fn push(&mut self, ends: Bitboard, captured: Bitboard) {
        for to in ends {
            self.list.push(Move::capture(self.from, to, captured));
        }
    }
}
