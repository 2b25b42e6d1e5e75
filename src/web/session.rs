//! Hub session over a WebSocket: each message from the client is a line, and each line from the engine is a message.

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

use crate::protocol::{LONGEST_LINE, Log, Parameters, converse};

/// The number of buffered lines in each direction; when it is reached, the sender waits.
const WAITING_LINES: usize = 64;
/// The interval of pings, which the client answers.
const PING_EVERY: Duration = Duration::from_secs(20);
/// A client that sends or accepts nothing for this long is considered gone.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The time that a refused client has to close its side.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The limits of message sizes.
pub(super) fn limits() -> WebSocketConfig {
    let longest = Some(LONGEST_LINE);
    WebSocketConfig::default().read_buffer_size(8 << 10).max_message_size(longest).max_frame_size(longest)
}

/// The reason why a client gets no session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The maximum number of boards is open.
    TooManyBoards,
    /// The request comes from another page.
    OtherPage,
}

impl Refusal {
    /// The close frame, with a reason of at most 123 bytes.
    fn frame(self) -> CloseFrame {
        let (code, reason) = match self {
            Self::TooManyBoards => (CloseCode::Again, "too many boards are open, close one of them first"),
            Self::OtherPage => (
                CloseCode::Policy,
                "Origin is another page, expected that of this server, or see --allow-host NAME",
            ),
        };
        CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
    }
}

/// Closes the socket with the reason.
pub(super) async fn refuse<S>(mut socket: WebSocketStream<S>, refusal: Refusal)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let close = async {
        if socket.close(Some(refusal.frame())).await.is_ok() {
            // Read until the client has closed its side: with unread data, the system would reset the connection and
            // lose the frame.
            while let Some(Ok(_)) = socket.next().await {}
        }
    };
    // A client that does not close in time is dropped.
    let _ = timeout(CLOSE_TIMEOUT, close).await;
}

/// Runs a session until the client leaves or the socket fails. The permit is released when the engine has ended.
pub(super) async fn hold<S>(socket: WebSocketStream<S>, parameters: Parameters, place: OwnedSemaphorePermit)
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
        // The client has already received the error.
        let _ = converse(parameters, input, output, watch, Log::default());
        drop(place);
    };
    // If no thread can be started, the socket is closed.
    let Ok(_) = thread::Builder::new().name("hub session".to_owned()).spawn(engine) else { return };
    tokio::select! {
        () = listen(stream, lines) => {}
        () = speak(sink, replies) => {}
    }
    if let Ok(closed) = closed.await {
        // The session may already have ended.
        let _ = closed.try_send(());
    }
}

/// Forwards messages from the client, within the rate limit.
async fn listen<S>(mut stream: SplitStream<WebSocketStream<S>>, lines: mpsc::Sender<Bytes>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut allowance = Allowance::new();
    while let Ok(Some(Ok(message))) = timeout(TIMEOUT, stream.next()).await {
        allowance.spend(message.len()).await;
        match message {
            Message::Text(text) => {
                if lines.send(Bytes::from(text)).await.is_err() {
                    return;
                }
            }
            Message::Ping(_) | Message::Pong(_) => {}
            // Binary messages are not lines.
            Message::Binary(_) | Message::Close(_) | Message::Frame(_) => return,
        }
    }
}

/// Forwards lines of the engine, and sends pings.
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
        if !matches!(timeout(TIMEOUT, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(TIMEOUT, sink.close()).await;
}

/// The rate limit of a client: a token bucket of bytes.
struct Allowance {
    bytes: f64,
    since: Instant,
}

impl Allowance {
    /// Each message counts this many extra bytes, as short ones also cost time.
    const OF_A_MESSAGE: usize = 64;
    const MOST: f64 = (1 << 20) as f64;
    const A_SECOND: f64 = (128 << 10) as f64;

    fn new() -> Self {
        Self { bytes: Self::MOST, since: Instant::now() }
    }

    /// Counts a message of `len` bytes, and waits until the limit allows it.
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
    /// The unread rest of the current line.
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

/// A stream that sends its lines to the client.
struct Answers {
    lines: mpsc::Sender<String>,
    /// The incomplete last line.
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
        let messages: Vec<_> = std::iter::from_fn(|| receiver.try_recv().ok()).collect();
        assert_eq!(messages, ["pong", "ready", "id name"]);
        drop(receiver);
        let gone = answers.write_all(b"late\n").map_err(|error| error.kind());
        assert_eq!(gone, Err(io::ErrorKind::BrokenPipe));
    }
}
