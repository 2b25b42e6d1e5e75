//! Rules that a player can choose: halts, the reach of the vanguard rule, draw limits, what a king against a man is.

use std::fmt;

/// Defines an option whose values have the names that protocols and command lines use.
macro_rules! named_option {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// All values, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The name of the value in protocols and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::rules::UnknownValue;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|value| value.name() == text).ok_or_else(|| $crate::rules::UnknownValue {
                    given: text.to_owned(),
                    expected: Self::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(", "),
                })
            }
        }
    };
}
pub(super) use named_option;

/// A name that stands for no value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue {
    /// What was given.
    pub given: String,
    /// The names there are, with commas between them.
    pub expected: String,
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of: {}", self.given, self.expected)
    }
}

impl std::error::Error for UnknownValue {}

named_option! {
    /// When a capturing king must stop right behind the last piece that it captured.
    ///
    /// Only where the king may stop changes, never how many pieces a capture takes.
    Halt {
        /// Never.
        #[default]
        None = "none",
        /// When the last captured piece is a king.
        Killer = "killer",
        /// When the capture took two or more pieces.
        Damme = "damme",
        /// When the capture took two or more pieces and the last is a king.
        KillerLight = "killer-light",
        /// When the last two captured pieces are both kings.
        Winther = "winther",
    }
}

named_option! {
    /// Which jumps of a man's capture may not take the vanguard backwards.
    VanguardScope {
        /// The first jump only.
        #[default]
        First = "first",
        /// No jump of the whole move.
        Whole = "whole",
    }
}

named_option! {
    /// What ends a game as a draw, beside threefold repetition and agreement.
    DrawRule {
        /// The limits of moves of the world federation, in the games that have them.
        #[default]
        Fmjd = "fmjd",
        /// Nothing else.
        Repetition = "repetition",
    }
}

named_option! {
    /// How a game ends with one king against one man, as soon as the side to move cannot capture.
    KingAgainstMan {
        /// The king's side has won.
        #[default]
        Win = "win",
        /// Nobody has won.
        Draw = "draw",
        /// It goes on.
        Play = "play",
    }
}

/// All options that a player can set. A game takes those that it has and ignores the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleOptions {
    /// For International and Vanguard Draughts.
    pub halt: Halt,
    /// For Vanguard Draughts.
    pub vanguard_scope: VanguardScope,
    /// For International, Vanguard, Brazilian, Russian and Frisian Draughts.
    pub draw_rule: DrawRule,
    /// For Turkish Draughts.
    pub king_against_man: KingAgainstMan,
}

impl RuleOptions {
    /// All that can be chosen together.
    pub fn every() -> impl Iterator<Item = Self> {
        let all = [Self::default()].into_iter();
        let all = all.flat_map(|rules| Halt::ALL.iter().map(move |&halt| Self { halt, ..rules }));
        let all = all.flat_map(|rules| {
            VanguardScope::ALL.iter().map(move |&vanguard_scope| Self { vanguard_scope, ..rules })
        });
        let all =
            all.flat_map(|rules| DrawRule::ALL.iter().map(move |&draw_rule| Self { draw_rule, ..rules }));
        all.flat_map(|rules| {
            KingAgainstMan::ALL.iter().map(move |&king_against_man| Self { king_against_man, ..rules })
        })
    }
}

/// What a king has captured so far on its way, as far as the halt rules ask.
#[derive(Clone, Copy, Debug)]
pub struct CaptureTrail {
    /// How many pieces.
    pub count: u32,
    /// Whether the last of them is a king.
    pub last_is_king: bool,
    /// Whether the one before is a king.
    pub previous_is_king: bool,
}

impl CaptureTrail {
    /// The trail of a king that has not captured anything yet.
    pub(super) const NONE: Self = Self { count: 0, last_is_king: false, previous_is_king: false };

    /// The trail with one more piece, a king or a man.
    #[inline]
    pub(super) const fn extended(self, is_king: bool) -> Self {
        Self { count: self.count + 1, last_is_king: is_king, previous_is_king: self.last_is_king }
    }
}

impl Halt {
    /// Whether a king whose capture ends like this must halt behind the last captured piece.
    #[inline]
    #[must_use]
    pub fn binds(self, trail: CaptureTrail) -> bool {
        match self {
            Self::None => false,
            Self::Killer => trail.last_is_king,
            Self::Damme => trail.count >= 2,
            Self::KillerLight => trail.count >= 2 && trail.last_is_king,
            Self::Winther => trail.last_is_king && trail.previous_is_king,
        }
    }
}
