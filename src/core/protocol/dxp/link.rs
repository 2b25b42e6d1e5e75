//! DXP link: the connection to a peer, with a reading thread and a writer. It finds the ends of messages in a stream of
//! bytes, and limits their length and rate.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::super::log::{Log, Side};
use super::fields::LONGEST_MESSAGE;
use super::message::{Message, parse_message};

/// An incoming item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A message.
    Message(Message),
    /// A malformed message.
    Unreadable {
        /// The fault.
        problem: String,
        /// The first letter of the message.
        header: Option<char>,
    },
    /// The peer sends too much; nothing more is read.
    Excess(Excess),
    /// Nothing more will arrive, with the reason.
    Gone(&'static str),
}

impl Received {
    /// The connection has ended.
    pub(super) const GONE: Self = Self::Gone("the peer is gone");
}

impl From<Message> for Received {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

/// Excessive input of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Too many bytes or messages.
    Flood,
    /// A message without an end.
    Endless,
}

impl Excess {
    /// The human-readable message.
    pub(super) const fn to_people(self) -> &'static str {
        match self {
            Self::Flood => "it sends too much",
            Self::Endless => "its message does not end",
        }
    }

    /// The message for the peer.
    pub(super) const fn to_peer(self) -> &'static str {
        match self {
            Self::Flood => {
                "too much has come, expected at most 32 KiB at once and 16 KiB a second; this end leaves"
            }
            Self::Endless => "4096 bytes have come without an end, expected a zero byte; this end leaves",
        }
    }
}

/// A connection with a peer.
pub struct Link {
    pub(super) inbox: Receiver<Received>,
    writer: Box<dyn Write + Send>,
    /// The byte that ends our messages: the same byte that ended the peer's last message.
    end: Arc<AtomicU8>,
    stream: Option<TcpStream>,
    log: Log,
    sent: Option<Instant>,
    /// Whether a message was sent only in part, so that later ones would not be understood.
    is_broken: bool,
}

/// The minimum time between two messages, because pydraughts takes everything that it reads in one go for one message.
const PAUSE: Duration = Duration::from_millis(20);
/// A peer that does not read for this long counts as gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// How long a peer may take to read our last message.
const FAREWELL: Duration = Duration::from_millis(500);
/// The number of messages that may wait to be handled, such as those from a peer while it is our turn.
const WAITING: usize = 10_000;

impl Link {
    /// A connection over TCP: zero bytes end messages.
    ///
    /// # Errors
    ///
    /// If the connection fails, or a thread cannot be started.
    pub fn over_tcp(stream: TcpStream, log: Log) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        let (reader, writer) = (stream.try_clone()?, stream.try_clone()?);
        let mut link = Self::over(reader, writer, Framing::Zero, log)?;
        link.stream = Some(stream);
        Ok(link)
    }

    /// A connection over any two streams.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn over(
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
        framing: Framing,
        log: Log,
    ) -> io::Result<Self> {
        let (sender, inbox) = unbounded();
        let end = Arc::new(AtomicU8::new(0));
        let waiting = inbox.clone();
        let input = Input {
            sender,
            waiting,
            splitter: Splitter::new(framing),
            end: Arc::clone(&end),
            log: log.clone(),
        };
        thread::Builder::new().name("dxp input".to_owned()).spawn(move || input.read_all(reader))?;
        Ok(Self { inbox, writer: Box::new(writer), end, stream: None, log, sent: None, is_broken: false })
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// If the peer is gone, or does not read.
    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        if self.is_broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if let Some(sent) = self.sent {
            thread::sleep(PAUSE.saturating_sub(sent.elapsed()));
        }
        let mut bytes = message.to_string().into_bytes();
        self.log.note(Side::Engine, &bytes);
        bytes.push(self.end.load(Relaxed));
        self.is_broken = true;
        self.writer.write_all(&bytes)?;
        self.writer.flush()?;
        self.is_broken = false;
        self.sent = Some(Instant::now());
        Ok(())
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.take_leave();
        self.log.flush();
    }
}

