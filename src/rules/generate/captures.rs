//! Captures: every way of every piece, of which only the longest are kept.

use super::seen::{Seen, State};
use crate::rules::bitboard::{Bitboard, Direction, Square, for_each_direction};
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::options::CaptureTrail;
use crate::rules::position::Position;

/// Adds the legal captures to `list`, which is empty.
#[inline]
pub(super) fn generate<G: Game>(position: &Position<G>, list: &mut MoveList) {
    let (us, board) = (position.side(), position.board());
    let empty = G::GEOMETRY.board() & !board.occupied();
    let men = men_that_capture::<G>(board.men(us), board.pieces(!us), empty);
    let kings = board.kings(us);
    if men.any() || kings.any() {
        search(position, men, kings, empty, list);
    }
}

/// Follows the captures of `men` and `kings`. Most positions have none and do not come here.
#[inline(never)]
fn search<G: Game>(
    position: &Position<G>,
    men: Bitboard,
    kings: Bitboard,
    empty: Bitboard,
    list: &mut MoveList,
) {
    let enemy = position.board().pieces(!position.side());
    let mut search =
        CaptureSearch { position, list, enemy, empty, from: Square::new(0), best: 1, seen: Seen::default() };
    search.men(men, empty);
    for from in kings {
        search.start(from, empty);
        search.king(from.bitboard(), None, Bitboard::EMPTY, NO_CAPTURE);
    }
    if search.seen.gave_up() {
        search.list.cut_short();
    }
    // One capture can be made in several ways only if it goes around or a king makes it.
    if search.best > 2 || (search.best > 1 && kings.any()) {
        list.remove_duplicates();
    }
}

/// The men that have an enemy beside them and an empty cell right behind it, found by moving the
/// whole board back from the empty cells: most positions have none and are done here.
#[inline]
fn men_that_capture<G: Game>(men: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for_each_direction!(_, back in G::CAPTURES => {
        found |= empty.step_onto(back, enemy).step_onto(back, men);
    });
    found
}

/// Up to this length there are not so many captures that any need be looked out for.
const SHORT: u32 = 3;

/// The trail of a king that has not captured anything yet.
const NO_CAPTURE: CaptureTrail = CaptureTrail { count: 0, last_is_king: false, previous_is_king: false };

/// The captures of one piece after the other. What is found is kept if nothing longer was found.
struct CaptureSearch<'a, G: Game> {
    position: &'a Position<G>,
    list: &'a mut MoveList,
    /// All pieces that can be captured.
    enemy: Bitboard,
    /// The cells a piece can cross and land on: the empty ones, and its own origin.
    empty: Bitboard,
    from: Square,
    /// The length of the longest capture so far.
    best: u32,
    seen: Seen,
}

