//! Players: the engines of a referee, which speak Hub or DXP and are kept for the next game.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::dxp::DxpPeer;
use super::ending::Ending;
use super::engine_process::{self as engine, EngineProcess};
use super::events::{EventSender, MatchEvent};
use super::failure::Failure;
use super::record::ChatRecord;
use super::spec::Conditions;
use super::time_control::Clock;
use crate::escape::plain;
use crate::notation::parse_move;
use crate::protocol::dxp::{EndReason, Reply};
use crate::rules::{AnyGame, Color, Move};

/// The engines that play the games of a referee.
pub(super) struct Players<'a> {
    pub(super) conditions: &'a Conditions,
    /// Hub engines, one process for each colour.
    hub_engines: HashMap<Player, HubEngine<'a>>,
    /// DXP peers, one connection each.
    dxp_peers: DxpPeers<'a>,
    /// The chat messages of this game.
    chats: Vec<ChatRecord>,
    /// Ends all waiting when it is set.
    pub(super) stop: &'a AtomicBool,
    events: EventSender,
}

/// The DXP peers of a match, by engine index.
pub(super) type DxpPeers<'a> = HashMap<usize, DxpPeer<'a>>;

/// The index of an engine, and its colour.
pub(super) type Player = (usize, Color);

/// A running engine, with the parameters that were set for its game.
struct HubEngine<'a> {
    process: EngineProcess<'a>,
    parameters: Vec<(String, String)>,
}

/// The action of the player to move.
pub(super) enum Action {
    /// The player answered.
    Answer(Answer),
    /// The player ended the game.
    End(EndReason),
}

/// The answer of a player.
pub(super) struct Answer {
    /// A legal move, or the ending if it is not one.
    pub(super) mv: Result<Move, Ending>,
    /// The player's score of its position, in men.
    pub(super) score: Option<f64>,
    /// The depth of the player's search.
    pub(super) depth: Option<u32>,
    /// The nodes of the player's search.
    pub(super) nodes: Option<u64>,
    /// The time that the player took.
    pub(super) time: Duration,
}

/// The maximum number of chat messages that are kept per game.
const MAX_CHATS: usize = 200;

impl<'a> Players<'a> {
    /// Hub engines that are started when their games begin, and DXP peers that are already connected.
    pub(super) fn new(
        conditions: &'a Conditions,
        dxp_peers: DxpPeers<'a>,
        stop: &'a AtomicBool,
        events: EventSender,
    ) -> Self {
        Self { conditions, hub_engines: HashMap::new(), dxp_peers, chats: Vec::new(), stop, events }
    }

    /// Gets both players ready and agrees on the game with DXP peers. The error names the player that failed.
    pub(super) fn start_game(
        &mut self,
        players: [Player; 2],
        game: &dyn AnyGame,
        parameters: &[(String, String)],
    ) -> Result<(), (Color, Failure)> {
        for player in players {
            self.make_ready(player, parameters).map_err(|failure| (player.1, failure))?;
        }
        // The side to move starts to think as soon as it has agreed, so the other side is asked first.
        let side = game.position().side();
        for color in [!side, side] {
            let (engine, _) = players[color as usize];
            let control = self.conditions.control_of(engine);
            let Some(peer) = self.dxp_peers.get_mut(&engine) else { continue };
            let started = peer.start_game(color, game.position(), control);
            self.collect_chats(engine, game.plies());
            started.map_err(|failure| (color, failure))?;
        }
        Ok(())
    }

