//! Captures. Men that jump once are found all at once; longer ways, and those of kings, are followed
//! one by one, and only the longest are kept.

use super::jumps::Jumps;
use super::kings::{self, slides};
use super::thorough;
use crate::rules::bitboard::{Bitboard, Direction, Square, for_each_direction};
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
    let (best, steps) = (search.best, search.steps);
    if steps > MOST_STEPS {
        return thorough::search(placement, list);
    }
    if steps > MANY_STEPS {
        list.note_steps(steps);
    }
    // One capture can be made in several ways only if it goes around or a king makes it.
    if best > 2 || (best > 1 && kings.any()) {
        list.remove_duplicates();
    }
}

/// Up to this length there are not so many captures that they need be counted.
const SHORT: u32 = 3;

/// So many steps beyond short captures cost less than remembering where they led. Hardly any position of a game needs
/// them.
const MOST_STEPS: u32 = 2000;

/// A search that meets many positions with so many steps must not count on its usual pace.
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
    /// The length of the longest capture so far.
    best: u32,
    /// How many steps were made beyond short captures. When there are too many, nothing counts any more.
    steps: u32,
}

impl<'a, G: Game> CaptureSearch<'a, G> {
    fn new(placement: &'a Placement<G>, empty: Bitboard, list: &'a mut MoveList) -> Self {
        let enemy = placement.board.pieces(!placement.side);
        Self { placement, list, enemy, empty, from: Square::new(0), best: 1, steps: 0 }
    }

    /// The captures of all `men`, whose first jumps are known. Where one man can jump on, all that
    /// cannot are left out.
    #[inline]
    fn men(&mut self, men: Bitboard, first: &Jumps) {
        let further = Jumps::of(self.placement, self.placement.side, self.empty, false);
        let mut jumped_on = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            for to in (men & first.along(i)).jump(direction) & further.onward::<G>(i) {
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
        let ends_here =
            (at & jumps.onward::<G>(came)).is_empty() || !self.man_jumps(jumps, at, captured, count);
        if ends_here && count >= self.best {
            self.keep_only_from(count);
            self.push(at, captured);
        }
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
        let mut can_jump = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            if came != Some(i ^ 1) {
                let straight_on = came == Some(i);
                let reached = if straight_on { cells } else { cells | slides(cells, direction, self.empty) };
                let over = reached.step_onto(direction, enemy);
                for landing in over.step_onto(direction, self.empty) {
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
        let cells = landing | slides(landing, direction, self.empty);
        if !self.king_jumps(cells, Some(index), captured, trail) && trail.count >= self.best {
            self.keep_only_from(trail.count);
            let must_halt = G::must_halt(&self.placement.options, trail);
            self.push(if must_halt { landing } else { cells }, captured);
        }
    }

    /// Counts a step, and says whether there were too many.
    #[inline]
    fn takes_too_long(&mut self) -> bool {
        self.steps += 1;
        self.steps > MOST_STEPS
    }

    /// Majority: a longer capture makes all shorter ones illegal.
    #[inline]
    fn keep_only_from(&mut self, count: u32) {
        if count > self.best {
            self.best = count;
            self.list.clear();
        }
    }

    /// Adds the captures that end on each of the cells `ends`.
    #[inline]
    fn push(&mut self, ends: Bitboard, captured: Bitboard) {
        for to in ends {
            self.list.push(Move::capture(self.from, to, captured));
        }
    }
}
