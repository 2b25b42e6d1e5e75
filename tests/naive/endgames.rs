//! Endgames solved the plain way: all positions with few pieces, each with the positions that its moves lead
//! to, and then round after round to see which of them are decided.

use std::collections::HashMap;

use super::board::{Board, Color, Kind, Piece};
use super::game::{Game, Options};
use super::geometry::{Cell, MAX, cells, is_promotion};
use super::position::NaivePosition;

/// How a position ends: in so many plies, or `None` in a draw. The side to move wins if the number is odd.
pub type End = Option<u16>;

/// The ends of all positions with few pieces.
pub struct Endgames {
    keys: Keys,
    positions: Vec<NaivePosition>,
    ends: Vec<End>,
}

/// Short names for positions.
struct Keys {
    cells: Vec<Cell>,
    places: HashMap<u64, u32>,
}

impl Keys {
    /// A leading one and the side; 8 bits for every cell with a piece on it, 6 for the cell and 2 for the piece; the vanguard.
    fn key(&self, position: &NaivePosition) -> u64 {
        let mut key = 2 + u64::from(position.to_move == Color::Black);
        for (place, &cell) in self.cells.iter().enumerate() {
            if let Some(piece) = position.board.at(cell) {
                let sort = 2 * u64::from(piece.color == Color::Black) + u64::from(piece.kind == Kind::King);
                key = key << 8 | (place as u64) << 2 | sort;
            }
        }
        let vanguard = position.vanguard.map_or(0, |cell| 1 + cell.x * (MAX + 1) + cell.y);
        key << 8 | vanguard as u64
    }
}

impl Endgames {
    /// All positions with 1 to `pieces` pieces, at most 5, solved.
    ///
    /// # Panics
    ///
    /// If the game remembers kings' moves, or ends in other ways than by a player who cannot move and has lost.
    pub fn solve(game: Game, options: Options, pieces: usize) -> Self {
        let others = [Game::Turkish, Game::Frisian, Game::Breakthrough, Game::Losing];
        assert!(!others.contains(&game), "endgames of {} cannot be solved", game.name());
        let mut positions = Vec::new();
        for pieces in 1..=pieces {
            add_boards(game, options, &mut Board::empty(), &cells(game), pieces, &mut positions);
        }
        let mut keys = Keys { cells: cells(game), places: HashMap::with_capacity(positions.len()) };
        for (place, position) in positions.iter().enumerate() {
            let before = keys.places.insert(keys.key(position), place as u32);
            assert_eq!(before, None, "two positions have one key");
        }
        // The successors of a position end where those of the next one begin.
        let (mut successors, mut starts) = (Vec::new(), vec![0]);
        for position in &positions {
            successors.extend(position.successors().iter().map(|next| keys.places[&keys.key(next)]));
            starts.push(successors.len());
        }
        let moves = |place: usize| &successors[starts[place]..starts[place + 1]];
        let ends = rounds(positions.len(), moves);
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

/// What follows for a position from the ends of its successors.
pub fn end_of(successors: impl IntoIterator<Item = End>) -> End {
    let (mut win, mut draws, mut loss) = (None, false, 0);
    for end in successors {
        match end {
            None => draws = true,
            // Lost for the opponent: as soon as can be.
            Some(plies) if plies % 2 == 0 => {
                win = Some(win.map_or(plies + 1, |best: u16| best.min(plies + 1)));
            }
            // Won for the opponent: as late as can be. Without a move all is over at once.
            Some(plies) => loss = loss.max(plies + 1),
        }
    }
    win.or((!draws).then_some(loss))
}

/// In round n, finds the positions that end in n plies.
fn rounds<'a>(positions: usize, moves: impl Fn(usize) -> &'a [u32]) -> Vec<End> {
    let mut ends: Vec<End> = vec![None; positions];
    let mut open: Vec<usize> = (0..positions).collect();
    for plies in 0.. {
        let wins = plies % 2 == 1;
        let ends_now = |place: usize| {
            let mut next = moves(place).iter().map(|&next| ends[next as usize]);
            if wins {
                next.any(|end| end.is_some_and(|end| end % 2 == 0))
            } else {
                next.all(|end| end.is_some_and(|end| end % 2 == 1))
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

/// Adds all positions with so many more pieces, each further along `cells` than the one before.
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

/// Adds the positions with these pieces: with either side to move, and with every vanguard there can be.
fn add_positions(game: Game, options: Options, board: &Board, positions: &mut Vec<NaivePosition>) {
    for to_move in [Color::White, Color::Black] {
        let mut vanguards = vec![None];
        if game == Game::Vanguard {
            let enemies = board.pieces_of(to_move.other()).into_iter();
            vanguards
                .extend(enemies.filter(|(_, piece)| piece.kind == Kind::Man).map(|(cell, _)| Some(cell)));
        }
        positions.extend(vanguards.into_iter().map(|vanguard| NaivePosition {
            vanguard,
            ..NaivePosition::of_board(game, options, board.clone(), to_move)
        }));
    }
}
