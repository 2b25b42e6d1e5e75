//! Walk: iteration over all positions of a class.

use super::game::options_of;
use super::index::Cursor;
use super::set::{EndgameTable, TableSet};
use super::value::Value;
use crate::rules::{AnyPosition, Color, Game, Position};

/// The walk function, compiled for each game.
pub(super) type Walk = fn(&TableSet, &EndgameTable, Color, &mut dyn FnMut(&dyn AnyPosition, Value));

/// [`TableSet::walk`] for a set of `G`.
pub(super) fn walk<G: Game<Word = u64>>(
    set: &TableSet,
    table: &EndgameTable,
    side: Color,
    visit: &mut dyn FnMut(&dyn AnyPosition, Value),
) {
    let (values, options) = (table.layout.values[side], options_of::<G>(set.rules(), &set.options));
    let mut cursor: Option<Cursor<'_>> = None;
    for (place, value) in table.values(side).enumerate() {
        let number = place / values;
        let cursor = cursor.get_or_insert_with(|| Cursor::at(&table.layout.index, number));
        cursor.go_to(number);
        let placement = table.layout.placement::<G>(&cursor.pieces(), side, place % values, options);
        visit(&Position::of_placement(placement), value);
    }
}

impl TableSet {
    /// Calls `visit` for all positions of a class with `side` to move, and their values, in the order of the
    /// [values](EndgameTable::values). Of positions that are images of each other, only one is visited; each placement
    /// is visited once per extra state. The positions have no history.
    ///
    /// ```
    /// use coupturc_core::rules::games::Variant;
    /// use coupturc_core::rules::{Color, RuleOptions};
    /// use coupturc_core::tables::{BuildPlan, Value};
    ///
    /// let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
    /// let set = plan.build(Variant::Hexdame.rules(), &RuleOptions::default())?;
    /// let kings = &set.tables()[0];
    /// set.walk(kings, Color::White, &mut |position, value| {
    ///     let captures = position.could_capture(Color::White);
    ///     assert!(captures || !matches!(value, Value::Win(_)), "a king wins only by a capture");
    /// });
    /// # Ok::<(), coupturc_core::tables::BuildError>(())
    /// ```
    pub fn walk(&self, table: &EndgameTable, side: Color, visit: &mut dyn FnMut(&dyn AnyPosition, Value)) {
        (self.game.walk)(self, table, side, visit);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::games::Variant;
    use crate::rules::{Color, RuleOptions};
    use crate::tables::BuildPlan;

    #[test]
    fn positions_are_visited_with_their_values() {
        for &variant in Variant::ALL {
            let set = BuildPlan::default().build(variant.rules(), &RuleOptions::default()).expect("tables");
            for table in set.tables() {
                for side in Color::ALL {
                    let mut count = 0;
                    set.walk(table, side, &mut |position, value| {
                        assert_eq!((position.side(), position.rules()), (side, variant.rules()));
                        if count % 7 == 0 {
                            assert_eq!(set.probe_any(position), Some(value), "{variant} {position:?}");
                        }
                        count += 1;
                    });
                    assert_eq!(count, table.values(side).count());
                }
            }
        }
    }
}
