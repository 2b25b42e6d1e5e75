//! A table at which games are played one after the other: the engines sit there, our rules are the referee.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use super::adjudication::{Adjudication, Verdict};
use super::engine_process::{EngineProcess, Failure, Thought};
use super::game_rules::GameRules;
use super::openings::Opening;
use super::record::{GameRecord, GameResult, MoveRecord};
use super::schedule::Pairing;
use super::spec::EngineSpec;
use super::time_control::{Clock, TimeControl};
use crate::notation::{NotationError, hub_position_text, parse_fen, parse_move};
use crate::rules::{Color, Game, Outcome, Record, RuleOptions};

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
    seats: HashMap<(usize, Color), Seat<'a>>,
    /// Ends the game that is played, without a result.
    stop: &'a AtomicBool,
}

/// An engine that has sat down, with the parameters that were set for its game.
struct Seat<'a> {
    engine: EngineProcess<'a>,
    parameters: Vec<(String, String)>,
}

/// How a game has ended.
struct Ending {
    result: GameResult,
    termination: String,
    detail: String,
}

impl<'a> Table<'a> {
    pub(super) fn new(conditions: &'a Conditions, stop: &'a AtomicBool) -> Self {
        Self { conditions, seats: HashMap::new(), stop }
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
        let Some(ending) = self.referee(pairing, &mut game, &mut moves, &parameters) else { return Ok(None) };
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
        pairing: &Pairing,
        game: &mut Record<G>,
        moves: &mut Vec<MoveRecord>,
        parameters: &[(String, String)],
    ) -> Option<Ending> {
        let players = [(pairing.white, Color::White), (pairing.black, Color::Black)];
        for (engine, color) in players {
            if let Err(failure) = self.seat(engine, color, parameters) {
                return lost(color, &failure);
            }
        }
        let mut clocks = players.map(|(engine, _)| Clock::new(self.control_of(engine)));
        let start = position_command(game);
        loop {
            if let Some(outcome) = game.outcome() {
                return Some(by_the_rules(outcome));
            }
            if self.stop.load(Relaxed) {
                return None;
            }
            let side = game.position().side();
            let (engine, _) = players[side as usize];
            let clock = &mut clocks[side as usize];
            clock.start_move();
            let allowed = clock.allowed().unwrap_or_default();
            let seat = self.seats.get_mut(&(engine, side))?;
            let position = with_moves(&start, moves);
            let thought =
                match seat.engine.think(&position, &clock.level(), allowed + self.conditions.patience) {
                    Ok(thought) => thought,
                    Err(failure) => {
                        // It is not fit for another game.
                        self.seats.remove(&(engine, side));
                        return lost(side, &failure);
                    }
                };
            if let Err(overstep) = clock.end_move(thought.time, self.conditions.margin) {
                let late = overstep.0.as_secs_f64() * 1e3;
                return Some(Ending::loss(side, "time", format!("{side:?} was {late:.1} ms late")));
            }
            if let Err(ending) = judge_move(game, side, &thought, moves) {
                return Some(ending);
            }
            if game.outcome().is_none()
                && let Some(verdict) = self.conditions.adjudication.judge(moves, side)
            {
                return Some(verdict.into());
            }
        }
    }

    /// Has an engine ready for a game with these parameters.
    fn seat(&mut self, engine: usize, color: Color, parameters: &[(String, String)]) -> Result<(), Failure> {
        if let Some(seat) = self.seats.get_mut(&(engine, color))
            && seat.parameters == parameters
            && seat.engine.new_game().is_ok()
        {
            return Ok(());
        }
        self.seats.remove(&(engine, color));
        let Conditions { engines, patience, .. } = self.conditions;
        let started = EngineProcess::start(&engines[engine], parameters, *patience, self.stop)?;
        self.seats.insert((engine, color), Seat { engine: started, parameters: parameters.to_vec() });
        Ok(())
    }
}

/// Plays the move of a thought, and notes it.
fn judge_move<G: Game>(
    game: &mut Record<G>,
    side: Color,
    thought: &Thought,
    moves: &mut Vec<MoveRecord>,
) -> Result<(), Ending> {
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
    Ok(())
}

impl Ending {
    fn loss(loser: Color, termination: &str, detail: String) -> Self {
        let result = match loser {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        };
        Self { result, termination: termination.to_owned(), detail }
    }
}

impl From<Verdict> for Ending {
    fn from(verdict: Verdict) -> Self {
        let Verdict { result, termination, detail } = verdict;
        Self { result, termination: termination.to_owned(), detail }
    }
}

/// The end of a game in which an engine failed; none if nobody did.
fn lost(loser: Color, failure: &Failure) -> Option<Ending> {
    let termination = match failure {
        Failure::NotReady(_) => "not-ready",
        Failure::Crash(_) => "crash",
        Failure::NoAnswer(_) => "no-answer",
        Failure::Stopped => return None,
    };
    Some(Ending::loss(loser, termination, failure.to_string()))
}

fn by_the_rules(outcome: Outcome) -> Ending {
    let result = match outcome {
        Outcome::Win { winner: Color::White, .. } => GameResult::WhiteWins,
        Outcome::Win { winner: Color::Black, .. } => GameResult::BlackWins,
        Outcome::Draw(_) => GameResult::Draw,
    };
    Ending { result, termination: outcome.reason().to_owned(), detail: String::new() }
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
