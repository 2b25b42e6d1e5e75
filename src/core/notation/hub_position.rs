//! The position text of the Hub protocol: the side to move, then one character per cell.

use nom::Parser;
use nom::character::complete::one_of;
use nom::combinator::map;
use nom::multi::many0;

use super::extra::{ExtraText, read_extra};
use super::text::{NotationError, Parsed, expect, fault, parse_all, shown};
use crate::rules::{AnyPosition, Color, Game, Kind, Position, RuleOptions, Rules, Setup};

/// Parses a Hub position: `W` or `B`, then `w`, `b`, `W`, `B` or `e` for each cell. `extra` is the extra state, if the
/// command has any.
///
/// ```
/// use coupturc_core::notation::{hub_position_text, parse_hub_position};
/// use coupturc_core::rules::{RuleOptions, games::International};
///
/// let text = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// let start = parse_hub_position::<International>(text, None, &RuleOptions::default())?;
/// assert_eq!(hub_position_text(&start), text);
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If a character or the length is wrong, or the position is not valid in the game.
pub fn parse_hub_position<G: Game>(
    text: &str,
    extra: Option<ExtraText<'_>>,
    options: &RuleOptions,
) -> Result<Position<G>, NotationError> {
    Ok(Position::from_setup(&parse_hub_setup(G::RULES, text, extra)?, options)?)
}

/// Parses a Hub position without checking whether it is valid in the game.
///
/// # Errors
///
/// If a character or the length is wrong.
pub fn parse_hub_setup(
    rules: &Rules,
    text: &str,
    extra: Option<ExtraText<'_>>,
) -> Result<Setup, NotationError> {
    let (side, contents) = parse_all("position", text, side_and_contents)?;
    let (given, expected) = (contents.len(), rules.geometry.len());
    if given != expected {
        return Err(NotationError::new(format!(
            "position '{}' has {given} cells, expected {expected} for {}",
            shown(text),
            rules.name
        )));
    }
    let mut setup = Setup::empty(side);
    for (&square, content) in rules.geometry.squares().iter().zip(contents) {
        if let Some((color, kind)) = content {
            setup.put(color, kind, square);
        }
    }
    if let Some(text) = extra {
        setup.extra = read_extra(rules, text)?;
    }
    Ok(setup)
}

/// Writes a Hub position, without the extra state: see [`hub_extra_text`](super::hub_extra_text).
#[must_use]
pub fn hub_position_text(position: &dyn AnyPosition) -> String {
    let cells = position.rules().geometry.squares().iter().map(|&square| letter(position.board().at(square)));
    std::iter::once(if position.side() == Color::White { 'W' } else { 'B' }).chain(cells).collect()
}

/// The content of a cell.
type Content = Option<(Color, Kind)>;

fn letter(content: Content) -> char {
    content.map_or('e', |(color, kind)| piece_letter(color, kind))
}

/// The letter of a piece in Hub positions and diagrams.
pub(super) const fn piece_letter(color: Color, kind: Kind) -> char {
    match (color, kind) {
        (Color::White, Kind::Man) => 'w',
        (Color::Black, Kind::Man) => 'b',
        (Color::White, Kind::King) => 'W',
        (Color::Black, Kind::King) => 'B',
    }
}

fn side_and_contents(input: &str) -> Parsed<'_, (Color, Vec<Content>)> {
    let side = map(one_of("WB"), |c| if c == 'W' { Color::White } else { Color::Black });
    let (rest, parsed) = (expect("W or B, the side to move", side), many0(content)).parse(input)?;
    if rest.is_empty() { Ok((rest, parsed)) } else { fault(rest, "one of e, w, b, W, B") }
}

fn content(input: &str) -> Parsed<'_, Content> {
    map(one_of("ewbWB"), |c| match c {
        'w' => Some((Color::White, Kind::Man)),
        'b' => Some((Color::Black, Kind::Man)),
        'W' => Some((Color::White, Kind::King)),
        'B' => Some((Color::Black, Kind::King)),
        _ => None,
    })
    .parse(input)
}
