//! DXP positions and moves, as messages carry them: cells by their number in Hub's order, from 1.

use std::time::Duration;

use super::message::{MoveMessage, StartText};
use crate::notation::NotationError;
use crate::rules::{
    Bitboard, Color, Extra, Game, Kind, Move, MoveList, Position, RuleOptions, Setup, Square,
};

/// Writes a position as a GAMEREQ carries it.
///
/// ```
/// use coupturc::protocol::dxp::start_text;
/// use coupturc::rules::{Position, games::International};
///
/// let text = start_text(&Position::<International>::start());
/// assert_eq!(text.cells, format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20)));
/// ```
#[must_use]
pub fn start_text<G: Game>(position: &Position<G>) -> StartText {
    let piece = |square| match position.board().at(square) {
        None => 'e',
        Some((Color::White, Kind::Man)) => 'w',
        Some((Color::White, Kind::King)) => 'W',
        Some((Color::Black, Kind::Man)) => 'z',
        Some((Color::Black, Kind::King)) => 'Z',
    };
    let letter = |&square: &Square| position.extra().letter(square).unwrap_or_else(|| piece(square));
    StartText { side: position.side(), cells: G::GEOMETRY.squares().iter().map(letter).collect() }
}

/// Reads a position of a GAMEREQ.
///
/// # Errors
///
/// If it has another number of cells than the board, or is no position of the game.
pub fn parse_start<G: Game>(text: &StartText, rules: &RuleOptions) -> Result<Position<G>, NotationError> {
    let (given, expected) = (text.cells.len(), G::GEOMETRY.len());
    if given != expected {
        let problem = format!("the position has {given} cells, expected {expected} for {}", G::VARIANT);
        return Err(NotationError::new(problem));
    }
    let mut setup = Setup::<G>::empty(text.side);
    for (&square, letter) in G::GEOMETRY.squares().iter().zip(text.cells.chars()) {
        let (color, kind) = match letter {
            'w' => (Color::White, Kind::Man),
            'W' => (Color::White, Kind::King),
            'z' => (Color::Black, Kind::Man),
            'Z' => (Color::Black, Kind::King),
            'e' => continue,
            letter => read_extra(&mut setup, letter, square)?,
        };
        setup.put(color, kind, square);
    }
    Ok(Position::from_setup(&setup, rules)?)
}

/// Reads a letter that has to do with the extra state of the game, and tells what stands on the cell.
fn read_extra<G: Game>(
    setup: &mut Setup<G>,
    letter: char,
    square: Square,
) -> Result<(Color, Kind), NotationError> {
    let read = setup.extra.with_letter(letter, square, setup.side);
    let read = read.ok_or_else(|| format!("found '{letter}', which marks no cell in {}", G::VARIANT));
    let read = read
        .and_then(|read| read.map_err(|what| format!("the position has two {what}, expected one at most")));
    let (extra, color, kind) = read.map_err(NotationError::new)?;
    setup.extra = extra;
    Ok((color, kind))
}

/// Writes a move that took so long.
#[must_use]
pub fn move_message<G: Game>(mv: Move, spent: Duration) -> MoveMessage {
    let number = |square: Square| G::GEOMETRY.order(square) as u8 + 1;
    let mut captured: Vec<u8> = mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    let seconds = spent.as_secs_f64().round().min(9999.0) as u16;
    MoveMessage { seconds, from: number(mv.from()), to: number(mv.to()), captured }
}

