//! How well each side played a game.

use serde::{Deserialize, Serialize};

use super::{GameAnalysis, Mark};
use crate::rules::{AnyPosition, Color};

/// A phase of a game, by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// More than two thirds of the pieces at the start.
    Opening,
    /// More than one third.
    Middlegame,
    /// Fewer.
    Endgame,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }

    /// The phase of a position.
    #[must_use]
    pub fn of(position: &dyn AnyPosition) -> Self {
        let men = position.rules().men;
        let of_start: u32 = Color::ALL.map(|color| men[color].count()).iter().sum();
        let left = position.board().occupied().count();
        match 3 * left {
            thirds if thirds > 2 * of_start => Self::Opening,
            thirds if thirds > of_start => Self::Middlegame,
            _ => Self::Endgame,
        }
    }
}

/// How one side played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerFigures {
    /// Moves for which there was a choice.
    pub moves: u64,
    /// The sum of the expected points that they lost.
    pub lost: f64,
    /// The number of moves with each mark, in the order of [`Mark::ALL`].
    pub marks: [u64; 4],
    /// The number of mistakes and blunders in each phase, in the order of [`Phase::ALL`].
    pub errors: [u64; 3],
}

impl PlayerFigures {
    /// The share of the expected points that an average move keeps, in percent. Forced moves do not count. `None`
    /// without a move.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| 100.0 * (1.0 - self.lost / self.moves as f64))
    }

    /// Adds those of another game.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.marks.iter_mut().zip(other.marks).for_each(|(sum, more)| *sum += more);
        self.errors.iter_mut().zip(other.errors).for_each(|(sum, more)| *sum += more);
    }
}

/// The figures of White and Black in a game.
#[must_use]
pub fn player_figures(game: &GameAnalysis) -> [PlayerFigures; 2] {
    [true, false].map(|white| {
        let mut figures = PlayerFigures::default();
        for mv in game.moves.iter().filter(|mv| mv.white == white && !mv.forced) {
            figures.moves += 1;
            figures.lost += mv.loss;
            count(&Mark::ALL, mv.mark, &mut figures.marks);
            let is_error = matches!(mv.mark, Some(Mark::Mistake | Mark::Blunder));
            count(&Phase::ALL, is_error.then_some(mv.phase), &mut figures.errors);
        }
        figures
    })
}

/// Adds one to the count of `value`, if there is one.
fn count<T: PartialEq + Copy>(all: &[T], value: Option<T>, counts: &mut [u64]) {
    let found = all.iter().zip(counts).find(|(one, _)| value == Some(**one));
    if let Some((_, count)) = found {
        *count += 1;
    }
}
