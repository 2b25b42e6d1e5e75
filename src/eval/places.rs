//! Values of men by where they stand, computed from the geometry of a game at compile time.

use std::marker::PhantomData;

use super::MAN;
use super::sums::SumTable;
use super::worth::{Worth, weight};
use crate::rules::{Bitboard, ByColor, Color, Direction, Game};
use crate::tunables;

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
    ($game:expr) => {
        [
            Worth { opening: MAN, ending: tunables::man_ending($game) },
            weight!(man_advance_opening, man_advance_ending, $game),
            weight!(man_home_opening, man_home_ending, $game),
            weight!(man_promotes_in_one_opening, man_promotes_in_one_ending, $game),
            weight!(man_promotes_in_two_opening, man_promotes_in_two_ending, $game),
            weight!(man_promotes_in_three_opening, man_promotes_in_three_ending, $game),
            weight!(man_edge_opening, man_edge_ending, $game),
            weight!(man_near_edge_opening, man_near_edge_ending, $game),
        ]
    };
}

/// What all `men` of one side are worth by where they stand.
#[inline]
pub(super) fn men<G: Game, const WHITE: bool>(men: Bitboard) -> Worth {
    GameTables::<G>::men::<WHITE>(men)
}

/// The tables of one game.
struct GameTables<G: Game>(PhantomData<G>);

#[cfg(not(feature = "tuning"))]
impl<G: Game> GameTables<G> {
    const MEN: &'static ByColor<SumTable> =
        &ByColor::new(Self::table(Color::White), Self::table(Color::Black));

    const fn table(color: Color) -> SumTable {
        let weights = weights!(G::VARIANT);
        let mut values = [Worth::always(0); 64];
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
        SumTable::new(&values)
    }

    #[inline]
    fn men<const WHITE: bool>(men: Bitboard) -> Worth {
        Self::MEN.of::<WHITE>().sum(men)
    }
}

/// Where the weights can change, a table for each of them.
#[cfg(feature = "tuning")]
impl<G: Game> GameTables<G> {
    const COUNTS: &'static ByColor<[SumTable; PLACES.len()]> =
        &ByColor::new(Self::tables(Color::White), Self::tables(Color::Black));

    const fn tables(color: Color) -> [SumTable; PLACES.len()] {
        let mut tables = [const { SumTable::new(&[Worth::always(0); 64]) }; PLACES.len()];
        let mut place = 0;
        while place < PLACES.len() {
            let counts = counts::<G>(color, PLACES[place]);
            let mut values = [Worth::always(0); 64];
            let mut square = 0;
            while square < 64 {
                values[square] = Worth::always(counts[square]);
                square += 1;
            }
            tables[place] = SumTable::new(&values);
            place += 1;
        }
        tables
    }

    fn men<const WHITE: bool>(men: Bitboard) -> Worth {
        let counts = Self::COUNTS.of::<WHITE>().iter().map(|table| table.sum(men).opening);
        let each = weights!(G::VARIANT).into_iter().zip(counts).map(|(weight, count)| weight * count);
        each.fold(Worth::default(), |sum, worth| sum + worth)
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
