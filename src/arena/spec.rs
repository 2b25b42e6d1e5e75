//! Descriptions of the engines of a match, and the conditions of its games.

use std::str::FromStr;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::dxp::{DxpKeys, DxpSpec};
use super::time_control::TimeControl;
use crate::escape::{escaped, is_plain};

/// The description of an engine: how to start or reach it, its name, parameters and time control.
///
/// ```
/// use coupturc::arena::EngineSpec;
///
/// let spec: EngineSpec = "cmd='coupturc hub' name=ours tc=1+0.01 param.hash=16".parse()?;
/// assert_eq!(spec.command, ["coupturc", "hub"]);
/// assert_eq!(spec.parameters, [("hash".to_owned(), "16".to_owned())]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// The name in tables and records.
    pub name: String,
    /// The program and its arguments; empty for a DXP peer that the user starts.
    pub command: Vec<String>,
    /// Parameters to set, in order.
    pub parameters: Vec<(String, String)>,
    /// The engine's time control, if it differs from the match's.
    pub time_control: Option<TimeControl>,
    /// How to reach the engine if it speaks DXP instead of Hub.
    pub dxp: Option<DxpSpec>,
}

/// The keys of a description.
const KEYS: &str =
    "cmd=, name=, tc=, param.<name>=, dxp=, dxp-listen=, dxp-fractions=, dxp-moves= or dxp-log=";

/// The `key=value` words of a description, before those for all engines are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineKeys {
    text: String,
    keys: Vec<(String, String)>,
}

impl FromStr for EngineKeys {
    type Err = String;

    /// Reads `key=value` words, quoted as in a shell. On Windows, a backslash is part of a path unless a quote follows.
    fn from_str(text: &str) -> Result<Self, String> {
        let words = split(text).map_err(|error| format!("engine '{text}': {error}"))?;
        let key = |word: &String| {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| format!("engine: '{word}' has no '=', expected {KEYS}"))?;
            Ok((key.to_owned(), value.to_owned()))
        };
        let keys = words.iter().map(key).collect::<Result<_, String>>()?;
        Ok(Self { text: text.to_owned(), keys })
    }
}

impl EngineKeys {
    /// Reads words that apply to all engines.
    ///
    /// # Errors
    ///
    /// If a key is for one engine only.
    pub fn of_each(text: &str) -> Result<Self, String> {
        let keys: Self = text.parse()?;
        let is_shared = |key: &str| key == "cmd" || key == "tc" || key.starts_with("param.");
        match keys.keys.iter().find(|(key, _)| !is_shared(key)) {
            Some((key, _)) => {
                Err(format!("'{key}' cannot be set for all engines, expected cmd=, tc= or param.<name>="))
            }
            None => Ok(keys),
        }
    }

    fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|(own, _)| own == key)
    }

    /// Adds the keys of `each` that `self` lacks. A DXP peer takes only the time control from them: it has no
    /// parameters, and is started only by a command of its own.
    fn with(&self, each: &[Self]) -> Self {
        let is_peer = self.has("dxp") || self.has("dxp-listen");
        let is_wanted = |key: &str| !self.has(key) && (key == "tc" || !is_peer);
        let mut keys: Vec<(String, String)> = Vec::new();
        for (key, value) in each.iter().flat_map(|each| &each.keys).filter(|(key, _)| is_wanted(key)) {
            // The last one wins.
            keys.retain(|(before, _)| before != key);
            keys.push((key.clone(), value.clone()));
        }
        keys.extend_from_slice(&self.keys);
        Self { text: self.text.clone(), keys }
    }
}

