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

/// A value for each cell, summed over a set of cells without visiting them one by one.
///
/// The values are cut into binary digits: bit `n` of the value of a cell says whether the cell is
/// in set `n`. The sum over a set is then the sum of `2^n` times the cells it shares with set `n`.
pub(super) struct SlicedTable {
    slices: [Bitboard; 8],
}

impl SlicedTable {
    const fn new(values: &[i32; 64]) -> Self {
        let mut slices = [Bitboard::EMPTY; 8];
        let mut square = 0;
        while square < 64 {
            assert!(values[square] >= 0 && values[square] < 256, "a value does not fit into eight slices");
            let mut bit = 0;
            while bit < 8 {
                if values[square] >> bit & 1 == 1 {
                    slices[bit] = slices[bit].union(Bitboard(1 << square));
                }
                bit += 1;
            }
            square += 1;
        }
        Self { slices }
    }

    /// The sum of the values of the cells in `set`.
    #[inline]
    pub(super) fn sum(&self, set: Bitboard) -> i32 {
        let mut sum = 0;
        for (bit, &slice) in self.slices.iter().enumerate() {
            // Slices without a cell are known when this is compiled, and cost nothing.
            if slice.any() {
                sum += ((set & slice).count() as i32) << bit;
            }
        }
        sum
    }
}

/// The tables of one game.
pub(super) struct GameTables<G: Game>(PhantomData<G>);

impl<G: Game> GameTables<G> {
    /// What a man is worth on each cell.
    pub(super) const MEN: ByColor<SlicedTable> =
        ByColor::new(men_table::<G>(Color::White), men_table::<G>(Color::Black));
}

const fn men_table<G: Game>(color: Color) -> SlicedTable {
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
    SlicedTable::new(&values)
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
