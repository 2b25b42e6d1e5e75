//! DXP link: the wire to a peer, with a thread that reads messages, and a writer; where messages end in a stream of bytes,
//! what is too long to be one, and how many may come.

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

/// What comes over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A message.
    Message(Message),
    /// Something that is no message.
    Unreadable {
        /// What is wrong with it.
        problem: String,
        /// Its first letter.
        header: Option<char>,
    },
    /// Nothing more is heard of a peer that sends too much.
    Excess(Excess),
    /// Nothing more comes, and why.
    Gone(&'static str),
}

impl Heard {
    /// The connection has ended.
    pub(super) const GONE: Self = Self::Gone("the peer is gone");
}

impl From<Message> for Heard {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

/// What a peer sends that nobody listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Too many bytes or messages.
    Flood,
    /// A message without an end.
    Endless,
}

impl Excess {
    /// What people are told.
    pub(super) const fn to_people(self) -> &'static str {
        match self {
            Self::Flood => "it sends too much",
            Self::Endless => "its message does not end",
        }
    }

    /// What the peer is told.
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
    pub(super) inbox: Receiver<Heard>,
    writer: Box<dyn Write + Send>,
    /// The byte that ends our messages: the one that has ended the peer's last.
    end: Arc<AtomicU8>,
    stream: Option<TcpStream>,
    log: Log,
    sent: Option<Instant>,
    /// Whether a message could not be sent as a whole; others after it would not be understood.
    is_broken: bool,
}

/// Two messages are not sent closer together. pydraughts takes what it reads at once for one message.
const PAUSE: Duration = Duration::from_millis(20);
/// A peer that does not read for this long is gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// How long a peer may take to read our last words.
const FAREWELL: Duration = Duration::from_millis(500);
/// How many messages may wait to be attended to, such as what a peer says while it is not its turn.
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
    /// Lets the peer read our last words before the line is cut: what it sends meanwhile is read and forgotten, because
    /// a connection that is closed over unread bytes takes those words with it.
    fn take_leave(&self) {
        let Some(stream) = &self.stream else { return };
        let _ = stream.shutdown(Shutdown::Write);
        let deadline = Instant::now() + FAREWELL;
        while self.inbox.recv_deadline(deadline).is_ok() {}
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// What the reading thread needs.
struct Input {
    sender: Sender<Heard>,
    /// What was sent, and nobody has attended to.
    waiting: Receiver<Heard>,
    splitter: Splitter,
    end: Arc<AtomicU8>,
    log: Log,
}

impl Input {
    /// Reads until the peer is gone. A peer that sends too much is read on, but not heard any more.
    fn read_all(mut self, mut reader: impl Read) {
        let mut buffer = [0; 1024];
        let mut rate = Rate::new(Instant::now());
        let mut is_cut = false;
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(_) if is_cut => {}
                Ok(length) => {
                    let excess = self.hear(buffer.get(..length).unwrap_or_default(), &mut rate);
                    is_cut = excess.is_some_and(|excess| self.stop_hearing(excess));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        if !is_cut {
            let _ = self.sender.send(Heard::GONE);
        }
    }

    /// Passes on what has come, unless it is too much.
    fn hear(&mut self, bytes: &[u8], rate: &mut Rate) -> Option<Excess> {
        let pieces: Vec<Piece> = bytes.iter().filter_map(|&byte| self.splitter.push(byte)).collect();
        let is_allowed = rate.allows(bytes.len(), pieces.len(), Instant::now());
        let excess = pieces.into_iter().find_map(|piece| self.pass_on(piece));
        let is_flood = !is_allowed || self.waiting.len() > WAITING;
        excess.or_else(|| is_flood.then_some(Excess::Flood))
    }

    /// What waits is forgotten, for the peer is to be left at once.
    fn stop_hearing(&self, excess: Excess) -> bool {
        while self.waiting.try_recv().is_ok() {}
        self.sender.send(Heard::Excess(excess)).is_ok()
    }

    fn pass_on(&self, piece: Piece) -> Option<Excess> {
        let heard = match piece {
            Piece::Message { bytes, end } => {
                self.end.store(end, Relaxed);
                self.log.note(Side::Client, &bytes);
                read(&bytes)
            }
            Piece::TooLong => {
                let problem = "the message is too long, expected at most 127 characters".to_owned();
                Heard::Unreadable { problem, header: None }
            }
            Piece::Endless => return Some(Excess::Endless),
        };
        // This thread holds both ends.
        let _ = self.sender.send(heard);
        None
    }
}

fn read(bytes: &[u8]) -> Heard {
    let header = bytes.first().map(|&byte| char::from(byte));
    let unreadable = |problem: String| Heard::Unreadable { problem, header };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => text,
        _ => return unreadable("the message is not ASCII".to_owned()),
    };
    parse_message(text).map_or_else(|error| unreadable(error.to_string()), Heard::Message)
}

/// How messages are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// A zero byte ends each message: the protocol over TCP.
    Zero,
    /// A zero byte or a line feed ends each message: for pipes and people.
    ZeroOrLine,
}

