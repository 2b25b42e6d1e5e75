//! DXP connection: a peer as an engine driven by this program. It can request a game, exchange moves and end the game.

use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

use super::board::{find_move, move_message};
use super::conversation::{Action, Conversation, Event, Phase};
use super::fields::{ChatText, Name};
use super::link::{Link, Received};
use super::message::{AcceptanceCode, BackCode, EndReason, GameEnd, GameRequest};
use super::plan::{NewGame, is_wanted};
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, Move};

/// A connection with a peer that plays as an engine. The caller keeps the game, the clocks and the rules.
///
/// Each game is one [`Connection::request_game`], then moves in turn, with [`Connection::send_move`] and
/// [`Connection::receive`], until one side ends it: the peer, which `receive` reports, or the caller with
/// [`Connection::end_game`]. Then the next game may be requested.
///
/// ```no_run
/// use std::time::Duration;
/// use coupturc_core::protocol::Log;
/// use coupturc_core::protocol::dxp::{Connection, EndReason, Link, Minutes, NewGame, Reply, connect};
/// use coupturc_core::rules::{Color, RuleOptions, games::Variant};
///
/// let patience = Duration::from_secs(60);
/// let link = Link::over_tcp(connect("127.0.0.1:27531")?, Log::default())?;
/// let mut peer = Connection::over(link, patience);
/// let game = Variant::International.rules().start(&RuleOptions::default());
/// // The caller has Black: the peer begins.
/// let wanted = NewGame { us: Color::Black, time: Minutes::whole(5), moves: 0, start: game.clone() };
/// let name = peer.request_game(&wanted)?;
/// match peer.receive(game.position(), Duration::from_secs(300) + patience)? {
///     Reply::Move(mv) => println!("{} plays {mv:?}", name.as_str()),
///     Reply::End(reason) => println!("{} ends the game: {reason:?}", name.as_str()),
/// }
/// peer.end_game(EndReason::Unknown, "that will do")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Connection<'a> {
    link: Link,
    conversation: Conversation,
    patience: Duration,
    /// Ends all waiting once this is set.
    pub stop: Option<&'a AtomicBool>,
    /// How long the peer may take to request a game itself before we request one.
    pub request_grace: Duration,
    /// The peer's latest request that has not been answered.
    peer_request: Option<GameRequest>,
    chats: Vec<ChatText>,
}

/// The action of a peer on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The peer moves.
    Move(Move),
    /// The peer has ended the game and received the answer.
    End(EndReason),
}

/// Why a connection with a peer has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionError {
    /// The connection is over, with the reason.
    Gone(String),
    /// No message has arrived for this long.
    Silent(Duration),
    /// The game was refused.
    Refused {
        /// The answer.
        code: AcceptanceCode,
        /// Why the peer's own request does not fit, if it has made one.
        peer_request: Option<String>,
    },
    /// The name of a peer that plays another game than the requested one.
    OtherGame(Name),
    /// Too many messages could not be parsed, with the fault of the last one.
    Unreadable(String),
    /// The peer's move is not legal, with the reason.
    Illegal(String),
    /// The wait was ended from outside.
    Stopped,
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(why) => write!(f, "the connection is over: {why}"),
            Self::Silent(time) => write!(f, "the peer has said nothing for {time:?}"),
            Self::Refused { code, peer_request: None } => {
                write!(f, "the peer refuses the game with code {code}")
            }
            Self::Refused { code, peer_request: Some(why) } => {
                write!(f, "the peer refuses the game with code {code}, and asks for another: {why}")
            }
            Self::OtherGame(name) => write!(f, "{} plays another game, as its name says", name.as_str()),
            Self::Unreadable(problem) => write!(f, "too many faults, the last one: {problem}"),
            Self::Illegal(problem) => f.write_str(problem),
            Self::Stopped => f.write_str("waiting for the peer was stopped"),
        }
    }
}

impl std::error::Error for ConnectionError {}

/// The time limit for connecting.
const CONNECTING: Duration = Duration::from_secs(10);
/// How often a wait checks whether to stop.
const LOOK_UP: Duration = Duration::from_millis(50);
/// How long a peer that requests games itself may take to request the next one.
const NEXT_REQUEST: Duration = Duration::from_secs(2);
/// How long after a refusal a CHAT with the reason may arrive.
const REASON: Duration = Duration::from_millis(200);

