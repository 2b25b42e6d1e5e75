//! DXP link: the wire to a peer, with a thread that reads messages, and a writer.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::super::log::{Log, Side};
use super::framing::{Framing, Piece, Rate, Splitter};
use super::grammar::parse_message;
use super::message::Message;

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
    /// Whether a message could not be sent as a whole; others behind it would not be understood.
    is_broken: bool,
}

/// Two messages are not sent closer together. pydraughts takes what it reads at once for one message.
const PAUSE: Duration = Duration::from_millis(20);
/// A peer that does not read for so long is gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// So long a peer may take to read our last words.
const FAREWELL: Duration = Duration::from_millis(500);
/// So many messages may wait to be attended to, such as what a peer says while it is not its turn.
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
}
