//! The rules of capturing in which games differ: which captures are legal, and when captured pieces leave the board.

/// Which captures are legal if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureOrder {
    /// Those that take the most pieces.
    MostPieces,
    /// Those of the highest value.
    MostValuable {
        /// The value of a man.
        man: u32,
        /// The value of a king.
        king: u32,
        /// Whether, among equally valuable captures, a capture by a king makes captures by men illegal.
        king_first: bool,
    },
    /// All completed captures.
    Any,
}

impl CaptureOrder {
    /// The rank of a capture of `pieces` pieces, `kings` of them kings, by a king or a man. Only captures of the
    /// highest rank are legal.
    #[inline(always)]
    pub(super) const fn rank(self, pieces: u32, kings: u32, by_king: bool) -> u32 {
        match self {
            Self::MostPieces => pieces,
            Self::MostValuable { man, king, king_first } => {
                2 * (man * (pieces - kings) + king * kings) + (king_first && by_king) as u32
            }
            Self::Any => 1,
        }
    }
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the move is over: until then they block cells, and cannot be jumped again.
    AtTheEnd,
    /// Immediately: their cells can be crossed and landed on in the rest of the move.
    AtOnce,
}

/// The result for a player who is to move and has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutMove {
    /// The game is lost.
    Loses,
    /// The game is won.
    Wins,
}
