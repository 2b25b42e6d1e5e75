//! Piece-square tables: values of men by where they stand, computed from the geometry of a game at compile time.

use std::marker::PhantomData;

use super::tapered::{TaperedScore, weight};
use crate::eval::{MAN, Playable};
use crate::rules::{Bitboard, ByColor, Color, Direction, Game};

/// What can be said of where a man stands.
#[derive(Clone, Copy)]
enum Place {
    /// Anywhere.
    Board,
    /// So many steps closer to promotion than the furthest cell.
    Advance,
    /// As far from promotion as can be.
    Home,
    /// So many steps from promotion.
    NearPromotion(usize),
    /// In so many directions of captures no cell adjoins it.
    Edge,
    /// In so many directions of captures a cell at the edge adjoins it.
    NearEdge,
}

const PLACES: [Place; 8] = [
    Place::Board,
    Place::Advance,
    Place::Home,
    Place::NearPromotion(1),
    Place::NearPromotion(2),
    Place::NearPromotion(3),
    Place::Edge,
    Place::NearEdge,
];

/// What each of the places is worth.
macro_rules! weights {
    ($game:ident) => {
        [
            TaperedScore { opening: MAN, ending: $game::TUNABLES.man_ending() },
            weight!($game, man_advance_opening, man_advance_ending),
            weight!($game, man_home_opening, man_home_ending),
            weight!($game, man_promotes_in_one_opening, man_promotes_in_one_ending),
            weight!($game, man_promotes_in_two_opening, man_promotes_in_two_ending),
            weight!($game, man_promotes_in_three_opening, man_promotes_in_three_ending),
            weight!($game, man_edge_opening, man_edge_ending),
            weight!($game, man_near_edge_opening, man_near_edge_ending),
        ]
    };
}

/// What all `men` of one side are worth by where they stand.
#[inline]
pub(super) fn men<G: Playable, const WHITE: bool>(men: Bitboard) -> TaperedScore {
    GameTables::<G>::men::<WHITE>(men)
}

/// The piece-square tables of the men of one game.
struct GameTables<G: Playable>(PhantomData<G>);

#[cfg(not(feature = "tuning"))]
impl<G: Playable> GameTables<G> {
    const MEN: &'static ByColor<PieceSquareTable> =
        &ByColor::new(Self::table(Color::White), Self::table(Color::Black));

    const fn table(color: Color) -> PieceSquareTable {
        let weights = weights!(G);
        let mut values = [TaperedScore::always(0); 64];
        let mut place = 0;
        while place < PLACES.len() {
            let counts = counts::<G>(color, PLACES[place]);
            let mut square = 0;
            while square < 64 {
                values[square].opening += weights[place].opening * counts[square];
                values[square].ending += weights[place].ending * counts[square];
                square += 1;
            }
            place += 1;
        }
        PieceSquareTable::new(&values)
    }

    #[inline]
    fn men<const WHITE: bool>(men: Bitboard) -> TaperedScore {
        Self::MEN.of::<WHITE>().sum(men)
    }
}

/// Where the weights can change, a table for each of them.
#[cfg(feature = "tuning")]
impl<G: Playable> GameTables<G> {
    const COUNTS: &'static ByColor<[PieceSquareTable; PLACES.len()]> =
        &ByColor::new(Self::tables(Color::White), Self::tables(Color::Black));

    const fn tables(color: Color) -> [PieceSquareTable; PLACES.len()] {
        let mut tables = [const { PieceSquareTable::new(&[TaperedScore::always(0); 64]) }; PLACES.len()];
        let mut place = 0;
        while place < PLACES.len() {
            let counts = counts::<G>(color, PLACES[place]);
            let mut values = [TaperedScore::always(0); 64];
            let mut square = 0;
            while square < 64 {
                values[square] = TaperedScore::always(counts[square]);
                square += 1;
            }
            tables[place] = PieceSquareTable::new(&values);
            place += 1;
        }
        tables
    }

    fn men<const WHITE: bool>(men: Bitboard) -> TaperedScore {
        let counts = Self::COUNTS.of::<WHITE>().iter().map(|table| table.sum(men).opening);
        let each = weights!(G).into_iter().zip(counts).map(|(weight, count)| weight * count);
        each.fold(TaperedScore::default(), |sum, worth| sum + worth)
    }
}

