//! DXP fields with restricted contents: names, chats, times.

use std::fmt;
use std::time::Duration;

use super::super::{PROGRAM, VERSION};
use crate::rules::Rules;
use crate::rules::games::Variant;

/// The maximum length of a message in characters.
pub const LONGEST_MESSAGE: usize = 127;
/// The length of a name in characters, with trailing blanks.
const NAME_LENGTH: usize = 32;

/// The games that a program without a game in its name may play: International Draughts and, as with Scan, other games
/// on the same board. Both ends must be configured for the same game.
const NAMELESS: [Variant; 4] =
    [Variant::International, Variant::Frisian, Variant::Breakthrough, Variant::Losing];

/// The name of a program: at most 32 visible characters and blanks.
///
/// ```
/// use coupturc_core::protocol::dxp::Name;
///
/// assert_eq!(Name::new(" Tornado ").as_str(), "Tornado");
/// assert_eq!(Name::new("Tornado").to_string().len(), 32);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The name closest to `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(printable(text.trim_ascii(), NAME_LENGTH).trim_ascii_end().to_owned())
    }

    /// The name, without blanks around it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:NAME_LENGTH$}", self.0)
    }
}

/// The name under which this program plays a game: `coupturc 0.1.0`, or `coupturc 0.1.0 [dameo]`.
///
/// The protocol has no field for the game, so the name carries it. This identifies games that only our own programs
/// play over DXP.
///
/// ```
/// use coupturc_core::protocol::dxp::{named_game, own_name};
/// use coupturc_core::rules::games::Variant;
///
/// let dameo = Variant::Dameo.rules();
/// assert!(own_name(dameo).as_str().ends_with(" [dameo]"));
/// assert_eq!(named_game(&own_name(dameo)), Some(dameo));
/// ```
#[must_use]
pub fn own_name(rules: &Rules) -> Name {
    let program = format!("{PROGRAM} {VERSION}");
    match rules.variant {
        Some(Variant::International) => Name::new(&program),
        _ => Name::new(&format!("{program} [{rules}]")),
    }
}

/// The game that a program names: the game in square brackets at the end of its name, if there is one. Our own program
/// names every game except International Draughts.
#[must_use]
pub fn named_game(name: &Name) -> Option<&'static Rules> {
    let bracketed = name.as_str().strip_suffix(']').and_then(|name| name.rsplit_once('['));
    let named = bracketed.and_then(|(_, game)| game.parse::<Variant>().ok());
    let is_ours = name.as_str().strip_prefix(PROGRAM).is_some_and(|rest| rest.starts_with(' '));
    named.or_else(|| is_ours.then(Variant::default)).map(Variant::rules)
}

/// Whether a program with this name may play this game: only the game in its name or, if it names none, any game that
/// such programs play over DXP.
///
/// ```
/// use coupturc_core::protocol::dxp::{Name, may_mean};
/// use coupturc_core::rules::games::Variant;
///
/// assert!(may_mean(&Name::new("coupturc 0.1.0 [dameo]"), Variant::Dameo.rules()));
/// assert!(may_mean(&Name::new("Scan 3.1"), Variant::Breakthrough.rules()));
/// assert!(!may_mean(&Name::new("Scan 3.1"), Variant::Dameo.rules()));
/// ```
#[must_use]
pub fn may_mean(name: &Name, rules: &Rules) -> bool {
    named_game(name)
        .map_or_else(|| rules.variant.is_some_and(|game| NAMELESS.contains(&game)), |named| named == rules)
}

/// The text of a CHAT: at most 126 visible characters and blanks, whatever was sent. So it is safe to print on a
/// terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatText(String);

impl ChatText {
    /// The chat closest to `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(printable(text, LONGEST_MESSAGE - 1))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first `length` characters of `text`, with blanks for invisible characters and question marks for those that are
/// not ASCII.
fn printable(text: &str, length: usize) -> String {
    let visible = |c: char| match c {
        ' '..='~' => c,
        c if c.is_ascii() => ' ',
        _ => '?',
    };
    text.chars().take(length).map(visible).collect()
}

/// A time that fits into three characters: whole minutes from 0 to 999, or a fraction such as `1.5`, `.25`.
///
/// The protocol has only whole minutes. Some programs accept fractions as well, and so does this one.
///
/// ```
/// use std::time::Duration;
/// use coupturc_core::protocol::dxp::Minutes;
///
/// let time: Minutes = "1.5".parse()?;
/// assert_eq!((time.duration(), time.to_string().as_str()), (Duration::from_secs(90), "1.5"));
/// assert_eq!(Minutes::whole(5).to_string(), "005");
/// assert!("1.25".parse::<Minutes>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minutes {
    hundredths: u32,
}

