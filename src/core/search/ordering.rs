//! Move ordering: first the hash move, then captures by the number of captured kings, or quiet moves by history.

use super::history::History;
use super::transposition::MoveTag;
use crate::eval::Playable;
use crate::rules::{Bitboard, CaptureOrder, Game, Move, MoveList, Position, Square, Word};

/// The rank of the hash move, above all others.
const HASH_MOVE: i32 = 1 << 30;
/// The bonus for each captured king.
const CAPTURED_KING: i32 = 1 << 20;
/// The bonus for each captured piece where captures of different lengths are legal. A king then counts as three men in
/// all.
const CAPTURED_PIECE: i32 = CAPTURED_KING / 2;

/// The maximum number of steps for generating the captures of a node, about half a millisecond; a node that needs more
/// becomes a leaf. Only positions set up by hand reach this limit.
const MOST_STEPS: u32 = 20_000;

/// The number of moves up to which finding the best one is cheap.
const FEW: usize = 12;

/// The rank of a capture.
#[inline(always)]
fn rank_of_capture<G: Game>(
    options: &G::Options,
    captured: Bitboard<G::Word>,
    enemy_kings: Bitboard<G::Word>,
) -> i32 {
    let kings = (captured & enemy_kings).count() as i32 * CAPTURED_KING;
    match G::capture_order(options) {
        CaptureOrder::Any | CaptureOrder::ByCriteria(_) => kings + captured.count() as i32 * CAPTURED_PIECE,
        CaptureOrder::MostPieces | CaptureOrder::MostValuable { .. } => kings,
    }
}

/// The moves of one position, picked best first.
pub(super) struct MovePicker<W> {
    moves: MoveList<W>,
    /// The rank of each move and its place in the list. Picked moves come first, in the order in which they were
    /// picked.
    order: Vec<Ranked>,
    picked: usize,
}

/// A rank and a place in one number, which is quick to compare: the rank of a move in the high bits, higher is better;
/// its place in the list, inverted, in the low 24 bits, so that the first of equal moves has the highest number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(i64);

const BITS_OF_A_PLACE: u32 = 24;

impl Ranked {
    #[inline]
    fn new(rank: i32, place: usize) -> Self {
        Self(i64::from(rank) << BITS_OF_A_PLACE | Self::reversed(place as i64))
    }

    #[inline]
    const fn reversed(place: i64) -> i64 {
        !place & ((1 << BITS_OF_A_PLACE) - 1)
    }

    #[inline]
    const fn place(self) -> usize {
        Self::reversed(self.0) as usize
    }
}

impl<W: Word> Default for MovePicker<W> {
    fn default() -> Self {
        Self { moves: MoveList::with_most_steps(MOST_STEPS), order: Vec::new(), picked: 0 }
    }
}

impl<W: Word> MovePicker<W> {
    /// Generates the legal moves of `position`, unranked.
    #[inline]
    pub(super) fn generate<G: Game<Word = W>>(&mut self, position: &Position<G>) {
        position.legal_moves(&mut self.moves);
        self.picked = 0;
    }

    /// Generates the captures of `position`, unranked.
    #[inline]
    pub(super) fn generate_captures<G: Game<Word = W>>(&mut self, position: &Position<G>) {
        position.captures(&mut self.moves);
        self.picked = 0;
    }

    /// Generates the promotions of `position`, unranked. The position must have no captures.
    #[inline]
    pub(super) fn generate_promotions<G: Game<Word = W>>(&mut self, position: &Position<G>) {
        position.promotions(&mut self.moves);
        self.picked = 0;
    }

    /// Takes the moves in the given order.
    pub(super) fn set_in_order(&mut self, moves: impl Iterator<Item = Move<W>>) {
        self.moves.clear();
        moves.for_each(|mv| self.moves.push(mv));
        self.order.clear();
        self.order.extend((0..self.moves.len()).map(|place| Ranked::new(0, place)));
        self.picked = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves in the order of generation.
    #[inline]
    pub(super) fn all(&self) -> &[Move<W>] {
        &self.moves
    }

    /// Whether the captures took unusually long to find.
    #[inline]
    pub(super) fn took_long(&self) -> bool {
        self.moves.took_long()
    }

    /// One of the longest captures found, if the search for captures was cut off. Call it when
    /// [`took_long`](Self::took_long) is true; this resets it.
    pub(super) fn one_if_incomplete(&mut self) -> Option<Move<W>> {
        let is_complete = self.moves.is_complete();
        self.moves.take_steps();
        if is_complete { None } else { self.moves.first().copied() }
    }

    /// Whether the moves are captures; either all are or none.
    #[inline]
    pub(super) fn are_captures(&self) -> bool {
        self.moves.first().is_some_and(|mv| mv.is_capture())
    }

    /// Ranks the moves.
    #[inline]
    pub(super) fn rank<G: Playable<Word = W>>(
        &mut self,
        position: &Position<G>,
        hash_move: Option<MoveTag>,
        history: &History<W>,
        previous: Option<Square>,
    ) {
        let side = position.side();
        let weight = G::TUNABLES.continuation_history_weight();
        let enemy_kings = position.board().kings(!side);
        self.order.clear();
        self.order.extend(self.moves.iter().enumerate().map(|(place, &mv)| {
            let rank = if hash_move == Some(MoveTag::of(mv)) {
                HASH_MOVE
            } else if mv.is_capture() {
                rank_of_capture::<G>(position.options(), mv.captured(), enemy_kings)
            } else {
                history.score(weight, side, previous, mv)
            };
            Ranked::new(rank, place)
        }));
    }

    /// Picks the best remaining move.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move<W>> {
        let rest = self.order.get_mut(self.picked..)?;
        match self.picked {
            // The first move often causes a cutoff, so the other moves are sorted only after it. Until then `order` is
            // the order of the list.
            0 => {
                let best = *rest.iter().max()?;
                rest.swap(0, best.place());
            }
            1 => rest.sort_unstable_by(|a, b| b.cmp(a)),
            _ => {}
        }
        let best = rest.first()?;
        self.picked += 1;
        Some(self.moves[best.place()])
    }

    /// The move that will be picked next; `None` if there are so many that finding it would be slow.
    #[inline]
    pub(super) fn peek(&self) -> Option<Move<W>> {
        let rest = self.order.get(self.picked..)?;
        let next = match self.picked {
            0 | 1 if rest.len() > FEW => None,
            0 | 1 => rest.iter().max(),
            _ => rest.first(),
        };
        Some(self.moves[next?.place()])
    }

    /// The moves picked before the last one.
    #[inline]
    pub(super) fn before_last(&self) -> impl Iterator<Item = Move<W>> {
        self.order[..self.place()].iter().map(|ranked| self.moves[ranked.place()])
    }

    /// The number of moves picked before the last one.
    #[inline]
    pub(super) fn place(&self) -> usize {
        self.picked.saturating_sub(1)
    }
}
