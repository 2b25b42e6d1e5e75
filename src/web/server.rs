//! HTTP server of the page. Everything that a client can ask of it has a limit.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::access::{Access, is_from_our_page};
use super::pages::{page, policy};
use super::session;

/// Requests that are attended to at the same time; more are closed without a word.
const MOST_CONNECTIONS: usize = 64;
/// Sessions at the same time; more are refused.
const MOST_SESSIONS: usize = 8;
/// A request must be there so soon.
const TIME_TO_ASK: Duration = Duration::from_secs(10);
/// A request must be answered, and the answer read, so soon.
const TIME_TO_READ: Duration = Duration::from_secs(60);
/// The longest head of a request in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// After a connection could not be accepted, as there may be too many open files for a while.
const PAUSE: Duration = Duration::from_millis(100);

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

    /// Serves the page, and an engine to everyone who has it, for ever.
    ///
    /// # Errors
    ///
    /// If the system does not let it wait for connections.
    pub fn run(self) -> io::Result<Infallible> {
        // Sessions have threads of their own; what is left to do here is little.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let access = if self.address.ip().is_loopback() { Access::Loopback } else { Access::Anywhere };
            let (connections, sessions) =
                [MOST_CONNECTIONS, MOST_SESSIONS].map(|most| Arc::new(Semaphore::new(most))).into();
            loop {
                let Ok((stream, _)) = listener.accept().await else {
                    sleep(PAUSE).await;
                    continue;
                };
                let Ok(place) = Arc::clone(&connections).try_acquire_owned() else { continue };
                let desk = Desk { access, sessions: Arc::clone(&sessions) };
                tokio::spawn(async move {
                    desk.attend(stream).await;
                    drop(place);
                });
            }
        })
    }
}

type Answer = Response<Full<Bytes>>;

/// Answers the request of one connection.
#[derive(Clone)]
struct Desk {
    access: Access,
    sessions: Arc<Semaphore>,
}

impl Desk {
    async fn attend(&self, stream: TcpStream) {
        // Moves are small, and should not wait for more.
        let _ = stream.set_nodelay(true);
        let service = service_fn(|request| std::future::ready(Ok::<_, Infallible>(self.answer(request))));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(TIME_TO_ASK)
            .max_buf_size(LONGEST_HEAD)
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // Nobody is left to tell of a connection that has failed.
        let _ = timeout(TIME_TO_READ, connection).await;
    }

    fn answer(&self, request: Request<Incoming>) -> Answer {
        let Some(host) = self.access.host(request.headers()).map(str::to_owned) else {
            return refusal(
                StatusCode::FORBIDDEN,
                "Host is not an address of this machine, expected the address that was printed",
            );
        };
        let mut answer = if request.uri().path() == "/hub" {
            self.open_session(request, &host)
        } else if request.method() != Method::GET && request.method() != Method::HEAD {
            let mut answer = refusal(StatusCode::METHOD_NOT_ALLOWED, "expected GET");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            answer
        } else {
            match page(request.uri().path()) {
                Some((kind, text)) => said(StatusCode::OK, kind, text),
                None => refusal(StatusCode::NOT_FOUND, "there is no such page, expected /"),
            }
        };
        protect(&mut answer, &host);
        answer
    }

    /// Begins a session over the connection of `request`, if there is a place for it.
    fn open_session(&self, mut request: Request<Incoming>, host: &str) -> Answer {
        if !is_from_our_page(request.headers(), host) {
            return refusal(StatusCode::FORBIDDEN, "Origin is another page, expected that of this server");
        }
        let answer = create_response_with_body(&request, Full::default);
        let Ok(answer) = answer else {
            return refusal(StatusCode::BAD_REQUEST, "expected a WebSocket");
        };
        let Ok(place) = Arc::clone(&self.sessions).try_acquire_owned() else {
            return refusal(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many boards are open, expected one of them to be closed first",
            );
        };
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            let Ok(stream) = upgrade.await else { return };
            let stream = TokioIo::new(stream);
            session::hold(
                WebSocketStream::from_raw_socket(stream, Role::Server, Some(session::limits())).await,
                place,
            )
            .await;
        });
        answer
    }
}

fn refusal(status: StatusCode, why: &'static str) -> Answer {
    said(status, "text/plain; charset=utf-8", why)
}

fn said(status: StatusCode, kind: &'static str, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::from(text));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// Has the browser keep the page to itself: it loads nothing from elsewhere, talks to nobody else, and stands in no other
/// page.
fn protect(answer: &mut Answer, host: &str) {
    // Not every browser takes 'self' for the WebSocket too.
    let policy = policy("", &format!("ws://{host}")) + "; frame-ancestors 'none'";
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
}
