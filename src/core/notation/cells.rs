//! Names of cells.

use super::text::{Parsed, fault};
use crate::rules::games::Variant;
use crate::rules::{Bitboard, Geometry, Rules, Square};

/// Parses the name of a cell: a number, or a letter and a digit.
pub(super) fn cell<'a>(board: &Geometry, input: &'a str) -> Parsed<'a, Square> {
    match board.read_name(input) {
        Some((square, rest)) => Ok((rest, square)),
        None => fault(input, board.describe_names()),
    }
}

/// How a client names the cells in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellNames {
    /// The usual names of the game. Input may use any name that the board knows.
    #[default]
    Own,
    /// Numbers that count row by row from White's side, starting with 1 for a1: in Brazilian, Russian and Turkish
    /// Draughts. Other games keep their usual names. Names with letters are still read.
    FromWhite,
}

impl CellNames {
    fn are_from_white(self, rules: &Rules) -> bool {
        let is_usual =
            [Variant::Brazilian, Variant::Russian, Variant::Turkish].map(Some).contains(&rules.variant);
        self == Self::FromWhite && is_usual
    }

    /// The cells of a set in the order of their names.
    pub(super) fn in_order(self, rules: &Rules, cells: Bitboard) -> Vec<Square> {
        let mut cells: Vec<Square> = cells.into_iter().collect();
        if self.are_from_white(rules) {
            cells.sort_by_key(|&cell| number_from_white(rules.geometry, cell));
        } else {
            cells.sort_by_key(|&cell| rules.geometry.order(cell));
        }
        cells
    }

    pub(super) fn write(self, rules: &Rules, square: Square) -> String {
        if self.are_from_white(rules) {
            number_from_white(rules.geometry, square).to_string()
        } else {
            rules.geometry.name(square)
        }
    }

    pub(super) fn read<'a>(self, rules: &Rules, input: &'a str) -> Parsed<'a, Square> {
        let digits = input.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || !self.are_from_white(rules) {
            return cell(rules.geometry, input);
        }
        let (number, rest) = input.split_at(digits);
        let mut squares = rules.geometry.squares().iter();
        match squares.find(|&&square| number.parse() == Ok(number_from_white(rules.geometry, square))) {
            Some(&square) => Ok((rest, square)),
            None => fault(input, "the number of a square, counted from a1, or its name, such as 10 or c3"),
        }
    }
}

/// The number of a square, counted from White's lower left corner, which is 1.
fn number_from_white(board: &Geometry, square: Square) -> usize {
    let row_and_column = |square| {
        let (x, y) = board.coordinates(square);
        (y, x)
    };
    let place = row_and_column(square);
    1 + board.squares().iter().filter(|&&other| row_and_column(other) < place).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Naming;

    #[test]
    fn squares_count_row_by_row_from_white() {
        for &variant in Variant::ALL {
            let rules = variant.rules();
            for &square in rules.geometry.squares() {
                for names in [CellNames::Own, CellNames::FromWhite] {
                    let text = names.write(rules, square);
                    assert_eq!(names.read(rules, &text).ok(), Some(("", square)), "{variant} {text}");
                }
                let name = rules.geometry.name_in(Naming::LetterNumber, square);
                let number = match (name.as_str(), rules.geometry.len()) {
                    ("a1", _) => "1",
                    ("c1", 32) => "2",
                    ("b2", 32) => "5",
                    ("h8", 32) => "32",
                    ("c1", 64) => "3",
                    ("b2", 64) => "10",
                    ("h8", 64) => "64",
                    _ => continue,
                };
                if rules.geometry.len() == 32 || variant == Variant::Turkish {
                    assert_eq!(CellNames::FromWhite.write(rules, square), number);
                    assert_eq!(CellNames::FromWhite.read(rules, &name).ok(), Some(("", square)));
                } else {
                    assert_eq!(CellNames::FromWhite.write(rules, square), rules.geometry.name(square));
                }
            }
        }
    }
}
