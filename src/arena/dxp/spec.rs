//! Description of a DXP peer on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use crate::arena::time_control::TimeControl;
use crate::protocol::dxp::Minutes;

/// How to connect to a peer, and the games to request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpSpec {
    /// Which side connects, and where.
    pub address: DxpAddress,
    /// Whether the peer understands fractions of minutes.
    pub fractions: bool,
    /// The requested number of moves by each player after which an undecided game is a draw; 0 means no limit.
    pub moves: u16,
    /// A file to which the messages from both sides are appended.
    pub log: Option<PathBuf>,
}

/// Which side connects to the other, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxpAddress {
    /// The peer listens at this address.
    Connect(String),
    /// We listen at this address.
    Listen(String),
}

impl DxpAddress {
    /// The address, whichever side listens there.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Connect(address) | Self::Listen(address) => address,
        }
    }
}

impl DxpSpec {
    /// A peer at this address, with default settings.
    #[must_use]
    pub fn new(address: DxpAddress) -> Self {
        Self { address, fractions: false, moves: 0, log: None }
    }

    /// The time to request for the time control `control`, rounded up to minutes.
    ///
    /// # Errors
    ///
    /// If DXP cannot express it.
    pub fn minutes(&self, control: TimeControl) -> Result<Minutes, String> {
        let minutes = match control {
            TimeControl::Clock { time, increment, moves: None } if increment.is_zero() => {
                Minutes::at_least(time, self.fractions)
            }
            _ => None,
        };
        minutes.ok_or_else(|| {
            format!(
                "DXP cannot express '{control}', expected a time of up to 999 minutes for the game, such as tc=300"
            )
        })
    }

    /// The peer's time control: the requested minutes.
    ///
    /// # Errors
    ///
    /// As for [`DxpSpec::minutes`].
    ///
    /// ```
    /// use coupturc::arena::{DxpAddress, DxpSpec};
    ///
    /// let spec = DxpSpec::new(DxpAddress::Connect("localhost:27531".to_owned()));
    /// assert_eq!(spec.control("90".parse()?)?.to_string(), "120");
    /// assert!(spec.control("1+0.01".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn control(&self, control: TimeControl) -> Result<TimeControl, String> {
        let time = self.minutes(control)?.duration();
        Ok(TimeControl::Clock { time, increment: std::time::Duration::ZERO, moves: None })
    }
}

/// The keys of a peer on the command line.
#[derive(Debug, Default)]
pub(in crate::arena) struct DxpKeys {
    connect: Option<String>,
    listen: Option<String>,
    fractions: Option<bool>,
    moves: Option<u16>,
    log: Option<PathBuf>,
}

impl DxpKeys {
    /// Stores `key=value` if the key belongs to DXP. Returns whether it does.
    pub(in crate::arena) fn take(&mut self, key: &str, value: &str) -> Result<bool, String> {
        match key {
            "dxp" => self.connect = Some(value.to_owned()),
            "dxp-listen" => self.listen = Some(value.to_owned()),
            "dxp-fractions" => self.fractions = Some(read(key, value, "true or false")?),
            "dxp-moves" => {
                let moves =
                    read(key, value, "a number of moves from 0 to 999").and_then(|moves| match moves {
                        0..=999 => Ok(moves),
                        _ => {
                            Err(format!("engine {key}: '{value}', expected a number of moves from 0 to 999"))
                        }
                    });
                self.moves = Some(moves?);
            }
            "dxp-log" => self.log = Some(value.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The peer that the keys describe; `None` without such keys.
    pub(in crate::arena) fn spec(self) -> Result<Option<DxpSpec>, String> {
        let Self { connect, listen, fractions, moves, log } = self;
        let address = match (connect, listen) {
            (Some(address), None) => DxpAddress::Connect(with_port(address)?),
            (None, Some(address)) => DxpAddress::Listen(with_port(address)?),
            (Some(_), Some(_)) => return Err("engine: expected dxp= or dxp-listen=, not both".to_owned()),
            (None, None) if fractions.is_none() && moves.is_none() && log.is_none() => return Ok(None),
            (None, None) => {
                return Err("engine: expected dxp= or dxp-listen= with other keys of DXP".to_owned());
            }
        };
        let (fractions, moves) = (fractions.unwrap_or_default(), moves.unwrap_or_default());
        Ok(Some(DxpSpec { address, fractions, moves, log }))
    }
}

fn read<T: FromStr>(key: &str, value: &str, expected: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("engine {key}: '{value}', expected {expected}"))
}

fn with_port(address: String) -> Result<String, String> {
    let port =
        address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if port { Ok(address) } else { Err(format!("engine: '{address}' is not an address, expected HOST:PORT")) }
}
