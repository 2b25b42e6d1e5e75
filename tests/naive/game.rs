//! The names of the games and of their parameters.

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Game {
    /// International Draughts.
    Normal,
    /// Vanguard Draughts.
    Vanguard,
    /// Dameo.
    Dameo,
    /// Hexdame.
    Hexdame,
    /// Harzdame.
    Harzdame,
    /// Croda.
    Croda,
    /// Brazilian Draughts.
    Brazilian,
    /// Russian Draughts.
    Russian,
    /// Turkish Draughts.
    Turkish,
    /// Frisian Draughts.
    Frisian,
    /// Breakthrough Draughts.
    Breakthrough,
    /// Losing Draughts.
    Losing,
}

impl Game {
    /// All games.
    pub const ALL: [Game; 12] = [
        Game::Normal,
        Game::Vanguard,
        Game::Dameo,
        Game::Hexdame,
        Game::Harzdame,
        Game::Croda,
        Game::Brazilian,
        Game::Russian,
        Game::Turkish,
        Game::Frisian,
        Game::Breakthrough,
        Game::Losing,
    ];

    /// The game's name in the Hub protocol.
    pub fn name(self) -> &'static str {
        match self {
            Game::Normal => "normal",
            Game::Vanguard => "vanguard",
            Game::Dameo => "dameo",
            Game::Hexdame => "hexdame",
            Game::Harzdame => "harzdame",
            Game::Croda => "croda",
            Game::Brazilian => "brazilian",
            Game::Russian => "russian",
            Game::Turkish => "turkish",
            Game::Frisian => "frisian",
            Game::Breakthrough => "bt",
            Game::Losing => "losing",
        }
    }

    /// Which captures of all pieces are legal.
    pub(super) fn capture_order(self) -> CaptureOrder {
        match self {
            Game::Russian => CaptureOrder::Any,
            Game::Frisian => CaptureOrder::MostValuable,
            _ => CaptureOrder::Most,
        }
    }

    /// Whether a man that reaches a promotion cell during a capture continues as a king.
    pub(super) fn crowns_in_passing(self) -> bool {
        self == Game::Russian
    }

    /// Whether captured pieces leave the board immediately instead of together when the move is over.
    pub(super) fn removes_at_once(self) -> bool {
        self == Game::Turkish
    }

    /// Whether two jumps of a capture may follow each other in opposite directions.
    pub(super) fn may_turn_back(self) -> bool {
        self != Game::Turkish
    }

    /// Whether a player who cannot move wins instead of losing.
    pub(super) fn is_won_without_move(self) -> bool {
        self == Game::Losing
    }

    /// Whether the game has halt rules.
    pub(super) fn has_halt_rules(self) -> bool {
        matches!(self, Game::Normal | Game::Vanguard)
    }
}

/// Which captures of all pieces are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CaptureOrder {
    /// Those that take the most pieces; men and kings count the same.
    Most,
    /// All complete captures.
    Any,
    /// Those that take the greatest value; if both men and kings can take it, only those by kings.
    MostValuable,
}

/// Where a capturing king must stop after its last jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Halt {
    /// Anywhere behind the last captured piece.
    None,
    /// Immediately behind it, if it is a king.
    Killer,
    /// Immediately behind it, if the capture took two pieces or more.
    Damme,
    /// Immediately behind it, if it is a king and the capture took two pieces or more.
    KillerLight,
    /// Immediately behind it, if the last two captured pieces are kings.
    Winther,
}

impl Halt {
    /// All halt rules.
    pub const ALL: [Halt; 5] = [Halt::None, Halt::Killer, Halt::Damme, Halt::KillerLight, Halt::Winther];

    /// The value of the parameter `halt`.
    pub fn name(self) -> &'static str {
        match self {
            Halt::None => "none",
            Halt::Killer => "killer",
            Halt::Damme => "damme",
            Halt::KillerLight => "killer-light",
            Halt::Winther => "winther",
        }
    }
}

/// Which jumps of a man's capture may not take the vanguard backwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Only the first jump.
    First,
    /// Every jump.
    Whole,
}

impl Scope {
    /// Both readings.
    pub const ALL: [Scope; 2] = [Scope::First, Scope::Whole];

    /// The value of the parameter `vanguard-scope`.
    pub fn name(self) -> &'static str {
        match self {
            Scope::First => "first",
            Scope::Whole => "whole",
        }
    }
}

/// Which draws there are besides agreement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawRule {
    /// Repetition and the game's move limits.
    Fmjd,
    /// Repetition only.
    Repetition,
}

impl DrawRule {
    /// Both rules.
    pub const ALL: [DrawRule; 2] = [DrawRule::Fmjd, DrawRule::Repetition];

    /// The value of the parameter `draw-rule`.
    pub fn name(self) -> &'static str {
        match self {
            DrawRule::Fmjd => "fmjd",
            DrawRule::Repetition => "repetition",
        }
    }
}

/// The result of one king against one man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingAgainstMan {
    /// A win for the king.
    Win,
    /// A draw.
    Draw,
    /// Play continues.
    Play,
}

impl KingAgainstMan {
    /// All rules.
    pub const ALL: [KingAgainstMan; 3] = [KingAgainstMan::Win, KingAgainstMan::Draw, KingAgainstMan::Play];

    /// The value of the parameter `king-against-man`.
    pub fn name(self) -> &'static str {
        match self {
            KingAgainstMan::Win => "win",
            KingAgainstMan::Draw => "draw",
            KingAgainstMan::Play => "play",
        }
    }
}

/// The parameters of the rules. A game ignores those that it does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// International and Vanguard.
    pub halt: Halt,
    /// Vanguard.
    pub scope: Scope,
    /// The games with move limits; the others have repetition only.
    pub draw_rule: DrawRule,
    /// Turkish.
    pub king_against_man: KingAgainstMan,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            halt: Halt::None,
            scope: Scope::First,
            draw_rule: DrawRule::Fmjd,
            king_against_man: KingAgainstMan::Win,
        }
    }
}
