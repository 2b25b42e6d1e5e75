//! DXP peer as a player of a match: it may be slow, wrong or gone.

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::access::Access;
use super::spec::DxpSpec;
use crate::arena::failure::Failure;
use crate::arena::spec::EngineSpec;
use crate::arena::time_control::TimeControl;
use crate::protocol::dxp::{Connection, ConnectionError, EndReason, NewGame, Reply};
use crate::rules::{AnyPosition, Color, Move};

/// A peer, connected or not.
pub(in crate::arena) struct DxpPeer<'a> {
    /// Closed before its process is ended.
    connection: Option<Connection<'a>>,
    /// Whether the connection was used for an earlier game.
    is_old: bool,
    access: Access<'a>,
    /// When the peer's turn began.
    since: Instant,
    /// The peer's chat messages since the last `take_chats`.
    chats: Vec<String>,
}

impl<'a> DxpPeer<'a> {
    pub(in crate::arena) fn new(
        engine: &'a EngineSpec,
        dxp: &'a DxpSpec,
        patience: Duration,
        stop: &'a AtomicBool,
    ) -> Self {
        let access = Access::new(engine, dxp, patience, stop);
        Self { connection: None, is_old: false, access, since: Instant::now(), chats: Vec::new() }
    }

    /// Opens the port for a peer that connects to us. Returns its address the first time.
    pub(in crate::arena) fn open(&mut self) -> Result<Option<SocketAddr>, Failure> {
        self.access.open()
    }

    /// Waits until the peer is connected.
    pub(in crate::arena) fn get_ready(&mut self) -> Result<(), Failure> {
        if let Some(connection) = &mut self.connection {
            // A GAMEEND may still arrive late, and the peer may have left after it.
            let rest = loop {
                match connection.poll_end() {
                    Ok(Some(_)) => {}
                    rest => break rest,
                }
            };
            match rest {
                Ok(_) => {
                    self.is_old = true;
                    return Ok(());
                }
                Err(ConnectionError::Stopped) => return Err(Failure::Stopped),
                Err(_) => self.disconnect(),
            }
        }
        self.connect()
    }

    /// Makes a new connection.
    fn connect(&mut self) -> Result<(), Failure> {
        self.open()?;
        self.connection = Some(self.access.reach()?);
        self.is_old = false;
        Ok(())
    }

    /// Agrees with the peer on a game in which the peer has this colour. If the peer is to move, it starts to
    /// think.
    pub(in crate::arena) fn start_game(
        &mut self,
        color: Color,
        start: &dyn AnyPosition,
        control: TimeControl,
    ) -> Result<(), Failure> {
        let dxp = self.access.dxp;
        let time = dxp.minutes(control).map_err(|why| self.access.not_ready(&why))?;
        let game = NewGame { us: !color, time, moves: dxp.moves, start: start.to_game() };
        let mut agreed = self.request(&game);
        if self.is_old && matches!(agreed, Err(ConnectionError::Gone(_))) {
            // The peer left after the previous game, just after `get_ready` had checked.
            self.disconnect();
            self.connect()?;
            agreed = self.request(&game);
        }
        self.since = Instant::now();
        match agreed {
            Ok(()) => Ok(()),
            // A connected peer that does not answer is not ready, either.
            Err(ConnectionError::Silent(_)) => {
                self.disconnect();
                Err(Failure::NotReady(format!("{} does not answer GAMEREQ", self.access.engine.name)))
            }
            Err(error) => Err(self.failure(&error)),
        }
    }

    /// Waits for the peer's reply in `position`, for at most `time` since its turn began. Returns it with the time that
    /// the peer took.
    pub(in crate::arena) fn reply(
        &mut self,
        position: &dyn AnyPosition,
        time: Duration,
    ) -> Result<(Reply, Duration), Failure> {
        let left = time.saturating_sub(self.since.elapsed());
        let reply = self.connection().and_then(|connection| connection.receive(position, left));
        reply.map(|reply| (reply, self.since.elapsed())).map_err(|error| self.failure(&error))
    }

    /// Sends the peer a move that took the time `spent`; then it is the peer's turn. Returns the reason if the peer has
    /// ended the game in the meantime.
    pub(in crate::arena) fn send_move(
        &mut self,
        mv: Move,
        spent: Duration,
    ) -> Result<Option<EndReason>, Failure> {
        let sent = self.connection().and_then(|connection| match connection.poll_end()? {
            Some(end) => Ok(Some(end)),
            None => connection.send_move(mv, spent).map(|()| None),
        });
        self.since = Instant::now();
        sent.map_err(|error| self.failure(&error))
    }

    /// Ends the game in progress, if any, with the chat message `why` unless it is empty. Disconnects from a peer that
    /// does not answer.
    pub(in crate::arena) fn end(&mut self, reason: EndReason, why: &str) {
        if self.connection.as_mut().is_some_and(|connection| connection.end_game(reason, why).is_err()) {
            self.disconnect();
        }
    }

    /// The peer's chat messages since the last call.
    pub(in crate::arena) fn take_chats(&mut self) -> Vec<String> {
        self.keep_chats();
        std::mem::take(&mut self.chats)
    }

    fn keep_chats(&mut self) {
        let texts = self.connection.as_mut().map(Connection::take_chats).unwrap_or_default();
        self.chats.extend(texts.iter().map(|text| text.as_str().to_owned()));
    }

    fn request(&mut self, game: &NewGame) -> Result<(), ConnectionError> {
        self.connection()?.request_game(game).map(drop)
    }

    fn connection(&mut self) -> Result<&mut Connection<'a>, ConnectionError> {
        self.connection.as_mut().ok_or_else(|| ConnectionError::Gone("not connected".to_owned()))
    }

    /// Turns an error into the failure that it means. Disconnects from a peer that cannot play another game.
    fn failure(&mut self, error: &ConnectionError) -> Failure {
        let name = &self.access.engine.name;
        let text = format!("{name}: {error}");
        let failure = match error {
            ConnectionError::Stopped => return Failure::Stopped,
            ConnectionError::Illegal(_) => return Failure::Illegal(text),
            ConnectionError::Refused { .. } | ConnectionError::OtherGame(_) => return Failure::Refused(text),
            ConnectionError::Silent(_) => Failure::NoAnswer(format!("{name} does not answer")),
            ConnectionError::Unreadable(_) => Failure::Nonsense(text),
            ConnectionError::Gone(_) => {
                let ending = self.access.process_ending();
                Failure::Crash(ending.map_or(text, |ending| format!("{name} {ending}")))
            }
        };
        self.disconnect();
        failure
    }

    /// Closes the connection, and ends the process that we started, if any.
    fn disconnect(&mut self) {
        self.keep_chats();
        self.connection = None;
        self.access.hang_up();
    }
}

impl Drop for DxpPeer<'_> {
    fn drop(&mut self) {
        self.disconnect();
    }
}
