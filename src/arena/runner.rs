//! Match runner: checks the engines and plays the games of a match, several at once.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};

use super::dxp::{DxpAddress, DxpPeer};
use super::engine_process::EngineProcess;
use super::events::{EventSender, MatchEvent};
use super::failure::{Failure, MatchError};
use super::openings::{MatchVariant, Opening};
use super::players::{DxpPeers, Players};
use super::referee::Referee;
use super::schedule::Pairing;
use super::spec::{Conditions, EngineSpec};
use crate::escape::plain;

/// A match: its engines, variants and schedule.
#[derive(Clone, Debug)]
pub struct Match {
    /// The conditions of every game.
    pub conditions: Conditions,
    /// The variants that are played.
    pub variants: Vec<MatchVariant>,
    /// The games, in order.
    pub schedule: Vec<Pairing>,
    /// The number of games that are played at the same time.
    pub concurrency: usize,
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continue {
    /// Play the next game.
    Yes,
    /// Stop; games in progress are abandoned.
    No,
}

/// A match whose engines are ready, with its remaining games.
pub struct Ready<'a> {
    the_match: &'a Match,
    pending: Vec<&'a Pairing>,
    /// The referee that holds the connected DXP peers, which have agreed on the first game.
    first: Referee<'a>,
    events: EventSender,
    received: Receiver<Result<MatchEvent, MatchError>>,
    stop: &'a AtomicBool,
}

impl Match {
    /// Checks that all engines with games left can play; `finished` has the numbers of the games that have already been
    /// played. Each Hub engine is started for each variant, and must accept its parameters and become ready; each DXP
    /// peer must connect, and those of the first game must accept it. Messages for the user go to `note`. Raising
    /// `stop` ends the waiting and the match.
    ///
    /// # Errors
    ///
    /// If an engine cannot be started or reached, does not answer, or refuses a parameter, or if the match is stopped.
    pub fn get_ready<'a>(
        &'a self,
        finished: &HashSet<u64>,
        stop: &'a AtomicBool,
        mut note: impl FnMut(&str),
    ) -> Result<Ready<'a>, MatchError> {
        let pending: Vec<&Pairing> =
            self.schedule.iter().filter(|game| !finished.contains(&game.number)).collect();
        let plays = |engine: usize| pending.iter().any(|game| [game.white, game.black].contains(&engine));
        let engines: Vec<_> =
            self.conditions.engines.iter().enumerate().filter(|(index, _)| plays(*index)).collect();
        let mut peers = DxpPeers::new();
        for &(index, engine) in &engines {
            let Some(dxp) = &engine.dxp else { continue };
            let mut peer = DxpPeer::new(engine, dxp, self.conditions.patience, stop);
            if let Some(address) = peer.open().map_err(|failure| not_ready(engine, &failure))? {
                note(&invitation(&engine.name, address));
            }
            peers.insert(index, peer);
        }
        self.check_all(&engines, &mut peers, stop)?;
        let (events, received) = unbounded();
        let mut first = Referee::new(Players::new(&self.conditions, peers, stop, events.clone()));
        if let Some(game) = pending.first().filter(|_| self.has_peers()) {
            let (opening, variant) = self.opening_of(game);
            let started = first.start_game(game, opening, variant)?;
            started.map_err(|(engine, failure)| not_ready(&self.conditions.engines[engine], &failure))?;
        }
        Ok(Ready { the_match: self, pending, first, events, received, stop })
    }

    fn has_peers(&self) -> bool {
        self.conditions.engines.iter().any(|engine| engine.dxp.is_some())
    }

    /// The opening and the variant of a game.
    fn opening_of(&self, game: &Pairing) -> (&Opening, &MatchVariant) {
        let variant = &self.variants[game.variant];
        (&variant.openings[game.opening % variant.openings.len()], variant)
    }

    /// Starts or connects all engines at the same time, so that slow ones do not delay the others.
    fn check_all<'a>(
        &'a self,
        engines: &[(usize, &'a EngineSpec)],
        peers: &mut DxpPeers<'a>,
        stop: &'a AtomicBool,
    ) -> Result<(), MatchError> {
        let games = &self.games()?;
        let hub_engines = engines.iter().map(|&(_, engine)| engine).filter(|engine| engine.dxp.is_none());
        thread::scope(|scope| {
            let check = |engine| scope.spawn(move || self.check_engine(engine, games, stop));
            let threads: Vec<_> = hub_engines.map(check).collect();
            let met = peers.iter_mut().try_for_each(|(&index, peer)| {
                peer.get_ready().map_err(|failure| not_ready(&self.conditions.engines[index], &failure))
            });
            let checks =
                threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            checks.chain([met]).collect()
        })
    }

    /// The parameters of each variant, without duplicates.
    fn games(&self) -> Result<Vec<Vec<(String, String)>>, MatchError> {
        let mut games = Vec::new();
        for variant in &self.variants {
            let game = variant.parameters()?;
            if !games.contains(&game) {
                games.push(game);
            }
        }
        Ok(games)
    }

    /// Starts an engine for each variant: the engine may lack a file for one of the variants.
    fn check_engine(
        &self,
        engine: &EngineSpec,
        games: &[Vec<(String, String)>],
        stop: &AtomicBool,
    ) -> Result<(), MatchError> {
        let start = |game: &Vec<_>| EngineProcess::start(engine, game, self.conditions.patience, stop);
        games.iter().try_for_each(|game| start(game).map(drop)).map_err(|failure| not_ready(engine, &failure))
    }
}

