//! The course of games: legal moves, pieces and captures by ply.

use serde::Serialize;

use super::figures::Spread;
use crate::html::chart::round_step;
use crate::rules::{AnyPosition, Move};

/// The approximate number of stretches.
const STRETCHES: f64 = 40.0;
/// The last plies are left out if they have less than this part of the positions of the first.
const LEAST_PART: usize = 10;

/// The positions after the same number of plies.
#[derive(Clone, Debug, Default)]
pub(super) struct AtPly {
    // There may be millions of positions.
    legal_moves: Vec<u16>,
    pieces: Vec<u16>,
    captures: usize,
}

impl AtPly {
    /// Counts a position with the number of its legal moves, and the move that was played.
    pub(super) fn add(&mut self, position: &dyn AnyPosition, legal_moves: usize, mv: Move) {
        self.legal_moves.push(legal_moves.try_into().unwrap_or(u16::MAX));
        self.pieces.push(position.board().occupied().count() as u16);
        self.captures += usize::from(mv.captured().count() > 0);
    }
}

/// The positions of some consecutive plies.
#[derive(Serialize)]
pub(super) struct Stretch {
    /// The number of plies before the first of them.
    pub(super) ply: usize,
    /// The number of different plies.
    pub(super) plies: usize,
    pub(super) positions: usize,
    pub(super) legal_moves: Spread,
    pub(super) pieces: Spread,
    /// The share of moves that capture.
    pub(super) captures: f64,
}

impl Stretch {
    /// The stretches of all games, but for the last plies, which few games have.
    pub(super) fn all(course: &[AtPly]) -> Vec<Self> {
        let plies = round_step(course.len() as f64 / STRETCHES) as usize;
        let games = course.first().map_or(0, |first| first.pieces.len());
        let stretches = course.chunks(plies).enumerate().map(|(place, part)| Self::of(place * plies, part));
        stretches.take_while(|some| some.positions * LEAST_PART >= games * some.plies).collect()
    }

    fn of(ply: usize, part: &[AtPly]) -> Self {
        let all = |numbers: fn(&AtPly) -> &[u16]| -> Vec<usize> {
            part.iter().flat_map(numbers).map(|&number| number.into()).collect()
        };
        let pieces = all(|at| &at.pieces);
        let captures: usize = part.iter().map(|at| at.captures).sum();
        Self {
            ply,
            plies: part.len(),
            positions: pieces.len(),
            legal_moves: Spread::of(all(|at| &at.legal_moves)),
            captures: captures as f64 / pieces.len().max(1) as f64,
            pieces: Spread::of(pieces),
        }
    }
}
