//! Walk through all positions of a class.

use super::game::options_of;
use super::index::Cursor;
use super::set::{EndgameTable, TableSet};
use super::value::Value;
use crate::rules::{Board, Color, Game, Placement, Position};

/// A position of a class, and its value.
#[derive(Clone, Copy, Debug)]
pub struct Entry<G: Game> {
    placement: Placement<G>,
    /// The value.
    pub value: Value,
}

impl<G: Game> Entry<G> {
    /// The pieces.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.placement.board
    }

    /// The extra state, in a game that has some.
    #[must_use]
    pub fn extra(&self) -> G::Extra {
        self.placement.extra
    }

    /// Whether neither side could capture, were it its move.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        Color::ALL.into_iter().all(|side| !self.placement.could_capture(side))
    }

    /// The position, with no plies played before it.
    #[must_use]
    pub fn position(&self) -> Position<G> {
        Position::of_placement(self.placement)
    }
}

impl TableSet {
    /// All positions of a class with `side` to move, in the order of their [values](EndgameTable::values): every
    /// placement of the pieces, images of each other once, and once for every extra state that it can have. The set and the
    /// class are those of `G`.
    ///
    /// ```
    /// use coupturc::rules::games::{Hexdame, Variant};
    /// use coupturc::rules::{Color, RuleOptions};
    /// use coupturc::tables::{BuildPlan, Value};
    ///
    /// let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
    /// let set = plan.build(Variant::Hexdame, &RuleOptions::default())?;
    /// let kings = &set.tables()[0];
    /// let wins = set.entries::<Hexdame>(kings, Color::White).filter(|entry| matches!(entry.value, Value::Win(_)));
    /// assert_eq!(wins.filter(|win| win.is_quiet()).count(), 0, "a king wins by a capture only");
    /// # Ok::<(), coupturc::tables::BuildError>(())
    /// ```
    pub fn entries<'a, G: Game>(
        &'a self,
        table: &'a EndgameTable,
        side: Color,
    ) -> impl Iterator<Item = Entry<G>> + 'a {
        debug_assert_eq!(self.variant(), G::VARIANT, "positions of another game");
        let (values, options) = (table.layout.values[side], options_of::<G>(&self.options));
        let mut cursor: Option<Cursor<'a>> = None;
        table.values(side).enumerate().map(move |(place, value)| {
            let number = place / values;
            let cursor = cursor.get_or_insert_with(|| Cursor::at(&table.layout.index, number));
            cursor.go_to(number);
            let placement = table.layout.placement(&cursor.pieces(), side, place % values, options);
            Entry { placement, value }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::games::Variant;
    use crate::rules::{Color, Game, RuleOptions};
    use crate::tables::BuildPlan;

    /// Every entry must be the position whose value it has.
    fn check<G: Game>() {
        let set = BuildPlan::default().build(G::VARIANT, &RuleOptions::default()).expect("tables");
        for table in set.tables() {
            for side in Color::ALL {
                assert_eq!(set.entries::<G>(table, side).count(), table.values(side).count());
                for entry in set.entries::<G>(table, side).step_by(7) {
                    let position = entry.position();
                    assert_eq!(position.side(), side);
                    assert_eq!(set.probe(&position), Some(entry.value), "{} {position:?}", G::VARIANT);
                    let captures = Color::ALL.into_iter().any(|side| position.could_capture(side));
                    assert_eq!(entry.is_quiet(), !captures);
                }
            }
        }
    }

    #[test]
    fn entries_are_the_positions_of_their_values() {
        for &variant in Variant::ALL {
            with_game!(variant, G => check::<G>());
        }
    }
}
