//! Access to the server: recognizes requests of our own page.
//!
//! Any page in a browser may send requests to this machine, but it cannot forge the `Origin` of our page. A page
//! whose name has been made to point to this machine (DNS rebinding) cannot hide that name in `Host`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use hyper::header::{AsHeaderName, HOST, HeaderMap, ORIGIN};
use hyper::http::uri::Authority;

/// A name of a machine on the network, such as `draughts.example.org`, with or without a port. Case does not
/// matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName {
    name: String,
    port: Option<u16>,
}

/// The error for a string that is not a [`HostName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostNameError;

impl fmt::Display for HostNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a name such as draughts.example.org, or with a port draughts.example.org:8443, as the browser shows \
             it between https:// and the next /",
        )
    }
}

impl std::error::Error for HostNameError {}

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, HostNameError> {
        let authority: Authority = text.parse().map_err(|_| HostNameError)?;
        let host = Self { name: authority.host().to_ascii_lowercase(), port: authority.port_u16() };
        // The text must contain nothing else, such as a user name or an empty port.
        let is_whole = host.to_string() == text.to_ascii_lowercase();
        let is_valid = host.address().is_some() || is_domain(&host.name);
        if is_whole && is_valid { Ok(host) } else { Err(HostNameError) }
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

impl HostName {
    /// The IP address, if the name is one.
    fn address(&self) -> Option<IpAddr> {
        let name = &self.name;
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        bare.unwrap_or(name).parse().ok().filter(|address: &IpAddr| address.is_ipv6() == bare.is_some())
    }

    /// Whether `requested` matches this name, and the port if this has one.
    fn allows(&self, requested: &Self) -> bool {
        self.name == requested.name && self.port.is_none_or(|port| requested.port == Some(port))
    }
}

/// Whether a lower-case name is valid by RFC 1123.
fn is_domain(name: &str) -> bool {
    let is_label = |label: &str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= 253 && name.split('.').all(is_label)
}

/// The host names under which the page is served.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Access {
    /// Whether other machines can reach the port. Then any IP address is accepted, as not all addresses of this
    /// machine can be known.
    pub(super) from_anywhere: bool,
    /// Names in addition to the addresses of this machine, such as the name of a proxy in front of it.
    pub(super) names: Vec<HostName>,
}

/// An accepted host name of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    name: HostName,
    /// Whether the user has allowed this host. Then a proxy with TLS may be in front of us.
    is_allowed: bool,
}

impl Access {
    /// The host of a request, if it is accepted. The error holds the host name, if it is a valid one.
    pub(super) fn host(&self, headers: &HeaderMap) -> Result<Host, Option<HostName>> {
        let name: HostName = only(headers, HOST).and_then(|host| host.parse().ok()).ok_or(None)?;
        let is_allowed = self.names.iter().any(|allowed| allowed.allows(&name));
        if is_allowed || self.is_of_this_machine(&name) {
            Ok(Host { name, is_allowed })
        } else {
            Err(Some(name))
        }
    }

    /// DNS rebinding needs a name, so IP addresses and `localhost` are safe.
    fn is_of_this_machine(&self, name: &HostName) -> bool {
        let is_ours = |address: IpAddr| self.from_anywhere || address.is_loopback();
        name.name == "localhost" || name.address().is_some_and(is_ours)
    }
}

impl Host {
    /// Whether the `Origin` of a request is the page under this host.
    pub(super) fn is_origin_of(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, ORIGIN);
        let schemes: &[&str] = if self.is_allowed { &["http", "https"] } else { &["http"] };
        schemes.iter().any(|scheme| origin == Some(&format!("{scheme}://{}", self.name)))
    }

    /// The WebSocket sources for the content security policy.
    pub(super) fn sockets(&self) -> String {
        let name = &self.name;
        if self.is_allowed { format!("ws://{name} wss://{name}") } else { format!("ws://{name}") }
    }
}

