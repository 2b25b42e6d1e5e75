//! HTTP server of the page. All resources that a client can use are limited.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
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
use super::pages::{PAGE_SCRIPT, PUZZLES, page, policy, script_with};
use super::session::{self, Refusal};
use super::tables::Tables;
use crate::book::Book;
use crate::protocol::{Bounds, Parameters};
use crate::rules::Rules;

/// Maximum number of connections at the same time; more wait. Through a proxy, a page requests all its files at once.
const MOST_CONNECTIONS: usize = 64;
/// Deadline for receiving the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Deadline for the whole request, until the client has read the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum length of the head of a request in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The pause after a connection could not be accepted, for instance because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// Limits and host names of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Accepted host names, in addition to the addresses of this machine.
    pub names: Vec<HostName>,
    /// Maximum number of boards at the same time, each with its own session.
    pub boards: usize,
    /// Maximum number of search threads per board.
    pub threads: usize,
    /// Maximum size of the transposition table per board in MiB.
    pub mebibytes: usize,
    /// The folder with the endgame tables of all games, from which the server answers questions about positions.
    pub tables: Option<PathBuf>,
    /// The opening book of the engines, instead of those of the program. Only people at this machine may change it.
    pub book: Option<Arc<Book>>,
    /// The text of a file of puzzles, instead of those of the program.
    pub puzzles: Option<String>,
    /// A game from a file, which the page offers first.
    pub game: Option<&'static Rules>,
}

/// A server that listens at a port.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens at `address`, such as `127.0.0.1:8000`, or `127.0.0.1:0` for any free port.
    ///
    /// # Errors
    ///
    /// If it is not an address of this machine, or the port is in use.
    pub fn bind(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// The address and port of the server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves the page, and an engine for each open page within the limits of `options`. Returns only with an error.
    ///
    /// # Errors
    ///
    /// If the system cannot wait for connections.
    pub fn run(self, options: ServerOptions) -> io::Result<Infallible> {
        // Sessions have their own threads, so one thread is enough here.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
            let shared = Arc::new(Shared::new(self.address, options));
            loop {
                // The semaphore is never closed.
                let Ok(place) = Arc::clone(&connections).acquire_owned().await else { continue };
                let Ok((stream, _)) = listener.accept().await else {
                    sleep(PAUSE).await;
                    continue;
                };
                let handler = RequestHandler { shared: Arc::clone(&shared), place: Arc::new(place) };
                tokio::spawn(handler.serve(stream));
            }
        })
    }
}

type Answer = Response<Full<Bytes>>;

/// State shared by all connections.
struct Shared {
    access: Access,
    /// What each session begins with.
    parameters: Parameters,
    /// A permit for each session.
    boards: Arc<Semaphore>,
    tables: Arc<Tables>,
    /// Puzzles instead of those of the program.
    puzzles: Option<Bytes>,
    /// The script of the page, if it offers another game.
    script: Option<Bytes>,
}

impl Shared {
    fn new(address: SocketAddr, options: ServerOptions) -> Self {
        let access = Access { from_anywhere: !address.ip().is_loopback(), names: options.names };
        let bounds = Bounds {
            threads: options.threads as u64,
            mebibytes: options.mebibytes as u64,
            files: false,
            book_changes: !access.from_anywhere && access.names.is_empty(),
        };
        Self {
            access,
            parameters: Parameters::within(bounds).with_book(options.book),
            boards: Arc::new(Semaphore::new(options.boards)),
            tables: Arc::new(Tables::new(options.tables)),
            puzzles: options.puzzles.map(Bytes::from),
            script: options.game.map(|game| script_with(game).into()),
        }
    }
}

/// Answers the request of one connection.
struct RequestHandler {
    shared: Arc<Shared>,
    /// The permit of this connection.
    place: Arc<OwnedSemaphorePermit>,
}

