//! A conversation with one peer as a state machine: messages, moves of the engine and the time go in, what is to be
//! done comes out. It reads and writes nothing, and knows no clock but the times it is given.

mod game;
mod patience;
mod play;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use super::fields::{ChatText, Name};
use super::link::Excess;
use super::message::{AcceptanceCode, EndReason, GameAcceptance, GameEnd, GameRequest, Message};
use super::names::{named_game, own_name};
use super::plan::{NewGame, Plan};
use super::request::{Refusal, requested_game};
use crate::engine::Limits;
use crate::rules::{Game, Record, RuleOptions};
use patience::Patience;
pub use play::FinishedGame;
use play::{Play, Verdict};

/// How this end behaves.
#[derive(Clone, Debug)]
pub struct Conduct<G: Game> {
    /// The rules of the game.
    pub rules: RuleOptions,
    /// The games to ask for; without a plan, the other side asks.
    pub plan: Option<Plan<G>>,
    /// How long a peer may take to begin a game, to answer, and to move beyond its time, whatever else it sends. Only a
    /// legal move gives it this time anew, and the beginning and the end of a game in which it has made one.
    pub patience: Duration,
    /// Whether moves are taken back if the peer asks for it.
    pub takes_back: bool,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Action<G: Game> {
    /// Send a message.
    Send(Message),
    /// Look for a move, to be told with [`Session::moved`].
    Think {
        /// The game so far.
        game: Box<Record<G>>,
        /// What may be used.
        limits: Limits,
    },
    /// The move that is looked for is not wanted any more.
    StopThinking,
    /// Tell people of something.
    Tell(String),
    /// Show people what the peer says.
    Show(ChatText),
    /// A game has ended.
    Finished(Box<FinishedGame<G>>),
    /// The conversation is over.
    Close(Closing),
}

/// How a conversation has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Why.
    pub why: String,
    /// Whether everything went as it should.
    pub regular: bool,
}

/// A conversation with one peer.
///
/// ```
/// use std::time::{Duration, Instant};
/// use coupturc::protocol::dxp::{Action, Conduct, Session, parse_message};
/// use coupturc::rules::{RuleOptions, games::International};
///
/// let patience = Duration::from_secs(60);
/// let conduct =
///     Conduct::<International> { rules: RuleOptions::default(), plan: None, patience, takes_back: true };
/// let mut session = Session::new(conduct, Instant::now());
/// let request = parse_message("R01Tornado voor Windows 4.0        W060065A")?;
/// session.hear(request, Instant::now());
/// let actions = session.take_actions();
/// assert!(matches!(&actions[0], Action::Send(answer) if answer.to_string().ends_with(" 0")));
/// assert!(matches!(actions.last(), Some(Action::Think { .. })), "we have White");
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Session<G: Game> {
    conduct: Conduct<G>,
    state: State<G>,
    patience: Patience,
    actions: Vec<Action<G>>,
    /// How many games were asked for, or begun.
    games: u32,
    /// How much was not understood, or came at the wrong time.
    faults: u32,
    regular: bool,
}

#[derive(Debug)]
enum State<G: Game> {
    /// No game.
    Idle,
    /// We have asked for a game.
    Requested(Box<NewGame<G>>),
    /// A game is on.
    Playing(Box<Play<G>>),
    /// We have ended a game, and wait for the answer.
    Ending,
    /// Nothing is said any more.
    Closed,
}

/// A peer that has said so much that makes no sense will not make sense later.
pub(super) const MOST_FAULTS: u32 = 10;

impl<G: Game> Session<G> {
    /// A conversation that begins now. An initiator asks for its first game at once.
    #[must_use]
    pub fn new(conduct: Conduct<G>, now: Instant) -> Self {
        let mut session = Self {
            patience: Patience::new(conduct.patience, now),
            conduct,
            state: State::Idle,
            actions: Vec::new(),
            games: 0,
            faults: 0,
            regular: true,
        };
        session.next_game();
        session.settle(now);
        session
    }

