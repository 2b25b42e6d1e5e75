//! Draw limits: games are drawn when too little has happened for too many moves.

use super::board::{Board, Color, Kind, Piece};
use super::game::{DrawRule, Game};
use super::geometry::is_promotion;
use super::history::NaiveGame;
use super::moves::Move;
use super::position::NaivePosition;

/// A limit: its name, the number of moves by each side after which the game is drawn, and the number of plies that
/// count towards it now.
type Limit = (&'static str, usize, usize);

/// The limit that the game has reached, if any: the shortest of them.
pub fn limit(game: &NaiveGame) -> Option<&'static str> {
    let position = game.position();
    if position.options.draw_rule == DrawRule::Repetition {
        return None;
    }
    let limits = match position.game {
        Game::Normal | Game::Vanguard => international(game),
        Game::Brazilian | Game::Russian => russian(game),
        Game::Frisian => frisian(game),
        Game::Dameo
        | Game::Hexdame
        | Game::Harzdame
        | Game::Croda
        | Game::Turkish
        | Game::Breakthrough
        | Game::Losing => Vec::new(),
    };
    // A move by each side is two plies.
    let reached = limits.into_iter().find(|&(_, moves, plies)| plies >= 2 * moves);
    reached.map(|(name, _, _)| name)
}

/// The limits of the world federation.
fn international(game: &NaiveGame) -> Vec<Limit> {
    vec![
        ("5-moves", 5, game.plies_while(has_two_against_lone_king)),
        ("16-moves", 16, game.plies_while(has_three_against_lone_king)),
        ("25-moves", 25, game.plies_since(is_progress)),
    ]
}

/// The limits of the 64-square section of the world federation.
fn russian(game: &NaiveGame) -> Vec<Limit> {
    let same_material = |pieces: std::ops::RangeInclusive<usize>| {
        let position = game.position();
        let in_force = pieces.contains(&count_pieces(&position.board)) && both_have_kings(position);
        if in_force { game.plies_since(changes_material) } else { 0 }
    };
    vec![
        ("5-moves", 5, game.plies_while(has_two_against_lone_king)),
        ("5-moves", 5, game.plies_while(has_three_against_king_on_long_diagonal)),
        ("15-moves", 15, game.plies_while(has_three_kings_against_lone_king)),
        ("15-moves", 15, game.plies_since(is_progress)),
        ("30-moves", 30, same_material(4..=5)),
        ("60-moves", 60, same_material(6..=7)),
    ]
}

/// Two kings against one, and one against one.
fn frisian(game: &NaiveGame) -> Vec<Limit> {
    let kings_against_lone_king = |kings| game.plies_while(|at| against_lone_king(at) == Some((0, kings)));
    vec![("2-moves", 2, kings_against_lone_king(1)), ("7-moves", 7, kings_against_lone_king(2))]
}

/// Whether a move is a capture or moves a man.
fn is_progress(before: &NaivePosition, mv: &Move) -> bool {
    let is_man = before.board.at(mv.from).is_some_and(|piece| piece.kind == Kind::Man);
    is_man || !mv.captured.is_empty()
}

/// Whether a move is a capture or makes a king.
fn changes_material(before: &NaivePosition, mv: &Move) -> bool {
    let is_crowned = before
        .board
        .at(mv.from)
        .is_some_and(|piece| piece.kind == Kind::Man && is_promotion(before.game, piece.color, mv.to));
    is_crowned || !mv.captured.is_empty()
}

/// Two kings, a king and a man, or a king against a lone king.
fn has_two_against_lone_king(position: &NaivePosition) -> bool {
    against_lone_king(position).is_some_and(|strong| matches!(strong, (0, 2) | (1, 1) | (0, 1)))
}

/// Three kings, two kings and a man, or a king and two men against a lone king.
fn has_three_against_lone_king(position: &NaivePosition) -> bool {
    against_lone_king(position).is_some_and(|strong| matches!(strong, (0, 3) | (1, 2) | (2, 1)))
}

/// Three or more kings, and no man, against a lone king.
fn has_three_kings_against_lone_king(position: &NaivePosition) -> bool {
    against_lone_king(position).is_some_and(|(men, kings)| men == 0 && kings >= 3)
}

/// Three pieces, including a king, against a lone king on the diagonal from a1 to h8.
fn has_three_against_king_on_long_diagonal(position: &NaivePosition) -> bool {
    let is_there = |color: Color| {
        let pieces = position.board.pieces_of(color);
        matches!(pieces[..], [(cell, piece)] if piece.kind == Kind::King && cell.x == cell.y)
    };
    has_three_against_lone_king(position) && (is_there(Color::White) || is_there(Color::Black))
}

/// Whether each player has a king.
fn both_have_kings(position: &NaivePosition) -> bool {
    count(&position.board, Color::White).1 > 0 && count(&position.board, Color::Black).1 > 0
}

/// The men and kings of one player if the other has only a king.
fn against_lone_king(position: &NaivePosition) -> Option<(usize, usize)> {
    let white = count(&position.board, Color::White);
    let black = count(&position.board, Color::Black);
    match (white, black) {
        (strong, (0, 1)) | ((0, 1), strong) => Some(strong),
        _ => None,
    }
}

/// Men and kings of one player.
fn count(board: &Board, color: Color) -> (usize, usize) {
    let of_kind = |kind| board.pieces().filter(|&(_, piece)| piece == Piece { color, kind }).count();
    (of_kind(Kind::Man), of_kind(Kind::King))
}

/// All pieces of both players.
fn count_pieces(board: &Board) -> usize {
    board.pieces().count()
}
