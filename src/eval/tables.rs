//! Values of men by where they stand, computed from the geometry of a game at compile time.

use std::marker::PhantomData;

use super::MAN;
#[cfg(not(feature = "tuning"))]
use crate::rules::games::Variant;
use crate::rules::{Bitboard, ByColor, Color, Direction, Game};
use crate::tunables;

/// What a man is worth by where it stands, in hundredths of a man.
#[derive(Clone, Copy)]
struct Weights {
    /// Wherever it stands.
    anywhere: i32,
    /// For every step that it has come closer to promotion than the furthest cell.
    advance: i32,
    /// For each direction of captures in which no cell adjoins its own.
    edge: i32,
    /// Where it is one, two or three steps from promotion.
    near_promotion: [i32; 3],
}

#[cfg(not(feature = "tuning"))]
impl Weights {
    const fn of(game: Variant) -> Self {
        Self {
            anywhere: MAN,
            advance: tunables::man_advance(game),
            edge: tunables::man_edge(game),
            near_promotion: [
                tunables::man_promotes_in_one(game),
                tunables::man_promotes_in_two(game),
                tunables::man_promotes_in_three(game),
            ],
        }
    }
}

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

/// The values of all `men` of one side by where they stand.
#[inline]
pub(super) fn men_where_they_stand<G: Game, const WHITE: bool>(men: Bitboard) -> i32 {
    GameTables::<G>::men::<WHITE>(men)
}

/// The tables of one game.
struct GameTables<G: Game>(PhantomData<G>);

#[cfg(not(feature = "tuning"))]
impl<G: Game> GameTables<G> {
    const MEN: &'static ByColor<SumTable> = &ByColor::new(
        men_table::<G>(Color::White, Weights::of(G::VARIANT)),
        men_table::<G>(Color::Black, Weights::of(G::VARIANT)),
    );

    #[inline]
    fn men<const WHITE: bool>(men: Bitboard) -> i32 {
        Self::MEN.of::<WHITE>().sum(men)
    }
}

/// Where the weights can change, a table for each of them.
#[cfg(feature = "tuning")]
impl<G: Game> GameTables<G> {
    const UNITS: &'static ByColor<[SumTable; 5]> =
        &ByColor::new(Self::units(Color::White), Self::units(Color::Black));

    const fn units(color: Color) -> [SumTable; 5] {
        let none = Weights { anywhere: 0, advance: 0, edge: 0, near_promotion: [0; 3] };
        [
            men_table::<G>(color, Weights { advance: 1, ..none }),
            men_table::<G>(color, Weights { edge: 1, ..none }),
            men_table::<G>(color, Weights { near_promotion: [1, 0, 0], ..none }),
            men_table::<G>(color, Weights { near_promotion: [0, 1, 0], ..none }),
            men_table::<G>(color, Weights { near_promotion: [0, 0, 1], ..none }),
        ]
    }

    fn men<const WHITE: bool>(men: Bitboard) -> i32 {
        let [advance, edge, one, two, three] = Self::UNITS.of::<WHITE>();
        let game = G::VARIANT;
        men.count() as i32 * MAN
            + advance.sum(men) * tunables::man_advance(game)
            + edge.sum(men) * tunables::man_edge(game)
            + one.sum(men) * tunables::man_promotes_in_one(game)
            + two.sum(men) * tunables::man_promotes_in_two(game)
            + three.sum(men) * tunables::man_promotes_in_three(game)
    }
}

const fn men_table<G: Game>(color: Color, weights: Weights) -> SumTable {
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
            values[square] =
                man_value(distances[square], furthest, weights) + edges::<G>(square) * weights.edge;
        }
        square += 1;
    }
    SumTable::new(&values)
}

const fn man_value(distance: usize, furthest: usize, weights: Weights) -> i32 {
    let advance = (furthest - distance) as i32 * weights.advance;
    let near = if distance >= 1 && distance <= 3 { weights.near_promotion[distance - 1] } else { 0 };
    weights.anywhere + advance + near
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

/// In how many directions of captures no cell adjoins a cell.
const fn edges<G: Game>(square: usize) -> i32 {
    let mut count = 0;
    let mut i = 0;
    while i < G::CAPTURES.len() {
        count += Bitboard(1 << square).step(G::CAPTURES[i]).count() as i32;
        i += 1;
    }
    G::CAPTURES.len() as i32 - count
}
