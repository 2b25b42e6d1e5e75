//! DXP conversation: the order of messages, the one state machine for conversations with a peer, without any I/O.
//!
//! It knows what may be said when, answers what needs no decision, counts faults, and leaves the rest to its user: what
//! it hears comes out as an [`Event`], what is to be done as [`Action`]s in their order. It has two users, which decide
//! what the protocol leaves open:
//!
//! | question | `session`, the engine that plays | `connection`, a program that drives a peer |
//! |---|---|---|
//! | Which games are played? | those of its plan, or all that are asked for and can be played | the one that its caller wants next, whoever asks for it |
//! | Who knows rules and clocks? | the session | the caller, such as the referee of a match |
//! | How long is a peer waited for? | strangers come here: only moves renew its [patience](super::session) | a deadline for each question |
//! | Are moves taken back? | yes, unless it is told not to | never |
//! | What follows an illegal move? | the end of the game, undecided | what the caller says |

use super::fields::{ChatText, Name, may_mean, own_name};
use super::link::{Excess, Heard};
use super::message::{
    AcceptanceCode, BackCode, BackRequest, EndReason, GameAcceptance, GameEnd, GameRequest, Message,
    MoveMessage,
};
use super::plan::{NewGame, Turn};
use crate::engine::Limits;
use crate::notation::PdnResult;
use crate::rules::games::Variant;
use crate::rules::{AnyGame, Color, Move};

/// A conversation with one peer, as far as the protocol orders it.
#[derive(Debug)]
pub(super) struct Conversation {
    /// The game that is meant where nothing else is said.
    pub(super) variant: Variant,
    phase: Phase,
    /// How much was not understood, or came at the wrong time, since a game was asked for or began.
    faults: u32,
    /// What is to be done, in this order.
    pub(super) actions: Vec<Action>,
}

/// How far a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No game is on.
    Idle,
    /// We have asked for a game, in which this side is to move first.
    Asked(Turn),
    /// A game is on.
    Playing(Turn),
    /// We have ended a game, and wait for the answer.
    Ending,
    /// Nothing is said any more.
    Closed,
}

/// What has come and is for the user to decide or to know.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// The peer asks for a game, and none is on: to be accepted or refused.
    Asked(GameRequest),
    /// The peer, called so, has accepted our game, which is on now.
    Accepted(Name),
    /// The peer has accepted our game, but its name says that it plays another one. It believes that this is on.
    OtherGame(Name),
    /// The peer, called so, has refused our game.
    Refused(Name, AcceptanceCode),
    /// The peer moves, and it is its turn. From now on it is ours.
    Moved(MoveMessage),
    /// What came when the peer was to move was meant to be a move: what is wrong with it.
    MovedBadly(String),
    /// The peer has ended the game that was on, which was answered, or has answered our end of it. While no game is on
    /// it comes only with the word that no more are wanted.
    Ended(GameEnd),
    /// The peer wants moves back in the game that is on: to be granted or refused.
    WantsBack(BackRequest),
    /// There have been too many faults; the last one.
    TooManyFaults(String),
    /// The peer has sent too much.
    TooMuch(Excess),
    /// The peer is gone: why.
    Gone(&'static str),
}

