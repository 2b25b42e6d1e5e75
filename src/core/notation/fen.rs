//! FEN, the position text of PDN files: `W:W31-50:B1-20` and optional fields.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while};
use nom::character::complete::{char, satisfy, u16 as number16, u32 as number32};
use nom::combinator::{cut, map, opt};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};

use super::cells::cell;
use super::extra::{extra_field, fen_field, fen_field_of_another, fen_fields, unknown_extra};
use super::text::{Fault, NotationError, Parsed, expect, failure, is_dash, parse_all};
use crate::rules::{
    AnyGame, AnyPosition, Color, ExtraState, Game, Geometry, Kind, Naming, Position, RuleOptions, Rules,
    Setup, SetupError, Square,
};

/// The optional fields of a FEN, kept so that they can be written back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FenFields {
    /// Whether there is `:H`, plies without progress; the count itself is part of the position.
    pub quiet_plies: bool,
    /// `:F`, the number of the move.
    pub move_number: Option<u32>,
}

impl FenFields {
    /// The fields without which a position would change: `:H`, if there are plies without progress.
    #[must_use]
    pub fn of(position: &dyn AnyPosition) -> Self {
        Self { quiet_plies: position.quiet_plies() > 0, move_number: None }
    }
}

/// A position with the optional fields of its FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen<G: Game> {
    /// The position.
    pub position: Position<G>,
    /// The optional fields.
    pub fields: FenFields,
}

/// Parses a FEN: side to move, White's and Black's pieces in either order, kings with a `K`, and
/// optionally `:H<plies without progress>`, `:F<move number>` and a field for the extra state of the game, such as
/// `:V<vanguard>`.
///
/// Ranges (`31-50`) are accepted on boards with numbered squares, and both numbers and letters on boards that have
/// both. Since people type FENs, case does not matter and spaces may separate the parts. A missing side has no pieces,
/// and `?` as the side to move means White.
///
/// ```
/// use coupturc_core::notation::{fen_text, parse_fen};
/// use coupturc_core::rules::{RuleOptions, games::Dameo};
///
/// let text = "W:We2,e3,f2,f4,g3:BKd8,e6,f7";
/// let fen = parse_fen::<Dameo>(text, &RuleOptions::default())?;
/// assert_eq!(fen_text(&fen.position, &fen.fields), text);
/// let typed = parse_fen::<Dameo>("w: wE2, e3, f2, f4, g3: b kd8, e6, f7", &RuleOptions::default())?;
/// assert_eq!(typed, fen);
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If the text is not a FEN, a cell is given twice, or the position is not valid in the game.
pub fn parse_fen<G: Game>(text: &str, options: &RuleOptions) -> Result<Fen<G>, NotationError> {
    let (setup, fields) = parse_fen_setup(G::RULES, text)?;
    Ok(Fen { position: Position::from_setup(&setup, options)?, fields })
}

/// Parses a FEN without checking whether the position is valid in the game.
///
/// # Errors
///
/// If the text is not a FEN, or a cell is given twice.
pub fn parse_fen_setup(rules: &Rules, text: &str) -> Result<(Setup, FenFields), NotationError> {
    let parsed = parse_all(&format!("{} FEN", rules.title), text, |text| fen(rules, text))?;
    let mut setup = Setup::empty(parsed.side);
    for &(color, kind, square) in &parsed.pieces {
        if !setup.put(color, kind, square) {
            return Err(SetupError::TwoPieces(rules.geometry.name(square)).into());
        }
    }
    let mut fields = FenFields::default();
    for field in parsed.fields {
        match field {
            Field::QuietPlies(plies) => {
                setup.quiet_plies = plies;
                fields.quiet_plies = true;
            }
            Field::MoveNumber(number) => fields.move_number = Some(number),
            Field::Extra(extra) => setup.extra = extra,
            Field::OfAnotherGame(extra) => return Err(unknown_extra(rules, extra)),
        }
    }
    Ok((setup, fields))
}

/// A game that starts from the position of a FEN.
///
/// # Errors
///
/// As for [`parse_fen`].
pub fn game_of_fen(
    rules: &'static Rules,
    text: &str,
    options: &RuleOptions,
) -> Result<Box<dyn AnyGame>, NotationError> {
    Ok(rules.set_up(&parse_fen_setup(rules, text)?.0, options)?)
}

/// Writes a position as a FEN, with cells in ascending order of numbers or names.
#[must_use]
pub fn fen_text(position: &dyn AnyPosition, fields: &FenFields) -> String {
    fen_text_in(position.rules().geometry.naming(), position, fields)
}

/// Writes a FEN with names of one kind.
pub(super) fn fen_text_in(naming: Naming, position: &dyn AnyPosition, fields: &FenFields) -> String {
    let mut text = format!(
        "{}:W{}:B{}",
        if position.side() == Color::White { 'W' } else { 'B' },
        pieces_text(naming, position, Color::White),
        pieces_text(naming, position, Color::Black)
    );
    if fields.quiet_plies {
        text.push_str(&format!(":H{}", position.quiet_plies()));
    }
    if let Some(number) = fields.move_number {
        text.push_str(&format!(":F{number}"));
    }
    if let Some(field) = extra_field(position) {
        text.push_str(&format!(":{field}"));
    }
    text
}

