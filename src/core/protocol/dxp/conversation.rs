//! DXP conversation: the state machine that orders the messages with a peer, without I/O.
//!
//! The conversation knows which message may come when, answers those that need no decision, counts faults, and leaves
//! the rest to its user: incoming messages become [`Event`]s, outgoing work becomes [`Action`]s in their order. Its two
//! users decide what the protocol leaves open:
//!
//! | question | `session`, the engine that plays | `connection`, a program that drives a peer |
//! |---|---|---|
//! | Which games are played? | the games of its plan, or all requested games that it can play | the game that its caller wants next, whichever side requests it |
//! | Where are rules and clocks? | in the session | in the caller, such as the referee of a match |
//! | How long does it wait for a peer? | peers are unknown: only moves renew its [patience](super::session) | a deadline for each message |
//! | Are moves taken back? | yes, unless configured otherwise | never |
//! | What follows an illegal move? | the end of the game, undecided | the caller decides |

use super::fields::{ChatText, Name, may_mean, own_name};
use super::link::{Excess, Received};
use super::message::{
    AcceptanceCode, BackCode, BackRequest, EndReason, GameAcceptance, GameEnd, GameRequest, Message,
    MoveMessage,
};
use super::plan::{NewGame, Turn};
use crate::engine::Limits;
use crate::notation::PdnResult;
use crate::rules::{AnyGame, Color, Move, Rules};

/// The state of a conversation with one peer.
#[derive(Debug)]
pub(super) struct Conversation {
    /// The draughts game of peers that do not name one.
    pub(super) rules: &'static Rules,
    phase: Phase,
    /// The number of messages that were not understood or came at the wrong time since a game was last requested or
    /// started.
    faults: u32,
    /// The pending actions, in order.
    pub(super) actions: Vec<Action>,
}

/// The phase of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No game is being played.
    Idle,
    /// We have requested a game in which this side moves first.
    Asked(Turn),
    /// A game is being played.
    Playing(Turn),
    /// We have ended a game and wait for the answer.
    Ending,
    /// The conversation is closed.
    Closed,
}

/// An incoming event that the user decides on or needs to know about.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// The peer requests a game while none is played: to be accepted or refused.
    Asked(GameRequest),
    /// The peer with this name has accepted our game, which has started.
    Accepted(Name),
    /// The peer has accepted our game, but its name says that it plays a different game, which it believes has started.
    OtherGame(Name),
    /// The peer with this name has refused our game.
    Refused(Name, AcceptanceCode),
    /// The peer has moved on its turn. From now on it is our turn.
    Moved(MoveMessage),
    /// The peer has sent a malformed move on its turn, with the fault.
    MovedBadly(String),
    /// The peer has ended the current game and received our answer, or has answered our GAMEEND. When no game is being
    /// played, there is no such event unless the peer wants no more games.
    Ended(GameEnd),
    /// The peer wants to take moves back in the current game: to be granted or refused.
    WantsBack(BackRequest),
    /// The peer has made too many faults; this is the last one.
    TooManyFaults(String),
    /// The peer has sent too much.
    TooMuch(Excess),
    /// The peer is gone, with the reason.
    Gone(&'static str),
}

/// A pending action.
#[derive(Debug)]
pub enum Action {
    /// Send a message.
    Send(Message),
    /// Search for a move, to be returned with [`Session::moved`](super::Session::moved).
    Think {
        /// The game so far.
        game: Box<dyn AnyGame>,
        /// The limits of the search.
        limits: Limits,
    },
    /// Stop searching: the move is no longer needed.
    StopThinking,
    /// Report something to the user.
    Report(String),
    /// Show a chat message from the peer to the user.
    Show(ChatText),
    /// A game has ended.
    Finished(Box<FinishedGame>),
    /// The conversation is over.
    Close(Closing),
}

/// The end of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The reason.
    pub why: String,
    /// Whether it ended regularly.
    pub regular: bool,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The number of the game in this conversation, from 1.
    pub number: u32,
    /// The other program.
    pub peer: Name,
    /// Our colour.
    pub us: Color,
    /// The game at its last position.
    pub game: Box<dyn AnyGame>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The result by our rules, if there is one.
    pub result: Option<PdnResult>,
    /// How the game ended.
    pub why: String,
    /// Whether the result is undisputed: the other side has not claimed a different one.
    pub agreed: bool,
}

/// The number of faults after which a peer is disconnected.
pub(super) const MAX_FAULTS: u32 = 10;