impl EngineSpec {
    /// The engine that `own` describes; `each` has defaults for all engines.
    ///
    /// # Errors
    ///
    /// If the words do not describe an engine.
    ///
    /// ```
    /// use coupturc::arena::{EngineKeys, EngineSpec};
    ///
    /// let each = [EngineKeys::of_each("cmd=coupturc tc=60 param.hash=16")?];
    /// let spec = EngineSpec::of(&"name=small param.hash=1".parse()?, &each)?;
    /// assert_eq!(spec.command, ["coupturc"]);
    /// assert_eq!(spec.parameters, [("hash".to_owned(), "1".to_owned())]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn of(own: &EngineKeys, each: &[EngineKeys]) -> Result<Self, String> {
        let EngineKeys { text, keys } = own.with(each);
        let (mut name, mut command, mut parameters, mut time_control) = (None, Vec::new(), Vec::new(), None);
        let mut dxp = DxpKeys::default();
        for (key, value) in &keys {
            match key.as_str() {
                "cmd" => {
                    command = split(value).map_err(|error| format!("engine cmd '{value}': {error}"))?;
                }
                "name" => name = Some(value.to_owned()),
                "tc" => time_control = Some(value.parse().map_err(|error| format!("engine tc: {error}"))?),
                _ if dxp.take(key, value)? => {}
                _ => match key.strip_prefix("param.") {
                    Some(parameter) => parameters.push((parameter.to_owned(), value.to_owned())),
                    None => return Err(format!("engine: unknown '{key}', expected {KEYS}")),
                },
            }
        }
        let dxp = dxp.spec()?;
        if dxp.is_some() && !parameters.is_empty() {
            return Err(format!("engine '{text}' has parameters, which DXP does not know"));
        }
        let address = dxp.as_ref().map(|dxp| dxp.address.as_str().to_owned());
        let Some(own_name) = command.first().cloned().or(address) else {
            return Err(format!(
                "engine '{text}' has no command and no address, expected cmd=<program> or dxp=<host>:<port>"
            ));
        };
        let name = name.unwrap_or(own_name);
        if !is_plain(&name) {
            let why = "has invisible or control characters";
            return Err(format!("engine name {}: it {why}, expected plain text", escaped(&name)));
        }
        Ok(Self { name, command, parameters, time_control, dxp })
    }
}

impl FromStr for EngineSpec {
    type Err = String;

    /// Reads `key=value` words, quoted as in a shell: `cmd`, `name`, `tc`, `param.<name>`, and for DXP peers `dxp`,
    /// `dxp-listen`, `dxp-fractions`, `dxp-moves` and `dxp-log`.
    fn from_str(text: &str) -> Result<Self, String> {
        Self::of(&text.parse()?, &[])
    }
}

/// Splits a string into words like a shell, with the backslashes of Windows paths.
fn split(text: &str) -> Result<Vec<String>, shell_words::ParseError> {
    if cfg!(windows) { split_with_backslashes(text) } else { shell_words::split(text) }
}

/// Splits words like a shell, except that a backslash escapes only quotes.
fn split_with_backslashes(text: &str) -> Result<Vec<String>, shell_words::ParseError> {
    /// Replaces backslashes; program arguments cannot contain it.
    const PLACEHOLDER: &str = "\0";
    let text = text.replace('\\', PLACEHOLDER).replace("\0\"", "\\\"").replace("\0'", "\\'");
    let words = shell_words::split(&text)?;
    Ok(words.iter().map(|word| word.replace(PLACEHOLDER, "\\")).collect())
}

/// The conditions of all games of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The default time control.
    pub time_control: TimeControl,
    /// The grace period of the clock, for the delay between two processes.
    pub margin: Duration,
    /// How long to wait for an answer after the time has run out, for an answer without a time limit, and for an engine
    /// to become ready.
    pub patience: Duration,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
}

