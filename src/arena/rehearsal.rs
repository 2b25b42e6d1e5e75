//! A look at the engines before the first game: whether they take the parameters that the match has for them.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::thread;

use super::engine_process::EngineProcess;
use super::failure::{Failure, MatchError};
use super::runner::Match;
use super::spec::EngineSpec;
use super::table::game_parameters;

impl Match {
    /// Starts each Hub engine once, and sees whether it takes the parameters of its description and of all games. An engine
    /// that cannot be started, or does not get ready, loses its games instead. Raising `stop` ends the waiting.
    ///
    /// # Errors
    ///
    /// If an engine does not have a parameter, or refuses its value.
    pub fn rehearse(&self, stop: &AtomicBool) -> Result<(), MatchError> {
        let games = self.variants.iter().map(|variant| game_parameters(&variant.name, variant.rules()?));
        let games: Vec<_> = games.collect::<Result<_, MatchError>>()?;
        let engines = self.conditions.engines.iter().filter(|engine| engine.dxp.is_none());
        // At once: one that is slow to start does not hold up the others.
        thread::scope(|scope| {
            let games = &games;
            let rehearse = |engine| scope.spawn(move || self.rehearse_with(engine, games, stop));
            let threads: Vec<_> = engines.map(rehearse).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    fn rehearse_with(
        &self,
        engine: &EngineSpec,
        games: &[Vec<(String, String)>],
        stop: &AtomicBool,
    ) -> Result<(), MatchError> {
        let first = games.first().map_or(&[][..], Vec::as_slice);
        match EngineProcess::start(engine, first, self.conditions.patience, stop) {
            Ok(started) => games.iter().try_for_each(|game| started.check_game(game)),
            Err(Failure::Parameter(why)) => Err(why),
            Err(_) => Ok(()),
        }
        .map_err(MatchError::Parameter)
    }
}
