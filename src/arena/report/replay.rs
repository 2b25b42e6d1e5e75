//! Replay: what the moves of a game change on the board, for a script that knows no rules.

use crate::arena::record::GameRecord;
use crate::notation::{Fen, hub_position_text, parse_fen, parse_move};
use crate::rules::games::Variant;
use crate::rules::{Board, Extra, Game, Kind, Move, Position, RuleOptions, Square};

/// A letter for each place in the text order of the cells; no board has more.
const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// Behind a move after which the man is a king.
const CROWNED: char = '*';
/// Behind a move after which its cell is marked: the man is the vanguard.
const MARKED: char = '!';

/// A game as far as the rules could follow it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Replay {
    /// The board, if the game is known.
    pub(super) board: Option<Variant>,
    /// The position at the beginning as Hub writes it.
    pub(super) start: Option<String>,
    /// The place that is marked at the beginning.
    pub(super) mark: Option<usize>,
    /// One word a move: the letters of the cell that is left, of the one that is gone to, and of
    /// all that are captured.
    pub(super) steps: Vec<String>,
    /// Why the rest of the moves cannot be played, if they cannot.
    pub(super) problem: Option<String>,
}

/// Plays the moves of `game` until one of them is no move.
pub(super) fn replay(game: &GameRecord) -> Replay {
    match game.played_by() {
        Ok((variant, rules)) => with_game!(variant, G => replay_in::<G>(game, &rules)),
        Err(error) => Replay { problem: Some(error.to_string()), ..Replay::default() },
    }
}

fn replay_in<G: Game>(game: &GameRecord, rules: &RuleOptions) -> Replay {
    let mut replay = Replay { board: Some(G::VARIANT), ..Replay::default() };
    let mut position: Position<G> = match parse_fen(&game.fen, rules) {
        Ok(Fen { position, .. }) => position,
        Err(error) => {
            replay.problem = Some(error.to_string());
            return replay;
        }
    };
    replay.start = Some(hub_position_text(&position));
    replay.mark = position.extra().mark().map(|square| G::GEOMETRY.order(square));
    for played in &game.moves {
        match parse_move(&position, &played.text) {
            Ok(mv) => {
                let next = position.play_legal(mv);
                replay.steps.push(step(mv, position.board(), &next));
                position = next;
            }
            Err(error) => {
                replay.problem = Some(error.to_string());
                break;
            }
        }
    }
    replay
}

fn step<G: Game>(mv: Move, before: &Board, after: &Position<G>) -> String {
    let captured = G::GEOMETRY.squares().iter().filter(|&&square| mv.captured().contains(square));
    let cells = [mv.from(), mv.to()].into_iter().chain(captured.copied());
    let mut word: String = cells.filter_map(letter::<G>).collect();
    let kind = |board: &Board, square| board.at(square).map(|(_, kind)| kind);
    if kind(before, mv.from()) != kind(after.board(), mv.to()) {
        debug_assert_eq!(kind(after.board(), mv.to()), Some(Kind::King));
        word.push(CROWNED);
    }
    if after.extra().mark() == Some(mv.to()) {
        word.push(MARKED);
    }
    word
}

fn letter<G: Game>(square: Square) -> Option<char> {
    LETTERS.chars().nth(G::GEOMETRY.order(square))
}
