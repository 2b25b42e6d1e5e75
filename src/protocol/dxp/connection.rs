//! A peer as an engine that another program drives: ask for a game, exchange moves, end the game.

use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

use super::super::log::Log;
use super::board::{find_move, move_message};
use super::fields::{ChatText, Name};
use super::link::{Heard, Link};
use super::message::{AcceptanceCode, BackCode, EndReason, GameAcceptance, GameEnd, Message};
use super::names::{named_game, own_name};
use super::plan::NewGame;
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
pub struct Connection {
    link: Link,
    patience: Duration,
    chats: Vec<ChatText>,
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
    Refused(AcceptanceCode),
    /// The peer thinks of another game than the one asked for; its name.
    OtherGame(Name),
    /// What has come is no message: why.
    Unreadable(String),
    /// The peer's move is not legal: what is wrong with it.
    Illegal(String),
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConnected(why) => write!(f, "no connection: {why}"),
            Self::Gone(why) => write!(f, "the connection is over: {why}"),
            Self::Silent(time) => write!(f, "the peer has said nothing for {time:?}"),
            Self::Refused(code) => write!(f, "the peer refuses the game with code {code}"),
            Self::OtherGame(name) => write!(f, "{} plays another game, as its name says", name.as_str()),
            Self::Unreadable(problem) | Self::Illegal(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for ConnectionError {}

/// So long it may take to connect.
const CONNECTING: Duration = Duration::from_secs(10);

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

impl Connection {
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
        Self { link, patience, chats: Vec::new() }
    }

    /// Asks for a game, and gives the name of the peer once it has accepted. If the peer is to move, it thinks from
    /// now on.
    ///
    /// # Errors
    ///
    /// If the game is refused, or the peer does not answer.
    pub fn request_game<G: Game>(&mut self, game: &NewGame<G>) -> Result<Name, ConnectionError> {
        self.send(&Message::GameRequest(game.request()))?;
        let deadline = Instant::now() + self.patience;
        loop {
            let Message::GameAcceptance(answer) = self.next(deadline, self.patience)? else { continue };
            let GameAcceptance { follower, code } = answer;
            return match code {
                AcceptanceCode::Accepted if named_game(&follower) == G::VARIANT => Ok(follower),
                AcceptanceCode::Accepted => Err(ConnectionError::OtherGame(follower)),
                code => Err(ConnectionError::Refused(code)),
            };
        }
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
        let deadline = Instant::now() + time;
        loop {
            match self.next(deadline, time)? {
                Message::Move(message) => {
                    let mv = find_move(&message, position);
                    return mv.map(Reply::Move).map_err(|error| ConnectionError::Illegal(error.to_string()));
                }
                Message::GameEnd(end) => {
                    let answer = GameEnd { reason: EndReason::Unknown, stop: end.stop };
                    self.send(&Message::GameEnd(answer))?;
                    return Ok(Reply::End(end));
                }
                _ => {}
            }
        }
    }

    /// Ends the game that is on, and waits for the answer. A move that was on its way is ignored.
    ///
    /// # Errors
    ///
    /// If no answer comes.
    pub fn end_game(&mut self, reason: EndReason) -> Result<(), ConnectionError> {
        self.send(&Message::GameEnd(GameEnd { reason, stop: false }))?;
        let deadline = Instant::now() + self.patience;
        while !matches!(self.next(deadline, self.patience)?, Message::GameEnd(_)) {}
        Ok(())
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

    fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        self.link.send(message).map_err(|error| ConnectionError::Gone(error.to_string()))
    }

    /// The next message that matters. What the peer may ask for at any time is answered.
    fn next(&mut self, deadline: Instant, time: Duration) -> Result<Message, ConnectionError> {
        loop {
            let heard = match self.link.inbox.recv_deadline(deadline) {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Timeout) => return Err(ConnectionError::Silent(time)),
                Err(RecvTimeoutError::Disconnected) => Heard::Gone("the peer is gone"),
            };
            match heard {
                Heard::Message(Message::Chat(text)) => self.chats.push(text),
                Heard::Message(Message::BackRequest(_)) => {
                    self.send(&Message::BackAcceptance(BackCode::NotSupported))?;
                }
                Heard::Message(Message::GameRequest(request)) => {
                    let follower = own_name(named_game(&request.initiator));
                    let answer = GameAcceptance { follower, code: AcceptanceCode::NotThisGame };
                    self.send(&Message::GameAcceptance(answer))?;
                }
                Heard::Message(message) => return Ok(message),
                Heard::Unreadable { problem, .. } => return Err(ConnectionError::Unreadable(problem)),
                Heard::Gone(why) => return Err(ConnectionError::Gone(why.to_owned())),
            }
        }
    }
}
