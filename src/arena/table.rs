//! A table at which games are played one after the other: the engines sit there, our rules are the referee.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use super::adjudication::Adjudication;
use super::dxp::{DxpPeer, Reply};
use super::ending::Ending;
use super::engine_process::{EngineProcess, Thought};
use super::failure::Failure;
use super::game_rules::GameRules;
use super::news::{News, NewsDesk};
use super::openings::Opening;
use super::record::{ChatRecord, GameRecord, MoveRecord};
use super::schedule::Pairing;
use super::spec::EngineSpec;
use super::time_control::{Clock, TimeControl};
use crate::notation::{NotationError, hub_position_text, parse_fen, parse_move};
use crate::protocol::dxp::EndReason;
use crate::rules::{Color, Game, Move, Record, RuleOptions};

/// What holds for every game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The time control of engines without one of their own.
    pub time_control: TimeControl,
    /// An answer may come so much too late: the time between the clocks of two processes.
    pub margin: Duration,
    /// An answer that comes so much too late does not come; also how long one may take that no time limits, and how
    /// long an engine may take to get ready.
    pub patience: Duration,
    /// When games end before the rules end them.
    pub adjudication: Adjudication,
}

/// The engines of one table, which stay for the next game.
pub(super) struct Table<'a> {
    conditions: &'a Conditions,
    /// Hub engines: one process a colour.
    seats: HashMap<(usize, Color), Seat<'a>>,
    /// DXP peers, of which there is one each.
    peers: HashMap<usize, DxpPeer<'a>>,
    /// What was said in this game.
    chats: Vec<ChatRecord>,
    /// Ends the game that is played, without a result.
    stop: &'a AtomicBool,
    news: NewsDesk,
}

/// An engine that has sat down, with the parameters that were set for its game.
struct Seat<'a> {
    engine: EngineProcess<'a>,
    parameters: Vec<(String, String)>,
}

/// What a player has done when it was its turn.
enum Deed {
    Thought(Thought),
    End(EndReason),
}

/// Who plays, and which colour.
type Player = (usize, Color);

/// So many remarks of a game are kept.
const MOST_CHATS: usize = 200;

impl<'a> Table<'a> {
    pub(super) fn new(conditions: &'a Conditions, stop: &'a AtomicBool, news: NewsDesk) -> Self {
        let Conditions { engines, patience, .. } = conditions;
        let peers = engines.iter().enumerate().filter_map(|(index, engine)| {
            Some((index, DxpPeer::new(engine, engine.dxp.as_ref()?, *patience, stop)))
        });
        let peers = peers.collect();
        let mut table = Self { conditions, seats: HashMap::new(), peers, chats: Vec::new(), stop, news };
        // A port that is not free may be so for the game.
        (0..engines.len()).for_each(|engine| drop(table.open(engine)));
        table
    }

    /// Plays a game; none if it was stopped.
    ///
    /// # Errors
    ///
    /// If the opening is no position of the game.
    pub(super) fn play<G: Game>(
        &mut self,
        pairing: &Pairing,
        opening: &Opening,
        variant: &str,
        rules: &RuleOptions,
    ) -> Result<Option<GameRecord>, NotationError> {
        let mut game = Record::new(parse_fen::<G>(&opening.fen, rules)?.position);
        let mut moves = Vec::new();
        for text in &opening.moves {
            let mv = parse_move(game.position(), text)?;
            game.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
            moves.push(MoveRecord { text: text.clone(), ..MoveRecord::default() });
        }
        let began = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
        let rules = GameRules::of::<G>(variant.parse()?, rules);
        let parameters = parameters(variant, rules);
        self.chats.clear();
        let players = [(pairing.white, Color::White), (pairing.black, Color::Black)];
        let ending = self.referee(players, &mut game, &mut moves, &parameters);
        for player in players {
            self.part(player, ending.as_ref(), moves.len());
        }
        let Some(ending) = ending else { return Ok(None) };
        let name = |engine: usize| self.conditions.engines[engine].name.clone();
        Ok(Some(GameRecord {
            number: pairing.number,
            pair: pairing.pair,
            variant: variant.to_owned(),
            rules,
            white: name(pairing.white),
            black: name(pairing.black),
            fen: opening.fen.clone(),
            opening_plies: opening.moves.len(),
            moves,
            result: ending.result,
            termination: ending.termination,
            detail: ending.detail,
            began,
            time_control: self.time_controls(pairing),
            chats: std::mem::take(&mut self.chats),
        }))
    }

    fn control_of(&self, engine: usize) -> TimeControl {
        self.conditions.engines[engine].time_control.unwrap_or(self.conditions.time_control)
    }

    fn time_controls(&self, pairing: &Pairing) -> String {
        let (white, black) = (self.control_of(pairing.white), self.control_of(pairing.black));
        if white == black { white.to_string() } else { format!("{white} {black}") }
    }

