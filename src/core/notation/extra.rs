//! Extra state of positions as text: its argument in the Hub protocol, its field in a FEN, its description in diagrams,
//! and the marked cells in pictures.

use super::text::{NotationError, Parsed, fault, parse_all};
use crate::rules::games::{KingMoves, VanguardMan, Variant};
use crate::rules::{
    AnyPosition, Bitboard, Color, ExtraKind, ExtraState, Geometry, Rules, SetupError, Square,
};

/// Extra state as an argument of `pos`: `vanguard=24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraText<'a> {
    /// The name of the state.
    pub name: &'a str,
    /// The value of the state.
    pub value: &'a str,
}

/// The names of the extra states of all games.
///
/// ```
/// assert!(coupturc_core::notation::extra_names().any(|name| name == "vanguard"));
/// ```
pub fn extra_names() -> impl Iterator<Item = &'static str> {
    Variant::ALL.iter().map(|variant| variant.rules().extra.name()).filter(|name| !name.is_empty())
}

/// The name and value of the argument of `pos` for the extra state of a position, unless the state is empty.
#[must_use]
pub fn hub_extra_text(position: &dyn AnyPosition) -> Option<(&'static str, String)> {
    let (state, board) = (position.extra_state(), position.rules().geometry);
    let value = match state {
        ExtraState::None => return None,
        ExtraState::Vanguard(man) => board.name(man.square()?),
        ExtraState::KingMoves(moves) => {
            let kings = [(Color::White, 'W'), (Color::Black, 'B')].into_iter().filter_map(|(color, side)| {
                let (square, count) = moves.of(color)?;
                Some(format!("{side}{}+{count}", board.name(square)))
            });
            kings.collect::<Vec<_>>().join(",")
        }
    };
    Some((state.name(), value))
}

/// Parses extra state of the game.
pub(super) fn read_extra(rules: &Rules, text: ExtraText<'_>) -> Result<ExtraState, NotationError> {
    if text.name != rules.extra.name() {
        return Err(unknown_extra(rules, text.name));
    }
    let board = rules.geometry;
    parse_all(text.name, text.value, |input| match rules.extra {
        ExtraKind::None => fault(input, "nothing"),
        ExtraKind::Vanguard => match board.read_name(input) {
            Some((square, "")) => Ok(("", ExtraState::Vanguard(VanguardMan::on(square)))),
            Some((_, rest)) => fault(rest, "its end"),
            None => fault(input, board.describe_names()),
        },
        ExtraKind::KingMoves => match read_kings(input, board) {
            Ok(moves) => Ok(("", ExtraState::KingMoves(moves))),
            Err((rest, expected)) => fault(rest, expected),
        },
    })
}

/// Parses `W46+2,B5+3`. The error contains the unread rest and what was expected there.
fn read_kings<'a>(text: &'a str, board: &Geometry) -> Result<KingMoves, (&'a str, &'static str)> {
    let (mut moves, mut rest) = (KingMoves::default(), text);
    loop {
        let (color, after) = match rest.split_at_checked(1) {
            Some(("W", after)) => (Color::White, after),
            Some(("B", after)) => (Color::Black, after),
            _ => return Err((rest, "W or B, the side of a king")),
        };
        if moves.of(color).is_some() {
            return Err((rest, "one king per side"));
        }
        let (king, after) = board.read_name(after).ok_or((after, "a cell, such as 46, with a king on it"))?;
        let after = after.strip_prefix('+').ok_or((after, "'+' and a number of moves"))?;
        let number = read_moves(after).filter(|&(count, _)| count > 0);
        let (count, after) = number.ok_or((after, "1, 2 or 3"))?;
        moves = moves.with(color, Some(king), count);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after.is_empty() => return Ok(moves),
            None => return Err((after, "its end, or ',' and a king of the other side")),
        }
    }
}

/// The error for extra state that the game does not have.
pub(super) fn unknown_extra(rules: &Rules, name: &str) -> NotationError {
    SetupError::ExtraUnknown { extra: name.to_owned(), game: rules.name }.into()
}

/// The form of the FEN field for extra state, for messages; empty for games without extra state.
#[must_use]
pub const fn fen_field_form(kind: ExtraKind) -> &'static str {
    match kind {
        ExtraKind::None => "",
        ExtraKind::Vanguard => "V<cell>",
        ExtraKind::KingMoves => "+<moves><cell>+<moves><cell>",
    }
}

/// The fields that may follow the pieces in a FEN of a game with this extra state, for messages.
pub(super) const fn fen_fields(kind: ExtraKind) -> &'static str {
    match kind {
        ExtraKind::None => "H<plies> or F<move number>",
        ExtraKind::Vanguard => "H<plies>, F<move number> or V<cell>",
        ExtraKind::KingMoves => {
            "H<plies>, F<move number> or +<Black's moves of a king><cell>+<White's moves><cell>"
        }
    }
}

