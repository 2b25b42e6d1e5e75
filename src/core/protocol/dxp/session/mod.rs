//! DXP session: a conversation in which this program plays, as a state machine without I/O.
//!
//! Messages, moves of the engine and times go in; actions come out. The session reads no clock.

mod patience;
mod play;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use super::board::{find_move, move_message};
use super::conversation::{Action, Closing, Conversation, Event, Phase};
use super::fields::Name;
use super::link::Received;
use super::message::{AcceptanceCode, BackCode, BackRequest, EndReason, GameEnd, GameRequest, MoveMessage};
use super::plan::{NewGame, Plan, Refusal, Turn, requested_game};
use crate::notation::PdnResult;
use crate::rules::{Move, PlayError, RuleOptions, Rules};
use patience::Patience;
use play::{Play, Verdict, win_of, words};

/// The configuration of this end.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// The game.
    pub game: &'static Rules,
    /// The rules of the game.
    pub rules: RuleOptions,
    /// The games to request; without a plan, the other side makes requests.
    pub plan: Option<Plan>,
    /// How long a peer may take to start a game, to answer, and to move once its own time is used up, whatever else it
    /// sends. This time is renewed only by a legal move of the peer and, after such a move, by the start or the end of
    /// a game.
    pub patience: Duration,
    /// Whether moves are taken back on request.
    pub takes_back: bool,
    /// The time that each of our moves loses on the way: the peer's clock counts it for us, ours does not.
    pub move_overhead: Duration,
}

/// A conversation in which the engine plays with one peer.
///
/// ```
/// use std::time::{Duration, Instant};
/// use coupturc_core::protocol::dxp::{Action, Conduct, Session, parse_message};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let (game, rules) = (Variant::International.rules(), RuleOptions::default());
/// let patience = Duration::from_secs(60);
/// let conduct = Conduct { game, rules, plan: None, patience, takes_back: true, move_overhead: Duration::ZERO };
/// let mut session = Session::new(conduct, Instant::now());
/// let request = parse_message("R01Tornado voor Windows 4.0        W060065A")?;
/// session.receive(request, Instant::now());
/// let actions = session.take_actions();
/// assert!(matches!(&actions[0], Action::Send(answer) if answer.to_string().ends_with(" 0")));
/// assert!(matches!(actions.last(), Some(Action::Think { .. })), "we have White");
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    conduct: Conduct,
    conversation: Conversation,
    /// Our request, until it is answered.
    wanted: Option<NewGame>,
    /// The current game.
    play: Option<Play>,
    patience: Patience,
    /// The number of games that were requested or started.
    games: u32,
    regular: bool,
}

/// How far a peer may overstep its time, because messages take time as well.
const TIME_MARGIN: Duration = Duration::from_secs(5);

impl Session {
    /// A new conversation. An initiator requests its first game immediately.
    #[must_use]
    pub fn new(conduct: Conduct, now: Instant) -> Self {
        let mut session = Self {
            patience: Patience::new(conduct.patience, now),
            conversation: Conversation::new(conduct.game),
            conduct,
            wanted: None,
            play: None,
            games: 0,
            regular: true,
        };
        session.next_game();
        session.settle(now);
        session
    }