impl Minutes {
    /// This many minutes, at most 999.
    #[must_use]
    pub fn whole(minutes: u16) -> Self {
        Self { hundredths: u32::from(minutes.min(999)) * 100 }
    }

    /// The shortest representable time that is at least `time`: whole minutes, or with `fractions` any that fits;
    /// `None` if `time` is zero, which would mean no limit, or does not fit.
    ///
    /// ```
    /// use std::time::Duration;
    /// use coupturc_core::protocol::dxp::Minutes;
    ///
    /// let time = |seconds, fractions| Some(Minutes::at_least(Duration::from_secs(seconds), fractions)?.to_string());
    /// assert_eq!((time(61, false), time(61, true)), (Some("002".to_owned()), Some("1.1".to_owned())));
    /// assert_eq!(time(0, true), None);
    /// ```
    #[must_use]
    pub fn at_least(time: Duration, fractions: bool) -> Option<Self> {
        let hundredths = u32::try_from(time.as_nanos().div_ceil(600_000_000)).ok()?;
        // Two decimal places fit below one minute, one fits below ten.
        let step = match hundredths {
            ..=99 if fractions => 1,
            ..=990 if fractions => 10,
            _ => 100,
        };
        let hundredths = hundredths.next_multiple_of(step);
        (1..=999 * 100).contains(&hundredths).then_some(Self { hundredths })
    }

    /// The duration.
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.hundredths) * 600)
    }
}

impl std::str::FromStr for Minutes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let problem =
            || "expected minutes in at most three characters, such as 5, 120, 1.5 or .25".to_owned();
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        if text.len() > 3 || whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
            return Err(problem());
        }
        let number = |part: &str| if part.is_empty() { Ok(0) } else { part.parse::<u32>() };
        let whole = number(whole).map_err(|_| problem())?;
        let fraction = number(&format!("{fraction:0<2}")).map_err(|_| problem())?;
        Ok(Self { hundredths: whole * 100 + fraction })
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.hundredths / 100, self.hundredths % 100);
        match (whole, fraction) {
            (_, 0) => write!(f, "{whole:03}"),
            (0, _) => write!(f, ".{fraction:02}"),
            (_, _) => write!(f, "{whole}.{}", fraction / 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_up_to_what_can_be_written() {
        for (seconds, whole, fraction) in [
            (0.6, "001", ".01"),
            (0.61, "001", ".02"),
            (59.4, "001", ".99"),
            (59.5, "001", "001"),
            (60.0, "001", "001"),
            (60.01, "002", "1.1"),
            (90.0, "002", "1.5"),
            (594.0, "010", "9.9"),
            (594.1, "010", "010"),
            (59_940.0, "999", "999"),
        ] {
            let time = Duration::from_secs_f64(seconds);
            for (fractions, expected) in [(false, whole), (true, fraction)] {
                let minutes = Minutes::at_least(time, fractions).unwrap_or_else(|| unreachable!("{seconds}"));
                assert_eq!(minutes.to_string(), expected, "{seconds}");
                assert_eq!(minutes.to_string().parse(), Ok(minutes), "{seconds}");
                assert!(minutes.duration() >= time);
            }
        }
        for seconds in [0, 59_941, 100_000_000_000] {
            assert_eq!(Minutes::at_least(Duration::from_secs(seconds), true), None);
        }
    }

    #[test]
    fn every_game_is_understood_from_the_name() {
        for variant in Variant::ALL {
            let name = own_name(variant.rules());
            assert_eq!(named_game(&name), Some(variant.rules()));
            let meant: Vec<_> = Variant::ALL.iter().filter(|game| may_mean(&name, game.rules())).collect();
            assert_eq!(meant, [variant], "{name}");
            assert!(name.as_str().starts_with("coupturc "), "{name}");
        }
        for other in ["Scan 3.1", "Truus [64 bit]", "]", "[", "dameo", ""] {
            let name = Name::new(other);
            assert_eq!(named_game(&name), None, "{other}");
            let meant: Vec<_> = Variant::ALL.iter().filter(|game| may_mean(&name, game.rules())).collect();
            assert_eq!(meant, NAMELESS.iter().collect::<Vec<_>>(), "{other}");
        }
    }
}
