//! Move ordering: the move of the transposition table first, then captures of kings, then quiet moves by their history.

use super::history::History;
use super::transposition::MoveTag;
use crate::eval::Playable;
use crate::rules::{Bitboard, CaptureOrder, Game, Move, MoveList, Position, Square};

/// The move of the transposition table comes before everything else.
const HASH_MOVE: i32 = 1 << 30;
/// What it counts for a capture that it takes a king.
const CAPTURED_KING: i32 = 1 << 20;
/// What it counts for each piece that it takes, where captures of different lengths are legal: with this a king counts as much
/// as three men.
const CAPTURED_PIECE: i32 = CAPTURED_KING / 2;

/// A node whose captures take more steps to find than this becomes a leaf: some half of a millisecond. None does that a
/// game comes to; boards set up by hand can have many.
const MOST_STEPS: u32 = 20_000;

/// Among so many moves it takes no time to find the best.
const FEW: usize = 12;

/// What a capture counts.
#[inline(always)]
fn rank_of_capture<G: Game>(captured: Bitboard, enemy_kings: Bitboard) -> i32 {
    let kings = (captured & enemy_kings).count() as i32 * CAPTURED_KING;
    match G::CAPTURE_ORDER {
        CaptureOrder::Any => kings + captured.count() as i32 * CAPTURED_PIECE,
        CaptureOrder::MostPieces | CaptureOrder::MostValuable { .. } => kings,
    }
}

/// The moves of one position, handed out best first.
pub(super) struct OrderedMoves {
    moves: MoveList,
    /// For each move its rank and place in the list. Those that were handed out come first, as they were handed out.
    order: Vec<Ranked>,
    handed_out: usize,
}

/// The rank of a move, the greater the better, above its place in the list, in such a way that of equal moves the first one
/// is the greatest. One number, so that they are quick to compare.
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

impl Default for OrderedMoves {
    fn default() -> Self {
        Self { moves: MoveList::with_most_steps(MOST_STEPS), order: Vec::new(), handed_out: 0 }
    }
}

impl OrderedMoves {
    /// Generates the legal moves of `position`. They are in no order yet.
    #[inline]
    pub(super) fn generate<G: Game>(&mut self, position: &Position<G>) {
        position.legal_moves(&mut self.moves);
        self.handed_out = 0;
    }

    /// Generates the captures of `position`. They are in no order yet.
    #[inline]
    pub(super) fn generate_captures<G: Game>(&mut self, position: &Position<G>) {
        position.captures(&mut self.moves);
        self.handed_out = 0;
    }

    /// Generates the promotions of `position`, which has no captures. They are in no order yet.
    #[inline]
    pub(super) fn generate_promotions<G: Game>(&mut self, position: &Position<G>) {
        position.promotions(&mut self.moves);
        self.handed_out = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves as they were generated.
    #[inline]
    pub(super) fn all(&self) -> &[Move] {
        &self.moves
    }

    /// Whether it took unusually long to find the moves.
    #[inline]
    pub(super) fn took_long(&self) -> bool {
        self.moves.took_long()
    }

    /// One of the longest captures that were found, if it would take too long to find all. To be asked after moves that
    /// took long.
    pub(super) fn one_of_too_many(&mut self) -> Option<Move> {
        let is_complete = self.moves.is_complete();
        self.moves.take_steps();
        if is_complete { None } else { self.moves.first().copied() }
    }

    /// Whether the moves are captures: all are, or none.
    #[inline]
    pub(super) fn are_captures(&self) -> bool {
        self.moves.first().is_some_and(|mv| mv.is_capture())
    }

    /// Gives every move its place.
    #[inline]
    pub(super) fn rank<G: Playable>(
        &mut self,
        position: &Position<G>,
        hash_move: Option<MoveTag>,
        history: &History,
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
                rank_of_capture::<G>(mv.captured(), enemy_kings)
            } else {
                history.of(weight, side, previous, mv)
            };
            Ranked::new(rank, place)
        }));
    }

    /// The best move that was not handed out yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move> {
        let rest = self.order.get_mut(self.handed_out..)?;
        match self.handed_out {
            // The first one often is enough: only behind it the rest is sorted. So far all stand at their places.
            0 => {
                let best = *rest.iter().max()?;
                rest.swap(0, best.place());
            }
            1 => rest.sort_unstable_by(|a, b| b.cmp(a)),
            _ => {}
        }
        let best = rest.first()?;
        self.handed_out += 1;
        Some(self.moves[best.place()])
    }

    /// The move that will be handed out next; none as long as it would have to be looked for among many.
    #[inline]
    pub(super) fn peek(&self) -> Option<Move> {
        let rest = self.order.get(self.handed_out..)?;
        let next = match self.handed_out {
            0 | 1 if rest.len() > FEW => None,
            0 | 1 => rest.iter().max(),
            _ => rest.first(),
        };
        Some(self.moves[next?.place()])
    }

    /// The moves that were handed out before the last one.
    #[inline]
    pub(super) fn before_last(&self) -> impl Iterator<Item = Move> {
        self.order[..self.place()].iter().map(|ranked| self.moves[ranked.place()])
    }

    /// How many moves were handed out before the last one.
    #[inline]
    pub(super) fn place(&self) -> usize {
        self.handed_out.saturating_sub(1)
    }
}
