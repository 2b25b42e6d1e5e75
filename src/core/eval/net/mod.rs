//! Evaluation net: a small, efficiently updatable neural network (NNUE).
//!
//! Each player's view of the board is an accumulator of [`WIDTH`] neurons: every piece adds the weights of its kind and
//! cell, so a move changes few terms. The neurons of both views are clamped, squared, and added up with output weights
//! that depend on the number of pieces on the board.
//!
//! ```text
//! pieces -> White's view, 64 numbers -+
//!                                     +-> clamp, square -> output weights of the range of pieces -> value
//! pieces -> Black's view, 64 numbers -+
//! ```
//!
//! Both views share their weights: Black sees the board turned around with the colours exchanged.
//!
//! CITE: Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018; the
//! squared clamp is the one that Stockfish and related chess engines use (SCReLU).

mod accumulators;
mod file;
#[cfg(test)]
mod tests;

pub use accumulators::Accumulators;
pub use file::{NetError, Weights, note_in, planes_of};

use std::fmt;

use crate::rules::{
    Bitboard, Color, Extra, ExtraState, Game, Geometry, Kind, MOST_BITS, Position, Rules, Square,
    file as games,
};

/// The number of neurons in an accumulator. A net of a file may have fewer.
pub const WIDTH: usize = 64;
/// The number of output buckets. The bucket is chosen by the number of pieces, and each has its own output weights.
pub const OUTPUTS: usize = 8;
/// The number of planes: White's men and kings, Black's men and kings, and in games that mark a man, White's and
/// Black's marked man.
pub const PLANES: usize = 6;

/// The fixed-point representation of 1 in an accumulator; also the upper bound of the clamp.
pub const UNIT: i16 = 255 << FINE;
/// The number of low bits dropped from a clamped neuron before it is squared. What remains is at most 255, so its
/// square fits in 16 bits.
pub const FINE: u32 = 2;
/// The maximum output bias.
pub const MOST_OUTPUT_BIAS: i32 = 1 << 29;
/// The maximum sum of the absolute values of the weights of an output: even with every neuron and the output bias at
/// their maxima, the value does not overflow.
pub const MOST_OUTPUT_SUM: i32 = (i32::MAX - MOST_OUTPUT_BIAS) / (255 * 255);
/// Outputs are multiplied by the multiplier of the net and divided by two to this power.
pub const SHIFT: u32 = 32;

/// The weights added to both accumulators, White's view first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row([i16; 2 * WIDTH]);

/// The weights of each input for 64 bits of the board: `[plane][bit of the cell]`
pub type Rows = [[Row; 64]; PLANES];

/// A net of a game whose board has at most 64 bits.
pub type SmallNet = Net<[Rows; 1]>;

/// The weights of a net. Larger boards have [`Rows`] for every 64 bits.
#[derive(PartialEq, Eq)]
pub struct Net<R: ?Sized = [Rows]> {
    /// The [id](Rules::id) of the game.
    game: [u8; 16],
    /// The accumulators of an empty board.
    bias: Row,
    /// For each output bucket: the weights of the side to move's accumulator, then those of the other side's.
    outputs: [[i16; 2 * WIDTH]; OUTPUTS],
    /// The output bucket for each number of pieces.
    output_by_pieces: [u8; MOST_BITS],
    /// The bias of each output, plus the part that [`weighted_squares`] subtracts.
    output_biases: [i32; OUTPUTS],
    /// The factor from an output to hundredths of a man, times two to the power of [`SHIFT`].
    multiplier: i64,
    /// The weights of each input, for the lower 64 bits of the board first.
    rows: R,
}

impl fmt::Debug for Net {
    /// Leaves out the weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").field("game", &String::from_utf8_lossy(&self.game)).finish_non_exhaustive()
    }
}

impl Net {
    /// Whether the net was trained for this game.
    #[inline]
    #[must_use]
    pub fn is_of(&self, rules: &Rules) -> bool {
        self.game == rules.id()
    }

