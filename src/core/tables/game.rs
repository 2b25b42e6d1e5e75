//! A game as tables see it: facts taken once from its type, and the few functions that are compiled for each game.

use std::ops::Range;

use super::combinations::binomial;
use super::pieces::Material;
use super::set::TableSet;
use super::solve::{Class, Solver};
use super::value::{Plies, Value, Wdl};
use super::walk::{Walk, walk};
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, ByColor, Direction, Game, RuleOptions, Rules};

/// What building, numbering, and files of tables need to know of a game.
#[derive(Debug)]
pub(super) struct TableGame {
    pub(super) rules: &'static Rules,
    pub(super) king_steps: &'static [Direction],
    pub(super) man_steps: ByColor<&'static [Direction]>,
    /// Those options on which values depend, as one word.
    pub(super) options_name: fn(&RuleOptions) -> String,
    /// Looks at each position of a part of a class for the first time.
    pub(super) begin: fn(&Class<'_>, Range<usize>),
    /// Looks a position up, as [`TableSet::probe`]; nothing for one of another game.
    pub(super) probe: fn(&TableSet, &dyn AnyPosition) -> Option<Value>,
    /// The same as [`TableSet::probe_wdl`].
    pub(super) probe_wdl: fn(&TableSet, &dyn AnyPosition) -> Option<Wdl>,
    /// Goes through the positions of a class.
    pub(super) walk: Walk,
    /// Tells what follows from the positions of a part of a class that are decided in so many plies.
    pub(super) propagate: fn(&Class<'_>, Plies, Range<usize>),
}

/// Those options of a game on which values depend.
#[inline]
pub(super) fn options_of<G: Game>(options: &RuleOptions) -> G::Options {
    G::without_draw_limits(G::options(options))
}

impl TableGame {
    /// The game of this name.
    #[inline(never)]
    pub(super) fn of(variant: Variant) -> &'static Self {
        with_game!(variant, G => const { &Self::new::<G>() })
    }

    const fn new<G: Game>() -> Self {
        Self {
            rules: G::RULES,
            king_steps: G::KING_STEPS,
            man_steps: G::MAN_STEPS,
            options_name: |options| G::options_name(&options_of::<G>(options)),
            probe: |set, position| set.probe(position.of::<G>()?),
            probe_wdl: |set, position| set.probe_wdl(position.of::<G>()?),
            walk: walk::<G>,
            begin: |class, part| Solver::<G>::new(class).begin(part),
            propagate: |class, plies, part| Solver::<G>::new(class).propagate(plies, part),
        }
    }

    /// The classes with so many pieces that there are tables of, each after those that its promotions lead to.
    pub(super) fn classes(&self, pieces: usize) -> Vec<Material> {
        let mut classes = Material::classes(pieces);
        classes.retain(|material| !self.rules.first_king_wins || material.men() == material.pieces());
        classes
    }

    /// About how many placements a class has, images of each other counted apart.
    pub(super) fn estimate(&self, material: Material) -> usize {
        let sorts = material.counts().map(|count| binomial(self.rules.geometry.len(), count.into()));
        sorts.into_iter().fold(1, usize::saturating_mul)
    }
}