impl Conversation {
    pub(super) fn new(rules: &'static Rules) -> Self {
        Self { rules, phase: Phase::Idle, faults: 0, actions: Vec::new() }
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// Handles an incoming item.
    pub(super) fn receive(&mut self, received: Received) -> Option<Event> {
        match received {
            _ if self.phase == Phase::Closed => None,
            Received::Message(message) => self.attend_to(message),
            // A chat may be in a language with other letters.
            Received::Unreadable { header: Some('C'), .. } => None,
            Received::Unreadable { problem, header: Some('M') }
                if self.phase == Phase::Playing(Turn::Theirs) =>
            {
                Some(Event::MovedBadly(problem))
            }
            Received::Unreadable { problem, header } => {
                // A request always gets an answer.
                if header == Some('R') {
                    self.answer_request(AcceptanceCode::NotThisGame);
                }
                self.complain(&problem)
            }
            Received::Excess(excess) => {
                self.say(excess.to_peer());
                Some(Event::TooMuch(excess))
            }
            Received::Gone(why) => Some(Event::Gone(why)),
        }
    }

    fn attend_to(&mut self, message: Message) -> Option<Event> {
        match (message, self.phase) {
            (Message::Chat(text), _) => self.actions.push(Action::Show(text)),
            (Message::GameRequest(_), Phase::Playing(_)) => {
                self.refuse(AcceptanceCode::NotThisGame, "a game is on, expected its GAMEEND first");
            }
            (Message::GameRequest(request), _) => return Some(Event::Asked(request)),
            (Message::GameAcceptance(answer), Phase::Asked(first)) => {
                return Some(self.answered(answer, first));
            }
            (Message::GameAcceptance(_), _) => return self.complain("a GAMEACC without a GAMEREQ"),
            (Message::Move(message), Phase::Playing(Turn::Theirs)) => {
                self.phase = Phase::Playing(Turn::Ours);
                return Some(Event::Moved(message));
            }
            (Message::Move(_), Phase::Playing(Turn::Ours)) => return self.complain("a MOVE out of turn"),
            // The move was on its way when we ended the game.
            (Message::Move(_), Phase::Ending) => {}
            (Message::Move(_), _) => return self.complain("a MOVE without a game"),
            (Message::GameEnd(end), Phase::Playing(_)) => {
                self.leave_phase(Phase::Idle);
                self.send(Message::GameEnd(GameEnd { reason: EndReason::Unknown, stop: end.stop }));
                return Some(Event::Ended(end));
            }
            (Message::GameEnd(end), Phase::Ending) => {
                self.phase = Phase::Idle;
                return Some(Event::Ended(end));
            }
            // The message may belong to the previous game.
            (Message::GameEnd(end), _) => return end.stop.then_some(Event::Ended(end)),
            (Message::BackRequest(wanted), Phase::Playing(_)) => return Some(Event::WantsBack(wanted)),
            (Message::BackRequest(_), _) => self.answer_back(BackCode::Refused),
            (Message::BackAcceptance(_), _) => return self.complain("a BACKACC without a BACKREQ"),
        }
        None
    }

    /// Handles the peer's answer to our request.
    fn answered(&mut self, answer: GameAcceptance, first: Turn) -> Event {
        let GameAcceptance { follower, code } = answer;
        if code != AcceptanceCode::Accepted {
            self.phase = Phase::Idle;
            return Event::Refused(follower, code);
        }
        self.phase = Phase::Playing(first);
        let is_meant = may_mean(&follower, self.rules);
        if is_meant { Event::Accepted(follower) } else { Event::OtherGame(follower) }
    }

    /// Requests a game.
    pub(super) fn ask(&mut self, game: &NewGame) {
        (self.phase, self.faults) = (Phase::Asked(game.first()), 0);
        self.send(Message::GameRequest(game.request()));
    }

    /// Accepts the requested game.
    pub(super) fn accept(&mut self, game: &NewGame) {
        (self.phase, self.faults) = (Phase::Playing(game.first()), 0);
        self.answer_request(AcceptanceCode::Accepted);
    }

    /// Refuses the requested game.
    pub(super) fn refuse(&mut self, code: AcceptanceCode, why: &str) {
        self.answer_request(code);
        self.say(&format!("no game: {why}"));
    }

    fn answer_request(&mut self, code: AcceptanceCode) {
        let follower = own_name(self.rules);
        self.send(Message::GameAcceptance(GameAcceptance { follower, code }));
    }

    /// Sends our move.
    pub(super) fn send_move(&mut self, message: MoveMessage) {
        self.phase = Phase::Playing(Turn::Theirs);
        self.send(Message::Move(message));
    }

    /// Notes that moves were taken back and this side is to move.
    pub(super) fn take_back(&mut self, turn: Turn) {
        self.leave_phase(Phase::Playing(turn));
        self.answer_back(BackCode::Accepted);
    }

    /// Answers the peer's request to take moves back.
    pub(super) fn answer_back(&mut self, code: BackCode) {
        self.send(Message::BackAcceptance(code));
    }

    /// Ends the current game.
    pub(super) fn end(&mut self, end: GameEnd) {
        self.phase = Phase::Ending;
        self.send(Message::GameEnd(end));
    }

    /// Closes the conversation.
    pub(super) fn close(&mut self) {
        self.leave_phase(Phase::Closed);
    }

    /// Enters another phase, in which a search for our current move is no longer needed.
    fn leave_phase(&mut self, next: Phase) {
        if self.phase == Phase::Playing(Turn::Ours) {
            self.actions.push(Action::StopThinking);
        }
        self.phase = next;
    }

    /// Sends a chat message to the peer and reports it to the user.
    pub(super) fn say(&mut self, text: &str) {
        self.send(Message::Chat(ChatText::new(text)));
        self.actions.push(Action::Report(text.to_owned()));
    }

    fn send(&mut self, message: Message) {
        self.actions.push(Action::Send(message));
    }

    /// Reports a fault to the peer. After too many of them the peer should be disconnected.
    fn complain(&mut self, problem: &str) -> Option<Event> {
        self.faults += 1;
        if self.faults < MAX_FAULTS {
            self.say(problem);
            return None;
        }
        self.say(&format!("too many faults, the last one: {problem}"));
        Some(Event::TooManyFaults(problem.to_owned()))
    }
}
