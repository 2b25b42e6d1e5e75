//! A game as tables see it: constants taken from its type, and the few functions that are compiled for each game.

use std::ops::Range;

use super::combinations::{MOST_PIECES, binomial};
use super::per_game::PerGame;
use super::pieces::Material;
use super::set::{TableSet, Verdict};
use super::solve::{Class, Solver};
use super::symmetry::Symmetries;
use super::value::{Plies, Value, Wdl};
use super::walk::{Walk, walk};
use crate::rules::{AnyPosition, Color, ExtraKind, FileGame, Game, RuleOptions, Rules};

/// The game-dependent parts of building, numbering and storing tables.
#[derive(Debug)]
pub(super) struct TableGame {
    pub(super) rules: &'static Rules,
    /// Why the game has no tables, if it has none.
    pub(super) obstacle: Option<&'static str>,
    /// The name of the options that values depend on.
    pub(super) options_name: fn(&'static Rules, &RuleOptions) -> String,
    /// Initializes the entries of a range of positions.
    pub(super) initialize: fn(&Class<'_>, Range<usize>),
    /// [`TableSet::probe`], which returns `None` for a position of another game.
    pub(super) probe: fn(&TableSet, &dyn AnyPosition) -> Option<Value>,
    /// [`TableSet::probe_wdl`], likewise.
    pub(super) probe_wdl: fn(&TableSet, &dyn AnyPosition) -> Option<Wdl>,
    /// [`TableSet::verdict`], likewise.
    pub(super) verdict: fn(&TableSet, &dyn AnyPosition) -> Option<Verdict>,
    /// [`TableSet::wdl_after_pass`], likewise.
    pub(super) wdl_after_pass: fn(&TableSet, &dyn AnyPosition) -> Option<Wdl>,
    /// [`TableSet::walk`].
    pub(super) walk: Walk,
    /// Updates the predecessors of those positions in a range that are decided in this number of plies.
    pub(super) propagate: fn(&Class<'_>, Plies, Range<usize>),
}

/// The options of a game that values depend on.
#[inline]
pub(super) fn options_of<G: Game>(rules: &'static Rules, options: &RuleOptions) -> G::Options {
    G::without_draw_limits(G::options_under(rules, options))
}

impl TableGame {
    /// The [`TableGame`] of a game.
    #[inline(never)]
    pub(super) fn of(rules: &'static Rules) -> &'static Self {
        if rules.variant.is_some() {
            return with_game!(rules, G => const { &Self::new::<G>(G::RULES) });
        }
        static OF_FILES: PerGame<TableGame> = PerGame::new();
        OF_FILES.of(rules, || Self { obstacle: obstacle(rules), ..Self::new::<FileGame<u64>>(rules) })
    }

    const fn new<G: Game<Word = u64>>(rules: &'static Rules) -> Self {
        Self {
            rules,
            obstacle: None,
            options_name: |rules, options| G::options_name(&options_of::<G>(rules, options)),
            probe: |set, position| set.probe(position.of::<G>()?),
            probe_wdl: |set, position| set.probe_wdl(position.of::<G>()?),
            verdict: |set, position| set.verdict(position.of::<G>()?),
            wdl_after_pass: |set, position| set.wdl_of_other_side(position.of::<G>()?),
            walk: walk::<G>,
            initialize: |class, part| Solver::<G>::new(class).initialize(part),
            propagate: |class, plies, part| Solver::<G>::new(class).propagate(plies, part),
        }
    }

    /// The classes with this number of pieces that have tables, each after those that its promotions lead to.
    pub(super) fn classes(&self, pieces: usize) -> Vec<Material> {
        let mut classes = Material::classes(pieces);
        classes.retain(|material| !self.rules.first_king_wins || material.men() == material.pieces());
        classes
    }

    /// An estimate of the number of placements of a class, counting symmetric images separately.
    pub(super) fn estimate(&self, material: Material) -> usize {
        let sorts = material.counts().map(|count| binomial(self.rules.geometry.len(), count.into()));
        sorts.into_iter().fold(1, usize::saturating_mul)
    }
}

/// Why a game from a file has no tables, if it has none.
fn obstacle(rules: &'static Rules) -> Option<&'static str> {
    let open = |color| (rules.geometry.board() & !rules.promotion[color]).count() as usize;
    if !rules.geometry.is_small() {
        Some("its board has more than 64 cells")
    } else if rules.extra != ExtraKind::None {
        // The type of this state is known only at run time, and its numbering is compiled.
        Some("positions depend on the last moves, by a vanguard or kings that rest")
    } else if !Symmetries::of(rules).is_fair {
        Some("its sides play different games")
    } else if Color::ALL.into_iter().any(|color| open(color) < MOST_PIECES) {
        Some("its board has too few cells for men")
    } else {
        None
    }
}