impl Link {
    /// Lets the peer read our last message before the connection is closed. The peer's messages are read and dropped
    /// meanwhile, because closing a connection with unread bytes discards what was sent.
    fn take_leave(&self) {
        let Some(stream) = &self.stream else { return };
        let _ = stream.shutdown(Shutdown::Write);
        let deadline = Instant::now() + FAREWELL;
        while self.inbox.recv_deadline(deadline).is_ok() {}
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// The state of the reading thread.
struct Input {
    sender: Sender<Received>,
    /// The messages that have not been handled yet.
    waiting: Receiver<Received>,
    splitter: Splitter,
    end: Arc<AtomicU8>,
    log: Log,
}

impl Input {
    /// Reads until the peer is gone. If it sends too much, the rest is read and dropped.
    fn read_all(mut self, mut reader: impl Read) {
        let mut buffer = [0; 1024];
        let mut rate = Rate::new(Instant::now());
        let mut is_cut = false;
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(_) if is_cut => {}
                Ok(length) => {
                    let excess = self.receive(buffer.get(..length).unwrap_or_default(), &mut rate);
                    is_cut = excess.is_some_and(|excess| self.stop_receiving(excess));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        if !is_cut {
            let _ = self.sender.send(Received::GONE);
        }
    }

    /// Passes on incoming bytes, unless there are too many.
    fn receive(&mut self, bytes: &[u8], rate: &mut Rate) -> Option<Excess> {
        let pieces: Vec<Piece> = bytes.iter().filter_map(|&byte| self.splitter.push(byte)).collect();
        let is_allowed = rate.allows(bytes.len(), pieces.len(), Instant::now());
        let excess = pieces.into_iter().find_map(|piece| self.pass_on(piece));
        let is_flood = !is_allowed || self.waiting.len() > WAITING;
        excess.or_else(|| is_flood.then_some(Excess::Flood))
    }

    /// Drops the waiting messages, because the peer is to be disconnected immediately.
    fn stop_receiving(&self, excess: Excess) -> bool {
        while self.waiting.try_recv().is_ok() {}
        self.sender.send(Received::Excess(excess)).is_ok()
    }

    fn pass_on(&self, piece: Piece) -> Option<Excess> {
        let received = match piece {
            Piece::Message { bytes, end } => {
                self.end.store(end, Relaxed);
                self.log.note(Side::Client, &bytes);
                read(&bytes)
            }
            Piece::TooLong => {
                let problem = "the message is too long, expected at most 127 characters".to_owned();
                Received::Unreadable { problem, header: None }
            }
            Piece::Endless => return Some(Excess::Endless),
        };
        // This thread holds both ends of the channel.
        let _ = self.sender.send(received);
        None
    }
}

fn read(bytes: &[u8]) -> Received {
    let header = bytes.first().map(|&byte| char::from(byte));
    let unreadable = |problem: String| Received::Unreadable { problem, header };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => text,
        _ => return unreadable("the message is not ASCII".to_owned()),
    };
    parse_message(text).map_or_else(|error| unreadable(error.to_string()), Received::Message)
}

/// How messages are delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// A zero byte ends each message: the protocol over TCP.
    Zero,
    /// A zero byte or a line feed ends each message: for pipes and terminals.
    ZeroOrLine,
}

/// A piece of input: a message or something else.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A message, and the byte that ended it.
    Message {
        /// The message.
        bytes: Vec<u8>,
        /// A zero byte or a line feed.
        end: u8,
    },
    /// Input longer than any message, up to its end.
    TooLong,
    /// Input without an end.
    Endless,
}

/// The number of bytes after which the reader stops waiting for the end of a message.
const ENDLESS: usize = 4096;

/// Splits a stream of bytes into messages.
#[derive(Debug)]
struct Splitter {
    framing: Framing,
    partial: Vec<u8>,
    /// The length of the message so far in bytes, whether kept or not.
    length: usize,
}

impl Splitter {
    fn new(framing: Framing) -> Self {
        Self { framing, partial: Vec::new(), length: 0 }
    }

    /// Takes the next byte, and returns the piece that ends with it, if any.
    fn push(&mut self, byte: u8) -> Option<Piece> {
        let ends = byte == 0 || (byte == b'\n' && self.framing == Framing::ZeroOrLine);
        if ends {
            return self.end(byte);
        }
        self.length += 1;
        // A carriage return before the line feed does not count.
        if self.length <= LONGEST_MESSAGE + 1 {
            self.partial.push(byte);
        }
        (self.length == ENDLESS).then_some(Piece::Endless)
    }

    fn end(&mut self, end: u8) -> Option<Piece> {
        let length = std::mem::take(&mut self.length);
        let mut bytes = std::mem::take(&mut self.partial);
        if end == b'\n' && length == bytes.len() && bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        match bytes.len() {
            // An empty message is ignored.
            0 => None,
            1..=LONGEST_MESSAGE => Some(Piece::Message { bytes, end }),
            _ => Some(Piece::TooLong),
        }
    }
}

/// The number of bytes that may arrive in one burst.
const BURST: f64 = 32.0 * 1024.0;
/// The sustained number of bytes a second: about 200 short messages.
const PER_SECOND: f64 = 16.0 * 1024.0;
/// The cost of a message in addition to its bytes.
const MESSAGE: usize = 64;