    /// Lets the engines play to the end; none if the match is stopped.
    fn referee<G: Game>(
        &mut self,
        players: [Player; 2],
        game: &mut Record<G>,
        moves: &mut Vec<MoveRecord>,
        parameters: &[(String, String)],
    ) -> Option<Ending> {
        if let Err((loser, failure)) = self.begin(players, game, parameters) {
            return Ending::of_failure(loser, &failure);
        }
        let mut clocks = players.map(|(engine, _)| Clock::new(self.control_of(engine)));
        let agreed_moves = self.agreed_moves(players);
        let opening = moves.len();
        let start = position_command(game);
        loop {
            if let Some(outcome) = game.outcome() {
                return Some(Ending::by_the_rules(outcome));
            }
            if self.stop.load(Relaxed) {
                return None;
            }
            let side = game.position().side();
            let (player, other) = (players[side as usize], players[!side as usize]);
            let clock = &mut clocks[side as usize];
            clock.start_move();
            let deed = self.deed_of(player, game, &with_moves(&start, moves), clock);
            let thought = match deed {
                Ok(Deed::Thought(thought)) => thought,
                Ok(Deed::End(reason)) => return Some(self.claimed(side, reason, moves, !side)),
                Err(failure) => return Ending::of_failure(side, &failure),
            };
            if let Err(overstep) = clock.end_move(thought.time, self.conditions.margin) {
                let late = overstep.0.as_secs_f64() * 1e3;
                return Some(Ending::loss(side, "time", format!("{side:?} was {late:.1} ms late")));
            }
            let mv = match judge_move(game, side, &thought, moves) {
                Ok(mv) => mv,
                Err(ending) => return Some(ending),
            };
            if game.outcome().is_none() {
                if let Some(verdict) = self.conditions.adjudication.judge(moves, side) {
                    return Some(verdict.into());
                }
                if let Some(limit) = agreed_moves.filter(|limit| moves.len() - opening >= 2 * limit) {
                    return Some(Ending::of_moves(limit));
                }
            }
            let heard = self.pass_on::<G>(other, mv, thought.time, moves.len());
            // What the rules say comes first.
            match heard {
                _ if game.outcome().is_some() => {}
                Ok(None) => {}
                Ok(Some(reason)) => return Some(self.claimed(!side, reason, moves, side)),
                Err(failure) => return Ending::of_failure(!side, &failure),
            }
        }
    }

    /// Has both players ready, and the game agreed upon; otherwise says who is not.
    fn begin<G: Game>(
        &mut self,
        players: [Player; 2],
        game: &Record<G>,
        parameters: &[(String, String)],
    ) -> Result<(), (Color, Failure)> {
        for player in players {
            self.seat(player, parameters).map_err(|failure| (player.1, failure))?;
        }
        // Who is to move thinks as soon as it has agreed: the other one is asked before.
        let start = game.position();
        for color in [!start.side(), start.side()] {
            let (engine, _) = players[color as usize];
            let control = self.control_of(engine);
            let Some(peer) = self.peers.get_mut(&engine) else { continue };
            let begun = peer.begin(color, start, control);
            self.listen_to(engine, game.plies());
            begun.map_err(|failure| (color, failure))?;
        }
        Ok(())
    }

    /// The least number of moves after which a DXP peer was told that the game ends.
    fn agreed_moves(&self, players: [Player; 2]) -> Option<usize> {
        let peers = players.iter().filter_map(|&(engine, _)| self.conditions.engines[engine].dxp.as_ref());
        peers.map(|dxp| usize::from(dxp.moves)).filter(|&moves| moves > 0).min()
    }

    /// Waits for what a player does; `hub` is the position as a Hub command.
    fn deed_of<G: Game>(
        &mut self,
        player: Player,
        game: &Record<G>,
        hub: &str,
        clock: &Clock,
    ) -> Result<Deed, Failure> {
        let deadline = clock.allowed().unwrap_or_default() + self.conditions.patience;
        if let Some(peer) = self.peers.get_mut(&player.0) {
            let reply = peer.reply(game.position(), deadline);
            self.listen_to(player.0, game.plies());
            return Ok(match reply? {
                Reply::End(reason) => Deed::End(reason),
                Reply::Move(mv, time) => {
                    let best = Some(crate::notation::move_text::<G>(mv));
                    Deed::Thought(Thought { best, time, ..Thought::default() })
                }
            });
        }
        let nobody = || Failure::NotReady("nobody sits there".to_owned());
        let seat = self.seats.get_mut(&player).ok_or_else(nobody)?;
        let thought = seat.engine.think(hub, &clock.level(), deadline);
        if thought.is_err() {
            // It is not fit for another game.
            self.seats.remove(&player);
        }
        thought.map(Deed::Thought)
    }