/// What is to be done.
#[derive(Debug)]
pub enum Action {
    /// Send a message.
    Send(Message),
    /// Look for a move, to be told with [`Session::moved`](super::Session::moved).
    Think {
        /// The game so far.
        game: Box<dyn AnyGame>,
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
    Finished(Box<FinishedGame>),
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

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The number of the game between these two, from 1.
    pub number: u32,
    /// The other program.
    pub peer: Name,
    /// Our colour.
    pub us: Color,
    /// The game with its last position on the board.
    pub game: Box<dyn AnyGame>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The result by our rules, if there is one.
    pub result: Option<PdnResult>,
    /// How it ended.
    pub why: String,
    /// Whether the other side has not said anything else.
    pub agreed: bool,
}

/// A peer that has said this much that makes no sense will not make sense later.
pub(super) const MOST_FAULTS: u32 = 10;

impl Conversation {
    pub(super) fn new(variant: Variant) -> Self {
        Self { variant, phase: Phase::Idle, faults: 0, actions: Vec::new() }
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// Something has come over the wire.
    pub(super) fn hear(&mut self, heard: Heard) -> Option<Event> {
        match heard {
            _ if self.phase == Phase::Closed => None,
            Heard::Message(message) => self.attend_to(message),
            // It may be in a language of more letters.
            Heard::Unreadable { header: Some('C'), .. } => None,
            Heard::Unreadable { problem, header: Some('M') }
                if self.phase == Phase::Playing(Turn::Theirs) =>
            {
                Some(Event::MovedBadly(problem))
            }
            Heard::Unreadable { problem, header } => {
                // Who waits for an answer gets one.
                if header == Some('R') {
                    self.answer_request(AcceptanceCode::NotThisGame);
                }
                self.complain(&problem)
            }
            Heard::Excess(excess) => {
                self.say(excess.to_peer());
                Some(Event::TooMuch(excess))
            }
            Heard::Gone(why) => Some(Event::Gone(why)),
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
            // It was on its way when we ended the game.
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
            // It may belong to the game before.
            (Message::GameEnd(end), _) => return end.stop.then_some(Event::Ended(end)),
            (Message::BackRequest(wanted), Phase::Playing(_)) => return Some(Event::WantsBack(wanted)),
            (Message::BackRequest(_), _) => self.answer_back(BackCode::Refused),
            (Message::BackAcceptance(_), _) => return self.complain("a BACKACC without a BACKREQ"),
        }
        None
    }

    /// The peer has answered our request.
    fn answered(&mut self, answer: GameAcceptance, first: Turn) -> Event {
        let GameAcceptance { follower, code } = answer;
        if code != AcceptanceCode::Accepted {
            self.phase = Phase::Idle;
            return Event::Refused(follower, code);
        }
        self.phase = Phase::Playing(first);
        let is_meant = may_mean(&follower, self.variant);
        if is_meant { Event::Accepted(follower) } else { Event::OtherGame(follower) }
    }

    /// Asks for a game.
    pub(super) fn ask(&mut self, game: &NewGame) {
        (self.phase, self.faults) = (Phase::Asked(game.first()), 0);
        self.send(Message::GameRequest(game.request()));
    }

    /// Accepts the game that was asked for.
    pub(super) fn accept(&mut self, game: &NewGame) {
        (self.phase, self.faults) = (Phase::Playing(game.first()), 0);
        self.answer_request(AcceptanceCode::Accepted);
    }

    /// Refuses the game that was asked for.
    pub(super) fn refuse(&mut self, code: AcceptanceCode, why: &str) {
        self.answer_request(code);
        self.say(&format!("no game: {why}"));
    }

    fn answer_request(&mut self, code: AcceptanceCode) {
        let follower = own_name(self.variant);
        self.send(Message::GameAcceptance(GameAcceptance { follower, code }));
    }

    /// Makes our move.
    pub(super) fn send_move(&mut self, message: MoveMessage) {
        self.phase = Phase::Playing(Turn::Theirs);
        self.send(Message::Move(message));
    }

    /// Moves are taken back; then this side is to move.
    pub(super) fn take_back(&mut self, turn: Turn) {
        self.leave_phase(Phase::Playing(turn));
        self.answer_back(BackCode::Accepted);
    }

    /// Says what comes of the moves that the peer wants back.
    pub(super) fn answer_back(&mut self, code: BackCode) {
        self.send(Message::BackAcceptance(code));
    }

    /// Ends the game that is on.
    pub(super) fn end(&mut self, end: GameEnd) {
        self.phase = Phase::Ending;
        self.send(Message::GameEnd(end));
    }

    /// Says nothing any more.
    pub(super) fn close(&mut self) {
        self.leave_phase(Phase::Closed);
    }

    /// Goes on in another phase, for which nobody need think of the move that is ours now.
    fn leave_phase(&mut self, next: Phase) {
        if self.phase == Phase::Playing(Turn::Ours) {
            self.actions.push(Action::StopThinking);
        }
        self.phase = next;
    }

    /// Says something to the peer and to people.
    pub(super) fn say(&mut self, text: &str) {
        self.send(Message::Chat(ChatText::new(text)));
        self.actions.push(Action::Tell(text.to_owned()));
    }

    fn send(&mut self, message: Message) {
        self.actions.push(Action::Send(message));
    }

    /// Tells the peer of a fault; one that makes too many is to be left.
    fn complain(&mut self, problem: &str) -> Option<Event> {
        self.faults += 1;
        if self.faults < MOST_FAULTS {
            self.say(problem);
            return None;
        }
        self.say(&format!("too many faults, the last one: {problem}"));
        Some(Event::TooManyFaults(problem.to_owned()))
    }
}