    /// What is to be done, in this order.
    pub fn take_actions(&mut self) -> Vec<Action<G>> {
        std::mem::take(&mut self.actions)
    }

    /// The peer has sent a message.
    pub fn hear(&mut self, message: Message, now: Instant) {
        match message {
            _ if matches!(self.state, State::Closed) => {}
            Message::GameRequest(request) => self.requested(&request, now),
            Message::GameAcceptance(answer) => self.answered(answer, now),
            Message::Move(message) => self.peer_moved(&message, now),
            Message::GameEnd(message) => self.peer_ended(message, now),
            Message::Chat(text) => self.actions.push(Action::Show(text)),
            Message::BackRequest(wanted) => self.peer_wants_back(wanted, now),
            Message::BackAcceptance(_) => self.complain("a BACKACC without a BACKREQ"),
        }
        self.settle(now);
    }

    /// The peer has sent something that is no message; what is wrong with it, and the letter it begins with. Who
    /// waits for an answer gets one.
    pub fn mishear(&mut self, problem: &str, header: Option<char>, now: Instant) {
        match (&self.state, header) {
            (State::Closed, _) => {}
            (State::Playing(play), Some('M')) if !play.is_our_turn() => {
                self.say(problem);
                self.end(
                    EndReason::Unknown,
                    Verdict::ours(None, format!("an unreadable move: {problem}")),
                    now,
                );
                self.regular = false;
            }
            (_, Some('R')) => {
                self.accept(AcceptanceCode::NotThisGame);
                self.complain(problem);
            }
            _ => self.complain(problem),
        }
        self.settle(now);
    }

    /// The peer will say nothing more, because it is gone.
    pub fn leave(&mut self, why: &str) {
        self.regular &= matches!(self.state, State::Idle) && self.conduct.plan.is_none();
        self.close(why);
    }

    /// The peer has sent more than anybody listens to.
    pub(super) fn exceed(&mut self, excess: Excess) {
        self.say(excess.to_peer());
        self.regular = false;
        self.close(excess.to_people());
    }

    /// When [`Session::tick`] has something to do.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let time = match &self.state {
            State::Closed => return None,
            State::Playing(play) => play.clocks.left_at_turn(),
            _ => Duration::ZERO,
        };
        self.patience.deadline(time)
    }

    /// The peer is waited for, unless we have to think.
    pub(super) fn settle(&mut self, now: Instant) {
        let waits = match &self.state {
            State::Playing(play) => !play.is_our_turn(),
            State::Closed => false,
            State::Idle | State::Requested(_) | State::Ending => true,
        };
        self.patience.wait(waits, now);
    }

    /// Time goes by: a peer that has not done for too long what it must is not waited for.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        let what = match self.state {
            State::Idle => "nothing was asked for",
            State::Requested(_) => "no answer to GAMEREQ",
            State::Ending => "no answer to GAMEEND",
            State::Playing(_) | State::Closed => "no move",
        };
        let why = format!("{what} for too long");
        self.say(&why);
        self.regular = false;
        self.close(&why);
    }

    fn close(&mut self, why: &str) {
        if let State::Playing(play) = std::mem::replace(&mut self.state, State::Closed) {
            if play.is_our_turn() {
                self.actions.push(Action::StopThinking);
            }
            let verdict = Verdict { result: None, why: why.to_owned(), agreed: false };
            self.actions.push(Action::Finished(Box::new(play.finish(verdict))));
        }
        self.actions.push(Action::Close(Closing { why: why.to_owned(), regular: self.regular }));
    }

    fn send(&mut self, message: Message) {
        self.actions.push(Action::Send(message));
    }

    /// Tells the peer and people of something.
    fn say(&mut self, text: &str) {
        self.send(Message::Chat(ChatText::new(text)));
        self.actions.push(Action::Tell(text.to_owned()));
    }

    /// Tells the peer of a fault; who makes too many is left.
    fn complain(&mut self, problem: &str) {
        self.faults += 1;
        if self.faults < MOST_FAULTS {
            return self.say(problem);
        }
        self.say(&last_fault(problem));
        self.regular = false;
        self.close("too many faults");
    }
}

