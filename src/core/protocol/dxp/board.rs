//! DXP positions and moves, as messages carry them: cells by their number in Hub's order, from 1.

use std::time::Duration;

use super::message::{MoveMessage, StartText};
use crate::notation::NotationError;
use crate::rules::games::{KingMoves, VanguardMan};
use crate::rules::{
    AnyGame, AnyPosition, Bitboard, Color, ExtraKind, ExtraState, Kind, Move, MoveList, RuleOptions, Rules,
    Setup, Square,
};

/// Writes a position in the form of a GAMEREQ.
///
/// ```
/// use coupturc_core::protocol::dxp::start_text;
/// use coupturc_core::rules::{Position, games::International};
///
/// let text = start_text(&Position::<International>::start());
/// assert_eq!(text.cells, format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20)));
/// ```
#[must_use]
pub fn start_text(position: &dyn AnyPosition) -> StartText {
    let (board, extra) = (position.board(), position.extra_state());
    let piece = |square| match board.at(square) {
        None => 'e',
        Some((Color::White, Kind::Man)) => 'w',
        Some((Color::White, Kind::King)) => 'W',
        Some((Color::Black, Kind::Man)) => 'z',
        Some((Color::Black, Kind::King)) => 'Z',
    };
    let letter = |&square: &Square| extra_letter(extra, square).unwrap_or_else(|| piece(square));
    let cells = position.rules().geometry.squares().iter().map(letter).collect();
    StartText { side: position.side(), cells }
}

/// The current position of a game, for a request; `None` if it is the usual start.
pub(super) fn unusual_start(game: &dyn AnyGame) -> Option<StartText> {
    let usual = game.rules().start(&RuleOptions::default());
    Some(start_text(game.position())).filter(|text| *text != start_text(usual.position()))
}

/// Reads a position from a GAMEREQ. Returns the game that starts from it.
///
/// # Errors
///
/// If the number of cells differs from the board's, or the position is not valid in the game.
pub fn parse_start(
    text: &StartText,
    rules: &'static Rules,
    options: &RuleOptions,
) -> Result<Box<dyn AnyGame>, NotationError> {
    let (given, expected) = (text.cells.len(), rules.geometry.len());
    if given != expected {
        let problem = format!("the position has {given} cells, expected {expected} for {}", rules);
        return Err(NotationError::new(problem));
    }
    let mut setup = Setup::empty(text.side);
    for (&square, letter) in rules.geometry.squares().iter().zip(text.cells.chars()) {
        let (color, kind) = match letter {
            'w' => (Color::White, Kind::Man),
            'W' => (Color::White, Kind::King),
            'z' => (Color::Black, Kind::Man),
            'Z' => (Color::Black, Kind::King),
            'e' => continue,
            letter => read_extra(&mut setup, rules, letter, square)?,
        };
        setup.put(color, kind, square);
    }
    Ok(rules.set_up(&setup, options)?)
}

/// The letter of the vanguard.
const VANGUARD: char = 'v';
/// The letters of kings whose moves are counted: 1 to 3 moves of a white king, or of a black king.
const COUNTED: [(char, Color, u8); 6] = [
    ('1', Color::White, 1),
    ('2', Color::White, 2),
    ('3', Color::White, 3),
    ('4', Color::Black, 1),
    ('5', Color::Black, 2),
    ('6', Color::Black, 3),
];

/// The letter of a piece that the extra state of the game marks.
fn extra_letter(extra: ExtraState, square: Square) -> Option<char> {
    match extra {
        ExtraState::None => None,
        ExtraState::Vanguard(man) => (man.square() == Some(square)).then_some(VANGUARD),
        ExtraState::KingMoves(moves) => {
            let is_meant =
                |&&(_, color, count): &&(char, Color, u8)| moves.of(color) == Some((square, count));
            COUNTED.iter().find(is_meant).map(|&(letter, ..)| letter)
        }
    }
}

/// Reads the letter of a marked piece into the extra state, and returns the piece.
fn read_extra(
    setup: &mut Setup,
    rules: &Rules,
    letter: char,
    square: Square,
) -> Result<(Color, Kind), NotationError> {
    let counted = COUNTED.iter().find(|&&(counted, ..)| counted == letter);
    let two = |what| Err(NotationError::new(format!("the position has two {what}, expected one at most")));
    match (rules.extra, setup.extra, counted) {
        (ExtraKind::Vanguard, ExtraState::None, _) if letter == VANGUARD => {
            setup.extra = ExtraState::Vanguard(VanguardMan::on(square));
            Ok((!setup.side, Kind::Man))
        }
        (ExtraKind::Vanguard, _, _) if letter == VANGUARD => two("vanguards"),
        (ExtraKind::KingMoves, extra, Some(&(_, color, count))) => {
            let moves = match extra {
                ExtraState::KingMoves(moves) => moves,
                _ => KingMoves::default(),
            };
            if moves.of(color).is_some() {
                return two("kings of a side whose moves are counted");
            }
            setup.extra = ExtraState::KingMoves(moves.with(color, Some(square), count));
            Ok((color, Kind::King))
        }
        _ => Err(NotationError::new(format!("found '{letter}', which marks no cell in {}", rules))),
    }
}

/// Writes a move that took the time `spent`.
#[must_use]
pub fn move_message(rules: &Rules, mv: Move, spent: Duration) -> MoveMessage {
    let number = |square: Square| rules.geometry.order(square) as u8 + 1;
    let mut captured: Vec<u8> = mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    let seconds = spent.as_secs_f64().round().min(9999.0) as u16;
    MoveMessage { seconds, from: number(mv.from()), to: number(mv.to()), captured }
}

