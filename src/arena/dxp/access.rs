//! Access to a DXP peer: its process, its address, and the port that it connects to.

use std::io;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::spec::{DxpAddress, DxpSpec};
use crate::arena::failure::Failure;
use crate::arena::process::Process;
use crate::arena::spec::EngineSpec;
use crate::protocol::Log;
use crate::protocol::dxp::{Connection, Link, Server, Turn, connect};

/// The pause between two attempts to connect.
const TRY_EVERY: Duration = Duration::from_millis(100);
/// The pause before restarting a process that could not listen because its port was not free yet.
const START_EVERY: Duration = Duration::from_secs(1);
/// How long a peer that has connected may take to request a game itself.
const REQUEST_GRACE: Duration = Duration::from_millis(500);

/// Connects to a peer, as often as needed.
pub(super) struct Access<'a> {
    pub(super) engine: &'a EngineSpec,
    pub(super) dxp: &'a DxpSpec,
    patience: Duration,
    stop: &'a AtomicBool,
    server: Option<Server>,
    /// Held for as long as the peer stays connected.
    turn: Option<Turn>,
    process: Option<Process>,
    /// Whether the peer has connected before.
    was_connected: bool,
}

impl<'a> Access<'a> {
    pub(super) fn new(
        engine: &'a EngineSpec,
        dxp: &'a DxpSpec,
        patience: Duration,
        stop: &'a AtomicBool,
    ) -> Self {
        Self { engine, dxp, patience, stop, server: None, turn: None, process: None, was_connected: false }
    }

    /// Opens the port for a peer that connects to us. Returns its address the first time.
    pub(super) fn open(&mut self) -> Result<Option<SocketAddr>, Failure> {
        let DxpAddress::Listen(address) = &self.dxp.address else { return Ok(None) };
        if self.server.is_some() {
            return Ok(None);
        }
        let server = Server::bind(address).map_err(|error| {
            let expected = "expected ADDR:PORT with an address of this machine and a free port";
            self.not_ready(&format!("cannot listen at {address}: {error}; {expected}"))
        })?;
        let address = server.address();
        self.server = Some(server);
        Ok(Some(address))
    }

    /// Starts the peer's process, if it has a command, and connects to the peer within `patience`.
    pub(super) fn reach(&mut self) -> Result<Connection<'a>, Failure> {
        self.hang_up();
        let deadline = Instant::now() + self.patience;
        loop {
            self.ensure_process()?;
            let problem = match self.try_once() {
                Ok(Some(link)) => {
                    self.was_connected = true;
                    return Ok(self.connection(link));
                }
                Ok(None) => "it does not connect".to_owned(),
                Err(error) => format!("{}: {error}", self.dxp.address.as_str()),
            };
            if self.stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
            if Instant::now() > deadline {
                return Err(self.not_ready(&problem));
            }
            self.check_process()?;
            thread::sleep(TRY_EVERY);
        }
    }

    /// Ends the process, if there is one, and prepares for the next connection.
    pub(super) fn hang_up(&mut self) {
        self.turn = None;
        if let Some(mut process) = self.process.take() {
            // Many programs exit when their connection is closed.
            process.ending_soon();
        }
    }

    /// How the process ended, if it did.
    pub(super) fn process_ending(&mut self) -> Option<String> {
        self.process.as_mut()?.ending_soon()
    }

    fn ensure_process(&mut self) -> Result<(), Failure> {
        let command = &self.engine.command;
        if self.process.is_some() || command.is_empty() {
            return Ok(());
        }
        // A program that already listens there is not the one that we are about to start.
        if let DxpAddress::Connect(address) = &self.dxp.address
            && connect(address).is_ok()
        {
            let why = format!("another program listens at {address} already, expected a free port for cmd");
            return Err(self.not_ready(&why));
        }
        let process = Process::start(command, Stdio::null())
            .map_err(|error| self.not_ready(&format!("cannot start {}: {error}", command.join(" "))))?;
        self.process = Some(process);
        Ok(())
    }

    /// Fails if the process ended before its first connection. If it ends later, its port may just not be free yet, so
    /// it is restarted.
    fn check_process(&mut self) -> Result<(), Failure> {
        let Some(ending) = self.process.as_mut().and_then(Process::ending) else { return Ok(()) };
        if !self.was_connected {
            return Err(self.not_ready(&format!("{} {ending}", self.engine.command.join(" "))));
        }
        self.process = None;
        thread::sleep(START_EVERY);
        Ok(())
    }

    fn try_once(&mut self) -> io::Result<Option<Link>> {
        let stream = match (&self.dxp.address, &self.server) {
            (DxpAddress::Connect(address), _) => connect(address)?,
            (DxpAddress::Listen(_), None) => return Ok(None),
            (DxpAddress::Listen(_), Some(server)) => {
                let Some(peer) = server.peer_within(TRY_EVERY) else { return Ok(None) };
                self.turn = Some(peer.turn);
                peer.stream
            }
        };
        let log = self.dxp.log.as_deref().map_or_else(|| Ok(Log::default()), Log::append_to)?;
        Link::over_tcp(stream, log).map(Some)
    }

    fn connection(&self, link: Link) -> Connection<'a> {
        let request_grace = match self.dxp.address {
            DxpAddress::Connect(_) => Duration::ZERO,
            DxpAddress::Listen(_) => REQUEST_GRACE,
        };
        let mut connection = Connection::over(link, self.patience);
        (connection.stop, connection.request_grace) = (Some(self.stop), request_grace);
        connection
    }

    pub(super) fn not_ready(&self, why: &str) -> Failure {
        Failure::NotReady(format!("{}: {why}", self.engine.name))
    }
}
