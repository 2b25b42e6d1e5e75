//! Match runner: checks the engines, and plays the games of a match, several at once.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::unbounded;

use super::engine_process::EngineProcess;
use super::events::{EventSender, MatchEvent};
use super::failure::{Failure, MatchError};
use super::openings::MatchVariant;
use super::record::GameRecord;
use super::referee::{Referee, game_parameters};
use super::schedule::Pairing;
use super::spec::{Conditions, EngineSpec};

/// A match: its games, and all that is needed to play them.
#[derive(Clone, Debug)]
pub struct Match {
    /// What holds for every game.
    pub conditions: Conditions,
    /// The games that are played.
    pub variants: Vec<MatchVariant>,
    /// Who plays whom, in order.
    pub schedule: Vec<Pairing>,
    /// How many games are played at the same time.
    pub concurrency: usize,
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continue {
    /// With the next game.
    Yes,
    /// Games that have begun are given up.
    No,
}

impl Match {
    /// Starts each Hub engine once before the first game, and sees whether it takes the parameters of its description and
    /// of all games. An engine that cannot be started, or does not get ready, loses its games instead. Raising `stop` ends
    /// the waiting.
    ///
    /// # Errors
    ///
    /// If an engine does not have a parameter, or refuses its value.
    pub fn check_engines(&self, stop: &AtomicBool) -> Result<(), MatchError> {
        let games = self.variants.iter().map(|variant| game_parameters(&variant.name, &variant.rules()?));
        let games: Vec<_> = games.collect::<Result<_, MatchError>>()?;
        let engines = self.conditions.engines.iter().filter(|engine| engine.dxp.is_none());
        // At once: one that is slow to start does not hold up the others.
        thread::scope(|scope| {
            let games = &games;
            let check = |engine| scope.spawn(move || self.check_engine(engine, games, stop));
            let threads: Vec<_> = engines.map(check).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    fn check_engine(
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

    /// Plays all games but those whose numbers are in `finished`. Each is handed to `on_event` when it ends, like all else
    /// that happens; its answer says whether to go on. Raising `stop` ends the match as well.
    ///
    /// # Errors
    ///
    /// If an opening is no position of its game, or an engine does not take a parameter.
    pub fn play(
        &self,
        finished: &HashSet<u64>,
        stop: &AtomicBool,
        mut on_event: impl FnMut(MatchEvent) -> Continue,
    ) -> Result<(), MatchError> {
        let pending: Vec<&Pairing> =
            self.schedule.iter().filter(|game| !finished.contains(&game.number)).collect();
        let next = AtomicUsize::new(0);
        let (sender, results) = unbounded();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, pending.len().max(1)) {
                let (sender, pending, next) = (sender.clone(), &pending, &next);
                scope.spawn(move || self.play_pending(pending, next, stop, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            for result in results {
                match result {
                    Ok(event) => {
                        if on_event(event) == Continue::No {
                            stop.store(true, Relaxed);
                        }
                    }
                    Err(error) => {
                        stop.store(true, Relaxed);
                        outcome = Err(error);
                    }
                }
            }
            outcome
        })
    }

    /// Plays one pending game after the other.
    fn play_pending(
        &self,
        pending: &[&Pairing],
        next: &AtomicUsize,
        stop: &AtomicBool,
        results: &EventSender,
    ) {
        let mut referee = Referee::new(&self.conditions, stop, results.clone());
        while !stop.load(Relaxed)
            && let Some(pairing) = pending.get(next.fetch_add(1, Relaxed))
        {
            let result = match self.play_game(&mut referee, pairing) {
                Ok(None) => return,
                Ok(Some(record)) => Ok(MatchEvent::Game(Box::new(record))),
                Err(error) => Err(error),
            };
            if results.send(result).is_err() {
                return;
            }
        }
    }

    fn play_game(
        &self,
        referee: &mut Referee<'_>,
        pairing: &Pairing,
    ) -> Result<Option<GameRecord>, MatchError> {
        let variant = &self.variants[pairing.variant];
        let opening = &variant.openings[pairing.opening % variant.openings.len()];
        referee.play(pairing, opening, variant)
    }
}