/// The legal move that a message describes. The captured cells may be in any order; if they are left out, the move must
/// be unambiguous without them.
///
/// # Errors
///
/// If there is no such move; the error says why.
pub fn find_move(message: &MoveMessage, position: &dyn AnyPosition) -> Result<Move, NotationError> {
    let MoveMessage { from, to, captured, .. } = message;
    let rules = position.rules();
    let (from, to) = (cell(rules, *from)?, cell(rules, *to)?);
    let mut cells = Bitboard::EMPTY;
    for &number in captured {
        cells |= cell(rules, number)?.bitboard();
    }
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let fits =
        |mv: &&Move| mv.from() == from && mv.to() == to && (captured.is_empty() || mv.captured() == cells);
    let mut fitting = legal.iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(&only), None) => Ok(only),
        (Some(_), Some(_)) => {
            Err(NotationError::new(format!("the move {message} is ambiguous, expected its captured cells")))
        }
        (None, _) => Err(NotationError::new(format!("the move {message} is not legal here"))),
    }
}

fn cell(rules: &Rules, number: u8) -> Result<Square, NotationError> {
    let square = usize::from(number).checked_sub(1).and_then(|index| rules.geometry.square(index));
    square.ok_or_else(|| {
        NotationError::new(format!("there is no cell {number:02}, expected 01 to {}", rules.geometry.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{move_text, parse_fen_setup};
    use crate::rules::games::Variant;

    fn international(fen: &str) -> Box<dyn AnyGame> {
        let rules = Variant::International.rules();
        let (setup, _) = parse_fen_setup(rules, fen).unwrap_or_else(|error| unreachable!("{error}"));
        rules.set_up(&setup, &RuleOptions::default()).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// A random game: every move and every position survives a round trip through a message.
    fn check(rules: &'static Rules) {
        let options = RuleOptions::default();
        let mut random = fastrand::Rng::with_seed(7);
        let mut game = rules.start(&options);
        for _ in 0..200 {
            let position = game.position();
            let read = parse_start(&start_text(position), rules, &options);
            let expected = Setup { quiet_plies: 0, ..position.to_setup() };
            assert_eq!(read.map(|read| read.position().to_setup()), Ok(expected));
            let Some(&mv) = random.choice(game.legal_moves()) else { break };
            for &mv in game.legal_moves() {
                let mut message = move_message(rules, mv, Duration::from_millis(1_600));
                assert_eq!(message.seconds, 2);
                random.shuffle(&mut message.captured);
                assert_eq!(find_move(&message, position), Ok(mv), "{}", move_text(rules, mv));
            }
            assert_eq!(game.play(mv), Ok(()));
        }
    }

    #[test]
    fn positions_and_moves_of_all_games_survive() {
        Variant::ALL.iter().for_each(|variant| check(variant.rules()));
    }

    #[test]
    fn captured_cells_may_be_left_out_where_the_move_is_clear() {
        let rules = Variant::International.rules();
        let one = international("W:W28:B23");
        let message = MoveMessage { seconds: 0, from: 28, to: 19, captured: vec![] };
        assert_eq!(
            find_move(&message, one.position()).map(|mv| move_text(rules, mv)),
            Ok("28x19x23".to_owned())
        );
        let two = international("W:W48:B42,33,43,34,24,20");
        let legal = two.legal_moves();
        let clear = legal.iter().filter(|mv| {
            legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count() == 1
        });
        for &mv in clear {
            let message = MoveMessage { captured: vec![], ..move_message(rules, mv, Duration::ZERO) };
            assert_eq!(find_move(&message, two.position()), Ok(mv));
        }
    }

    #[test]
    fn what_is_no_move_or_position_is_refused_with_the_reason() {
        let options = RuleOptions::default();
        let start = Variant::International.rules().start(&options);
        let text = |from, to, captured| MoveMessage { seconds: 0, from, to, captured };
        for (message, word) in [
            (text(32, 27, vec![1]), "not legal"),
            (text(0, 27, vec![]), "no cell 00"),
            (text(32, 51, vec![]), "no cell 51"),
        ] {
            let error = find_move(&message, start.position()).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(word)), "{error:?}");
        }
        let rest = "e".repeat(48);
        for (variant, two, word) in [
            (Variant::Vanguard, "eee", "51 cells"),
            (Variant::Vanguard, "ee", "no piece"),
            (Variant::Vanguard, "we", "promotion"),
            (Variant::Vanguard, "vv", "two vanguards"),
            (Variant::Vanguard, "1e", "'1', which marks no cell in vanguard"),
            (Variant::Frisian, "12", "two kings of a side whose moves are counted"),
            (Variant::Frisian, "ve", "'v', which marks no cell in frisian"),
            (Variant::Dameo, "ve", "50 cells"),
        ] {
            let text = StartText { side: Color::White, cells: format!("{two}{rest}") };
            let error = parse_start(&text, variant.rules(), &options).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(word)), "{error:?}");
        }
        let text = StartText { side: Color::White, cells: format!("ve{rest}") };
        let read = parse_start(&text, Variant::Vanguard.rules(), &options);
        let square = Variant::Vanguard.rules().geometry.square(0);
        assert_eq!(
            read.map(|read| read.position().extra_state()),
            Ok(square.map_or(ExtraState::None, |square| ExtraState::Vanguard(VanguardMan::on(square))))
        );
    }
}
