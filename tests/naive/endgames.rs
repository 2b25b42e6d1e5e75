//! Endgames solved naively: all positions with few pieces are listed with their successors, then rounds find the
//! decided ones.

use std::collections::HashMap;

use super::board::{Board, Color, Kind, Piece};
use super::game::{Game, Options};
use super::geometry::{Cell, MAX, cells, is_promotion};
use super::history::few_pieces;
use super::king_moves::KingMoves;
use super::position::NaivePosition;

/// How a position ends: in this many plies, or `None` in a draw. The side to move wins if the number is odd; if it is
/// even, in games in which a player who cannot move wins.
pub type End = Option<u16>;

/// The ends of all positions with few pieces.
pub struct Endgames {
    keys: Keys,
    positions: Vec<NaivePosition>,
    ends: Vec<End>,
}

/// Short names for positions.
struct Keys {
    cells: &'static [Cell],
    places: HashMap<u64, u32>,
}

impl Keys {
    /// A leading one bit and the side to move; 8 bits for every piece, 6 for its cell and 2 for the piece; the
    /// vanguard; the kings' moves.
    fn key(&self, position: &NaivePosition) -> u64 {
        let mut key = 2 + u64::from(position.to_move == Color::Black);
        for (place, &cell) in self.cells.iter().enumerate() {
            if let Some(piece) = position.board.at(cell) {
                let sort = 2 * u64::from(piece.color == Color::Black) + u64::from(piece.kind == Kind::King);
                key = key << 8 | (place as u64) << 2 | sort;
            }
        }
        let vanguard = position.vanguard.map_or(0, |cell| 1 + cell.x * (MAX + 1) + cell.y);
        // No game has both.
        key << 16 | vanguard as u64 | position.king_moves.number()
    }
}

impl Endgames {
    /// All positions with 1 to `pieces` pieces, at most 5, solved.
    pub fn solve(game: Game, options: Options, pieces: usize) -> Self {
        let mut positions = Vec::new();
        for pieces in 1..=pieces {
            add_boards(game, options, &mut Board::empty(), cells(game), pieces, &mut positions);
        }
        let mut keys = Keys { cells: cells(game), places: HashMap::with_capacity(positions.len()) };
        for (place, position) in positions.iter().enumerate() {
            let before = keys.places.insert(keys.key(position), place as u32);
            assert_eq!(before, None, "two positions have one key");
        }
        // The successors of a position end where those of the next begin.
        let (mut successors, mut starts) = (Vec::new(), vec![0]);
        for position in &positions {
            successors.extend(position.successors().iter().map(|next| keys.places[&keys.key(next)]));
            starts.push(successors.len());
        }
        let moves = |place: usize| &successors[starts[place]..starts[place + 1]];
        let by_rule = positions.iter().map(end_by_rule).collect();
        let ends = rounds(by_rule, moves, game.is_won_without_move());
        Self { keys, positions, ends }
    }

    /// All positions, with their ends.
    pub fn iter(&self) -> impl Iterator<Item = (&NaivePosition, End)> {
        self.positions.iter().zip(self.ends.iter().copied())
    }

    /// The end of one position.
    pub fn end(&self, position: &NaivePosition) -> End {
        self.ends[self.keys.places[&self.keys.key(position)] as usize]
    }
}

/// The end of a position in which a rule ends the game although there are moves. If the winner is to move, one more ply
/// is counted, so that the number is odd.
pub fn end_by_rule(position: &NaivePosition) -> Option<End> {
    let winner = match few_pieces(position)?.0 {
        "white-win" => Color::White,
        "black-win" => Color::Black,
        _ => return Some(None),
    };
    Some(Some(u16::from(winner == position.to_move)))
}

/// The end of a position of this game, given the ends of its successors.
pub fn end_of(game: Game, successors: impl IntoIterator<Item = End>) -> End {
    let lost = u16::from(game.is_won_without_move());
    let mut successors = successors.into_iter().peekable();
    if successors.peek().is_none() {
        return Some(0);
    }
    let (mut win, mut draws, mut loss) = (None, false, 0);
    for end in successors {
        match end {
            None => draws = true,
            // Lost for the opponent: as soon as possible.
            Some(plies) if plies % 2 == lost => {
                win = Some(win.map_or(plies + 1, |best: u16| best.min(plies + 1)));
            }
            // Won for the opponent: as late as possible.
            Some(plies) => loss = loss.max(plies + 1),
        }
    }
    win.or((!draws).then_some(loss))
}

/// In round n, finds the positions that end in n plies. Some ends are known from the rules. `won` is whether a player
/// without moves wins.
fn rounds<'a>(by_rule: Vec<Option<End>>, moves: impl Fn(usize) -> &'a [u32], won: bool) -> Vec<End> {
    let lost = u16::from(won);
    let mut ends: Vec<End> = vec![None; by_rule.len()];
    let mut open: Vec<usize> = (0..by_rule.len()).collect();
    for plies in 0.. {
        let wins = plies % 2 != lost;
        let ends_now = |place: usize| {
            if let Some(end) = by_rule[place] {
                return end == Some(plies);
            }
            let mut next = moves(place).iter().map(|&next| ends[next as usize]);
            if plies == 0 {
                next.len() == 0
            } else if wins {
                next.any(|end| end.is_some_and(|end| end % 2 == lost))
            } else {
                next.all(|end| end.is_some_and(|end| end % 2 != lost))
            }
        };
        let (decided, still_open): (Vec<_>, Vec<_>) = open.iter().partition(|&&place| ends_now(place));
        if decided.is_empty() {
            break;
        }
        for place in decided {
            ends[place] = Some(plies);
        }
        open = still_open;
    }
    ends
}

/// Adds all positions with this many more pieces, each piece further along `cells` than the previous one.
fn add_boards(
    game: Game,
    options: Options,
    board: &mut Board,
    cells: &[Cell],
    pieces: usize,
    positions: &mut Vec<NaivePosition>,
) {
    if pieces == 0 {
        add_positions(game, options, board, positions);
        return;
    }
    for (place, &cell) in cells.iter().enumerate() {
        for color in [Color::White, Color::Black] {
            for kind in [Kind::Man, Kind::King] {
                if kind == Kind::King || !is_promotion(game, color, cell) {
                    board.set(cell, Some(Piece { color, kind }));
                    add_boards(game, options, board, &cells[place + 1..], pieces - 1, positions);
                }
            }
        }
        board.set(cell, None);
    }
}

/// Adds the positions with these pieces: with either side to move, unless that side has won with the first king; and
/// with every possible vanguard and state of the kings' moves.
fn add_positions(game: Game, options: Options, board: &Board, positions: &mut Vec<NaivePosition>) {
    let has_king = |color| board.pieces_of(color).iter().any(|(_, piece)| piece.kind == Kind::King);
    for to_move in [Color::White, Color::Black] {
        if game == Game::Breakthrough && has_king(to_move) {
            continue;
        }
        let mut vanguards = vec![None];
        if game == Game::Vanguard {
            let enemies = board.pieces_of(to_move.other()).into_iter();
            vanguards
                .extend(enemies.filter(|(_, piece)| piece.kind == Kind::Man).map(|(cell, _)| Some(cell)));
        }
        if game == Game::Frisian {
            positions.extend(KingMoves::all(board).into_iter().map(|king_moves| NaivePosition {
                king_moves,
                ..NaivePosition::of_board(game, options, board.clone(), to_move)
            }));
            continue;
        }
        positions.extend(vanguards.into_iter().map(|vanguard| NaivePosition {
            vanguard,
            ..NaivePosition::of_board(game, options, board.clone(), to_move)
        }));
    }
}
