//! Options of the rules: where capturing kings stop, the scope of the vanguard rule, draw limits, a king against a man.

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

/// The error for a name that is not a value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue {
    /// The given name.
    pub given: String,
    /// The valid names, separated by commas.
    pub expected: String,
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of: {}", self.given, self.expected)
    }
}

impl std::error::Error for UnknownValue {}

/// Defines the options of the rules in one place: their types, [`RuleOptions`] with a field for each, and the list
/// [`RuleOption::ALL`], from which parameters, command lines, tags, records and forms are made.
macro_rules! rule_options {
    ($(
        $(#[$doc:meta])*
        $field:ident: $type:ident = $name:literal, $title:literal, $help:literal, $changes:ident {
            $($(#[$value_doc:meta])* $value:ident = $text:literal, $value_title:literal),+ $(,)?
        }
    )+) => {
        $(named_option! { $(#[$doc])* $type { $($(#[$value_doc])* $value = $text),+ } })+

        /// All options of the rules. A game uses those that it has and ignores the others.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct RuleOptions {
            $(#[doc = concat!($help, ".")] pub $field: $type),+
        }

        impl RuleOption {
            /// All options, in display order.
            pub const ALL: &'static [Self] = &[$(Self {
                name: $name,
                title: $title,
                help: $help,
                changes: Changes::$changes,
                values: &[$(OptionValue { name: $text, title: $value_title }),+],
                get: |rules| rules.$field.name(),
                set: |rules, value| value.parse().map(|value| rules.$field = value),
            }),+];
        }
    };
}

/// An option of the rules that can be chosen by name. Its first value is the default.
///
/// ```
/// use coupturc_core::rules::{Halt, RuleOption, RuleOptions};
///
/// let mut rules = RuleOptions::default();
/// let halt = RuleOption::named("halt").expect("there is such an option");
/// halt.set(&mut rules, "damme")?;
/// assert_eq!((rules.halt, halt.get(&rules)), (Halt::Damme, "damme"));
/// # Ok::<(), coupturc_core::rules::UnknownValue>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The name in protocols and on the command line.
    pub name: &'static str,
    /// The beginning of a sentence that the value completes, for forms.
    pub title: &'static str,
    /// What the option decides, for help texts.
    pub help: &'static str,
    /// The part of a game that depends on the option.
    pub changes: Changes,
    /// The values, the default first.
    pub values: &'static [OptionValue],
    get: fn(&RuleOptions) -> &'static str,
    set: fn(&mut RuleOptions, &str) -> Result<(), UnknownValue>,
}

/// The part of a game that depends on a [`RuleOption`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// Which moves are legal.
    Moves,
    /// When a game is over even though there are legal moves.
    Endings,
}

/// A value of a [`RuleOption`].
#[derive(Clone, Copy, Debug)]
pub struct OptionValue {
    /// The name in protocols and on the command line.
    pub name: &'static str,
    /// The end of the sentence that the title of the option begins.
    pub title: &'static str,
}

impl RuleOption {
    /// The option with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|option| option.name == name)
    }

    /// The name of the option's value in `rules`.
    #[must_use]
    pub fn get(&self, rules: &RuleOptions) -> &'static str {
        (self.get)(rules)
    }

    /// Sets the option in `rules` to the value with this name.
    ///
    /// # Errors
    ///
    /// If there is no such value; `rules` is unchanged.
    pub fn set(&self, rules: &mut RuleOptions, value: &str) -> Result<(), UnknownValue> {
        (self.set)(rules, value)
    }

    /// Returns `rules` with each value of the option in turn.
    pub fn each(&'static self, rules: RuleOptions) -> impl Iterator<Item = RuleOptions> {
        self.values.iter().filter_map(move |value| {
            let mut changed = rules;
            self.set(&mut changed, value.name).ok().map(|()| changed)
        })
    }
}

rule_options! {
    /// When a capturing king must stop directly behind the last piece that it captured.
    ///
    /// This changes only where the king may stop, never how many pieces a capture takes.
    halt: Halt = "halt", "Capturing kings halt", "When a capturing king must stop right behind the last captured piece", Moves {
        /// Never.
        #[default]
        None = "none", "where they like",
        /// When the last captured piece is a king.
        Killer = "killer", "behind a king (killer)",
        /// When the capture took two or more pieces.
        Damme = "damme", "after two or more (damme)",
        /// When the capture took two or more pieces and the last is a king.
        KillerLight = "killer-light", "after two or more, the last a king",
        /// When the last two captured pieces are both kings.
        Winther = "winther", "if the last two are kings (winther)",
    }
    /// Which jumps of a man's capture may not take the vanguard backwards.
    vanguard_scope: VanguardScope = "vanguard-scope", "The vanguard is safe from", "Which jumps of a capture may not take the vanguard backwards: only the first, or all of them", Moves {
        /// The first jump only.
        #[default]
        First = "first", "the first jump",
        /// Every jump of the move.
        Whole = "whole", "all jumps of a move",
    }
    /// What ends a game as a draw, besides threefold repetition and agreement.
    draw_rule: DrawRule = "draw-rule", "Draws", "Whether the FMJD's move limits end the game as a draw", Endings {
        /// The move limits of the world federation (FMJD), in the games that have them.
        #[default]
        Fmjd = "fmjd", "federation's limits",
        /// Nothing else.
        Repetition = "repetition", "repetition only",
    }
    /// How a game ends with one king against one man, as soon as the side to move cannot capture.
    king_against_man: KingAgainstMan = "king-against-man", "A king against a man", "Result of one king against one man", Endings {
        /// The king's side has won.
        #[default]
        Win = "win", "wins",
        /// The game is a draw.
        Draw = "draw", "is a draw",
        /// The game goes on.
        Play = "play", "is played on",
    }
}

impl RuleOptions {
    /// All combinations of values.
    #[must_use]
    pub fn every() -> Vec<Self> {
        RuleOption::ALL.iter().fold(vec![Self::default()], |all, option| {
            all.into_iter().flat_map(|rules| option.each(rules)).collect()
        })
    }
}

/// The pieces that a king has captured so far, in so far as the halt rules depend on them.
#[derive(Clone, Copy, Debug)]
pub struct CaptureTrail {
    /// The number of pieces.
    pub count: u32,
    /// Whether the last of them is a king.
    pub last_is_king: bool,
    /// Whether the second-last is a king.
    pub previous_is_king: bool,
}

impl CaptureTrail {
    /// The trail of a king that has captured nothing yet.
    pub(super) const NONE: Self = Self { count: 0, last_is_king: false, previous_is_king: false };

    /// The trail with one more piece, a king or a man.
    #[inline]
    pub(super) const fn extended(self, is_king: bool) -> Self {
        Self { count: self.count + 1, last_is_king: is_king, previous_is_king: self.last_is_king }
    }
}

impl Halt {
    /// Whether a king whose capture ends like this must stop directly behind the last captured piece.
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