impl<G: Game> CaptureSearch<'_, G> {
    /// Turns to the piece on `from`. Its origin counts as empty from the moment it leaves.
    #[inline]
    fn start(&mut self, from: Square, empty: Bitboard) {
        self.from = from;
        self.empty = empty | from.bitboard();
    }

    #[inline]
    fn state(&self, at: Bitboard, captured: Bitboard, last_is_king: bool) -> State {
        State { from: self.from, at, captured, last_is_king }
    }

    /// The captures of all men that can capture. The first jumps in one direction are found for
    /// all of them at once.
    #[inline]
    fn men(&mut self, men: Bitboard, empty: Bitboard) {
        for_each_direction!(i, direction in G::CAPTURES => {
            let jumped = men.step_onto(direction, self.enemy);
            for to in jumped.step_onto(direction, empty) {
                let over = direction.source(to);
                if G::man_may_jump(self.position, over.bitboard(), i, true) {
                    self.start(direction.source(over), empty);
                    self.man(to.bitboard(), over.bitboard(), 1);
                }
            }
        });
    }

    /// Goes on with a man that stands on `at` and has captured `count` pieces. Mostly there is no
    /// further jump, so this is compiled into its callers and only the further jumps are calls.
    #[inline(always)]
    fn man(&mut self, at: Bitboard, captured: Bitboard, count: u32) {
        let enemy = self.enemy & !captured;
        let mut onward = Bitboard::EMPTY;
        for_each_direction!(_, direction in G::CAPTURES => {
            onward |= at.step_onto(direction, enemy).step_onto(direction, self.empty);
        });
        let ends_here = onward.is_empty() || !self.man_jumps(at, captured, count);
        if ends_here && count >= self.best {
            self.keep_only_from(count);
            self.push(at, captured);
        }
    }

    /// Jumps on with a man from `at` in every direction, and says whether it could.
    #[inline(never)]
    fn man_jumps(&mut self, at: Bitboard, captured: Bitboard, count: u32) -> bool {
        // What was found the first time is longer than what ends here.
        if count > SHORT && self.seen.again(self.state(at, captured, false)) {
            return true;
        }
        let enemy = self.enemy & !captured;
        let mut jumps = false;
        for_each_direction!(i, direction in G::CAPTURES => {
            let over = at.step_onto(direction, enemy);
            let landing = over.step_onto(direction, self.empty);
            if landing.any() && G::man_may_jump(self.position, over, i, false) {
                jumps = true;
                self.man(landing, captured | over, count + 1);
            }
        });
        jumps
    }

    /// Goes on with a king on `at`, in every direction but those of the line `axis` that it came
    /// along. Says whether it can capture.
    fn king(&mut self, at: Bitboard, axis: Option<usize>, captured: Bitboard, trail: CaptureTrail) -> bool {
        // What was found the first time is longer than what ends here, so it may be denied.
        if trail.count > SHORT && self.seen.again(self.state(at, captured, trail.last_is_king)) {
            return false;
        }
        let mut captures = false;
        for (i, &direction) in G::CAPTURES.iter().enumerate() {
            if axis != Some(i / 2) {
                let mut cell = at.step(direction);
                while (cell & self.empty).any() {
                    cell = cell.step(direction);
                }
                captures |= self.king_jump(cell, i, captured, trail);
            }
        }
        captures
    }

    /// Jumps with a king over the piece on `over`, if it can, and goes on behind it from every
    /// cell there. Says whether it could.
    fn king_jump(&mut self, over: Bitboard, index: usize, captured: Bitboard, trail: CaptureTrail) -> bool {
        let direction = G::CAPTURES[index];
        let over = over & self.enemy & !captured;
        let landing = over.step_onto(direction, self.empty);
        if landing.is_empty() {
            return false;
        }
        let captured = captured | over;
        let trail = self.extend(trail, over);
        let mut goes_on = false;
        let mut cell = landing;
        while (cell & self.empty).any() {
            goes_on |= self.king(cell, Some(index / 2), captured, trail);
            cell = cell.step(direction);
        }
        // Straight on, the next jump is the same from all those cells.
        goes_on |= self.king_jump(cell, index, captured, trail);
        if !goes_on && trail.count >= self.best {
            self.keep_only_from(trail.count);
            self.land(landing, direction, captured, trail);
        }
        true
    }

    #[inline]
    fn extend(&self, trail: CaptureTrail, over: Bitboard) -> CaptureTrail {
        let enemy_kings = self.position.board().kings(!self.position.side());
        CaptureTrail {
            count: trail.count + 1,
            last_is_king: (over & enemy_kings).any(),
            previous_is_king: trail.last_is_king,
        }
    }

    /// Ends a king's capture on each of the cells from `landing` on where it may stop.
    fn land(&mut self, landing: Bitboard, direction: Direction, captured: Bitboard, trail: CaptureTrail) {
        let mut cell = landing;
        while (cell & self.empty).any() {
            self.push(cell, captured);
            if G::must_halt(self.position.options(), trail) {
                break;
            }
            cell = cell.step(direction);
        }
    }

    /// Majority: a longer capture makes all shorter ones illegal.
    #[inline]
    fn keep_only_from(&mut self, count: u32) {
        if count > self.best {
            self.best = count;
            self.list.clear();
        }
    }

    #[inline]
    fn push(&mut self, at: Bitboard, captured: Bitboard) {
        if let Some(to) = at.first() {
            self.list.push(Move::capture(self.from, to, captured));
        }
    }
}
