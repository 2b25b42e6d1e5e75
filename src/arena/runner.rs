//! Plays the games of a match, several at once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::unbounded;

use super::failure::MatchError;
use super::game_rules::GameRules;
use super::news::{News, NewsDesk};
use super::openings::Opening;
use super::record::GameRecord;
use super::schedule::Pairing;
use super::table::{Conditions, Table};
use crate::notation::NotationError;
use crate::rules::RuleOptions;
use crate::rules::games::Variant;

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

/// A game with its rules and openings.
#[derive(Clone, Debug)]
pub struct MatchVariant {
    /// The Hub name, which engines are told.
    pub name: String,
    /// The game.
    pub variant: Variant,
    /// Its options.
    pub rules: RuleOptions,
    /// Where games begin, one a round; used again from the first if there are more rounds.
    pub openings: Vec<Opening>,
}

impl MatchVariant {
    /// The options that differ from those that the name stands for.
    pub(super) fn rules(&self) -> Result<GameRules, NotationError> {
        let name = self.name.parse()?;
        Ok(with_game!(self.variant, G => GameRules::of::<G>(name, &self.rules)))
    }
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
    /// Plays all games but those whose numbers are in `finished`. Each is handed to `on_news` when it ends, like all else
    /// that there is to tell; its answer says whether to go on. Raising `stop` ends the match as well.
    ///
    /// # Errors
    ///
    /// If an opening is no position of its game, or an engine does not take a parameter.
    pub fn play(
        &self,
        finished: &HashSet<u64>,
        stop: &AtomicBool,
        mut on_news: impl FnMut(News) -> Continue,
    ) -> Result<(), MatchError> {
        let pending: Vec<&Pairing> =
            self.schedule.iter().filter(|game| !finished.contains(&game.number)).collect();
        let next = AtomicUsize::new(0);
        let (sender, results) = unbounded();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, pending.len().max(1)) {
                let (sender, pending, next) = (sender.clone(), &pending, &next);
                scope.spawn(move || self.sit_at_table(pending, next, stop, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            for result in results {
                match result {
                    Ok(news) => {
                        if on_news(news) == Continue::No {
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
    fn sit_at_table(&self, pending: &[&Pairing], next: &AtomicUsize, stop: &AtomicBool, results: &NewsDesk) {
        let mut table = Table::new(&self.conditions, stop, results.clone());
        while !stop.load(Relaxed)
            && let Some(pairing) = pending.get(next.fetch_add(1, Relaxed))
        {
            let result = match self.play_game(&mut table, pairing) {
                Ok(None) => return,
                Ok(Some(record)) => Ok(News::Game(Box::new(record))),
                Err(error) => Err(error),
            };
            if results.send(result).is_err() {
                return;
            }
        }
    }

    fn play_game(&self, table: &mut Table<'_>, pairing: &Pairing) -> Result<Option<GameRecord>, MatchError> {
        let MatchVariant { name, variant, rules, openings } = &self.variants[pairing.variant];
        let opening = &openings[pairing.opening % openings.len()];
        with_game!(*variant, G => table.play::<G>(pairing, opening, name, rules))
    }
}