/// A token bucket: the bytes that may still arrive.
#[derive(Debug)]
struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    fn new(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// Counts incoming bytes and messages, and returns whether they are within the limit.
    fn allows(&mut self, bytes: usize, messages: usize, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * PER_SECOND;
        self.at = now;
        self.left = (self.left + filled).min(BURST) - (bytes + MESSAGE * messages) as f64;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(framing: Framing, bytes: &[u8]) -> Vec<Received> {
        let link = Link::over(io::Cursor::new(bytes.to_vec()), io::sink(), framing, Log::default());
        let link = link.unwrap_or_else(|error| unreachable!("{error}"));
        link.inbox.iter().collect()
    }

    #[test]
    fn messages_and_what_is_none_are_told_apart() {
        let received = received(Framing::Zero, b"E00\0E0\0C\xff\0");
        assert!(matches!(received.first(), Some(Received::Message(Message::GameEnd(_)))));
        let unreadable = |place: usize, letter, word: &str| matches!(received.get(place), Some(Received::Unreadable { problem, header }) if *header == Some(letter) && problem.contains(word));
        assert!(unreadable(1, 'E', "stop code") && unreadable(2, 'C', "ASCII"), "{received:?}");
        assert_eq!(received.get(3..), Some(&[Received::GONE][..]));
    }

    #[test]
    fn who_sends_too_much_is_not_heard_any_more() {
        let few = received(Framing::Zero, &b"Cx\0".repeat(100_000));
        assert_eq!(few.last(), Some(&Received::Excess(Excess::Flood)));
        assert!(few.len() < 2_000, "{}", few.len());
    }

    #[test]
    fn answers_end_as_the_peer_ends_its_messages() {
        struct Shared(Sender<Vec<u8>>);
        impl Write for Shared {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let _ = self.0.send(bytes.to_vec());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for (input, expected) in [(&b"Ca\n"[..], &b"Chi\n"[..]), (b"Ca\nCb\0", b"Chi\0"), (b"", b"Chi\0")] {
            let (sender, written) = unbounded();
            let link =
                Link::over(io::Cursor::new(input), Shared(sender), Framing::ZeroOrLine, Log::default());
            let mut link = link.unwrap_or_else(|error| unreachable!("{error}"));
            while link.inbox.recv().is_ok() {}
            let sent = link.send(&Message::Chat(super::super::ChatText::new("hi")));
            assert!(sent.is_ok() && written.recv().is_ok_and(|bytes| bytes == expected));
        }
    }

    fn pieces(framing: Framing, bytes: &[u8]) -> Vec<Piece> {
        let mut splitter = Splitter::new(framing);
        bytes.iter().filter_map(|&byte| splitter.push(byte)).collect()
    }

    fn message(text: &str, end: u8) -> Piece {
        Piece::Message { bytes: text.as_bytes().to_vec(), end }
    }

    #[test]
    fn zero_bytes_end_messages_and_line_feeds_only_where_they_may() {
        let bytes = b"E00\0\0Ca\nb\0unfinished";
        assert_eq!(pieces(Framing::Zero, bytes), [message("E00", 0), message("Ca\nb", 0)]);
        let lines = [message("E00", 0), message("Ca", b'\n'), message("b", 0)];
        assert_eq!(pieces(Framing::ZeroOrLine, bytes), lines);
        assert_eq!(pieces(Framing::ZeroOrLine, b"E00\r\n\r\n"), [message("E00", b'\n')]);
    }

    #[test]
    fn what_is_too_long_does_not_spoil_the_next() {
        let longest = "x".repeat(LONGEST_MESSAGE);
        let bytes = format!("{longest}\0{longest}x\0{longest}\r\nE00\0");
        let expected = [message(&longest, 0), Piece::TooLong, message(&longest, b'\n'), message("E00", 0)];
        assert_eq!(pieces(Framing::ZeroOrLine, bytes.as_bytes()), expected);
    }

    #[test]
    fn what_does_not_end_is_noticed_without_being_kept() {
        let mut splitter = Splitter::new(Framing::Zero);
        let found: Vec<_> = (0..1_000_000).filter_map(|_| splitter.push(b'x')).collect();
        assert_eq!(found, [Piece::Endless]);
        assert!(splitter.partial.len() <= LONGEST_MESSAGE + 1);
    }

    #[test]
    fn moves_of_the_fastest_game_are_allowed_and_floods_are_not() {
        let began = Instant::now();
        let mut rate = Rate::new(began);
        let every = Duration::from_millis(10);
        assert!((0..10_000).all(|message| rate.allows(15, 1, began + every * message)));
        let mut rate = Rate::new(began);
        let most = (0..).take_while(|_| rate.allows(15, 1, began)).count();
        assert!((200..1_000).contains(&most), "{most}");
        assert!(!Rate::new(began).allows(1 << 20, 0, began), "bytes count as well");
    }
}