    /// The game of the net, if it is known.
    #[must_use]
    pub fn rules(&self) -> Option<&'static Rules> {
        games::with_id(&self.game, "")
    }

    /// The weights as a file stores them, for a game with the same board.
    #[must_use]
    pub fn weights(&self, rules: &Rules) -> Weights {
        let white_view = |row: &Row| std::array::from_fn(|number| row.0[number]);
        let squares = rules.geometry.squares();
        let row = |plane: usize, square: Square| {
            white_view(&self.rows[square.index() / 64][plane][square.index_in::<u64>()])
        };
        let inputs = (0..planes_of(rules))
            .flat_map(|plane| squares.iter().map(move |&square| row(plane, square)))
            .collect();
        let lowered = |output: usize| {
            self.outputs[output].iter().map(|&weight| LOWERED * i32::from(weight)).sum::<i32>()
        };
        Weights {
            multiplier: self.multiplier,
            biases: white_view(&self.bias),
            inputs,
            outputs: self.outputs,
            output_biases: std::array::from_fn(|output| {
                self.output_biases[output].wrapping_sub(lowered(output))
            }),
        }
    }

    /// The value of `position` for the side to move, in hundredths of a man at the start of a game. `accumulators` may
    /// belong to any position of the game, and are updated to `position`.
    #[inline]
    #[must_use]
    pub fn value<G: Game>(&self, position: &Position<G>, accumulators: &mut Accumulators<G::Word>) -> i32 {
        (self.shifted_value(position, accumulators) >> SHIFT) as i32
    }

    /// The value of `position` times two to the power of [`SHIFT`].
    #[inline]
    #[must_use]
    pub fn shifted_value<G: Game>(
        &self,
        position: &Position<G>,
        accumulators: &mut Accumulators<G::Word>,
    ) -> i64 {
        accumulators.update::<G>(self, position.options(), planes(position));
        let (white, black) = accumulators.views();
        let (mover, other) = match position.side() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let output = self.output_by_pieces[position.board().occupied().count() as usize & (MOST_BITS - 1)];
        let (of_mover, of_other) = halves(&self.outputs[usize::from(output)]);
        let sum = self.output_biases[usize::from(output)]
            .wrapping_add(weighted_squares(mover, of_mover))
            .wrapping_add(weighted_squares(other, of_other));
        i64::from(sum) * self.multiplier
    }
}

/// The two halves of output weights (side to move, other side) or of an accumulator (White, Black).
#[inline(always)]
fn halves(numbers: &[i16; 2 * WIDTH]) -> (&[i16; WIDTH], &[i16; WIDTH]) {
    let (first, second) = numbers.split_at(WIDTH);
    // Both halves have this length.
    (first.first_chunk().unwrap_or(&[0; WIDTH]), second.first_chunk().unwrap_or(&[0; WIDTH]))
}

/// The number subtracted from squares so that they fit in an `i16`. See [`weighted_squares`].
const LOWERED: i32 = 1 << 15;

/// The sum of weighted squares of the clamped neurons, where each square is lowered by [`LOWERED`].
///
/// The sign-bit trick: the instruction used multiplies signed `i16`, but squares go up to 255² = 65,025 and need all 16
/// bits. Flipping the highest bit of a square subtracts 2¹⁵ from it, and then it fits:
///
/// ```text
/// number  square  16 bits  flipped  as i16
///      0       0   0x0000   0x8000  -32768 = 0 - 32768
///    200   40000   0x9c40   0x1c40    7232 = 40000 - 32768
///    255   65025   0xfe01   0x7e01   32257 = 65025 - 32768
/// ```
///
/// What is missing, 32768 times the sum of the weights, does not depend on the position, so it is part of the output
/// bias.
///
/// The sums are written in pairs so that the compiler uses instructions that multiply eight `i16` at once and add
/// neighbouring products. Intermediate sums may wrap around; the final sum fits.
#[inline]
fn weighted_squares(numbers: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    let lowered = numbers.map(|number| {
        let clamped = number.clamp(0, UNIT) >> FINE;
        // Flips the highest bit: subtracts `LOWERED`.
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

/// The inputs of the net: the cells set in each plane.
#[inline]
#[must_use]
pub fn planes<G: Game>(position: &Position<G>) -> [Bitboard<G::Word>; PLANES] {
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

/// The cell of the marked man, if any.
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

/// The plane with the same pieces from the other player's view.
#[must_use]
pub const fn exchanged(plane: usize) -> usize {
    if plane < 4 { plane ^ 2 } else { plane ^ 1 }
}

/// The place in text order of the same cell from the other player's view. All boards look the same after half a turn.
#[must_use]
pub const fn turned(board: &Geometry, place: usize) -> usize {
    board.len() - 1 - place
}

/// The number of pieces at the start of a game.
#[must_use]
pub const fn pieces_at_the_start(rules: &Rules) -> usize {
    let men = rules.men.white().0.count_ones() + rules.men.black().0.count_ones();
    (men + rules.kings.white().0.count_ones() + rules.kings.black().0.count_ones()) as usize
}

/// The output bucket for each number of pieces. The piece counts, up to that of the starting position, are divided
/// evenly among the buckets: with 40 pieces and 8 buckets, 1 to 5 pieces use bucket 0, and 36 or more use bucket 7.
#[must_use]
pub const fn output_by_pieces(rules: &Rules) -> [u8; MOST_BITS] {
    let most = pieces_at_the_start(rules);
    let mut outputs = [(OUTPUTS - 1) as u8; MOST_BITS];
    let mut pieces = 0;
    while pieces <= most {
        let output = if pieces == 0 { 0 } else { (pieces - 1) * OUTPUTS / most };
        outputs[pieces] = output as u8;
        pieces += 1;
    }
    outputs
}
