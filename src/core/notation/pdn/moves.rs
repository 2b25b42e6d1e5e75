//! Moves in PDN form.

use nom::Parser;
use nom::bytes::complete::take_while_m_n;
use nom::combinator::{cut, opt};
use nom::multi::many1;

use super::tokens::{Token, a_move};
use crate::notation::cells::cell;
use crate::notation::moves::move_text_in;
use crate::notation::path::{capture_path, captured_on};
use crate::notation::text::{NotationError, Parsed, expect, parse_all, shown};
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, Bitboard, Geometry, Move, MoveList, Naming, Rules, Square};

/// Writes a legal move of `position` as PDN: `32-28`, `28x19`, or `47x38x24x13x36`, with all landing cells, if another
/// capture has the same first and last cell. Russian Draughts has `c3:e5`.
///
/// ```
/// use coupturc_core::notation::{parse_fen, parse_pdn_move, pdn_move_text};
/// use coupturc_core::rules::{RuleOptions, games::International};
///
/// let fen = "W:WK47:B14,19,29,31,42";
/// let position = parse_fen::<International>(fen, &RuleOptions::default())?.position;
/// let mv = parse_pdn_move(&position, "47x38x24x13x36")?;
/// assert_eq!(pdn_move_text(&position, mv), "47x38x24x13x36");
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[must_use]
pub fn pdn_move_text(position: &dyn AnyPosition, mv: Move) -> String {
    let rules = position.rules();
    let separator = if mv.is_capture() { pdn_capture_sign(rules) } else { "-" };
    let ends = [mv.from(), mv.to()];
    if between(position, mv.from(), mv.to()).len() < 2 {
        return joined(rules, &ends, separator);
    }
    match capture_path(position, mv, &[]) {
        Some(landings) => joined(rules, &landings, separator),
        // Fewer readers understand captured cells, but these are unambiguous, too.
        None => move_text_in(naming(rules), rules, mv).replace('x', separator),
    }
}

/// The kind of cell names in PDN: that of the game, except that PDN has letters for Brazilian Draughts, unlike the Hub
/// protocol.
pub(super) fn naming(rules: &Rules) -> Naming {
    if rules.variant == Some(Variant::Brazilian) { Naming::LetterNumber } else { rules.geometry.naming() }
}

/// The separator of captures in PDN output. Input may have any separator in all games.
#[must_use]
pub(super) fn pdn_capture_sign(rules: &Rules) -> &'static str {
    if rules.variant == Some(Variant::Russian) { ":" } else { "x" }
}

fn joined(rules: &Rules, cells: &[Square], separator: &str) -> String {
    let name = |&cell: &Square| rules.geometry.name_in(naming(rules), cell);
    cells.iter().map(name).collect::<Vec<_>>().join(separator)
}

/// The legal moves from one cell to another.
fn between(position: &dyn AnyPosition, from: Square, to: Square) -> Vec<Move> {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    legal.iter().copied().filter(|mv| mv.from() == from && mv.to() == to).collect()
}

/// Parses a legal move of `position` from a PDN file. Cells are separated by any kind of dash, `x`, `:`, or nothing. A
/// capture may be written like a quiet move. Between its first and last cell there may be
///
/// * all landing cells, where a king may land on any empty cell after the captured piece,
/// * any cells on its path, if only one legal move passes them, or
/// * nothing, if only one legal move matches.
///
/// The form of the Hub protocol, with captured cells after the last cell, is also accepted.
///
/// # Errors
///
/// If the text is not a move, or the move is illegal or ambiguous.
pub fn parse_pdn_move(position: &dyn AnyPosition, text: &str) -> Result<Move, NotationError> {
    match fitting_moves(position, text)?.as_slice() {
        &[only] => Ok(only),
        fitting => Err(ambiguous(position, text, fitting)),
    }
}

/// The legal moves that a string can stand for, at least one.
pub(super) fn fitting_moves(position: &dyn AnyPosition, text: &str) -> Result<Vec<Move>, NotationError> {
    let text = text.trim();
    let plain = match a_move(text) {
        Ok(("", Token::Move(plain))) => plain,
        _ => text.to_owned(),
    };
    let mut fitting = Vec::new();
    for written in readings(position.rules().geometry, &plain)? {
        fitting.extend(written.fitting(position));
    }
    if fitting.is_empty() {
        let problem = not_legal(position);
        return Err(NotationError::new(format!("move '{}' {problem}", shown(text))));
    }
    Ok(fitting)
}

/// The error for a string that matches several moves.
pub(super) fn ambiguous(position: &dyn AnyPosition, text: &str, fitting: &[Move]) -> NotationError {
    let texts = fitting.iter().take(2).map(|&mv| pdn_move_text(position, mv));
    let examples = texts.collect::<Vec<_>>().join(" or ");
    let text = shown(text);
    NotationError::new(format!(
        "move '{text}' is ambiguous, expected the cells on its path, such as {examples}"
    ))
}

