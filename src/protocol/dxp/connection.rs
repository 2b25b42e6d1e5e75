//! A peer as an engine that another program drives: ask for a game, exchange moves, end the game.

use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

use super::super::log::Log;
use super::board::{find_move, move_message};
use super::fields::{ChatText, Name};
use super::link::{Heard, Link};
use super::message::{
    AcceptanceCode, BackCode, EndReason, GameAcceptance, GameEnd, GameRequest, Message, MoveMessage,
};
use super::session::{MOST_FAULTS, last_fault};
use crate::rules::{Game, Move, Position};

/// A connection with a peer that plays as an engine. The caller keeps the game, the clocks and the rules.
///
/// Each game is one [`Connection::request_game`], then moves in turn, with [`Connection::send_move`] and
/// [`Connection::receive`], until one side ends it: the peer, which `receive` tells, or the caller with
/// [`Connection::end_game`]. Then the next may be asked for.
///
/// ```no_run
/// use std::time::Duration;
/// use coupturc::protocol::Log;
/// use coupturc::protocol::dxp::{Connection, EndReason, Minutes, NewGame, Reply};
/// use coupturc::rules::{Color, Position, games::International};
///
/// let patience = Duration::from_secs(60);
/// let mut peer = Connection::connect("127.0.0.1:27531", patience, Log::default())?;
/// let start = Position::<International>::start();
/// // The caller has Black: the peer begins.
/// let game = NewGame { us: Color::Black, time: Minutes::whole(5), moves: 0, start };
/// let name = peer.request_game(&game)?;
/// match peer.receive(&start, Duration::from_secs(300) + patience)? {
///     Reply::Move(mv) => println!("{} plays {mv:?}", name.as_str()),
///     Reply::End(end) => println!("{} ends the game: {:?}", name.as_str(), end.reason),
/// }
/// peer.end_game(EndReason::Unknown)?;
/// # Ok::<(), coupturc::protocol::dxp::ConnectionError>(())
/// ```
pub struct Connection<'a> {
    link: Link,
    pub(super) patience: Duration,
    /// Ends all waiting.
    stop: Option<&'a AtomicBool>,
    chats: Vec<ChatText>,
    /// How long the peer may take to ask for a game itself before it is asked.
    pub(super) courtesy: Duration,
    /// The game that the peer has asked for last, not answered yet.
    pub(super) wish: Option<GameRequest>,
    /// How much was not understood in this game.
    faults: u32,
}

/// What the peer has sent that matters to a game.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Asks(GameRequest),
    Answers(GameAcceptance),
    Moves(MoveMessage),
    /// Meant to be a move: what is wrong with it.
    MovesBadly(String),
    Ends(GameEnd),
}

/// How long the peer is waited for, whatever it sends meanwhile.
pub(super) struct Wait {
    time: Duration,
    deadline: Instant,
    /// How much of what has come in time is not attended to, once the time is over.
    late: Option<usize>,
}

impl Wait {
    /// For so long, from now on.
    pub(super) fn of(time: Duration) -> Self {
        Self { time, deadline: Instant::now() + time, late: None }
    }

    /// Whether the next of those `waiting` has come in time, now that the time is over. The first is always tried.
    fn allows_late(&mut self, waiting: usize) -> bool {
        let left = self.late.get_or_insert(waiting.max(1));
        let allows = *left > 0;
        *left = left.saturating_sub(1);
        allows
    }
}

/// What a peer does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It moves.
    Move(Move),
    /// It has ended the game; it was answered.
    End(GameEnd),
}

/// Why it does not go on with a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectionError {
    /// There is no connection: why.
    NotConnected(String),
    /// The connection is over: why.
    Gone(String),
    /// Nothing has come for so long.
    Silent(Duration),
    /// The game was refused.
    Refused {
        /// The answer.
        code: AcceptanceCode,
        /// Why the game that the peer has asked for itself is not the one, if it has asked for one.
        wish: Option<String>,
    },
    /// The peer thinks of another game than the one asked for; its name.
    OtherGame(Name),
    /// Too much of what has come is no message: what was wrong with the last.
    Unreadable(String),
    /// The peer's move is not legal: what is wrong with it.
    Illegal(String),
    /// Nothing: waiting was ended.
    Stopped,
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConnected(why) => write!(f, "no connection: {why}"),
            Self::Gone(why) => write!(f, "the connection is over: {why}"),
            Self::Silent(time) => write!(f, "the peer has said nothing for {time:?}"),
            Self::Refused { code, wish: None } => write!(f, "the peer refuses the game with code {code}"),
            Self::Refused { code, wish: Some(why) } => {
                write!(f, "the peer refuses the game with code {code}, and asks for another: {why}")
            }
            Self::OtherGame(name) => write!(f, "{} plays another game, as its name says", name.as_str()),
            Self::Unreadable(problem) => write!(f, "too many faults, the last one: {problem}"),
            Self::Illegal(problem) => f.write_str(problem),
            Self::Stopped => f.write_str("nobody waits for the peer any more"),
        }
    }
}

