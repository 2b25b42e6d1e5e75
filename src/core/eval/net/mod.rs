//! Evaluation net: a small neural network that sees the board as either player does.
//!
//! Each player's view of the board is summed up in an accumulator of [`WIDTH`] numbers: every piece adds the weights of its
//! kind and cell. A move changes few of these sums. The numbers of both views are clamped, squared, and added up with the
//! output weights of the number of pieces on the board.
//!
//! Both views share their weights: Black sees the board turned around and the colours exchanged.
//!
//! CITE: Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018; the squared
//! clamp is that of the chess engine Stockfish and its kin (SCReLU).

mod accumulators;
mod file;
#[cfg(test)]
mod tests;

pub use accumulators::Accumulators;
pub use file::{NetError, Weights, note_in, planes_of};

use std::fmt;

use crate::rules::games::Variant;
use crate::rules::{Bitboard, Color, Extra, ExtraState, Game, Geometry, Kind, Position, Rules, Square};

/// How many numbers an accumulator has.
pub const WIDTH: usize = 32;
/// For how many ranges of the number of pieces there are output weights.
pub const OUTPUTS: usize = 8;
/// The kinds of things on a cell: White's men and kings, Black's men and kings, and in games that mark a man, White's and
/// Black's marked man.
pub const PLANES: usize = 6;

/// What stands for 1 in an accumulator; there numbers are clamped.
pub const UNIT: i16 = 255 << FINE;
/// The bits that are dropped from a clamped number before it is squared. The square of the rest has 16 bits.
pub const FINE: u32 = 2;
/// The largest output weight.
pub const MOST_OUTPUT: i16 = 383;
/// The largest output bias. Together with all numbers and output weights at their largest it does not overflow.
pub const MOST_OUTPUT_BIAS: i32 = 1 << 29;
/// Values are multiplied by a number of the net, and divided by two to this power.
pub const SHIFT: u32 = 32;

/// What is added to both accumulators, White's view first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Row([i16; 2 * WIDTH]);

/// The weights of a net.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    game: Variant,
    /// Both accumulators of an empty board.
    bias: Row,
    /// What things on cells add, by plane and bit.
    rows: [[Row; 64]; PLANES],
    /// For each range of pieces: the weights of the mover's numbers, then those of the other view.
    outputs: [[i16; 2 * WIDTH]; OUTPUTS],
    /// What is added to each output, and what [`weighted_squares`] leaves out.
    output_biases: [i32; OUTPUTS],
    /// By what an output is multiplied to give hundredths of a man, shifted.
    multiplier: i64,
}

impl fmt::Debug for Net {
    /// Without the weights, which are too many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Net {
    /// The game whose positions it judges.
    #[must_use]
    pub const fn game(&self) -> Variant {
        self.game
    }

    /// Its weights as they are stored, for a game with the same board.
    #[must_use]
    pub fn weights(&self, rules: &Rules) -> Weights {
        let own_view = |row: &Row| std::array::from_fn(|number| row.0[number]);
        let squares = rules.geometry.squares();
        let rows = self.rows.iter().take(planes_of(rules));
        let inputs =
            rows.flat_map(|rows| squares.iter().map(|square| own_view(&rows[square.index()]))).collect();
        let lowered = |output: usize| {
            self.outputs[output].iter().map(|&weight| LOWERED * i32::from(weight)).sum::<i32>()
        };
        Weights {
            multiplier: self.multiplier,
            biases: own_view(&self.bias),
            inputs,
            outputs: self.outputs,
            output_biases: std::array::from_fn(|output| {
                self.output_biases[output].wrapping_sub(lowered(output))
            }),
        }
    }

    /// The value of `position` for the side to move, in hundredths of what a man is worth at the start of a game.
    /// `accumulators` are those of any position of the game, and become those of this one.
    #[inline]
    #[must_use]
    pub fn value<G: Game>(&self, position: &Position<G>, accumulators: &mut Accumulators) -> i32 {
        (self.shifted_value(position, accumulators) >> SHIFT) as i32
    }