    /// Tells a player of the move of the other one; it may have ended the game meanwhile. Hub engines are told when it is
    /// their turn.
    fn pass_on<G: Game>(
        &mut self,
        (engine, _): Player,
        mv: Move,
        spent: Duration,
        plies: usize,
    ) -> Result<Option<EndReason>, Failure> {
        let Some(peer) = self.peers.get_mut(&engine) else { return Ok(None) };
        let heard = peer.hear::<G>(mv, spent);
        self.listen_to(engine, plies);
        heard
    }

    /// Tells a player that the game is over.
    fn part(&mut self, (engine, color): Player, ending: Option<&Ending>, plies: usize) {
        let Some(peer) = self.peers.get_mut(&engine) else { return };
        match ending {
            Some(ending) => peer.end(ending.reason_for(color), &ending.detail),
            None => peer.end(EndReason::Unknown, ""),
        }
        self.listen_to(engine, plies);
    }

    fn claimed(&self, color: Color, reason: EndReason, moves: &[MoveRecord], last: Color) -> Ending {
        Ending::of_claim(color, reason, &self.conditions.adjudication, moves, last)
    }

    /// Passes on what a peer has said to people.
    fn listen_to(&mut self, engine: usize, plies: usize) {
        let Some(peer) = self.peers.get_mut(&engine) else { return };
        for text in peer.take_chats() {
            let engine = self.conditions.engines[engine].name.clone();
            // Nobody need listen.
            let _ = self.news.send(Ok(News::Chat { engine: engine.clone(), text: text.clone() }));
            if self.chats.len() < MOST_CHATS {
                self.chats.push(ChatRecord { engine, plies, text });
            }
        }
    }

    /// Opens the port at which a peer is waited for, and tells where.
    fn open(&mut self, engine: usize) -> Result<(), Failure> {
        let Some(peer) = self.peers.get_mut(&engine) else { return Ok(()) };
        if let Some(address) = peer.open()? {
            let name = &self.conditions.engines[engine].name;
            let _ = self.news.send(Ok(News::Note(format!("{name} can connect to {address}"))));
        }
        Ok(())
    }

    /// Has an engine ready for a game with these parameters.
    fn seat(&mut self, player: Player, parameters: &[(String, String)]) -> Result<(), Failure> {
        self.open(player.0)?;
        if let Some(peer) = self.peers.get_mut(&player.0) {
            return peer.get_ready();
        }
        if let Some(seat) = self.seats.get_mut(&player)
            && seat.parameters == parameters
            && seat.engine.new_game().is_ok()
        {
            return Ok(());
        }
        self.seats.remove(&player);
        let Conditions { engines, patience, .. } = self.conditions;
        let started = EngineProcess::start(&engines[player.0], parameters, *patience, self.stop)?;
        self.seats.insert(player, Seat { engine: started, parameters: parameters.to_vec() });
        Ok(())
    }
}

/// Plays the move of a thought, and notes it.
fn judge_move<G: Game>(
    game: &mut Record<G>,
    side: Color,
    thought: &Thought,
    moves: &mut Vec<MoveRecord>,
) -> Result<Move, Ending> {
    let Some(text) = &thought.best else {
        return Err(Ending::loss(side, "no-move", format!("{side:?} answered without a move")));
    };
    let illegal = |why: String| Ending::loss(side, "illegal-move", format!("{side:?}: {why}"));
    let mv = parse_move(game.position(), text).map_err(|error| illegal(error.to_string()))?;
    game.play(mv).map_err(|error| illegal(error.to_string()))?;
    moves.push(MoveRecord {
        text: crate::notation::move_text::<G>(mv),
        score: thought.score.filter(|score| score.is_finite()),
        depth: thought.depth,
        seconds: Some((thought.time.as_secs_f64() * 1e4).round() / 1e4),
    });
    Ok(mv)
}

/// The parameters that make an engine play the game of the match.
fn parameters(variant: &str, rules: GameRules) -> Vec<(String, String)> {
    let named = [("variant", variant)].into_iter().chain(rules.named());
    named.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The Hub command that sets up the position at which the game began, without moves.
fn position_command<G: Game>(game: &Record<G>) -> String {
    let first = game.earlier().first().unwrap_or(game.position());
    let vanguard = first.vanguard().map(|square| format!(" vanguard={}", G::GEOMETRY.name(square)));
    format!("pos pos={}{}", hub_position_text(first), vanguard.unwrap_or_default())
}

fn with_moves(start: &str, moves: &[MoveRecord]) -> String {
    if moves.is_empty() {
        return start.to_owned();
    }
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    format!("{start} moves=\"{}\"", texts.join(" "))
}
