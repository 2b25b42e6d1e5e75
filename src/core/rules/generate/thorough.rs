//! Captures by pieces that have too many routes to follow each route.
//!
//! Captured pieces stay on the board until the move is over, so the jumps from a cell do not change during the capture,
//! except over pieces that have already been captured. The jumps of a piece are therefore listed once, as a graph of
//! its landings. Equal states have equal continuations, regardless of the route that led there, so each state is
//! followed once. A board set up by hand can still have too many states: then the search gives up and the list reports
//! it.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::jumps::Jumps;
use super::kings;
use crate::rules::bitboard::{Bitboard, Square};
use crate::rules::capturing::CaptureOrder;
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::options::CaptureTrail;
use crate::rules::placement::Placement;
use crate::rules::word::Word;

/// Fills `list` with the legal captures of `placement`, or with some of them if that would take more steps than `list`
/// allows; the list then reports that it is incomplete.
#[cold]
#[inline(never)]
pub(super) fn search<G: Game>(placement: &Placement<G>, list: &mut MoveList<G::Word>) {
    list.clear();
    let mut search = ThoroughSearch::new(placement, list);
    for from in placement.board.pieces(placement.side) {
        search.captures_from(from);
    }
    let steps = search.list.most_steps() - search.steps_left;
    list.note_steps(steps);
    list.remove_duplicates();
}

/// A cell on which a capturing piece lands after a jump in a given direction.
struct Landing<W> {
    /// The cell directly behind the captured piece.
    at: Bitboard<W>,
    /// All cells on which it may stop.
    stops: Bitboard<W>,
    /// Whether the captured piece is a king.
    over_king: bool,
    /// The pieces that can be jumped over next.
    next_over: Bitboard<W>,
    /// The jumps over those pieces.
    jumps: Vec<Jump<W>>,
}

/// A jump over the piece on a cell to a landing.
#[derive(Clone, Copy)]
struct Jump<W> {
    over: Bitboard<W>,
    landing: u32,
}

/// A state of a capture: the index of the landing, whether the second-last captured piece was a king (if a halt rule
/// depends on it), the number of pieces captured before the first king (if the order among captures may depend on it),
/// and the captured pieces.
type State<W> = (u32, bool, u8, Bitboard<W>);

/// The number of pieces before the first king if there is none.
const NO_KING: u8 = u8::MAX;

struct ThoroughSearch<'a, G: Game> {
    placement: &'a Placement<G>,
    list: &'a mut MoveList<G::Word>,
    /// The highest rank of a capture so far: in most games its length.
    best: u64,
    steps_left: u32,
    /// Whether a halt rule depends on the second-last captured piece.
    previous_matters: bool,
    /// Whether the order among captures may depend on when the first king is captured.
    first_king_matters: bool,
    /// The piece that captures.
    from: Square,
    is_king: bool,
    /// The landings of this piece, its origin first.
    landings: Vec<Landing<G::Word>>,
    /// The states seen that have several next jumps. A single next jump costs less to follow than to look up.
    seen: HashSet<State<G::Word>, FxBuildHasher>,
}

impl<'a, G: Game> ThoroughSearch<'a, G> {
    fn new(placement: &'a Placement<G>, list: &'a mut MoveList<G::Word>) -> Self {
        let halts = |previous_is_king| {
            let trail = CaptureTrail { count: 2, last_is_king: true, previous_is_king };
            G::must_halt(&placement.options, trail)
        };
        Self {
            placement,
            best: 1,
            steps_left: list.most_steps(),
            list,
            previous_matters: halts(true) != halts(false),
            first_king_matters: matches!(G::capture_order(&placement.options), CaptureOrder::ByCriteria(_)),
            from: Square::new(0),
            is_king: false,
            landings: Vec::new(),
            seen: HashSet::default(),
        }
    }

    fn captures_from(&mut self, from: Square) {
        self.from = from;
        self.is_king = self.placement.board.kings(self.placement.side).contains(from);
        self.landings = Graph::of(self.placement, from, self.is_king).landings;
        self.seen.clear();
        self.follow((0, false, NO_KING, Bitboard::EMPTY));
    }