impl std::error::Error for ConnectionError {}

/// So long it may take to connect.
const CONNECTING: Duration = Duration::from_secs(10);
/// So often it is looked whether waiting is ended.
const LOOK_UP: Duration = Duration::from_millis(50);

/// Connects to `address`, a host or an IPv4 or IPv6 address with a port: to the first of its addresses that answers.
///
/// # Errors
///
/// If none does.
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

impl<'a> Connection<'a> {
    /// Connects to a peer that waits at `address`. `patience` is for answers that take no thinking.
    ///
    /// # Errors
    ///
    /// If nobody answers there.
    pub fn connect(address: &str, patience: Duration, log: Log) -> Result<Self, ConnectionError> {
        let not_connected = |error: io::Error| ConnectionError::NotConnected(format!("{address}: {error}"));
        let stream = connect(address).map_err(not_connected)?;
        Ok(Self::over(Link::over_tcp(stream, log).map_err(not_connected)?, patience))
    }

    /// Uses a connection that is there already.
    #[must_use]
    pub fn over(link: Link, patience: Duration) -> Self {
        let (chats, courtesy) = (Vec::new(), Duration::ZERO);
        Self { link, patience, stop: None, chats, courtesy, wish: None, faults: 0 }
    }

    /// Waits for nothing any longer once `stop` is raised.
    #[must_use]
    pub fn until(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Gives the peer so long to ask for a game itself before it is asked.
    #[must_use]
    pub fn with_courtesy(mut self, courtesy: Duration) -> Self {
        self.courtesy = courtesy;
        self
    }

    /// Sends a move that took so long.
    ///
    /// # Errors
    ///
    /// If the peer is gone.
    pub fn send_move<G: Game>(&mut self, mv: Move, spent: Duration) -> Result<(), ConnectionError> {
        self.send(&Message::Move(move_message::<G>(mv, spent)))
    }

    /// Waits for at most `time` for what the peer does in `position`. An end of the game is answered.
    ///
    /// # Errors
    ///
    /// If nothing comes, or what comes is no legal move.
    pub fn receive<G: Game>(
        &mut self,
        position: &Position<G>,
        time: Duration,
    ) -> Result<Reply, ConnectionError> {
        let mut wait = Wait::of(time);
        loop {
            match self.next(&mut wait)? {
                Event::Moves(message) => {
                    let mv = find_move(&message, position);
                    return mv.map(Reply::Move).map_err(|error| ConnectionError::Illegal(error.to_string()));
                }
                Event::MovesBadly(problem) => return Err(ConnectionError::Illegal(problem)),
                Event::Ends(end) => return Ok(Reply::End(self.answer_end(end)?)),
                Event::Asks(_) => self.refuse_another::<G>()?,
                Event::Answers(_) => {}
            }
        }
    }

    /// Looks whether the peer has ended the game while it was not its turn; waits for nothing. An end of the game is
    /// answered.
    ///
    /// # Errors
    ///
    /// If the peer is gone.
    pub fn ended_meanwhile<G: Game>(&mut self) -> Result<Option<GameEnd>, ConnectionError> {
        let mut wait = Wait::of(Duration::ZERO);
        loop {
            match self.next(&mut wait) {
                Ok(Event::Ends(end)) => return self.answer_end(end).map(Some),
                Ok(Event::Asks(_)) => self.refuse_another::<G>()?,
                Ok(_) => {}
                Err(ConnectionError::Silent(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// Ends the game that is on, and waits for the answer. A move that was on its way is ignored. A peer that asks
    /// for the next game knows that this one is over.
    ///
    /// # Errors
    ///
    /// If no answer comes.
    pub fn end_game(&mut self, reason: EndReason) -> Result<(), ConnectionError> {
        self.send(&Message::GameEnd(GameEnd { reason, stop: false }))?;
        let mut wait = Wait::of(self.patience);
        loop {
            match self.next(&mut wait)? {
                Event::Ends(_) => return Ok(()),
                Event::Asks(request) => {
                    self.wish = Some(request);
                    return Ok(());
                }
                Event::Answers(_) | Event::Moves(_) | Event::MovesBadly(_) => {}
            }
        }
    }

    /// Between games: whether the peer is still there. What it has left over from a game is forgotten.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(&mut self) -> Result<(), ConnectionError> {
        let mut wait = Wait::of(Duration::ZERO);
        loop {
            match self.next(&mut wait) {
                Ok(Event::Asks(request)) => self.wish = Some(request),
                Ok(_) => {}
                Err(ConnectionError::Silent(_)) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Says something to the peer.
    ///
    /// # Errors
    ///
    /// If the peer is gone.
    pub fn chat(&mut self, text: &str) -> Result<(), ConnectionError> {
        self.send(&Message::Chat(ChatText::new(text)))
    }

    /// What the peer has said since this was called last.
    pub fn take_chats(&mut self) -> Vec<ChatText> {
        std::mem::take(&mut self.chats)
    }

    pub(super) fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        self.link.send(message).map_err(|error| ConnectionError::Gone(error.to_string()))
    }

    fn answer_end(&mut self, end: GameEnd) -> Result<GameEnd, ConnectionError> {
        self.send(&Message::GameEnd(GameEnd { reason: EndReason::Unknown, stop: end.stop }))?;
        Ok(end)
    }

    /// The next message that matters to a game. What the peer may ask for at any time is answered.
    pub(super) fn next(&mut self, wait: &mut Wait) -> Result<Event, ConnectionError> {
        loop {
            match self.listen(wait)? {
                Heard::Message(message) => {
                    if let Some(event) = self.sort(message)? {
                        return Ok(event);
                    }
                }
                // It may be in a language of more letters.
                Heard::Unreadable { header: Some('C'), .. } => {}
                Heard::Unreadable { problem, header: Some('M') } => return Ok(Event::MovesBadly(problem)),
                Heard::Unreadable { problem, .. } => self.complain(problem)?,
                Heard::Excess(excess) => {
                    self.chat(excess.to_peer())?;
                    return Err(ConnectionError::Gone(excess.to_people().to_owned()));
                }
                Heard::Gone(why) => return Err(ConnectionError::Gone(why.to_owned())),
            }
        }
    }

    /// The next that has come. What comes behind the deadline comes too late, however much it is.
    fn listen(&self, wait: &mut Wait) -> Result<Heard, ConnectionError> {
        loop {
            if self.stop.is_some_and(|stop| stop.load(Relaxed)) {
                return Err(ConnectionError::Stopped);
            }
            let now = Instant::now();
            if now >= wait.deadline && !wait.allows_late(self.link.inbox.len()) {
                return Err(ConnectionError::Silent(wait.time));
            }
            match self.link.inbox.recv_deadline(wait.deadline.min(now + LOOK_UP)) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Timeout) if now < wait.deadline => {}
                Err(RecvTimeoutError::Timeout) => return Err(ConnectionError::Silent(wait.time)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::Gone("the peer is gone")),
            }
        }
    }

    /// What a message is to a game. Some are only taken note of, or answered.
    fn sort(&mut self, message: Message) -> Result<Option<Event>, ConnectionError> {
        Ok(Some(match message {
            Message::GameRequest(request) => Event::Asks(request),
            Message::GameAcceptance(answer) => Event::Answers(answer),
            Message::Move(message) => Event::Moves(message),
            Message::GameEnd(end) => Event::Ends(end),
            Message::BackRequest(_) => {
                self.send(&Message::BackAcceptance(BackCode::NotSupported))?;
                return Ok(None);
            }
            Message::Chat(text) => {
                self.chats.push(text);
                return Ok(None);
            }
            Message::BackAcceptance(_) => return Ok(None),
        }))
    }

    /// Every game may have its faults.
    pub(super) fn forget_faults(&mut self) {
        self.faults = 0;
    }

    /// Tells the peer of a fault. One that makes too many is not understood at all.
    fn complain(&mut self, problem: String) -> Result<(), ConnectionError> {
        self.faults += 1;
        if self.faults >= MOST_FAULTS {
            self.chat(&last_fault(&problem))?;
            return Err(ConnectionError::Unreadable(problem));
        }
        self.chat(&problem)
    }
}
