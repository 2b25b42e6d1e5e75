//! Positions in memory: adding moves, and counting the results of games.

use std::collections::BTreeMap;

use super::{About, BookMove, Key, Results, Views};
use crate::rules::{AnyPosition, Color, Move};

/// Positions, and what is known about their moves.
pub type Positions = BTreeMap<Key, Vec<BookMove>>;

/// What is known about a legal move, to be changed. The position and the move are added if they are missing.
pub fn known_move<'a>(
    positions: &'a mut Positions,
    views: &Views,
    position: &dyn AnyPosition,
    mv: Move,
) -> &'a mut BookMove {
    let view = views.view(position);
    let number = view.moves(position).iter().position(|&legal| legal == mv).unwrap_or_default() as u32;
    let moves = positions.entry(view.key).or_default();
    let place = moves.iter().position(|known| known.number == number).unwrap_or_else(|| {
        moves.push(BookMove { number, ..BookMove::default() });
        moves.len() - 1
    });
    &mut moves[place]
}

/// The results of games at each position.
#[derive(Debug)]
pub struct GameCounts {
    about: About,
    views: Views,
    positions: Positions,
}

/// The number of positions, which bounds the memory to some 100 MB.
const MOST_POSITIONS: usize = 300_000;

impl GameCounts {
    /// No games yet.
    #[must_use]
    pub fn new(about: About) -> Self {
        Self { views: Views::of(about.rules), about, positions: Positions::new() }
    }

    /// The game and the rules.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Counts a move of a game that had this winner, or none in a draw. Without a result the move is only noted. New
    /// positions are left out when there are too many.
    pub fn add(&mut self, position: &dyn AnyPosition, mv: Move, result: Option<Option<Color>>) {
        let is_full = self.positions.len() >= MOST_POSITIONS;
        if is_full && !self.positions.contains_key(&self.views.view(position).key) {
            return;
        }
        let known = known_move(&mut self.positions, &self.views, position, mv);
        let game = result.map(|winner| Results::of_game(winner, position.side()));
        known.results = known.results.and(game.unwrap_or_default());
    }

    /// The moves of a position, those with the most games first.
    #[must_use]
    pub fn look_up(&self, position: &dyn AnyPosition) -> Vec<(Move, BookMove)> {
        let view = self.views.view(position);
        let known = self.positions.get(&view.key).cloned().unwrap_or_default();
        let mut moves = view.named(position, known);
        moves.sort_by_key(|(_, mv)| std::cmp::Reverse(mv.results.games()));
        moves
    }
}
