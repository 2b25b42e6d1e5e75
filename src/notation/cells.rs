//! Names of cells.

use super::text::{Parsed, fault};
use crate::rules::games::Variant;
use crate::rules::{Bitboard, Game, Square};

/// The name of a cell of `G`: a number, or a letter and a digit.
pub(super) fn cell<G: Game>(input: &str) -> Parsed<'_, Square> {
    match G::GEOMETRY.read_name(input) {
        Some((square, rest)) => Ok((rest, square)),
        None => fault(input, G::GEOMETRY.describe_names()),
    }
}

/// How a client calls the cells in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellNames {
    /// As the game does. What is read may be any name that the board knows.
    #[default]
    Own,
    /// By numbers that count row by row from White's side, 1 being a1, where squares have both numbers and names, and in Turkish
    /// Draughts. In other games nobody does so, and cells have their own names. Names with letters are still read.
    FromWhite,
}

impl CellNames {
    fn are_from_white<G: Game>(self) -> bool {
        self == Self::FromWhite && (G::GEOMETRY.has_both_namings() || G::VARIANT == Variant::Turkish)
    }

    /// The cells of a set in the order in which they are called.
    pub(super) fn in_order<G: Game>(self, cells: Bitboard) -> Vec<Square> {
        let mut cells: Vec<Square> = cells.into_iter().collect();
        if self.are_from_white::<G>() {
            cells.sort_by_key(|&cell| number_from_white::<G>(cell));
        } else {
            cells.sort_by_key(|&cell| G::GEOMETRY.order(cell));
        }
        cells
    }

    pub(super) fn write<G: Game>(self, square: Square) -> String {
        if self.are_from_white::<G>() {
            number_from_white::<G>(square).to_string()
        } else {
            G::GEOMETRY.name(square)
        }
    }

    pub(super) fn read<G: Game>(self, input: &str) -> Parsed<'_, Square> {
        let digits = input.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || !self.are_from_white::<G>() {
            return cell::<G>(input);
        }
        let (number, rest) = input.split_at(digits);
        let mut squares = G::GEOMETRY.squares().iter();
        match squares.find(|&&square| number.parse() == Ok(number_from_white::<G>(square))) {
            Some(&square) => Ok((rest, square)),
            None => fault(input, "the number of a square, counted from a1, or its name, such as 10 or c3"),
        }
    }
}

/// The number of a square if 1 is White's lower left corner.
fn number_from_white<G: Game>(square: Square) -> usize {
    let row_and_column = |square| {
        let (x, y) = G::GEOMETRY.coordinates(square);
        (y, x)
    };
    let place = row_and_column(square);
    1 + G::GEOMETRY.squares().iter().filter(|&&other| row_and_column(other) < place).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Naming;

    #[test]
    fn squares_count_row_by_row_from_white() {
        for &variant in Variant::ALL {
            with_game!(variant, G => for &square in G::GEOMETRY.squares() {
                for names in [CellNames::Own, CellNames::FromWhite] {
                    let text = names.write::<G>(square);
                    assert_eq!(names.read::<G>(&text).ok(), Some(("", square)), "{variant} {text}");
                }
                let name = G::GEOMETRY.name_in(Naming::LetterNumber, square);
                let number = match (name.as_str(), G::GEOMETRY.len()) {
                    ("a1", _) => "1",
                    ("c1", 32) => "2",
                    ("b2", 32) => "5",
                    ("h8", 32) => "32",
                    ("c1", 64) => "3",
                    ("b2", 64) => "10",
                    ("h8", 64) => "64",
                    _ => continue,
                };
                if G::GEOMETRY.len() == 32 || variant == Variant::Turkish {
                    assert_eq!(CellNames::FromWhite.write::<G>(square), number);
                    assert_eq!(CellNames::FromWhite.read::<G>(&name).ok(), Some(("", square)));
                } else {
                    assert_eq!(CellNames::FromWhite.write::<G>(square), G::GEOMETRY.name(square));
                }
            });
        }
    }
}
