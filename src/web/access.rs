//! Access to the server: which requests are those of our own page.
//!
//! Every page that a browser shows may send requests to this machine. What it cannot do is say that they come from our
//! page (`Origin`); nor can one that has its own name point to this machine (DNS rebinding) hide that name (`Host`).

use std::net::IpAddr;

use hyper::header::{AsHeaderName, HOST, HeaderMap, ORIGIN};
use hyper::http::uri::Authority;

/// From where the page may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// From this machine.
    Loopback,
    /// From every machine that reaches the port.
    Anywhere,
}

impl Access {
    /// The name under which the page was asked for, if that is one of ours.
    pub(super) fn host(self, headers: &HeaderMap) -> Option<&str> {
        only(headers, HOST).filter(|host| self.is_ours(host))
    }

    /// Addresses are nobody else's, and a name that everybody has is that of this machine.
    fn is_ours(self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host();
        // Nothing else may be in it, such as the name of a user.
        if authority.port_u16().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}")) != host {
            return false;
        }
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        name == "localhost" || address.is_ok_and(|address| self == Self::Anywhere || address.is_loopback())
    }
}

/// Whether a request for `host` comes from the page that was got from there, as far as it says.
pub(super) fn is_from_our_page(headers: &HeaderMap, host: &str) -> bool {
    only(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://")) == Some(host)
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn names_that_can_be_made_to_point_here_are_refused() {
        let ours = |access: Access, host| access.host(&headers(&[("host", host)])).is_some();
        for host in ["127.0.0.1:8000", "127.1.2.3", "localhost", "localhost:9", "[::1]:8000"] {
            assert!(ours(Access::Loopback, host) && ours(Access::Anywhere, host), "{host}");
        }
        for host in ["192.0.2.7:8000", "[2001:db8::1]:8000"] {
            assert!(!ours(Access::Loopback, host) && ours(Access::Anywhere, host), "{host}");
        }
        let others = [
            "evil.example",
            "localhost.evil.example:8000",
            "127.0.0.1.evil.example",
            "a@localhost",
            "localhost:8000;x",
            "localhost:",
            "",
            "a b",
        ];
        for host in others {
            assert!(!ours(Access::Loopback, host) && !ours(Access::Anywhere, host), "{host}");
        }
        assert_eq!(Access::Anywhere.host(&headers(&[])), None);
        assert_eq!(Access::Anywhere.host(&headers(&[("host", "localhost"), ("host", "localhost")])), None);
    }

    #[test]
    fn only_our_page_is_our_page() {
        let from =
            |lines: &[(&'static str, &'static str)]| is_from_our_page(&headers(lines), "localhost:8000");
        assert!(from(&[("origin", "http://localhost:8000")]));
        for origin in [
            "http://localhost:8001",
            "http://evil.example",
            "https://localhost:8000",
            "null",
            "localhost:8000",
        ] {
            assert!(!from(&[("origin", origin)]), "{origin}");
        }
        assert!(!from(&[]), "programs that are no browser can say what they like");
        assert!(!from(&[("origin", "http://localhost:8000"), ("origin", "http://evil.example")]));
    }
}
