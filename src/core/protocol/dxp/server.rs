//! DXP server: accepts one peer at a time. The others are told to come back later.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::fields::ChatText;
use super::message::Message;

/// A listening port for peers.
pub struct Server {
    address: SocketAddr,
    peers: Receiver<Peer>,
}

/// The accepted peer. The next peer is accepted once this is dropped.
pub struct Peer {
    /// The connection.
    pub stream: TcpStream,
    /// The peer's address.
    pub address: SocketAddr,
    /// Held while the peer is served.
    pub turn: Turn,
}

/// The turn of a peer. While it is held, others are sent away.
pub struct Turn(Arc<AtomicBool>);

impl Turn {
    fn take(busy: &Arc<AtomicBool>) -> Option<Self> {
        (!busy.swap(true, SeqCst)).then(|| Self(Arc::clone(busy)))
    }

    fn take_soon(busy: &Arc<AtomicBool>) -> Option<Self> {
        thread::sleep(TRY_EVERY);
        Self::take(busy)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.store(false, SeqCst);
    }
}

/// How many peers are sent away with a reason at the same time; the connections of any others are just closed.
const MOST_WAITING: usize = 32;
/// The number of attempts to get the turn, and the interval between them: the previous peer may just be leaving.
const TRIES: u32 = 20;
const TRY_EVERY: Duration = Duration::from_millis(100);
/// The time for a rejected peer to read the reason.
const FAREWELL: Duration = Duration::from_millis(500);

impl Server {
    /// Listens at `address`, such as `127.0.0.1:27531` or `[::1]:27531`.
    ///
    /// # Errors
    ///
    /// If `address` is not an address of this machine, or the port is taken.
    pub fn bind(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let (sender, peers) = unbounded();
        thread::Builder::new().name("dxp accept".to_owned()).spawn(move || accept(&listener, &sender))?;
        Ok(Self { address, peers })
    }

    /// The address to connect to.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for the next peer; `None` if the port has failed.
    #[must_use]
    pub fn next_peer(&self) -> Option<Peer> {
        self.peers.recv().ok()
    }

    /// Waits at most `time` for the next peer.
    #[must_use]
    pub fn peer_within(&self, time: Duration) -> Option<Peer> {
        self.peers.recv_timeout(time).ok()
    }
}

/// Lets one peer in at a time.
fn accept(listener: &TcpListener, peers: &Sender<Peer>) {
    let busy = Arc::new(AtomicBool::new(false));
    let waiting = Arc::new(());
    loop {
        let Ok((stream, address)) = listener.accept() else {
            // There may be too many open files for a while.
            thread::sleep(TRY_EVERY);
            continue;
        };
        if let Some(turn) = Turn::take(&busy) {
            if peers.send(Peer { stream, address, turn }).is_err() {
                return;
            }
        } else if Arc::strong_count(&waiting) <= MOST_WAITING {
            let (peers, busy, waiting) = (peers.clone(), Arc::clone(&busy), Arc::clone(&waiting));
            let wait = move || {
                match (0..TRIES).find_map(|_| Turn::take_soon(&busy)) {
                    Some(turn) => drop(peers.send(Peer { stream, address, turn })),
                    // A peer that does not read or is gone needs no reason.
                    None => drop(send_away(stream)),
                }
                drop(waiting);
            };
            // Without a thread the connection is closed without a reason.
            let _ = thread::Builder::new().name("dxp waiting".to_owned()).spawn(wait);
        }
    }
}

fn send_away(mut stream: TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(FAREWELL))?;
    stream.set_read_timeout(Some(FAREWELL))?;
    let reason =
        Message::Chat(ChatText::new("another peer is playing here, expected you to come again later"));
    stream.write_all(format!("{reason}\0").as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    // Closing a connection with unread bytes would discard the reason.
    let (mut forgotten, deadline) = ([0; 1024], Instant::now() + FAREWELL);
    while Instant::now() < deadline && stream.read(&mut forgotten)? > 0 {}
    Ok(())
}
