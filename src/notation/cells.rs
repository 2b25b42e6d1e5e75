//! Names of cells.

use nom::Parser;
use nom::character::complete::{one_of, u8 as number};

use super::text::{Parsed, fault};
use crate::rules::{Game, Naming, Square};

/// The name of a cell of `G`: a number, or a letter and a digit.
pub(super) fn cell<G: Game>(input: &str) -> Parsed<'_, Square> {
    match G::GEOMETRY.naming() {
        Naming::Numbers => numbered::<G>(input),
        Naming::LetterNumber => lettered::<G>(input),
    }
}

fn numbered<G: Game>(input: &str) -> Parsed<'_, Square> {
    const EXPECTED: &str = "the number of a square";
    let Ok((rest, number)) = number::<&str, ()>(input) else { return fault(input, EXPECTED) };
    let square = usize::from(number).checked_sub(1).and_then(|index| G::GEOMETRY.square(index));
    square.map_or_else(|| fault(input, EXPECTED), |square| Ok((rest, square)))
}

fn lettered<G: Game>(input: &str) -> Parsed<'_, Square> {
    const EXPECTED: &str = "the name of a cell";
    let letter = one_of::<&str, &str, ()>("abcdefghi");
    let digit = one_of::<&str, &str, ()>("123456789");
    let Ok((rest, (letter, digit))) = (letter, digit).parse(input) else { return fault(input, EXPECTED) };
    let (x, y) = (letter as u8 - b'a', digit as u8 - b'1');
    let square = G::GEOMETRY.at(x as i8, y as i8);
    square.map_or_else(|| fault(input, EXPECTED), |square| Ok((rest, square)))
}
