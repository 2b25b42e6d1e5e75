//! DXP framing: where messages end in a stream of bytes, what is too long to be one, and how many may come.

use std::time::Instant;

use super::fields::LONGEST_MESSAGE;

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
pub(super) enum Piece {
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

/// When so much has come without an end, it is not waited for any more.
const ENDLESS: usize = 4096;

/// Cuts a stream of bytes into messages, however they arrive.
#[derive(Debug)]
pub(super) struct Splitter {
    framing: Framing,
    begun: Vec<u8>,
    /// How many bytes the message has so far, kept or not.
    length: usize,
}

impl Splitter {
    pub(super) fn new(framing: Framing) -> Self {
        Self { framing, begun: Vec::new(), length: 0 }
    }

    /// Takes the next byte, and gives the piece that ends with it.
    pub(super) fn push(&mut self, byte: u8) -> Option<Piece> {
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

/// So much may come at once.
const BURST: f64 = 32.0 * 1024.0;
/// So much may come in a second, again and again: about 200 short messages.
const PER_SECOND: f64 = 16.0 * 1024.0;
/// What a message costs beside its bytes.
const MESSAGE: usize = 64;

/// Bytes that may still come. It fills up as time goes by.
#[derive(Debug)]
pub(super) struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    pub(super) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// So many bytes with so many messages have come; says whether that is not too much.
    pub(super) fn allows(&mut self, bytes: usize, messages: usize, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * PER_SECOND;
        self.at = now;
        self.left = (self.left + filled).min(BURST) - (bytes + MESSAGE * messages) as f64;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