/// The error for an engine that is not ready, with advice.
fn not_ready(engine: &EngineSpec, failure: &Failure) -> MatchError {
    let command = shell_words::join(&engine.command);
    let advice = match (failure, &engine.dxp) {
        (Failure::Stopped, _) => return MatchError::Stopped,
        (Failure::Parameter(why), _) => return MatchError::Parameter(why.clone()),
        (Failure::Refused(_), Some(_)) => {
            "check that it plays this game with the time of the match, and that it has no other game in progress"
                .to_owned()
        }
        (_, None) => format!("expected a Hub engine; to test it, run it and type hub: {command}"),
        (_, Some(dxp)) if command.is_empty() => match &dxp.address {
            DxpAddress::Connect(address) => {
                format!(
                    "expected a program that listens at {address} and speaks DXP; start it first, or give its cmd"
                )
            }
            DxpAddress::Listen(address) => {
                format!("expected a program that connects to {address} and speaks DXP")
            }
        },
        (_, Some(_)) => format!("expected a program that speaks DXP; to test it, run it: {command}"),
    };
    MatchError::NotReady(plain(&format!("engine {failure}; {advice}")))
}

/// The note that says where a peer can connect.
fn invitation(name: &str, address: SocketAddr) -> String {
    let risk = if address.ip().is_loopback() { "" } else { ", and so can anyone who can reach this machine" };
    format!("{name} can connect to {address}{risk}")
}

impl Ready<'_> {
    /// Plays the remaining games. All events, such as finished games, are passed to `on_event`, which returns whether
    /// to go on. Raising the stop flag ends the match as well.
    ///
    /// # Errors
    ///
    /// If an opening is not valid in its game, or an engine refuses a parameter.
    pub fn play(self, mut on_event: impl FnMut(MatchEvent) -> Continue) -> Result<(), MatchError> {
        let Self { the_match, ref pending, first, events, received, stop } = self;
        let new = || Players::new(&the_match.conditions, DxpPeers::new(), stop, events.clone());
        // A peer plays one game at a time.
        let most = if the_match.has_peers() { 1 } else { the_match.concurrency };
        let count = most.clamp(1, pending.len().max(1));
        let others: Vec<_> = (1..count).map(|_| Referee::new(new())).collect();
        let next = &AtomicUsize::new(0);
        thread::scope(|scope| {
            for referee in std::iter::once(first).chain(others) {
                let events = events.clone();
                scope.spawn(move || the_match.play_pending(pending, next, (referee, stop), &events));
            }
            drop(events);
            let mut outcome = Ok(());
            for result in received {
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
}

impl Match {
    /// Plays one pending game after another.
    fn play_pending(
        &self,
        pending: &[&Pairing],
        next: &AtomicUsize,
        (mut referee, stop): (Referee<'_>, &AtomicBool),
        events: &EventSender,
    ) {
        while !stop.load(Relaxed)
            && let Some(pairing) = pending.get(next.fetch_add(1, Relaxed))
        {
            let (opening, variant) = self.opening_of(pairing);
            let result = match referee.play(pairing, opening, variant) {
                Ok(None) => return,
                Ok(Some(record)) => Ok(MatchEvent::Game(Box::new(record))),
                Err(error) => Err(error),
            };
            if events.send(result).is_err() {
                return;
            }
        }
    }
}