    /// The same, times two to the power of [`SHIFT`].
    #[inline]
    #[must_use]
    pub fn shifted_value<G: Game>(&self, position: &Position<G>, accumulators: &mut Accumulators) -> i64 {
        accumulators.update::<G>(self, planes(position));
        let (white, black) = accumulators.views();
        let (mover, other) = match position.side() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let output = const { output_by_pieces(G::RULES) }[position.board().occupied().count() as usize & 127];
        let (of_mover, of_other) = halves(&self.outputs[usize::from(output)]);
        let sum = self.output_biases[usize::from(output)]
            .wrapping_add(weighted_squares(mover, of_mover))
            .wrapping_add(weighted_squares(other, of_other));
        i64::from(sum) * self.multiplier
    }
}

/// The mover's half of the output weights and the other one, or White's half of an accumulator and Black's.
#[inline(always)]
fn halves(numbers: &[i16; 2 * WIDTH]) -> (&[i16; WIDTH], &[i16; WIDTH]) {
    let (first, second) = numbers.split_at(WIDTH);
    // Both have this length.
    (first.first_chunk().unwrap_or(&[0; WIDTH]), second.first_chunk().unwrap_or(&[0; WIDTH]))
}

/// What squares are lowered by, so that they fit into an `i16`.
const LOWERED: i32 = 1 << 15;

/// The sum of the lowered squares of the clamped numbers, each times its weight. Written in pairs so that the compiler uses
/// instructions that multiply eight `i16` at once and add up the products of neighbours; sums may wrap around meanwhile, for
/// what comes out in the end does fit.
#[inline]
fn weighted_squares(numbers: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    let lowered = numbers.map(|number| {
        let clamped = number.clamp(0, UNIT) >> FINE;
        // The highest bit of the square becomes a sign.
        clamped.wrapping_mul(clamped) ^ i16::MIN
    });
    let mut sums = [0_i32; 4];
    for (lowered, weights) in lowered.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
        let product = |place: usize| i32::from(lowered[place]) * i32::from(weights[place]);
        for (pair, sum) in sums.iter_mut().enumerate() {
            *sum = sum.wrapping_add(product(2 * pair).wrapping_add(product(2 * pair + 1)));
        }
    }
    sums.into_iter().fold(0, i32::wrapping_add)
}

/// Where everything stands that the net sees.
#[inline]
#[must_use]
pub fn planes<G: Game>(position: &Position<G>) -> [Bitboard; PLANES] {
    let board = position.board();
    let mut planes = [Bitboard::EMPTY; PLANES];
    for color in Color::ALL {
        planes[plane(color, Kind::Man)] = board.men(color);
        planes[plane(color, Kind::King)] = board.kings(color);
    }
    if let Some(square) = marked(position.extra().state()) {
        planes[marked_plane(!position.side())] = square.bitboard();
    }
    planes
}

/// The cell of the man that extra state marks.
#[inline(always)]
#[must_use]
pub fn marked(extra: ExtraState) -> Option<Square> {
    match extra {
        ExtraState::Vanguard(man) => man.square(),
        ExtraState::None | ExtraState::KingMoves(_) => None,
    }
}

/// The plane of the pieces of one kind.
#[must_use]
pub const fn plane(color: Color, kind: Kind) -> usize {
    2 * color as usize + kind as usize
}

/// The plane of the marked man of `color`.
#[must_use]
pub const fn marked_plane(color: Color) -> usize {
    4 + color as usize
}

/// The plane in which the other player sees what one sees in `plane`.
#[must_use]
pub const fn exchanged(plane: usize) -> usize {
    if plane < 4 { plane ^ 2 } else { plane ^ 1 }
}

/// The cell on which the other player sees what one sees on the cell at `place` of the text order. All boards look the same
/// from the other side, turned by half.
#[must_use]
pub const fn turned(board: &Geometry, place: usize) -> usize {
    board.len() - 1 - place
}

/// The range of each number of pieces: as many of them as there are, up to the number at the start of a game.
#[must_use]
pub const fn output_by_pieces(rules: &Rules) -> [u8; 128] {
    let most = (rules.men.white().count() + rules.men.black().count()) as usize;
    let mut outputs = [(OUTPUTS - 1) as u8; 128];
    let mut pieces = 0;
    while pieces <= most {
        let output = if pieces == 0 { 0 } else { (pieces - 1) * OUTPUTS / most };
        outputs[pieces] = output as u8;
        pieces += 1;
    }
    outputs
}
