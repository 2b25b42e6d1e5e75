//! Values that a file chooses by name. Every name, and what it means, is here and nowhere else: the reader, the schema
//! and the table of `docs/game-file.md` are made from these lists.

/// A name that a key accepts, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name in files.
    pub name: &'static str,
    /// What it means, as the end of a sentence.
    pub help: &'static str,
}

/// Defines an enumeration whose values have names in files.
macro_rules! choices {
    ($(
        $(#[$doc:meta])*
        $name:ident { $($(#[$attribute:meta])* $value:ident = $text:literal, $help:literal;)+ }
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = $help] $(#[$attribute])* $value),+ }

        impl $name {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
            /// Their names.
            pub const CHOICES: &'static [Choice] = &[$(Choice { name: $text, help: $help }),+];

            /// The name in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }

            /// What it means.
            #[must_use]
            pub const fn help(self) -> &'static str {
                match self { $(Self::$value => $help),+ }
            }

            /// The value with this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    )+};
}

choices! {
    /// A player. White sits at the bottom of the board.
    Color {
        #[default]
        White = "white", "White, at the bottom of the board";
        Black = "black", "Black, at the top of the board";
    }
    /// The cells of a board.
    Cells {
        #[default]
        All = "all", "all squares of a board of rows and columns";
        Dark = "dark", "every second square, as on a chessboard";
        Hexagon = "hexagon", "a hexagon that stands on a corner";
    }
    /// The corner nearest to a player that is a dark square.
    Corner {
        #[default]
        Left = "left", "the corner at each player's left is dark";
        Right = "right", "the corner at each player's right is dark";
    }
    /// The names of cells.
    Naming {
        #[default]
        Letters = "letters", "a letter for the column and a number for the row, such as c3";
        Numbers = "numbers", "numbers, row by row, from 1";
    }
    /// The corner of the board where the numbers of cells start; they go on along the row.
    First {
        #[default]
        TopLeft = "top-left", "at White's upper left";
        TopRight = "top-right", "at White's upper right";
        BottomLeft = "bottom-left", "at White's lower left";
        BottomRight = "bottom-right", "at White's lower right";
    }
    /// A direction, as the player sees the board who moves.
    Direction {
        #[default]
        Forward = "forward", "away from the player, to the next cell straight ahead";
        ForwardLeft = "forward-left", "diagonally forward to the left";
        ForwardRight = "forward-right", "diagonally forward to the right";
        Left = "left", "sideways to the left";
        Right = "right", "sideways to the right";
        BackwardLeft = "backward-left", "diagonally backward to the left";
        BackwardRight = "backward-right", "diagonally backward to the right";
        Backward = "backward", "towards the player";
    }
    /// Several directions under one name.
    Group {
        #[default]
        Every = "every", "all directions of the board: six on a hexagon, eight elsewhere";
        Straight = "straight", "forward, backward, left and right";
        Diagonal = "diagonal", "the four diagonals";
        Sideways = "sideways", "left and right";
        DiagonalForward = "diagonal-forward", "the two diagonals forward";
    }
    /// The pieces that a piece may capture.
    Prey {
        #[default]
        All = "all", "men and kings";
        Men = "men", "men only";
    }
    /// Where a flying king may land behind each piece that it captures.
    Landing {
        #[default]
        Anywhere = "anywhere", "on any of the empty cells behind it";
        Behind = "behind", "right behind it only";
    }
    /// When a flying king must stop right behind the last piece that it captures.
    Halt {
        #[default]
        Never = "never", "never";
        Killer = "killer", "if the last captured piece is a king";
        Damme = "damme", "if it has captured two or more pieces";
        KillerLight = "killer-light", "if it has captured two or more pieces and the last is a king";
        Winther = "winther", "if the last two captured pieces are kings";
    }
    /// What makes one capture take precedence over another.
    Criterion {
        #[default]
        MostPieces = "most-pieces", "the capture of the most pieces";
        MostValue = "most-value", "the capture of the greatest value";
        ByKing = "by-king", "a capture by a king before one by a man";
        MostKings = "most-kings", "the capture of the most kings";
        KingSoonest = "king-soonest", "the capture that takes its first king soonest";
    }
    /// When captured pieces leave the board.
    Removal {
        #[default]
        AtTheEnd = "at-the-end", "when the move is over; until then they block, and none is jumped twice";
        AtOnce = "at-once", "one by one, during the move";
    }
    /// Which jumps of a man's capture may not take the vanguard, the man that has just moved, backwards.
    Vanguard {
        #[default]
        None = "none", "all may";
        First = "first", "the first jump may not";
        Whole = "whole", "no jump may";
    }
    /// What happens to a man that lands on a promotion cell during a capture.
    InPassing {
        #[default]
        Nothing = "nothing", "nothing: it goes on as a man, and is promoted only where its move ends";
        GoesOn = "goes-on", "it is a king from then on, and goes on capturing as one";
        Stops = "stops", "it is promoted, and its move is over";
    }
    /// The result for a player who is to move and has no legal move.
    WithoutMove {
        #[default]
        Loses = "loses", "the player loses";
        Wins = "wins", "the player wins";
    }
    /// The result of one king against one man, as soon as the side to move cannot capture.
    KingAgainstMan {
        #[default]
        Play = "play", "the game goes on";
        Win = "win", "the king wins";
        Draw = "draw", "a draw";
    }
    /// The result of one king against one king, as soon as the side to move cannot capture.
    KingAgainstKing {
        #[default]
        Play = "play", "the game goes on";
        Draw = "draw", "a draw";
    }
    /// The moves that set the count of a draw limit back to zero.
    Progress {
        #[default]
        CaptureOrManMove = "capture-or-man-move", "captures, and moves of men";
        CaptureOrPromotion = "capture-or-promotion", "captures, and moves that promote";
    }
}

impl Color {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter in Hub positions.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl Group {
    /// The directions of the group, if a hexagon has them or not.
    #[must_use]
    pub const fn directions(self) -> &'static [Direction] {
        use Direction::{
            Backward, BackwardLeft, BackwardRight, Forward, ForwardLeft, ForwardRight, Left, Right,
        };
        match self {
            Self::Every => Direction::ALL,
            Self::Straight => &[Forward, Backward, Left, Right],
            Self::Diagonal => &[ForwardLeft, BackwardRight, ForwardRight, BackwardLeft],
            Self::Sideways => &[Left, Right],
            Self::DiagonalForward => &[ForwardLeft, ForwardRight],
        }
    }
}
