//! What happens in a game, and how it ends.

use std::time::{Duration, Instant};

use super::super::board::{find_move, move_message};
use super::super::message::{BackCode, BackRequest, EndReason, GameEnd, Message, MoveMessage};
use super::play::{Verdict, win_of, words};
use super::{Action, Session, State};
use crate::notation::PdnResult;
use crate::rules::{Game, Move, PlayError};

/// A peer may overstep its time by so much: messages take time as well.
const TIME_MARGIN: Duration = Duration::from_secs(5);

impl<G: Game> Session<G> {
    /// The engine has found a move.
    pub fn moved(&mut self, mv: Move, now: Instant) {
        let State::Playing(play) = &mut self.state else { return };
        if !play.is_our_turn() {
            return;
        }
        let spent = play.clocks.thought(now);
        match play.play(mv, now) {
            Ok(()) => self.send(Message::Move(move_message::<G>(mv, spent))),
            Err(error @ PlayError::Illegal(_)) => self.stuck(&error.to_string(), now),
            Err(error @ PlayError::TooManyCaptures(_)) => self.leave_undecided(error.to_string(), now),
        }
        self.settle(now);
    }

    /// The engine cannot find a move, which is a mistake in it.
    pub fn stuck(&mut self, why: &str, now: Instant) {
        if matches!(self.state, State::Playing(_)) {
            self.regular = false;
            self.leave_undecided(format!("internal error, please report it: {why}"), now);
        }
        self.settle(now);
    }

    /// Ends a game that cannot go on, and tells the peer why.
    fn leave_undecided(&mut self, why: String, now: Instant) {
        self.say(&why);
        self.end(EndReason::Unknown, Verdict::ours(None, why), now);
    }

    /// Looks at the position after a move of the peer, or at the beginning: the game is over, or we think, or wait.
    pub(super) fn go_on(&mut self, now: Instant) {
        let State::Playing(play) = &self.state else { return };
        if !play.is_our_turn() {
            return;
        }
        let us = win_of(play.us);
        if let Some((result, why)) = play.verdict_by_rules() {
            // Who is to move cannot have won.
            let reason = if result == PdnResult::Draw { EndReason::Draw } else { EndReason::IGiveUp };
            self.end(reason, Verdict::ours(Some(result), why), now);
        } else if play.clocks.overstepped(!play.us, now) > TIME_MARGIN {
            self.say("your time is over");
            self.end(EndReason::IWin, Verdict::ours(Some(us), "the time of the other side is over"), now);
        } else if play.moves_are_used_up() {
            self.end(EndReason::Unknown, Verdict::ours(None, "all moves are made"), now);
        } else {
            let (game, limits) = (Box::new(play.record.clone()), play.limits(now));
            self.actions.push(Action::Think { game, limits });
        }
    }

    /// Ends the game that is on, and waits for the answer.
    pub(super) fn end(&mut self, reason: EndReason, verdict: Verdict, now: Instant) {
        self.send(Message::GameEnd(GameEnd { reason, stop: false }));
        if let State::Playing(play) = std::mem::replace(&mut self.state, State::Ending) {
            self.patience.ended(now);
            self.actions.push(Action::Finished(Box::new(play.finish(verdict))));
        }
    }

    pub(super) fn peer_moved(&mut self, message: &MoveMessage, now: Instant) {
        match &mut self.state {
            State::Playing(play) if !play.is_our_turn() => {
                let legal = find_move(message, play.record.position()).map_err(|error| error.to_string());
                match legal.map(|mv| play.play(mv, now)) {
                    Ok(Ok(())) => {
                        self.patience.moved(now);
                        self.go_on(now);
                    }
                    Ok(Err(error)) => self.leave_undecided(error.to_string(), now),
                    Err(why) => {
                        self.leave_undecided(why, now);
                        self.regular = false;
                    }
                }
            }
            State::Playing(_) => self.complain("a MOVE out of turn"),
            // It was on its way when we ended the game.
            State::Ending => {}
            _ => self.complain("a MOVE without a game"),
        }
    }

    pub(super) fn peer_ended(&mut self, message: GameEnd, now: Instant) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Playing(play) => {
                self.patience.ended(now);
                if play.is_our_turn() {
                    self.actions.push(Action::StopThinking);
                }
                self.send(Message::GameEnd(GameEnd { reason: EndReason::Unknown, stop: message.stop }));
                let verdict = play.verdict_on_claim(message.reason, now);
                if !verdict.agreed {
                    self.say(&format!(
                        "you said {}, but by our rules: {}",
                        words(message.reason),
                        stand(&verdict)
                    ));
                }
                self.actions.push(Action::Finished(Box::new(play.finish(verdict))));
            }
            // The answer.
            State::Ending => self.patience.ended(now),
            State::Requested(game) if !message.stop => {
                // It may belong to the game before.
                self.state = State::Requested(game);
                return;
            }
            State::Idle if !message.stop => return,
            State::Requested(_) | State::Idle | State::Closed => {}
        }
        if message.stop {
            self.regular &= self.conduct.plan.as_ref().is_none_or(|plan| plan.game(self.games).is_none());
            self.close("the peer wants no more games");
        } else {
            self.next_game();
        }
    }

    pub(super) fn peer_wants_back(&mut self, wanted: BackRequest, now: Instant) {
        let takes_back = self.conduct.takes_back;
        let State::Playing(play) = &mut self.state else {
            return self.send(Message::BackAcceptance(BackCode::Refused));
        };
        let code = match play.plies_before(wanted) {
            _ if !takes_back => BackCode::NotSupported,
            None => BackCode::Refused,
            Some(_) if !self.patience.grants() => BackCode::Refused,
            Some(plies) => {
                self.patience.granted();
                if play.is_our_turn() {
                    self.actions.push(Action::StopThinking);
                }
                play.take_back_to(plies, now);
                BackCode::Accepted
            }
        };
        self.send(Message::BackAcceptance(code));
        if code == BackCode::Accepted {
            self.actions.push(Action::Tell(format!("moves are taken back, to {wanted}")));
            self.go_on(now);
        }
    }
}

/// How the game stands by our rules.
fn stand(verdict: &Verdict) -> &'static str {
    match verdict.result {
        None => "the game is not decided",
        Some(PdnResult::Draw) => "it is a draw",
        Some(PdnResult::WhiteWins) => "White has won",
        Some(PdnResult::BlackWins) => "Black has won",
        Some(PdnResult::BothLose) => "nobody has won",
    }
}
