//! Type-erased search: the game is known only at run time.

use super::{Endgames, Goal, Handler, Line, Searcher, TranspositionTable};
use crate::eval::Playable;
use crate::rules::{AnyGame, Rules};

/// The search function for one game: an instantiation of [`search_game`].
pub type SearchGame =
    fn(&mut Searcher, &dyn AnyGame, &TranspositionTable, &Endgames, Goal, &mut dyn Handler) -> Vec<Line>;

/// The search of a game.
// Inlining it into another crate would compile the searches of all games there again.
#[inline(never)]
#[must_use]
pub fn search_of(rules: &'static Rules) -> SearchGame {
    with_any_game!(rules, G => search_game::<G>)
}

/// Like [`Searcher::search_with_endgames`], for a game of `G`. Returns no lines for a game of another type.
pub fn search_game<G: Playable>(
    searcher: &mut Searcher,
    game: &dyn AnyGame,
    table: &TranspositionTable,
    endgames: &Endgames,
    goal: Goal,
    handler: &mut dyn Handler,
) -> Vec<Line> {
    let game = game.of::<G>();
    debug_assert!(game.is_some(), "a game of another type");
    game.map_or_else(Vec::new, |game| searcher.search_with_endgames(game, table, endgames, goal, handler))
}

impl Searcher {
    /// Like [`Searcher::search`], for any game.
    ///
    /// ```
    /// use coupturc_core::rules::{RuleOptions, games::Variant};
    /// use coupturc_core::search::{Goal, Searcher, TranspositionTable};
    ///
    /// let table = TranspositionTable::with_mebibytes(1)?;
    /// let game = Variant::Croda.rules().start(&RuleOptions::default());
    /// let goal = Goal { to_depth: 3, ..Goal::default() };
    /// let lines = Searcher::new().search_any(&*game, &table, goal, &mut ());
    /// assert_eq!(lines[0].depth, 3);
    /// # Ok::<(), coupturc_core::memory::OutOfMemory>(())
    /// ```
    pub fn search_any(
        &mut self,
        game: &dyn AnyGame,
        table: &TranspositionTable,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        search_of(game.rules())(self, game, table, &Endgames::none(), goal, handler)
    }
}