    /// The pending actions, in order.
    pub fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.conversation.actions)
    }

    /// Handles a message or another incoming item.
    pub fn receive(&mut self, received: impl Into<Received>, now: Instant) {
        if let Some(event) = self.conversation.receive(received.into()) {
            self.attend_to(event, now);
        }
        self.settle(now);
    }

    fn attend_to(&mut self, event: Event, now: Instant) {
        match event {
            Event::Asked(request) => self.asked(&request, now),
            Event::Accepted(peer) => {
                if let Some(game) = self.wanted.take() {
                    self.start(game, peer, now);
                }
            }
            Event::OtherGame(peer) => self.leave_other_game(&peer),
            Event::Refused(peer, code) => self.refused(&peer, code),
            Event::Moved(message) => self.peer_moved(&message, now),
            Event::MovedBadly(problem) => {
                self.conversation.say(&problem);
                self.end(EndReason::Unknown, None, &format!("an unreadable move: {problem}"), now);
                self.regular = false;
            }
            Event::Ended(end) => self.peer_ended(end, now),
            Event::WantsBack(wanted) => self.peer_wants_back(wanted, now),
            Event::TooManyFaults(_) => self.leave("too many faults"),
            Event::TooMuch(excess) => self.leave(excess.to_people()),
            Event::Gone(why) => {
                self.regular &= self.conversation.phase() == Phase::Idle && self.conduct.plan.is_none();
                self.close(why);
            }
        }
    }

    /// The time of the next [`Session::tick`] with an effect.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let of_game = self.play.as_ref().map(|play| play.clocks.left_at_turn());
        self.patience.deadline(of_game.unwrap_or_default())
    }

    /// Starts or pauses the wait for the peer: we wait unless we are searching.
    fn settle(&mut self, now: Instant) {
        let waits = !matches!(self.conversation.phase(), Phase::Playing(Turn::Ours) | Phase::Closed);
        self.patience.wait(waits, now);
    }

    /// Handles the passing of time: a peer that is overdue is disconnected.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        let what = match self.conversation.phase() {
            Phase::Idle => "nothing was asked for",
            Phase::Asked(_) => "no answer to GAMEREQ",
            Phase::Ending => "no answer to GAMEEND",
            Phase::Playing(_) | Phase::Closed => "no move",
        };
        let why = format!("{what} for too long");
        self.conversation.say(&why);
        self.leave(&why);
        self.settle(now);
    }

    /// Disconnects a peer that has broken the protocol.
    fn leave(&mut self, why: &str) {
        self.regular = false;
        self.close(why);
    }

    fn close(&mut self, why: &str) {
        self.conversation.close();
        self.finish(Verdict { result: None, why: why.to_owned(), agreed: false });
        self.conversation.actions.push(Action::Close(Closing { why: why.to_owned(), regular: self.regular }));
    }

    /// Reports the end of the current game to the user, if there was a game.
    fn finish(&mut self, verdict: Verdict) {
        if let Some(play) = self.play.take() {
            self.conversation.actions.push(Action::Finished(Box::new(play.finish(verdict))));
        }
    }
}

/// The start of games.
impl Session {
    /// Requests the next game of the plan, or leaves after the last. A follower waits.
    fn next_game(&mut self) {
        let Conduct { game, rules, plan, .. } = &self.conduct;
        let Some(plan) = plan else { return };
        let Some(game) = plan.game(self.games, game, rules) else {
            return self.close("all games are played");
        };
        self.games += 1;
        self.conversation.ask(&game);
        self.wanted = Some(game);
    }

    fn asked(&mut self, request: &GameRequest, now: Instant) {
        match self.requested_game(request) {
            Ok(game) => {
                self.conversation.accept(&game);
                self.games += 1;
                self.start(game, request.initiator.clone(), now);
            }
            Err((code, why)) => self.conversation.refuse(code, &why),
        }
    }

    /// The requested game, or the refusal.
    fn requested_game(&mut self, request: &GameRequest) -> Result<NewGame, Refusal> {
        let not_this = |why: &str| Err((AcceptanceCode::NotThisGame, why.to_owned()));
        if self.conduct.plan.is_some() {
            return not_this("this side is the one that asks for games");
        }
        let game = requested_game(request, self.conduct.game, &self.conduct.rules)?;
        if !self.patience.admit_request() {
            return not_this("many games without a move of yours, expected a move or the end");
        }
        Ok(game)
    }

    fn leave_other_game(&mut self, peer: &Name) {
        self.conversation.end(GameEnd { reason: EndReason::Unknown, stop: true });
        let (name, game) = (peer.as_str(), self.conduct.game);
        self.leave(&format!("{name} does not play {game}, expected a name with [{game}]"));
    }

    fn refused(&mut self, peer: &Name, code: AcceptanceCode) {
        self.regular = false;
        match code {
            AcceptanceCode::UnknownVersion => self.close("the peer does not know version 01 of DXP"),
            AcceptanceCode::NoGame => self.close("the peer does not want any game"),
            AcceptanceCode::NotThisGame | AcceptanceCode::Accepted => {
                self.report(format!("{} refuses game {}", peer.as_str(), self.games));
                self.next_game();
            }
        }
    }

    fn start(&mut self, game: NewGame, peer: Name, now: Instant) {
        let (number, us) = (self.games, game.us);
        self.report(format!("game {number} against {} begins, we have {us:?}", peer.as_str()));
        self.play = Some(Play::begin(number, peer, game, now));
        self.patience.started(now);
        self.go_on(now);
    }

    fn report(&mut self, text: String) {
        self.conversation.actions.push(Action::Report(text));
    }
}

