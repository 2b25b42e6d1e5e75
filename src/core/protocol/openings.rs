//! Names of openings.

use std::collections::HashMap;

use once_cell::sync::Lazy;

use crate::book::{Key, Views};
use crate::notation::parse_moves;
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, RuleOptions, Rules};

/// Openings with a name in the literature: the game, the moves from its start, and the name.
///
/// CITE: International: T. Goedemoed, *A Course in Draughts*, "The opening of the game", index of openings. Dameo: the
/// article about the game in the English Wikipedia (2020) calls two of these first moves common and two less common; none
/// has a name.
const OPENINGS: &[(Variant, &str, &str)] = &[
    (Variant::International, "32-28 19-23", "Symmetrical variation"),
    (Variant::International, "32-28 18-23", "Chefneux opening"),
    (Variant::International, "32-28 18-23 33-29 23x32 37x28 20-25", "The Fox"),
    (Variant::Dameo, "d1-b3", "common first move (Wikipedia)"),
    (Variant::Dameo, "d2-d4", "common first move (Wikipedia)"),
    (Variant::Dameo, "d1-d4", "less common first move (Wikipedia)"),
    (Variant::Dameo, "d1-g4", "less common first move (Wikipedia)"),
];

/// The names by game and position. Mirror images have the same name.
static NAMES: Lazy<HashMap<(Variant, Key), &str>> = Lazy::new(|| {
    let named = OPENINGS.iter().filter_map(|&(variant, moves, name)| {
        let mut game = variant.rules().start(&RuleOptions::default());
        parse_moves(&mut *game, moves).ok()?;
        Some(((variant, Views::of(variant.rules()).view(game.position()).key), name))
    });
    named.collect()
});

/// The names of the openings of one game.
pub(super) struct Openings {
    variant: Option<Variant>,
    /// None if no opening of the game has a name.
    views: Option<Views>,
}

impl Openings {
    pub(super) fn of(rules: &'static Rules) -> Self {
        let has_names = OPENINGS.iter().any(|&(game, ..)| rules.variant == Some(game));
        Self { variant: rules.variant, views: has_names.then(|| Views::of(rules)) }
    }

    /// The name of a position.
    pub(super) fn name(&self, position: &dyn AnyPosition) -> Option<&'static str> {
        let key = self.views.as_ref()?.view(position).key;
        NAMES.get(&(self.variant?, key)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_are_legal_and_different() {
        assert_eq!(NAMES.len(), OPENINGS.len());
    }
}