    /// Makes every jump that is possible in a state; if there is none, adds the capture.
    fn follow(&mut self, state: State<G::Word>) {
        if self.steps_left == 0 {
            return;
        }
        self.steps_left -= 1;
        let (landing, _, before_king, captured) = state;
        let landing = landing as usize;
        let next_over = self.landings[landing].next_over & !captured;
        if next_over.is_empty() {
            return self.end(state);
        }
        if !next_over.is_single() && !self.seen.insert(state) {
            return;
        }
        for index in 0..self.landings[landing].jumps.len() {
            let jump = self.landings[landing].jumps[index];
            if (jump.over & captured).is_empty() {
                let previous_is_king = self.previous_matters && self.landings[landing].over_king;
                let is_first_king = self.first_king_matters
                    && before_king == NO_KING
                    && self.landings[jump.landing as usize].over_king;
                let before_king = if is_first_king { captured.count() as u8 } else { before_king };
                self.follow((jump.landing, previous_is_king, before_king, captured | jump.over));
            }
        }
    }

    /// Adds a complete capture, unless one of a higher rank is known.
    fn end(&mut self, (landing, previous_is_king, before_king, captured): State<G::Word>) {
        let length = captured.count();
        let rank = self.placement.rank(captured, length, self.is_king, before_king.into());
        if length == 0 || rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.clear();
        }
        let Landing { at, stops, over_king, .. } = self.landings[landing as usize];
        let trail = CaptureTrail { count: length, last_is_king: over_king, previous_is_king };
        let must_halt = self.is_king && G::must_halt(&self.placement.options, trail);
        let ends = if must_halt { at } else { stops };
        // Duplicates cost time at the end, when the list is sorted.
        self.steps_left = self.steps_left.saturating_sub(ends.count());
        for to in ends {
            self.list.push(Move::capture(self.from, to, captured));
        }
    }
}

/// The landings of one piece, under construction.
struct Graph<'a, G: Game> {
    placement: &'a Placement<G>,
    is_king: bool,
    /// The cells that the piece can cross and land on: the empty ones, and its origin.
    empty: Bitboard<G::Word>,
    /// The jumps of men after the first.
    further: Jumps<G::Word>,
    landings: Vec<Landing<G::Word>>,
    /// The index in `landings`, by `[cell][direction]`.
    known: <G::Word as Word>::PerBit<[Option<usize>; 8]>,
}

impl<'a, G: Game> Graph<'a, G> {
    /// The graph of the piece on `from`; its origin is the first landing.
    fn of(placement: &'a Placement<G>, from: Square, is_king: bool) -> Self {
        let (us, origin) = (placement.side, from.bitboard());
        let empty = placement.empty() | origin;
        let further = Jumps::of(placement, us, empty, false);
        let mut graph = Self {
            placement,
            is_king,
            empty,
            further,
            landings: Vec::new(),
            known: G::Word::per_bit([None; 8]),
        };
        let first = Jumps::of(placement, us, empty, true);
        graph.landings.push(Landing::without_jumps(origin, origin, false));
        graph.find_jumps(0, None, &first);
        graph
    }

    /// Lists the jumps from a landing and, recursively, from the landings that they reach.
    fn find_jumps(&mut self, landing: usize, came: Option<usize>, jumps: &Jumps<G::Word>) {
        let stops = self.landings[landing].stops;
        let Placement { side, ref board, ref options, .. } = *self.placement;
        for (index, &direction) in G::captures(options).iter().enumerate() {
            if came == Some(index ^ 1) {
                continue;
            }
            let over = if self.is_king {
                // If the king goes straight on, `stops` already holds all of these cells.
                let has_slid = came == Some(index) && G::kings_land_anywhere(options);
                let from = if has_slid {
                    stops
                } else {
                    kings::take_offs::<G>(options, stops, direction, self.empty)
                };
                from.step_onto(direction, G::prey_of_kings(board.pieces(!side), side, board, options, index))
            } else {
                (stops & jumps.along(index)).step_loosely(direction)
            };
            for at in over.step_onto(direction, self.empty) {
                let over = direction.source(at).bitboard();
                let jump = Jump { over, landing: self.landing_on(at, index) as u32 };
                self.landings[landing].jumps.push(jump);
                self.landings[landing].next_over |= over;
            }
        }
    }

    /// The index of the landing on `at` by a jump in the direction of index `index`; added if new.
    fn landing_on(&mut self, at: Square, index: usize) -> usize {
        if let Some(known) = self.known.as_ref()[at.index_in::<G::Word>()][index] {
            return known;
        }
        let options = &self.placement.options;
        let direction = G::captures(options)[index];
        let over = direction.source(at).bitboard();
        let stops = if self.is_king {
            kings::stops::<G>(options, at.bitboard(), direction, self.empty)
        } else {
            at.bitboard()
        };
        let over_king = self.placement.board.without_kings(over).is_empty();
        let landing = self.landings.len();
        self.known.as_mut()[at.index_in::<G::Word>()][index] = Some(landing);
        self.landings.push(Landing::without_jumps(at.bitboard(), stops, over_king));
        let further = self.further;
        self.find_jumps(landing, Some(index), &further);
        landing
    }
}