impl Conditions {
    /// The time control of an engine.
    pub(super) fn control_of(&self, engine: usize) -> TimeControl {
        self.engines[engine].time_control.unwrap_or(self.time_control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::DxpAddress;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let spec: EngineSpec =
            r#"cmd="ssh -T host 'my engine' hub" param.book=false"#.parse().expect("a spec");
        assert_eq!(spec.command, ["ssh", "-T", "host", "my engine", "hub"]);
        assert_eq!((spec.name.as_str(), spec.time_control), ("ssh", None));
    }

    #[test]
    fn keys_of_an_engine_override_those_of_all_engines() {
        let each = ["cmd=all tc=1+0.1 param.hash=1", "param.hash=2 param.threads=3"]
            .map(|text| EngineKeys::of_each(text).expect("keys"));
        let spec = |text: &str| EngineSpec::of(&text.parse().expect("keys"), &each).expect("an engine");
        let parameters = |spec: &EngineSpec| {
            let texts = spec.parameters.iter().map(|(name, value)| format!("{name}={value}"));
            texts.collect::<Vec<_>>().join(" ")
        };
        let all = spec("name=a");
        assert_eq!((all.command.join(" ").as_str(), parameters(&all).as_str()), ("all", "hash=2 threads=3"));
        let own = spec("cmd=b tc=depth=3 param.threads=9 param.book=false");
        assert_eq!((own.name.as_str(), own.time_control), ("b", Some(TimeControl::Depth(3))));
        assert_eq!(parameters(&own), "hash=2 threads=9 book=false");
        let peer = spec("dxp=host:27531");
        assert_eq!((peer.command.len(), parameters(&peer).as_str()), (0, ""), "the user starts it");
        assert_eq!(peer.time_control, "1+0.1".parse().ok());
        for (text, word) in [("name=x", "'name'"), ("dxp=a:1", "'dxp'"), ("hash=1", "'hash'"), ("x", "'='")] {
            let error = EngineKeys::of_each(text).expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn windows_paths_keep_their_backslashes() {
        for (text, command) in [
            (r"C:\engines\new.exe hub", &[r"C:\engines\new.exe", "hub"][..]),
            (r"'C:\my engines\new.exe' hub", &[r"C:\my engines\new.exe", "hub"]),
            (r#""\\server\my engines\new.exe" hub"#, &[r"\\server\my engines\new.exe", "hub"]),
            (r#"cmd /c \"new.exe\""#, &["cmd", "/c", "\"new.exe\""]),
            // A quoted command, quoted once more by a script.
            (r"''\''C:\new.exe'\'' hub'", &[r"'C:\new.exe' hub"]),
        ] {
            assert_eq!(split_with_backslashes(text).expect("words"), command, "{text}");
        }
    }

    #[test]
    fn peers_have_an_address_and_perhaps_a_command() {
        let spec: EngineSpec = "dxp=host:27531 tc=60 dxp-moves=75 dxp-log=x.log".parse().expect("a spec");
        let address = DxpAddress::Connect("host:27531".to_owned());
        let dxp = DxpSpec { address, fractions: false, moves: 75, log: Some("x.log".into()) };
        assert_eq!((spec.name.as_str(), spec.command.len(), spec.dxp), ("host:27531", 0, Some(dxp)));
        let spec: EngineSpec =
            "cmd='scan dxp' dxp-listen=[::1]:0 dxp-fractions=true".parse().expect("a spec");
        let dxp = DxpSpec { fractions: true, ..DxpSpec::new(DxpAddress::Listen("[::1]:0".to_owned())) };
        assert_eq!((spec.name.as_str(), spec.dxp), ("scan", Some(dxp)));
    }

    #[test]
    fn errors_name_the_problem() {
        for (text, word) in [
            ("name=a", "cmd"),
            ("cmd=", "cmd"),
            ("cmd=a hash=16", "'hash'"),
            ("cmd=a name=\u{1b}[2J", "\\u{1b}[2J"),
            ("cmd=a name=\u{202e}b", "plain text"),
            ("coupturc", "'coupturc'"),
            ("cmd=a tc=soon", "tc"),
            ("cmd='a", "quote"),
            ("dxp=host", "HOST:PORT"),
            ("dxp=:5", "HOST:PORT"),
            ("dxp-listen=x:70000", "HOST:PORT"),
            ("dxp=a:1 dxp-listen=b:2", "not both"),
            ("dxp=a:1 param.hash=1", "parameters"),
            ("cmd=a dxp-moves=3", "expected dxp="),
            ("dxp=a:1 dxp-moves=1000", "999"),
            ("dxp=a:1 dxp-moves=-1", "999"),
            ("dxp=a:1 dxp-fractions=yes", "true or false"),
        ] {
            let error = text.parse::<EngineSpec>().expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