/// Connects to `address`, a host name or an IPv4 or IPv6 address, with a port. If a name has several addresses, the
/// first that answers is used.
///
/// # Errors
///
/// If no address answers.
pub fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Connection<'_> {
    /// Drives the peer at the other end of `link`. `patience` is the time limit for answers that need no thinking.
    #[must_use]
    pub fn over(link: Link, patience: Duration) -> Self {
        let conversation = Conversation::new(Variant::default().rules());
        let (request_grace, chats) = (Duration::ZERO, Vec::new());
        Self { link, conversation, patience, stop: None, request_grace, peer_request: None, chats }
    }

    /// Requests a game, and returns the peer's name once it has accepted. If the peer is to move, its clock starts.
    ///
    /// Some programs insist on making the request. So an earlier request of the peer is accepted if it is for this
    /// game, and refused otherwise; and if the peer refuses our request but sends its own, the latter is accepted
    /// instead.
    ///
    /// # Errors
    ///
    /// If the game is refused, or the peer does not answer.
    pub fn request_game(&mut self, game: &NewGame) -> Result<Name, ConnectionError> {
        self.conversation.rules = game.start.rules();
        // A peer that has made no request by then will not request the next game either.
        let request_grace = std::mem::take(&mut self.request_grace);
        self.wait_for_request(request_grace)?;
        if let Some(Ok(name)) = self.answer_request(game)? {
            return Ok(name);
        }
        self.conversation.ask(game);
        self.act()?;
        // Both sides may send a request at the same time; the peer's answer to ours tells which one counts. Everything
        // else belongs to the previous game.
        let mut wait = Wait::of(self.patience);
        let answer = loop {
            match self.next_event(&mut wait)? {
                Event::Accepted(name) => break Ok(name),
                Event::OtherGame(name) => break Err(ConnectionError::OtherGame(name)),
                Event::Refused(_, code) => return self.take_request_instead(code, game),
                _ => {}
            }
        };
        // A request of the peer that has crossed ours is dropped: an answer would confuse some programs.
        self.peer_request = None;
        answer
    }

    /// Handles a refusal with `code`, perhaps because the peer wants to make the request.
    fn take_request_instead(
        &mut self,
        code: AcceptanceCode,
        game: &NewGame,
    ) -> Result<Name, ConnectionError> {
        self.wait_for_request(self.request_grace.max(REASON))?;
        match self.answer_request(game)? {
            Some(Ok(name)) => Ok(name),
            answer => Err(ConnectionError::Refused { code, peer_request: answer.and_then(Result::err) }),
        }
    }

    /// Answers the peer's request, if there is one: returns its name if the request is for `game`, or why it was
    /// refused.
    fn answer_request(&mut self, game: &NewGame) -> Result<Option<Result<Name, String>>, ConnectionError> {
        let Some(request) = self.peer_request.take() else { return Ok(None) };
        self.request_grace = NEXT_REQUEST;
        let verdict = is_wanted(&request, game);
        match &verdict {
            Ok(()) => self.conversation.accept(game),
            Err((code, why)) => self.conversation.refuse(*code, why),
        }
        self.act()?;
        Ok(Some(verdict.map(|()| request.initiator).map_err(|(_, why)| why)))
    }

    /// Waits at most `time` for a request of the peer, unless there is one already.
    fn wait_for_request(&mut self, time: Duration) -> Result<(), ConnectionError> {
        let mut wait = Wait::of(time);
        while self.peer_request.is_none() && !time.is_zero() {
            if none_if_silent(self.next_event(&mut wait))?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Sends a move that took the time `spent`.
    ///
    /// # Errors
    ///
    /// If the peer is gone.
    pub fn send_move(&mut self, mv: Move, spent: Duration) -> Result<(), ConnectionError> {
        self.conversation.send_move(move_message(self.conversation.rules, mv, spent));
        self.act()
    }

    /// Waits at most `time` for the peer's action in `position`. An end of the game is answered.
    ///
    /// # Errors
    ///
    /// If nothing arrives, or something other than a legal move.
    pub fn receive(&mut self, position: &dyn AnyPosition, time: Duration) -> Result<Reply, ConnectionError> {
        let mut wait = Wait::of(time);
        loop {
            return match self.next_event(&mut wait)? {
                Event::Moved(message) => {
                    let mv = find_move(&message, position).map(Reply::Move);
                    mv.map_err(|error| ConnectionError::Illegal(error.to_string()))
                }
                Event::MovedBadly(problem) => Err(ConnectionError::Illegal(problem)),
                Event::Ended(end) => Ok(Reply::End(end.reason)),
                _ => continue,
            };
        }
    }

    /// Checks, without waiting, whether the peer has ended the game on our turn or is gone. An end of the game is
    /// answered; all other waiting messages are dropped.
    ///
    /// # Errors
    ///
    /// If the peer is gone.
    pub fn poll_end(&mut self) -> Result<Option<EndReason>, ConnectionError> {
        let mut wait = Wait::of(Duration::ZERO);
        while let Some(event) = none_if_silent(self.next_event(&mut wait))? {
            if let Event::Ended(end) = event {
                return Ok(Some(end.reason));
            }
        }
        Ok(None)
    }

    /// Ends the current game, if there is one, with an explanation in a CHAT if `why` is not empty, and waits for the
    /// answer. A move that was on its way is ignored. A request for the next game counts as an answer.
    ///
    /// # Errors
    ///
    /// If no answer comes.
    pub fn end_game(&mut self, reason: EndReason, why: &str) -> Result<(), ConnectionError> {
        if !matches!(self.conversation.phase(), Phase::Playing(_)) {
            return Ok(());
        }
        if !why.is_empty() {
            self.conversation.say(why);
        }
        self.conversation.end(GameEnd { reason, stop: false });
        self.act()?;
        let mut wait = Wait::of(self.patience);
        while !matches!(self.next_event(&mut wait)?, Event::Ended(_) | Event::Asked(_)) {}
        Ok(())
    }

    /// The peer's chats since the last call.
    pub fn take_chats(&mut self) -> Vec<ChatText> {
        std::mem::take(&mut self.chats)
    }

    /// Sends the pending messages and keeps the peer's chats. All other actions need no handling here.
    fn act(&mut self) -> Result<(), ConnectionError> {
        for action in std::mem::take(&mut self.conversation.actions) {
            match action {
                Action::Send(message) => {
                    self.link.send(&message).map_err(|error| ConnectionError::Gone(error.to_string()))?;
                }
                Action::Show(text) => self.chats.push(text),
                _ => {}
            }
        }
        Ok(())
    }

    /// The next event before the end of `wait`. Requests of the peer are kept.
    fn next_event(&mut self, wait: &mut Wait) -> Result<Event, ConnectionError> {
        loop {
            let now = Instant::now();
            if now >= wait.deadline {
                let left = wait.late.get_or_insert(self.link.inbox.len().max(1));
                *left = left.checked_sub(1).ok_or(ConnectionError::Silent(wait.time))?;
            }
            let received = match self.link.inbox.recv_deadline(wait.deadline.min(now + LOOK_UP)) {
                _ if self.stop.is_some_and(|stop| stop.load(Relaxed)) => {
                    return Err(ConnectionError::Stopped);
                }
                Ok(received) => received,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => Received::GONE,
            };
            let event = self.conversation.receive(received);
            if let Some(Event::WantsBack(_)) = event {
                self.conversation.answer_back(BackCode::NotSupported);
            }
            self.act()?;
            match event {
                Some(Event::TooManyFaults(problem)) => return Err(ConnectionError::Unreadable(problem)),
                Some(Event::TooMuch(excess)) => {
                    return Err(ConnectionError::Gone(excess.to_people().to_owned()));
                }
                Some(Event::Gone(why)) => return Err(ConnectionError::Gone(why.to_owned())),
                Some(event) => {
                    if let Event::Asked(request) = &event {
                        self.peer_request = Some(request.clone());
                    }
                    return Ok(event);
                }
                None => {}
            }
        }
    }
}

/// The deadline for an answer of the peer, whatever else it sends meanwhile.
struct Wait {
    time: Duration,
    deadline: Instant,
    /// After the deadline: how many messages that arrived in time are still unread. At least one is tried.
    late: Option<usize>,
}

impl Wait {
    fn of(time: Duration) -> Self {
        Self { time, deadline: Instant::now() + time, late: None }
    }
}

/// `None` if the peer was silent until the deadline.
fn none_if_silent(result: Result<Event, ConnectionError>) -> Result<Option<Event>, ConnectionError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(ConnectionError::Silent(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
