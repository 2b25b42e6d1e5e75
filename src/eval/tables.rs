//! Values of men by where they stand, computed from the geometry of a game at compile time.

use std::marker::PhantomData;

use super::MAN;
use crate::rules::{Bitboard, ByColor, Color, Direction, Game};

/// For every step that a man has come closer to promotion than the furthest cell.
const ADVANCE: i32 = 2;
/// Once more, for a man that is one, two or three steps from promotion.
const NEAR_PROMOTION: [i32; 3] = [16, 8, 4];
/// For each cell that a man could be attacked from and escape to: the middle beats the edge.
const NEIGHBOUR: i32 = 1;

/// The largest number of steps to promotion in any game, and then some.
const LONGEST: usize = 20;

/// A value for each cell, summed over a set of cells without visiting them one by one: eight bits
/// of the set at a time lead to the sum of the values of their cells.
pub(super) struct SumTable {
    /// `[byte of the set][its value]`
    sums: [[i16; 256]; 8],
}

impl SumTable {
    const fn new(values: &[i32; 64]) -> Self {
        let mut sums = [[0; 256]; 8];
        let mut byte = 0;
        while byte < 8 {
            let mut bits: usize = 1;
            while bits < 256 {
                let lowest = bits.trailing_zeros() as usize;
                let value = values[8 * byte + lowest];
                assert!(value.abs() < 1000, "the sum of eight values may not fit");
                sums[byte][bits] = sums[byte][bits & (bits - 1)] + value as i16;
                bits += 1;
            }
            byte += 1;
        }
        Self { sums }
    }

    /// The sum of the values of the cells in `set`.
    #[inline]
    pub(super) fn sum(&self, set: Bitboard) -> i32 {
        let bytes = set.0.to_le_bytes();
        self.sums.iter().zip(bytes).map(|(sums, byte)| i32::from(sums[usize::from(byte)])).sum()
    }
}

/// The tables of one game.
pub(super) struct GameTables<G: Game>(PhantomData<G>);

impl<G: Game> GameTables<G> {
    /// What a man is worth on each cell.
    pub(super) const MEN: &'static ByColor<SumTable> =
        &ByColor::new(men_table::<G>(Color::White), men_table::<G>(Color::Black));
}

const fn men_table<G: Game>(color: Color) -> SumTable {
    let (steps, promotion) = match color {
        Color::White => (*G::MAN_STEPS.white(), *G::PROMOTION.white()),
        Color::Black => (*G::MAN_STEPS.black(), *G::PROMOTION.black()),
    };
    let distances = distances(G::GEOMETRY.board(), steps, promotion);
    let mut furthest = 0;
    let mut square = 0;
    while square < 64 {
        if distances[square] < LONGEST && distances[square] > furthest {
            furthest = distances[square];
        }
        square += 1;
    }
    let mut values = [0; 64];
    square = 0;
    while square < 64 {
        if distances[square] < LONGEST {
            values[square] = man_value(distances[square], furthest) + neighbours::<G>(square) * NEIGHBOUR;
        }
        square += 1;
    }
    SumTable::new(&values)
}

const fn man_value(distance: usize, furthest: usize) -> i32 {
    let advance = (furthest - distance) as i32 * ADVANCE;
    let near = if distance >= 1 && distance <= 3 { NEAR_PROMOTION[distance - 1] } else { 0 };
    MAN + advance + near
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

/// How many cells adjoin a cell in the directions of captures.
const fn neighbours<G: Game>(square: usize) -> i32 {
    let mut count = 0;
    let mut i = 0;
    while i < G::CAPTURES.len() {
        count += Bitboard(1 << square).step(G::CAPTURES[i]).count() as i32;
        i += 1;
    }
    count
}