/// How often a place counts for a man of `color` on each cell, by the bits of the cells.
const fn counts<G: Game>(color: Color, place: Place) -> [i32; 64] {
    let (steps, promotion) = match color {
        Color::White => (*G::MAN_STEPS.white(), *G::PROMOTION.white()),
        Color::Black => (*G::MAN_STEPS.black(), *G::PROMOTION.black()),
    };
    let distances = distances(G::GEOMETRY.board(), steps, promotion);
    let furthest = furthest(&distances);
    let mut counts = [0; 64];
    let mut square = 0;
    while square < 64 {
        let distance = distances[square];
        if distance < LONGEST {
            counts[square] = match place {
                Place::Board => 1,
                Place::Advance => (furthest - distance) as i32,
                Place::Home => (distance == furthest) as i32,
                Place::NearPromotion(steps) => (distance == steps) as i32,
                Place::Edge => edges::<G>(square, 1),
                Place::NearEdge => edges::<G>(square, 2) - edges::<G>(square, 1),
            };
        }
        square += 1;
    }
    counts
}

/// The largest number of steps to promotion in any game, and then some.
const LONGEST: usize = 20;

const fn furthest(distances: &[usize; 64]) -> usize {
    let mut furthest = 0;
    let mut square = 0;
    while square < 64 {
        if distances[square] < LONGEST && distances[square] > furthest {
            furthest = distances[square];
        }
        square += 1;
    }
    furthest
}

/// How many steps a man needs from each cell to promotion; `LONGEST` where it never gets there.
const fn distances(board: Bitboard, steps: &[Direction], promotion: Bitboard) -> [usize; 64] {
    let mut distances = [LONGEST; 64];
    let mut reached = promotion;
    let mut distance = 0;
    while distance < LONGEST {
        let mut next = reached;
        let mut square = 0;
        while square < 64 {
            let cell = Bitboard(1 << square & board.0);
            if reached.0 & cell.0 != 0 && distances[square] == LONGEST {
                distances[square] = distance;
            }
            let mut i = 0;
            while i < steps.len() {
                if cell.step(steps[i]).0 & reached.0 != 0 {
                    next = next.union(cell);
                }
                i += 1;
            }
            square += 1;
        }
        reached = next;
        distance += 1;
    }
    distances
}

/// In how many directions of captures the board ends within so many steps of a cell.
const fn edges<G: Game>(square: usize, steps: usize) -> i32 {
    let mut count = 0;
    let mut i = 0;
    while i < G::CAPTURES.len() {
        let mut cell = Bitboard(1 << square);
        let mut step = 0;
        while step < steps {
            cell = cell.step(G::CAPTURES[i]);
            step += 1;
        }
        count += cell.is_empty() as i32;
        i += 1;
    }
    count
}

/// A value for each cell, summed over a set of cells without visiting them one by one: eight bits
/// of the set at a time lead to the sum of the values of their cells.
pub(super) struct PieceSquareTable {
    /// `[byte of the set]`: what its cells are worth at the start of a game in the lower half of the number, near its
    /// end in the upper one. The sums of both stay within 16 bits, so that one addition adds both.
    sums: [[i32; 256]; 8],
}

impl PieceSquareTable {
    pub(super) const fn new(values: &[TaperedScore; 64]) -> Self {
        let mut sums = [[0; 256]; 8];
        // The largest sums of any set of cells, and then some.
        let (mut opening_most, mut ending_most) = (0, 0);
        let mut byte = 0;
        while byte < 8 {
            let mut bits: usize = 1;
            while bits < 256 {
                let TaperedScore { opening, ending } = values[8 * byte + bits.trailing_zeros() as usize];
                sums[byte][bits] = sums[byte][bits & (bits - 1)] + opening + (ending << 16);
                if bits.is_power_of_two() {
                    opening_most += opening.abs();
                    ending_most += ending.abs();
                }
                bits += 1;
            }
            byte += 1;
        }
        assert!(opening_most < 1 << 15 && ending_most < 1 << 15, "the sum of all values may not fit");
        Self { sums }
    }

    /// The sum of the values of the cells in `set`.
    #[inline]
    pub(super) fn sum(&self, set: Bitboard) -> TaperedScore {
        let bytes = set.0.to_le_bytes();
        let both: i32 = self.sums.iter().zip(bytes).map(|(sums, byte)| sums[usize::from(byte)]).sum();
        let opening = i32::from(both as i16);
        TaperedScore { opening, ending: (both - opening) >> 16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_that_of_its_cells() {
        let mut values = [TaperedScore::always(0); 64];
        for (square, value) in values.iter_mut().enumerate() {
            let square = square as i32;
            *value = TaperedScore { opening: 7 * square - 300, ending: 250 - 11 * square };
        }
        let table = PieceSquareTable::new(&values);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let set = Bitboard(random.u64(..));
            let sum = (0..64)
                .filter(|square| set.0 >> square & 1 == 1)
                .fold(TaperedScore::default(), |sum, square| sum + values[square]);
            assert_eq!(table.sum(set), sum);
        }
    }
}