/// The legal move that a message means. The captured cells may stand in any order; where they are left out, the
/// move must be clear without them.
///
/// # Errors
///
/// If there is no such move: what the trouble is.
pub fn find_move<G: Game>(message: &MoveMessage, position: &Position<G>) -> Result<Move, NotationError> {
    let MoveMessage { from, to, captured, .. } = message;
    let (from, to) = (cell::<G>(*from)?, cell::<G>(*to)?);
    let mut cells = Bitboard::EMPTY;
    for &number in captured {
        cells |= cell::<G>(number)?.bitboard();
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

fn cell<G: Game>(number: u8) -> Result<Square, NotationError> {
    let square = usize::from(number).checked_sub(1).and_then(|index| G::GEOMETRY.square(index));
    square.ok_or_else(|| {
        NotationError::new(format!("there is no cell {number:02}, expected 01 to {}", G::GEOMETRY.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{move_text, parse_fen};
    use crate::rules::Record;
    use crate::rules::games::{International, Vanguard, Variant};

    fn position<G: Game>(fen: &str) -> Position<G> {
        parse_fen(fen, &RuleOptions::default()).unwrap_or_else(|error| unreachable!("{error}")).position
    }

    /// A random game: every move and every position survives the way through a message.
    fn check<G: Game>() {
        let rules = RuleOptions::default();
        let mut random = fastrand::Rng::with_seed(7);
        let mut game = Record::new(Position::<G>::start());
        let mut legal = MoveList::new();
        for _ in 0..200 {
            let position = game.position();
            let read = parse_start::<G>(&start_text(position), &rules).map(|read| read.to_setup());
            assert_eq!(read, Ok(Setup { quiet_plies: 0, ..position.to_setup() }));
            legal.clear();
            position.legal_moves(&mut legal);
            let Some(&mv) = random.choice(legal.iter()) else { break };
            for &mv in legal.iter() {
                let mut message = move_message::<G>(mv, Duration::from_millis(1_600));
                assert_eq!(message.seconds, 2);
                random.shuffle(&mut message.captured);
                assert_eq!(find_move(&message, position), Ok(mv), "{}", move_text::<G>(mv));
            }
            assert_eq!(game.play(mv), Ok(()));
        }
    }

    #[test]
    fn positions_and_moves_of_all_games_survive() {
        for &variant in Variant::ALL {
            with_game!(variant, G => check::<G>());
        }
    }

    #[test]
    fn captured_cells_may_be_left_out_where_the_move_is_clear() {
        let one = position::<International>("W:W28:B23");
        let message = MoveMessage { seconds: 0, from: 28, to: 19, captured: vec![] };
        assert_eq!(find_move(&message, &one).map(move_text::<International>), Ok("28x19x23".to_owned()));
        let two = position::<International>("W:W48:B42,33,43,34,24,20");
        let mut legal = MoveList::new();
        two.legal_moves(&mut legal);
        let clear = legal.iter().filter(|mv| {
            legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count() == 1
        });
        for &mv in clear {
            let message =
                MoveMessage { captured: vec![], ..move_message::<International>(mv, Duration::ZERO) };
            assert_eq!(find_move(&message, &two), Ok(mv));
        }
    }

    #[test]
    fn what_is_no_move_or_position_is_refused_with_the_reason() {
        let start = Position::<International>::start();
        let text = |from, to, captured| MoveMessage { seconds: 0, from, to, captured };
        for (message, word) in [
            (text(32, 27, vec![1]), "not legal"),
            (text(0, 27, vec![]), "no cell 00"),
            (text(32, 51, vec![]), "no cell 51"),
        ] {
            let error = find_move(&message, &start).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(word)), "{error:?}");
        }
        let cells = |cells: &str| StartText { side: Color::White, cells: cells.to_owned() };
        let read = |text: &StartText| parse_start::<Vanguard>(text, &RuleOptions::default());
        let rest = "e".repeat(48);
        for (text, word) in [
            (cells("eee"), "3 cells"),
            (cells(&format!("ee{rest}")), "no piece"),
            (cells(&format!("we{rest}")), "promotion"),
            (cells(&format!("vv{rest}")), "two vanguards"),
        ] {
            let error = read(&text).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(word)), "{error:?}");
        }
        assert_eq!(
            read(&cells(&format!("ve{rest}"))).map(|read| read.extra().mark()),
            Ok(Vanguard::GEOMETRY.square(0))
        );
    }
}