impl RequestHandler {
    async fn serve(self, stream: TcpStream) {
        // Lines are short, and should be sent immediately.
        let _ = stream.set_nodelay(true);
        let service = service_fn(async |request| Ok::<_, Infallible>(self.answer(request).await));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // The error of a failed connection cannot be sent to the client.
        let _ = timeout(REQUEST_TIMEOUT, connection).await;
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
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
        } else if let Some(game) = request.uri().path().strip_prefix("/tables/") {
            self.ask_tables(game, request.uri().query().unwrap_or_default()).await
        } else {
            let path = request.uri().path();
            let instead = match path {
                PUZZLES => &self.shared.puzzles,
                PAGE_SCRIPT => &self.shared.script,
                _ => &None,
            };
            match (page(path), instead) {
                (Some((kind, _)), Some(text)) => respond(StatusCode::OK, kind, text.clone()),
                (Some((kind, text)), None) => respond(StatusCode::OK, kind, text),
                (None, _) => refusal(StatusCode::NOT_FOUND, NO_PAGE),
            }
        };
        protected(answer, Some(&host))
    }

    /// Answers a question about a position. Files are read on another thread, so that no board has to wait.
    async fn ask_tables(&self, game: &str, query: &str) -> Answer {
        let (tables, game, query) = (Arc::clone(&self.shared.tables), game.to_owned(), query.to_owned());
        match tokio::task::spawn_blocking(move || tables.answer(&game, &query)).await {
            Ok((status, answer)) => respond(status, "application/json", answer.to_string()),
            Err(_) => refusal(StatusCode::INTERNAL_SERVER_ERROR, "the tables cannot be read"),
        }
    }

    /// Opens a WebSocket on the connection of `request`. A session starts if there is a free board and the page is
    /// ours. Otherwise the socket is closed with the reason, because browsers do not tell a page why a socket cannot
    /// be opened.
    fn open_socket(&self, mut request: Request<Incoming>, host: &Host) -> Answer {
        let Ok(answer) = create_response_with_body(&request, Full::default) else {
            return refusal(StatusCode::BAD_REQUEST, "expected a WebSocket");
        };
        let place = if host.is_origin_of(request.headers()) {
            Arc::clone(&self.shared.boards).try_acquire_owned().map_err(|_| Refusal::TooManyBoards)
        } else {
            Err(Refusal::OtherPage)
        };
        let parameters = self.shared.parameters.clone();
        // A socket that is closed with a refusal still counts as a connection.
        let connection = place.is_err().then(|| Arc::clone(&self.place));
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            let Ok(stream) = upgrade.await else { return };
            let (stream, limits) = (TokioIo::new(stream), Some(session::limits()));
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, limits).await;
            match place {
                Ok(place) => session::hold(socket, parameters, place).await,
                Err(refusal) => session::refuse(socket, refusal).await,
            }
            drop(connection);
        });
        answer
    }
}

const NO_PAGE: &str = "no such page, expected /; a proxy that serves it under a path must strip that path\n";

/// The answer to a request with a wrong host name.
fn wrong_host(name: Option<HostName>) -> String {
    match name {
        Some(name) => format!(
            "The board is not available under the name {name}, only under the address that `coupturc serve` printed.\n\
             If this is the name of the machine, or of a proxy in front of it, allow it by adding this option to \
             `coupturc serve`:\n\n    --allow-host {name}\n"
        ),
        None => {
            "Host is missing or invalid, expected the address that `coupturc serve` has printed, or a name \
                 allowed with --allow-host NAME\n"
                .to_owned()
        }
    }
}

fn refusal(status: StatusCode, why: impl Into<Bytes>) -> Answer {
    respond(status, "text/plain; charset=utf-8", why)
}

fn respond(status: StatusCode, kind: &'static str, text: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(text.into()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // One request per connection. Setting this for the whole server would also add `close` to the `Upgrade` answer,
    // and some proxies then do not forward the WebSocket.
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// Adds security headers: the page loads nothing from elsewhere, connects to no other host, and cannot be framed.
fn protected(mut answer: Answer, host: Option<&Host>) -> Answer {
    // Not every browser applies 'self' to WebSockets.
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
