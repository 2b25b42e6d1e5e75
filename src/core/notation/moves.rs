//! Move texts: `32-28`, `c2-b3`, `28x19x23`.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, space1};
use nom::combinator::{consumed, cut, map};
use nom::multi::{fold_many0, separated_list1};
use nom::sequence::preceded;

use super::cells::CellNames;
use super::text::{NotationError, Parsed, expect, parse_all, shown};
use crate::rules::{AnyGame, AnyPosition, Bitboard, Move, MoveList, Naming, Rules, Square};

/// Writes a move: `from-to`, or `from`x`to` and all captured cells in board order.
///
/// ```
/// use coupturc_core::notation::{move_text, parse_move};
/// use coupturc_core::rules::{Game, Position, games::International};
///
/// let start = Position::<International>::start();
/// let mv = parse_move(&start, "32-28")?;
/// assert_eq!(move_text(International::RULES, mv), "32-28");
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[must_use]
pub fn move_text(rules: &Rules, mv: Move) -> String {
    move_text_with(CellNames::Own, rules, mv)
}

/// Writes a move with a client's cell names, with captured cells in the order of these names.
#[must_use]
pub fn move_text_with(names: CellNames, rules: &Rules, mv: Move) -> String {
    text_of(mv, names.in_order(rules, mv.captured()), &|cell| names.write(rules, cell))
}

/// Writes a move with names of one kind.
pub(super) fn move_text_in(naming: Naming, rules: &Rules, mv: Move) -> String {
    let captured = CellNames::Own.in_order(rules, mv.captured());
    text_of(mv, captured, &|cell| rules.geometry.name_in(naming, cell))
}

fn text_of(mv: Move, captured: Vec<Square>, name: &dyn Fn(Square) -> String) -> String {
    let separator = if mv.is_capture() { 'x' } else { '-' };
    let mut text = format!("{}{separator}{}", name(mv.from()), name(mv.to()));
    for square in captured {
        text.push('x');
        text.push_str(&name(square));
    }
    text
}

/// Parses a legal move of `position`. Captured cells may be in any order, and may be omitted if only one legal capture
/// matches.
///
/// # Errors
///
/// If the text is not a move, or the move is illegal or ambiguous.
pub fn parse_move(position: &dyn AnyPosition, text: &str) -> Result<Move, NotationError> {
    parse_move_with(CellNames::Own, position, text)
}

/// [`parse_move`] with a client's cell names.
///
/// # Errors
///
/// As for [`parse_move`].
pub fn parse_move_with(
    names: CellNames,
    position: &dyn AnyPosition,
    text: &str,
) -> Result<Move, NotationError> {
    let rules = position.rules();
    let written = parse_all("move", text, |text| written_move(names, rules, text))?;
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    written
        .find_in(names, rules, &legal)
        .map_err(|problem| NotationError::new(format!("move '{}' {problem}", shown(text))))
}

/// Plays the moves in `text`, separated by spaces.
///
/// # Errors
///
/// At the first text that is not a legal move; `game` then ends before it.
pub fn parse_moves(game: &mut dyn AnyGame, text: &str) -> Result<(), NotationError> {
    parse_moves_with(CellNames::Own, game, text)
}

/// [`parse_moves`] with a client's cell names.
///
/// # Errors
///
/// As for [`parse_moves`].
pub fn parse_moves_with(names: CellNames, game: &mut dyn AnyGame, text: &str) -> Result<(), NotationError> {
    play_each(names, game, text, &mut |_, _| {})
}

/// Plays the moves in `text`, with a client's cell names. Calls `visit` with each move and the position before it.
pub(super) fn play_each(
    names: CellNames,
    game: &mut dyn AnyGame,
    text: &str,
    visit: &mut dyn FnMut(&dyn AnyPosition, Move),
) -> Result<(), NotationError> {
    let rules = game.rules();
    let moves = parse_all("moves", text.trim_ascii(), |text| written_moves(names, rules, text))?;
    for (index, written) in moves.into_iter().enumerate() {
        let problem = |problem: String| {
            NotationError::new(format!("moves: move {} '{}' {problem}", index + 1, shown(written.text)))
        };
        let mv = written.find_in(names, rules, game.legal_moves()).map_err(problem)?;
        visit(game.position(), mv);
        game.play(mv).map_err(|error| problem(error.to_string()))?;
    }
    Ok(())
}

/// A parsed move, legal or not.
struct WrittenMove<'a> {
    text: &'a str,
    from: Square,
    to: Square,
    is_capture: bool,
    captured: Bitboard,
}

fn written_move<'a>(names: CellNames, rules: &Rules, input: &'a str) -> Parsed<'a, WrittenMove<'a>> {
    let cell = |input| names.read(rules, input);
    let target = alt((|input| quiet_target(cell, input), |input| capture_targets(cell, input)));
    let (rest, (text, (from, (is_capture, to, captured)))) =
        consumed((expect("a move", cell), target)).parse(input)?;
    Ok((rest, WrittenMove { text, from, to, is_capture, captured }))
}

fn written_moves<'a>(names: CellNames, rules: &Rules, input: &'a str) -> Parsed<'a, Vec<WrittenMove<'a>>> {
    if input.is_empty() {
        return Ok((input, Vec::new()));
    }
    separated_list1(space1, cut(|input| written_move(names, rules, input))).parse(input)
}

/// Whether the move is a capture, the final cell, and the captured cells.
type Target = (bool, Square, Bitboard);

fn quiet_target<'a>(cell: impl Fn(&'a str) -> Parsed<'a, Square>, input: &'a str) -> Parsed<'a, Target> {
    map(preceded(char('-'), cut(cell)), |to| (false, to, Bitboard::EMPTY)).parse(input)
}

fn capture_targets<'a>(cell: impl Fn(&'a str) -> Parsed<'a, Square>, input: &'a str) -> Parsed<'a, Target> {
    let cells = || preceded(char('x'), cut(&cell));
    let (rest, to) = expect("'-' or 'x' and a cell", cells()).parse(input)?;
    let add = |captured: Bitboard, cell: Square| captured | cell.bitboard();
    let (rest, captured) = fold_many0(cells(), || Bitboard::EMPTY, add).parse(rest)?;
    Ok((rest, (true, to, captured)))
}

impl WrittenMove<'_> {
    /// The matching move among the `legal` moves, or the problem, worded to follow the text of the move.
    fn find_in(&self, names: CellNames, rules: &Rules, legal: &[Move]) -> Result<Move, String> {
        let text_of = |mv| move_text_with(names, rules, mv);
        let mut fitting = legal.iter().filter(|mv| self.fits(**mv));
        match (fitting.next(), fitting.next()) {
            (Some(&only), None) => Ok(only),
            (Some(&first), Some(&second)) => Err(format!(
                "is ambiguous, expected its captured cells, as in {} or {}",
                text_of(first),
                text_of(second)
            )),
            (None, _) => Err(match legal.first() {
                Some(&only) if legal.len() == 1 => {
                    format!("is not legal, expected the only move {}", text_of(only))
                }
                Some(&example) => {
                    let count = legal.len();
                    format!("is not legal, expected one of {count} moves, such as {}", text_of(example))
                }
                None => "is not legal, the game is over".to_owned(),
            }),
        }
    }

    fn fits(&self, mv: Move) -> bool {
        self.from == mv.from()
            && self.to == mv.to()
            && self.is_capture == mv.is_capture()
            && (self.captured.is_empty() || self.captured == mv.captured())
    }
}