/// The FEN field for the extra state of a position, without the colon before it; `None` if there is nothing to write.
pub(super) fn extra_field(position: &dyn AnyPosition) -> Option<String> {
    let board = position.rules().geometry;
    match position.extra_state() {
        ExtraState::None => None,
        ExtraState::Vanguard(man) => man.square().map(|square| format!("V{}", board.name(square))),
        ExtraState::KingMoves(moves) => {
            let side = |color| match moves.of(color) {
                Some((square, count)) => format!("+{count}{:0>2}", board.name(square)),
                None => "+0".to_owned(),
            };
            Some(format!("{}{}", side(Color::Black), side(Color::White)))
        }
    }
}

/// Parses the FEN field for the extra state of the game.
pub(super) fn fen_field<'a>(rules: &Rules, input: &'a str) -> Parsed<'a, ExtraState> {
    match read_field(rules.extra, rules.geometry, input) {
        Some((extra, rest)) => Ok((rest, extra)),
        None => fault(input, fen_fields(rules.extra)),
    }
}

/// Parses a FEN field for the extra state of another game. Returns the name of that state.
pub(super) fn fen_field_of_another<'a>(board: &Geometry, input: &'a str) -> Parsed<'a, &'static str> {
    let kinds = [ExtraKind::Vanguard, ExtraKind::KingMoves].into_iter();
    match kinds.filter_map(|kind| Some((read_field(kind, board, input)?.1, kind.name()))).next() {
        Some(found) => Ok(found),
        None => fault(input, "the field of a game"),
    }
}

/// Parses the FEN field for extra state of one kind. Returns the state and the rest of the text.
fn read_field<'a>(kind: ExtraKind, board: &Geometry, text: &'a str) -> Option<(ExtraState, &'a str)> {
    match kind {
        ExtraKind::None => None,
        ExtraKind::Vanguard => {
            let (square, rest) = board.read_name(text.strip_prefix(['V', 'v'])?)?;
            Some((ExtraState::Vanguard(VanguardMan::on(square)), rest))
        }
        ExtraKind::KingMoves => {
            let (black, rest) = read_side(text, board)?;
            let (white, rest) = read_side(rest, board)?;
            let sides = [(Color::White, white), (Color::Black, black)].into_iter();
            let moves = sides.fold(KingMoves::default(), |moves, (color, side)| match side {
                Some((king, count)) => moves.with(color, king, count),
                None => moves,
            });
            let none = moves == KingMoves::default();
            Some((if none { ExtraState::None } else { ExtraState::KingMoves(moves) }, rest))
        }
    }
}

/// The cell of a side's king, if given, and the number of its moves.
type KingOfSide = (Option<Square>, u8);

/// Parses the moves of a side's king in a FEN, `+305`, and returns the rest. If the king has made no moves, there is no
/// cell.
fn read_side<'a>(text: &'a str, board: &Geometry) -> Option<(Option<KingOfSide>, &'a str)> {
    let (count, rest) = read_moves(text.strip_prefix('+')?)?;
    let has_cell = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    match (count, has_cell) {
        (0, false) => Some((None, rest)),
        (0, true) => None,
        (_, false) => Some((Some((None, count)), rest)),
        (_, true) => board.read_name(rest).map(|(cell, rest)| (Some((Some(cell), count)), rest)),
    }
}

/// The number of moves at the start of a string, and the rest.
fn read_moves(text: &str) -> Option<(u8, &str)> {
    let (digit, rest) = text.split_at_checked(1)?;
    Some((digit.parse().ok().filter(|&moves| moves <= KingMoves::MOST)?, rest))
}

/// The description of the extra state in diagrams, if there is any.
pub(super) fn description(position: &dyn AnyPosition) -> Option<String> {
    let (name, value) = hub_extra_text(position)?;
    Some(match position.extra_state() {
        ExtraState::Vanguard(_) => format!("{name} on {value}"),
        _ => format!("{name} {value}"),
    })
}

/// The cells with a ring in pictures: the vanguard, or the kings that must not move.
pub(super) fn ringed(position: &dyn AnyPosition) -> Bitboard {
    match position.extra_state() {
        ExtraState::None => Bitboard::EMPTY,
        ExtraState::Vanguard(man) => man.square().map_or(Bitboard::EMPTY, Square::bitboard),
        ExtraState::KingMoves(moves) => {
            let resting = |color| moves.of(color).filter(|&(_, count)| count == KingMoves::MOST);
            let kings = Color::ALL.into_iter().filter_map(resting);
            kings.fold(Bitboard::EMPTY, |all, (square, _)| all | square.bitboard())
        }
    }
}
