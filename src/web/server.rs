//! HTTP server of the page. Everything that a client can ask of it has a limit.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::access::{Access, Host, HostName};
use super::pages::{page, policy};
use super::session::{self, Refusal};
use crate::protocol::Bounds;

/// Requests that are attended to at the same time; more wait. Behind a proxy, a page that is opened asks for all its files at once.
const MOST_CONNECTIONS: usize = 64;
/// A request must be there so soon.
const TIME_TO_ASK: Duration = Duration::from_secs(10);
/// A request must be answered, and the answer read, so soon.
const TIME_TO_READ: Duration = Duration::from_secs(60);
/// The longest head of a request in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// After a connection could not be accepted, as there may be too many open files for a while.
const PAUSE: Duration = Duration::from_millis(100);

/// What a server gives away.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Names under which the page may be asked for, beside the addresses of this machine.
    pub names: Vec<HostName>,
    /// Boards at the same time, each with a session of its own; more are refused.
    pub boards: usize,
    /// Most searching threads of each board.
    pub threads: usize,
    /// Most MiB of the transposition table of each board.
    pub mebibytes: usize,
}

/// A port at which the page is to be had.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens at `address`, such as `127.0.0.1:8000`, or `127.0.0.1:0` for any free port.
    ///
    /// # Errors
    ///
    /// If that is no address of this machine, or the port is taken.
    pub fn bind(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// Where the page is to be had.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves the page, and an engine to everyone who has it as far as the `options` go, for ever.
    ///
    /// # Errors
    ///
    /// If the system does not let it wait for connections.
    pub fn run(self, options: ServerOptions) -> io::Result<Infallible> {
        // Sessions have threads of their own; what is left to do here is little.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
            let shared = Arc::new(Shared::new(self.address, options));
            loop {
                // Nobody closes the semaphore.
                let Ok(place) = Arc::clone(&connections).acquire_owned().await else { continue };
                let Ok((stream, _)) = listener.accept().await else {
                    sleep(PAUSE).await;
                    continue;
                };
                let handler = RequestHandler { shared: Arc::clone(&shared), place: Arc::new(place) };
                tokio::spawn(handler.attend(stream));
            }
        })
    }
}

type Answer = Response<Full<Bytes>>;

/// What all connections share.
struct Shared {
    access: Access,
    bounds: Bounds,
    /// Places for sessions.
    boards: Arc<Semaphore>,
}

impl Shared {
    fn new(address: SocketAddr, options: ServerOptions) -> Self {
        Self {
            access: Access { from_anywhere: !address.ip().is_loopback(), names: options.names },
            bounds: Bounds {
                threads: options.threads as u64,
                mebibytes: options.mebibytes as u64,
                files: false,
            },
            boards: Arc::new(Semaphore::new(options.boards)),
        }
    }
}

/// Answers the request of one connection.
struct RequestHandler {
    shared: Arc<Shared>,
    /// The place among the connections.
    place: Arc<OwnedSemaphorePermit>,
}

impl RequestHandler {
    async fn attend(self, stream: TcpStream) {
        // Moves are small, and should not wait for more.
        let _ = stream.set_nodelay(true);
        let service = service_fn(|request| std::future::ready(Ok::<_, Infallible>(self.answer(request))));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(TIME_TO_ASK)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // Nobody is left to tell of a connection that has failed.
        let _ = timeout(TIME_TO_READ, connection).await;
    }

    fn answer(&self, request: Request<Incoming>) -> Answer {
        let host = match self.shared.access.host(request.headers()) {
            Ok(host) => host,
            Err(name) => return protected(refusal(StatusCode::FORBIDDEN, wrong_host(name)), None),
        };
        let answer = if request.uri().path() == "/hub" {
            self.open_socket(request, &host)
        } else if request.method() != Method::GET && request.method() != Method::HEAD {
            let mut answer = refusal(StatusCode::METHOD_NOT_ALLOWED, "expected GET");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            answer
        } else {
            match page(request.uri().path()) {
                Some((kind, text)) => said(StatusCode::OK, kind, text),
                None => refusal(StatusCode::NOT_FOUND, NO_PAGE),
            }
        };
        protected(answer, Some(&host))
    }

    /// Opens a socket over the connection of `request`. A session begins there if there is a place for it and the page is ours.
    /// Else the reason is said there and the socket is closed: to a page no browser tells why a socket is not opened.
    fn open_socket(&self, mut request: Request<Incoming>, host: &Host) -> Answer {
        let Ok(answer) = create_response_with_body(&request, Full::default) else {
            return refusal(StatusCode::BAD_REQUEST, "expected a WebSocket");
        };
        let place = if host.is_origin_of(request.headers()) {
            Arc::clone(&self.shared.boards).try_acquire_owned().map_err(|_| Refusal::TooManyBoards)
        } else {
            Err(Refusal::OtherPage)
        };
        let bounds = self.shared.bounds;
        // Sockets that only hear a refusal are no boards, but still connections.
        let connection = place.is_err().then(|| Arc::clone(&self.place));
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            let Ok(stream) = upgrade.await else { return };
            let (stream, limits) = (TokioIo::new(stream), Some(session::limits()));
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, limits).await;
            match place {
                Ok(place) => session::hold(socket, bounds, place).await,
                Err(refusal) => session::refuse(socket, refusal).await,
            }
            drop(connection);
        });
        answer
    }
}

const NO_PAGE: &str =
    "there is no such page, expected /; a proxy that shows it under a path must take that off\n";

/// What to say to whoever asks under a name that is not ours.
fn wrong_host(name: Option<HostName>) -> String {
    match name {
        Some(name) => format!(
            "The board cannot be shown under the name {name}, only under the address that `coupturc serve` has printed.\n\
             If this name is that of the machine, or of a proxy before it, whoever runs the server can allow it, with this \
             behind the other options of `coupturc serve`:\n\n    --allow-host {name}\n"
        ),
        None => "Host is missing or no name, expected the address that `coupturc serve` has printed, or a name that was \
                 allowed with --allow-host NAME\n"
            .to_owned(),
    }
}

fn refusal(status: StatusCode, why: impl Into<Bytes>) -> Answer {
    said(status, "text/plain; charset=utf-8", why)
}

fn said(status: StatusCode, kind: &'static str, text: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(text.into()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // A request a connection. The server cannot be told so as a whole: it would say `close` beside `Upgrade`, and some proxies
    // then do not pass on the WebSocket.
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// Has the browser keep the page to itself: it loads nothing from elsewhere, talks to nobody else, and stands in no other
/// page.
fn protected(mut answer: Answer, host: Option<&Host>) -> Answer {
    // Not every browser takes 'self' for the WebSocket too.
    let policy = policy("", &host.map(Host::sockets).unwrap_or_default()) + "; frame-ancestors 'none'";
    let headers = answer.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let fixed = [
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("x-content-type-options"), "nosniff"),
        (HeaderName::from_static("referrer-policy"), "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    headers.extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    answer
}