/// A parsed move, legal or not.
struct WrittenMove {
    from: Square,
    /// The cells after the first, at least one.
    cells: Vec<Square>,
    /// Whether it is written as a capture. A move written as a quiet move may still be a capture.
    is_capture: bool,
}

/// The possible readings of a string. Numbers without a separator may have two, and a move whose first cell is only a
/// letter one for each cell of that column.
fn readings(board: &Geometry, text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    if board.reads(Naming::Numbers) && text.len() > 2 && text.bytes().all(|c| c.is_ascii_digit()) {
        let cells = (1..=2).filter_map(|split| {
            let (from, to) = text.split_at_checked(split)?;
            let cell = |text| board.read_name(text).filter(|(_, rest)| rest.is_empty()).map(|(cell, _)| cell);
            Some(WrittenMove { from: cell(from)?, cells: vec![cell(to)?], is_capture: false })
        });
        return Ok(cells.collect());
    }
    let read = |text: &str| parse_all("move", text, |text| written_move(board, text));
    let short: Vec<_> = completed(board, text).filter_map(|text| read(&text).ok()).collect();
    if short.is_empty() { Ok(vec![read(text)?]) } else { Ok(short) }
}

/// What a move that has only a letter for its first cell, as in `cd4` and `c:e5`, can stand for: `c1d4`, `c2d4`, ...
fn completed(board: &Geometry, text: &str) -> impl Iterator<Item = String> {
    let parts = text.split_at_checked(1).filter(|(column, rest)| {
        let is_short = |c: char| !c.is_ascii_digit();
        column.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with(is_short)
    });
    let parts = parts.filter(|_| board.reads(Naming::LetterNumber)).into_iter();
    parts.flat_map(|(column, rest)| (1..=board.size().1).map(move |row| format!("{column}{row}{rest}")))
}

fn written_move<'a>(board: &Geometry, input: &'a str) -> Parsed<'a, WrittenMove> {
    let cell = |input| cell(board, input);
    let separator = |input| separator(board, input);
    let (rest, from) = expect("a move", cell).parse(input)?;
    let (rest, parts) = many1((separator, cut(cell))).parse(rest)?;
    let is_capture = parts.iter().any(|&(separator, _)| matches!(separator, "x" | ":"));
    let cells = parts.into_iter().map(|(_, cell)| cell).collect();
    Ok((rest, WrittenMove { from, cells, is_capture }))
}

/// The separator of two cells, which is optional if cells have letters and numbers.
fn separator<'a>(board: &Geometry, input: &'a str) -> Parsed<'a, &'a str> {
    let is_separator = |c| matches!(c, '-' | 'x' | ':');
    let mut written = expect("'-', 'x' or ':' and a cell", take_while_m_n(1, 1, is_separator));
    if board.reads(Naming::LetterNumber) && !input.is_empty() {
        opt(written).map(Option::unwrap_or_default).parse(input)
    } else {
        written.parse(input)
    }
}

impl WrittenMove {
    fn fitting(&self, position: &dyn AnyPosition) -> Vec<Move> {
        let mut moves = self.fitting_by_cells(position);
        moves.retain(|mv| mv.is_capture() || !self.is_capture);
        moves
    }

    fn fitting_by_cells(&self, position: &dyn AnyPosition) -> Vec<Move> {
        let (Some(&first), Some((&last, inner))) = (self.cells.first(), self.cells.split_last()) else {
            return Vec::new();
        };
        let mut moves = between(position, self.from, last);
        // If captures may have any length, the two cells of one jump can also be the ends of a longer capture.
        let landings: Vec<Square> = std::iter::once(self.from).chain(self.cells.iter().copied()).collect();
        let captured = captured_on(position, &landings);
        if let Some(&exact) = moves.iter().find(|mv| Some(mv.captured()) == captured) {
            return vec![exact];
        }
        if inner.is_empty() {
            return moves;
        }
        // Cells on the path are empty and captured cells are not, so a string cannot mean both, unless captured pieces
        // are removed immediately. In that case a string with captured cells lists more cells than there are landings.
        let others = self.cells.iter().skip(1).fold(Bitboard::EMPTY, |all, cell| all | cell.bitboard());
        let hub_form = between(position, self.from, first).into_iter().find(|mv| mv.captured() == others);
        if let Some(mv) = hub_form {
            return vec![mv];
        }
        moves.retain(|&mv| capture_path(position, mv, inner).is_some());
        moves
    }
}

fn not_legal(position: &dyn AnyPosition) -> String {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    match legal.first() {
        Some(&only) if legal.len() == 1 => {
            format!("is not legal, expected the only move {}", pdn_move_text(position, only))
        }
        Some(&example) => format!(
            "is not legal, expected one of {} moves, such as {}",
            legal.len(),
            pdn_move_text(position, example)
        ),
        None => "is not legal, the game is over".to_owned(),
    }
}
