//! An engine that takes part in a match, as the command line describes it.

use std::str::FromStr;

use super::time_control::TimeControl;

/// How to start an engine, what to call it, and what it may use.
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
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Parameters to set, in order.
    pub parameters: Vec<(String, String)>,
    /// Its time control, if it has one of its own.
    pub time_control: Option<TimeControl>,
}

impl FromStr for EngineSpec {
    type Err = String;

    /// Reads `key=value` words, quoted as in a shell: `cmd`, `name`, `tc`, and `param.<name>`.
    fn from_str(text: &str) -> Result<Self, String> {
        let words = shell_words::split(text).map_err(|error| format!("engine '{text}': {error}"))?;
        let (mut name, mut command, mut parameters, mut time_control) = (None, Vec::new(), Vec::new(), None);
        for word in &words {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                format!("engine: '{word}' has no '=', expected cmd=, name=, tc= or param.<name>=")
            })?;
            match key {
                "cmd" => {
                    command = shell_words::split(value)
                        .map_err(|error| format!("engine cmd '{value}': {error}"))?;
                }
                "name" => name = Some(value.to_owned()),
                "tc" => time_control = Some(value.parse().map_err(|error| format!("engine tc: {error}"))?),
                _ => match key.strip_prefix("param.") {
                    Some(parameter) => parameters.push((parameter.to_owned(), value.to_owned())),
                    None => {
                        return Err(format!(
                            "engine: unknown '{key}', expected cmd, name, tc or param.<name>"
                        ));
                    }
                },
            }
        }
        let Some(program) = command.first() else {
            return Err(format!("engine '{text}' has no command, expected cmd=<program>"));
        };
        Ok(Self { name: name.unwrap_or_else(|| program.clone()), command, parameters, time_control })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let spec: EngineSpec =
            r#"cmd="ssh -T host 'my engine' hub" param.book=false"#.parse().expect("a spec");
        assert_eq!(spec.command, ["ssh", "-T", "host", "my engine", "hub"]);
        assert_eq!((spec.name.as_str(), spec.time_control), ("ssh", None));
    }

    #[test]
    fn faults_are_named() {
        for (text, word) in [
            ("name=a", "cmd"),
            ("cmd=", "cmd"),
            ("cmd=a hash=16", "'hash'"),
            ("coupturc", "'coupturc'"),
            ("cmd=a tc=soon", "tc"),
            ("cmd='a", "quote"),
        ] {
            let error = text.parse::<EngineSpec>().expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
