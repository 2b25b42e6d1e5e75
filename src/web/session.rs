//! A Hub session over a WebSocket: every message of the client is a line, and every line of the engine is a message.

use std::io::{self, Read, Write};
use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender as ClosingSender;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::protocol::{Bounds, LONGEST_LINE, Log, Parameters, converse};

/// Lines that wait on either way between the socket and the session; then the other side waits.
const WAITING_LINES: usize = 64;
/// So often a client shows that it is there.
const PING_EVERY: Duration = Duration::from_secs(20);
/// A client that is not heard of for so long is gone, and one that takes nothing for so long.
const PATIENCE: Duration = Duration::from_secs(60);
/// So long a client that is refused has to take notice.
const FAREWELL: Duration = Duration::from_secs(5);

/// How large messages may be.
pub(super) fn limits() -> WebSocketConfig {
    let longest = Some(LONGEST_LINE);
    WebSocketConfig::default().read_buffer_size(8 << 10).max_message_size(longest).max_frame_size(longest)
}

/// Why there is no session for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// All places are taken.
    TooManyBoards,
    /// It is not our page.
    OtherPage,
}

impl Refusal {
    /// What is said when the socket is closed, in at most 123 bytes.
    fn frame(self) -> CloseFrame {
        let (code, reason) = match self {
            Self::TooManyBoards => {
                (CloseCode::Again, "too many boards are open, expected one of them to be closed first")
            }
            Self::OtherPage => (
                CloseCode::Policy,
                "Origin is another page, expected that of this server, or see --allow-host NAME",
            ),
        };
        CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
    }
}

/// Says why there is no session, and closes the socket.
pub(super) async fn refuse<S>(mut socket: WebSocketStream<S>, refusal: Refusal)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let farewell = async {
        if socket.close(Some(refusal.frame())).await.is_ok() {
            // Until the client has closed its side: what it has said before would make the system forget our last word.
            while let Some(Ok(_)) = socket.next().await {}
        }
    };
    // Who does not listen need not know.
    let _ = timeout(FAREWELL, farewell).await;
}

/// Holds a conversation until the client or the socket goes away. The place is free again when the engine has ended.
pub(super) async fn hold<S>(socket: WebSocketStream<S>, bounds: Bounds, place: OwnedSemaphorePermit)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let (sink, stream) = socket.split();
    let (lines, commands) = mpsc::channel(WAITING_LINES);
    let (answers, replies) = mpsc::channel(WAITING_LINES);
    let (closing, closed) = oneshot::channel::<ClosingSender<()>>();
    let engine = move || {
        let (input, output) =
            (Commands { lines: commands, line: Bytes::new() }, Answers { lines: answers, line: Vec::new() });
        let watch = |closed| drop(closing.send(closed));
        // The client was told what has failed.
        let _ = converse(Parameters::within(bounds), input, output, watch, Log::default());
        drop(place);
    };
    // Without a thread the socket is closed.
    let Ok(_) = thread::Builder::new().name("hub session".to_owned()).spawn(engine) else { return };
    tokio::select! {
        () = listen(stream, lines) => {}
        () = speak(sink, replies) => {}
    }
    if let Ok(closed) = closed.await {
        // It may have ended by itself.
        let _ = closed.try_send(());
    }
}

/// Passes on what the client says, no faster than it may.
async fn listen<S>(mut stream: SplitStream<WebSocketStream<S>>, lines: mpsc::Sender<Bytes>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut allowance = Allowance::new();
    while let Ok(Some(Ok(message))) = timeout(PATIENCE, stream.next()).await {
        allowance.spend(message.len()).await;
        match message {
            Message::Text(text) => {
                if lines.send(Bytes::from(text)).await.is_err() {
                    return;
                }
            }
            Message::Ping(_) | Message::Pong(_) => {}
            // Bytes are no lines.
            Message::Binary(_) | Message::Close(_) | Message::Frame(_) => return,
        }
    }
}

/// Passes on what the engine says, and asks for signs of life.
async fn speak<S>(mut sink: SplitSink<WebSocketStream<S>, Message>, mut answers: mpsc::Receiver<String>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            answer = answers.recv() => match answer {
                Some(line) => Message::text(line),
                None => break,
            },
            _ = pings.tick() => Message::Ping(Bytes::new()),
        };
        if !matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(PATIENCE, sink.close()).await;
}

/// How much a client may still say at once.
struct Allowance {
    bytes: f64,
    since: Instant,
}

impl Allowance {
    /// A message is work even if it is short.
    const OF_A_MESSAGE: usize = 64;
    const MOST: f64 = (1 << 20) as f64;
    const A_SECOND: f64 = (128 << 10) as f64;

    fn new() -> Self {
        Self { bytes: Self::MOST, since: Instant::now() }
    }

    /// Counts a message of `len` bytes, and waits until it is allowed.
    async fn spend(&mut self, len: usize) {
        let now = Instant::now();
        let gained = (now - self.since).as_secs_f64() * Self::A_SECOND;
        self.bytes = (self.bytes + gained).min(Self::MOST) - (len + Self::OF_A_MESSAGE) as f64;
        self.since = now;
        if self.bytes < 0.0 {
            sleep(Duration::from_secs_f64(-self.bytes / Self::A_SECOND)).await;
        }
    }
}

/// The lines of the client as a stream.
struct Commands {
    lines: mpsc::Receiver<Bytes>,
    /// What is left of the line that is being read, its end not counted.
    line: Bytes,
}

impl Read for Commands {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            let Some(line) = self.lines.blocking_recv() else { return Ok(0) };
            self.line = [&line[..], b"\n"].concat().into();
        }
        let part = self.line.split_to(self.line.len().min(buffer.len()));
        (&part[..]).read(buffer)
    }
}

/// A stream whose lines go to the client.
struct Answers {
    lines: mpsc::Sender<String>,
    /// A line that has begun.
    line: Vec<u8>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                None => self.line.extend(part),
                Some(end) => {
                    self.line.extend(end);
                    let line = String::from_utf8_lossy(&self.line).into_owned();
                    self.line.clear();
                    self.lines.blocking_send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_lines_and_lines_become_messages() {
        let (sender, lines) = mpsc::channel(4);
        for line in ["ping", "", "level depth=1"] {
            assert!(sender.try_send(Bytes::from(line)).is_ok());
        }
        drop(sender);
        let mut text = String::new();
        assert!(Commands { lines, line: Bytes::new() }.read_to_string(&mut text).is_ok());
        assert_eq!(text, "ping\n\nlevel depth=1\n");

        let (lines, mut receiver) = mpsc::channel(4);
        let mut answers = Answers { lines, line: Vec::new() };
        for part in ["po", "ng\nready\nid na", "me\n"] {
            assert!(answers.write_all(part.as_bytes()).is_ok());
        }
        let said: Vec<_> = std::iter::from_fn(|| receiver.try_recv().ok()).collect();
        assert_eq!(said, ["pong", "ready", "id name"]);
        drop(receiver);
        let gone = answers.write_all(b"late\n").map_err(|error| error.kind());
        assert_eq!(gone, Err(io::ErrorKind::BrokenPipe));
    }
}
