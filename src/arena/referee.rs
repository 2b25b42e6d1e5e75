//! Referee: plays games between two engines and checks their moves and clocks.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::SystemTime;

use super::adjudication::{Verdict, judge_by_tables};
use super::ending::Ending;
use super::failure::{Failure, MatchError};
use super::openings::{MatchVariant, Opening};
use super::players::{Action, Answer, Player, Players};
use super::record::{GameRecord, MoveRecord};
use super::schedule::Pairing;
use super::spec::Conditions;
use super::time_control::Clock;
use crate::notation::{hub_extra_text, hub_position_text, move_text};
use crate::protocol::dxp::EndReason;
use crate::rules::{AnyGame, AnyPosition, Color, Move, PlayError};
use crate::tables::TableSet;

/// A referee, with the engines of its games.
pub(super) struct Referee<'a> {
    players: Players<'a>,
    conditions: &'a Conditions,
    /// Ends the game in progress without a result.
    stop: &'a AtomicBool,
    /// Whether `start_game` has prepared the next game.
    is_started: bool,
}

impl<'a> Referee<'a> {
    pub(super) fn new(players: Players<'a>) -> Self {
        let Players { conditions, stop, .. } = players;
        Self { players, conditions, stop, is_started: false }
    }

    /// Gets both players ready for the next game, and lets them agree on it. The inner error says which engine is not
    /// ready, and why.
    ///
    /// # Errors
    ///
    /// If the opening is not valid for the game.
    pub(super) fn start_game(
        &mut self,
        pairing: &Pairing,
        opening: &Opening,
        variant: &MatchVariant,
    ) -> Result<Result<(), (usize, Failure)>, MatchError> {
        let game = opening.played(variant.game, &variant.rules)?;
        let parameters = variant.parameters()?;
        let players = players_of(pairing);
        let started = self.players.start_game(players, &*game, &parameters);
        self.is_started = started.is_ok();
        Ok(started.map_err(|(color, failure)| {
            players.iter().for_each(|&player| self.players.end_game(player, None, game.plies()));
            let chats =
                self.players.take_chats().into_iter().map(|chat| format!("; it said '{}'", chat.text));
            (players[color as usize].0, failure.with(&chats.collect::<String>()))
        }))
    }

    /// Plays a game; `None` if it was stopped.
    ///
    /// # Errors
    ///
    /// If the opening is not valid in the game, or an engine refuses a parameter.
    pub(super) fn play(
        &mut self,
        pairing: &Pairing,
        opening: &Opening,
        variant: &MatchVariant,
    ) -> Result<Option<GameRecord>, MatchError> {
        let mut game = opening.played(variant.game, &variant.rules)?;
        let of_opening = |text: &String| MoveRecord { text: text.clone(), ..MoveRecord::default() };
        let mut moves = opening.moves.iter().map(of_opening).collect();
        let began = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
        let rules = variant.rules()?;
        let parameters = variant.parameters()?;
        let players = players_of(pairing);
        let started = match std::mem::take(&mut self.is_started) {
            true => Ok(()),
            false => self.players.start_game(players, &*game, &parameters),
        };
        let ending = match started {
            Ok(()) => self.referee(players, &mut *game, &mut moves, variant.tables.as_deref()),
            Err((_, Failure::Parameter(why))) => return Err(MatchError::Parameter(why)),
            Err((loser, failure)) => Ending::of_failure(loser, &failure),
        };
        let ending = ending.map(|ending| ending.in_position(game.position()));
        for player in players {
            self.players.end_game(player, ending.as_ref(), moves.len());
        }
        let Some(ending) = ending else { return Ok(None) };
        let name_of = |engine: usize| self.conditions.engines[engine].name.clone();
        let record = GameRecord {
            number: pairing.number,
            pair: pairing.pair,
            variant: variant.name.clone(),
            rules,
            white: name_of(pairing.white),
            black: name_of(pairing.black),
            fen: opening.fen.clone(),
            opening_plies: opening.moves.len(),
            moves,
            result: ending.result,
            termination: ending.termination,
            detail: ending.detail,
            began,
            time_control: self.time_controls(pairing),
            chats: self.players.take_chats(),
        };
        Ok(Some(record.into_plain()))
    }

    fn time_controls(&self, pairing: &Pairing) -> String {
        let (white, black) =
            (self.conditions.control_of(pairing.white), self.conditions.control_of(pairing.black));
        if white == black { white.to_string() } else { format!("{white} {black}") }
    }