/// What is said of the fault after which a peer is left.
pub(super) fn last_fault(problem: &str) -> String {
    format!("too many faults, the last one: {problem}")
}

/// How games begin.
impl<G: Game> Session<G> {
    /// Asks for the next game of the plan, or leaves if that was the last. A follower waits.
    fn next_game(&mut self) {
        self.state = State::Idle;
        let Some(plan) = &self.conduct.plan else { return };
        match plan.game(self.games) {
            Some(game) => {
                self.games += 1;
                self.send(Message::GameRequest(game.request()));
                self.state = State::Requested(Box::new(game));
            }
            None => self.close("all games are played"),
        }
    }

    fn accept(&mut self, code: AcceptanceCode) {
        let follower = own_name(G::VARIANT);
        self.send(Message::GameAcceptance(GameAcceptance { follower, code }));
    }

    fn requested(&mut self, request: &GameRequest, now: Instant) {
        match self.judge(request) {
            Ok(game) => {
                self.accept(AcceptanceCode::Accepted);
                self.games += 1;
                self.patience.granted();
                self.start(&game, request.initiator.clone(), now);
            }
            Err((code, why)) => {
                self.accept(code);
                self.say(&format!("no game: {why}"));
            }
        }
    }

    /// The game that is asked for, or why there will be none.
    fn judge(&self, request: &GameRequest) -> Result<NewGame<G>, Refusal> {
        let not_this = |why: String| (AcceptanceCode::NotThisGame, why);
        if self.conduct.plan.is_some() {
            return Err(not_this("this side is the one that asks for games".to_owned()));
        }
        if matches!(self.state, State::Playing(_)) {
            return Err(not_this("a game is on, expected its GAMEEND first".to_owned()));
        }
        if !self.patience.grants() {
            return Err(not_this(
                "many games without a move of yours, expected a move or the end".to_owned(),
            ));
        }
        requested_game(request, &self.conduct.rules)
    }

    /// The peer has answered our request.
    fn answered(&mut self, answer: GameAcceptance, now: Instant) {
        let game = match std::mem::replace(&mut self.state, State::Idle) {
            State::Requested(game) => game,
            other => {
                self.state = other;
                return self.complain("a GAMEACC without a GAMEREQ");
            }
        };
        let GameAcceptance { follower, code } = answer;
        if code == AcceptanceCode::Accepted && named_game(&follower) == G::VARIANT {
            return self.start(&game, follower, now);
        }
        self.regular = false;
        match code {
            AcceptanceCode::Accepted => {
                // It thinks of another game.
                self.send(Message::GameEnd(GameEnd { reason: EndReason::Unknown, stop: true }));
                let name = follower.as_str();
                self.close(&format!(
                    "{name} does not play {}, expected a name with [{}]",
                    G::VARIANT,
                    G::VARIANT
                ));
            }
            AcceptanceCode::NotThisGame => {
                self.actions.push(Action::Tell(format!("{} refuses game {}", follower.as_str(), self.games)));
                self.next_game();
            }
            AcceptanceCode::UnknownVersion => self.close("the peer does not know version 01 of DXP"),
            AcceptanceCode::NoGame => self.close("the peer does not want any game"),
        }
    }

    fn start(&mut self, game: &NewGame<G>, peer: Name, now: Instant) {
        let number = self.games;
        let us = match game.us {
            crate::rules::Color::White => "White",
            crate::rules::Color::Black => "Black",
        };
        self.actions
            .push(Action::Tell(format!("game {number} against {} begins, we have {us}", peer.as_str())));
        self.state = State::Playing(Box::new(Play::begin(number, peer, game, now)));
        self.patience.begun(now);
        self.go_on(now);
    }
}
