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
    /// Those that come first by the first criterion, among them by the second, and so on.
    ByCriteria(&'static [Criterion]),
    /// All completed captures.
    Any,
}

/// What makes one capture take precedence over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// More pieces.
    MostPieces,
    /// A greater value.
    MostValue {
        /// The value of a man.
        man: u32,
        /// The value of a king.
        king: u32,
    },
    /// By a king.
    ByKing,
    /// More kings.
    MostKings,
    /// Fewer pieces before the first king; at least one king.
    KingSoonest,
}

impl Criterion {
    /// The rank of a capture by this criterion, and the number of bits that ranks have.
    const fn rank(self, pieces: u32, kings: u32, by_king: bool, before_king: u32) -> (u32, u32) {
        match self {
            Self::MostPieces => (pieces, 8),
            Self::MostValue { man, king } => (man * (pieces - kings) + king * kings, 18),
            Self::ByKing => (by_king as u32, 1),
            Self::MostKings => (kings, 8),
            Self::KingSoonest => (if kings > 0 { u8::MAX as u32 - before_king } else { 0 }, 8),
        }
    }
}

impl CaptureOrder {
    /// The rank of a capture of `pieces` pieces, `kings` of them kings, by a king or a man, with `before_king` pieces
    /// before the first king. Only captures of the highest rank, which is at least 1, are legal.
    #[inline(always)]
    pub(super) fn rank(self, pieces: u32, kings: u32, by_king: bool, before_king: u32) -> u64 {
        match self {
            Self::MostPieces => pieces.into(),
            Self::MostValuable { man, king, king_first } => {
                (2 * (man * (pieces - kings) + king * kings) + (king_first && by_king) as u32).into()
            }
            Self::ByCriteria(criteria) => criteria.iter().fold(1, |above, criterion| {
                let (rank, bits) = criterion.rank(pieces, kings, by_king, before_king);
                above << bits | u64::from(rank)
            }),
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

/// What happens to a man that lands on a promotion cell during a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InPassing {
    /// Nothing: it goes on as a man, and is promoted only where its move ends.
    Nothing,
    /// It goes on as a king.
    GoesOn,
    /// It is promoted, and its move is over.
    Stops,
}

/// The result for a player who is to move and has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutMove {
    /// The game is lost.
    Loses,
    /// The game is won.
    Wins,
}
