//! Values: the result of a game under best play, and its encoding in tables.

use crate::rules::{Color, Outcome, WithoutMove};

/// The result of a position under best play: the winner wins as soon as possible, the loser holds out as long as
/// possible.
///
/// Plies are counted to the end of the game, when the side to move has no piece or no move: a loss in 0. In games in
/// which the player who cannot move wins, this is a win in 0, so wins are even there. Where the rules end the game on
/// certain material, it is a loss in 0 if the loser is to move, and a win in 1 if the winner is to move, since any move
/// will do. In drawn positions neither side can force a win. Draws by repetition or by move limits are ignored: a win
/// may be longer than such a limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this number of plies, usually odd.
    Win(u16),
    /// Neither side can win.
    Draw,
    /// The side to move loses in this number of plies, usually even.
    Loss(u16),
}

impl Value {
    /// The value without the plies.
    #[inline]
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss(_) => Wdl::Loss,
        }
    }
}

/// The result for the side to move under best play.
///
/// ```
/// use coupturc_core::tables::{Value, Wdl};
///
/// assert_eq!(Value::Loss(4).wdl(), Wdl::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wdl {
    /// The side to move wins.
    Win,
    /// Neither side can win.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Wdl {
    /// The result for the opponent.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// All three, in the order of their codes in files.
    pub(super) const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// The result that this number of plies stands for.
    #[inline]
    pub(super) const fn of(plies: Plies) -> Self {
        match plies {
            DRAW => Self::Draw,
            plies if is_loss(plies) => Self::Loss,
            _ => Self::Win,
        }
    }
}

/// A value as one number: the plies to the end, or [`DRAW`]. Odd numbers are wins, even numbers are losses. In games in
/// which the player who cannot move wins, such an end counts as one ply, so that wins are odd there too.
pub(super) type Plies = u16;

/// The value of a position without a move.
pub(super) const fn at_end(without_move: WithoutMove) -> Plies {
    match without_move {
        WithoutMove::Loses => 0,
        WithoutMove::Wins => 1,
    }
}

/// Neither side can win.
pub(super) const DRAW: Plies = Plies::MAX;

/// A draw as a byte of a table.
const DRAW_BYTE: u8 = u8::MAX;

/// The longest win or loss that a table can hold.
pub(super) const MAX_PLIES: Plies = DRAW_BYTE as Plies - 1;

/// The byte of a table for a value of at most [`MAX_PLIES`].
#[inline]
pub(super) const fn byte_of(plies: Plies) -> u8 {
    if plies == DRAW { DRAW_BYTE } else { plies as u8 }
}

/// The value of a byte of a table.
#[inline]
pub(super) const fn plies_of(byte: u8) -> Plies {
    if byte == DRAW_BYTE { DRAW } else { byte as Plies }
}

/// The value of a position with `side` to move in which the rules end the game although there are moves.
pub(super) fn plies_of_ending(outcome: Outcome, side: Color) -> Plies {
    match outcome {
        Outcome::Draw(_) => DRAW,
        Outcome::Win { winner, .. } => Plies::from(winner == side),
    }
}

/// Whether a value is a loss for the side to move.
#[inline]
pub(super) const fn is_loss(plies: Plies) -> bool {
    plies.is_multiple_of(2)
}

impl Value {
    /// The value that `plies` stands for in a game in which a position without a move is stored as `at_end`.
    pub(super) const fn of(plies: Plies, at_end: Plies) -> Self {
        match Wdl::of(plies) {
            Wdl::Draw => Self::Draw,
            Wdl::Loss => Self::Loss(plies - at_end),
            Wdl::Win => Self::Win(plies - at_end),
        }
    }
}

/// A summary of the values that some moves of a position lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The shortest win, or [`DRAW`] if no move wins.
    win: Plies,
    draws: bool,
    /// The longest loss; 0 if no move loses.
    loss: Plies,
}

impl Choice {
    /// No moves.
    pub(super) const NOTHING: Self = Self { win: DRAW, draws: false, loss: 0 };

    /// Adds a move that leads to a position with the value `next` for the opponent.
    #[inline]
    pub(super) fn add(&mut self, next: Plies) {
        if next == DRAW {
            self.draws = true;
        } else if is_loss(next) {
            self.win = self.win.min(next + 1);
        } else {
            self.loss = self.loss.max(next + 1);
        }
    }

    /// The shortest win among the moves.
    #[inline]
    pub(super) fn win(self) -> Option<Plies> {
        (self.win != DRAW).then_some(self.win)
    }

    /// Whether one of the moves draws.
    #[inline]
    pub(super) fn draws(self) -> bool {
        self.draws
    }

    /// The longest loss among the moves.
    #[inline]
    pub(super) fn loss(self) -> Plies {
        self.loss
    }

    /// The value of the position if it has no other moves.
    #[inline]
    pub(super) fn best(self) -> Plies {
        match self {
            Self { win, .. } if win != DRAW => win,
            Self { draws: true, .. } => DRAW,
            Self { loss, .. } => loss,
        }
    }
}
