//! Random positions.

use super::board::{Board, Color, Kind, Piece};
use super::game::{Game, Options};
use super::geometry::{Cell, cells, is_promotion};
use super::king_moves::KingMoves;
use super::position::NaivePosition;

/// Scatters pieces over the board. Density, share of kings and share of White's pieces differ from position to
/// position; no man stands on one of its promotion cells, and there is at least one piece. In Vanguard Draughts half of
/// the positions that can have a vanguard have one, in Frisian Draughts half of the players who can have a row of king
/// moves have one.
///
/// `rng(n)` must return a number below `n`, all with equal probability.
pub fn random_position(game: Game, options: Options, rng: &mut impl FnMut(u64) -> u64) -> NaivePosition {
    let to_move = if rng(2) == 0 { Color::White } else { Color::Black };
    let board = loop {
        let board = random_board(game, rng);
        let colors = [Color::White, Color::Black];
        if colors.iter().any(|&color| !board.pieces_of(color).is_empty()) {
            break board;
        }
    };
    let mut position = NaivePosition::of_board(game, options, board, to_move);
    if game == Game::Vanguard && rng(2) == 0 {
        choose_vanguard(&mut position, rng);
    }
    if game == Game::Frisian {
        position.king_moves = KingMoves::random(&position.board, rng);
    }
    position
}

/// A position in which long captures are likely: one piece of the side to move, and up to sixteen enemies, none of
/// which stands on a cell where a man of that side could land. A jump is two steps long, so it changes the parity of
/// neither the column nor the row.
///
/// `rng(n)` must return a number below `n`, all with equal probability.
pub fn random_feast(game: Game, options: Options, rng: &mut impl FnMut(u64) -> u64) -> NaivePosition {
    let to_move = if rng(2) == 0 { Color::White } else { Color::Black };
    let all = cells(game);
    let at = all[rng(all.len() as u64) as usize];
    let mut board = Board::empty();
    board.set(at, piece(game, to_move, at, rng(3) == 0));
    let lands = |cell: Cell| (cell.x - at.x) % 2 == 0 && (cell.y - at.y) % 2 == 0;
    let others: Vec<Cell> = all.iter().copied().filter(|&cell| !lands(cell)).collect();
    for _ in 0..10 + rng(7) {
        let cell = others[rng(others.len() as u64) as usize];
        board.set(cell, piece(game, to_move.other(), cell, rng(4) == 0));
    }
    NaivePosition::of_board(game, options, board, to_move)
}

fn random_board(game: Game, rng: &mut impl FnMut(u64) -> u64) -> Board {
    // In percent.
    let density = 3 + rng(68);
    let kings = rng(101);
    let whites = 25 + rng(51);
    let mut board = Board::empty();
    for &cell in cells(game) {
        if rng(100) >= density {
            continue;
        }
        let color = if rng(100) < whites { Color::White } else { Color::Black };
        board.set(cell, piece(game, color, cell, rng(100) < kings));
    }
    board
}

/// A piece for this cell: a king if one is wanted, or if a man could not stand there. In Breakthrough Draughts, where a
/// king ends the game, there are only men.
fn piece(game: Game, color: Color, cell: Cell, wants_king: bool) -> Option<Piece> {
    let no_man = is_promotion(game, color, cell);
    let kind = match game {
        Game::Breakthrough if no_man => return None,
        Game::Breakthrough => Kind::Man,
        _ if wants_king || no_man => Kind::King,
        _ => Kind::Man,
    };
    Some(Piece { color, kind })
}

/// Makes one of the enemy's men the vanguard, if there is one.
fn choose_vanguard(position: &mut NaivePosition, rng: &mut impl FnMut(u64) -> u64) {
    let mut men = position.board.pieces_of(position.to_move.other());
    men.retain(|(_, piece)| piece.kind == Kind::Man);
    if !men.is_empty() {
        let chosen = rng(men.len() as u64);
        position.vanguard = Some(men[chosen as usize].0);
    }
}