/// The course and the end of games.
impl Session {
    /// Handles the engine's move.
    pub fn moved(&mut self, mv: Move, now: Instant) {
        let Some(play) = self.play.as_mut().filter(|play| play.turn() == Turn::Ours) else { return };
        let spent = play.clocks.thought(now);
        let message = move_message(play.game.rules(), mv, spent);
        match play.play(mv, now) {
            Ok(()) => self.conversation.send_move(message),
            Err(error @ PlayError::Illegal(_)) => self.stuck(&error.to_string(), now),
            Err(error @ PlayError::TooManyCaptures(_)) => self.leave_undecided(&error.to_string(), now),
        }
        self.settle(now);
    }

    /// Handles a failure of the engine to find a move, which is a bug.
    pub fn stuck(&mut self, why: &str, now: Instant) {
        if self.play.is_some() {
            self.regular = false;
            self.leave_undecided(&format!("internal error, please report it: {why}"), now);
        }
        self.settle(now);
    }

    /// Ends a game that cannot continue, and sends the reason to the peer.
    fn leave_undecided(&mut self, why: &str, now: Instant) {
        self.conversation.say(why);
        self.end(EndReason::Unknown, None, why, now);
    }

    /// Continues after a move of the peer or at the start: the game is over, or we search, or wait.
    fn go_on(&mut self, now: Instant) {
        let Some(play) = self.play.as_ref().filter(|play| play.turn() == Turn::Ours) else { return };
        if let Some((result, why)) = play.verdict_by_rules() {
            let reason = match result {
                PdnResult::Draw => EndReason::Draw,
                // If the rules end a game on certain material, the side to move may have won.
                result if result == win_of(play.us) => EndReason::IWin,
                _ => EndReason::IGiveUp,
            };
            self.end(reason, Some(result), &why, now);
        } else if play.clocks.overstepped(!play.us, now) > TIME_MARGIN {
            let win = win_of(play.us);
            self.conversation.say("your time is over");
            self.end(EndReason::IWin, Some(win), "the time of the other side is over", now);
        } else if play.moves_are_used_up() {
            self.end(EndReason::Unknown, None, "all moves are made", now);
        } else {
            let (game, limits) = (play.game.clone(), play.limits(now, self.conduct.move_overhead));
            self.conversation.actions.push(Action::Think { game, limits });
        }
    }

    /// Ends the current game with an undisputed result, and waits for the answer.
    fn end(&mut self, reason: EndReason, result: Option<PdnResult>, why: &str, now: Instant) {
        self.conversation.end(GameEnd { reason, stop: false });
        self.patience.renew(now);
        self.finish(Verdict { result, why: why.to_owned(), agreed: true });
    }

    fn peer_moved(&mut self, message: &MoveMessage, now: Instant) {
        let Some(play) = &mut self.play else { return };
        let found = find_move(message, play.game.position()).map_err(|error| error.to_string());
        match found.map(|mv| play.play(mv, now)) {
            Ok(Ok(())) => {
                self.patience.moved(now);
                self.go_on(now);
            }
            Ok(Err(error)) => self.leave_undecided(&error.to_string(), now),
            Err(why) => {
                self.leave_undecided(&why, now);
                self.regular = false;
            }
        }
    }

    /// Handles the end of a game by the peer, or its wish for no more games.
    fn peer_ended(&mut self, end: GameEnd, now: Instant) {
        self.patience.renew(now);
        if let Some(play) = &self.play {
            let verdict = play.verdict_on_claim(end.reason, now);
            if !verdict.agreed {
                let (said, by_rules) = (words(end.reason), verdict.words());
                self.conversation.say(&format!("you said {said}, but by our rules: {by_rules}"));
            }
            self.finish(verdict);
        }
        if end.stop {
            let plan = self.conduct.plan.as_ref();
            self.regular &= plan.is_none_or(|plan| plan.games <= self.games);
            self.close("the peer wants no more games");
        } else {
            self.next_game();
        }
    }

    fn peer_wants_back(&mut self, wanted: BackRequest, now: Instant) {
        let Some(play) = &mut self.play else { return };
        if !self.conduct.takes_back {
            return self.conversation.answer_back(BackCode::NotSupported);
        }
        let Some(plies) = play.plies_before(wanted).filter(|_| self.patience.admit_request()) else {
            return self.conversation.answer_back(BackCode::Refused);
        };
        play.take_back_to(plies, now);
        self.conversation.take_back(play.turn());
        self.report(format!("moves are taken back, to {wanted}"));
        self.go_on(now);
    }
}
