//! The rules of a game, as a file describes them, with all defaults filled in.

use crate::board::{Board, Pieces, Step};
use crate::choices::{
    Color, Criterion, Direction, Halt, InPassing, KingAgainstKing, KingAgainstMan, Landing, Prey, Progress,
    Removal, Vanguard, WithoutMove,
};

/// A value for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// The value of a player.
    #[inline]
    pub const fn of(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The value of a player, to be changed.
    #[inline]
    pub const fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// Directions, as the player sees them who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directions {
    /// Their names.
    pub named: Vec<Direction>,
    /// White's steps, in the same order. Black's are their opposites.
    pub steps: Vec<Step>,
}

impl Directions {
    /// The steps of a player.
    pub fn steps(&self, color: Color) -> impl Iterator<Item = Step> {
        let sign = if color == Color::White { 1 } else { -1 };
        self.steps.iter().map(move |&(x, y)| (sign * x, sign * y))
    }
}

/// What men do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    /// Where they move.
    pub moves: Directions,
    /// Where they capture.
    pub captures: Directions,
    /// What they capture.
    pub take: Prey,
    /// Whether they jump over lines of men of their side.
    pub linear: bool,
}

/// What kings do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kings {
    /// Where they move.
    pub moves: Directions,
    /// Where they capture.
    pub captures: Directions,
    /// What they capture.
    pub take: Prey,
    /// Whether they move and capture over any distance.
    pub flying: bool,
    /// Where they land behind each captured piece, if they fly.
    pub land: Landing,
    /// When they must stop right behind the last captured piece, if they fly.
    pub halt: Halt,
    /// The number of moves in a row after which one of them must rest; 0 for no such rule.
    pub rest_after: u8,
}

/// The rules of capturing that concern men and kings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    /// What decides which captures are legal: the first criterion, then the second, and so on.
    pub order: Vec<Criterion>,
    /// The value of a man.
    pub value_of_man: u32,
    /// The value of a king.
    pub value_of_king: u32,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Whether the direction may be reversed between two jumps.
    pub turn_back: bool,
    /// Which jumps of a man may not take the vanguard backwards.
    pub vanguard: Vanguard,
}

/// How a game ends, besides draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What happens to a player without a move.
    pub without_move: WithoutMove,
    /// Whether the first king wins.
    pub first_king_wins: bool,
    /// The result of one king against one man.
    pub king_against_man: KingAgainstMan,
    /// The result of one king against one king.
    pub king_against_king: KingAgainstKing,
}

/// A number of moves after which a game is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of moves by each side.
    pub moves: u16,
    /// What is counted.
    pub counts: Counts,
    /// The numbers of pieces to which it applies.
    pub pieces: Option<(usize, usize)>,
    /// Whether it applies only if both sides have kings.
    pub both_have_kings: bool,
}

/// What a draw limit counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    /// The moves since the last progress of this kind.
    Without(Progress),
    /// The moves for which a lone king has stood against one of these, on the longest diagonal if it has cells.
    LoneKing {
        /// The opponent's material.
        against: Vec<Material>,
        /// The cells of the diagonal on which the lone king must be.
        on: Option<Vec<usize>>,
    },
}

/// Men and kings of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// The number of men.
    pub men: usize,
    /// The number of kings.
    pub kings: usize,
    /// Whether more kings count as the same.
    pub or_more_kings: bool,
}

impl Material {
    /// Whether a player with that material has this one too.
    pub(crate) const fn includes(self, other: Self) -> bool {
        let is_more = self.or_more_kings && other.kings >= self.kings;
        let is_same = self.kings == other.kings && !other.or_more_kings;
        self.men == other.men && (is_more || is_same)
    }

    /// The number of pieces.
    pub(crate) const fn count(self) -> usize {
        self.men + self.kings
    }
}

impl Limit {
    /// Whether the limit counts at least as much as another in each position to which the other applies.
    pub(crate) fn includes(&self, other: &Self) -> bool {
        let counts = match (&self.counts, &other.counts) {
            (Counts::Without(Progress::CaptureOrPromotion), Counts::Without(_)) => true,
            (Counts::Without(own), Counts::Without(theirs)) => own == theirs,
            (Counts::LoneKing { against, on }, Counts::LoneKing { against: theirs, on: their_place }) => {
                let has = |their: &Material| against.iter().any(|own| own.includes(*their));
                (on.is_none() || on == their_place) && theirs.iter().all(has)
            }
            _ => false,
        };
        let pieces = self.pieces.is_none_or(|(least, most)| {
            other.pieces.is_some_and(|(their_least, their_most)| least <= their_least && their_most <= most)
        });
        counts && pieces && (!self.both_have_kings || other.both_have_kings)
    }
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name of the file, without its folder and its ending.
    pub name: String,
    /// The title.
    pub title: String,
    /// The board.
    pub board: Board,
    /// The pieces at the start.
    pub start: Pieces,
    /// Who begins.
    pub begins: Color,
    /// What men do.
    pub men: Men,
    /// What kings do.
    pub kings: Kings,
    /// Capturing.
    pub captures: Captures,
    /// For each cell, whether men are promoted there.
    pub promotion: ByColor<Vec<bool>>,
    /// What happens to a man that lands on a promotion cell during a capture.
    pub in_passing: InPassing,
    /// How a game ends.
    pub end: End,
    /// How often a position must be repeated for a draw.
    pub repetition: usize,
    /// Draw limits.
    pub limits: Vec<Limit>,
}

impl Rules {
    /// Whether a man of a player is promoted on a cell.
    #[inline]
    #[must_use]
    pub fn promotes(&self, color: Color, number: usize) -> bool {
        self.promotion.of(color).get(number).copied().unwrap_or(false)
    }
}
