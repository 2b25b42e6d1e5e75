//! Values: how a game ends under best play, and the numbers that stand for it in tables.

use crate::rules::{Color, Outcome, WithoutMove};

/// How a position ends if both sides play as well as can be: whoever wins wins as soon as possible, whoever
/// loses holds out as long as possible.
///
/// Plies are counted to the end of the game, where the side to move has no piece or no move and has lost
/// in 0; where that wins a game, it has won in 0, so that even numbers are wins. Where the rules end a game with certain pieces,
/// the loser to move has lost in 0, and the winner to move wins in 1: any move would do. Draws are positions in which neither
/// side can force that. The rules by which games are drawn after
/// so many moves, or by repetition, are not looked at: a win here may be longer than they allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in so many plies, an odd number as a rule.
    Win(u16),
    /// Neither side can win.
    Draw,
    /// The side to move loses in so many plies, an even number as a rule.
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

/// How a position ends for the side to move if both sides play as well as can be.
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
    /// The same for the opponent.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// All three, in the order of their numbers in files.
    pub(super) const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// What is left of a value without the plies.
    #[inline]
    pub(super) const fn of(plies: Plies) -> Self {
        match plies {
            DRAW => Self::Draw,
            plies if is_loss(plies) => Self::Loss,
            _ => Self::Win,
        }
    }
}

/// A value as one number: the plies to the end, or [`DRAW`]. Whether they lead to a win or a loss need not
/// be told: wins take an odd number of plies, losses an even one. Where a player without a move has won, that counts as
/// the last ply, so that it is the same there.
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

/// Longer than this no win or loss in a table can be.
pub(super) const LONGEST: Plies = DRAW_BYTE as Plies - 1;

/// How a value, no longer than [`LONGEST`], is written down in a table.
#[inline]
pub(super) const fn byte_of(plies: Plies) -> u8 {
    if plies == DRAW { DRAW_BYTE } else { plies as u8 }
}

/// The value that a byte of a table stands for.
#[inline]
pub(super) const fn plies_of(byte: u8) -> Plies {
    if byte == DRAW_BYTE { DRAW } else { byte as Plies }
}

/// The value of a position in which the game has ended although there are moves, with `side` to move.
pub(super) fn plies_of_ending(outcome: Outcome, side: Color) -> Plies {
    match outcome {
        Outcome::Draw(_) => DRAW,
        Outcome::Win { winner, .. } => Plies::from(winner == side),
    }
}

/// Whether the side to move has lost.
#[inline]
pub(super) const fn is_loss(plies: Plies) -> bool {
    plies.is_multiple_of(2)
}

impl Value {
    /// What a number stands for in a game in which a position without a move has the value `at_end`.
    pub(super) const fn of(plies: Plies, at_end: Plies) -> Self {
        match Wdl::of(plies) {
            Wdl::Draw => Self::Draw,
            Wdl::Loss => Self::Loss(plies - at_end),
            Wdl::Win => Self::Win(plies - at_end),
        }
    }
}

/// What the moves of a position lead to, of which some may not be known yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The shortest win, or [`DRAW`] if there is none.
    win: Plies,
    draws: bool,
    /// The longest loss; 0 if there is none.
    loss: Plies,
}

impl Choice {
    /// No move so far.
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

    /// Whether a move among them draws.
    #[inline]
    pub(super) fn draws(self) -> bool {
        self.draws
    }

    /// How long the moves hold out if all of them lose.
    #[inline]
    pub(super) fn loss(self) -> Plies {
        self.loss
    }

    /// The best of the moves, if there are no others.
    #[inline]
    pub(super) fn best(self) -> Plies {
        match self {
            Self { win, .. } if win != DRAW => win,
            Self { draws: true, .. } => DRAW,
            Self { loss, .. } => loss,
        }
    }
}