/// A message that came in, or what came in instead.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A message, and the byte that ended it.
    Message {
        /// The message.
        bytes: Vec<u8>,
        /// A zero byte or a line feed.
        end: u8,
    },
    /// Something longer than a message can be, up to its end.
    TooLong,
    /// Something that does not end at all.
    Endless,
}

/// After this many bytes without an end, the end is not waited for any more.
const ENDLESS: usize = 4096;

/// Cuts a stream of bytes into messages, however they arrive.
#[derive(Debug)]
struct Splitter {
    framing: Framing,
    begun: Vec<u8>,
    /// How many bytes the message has so far, kept or not.
    length: usize,
}

impl Splitter {
    fn new(framing: Framing) -> Self {
        Self { framing, begun: Vec::new(), length: 0 }
    }

    /// Takes the next byte, and gives the piece that ends with it.
    fn push(&mut self, byte: u8) -> Option<Piece> {
        let ends = byte == 0 || (byte == b'\n' && self.framing == Framing::ZeroOrLine);
        if ends {
            return self.end(byte);
        }
        self.length += 1;
        // A carriage return before the line feed does not count.
        if self.length <= LONGEST_MESSAGE + 1 {
            self.begun.push(byte);
        }
        (self.length == ENDLESS).then_some(Piece::Endless)
    }

    fn end(&mut self, end: u8) -> Option<Piece> {
        let length = std::mem::take(&mut self.length);
        let mut bytes = std::mem::take(&mut self.begun);
        if end == b'\n' && length == bytes.len() && bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        match bytes.len() {
            // Nothing is no message, but no harm either.
            0 => None,
            1..=LONGEST_MESSAGE => Some(Piece::Message { bytes, end }),
            _ => Some(Piece::TooLong),
        }
    }
}

/// How many bytes may come at once.
const BURST: f64 = 32.0 * 1024.0;
/// How many bytes may come in a second, again and again: about 200 short messages.
const PER_SECOND: f64 = 16.0 * 1024.0;
/// What a message costs beside its bytes.
const MESSAGE: usize = 64;

/// Bytes that may still come. It fills up as time goes by.
#[derive(Debug)]
struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    fn new(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// Counts what has come, and says whether that is not too much.
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

    fn heard(framing: Framing, bytes: &[u8]) -> Vec<Heard> {
        let link = Link::over(io::Cursor::new(bytes.to_vec()), io::sink(), framing, Log::default());
        let link = link.unwrap_or_else(|error| unreachable!("{error}"));
        link.inbox.iter().collect()
    }

    #[test]
    fn messages_and_what_is_none_are_told_apart() {
        let heard = heard(Framing::Zero, b"E00\0E0\0C\xff\0");
        assert!(matches!(heard.first(), Some(Heard::Message(Message::GameEnd(_)))));
        let unreadable = |place: usize, letter, word: &str| matches!(heard.get(place), Some(Heard::Unreadable { problem, header }) if *header == Some(letter) && problem.contains(word));
        assert!(unreadable(1, 'E', "stop code") && unreadable(2, 'C', "ASCII"), "{heard:?}");
        assert_eq!(heard.get(3..), Some(&[Heard::GONE][..]));
    }

    #[test]
    fn who_sends_too_much_is_not_heard_any_more() {
        let few = heard(Framing::Zero, &b"Cx\0".repeat(100_000));
        assert_eq!(few.last(), Some(&Heard::Excess(Excess::Flood)));
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
        assert!(splitter.begun.len() <= LONGEST_MESSAGE + 1);
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