impl<W: Word> Landing<W> {
    fn without_jumps(at: Bitboard<W>, stops: Bitboard<W>, over_king: bool) -> Self {
        Self { at, stops, over_king, next_over: Bitboard::EMPTY, jumps: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::{Dameo, VanguardMan, Variant};
    use crate::rules::generate::captures::has_fixed_jumps;
    use crate::rules::{Color, Extra, ExtraKind, ExtraState, Position, RuleOptions, Setup};

    /// A board on which one player has a few pieces and the other has many.
    fn random_setup<G: Game>(random: &mut fastrand::Rng) -> Setup {
        let mut setup = Setup::empty(Color::White);
        for &square in G::GEOMETRY.squares() {
            let cell = square.bitboard();
            let men_of = |color: Color| if (G::PROMOTION[color] & cell).any() { None } else { Some(color) };
            match random.u8(..16) {
                0 | 2..4 if G::FIRST_KING_WINS => {}
                0 => setup.kings[Color::White] |= cell,
                1 => men_of(Color::White).into_iter().for_each(|color| setup.men[color] |= cell),
                2..4 => setup.kings[Color::Black] |= cell,
                4..7 => men_of(Color::Black).into_iter().for_each(|color| setup.men[color] |= cell),
                _ => {}
            }
        }
        let men: Vec<Square> = setup.men[Color::Black].into_iter().collect();
        if G::Extra::KIND == ExtraKind::Vanguard {
            let marked = |man| ExtraState::Vanguard(VanguardMan::on(man));
            setup.extra = random.choice(men).map_or(ExtraState::None, marked);
        }
        setup
    }

    /// Compares the two searches for captures, in games that have both.
    fn compare<G: Game>() {
        if !has_fixed_jumps::<G>(&G::Options::default()) {
            return;
        }
        let mut random = fastrand::Rng::with_seed(1);
        let (mut quick, mut thorough) = (MoveList::new(), MoveList::new());
        let mut longest = 0;
        let usual = RuleOptions::default();
        // Draw rules do not affect captures.
        let same_draws = |options: &RuleOptions| {
            (options.draw_rule, options.king_against_man) == (usual.draw_rule, usual.king_against_man)
        };
        for options in RuleOptions::every().into_iter().filter(same_draws) {
            for _ in 0..500 {
                let setup = random_setup::<G>(&mut random);
                let Ok(position) = Position::<G>::from_setup(&setup, &options) else { continue };
                position.captures(&mut quick);
                search(position.placement(), &mut thorough);
                if quick.take_steps() > 0 {
                    continue;
                }
                let sorted = |list: &MoveList<G::Word>| {
                    let mut moves = list.to_vec();
                    moves.sort_unstable();
                    moves
                };
                assert_eq!(sorted(&quick), sorted(&thorough), "{} {options:?} {setup:?}", G::VARIANT);
                longest = longest.max(quick.first().map_or(0, |mv| mv.captured().count()));
            }
        }
        // Men alone capture fewer.
        let long = if G::FIRST_KING_WINS { 6 } else { 8 };
        assert!(longest >= long, "{}: only {longest}", G::VARIANT);
    }

    #[test]
    fn both_searches_find_the_same_captures() {
        for &variant in Variant::ALL {
            with_game!(variant.rules(), G => compare::<G>());
        }
    }

    #[test]
    fn the_search_gives_up_after_too_many_steps() {
        let mut random = fastrand::Rng::with_seed(2);
        let placement = std::iter::repeat_with(|| random_setup::<Dameo>(&mut random))
            .filter_map(|setup| Position::<Dameo>::from_setup(&setup, &RuleOptions::default()).ok())
            .map(|position| *position.placement())
            .find(|placement| {
                let mut all = MoveList::new();
                search(placement, &mut all);
                assert!(all.is_complete());
                all.take_steps() > 100
            })
            .expect("there are such positions");
        let mut some = MoveList::with_most_steps(50);
        search(&placement, &mut some);
        assert!(!some.is_complete() && some.take_steps() == 50);
        assert!(some.is_complete());
    }
}