/// The value of a header that appears exactly once.
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

    fn access(from_anywhere: bool, names: &[&str]) -> Access {
        Access { from_anywhere, names: names.iter().filter_map(|name| name.parse().ok()).collect() }
    }

    #[test]
    fn names_are_read_in_small_letters() {
        let name = "Draughts.example.org:8443".parse::<HostName>().map(|name| name.to_string());
        assert_eq!(name.as_deref(), Ok("draughts.example.org:8443"));
        assert!("https://draughts.example.org/".parse::<HostName>().is_err());
    }

    #[test]
    fn names_that_others_could_point_here_are_rejected() {
        let ours = |from_anywhere, host| access(from_anywhere, &[]).host(&headers(&[("host", host)])).is_ok();
        for host in ["127.0.0.1:8000", "127.1.2.3", "localhost", "localhost:9", "[::1]:8000"] {
            assert!(ours(false, host) && ours(true, host), "{host}");
        }
        for host in ["192.0.2.7:8000", "[2001:db8::1]:8000"] {
            assert!(!ours(false, host) && ours(true, host), "{host}");
        }
        let others = [
            "evil.example",
            "localhost.evil.example:8000",
            "127.0.0.1.evil.example",
            "a@localhost",
            "localhost:8000;x",
            "localhost:",
            "::1",
            "[127.0.0.1]",
            "",
            "a b",
        ];
        for host in others {
            assert!(!ours(false, host) && !ours(true, host), "{host}");
        }
        let anywhere = access(true, &[]);
        assert_eq!(anywhere.host(&headers(&[])), Err(None));
        assert_eq!(anywhere.host(&headers(&[("host", "localhost"), ("host", "localhost")])), Err(None));
        let evil = anywhere.host(&headers(&[("host", "Evil.example:8000")]));
        assert_eq!(
            evil.map_err(|name| name.map(|name| name.to_string())),
            Err(Some("evil.example:8000".to_owned()))
        );
    }

    #[test]
    fn allowed_names_are_accepted() {
        let access = access(false, &["draughts.example.org", "Club.example:8443", "192.0.2.7"]);
        let ours = |host| access.host(&headers(&[("host", host)])).is_ok();
        for host in [
            "draughts.example.org",
            "Draughts.Example.org:8000",
            "club.example:8443",
            "192.0.2.7:1",
            "localhost",
        ] {
            assert!(ours(host), "{host}");
        }
        for host in
            ["example.org", "x.draughts.example.org", "club.example", "club.example:8444", "192.0.2.8"]
        {
            assert!(!ours(host), "{host}");
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        let long = "a".repeat(64);
        for text in [
            "",
            "https://a.example",
            "a.example/draughts",
            "a.example:",
            "a.example:99999",
            "me@a.example",
            "*.example",
            "a..example",
            "-a.example",
            "a_b.example",
            "d\u{e4}me.example",
            "a b",
            &long,
            &format!("{0}.{0}.{0}.{0}.{0}", "a".repeat(60)),
        ] {
            assert_eq!(text.parse::<HostName>(), Err(HostNameError), "{text}");
        }
        for text in
            ["a", "a.example", "a-1.example:80", "xn--dme-qla.example", "192.0.2.7", "[2001:db8::1]:8000"]
        {
            assert_eq!(text.parse::<HostName>().map(|name| name.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn only_the_origin_of_our_page_is_accepted() {
        let access = access(false, &["a.example"]);
        let from = |host, lines: &[(&'static str, &'static str)]| {
            let host = access.host(&headers(&[("host", host)]));
            host.is_ok_and(|host| host.is_origin_of(&headers(lines)))
        };
        let local = "localhost:8000";
        assert!(from(local, &[("origin", "http://localhost:8000")]));
        for origin in [
            "http://localhost:8001",
            "http://evil.example",
            "https://localhost:8000",
            "http://a.example",
            "null",
            "localhost:8000",
        ] {
            assert!(!from(local, &[("origin", origin)]), "{origin}");
        }
        assert!(!from(local, &[]), "a request without an origin");
        assert!(!from(local, &[("origin", "http://localhost:8000"), ("origin", "http://evil.example")]));
        for origin in ["http://a.example", "https://a.example"] {
            assert!(from("a.example", &[("origin", origin)]), "{origin}");
        }
        for origin in ["https://b.example", "https://a.example:8443", "ftp://a.example"] {
            assert!(!from("a.example", &[("origin", origin)]), "{origin}");
        }
    }

    #[test]
    fn only_allowed_names_may_use_encrypted_sockets() {
        let access = access(false, &["a.example"]);
        let sockets = |host| access.host(&headers(&[("host", host)])).map(|host| host.sockets());
        assert_eq!(sockets("localhost:8000").as_deref(), Ok("ws://localhost:8000"));
        assert_eq!(sockets("a.example").as_deref(), Ok("ws://a.example wss://a.example"));
    }
}
