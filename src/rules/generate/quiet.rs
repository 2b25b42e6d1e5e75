//! Moves that capture nothing.

use crate::rules::bitboard::{Bitboard, Direction, Square, for_each_direction};
use crate::rules::color::Color;
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::position::Position;

/// The directions of the men of one side.
const fn man_steps<G: Game, const WHITE: bool>() -> &'static [Direction] {
    if WHITE { G::MAN_STEPS.white() } else { G::MAN_STEPS.black() }
}

impl<G: Game> Position<G> {
    #[inline]
    pub(super) fn push_quiet_moves(&self, list: &mut MoveList) {
        match self.side() {
            Color::White => self.push_man_moves::<true>(list),
            Color::Black => self.push_man_moves::<false>(list),
        }
        let empty = self.empty();
        for from in self.board().kings(self.side()) {
            for &direction in G::KING_STEPS {
                for to in slide(from, direction, empty) {
                    list.push(Move::quiet(from, to));
                }
            }
        }
    }

    /// Whether the side to move has a move that captures nothing, if it need not capture.
    ///
    /// Linear moves need no look: the first man of a line can step where the others jump to.
    #[inline]
    #[must_use]
    pub fn has_quiet_move(&self) -> bool {
        let (us, empty) = (self.side(), self.empty());
        let (men, kings) = (self.board().men(us), self.board().kings(us));
        G::MAN_STEPS[us].iter().any(|&direction| men.step_onto(direction, empty).any())
            || G::KING_STEPS.iter().any(|&direction| kings.step_onto(direction, empty).any())
    }

    #[inline]
    pub(super) fn count_quiet_moves(&self) -> u64 {
        let mut count = match self.side() {
            Color::White => self.count_man_moves::<true>(),
            Color::Black => self.count_man_moves::<false>(),
        };
        let empty = self.empty();
        for from in self.board().kings(self.side()) {
            for &direction in G::KING_STEPS {
                count += slide(from, direction, empty).count() as u64;
            }
        }
        count
    }

    #[inline]
    fn empty(&self) -> Bitboard {
        G::GEOMETRY.board() & !self.board().occupied()
    }

    #[inline]
    fn push_man_moves<const WHITE: bool>(&self, list: &mut MoveList) {
        let (men, empty) = (self.board().men(self.side()), self.empty());
        for_each_direction!(_, direction in man_steps::<G, WHITE>() => {
            for to in men.step_onto(direction, empty) {
                let mut from = direction.source(to);
                list.push(Move::quiet(from, to));
                if G::LINEAR_MOVES {
                    // Every man further back in the unbroken line may jump to the same cell.
                    while let Some(behind) = man_behind(men, direction, from) {
                        from = behind;
                        list.push(Move::quiet(from, to));
                    }
                }
            }
        });
    }

    #[inline]
    fn count_man_moves<const WHITE: bool>(&self) -> u64 {
        let (men, empty) = (self.board().men(self.side()), self.empty());
        let mut count = 0;
        for_each_direction!(_, direction in man_steps::<G, WHITE>() => {
            count += if G::LINEAR_MOVES {
                count_linear_moves(men, direction, empty)
            } else {
                men.step_onto(direction, empty).count()
            };
        });
        u64::from(count)
    }
}

/// First the men that step, then those with one man to jump over, with two, ...
#[inline]
fn count_linear_moves(men: Bitboard, direction: Direction, empty: Bitboard) -> u32 {
    let mut count = 0;
    let mut movers = men;
    while movers.any() {
        let ahead = movers.step(direction);
        count += (ahead & empty).count();
        movers = ahead & men;
    }
    count
}

/// The man right behind `square`, seen in `direction`.
#[inline]
fn man_behind(men: Bitboard, direction: Direction, square: Square) -> Option<Square> {
    let behind = direction.source(square);
    let adjoins = behind.bitboard().step(direction) == square.bitboard();
    (adjoins && men.contains(behind)).then_some(behind)
}

/// The empty cells from `from` on in one direction, up to the first piece or the edge.
#[inline]
fn slide(from: Square, direction: Direction, empty: Bitboard) -> impl Iterator<Item = Square> {
    let mut cell = from.bitboard();
    std::iter::from_fn(move || {
        cell = cell.step_onto(direction, empty);
        cell.first()
    })
}