    /// Lets the engines play to the end; `None` if the match is stopped.
    fn referee(
        &mut self,
        players: [Player; 2],
        game: &mut dyn AnyGame,
        moves: &mut Vec<MoveRecord>,
        tables: Option<&TableSet>,
    ) -> Option<Ending> {
        let mut clocks = players.map(|(engine, _)| Clock::new(self.conditions.control_of(engine)));
        let agreed_moves = self.agreed_moves(players);
        let opening = moves.len();
        let start = start_command(game.first());
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
            let action = self.players.action_of(player, game, &with_moves(&start, moves), clock);
            let answer = match action {
                Ok(Action::Answer(answer)) => answer,
                Ok(Action::End(reason)) => return Some(self.judge_claim(side, reason, moves, !side)),
                Err(failure) => return Ending::of_failure(side, &failure),
            };
            if let Err(overstep) = clock.end_move(answer.time, self.conditions.margin) {
                let late = overstep.0.as_secs_f64() * 1e3;
                return Some(Ending::loss(side, "time", format!("{side:?} was {late:.1} ms late")));
            }
            let mv = match play_answer(game, side, &answer, moves) {
                Ok(mv) => mv,
                Err(ending) => return Some(ending),
            };
            if game.outcome().is_none() {
                let by_tables = tables.and_then(|tables| self.probe(tables, game.position()));
                let by_scores = || self.conditions.adjudication.judge(moves, side);
                if let Some(verdict) = by_tables.or_else(by_scores) {
                    return Some(verdict.into());
                }
                if let Some(limit) = agreed_moves.filter(|limit| moves.len() - opening >= 2 * limit) {
                    return Some(Ending::of_moves(limit));
                }
            }
            let ended = self.players.send_last_move(other, (mv, answer.time), game.plies());
            // If the move ended the game, that result stands, whatever the opponent has just reported.
            match ended {
                _ if game.outcome().is_some() => {}
                Ok(None) => {}
                Ok(Some(reason)) => return Some(self.judge_claim(!side, reason, moves, side)),
                Err(failure) => return Ending::of_failure(!side, &failure),
            }
        }
    }

    /// Judges a position by endgame tables, and reports damaged files.
    fn probe(&self, tables: &TableSet, position: &dyn AnyPosition) -> Option<Verdict> {
        let verdict = judge_by_tables(tables, position);
        tables.take_problems().iter().for_each(|problem| self.players.note(&problem.to_string()));
        verdict
    }

    /// The lowest move limit agreed with a DXP peer; the game ends when it is reached.
    fn agreed_moves(&self, players: [Player; 2]) -> Option<usize> {
        let peers = players.iter().filter_map(|&(engine, _)| self.conditions.engines[engine].dxp.as_ref());
        peers.map(|dxp| usize::from(dxp.moves)).filter(|&moves| moves > 0).min()
    }

    fn judge_claim(&self, color: Color, reason: EndReason, moves: &[MoveRecord], last: Color) -> Ending {
        Ending::of_claim(color, reason, &self.conditions.adjudication, moves, last)
    }
}

/// The players of White and Black.
fn players_of(pairing: &Pairing) -> [Player; 2] {
    [(pairing.white, Color::White), (pairing.black, Color::Black)]
}

/// Plays the move of an answer, and records it.
fn play_answer(
    game: &mut dyn AnyGame,
    side: Color,
    answer: &Answer,
    moves: &mut Vec<MoveRecord>,
) -> Result<Move, Ending> {
    let mv = answer.mv.clone()?;
    let text = move_text(game.rules(), mv);
    game.play(mv).map_err(|error| match error {
        PlayError::Illegal(_) => Ending::of_illegal_move(side, &error.to_string()),
        PlayError::TooManyCaptures(_) => Ending::undecidable(format!("{text}: {error}")),
    })?;
    moves.push(MoveRecord {
        text,
        score: answer.score,
        depth: answer.depth,
        nodes: answer.nodes,
        seconds: Some((answer.time.as_secs_f64() * 1e4).round() / 1e4),
    });
    Ok(mv)
}

/// The Hub command that sets up a position, without moves.
fn start_command(position: &dyn AnyPosition) -> String {
    let extra = hub_extra_text(position).map(|(name, value)| format!(" {name}={value}"));
    format!("pos pos={}{}", hub_position_text(position), extra.unwrap_or_default())
}

fn with_moves(start: &str, moves: &[MoveRecord]) -> String {
    if moves.is_empty() {
        return start.to_owned();
    }
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    format!("{start} moves=\"{}\"", texts.join(" "))
}
