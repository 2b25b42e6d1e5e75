//! Tables of many classes, and how they are asked.

use super::combinations::MOST_PIECES;
use super::layout::{Layout, State};
use super::pieces::Material;
use super::symmetry::Symmetries;
use super::value::{DRAW, Plies, Value};
use crate::rules::{ByColor, Color, Game, Placement, Position};

/// A draw, in a table.
const DRAW_BYTE: u8 = u8::MAX;

/// Longer than this no win or loss in a table can be.
pub(super) const LONGEST: Plies = DRAW_BYTE as Plies - 1;

/// The values of all positions of a class.
#[derive(Debug)]
pub struct Table {
    pub(super) layout: Layout,
    /// One byte a value, by side to move.
    values: ByColor<Box<[u8]>>,
}

impl Table {
    /// The table with these values, none of them longer than [`LONGEST`].
    pub(super) fn new(layout: Layout, values: ByColor<Box<[u8]>>) -> Self {
        Self { layout, values }
    }

    /// How a value is written down.
    #[inline]
    pub(super) fn byte(plies: Plies) -> u8 {
        if plies == DRAW { DRAW_BYTE } else { plies as u8 }
    }

    #[inline]
    fn plies(byte: u8) -> Plies {
        if byte == DRAW_BYTE { DRAW } else { Plies::from(byte) }
    }

    /// The class.
    #[must_use]
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// How many placements of the pieces have values, images of each other counted once.
    #[must_use]
    pub fn placements(&self) -> usize {
        self.layout.index.len()
    }

    /// The values of all positions with `side` to move, in the order in which they are stored. Where both
    /// sides have the same pieces there are those of White only.
    pub fn values(&self, side: Color) -> impl Iterator<Item = Value> + '_ {
        self.values[side].iter().map(|&byte| Value::of(Self::plies(byte)))
    }
}

/// The tables of a game under certain options: of all classes up to some number of pieces, once they are
/// [built](super::BuildPlan::build).
#[derive(Debug)]
pub struct TableSet<G: Game> {
    pub(super) options: G::Options,
    pub(super) symmetries: Symmetries,
    tables: Vec<Table>,
    /// By [`key`]: one more than the place of the table, or 0.
    places: Box<[u16]>,
}

/// A number for each class, small enough to look it up in a list.
#[inline]
fn key(material: Material) -> usize {
    material.counts().into_iter().fold(0, |key, count| key * (MOST_PIECES + 1) + usize::from(count))
}

impl<G: Game> TableSet<G> {
    /// A set without tables. The limits by which games are drawn do not count among the options.
    pub(super) fn empty(options: G::Options) -> Self {
        let places = vec![0; (MOST_PIECES + 1).pow(4)].into();
        let options = G::without_draw_limits(options);
        Self { options, symmetries: Symmetries::of::<G>(), tables: Vec::new(), places }
    }

    pub(super) fn add(&mut self, table: Table) {
        self.places[key(table.material())] = self.tables.len() as u16 + 1;
        self.tables.push(table);
    }

    /// The tables, those with few pieces first.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The value of a position, if its class is among the tables and its options are those of the set. How
    /// near a draw by some rule may be does not matter.
    #[must_use]
    pub fn probe(&self, position: &Position<G>) -> Option<Value> {
        if G::without_draw_limits(*position.options()) != self.options {
            return None;
        }
        self.value(position.placement()).map(Value::of)
    }

    /// The value of a placement under the options of the set, if its class is among the tables.
    #[inline]
    pub(super) fn value(&self, placement: &Placement<G>) -> Option<Plies> {
        let (us, board) = (placement.side, &placement.board);
        if board.pieces(us).is_empty() {
            return Some(0);
        }
        if board.pieces(!us).is_empty() {
            // Whatever moves wins, for the opponent cannot.
            return Some(Plies::from(placement.count_quiet_moves() > 0));
        }
        let state = State::of(placement).normal(&self.symmetries);
        let table = self.table(state.pieces.material())?;
        let slot = table.layout.slot(&state);
        Some(Table::plies(table.values[slot.side][slot.place]))
    }

    #[inline]
    fn table(&self, material: Material) -> Option<&Table> {
        if material.counts().into_iter().any(|count| usize::from(count) > MOST_PIECES) {
            return None;
        }
        let place = self.places[key(material)];
        self.tables.get(usize::from(place.checked_sub(1)?))
    }
}