fn pieces_text(naming: Naming, position: &dyn AnyPosition, color: Color) -> String {
    let board = position.rules().geometry;
    let place = |square| match naming {
        Naming::Numbers => (0, 0, board.number(square)),
        Naming::LetterNumber => {
            let (x, y) = board.coordinates(square);
            (x, y, 0)
        }
    };
    let mut squares: Vec<_> =
        position.board().pieces(color).into_iter().map(|square| (place(square), square)).collect();
    squares.sort_unstable();
    let names = squares.into_iter().map(|(_, square)| {
        let king = if position.board().kings(color).contains(square) { "K" } else { "" };
        format!("{king}{}", board.name_in(naming, square))
    });
    names.collect::<Vec<_>>().join(",")
}

/// A parsed FEN, unchecked.
struct ParsedFen {
    side: Color,
    pieces: Vec<(Color, Kind, Square)>,
    fields: Vec<Field>,
}

#[derive(Clone, Copy)]
enum Field {
    QuietPlies(u16),
    MoveNumber(u32),
    Extra(ExtraState),
    /// The name of extra state of another game.
    OfAnotherGame(&'static str),
}

fn fen<'a>(rules: &Rules, input: &'a str) -> Parsed<'a, ParsedFen> {
    let mut side_to_move = terminated(expect("W or B, the side to move", side), expect("':'", mark(':')));
    let (input, side) = side_to_move.parse(input)?;
    let (input, first) = pieces_of_color(rules, input)?;
    let (input, others) = many0(preceded(mark(':'), |input| pieces_of_color(rules, input))).parse(input)?;
    let pieces = [first].into_iter().chain(others).flatten().collect();
    let (input, fields) =
        many0(preceded(mark(':'), cut(spaced(|input| field(rules, input))))).parse(input)?;
    // PDN allows a full stop at the end.
    let (input, _) = terminated(opt(mark('.')), blanks).parse(input)?;
    Ok((input, ParsedFen { side, pieces, fields }))
}

/// Skips spaces before `parser`.
fn spaced<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    preceded(blanks, parser)
}

/// Blanks of any kind: texts from other pages have some that do not break lines.
fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(char::is_whitespace).parse(input)
}

fn mark<'a>(mark: char) -> impl Parser<&'a str, Output = char, Error = Fault<'a>> {
    spaced(char(mark))
}

fn color(input: &str) -> Parsed<'_, Color> {
    let named = |letter, color| map(tag_no_case(letter), move |_| color);
    spaced(alt((named("W", Color::White), named("B", Color::Black)))).parse(input)
}

/// The side to move; White for `?`.
fn side(input: &str) -> Parsed<'_, Color> {
    alt((color, map(mark('?'), |_| Color::White))).parse(input)
}

/// `W` or `B` and pieces; no pieces if there is nothing between two colons.
fn pieces_of_color<'a>(rules: &Rules, input: &'a str) -> Parsed<'a, Vec<(Color, Kind, Square)>> {
    let is_empty = |input: &str| input.trim_start().is_empty() || input.trim_start().starts_with([':', '.']);
    if is_empty(input) {
        return Ok((input, Vec::new()));
    }
    let (mut input, color) = expect("W or B and that side's pieces", color).parse(input)?;
    let mut pieces = Vec::new();
    // Only pieces can follow, so the error for anything else says that a cell was expected.
    while !is_empty(input) {
        let (rest, (kind, squares)) = cut(spaced(|input| run(rules.geometry, input))).parse(input)?;
        pieces.extend(squares.into_iter().map(|square| (color, kind, square)));
        let (after, comma) = opt(mark(',')).parse(rest)?;
        if comma.is_none() && !is_empty(rest) && !rest.starts_with(char::is_whitespace) {
            return failure(rest, "',' and another piece, or ':'");
        }
        input = after;
    }
    Ok((input, pieces))
}

/// Men or kings on one cell or a range of cells.
fn run<'a>(board: &Geometry, input: &'a str) -> Parsed<'a, (Kind, Vec<Square>)> {
    // On a board with a column k, the names of its cells begin like a king.
    let is_name = board.read_name(input).is_some();
    let (input, king) = if is_name { (input, None) } else { opt(tag_no_case("K")).parse(input)? };
    let kind = if king.is_some() { Kind::King } else { Kind::Man };
    let (rest, first) = spaced(|input| cell(board, input)).parse(input)?;
    let ranged = board.reads(Naming::Numbers);
    let mut last = opt(preceded(spaced(satisfy(is_dash)), cut(spaced(|input| cell(board, input)))));
    let (rest, last) = if ranged { last.parse(rest)? } else { (rest, None) };
    let Some(last) = last else { return Ok((rest, (kind, vec![first]))) };
    // Boards differ in where their number 1 is, so the numbers need not follow the order of the cells in text.
    let numbers = board.number(first)..=board.number(last);
    if numbers.is_empty() {
        return failure(input, "a range from the lower to the higher number");
    }
    let squares = board.squares().iter().copied().filter(|&cell| numbers.contains(&board.number(cell)));
    Ok((rest, (kind, squares.collect())))
}

fn field<'a>(rules: &Rules, input: &'a str) -> Parsed<'a, Field> {
    let plies = cut(expect("plies without progress, up to 65535", number16));
    let plies = map(preceded(tag_no_case("H"), plies), Field::QuietPlies);
    let number = cut(expect("a move number, up to 4294967295", number32));
    let number = map(preceded(tag_no_case("F"), number), Field::MoveNumber);
    let extra = map(|input| fen_field(rules, input), Field::Extra);
    let unknown = map(|input| fen_field_of_another(rules.geometry, input), Field::OfAnotherGame);
    alt((plies, number, expect(fen_fields(rules.extra), alt((extra, unknown))))).parse(input)
}
