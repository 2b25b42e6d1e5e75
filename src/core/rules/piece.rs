//! The two kinds of pieces.

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A man: short steps forward, short leaps.
    Man,
    /// A king: long steps and long leaps.
    King,
}
