//! Players: the engines of a referee, which speak Hub or DXP, and stay for the next game.

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

/// All who may have to play the games of a referee.
pub(super) struct Players<'a> {
    pub(super) conditions: &'a Conditions,
    /// Hub engines: one process a colour.
    hub_engines: HashMap<Player, HubEngine<'a>>,
    /// There is one of each.
    dxp_peers: DxpPeers<'a>,
    /// What was said in this game.
    chats: Vec<ChatRecord>,
    /// Ends all waiting.
    pub(super) stop: &'a AtomicBool,
    events: EventSender,
}

/// The DXP peers of a match, by their places among the engines.
pub(super) type DxpPeers<'a> = HashMap<usize, DxpPeer<'a>>;

/// Who plays, by its place among the engines, and which colour.
pub(super) type Player = (usize, Color);

/// A running engine, with the parameters that were set for its game.
struct HubEngine<'a> {
    process: EngineProcess<'a>,
    parameters: Vec<(String, String)>,
}

/// What a player has done when it was its turn.
pub(super) enum Action {
    /// It has answered.
    Answer(Answer),
    /// It has ended the game.
    End(EndReason),
}

/// What a player has answered.
pub(super) struct Answer {
    /// A legal move, or how the game ends because it is none.
    pub(super) mv: Result<Move, Ending>,
    /// What the player thinks of its position, in men.
    pub(super) score: Option<f64>,
    /// The depth of its search.
    pub(super) depth: Option<u32>,
    /// Its nodes.
    pub(super) nodes: Option<u64>,
    /// How long it took.
    pub(super) time: Duration,
}

/// How many remarks of a game are kept.
const MOST_CHATS: usize = 200;

impl<'a> Players<'a> {
    /// Players that are started when their games begin, and peers that are met already.
    pub(super) fn new(
        conditions: &'a Conditions,
        dxp_peers: DxpPeers<'a>,
        stop: &'a AtomicBool,
        events: EventSender,
    ) -> Self {
        Self { conditions, hub_engines: HashMap::new(), dxp_peers, chats: Vec::new(), stop, events }
    }

    /// Has both players ready, and the game agreed upon; otherwise says who is not.
    pub(super) fn begin(
        &mut self,
        players: [Player; 2],
        game: &dyn AnyGame,
        parameters: &[(String, String)],
    ) -> Result<(), (Color, Failure)> {
        for player in players {
            self.make_ready(player, parameters).map_err(|failure| (player.1, failure))?;
        }
        // Who is to move thinks as soon as it has agreed: the other one is asked before.
        let side = game.position().side();
        for color in [!side, side] {
            let (engine, _) = players[color as usize];
            let control = self.conditions.control_of(engine);
            let Some(peer) = self.dxp_peers.get_mut(&engine) else { continue };
            let begun = peer.begin(color, game.position(), control);
            self.listen_to(engine, game.plies());
            begun.map_err(|failure| (color, failure))?;
        }
        Ok(())
    }

    /// Waits for what a player does; `hub` is the position as a Hub command.
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
            self.listen_to(player.0, game.plies());
            return reply.map(|(reply, time)| match reply {
                Reply::Move(mv) => {
                    Action::Answer(Answer { mv: Ok(mv), score: None, depth: None, nodes: None, time })
                }
                Reply::End(reason) => Action::End(reason),
            });
        }
        let nobody = || Failure::NotReady("the engine is not running".to_owned());
        let engine = self.hub_engines.get_mut(&player).ok_or_else(nobody)?;
        let answer = engine.process.think(hub, &clock.level(), deadline).inspect_err(|_| {
            // It is not fit for another game.
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

    /// Tells a player of the last move, which the other one has made in the time given with it; it may have ended the game
    /// meanwhile. Hub engines are told when it is their turn.
    pub(super) fn tell_last_move(
        &mut self,
        (engine, _): Player,
        (mv, spent): (Move, Duration),
        plies: usize,
    ) -> Result<Option<EndReason>, Failure> {
        let Some(peer) = self.dxp_peers.get_mut(&engine) else { return Ok(None) };
        let heard = peer.hear(mv, spent);
        self.listen_to(engine, plies);
        heard
    }

    /// Tells a player that the game is over.
    pub(super) fn end_game(&mut self, (engine, color): Player, ending: Option<&Ending>, plies: usize) {
        let Some(peer) = self.dxp_peers.get_mut(&engine) else { return };
        match ending {
            Some(ending) => peer.end(ending.reason_for(color), &ending.detail),
            None => peer.end(EndReason::Unknown, ""),
        }
        self.listen_to(engine, plies);
    }

    /// Tells whoever looks on.
    pub(super) fn note(&self, text: &str) {
        // Nobody need listen.
        let _ = self.events.send(Ok(MatchEvent::Note(text.to_owned())));
    }

    /// What was said in this game.
    pub(super) fn take_chats(&mut self) -> Vec<ChatRecord> {
        std::mem::take(&mut self.chats)
    }

    /// Passes on what a peer has said to people.
    fn listen_to(&mut self, engine: usize, plies: usize) {
        let Some(peer) = self.dxp_peers.get_mut(&engine) else { return };
        for text in peer.take_chats().iter().map(|text| plain(text)) {
            let engine = self.conditions.engines[engine].name.clone();
            // Nobody need listen.
            let _ = self.events.send(Ok(MatchEvent::Chat { engine: engine.clone(), text: text.clone() }));
            if self.chats.len() < MOST_CHATS {
                self.chats.push(ChatRecord { engine, plies, text });
            }
        }
    }

    /// Has an engine ready for a game with these parameters.
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
