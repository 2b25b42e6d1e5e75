//! Zobrist keys: the random numbers that make up hash keys.
//!
//! CITE: Albert L. Zobrist, "A new hashing method with application for game playing", 1970.

use super::bitboard::{Bitboard, MOST_BITS, Square};
use super::board::Board;
use super::color::Color;
use super::piece::Kind;
use super::word::Word;

/// The key of Black to move.
pub(super) const BLACK_TO_MOVE: u64 = mix(0);

/// The keys of pieces, by `[color * 2 + kind][square]`. Those of every further 64 bits are later in the sequence, so
/// that the others are the same on boards of all sizes.
static PIECES: [[u64; MOST_BITS]; 4] = {
    let mut table = [[0; MOST_BITS]; 4];
    let mut i = 0;
    while i < 4 * MOST_BITS {
        let (part, place) = (i / 256, i % 256);
        table[place / 64][64 * part + place % 64] = mix(1 + i as u64);
        i += 1;
    }
    table
};

/// The key of one piece on one square.
#[inline]
pub(super) fn piece(color: Color, kind: Kind, square: Square) -> u64 {
    PIECES[color as usize * 2 + kind as usize][square.index()]
}

/// The key of the pieces of one player on `squares`.
#[inline]
pub(super) fn pieces<W: Word>(color: Color, board: &Board<W>, squares: Bitboard<W>) -> u64 {
    squares.into_iter().fold(0, |key, square| key ^ piece(color, board.kind(square), square))
}

/// The key of all pieces.
pub(super) fn board<W: Word>(board: &Board<W>) -> u64 {
    Color::ALL.into_iter().fold(0, |key, color| key ^ pieces(color, board, board.pieces(color)))
}

/// The key of the vanguard standing on `square`.
#[inline]
pub(super) const fn vanguard(square: Square) -> u64 {
    mix(1000 + square.index() as u64)
}

/// The key of a count towards a draw; `limit` distinguishes the counts.
#[inline]
pub(super) const fn count(limit: u64, plies: u64) -> u64 {
    mix(2000 + limit * 1000 + plies)
}

/// The key of `moves` quiet moves in a row of the king of `color` on the cell with this bit.
#[inline]
pub(super) const fn king_moves(color: Color, cell: u8, moves: u8) -> u64 {
    let (half, cell) = (cell / 64, cell % 64);
    mix(1_000_000 + half as u64 * 512 + color as u64 * 256 + moves as u64 * 64 + cell as u64)
}

/// The `n`th number of a fixed random sequence.
///
/// CITE: Sebastiano Vigna, splitmix64, public domain.
const fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