    /// Waits for the action of a player; `hub` is the position as a Hub command.
    pub(super) fn action_of(
        &mut self,
        player: Player,
        game: &dyn AnyGame,
        hub: &str,
        clock: &Clock,
    ) -> Result<Action, Failure> {
        let deadline = clock.allowed().unwrap_or_default() + self.conditions.patience;
        if let Some(peer) = self.dxp_peers.get_mut(&player.0) {
            let reply = peer.reply(game.position(), deadline);
            self.collect_chats(player.0, game.plies());
            return reply.map(|(reply, time)| match reply {
                Reply::Move(mv) => {
                    Action::Answer(Answer { mv: Ok(mv), score: None, depth: None, nodes: None, time })
                }
                Reply::End(reason) => Action::End(reason),
            });
        }
        let not_running = || Failure::NotReady("the engine is not running".to_owned());
        let engine = self.hub_engines.get_mut(&player).ok_or_else(not_running)?;
        let answer = engine.process.think(hub, &clock.level(), deadline).inspect_err(|_| {
            // The engine cannot play another game.
            self.hub_engines.remove(&player);
        })?;
        let mv = match &answer.best {
            Some(text) => parse_move(game.position(), text)
                .map_err(|error| Ending::of_illegal_move(player.1, &error.to_string())),
            None => Err(Ending::of_no_move(player.1, answer.complaint.as_deref())),
        };
        let score = answer.score.filter(|score| score.is_finite());
        let engine::Answer { depth, nodes, time, .. } = answer;
        Ok(Action::Answer(Answer { mv, score, depth, nodes, time }))
    }

    /// Sends a DXP peer the last move, with the time that its opponent took. Returns the reason if the peer has ended
    /// the game in the meantime. Hub engines get the move when they have to search.
    pub(super) fn send_last_move(
        &mut self,
        (engine, _): Player,
        (mv, spent): (Move, Duration),
        plies: usize,
    ) -> Result<Option<EndReason>, Failure> {
        let Some(peer) = self.dxp_peers.get_mut(&engine) else { return Ok(None) };
        let ended = peer.send_move(mv, spent);
        self.collect_chats(engine, plies);
        ended
    }

    /// Ends the game with a DXP peer.
    pub(super) fn end_game(&mut self, (engine, color): Player, ending: Option<&Ending>, plies: usize) {
        let Some(peer) = self.dxp_peers.get_mut(&engine) else { return };
        match ending {
            Some(ending) => peer.end(ending.reason_for(color), &ending.detail),
            None => peer.end(EndReason::Unknown, ""),
        }
        self.collect_chats(engine, plies);
    }

    /// Sends a note to spectators.
    pub(super) fn note(&self, text: &str) {
        // The receiver may be gone.
        let _ = self.events.send(Ok(MatchEvent::Note(text.to_owned())));
    }

    /// The chat messages of this game.
    pub(super) fn take_chats(&mut self) -> Vec<ChatRecord> {
        std::mem::take(&mut self.chats)
    }

    /// Records and forwards the chat messages from a peer.
    fn collect_chats(&mut self, engine: usize, plies: usize) {
        let Some(peer) = self.dxp_peers.get_mut(&engine) else { return };
        for text in peer.take_chats().iter().map(|text| plain(text)) {
            let engine = self.conditions.engines[engine].name.clone();
            // The receiver may be gone.
            let _ = self.events.send(Ok(MatchEvent::Chat { engine: engine.clone(), text: text.clone() }));
            if self.chats.len() < MAX_CHATS {
                self.chats.push(ChatRecord { engine, plies, text });
            }
        }
    }

    /// Gets an engine ready for a game with these parameters.
    fn make_ready(&mut self, player: Player, parameters: &[(String, String)]) -> Result<(), Failure> {
        if let Some(peer) = self.dxp_peers.get_mut(&player.0) {
            return peer.get_ready();
        }
        if let Some(engine) = self.hub_engines.get_mut(&player)
            && engine.parameters == parameters
            && engine.process.new_game().is_ok()
        {
            return Ok(());
        }
        self.hub_engines.remove(&player);
        let Conditions { engines, patience, .. } = self.conditions;
        let process = EngineProcess::start(&engines[player.0], parameters, *patience, self.stop)?;
        self.hub_engines.insert(player, HubEngine { process, parameters: parameters.to_vec() });
        Ok(())
    }
}
