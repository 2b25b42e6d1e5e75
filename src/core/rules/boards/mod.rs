//! The boards, one file each: cells, bits, directions. A board serves several games.

use crate::rules::geometry::Cell;

pub(crate) mod dark_10x10;
pub(crate) mod dark_8x8;
pub(crate) mod hexagon;
pub(crate) mod square_8x8;

/// The `N` dark squares of a board with rows of `2 * N_ROW` squares, row by row from Black's side.
///
/// Bit 0 is the first. After every second row one bit remains unused, so that a step down always moves by one of two
/// numbers of bits, and a step off the left or right edge lands on an unused bit. On the 10x10 board:
///
/// ```text
///      0   1   2   3   4        squares  1 to  5
///    5   6   7   8   9                   6 to 10   (10 is unused)
///     11  12  13  14  15                11 to 15
///   16  17  18  19  20                  16 to 20   (21 is unused)
///     ..
/// ```
pub(crate) const fn dark_squares<const N: usize, const N_ROW: usize>() -> [Cell; N] {
    let mut cells = [Cell { x: 0, y: 0, bit: 0 }; N];
    let mut i = 0;
    while i < N {
        let (row, place) = (i / N_ROW, i % N_ROW);
        // Even rows begin with a light square.
        let x = 2 * place + 1 - row % 2;
        let y = N / N_ROW - 1 - row;
        cells[i] = Cell { x: x as i8, y: y as i8, bit: (N_ROW * row + row / 2 + place) as u8 };
        i += 1;
    }
    cells
}
