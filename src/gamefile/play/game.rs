//! A whole game: how it ends by the position on the board, by repetition and by the draw limits.

use super::captures::TooManyCaptures;
use super::position::{Move, Position};
use crate::choices::{Color, KingAgainstKing, KingAgainstMan, Progress, WithoutMove};
use crate::rules::{Counts, Limit, Rules};

/// A result, as protocols write it, and its reason.
pub type Outcome = (&'static str, String);

/// A game: its positions and moves.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    rules: &'r Rules,
    /// The positions before the one on the board.
    earlier: Vec<Position<'r>>,
    position: Position<'r>,
    /// Each move leads from the position with the same index to the next.
    moves: Vec<Move>,
}

impl<'r> Game<'r> {
    /// A game from a given position, where all counts start.
    #[must_use]
    pub const fn new(rules: &'r Rules, start: Position<'r>) -> Self {
        Self { rules, earlier: Vec::new(), position: start, moves: Vec::new() }
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position<'r> {
        &self.position
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: &Move) {
        let after = self.position.after(mv);
        self.earlier.push(std::mem::replace(&mut self.position, after));
        self.moves.push(mv.clone());
    }

    /// The result and its reason, if the game is over. `legal` are the legal moves of the position on the board.
    ///
    /// The position is judged first, then repetition, then the limits in their order.
    #[must_use]
    pub fn outcome(&self, legal: &[Move]) -> Option<Outcome> {
        let position = &self.position;
        if let Some(winner) = position.first_promoted() {
            return Some((win_of(winner), "promotion".to_owned()));
        }
        if legal.is_empty() {
            return Some(self.without_move());
        }
        if let Some(end) = self.two_pieces(legal) {
            return Some(end);
        }
        if self.repetitions() >= self.rules.repetition {
            return Some(("draw", "repetition".to_owned()));
        }
        let reached =
            self.rules.limits.iter().find(|limit| self.plies(limit) >= 2 * usize::from(limit.moves))?;
        Some(("draw", format!("{}-moves", reached.moves)))
    }

    /// Plays random moves until the game is over, or has this many moves.
    ///
    /// # Errors
    ///
    /// If a position has more captures than can be followed.
    pub fn play_random(
        &mut self,
        most: usize,
        random: &mut fastrand::Rng,
    ) -> Result<Option<Outcome>, TooManyCaptures> {
        loop {
            let legal = self.position.legal_moves()?;
            let outcome = self.outcome(&legal);
            let Some(mv) = random.choice(&legal).filter(|_| outcome.is_none() && self.moves.len() < most)
            else {
                return Ok(outcome);
            };
            self.play(mv);
        }
    }

    fn without_move(&self) -> Outcome {
        let side = self.position.side();
        let winner = if self.rules.end.without_move == WithoutMove::Wins { side } else { side.other() };
        let has_pieces = self.position.pieces_of(side).next().is_some();
        (win_of(winner), if has_pieces { "no-moves" } else { "no-pieces" }.to_owned())
    }

    /// The end of a game with a piece each, none of which can be captured now.
    fn two_pieces(&self, legal: &[Move]) -> Option<Outcome> {
        if legal.iter().any(|mv| !mv.captured.is_empty()) {
            return None;
        }
        let end = &self.rules.end;
        let king = match (self.position.count(Color::White), self.position.count(Color::Black)) {
            ((0, 1), (0, 1)) => {
                let is_drawn = end.king_against_king == KingAgainstKing::Draw;
                return is_drawn.then(|| ("draw", "king-against-king".to_owned()));
            }
            ((0, 1), (1, 0)) => Color::White,
            ((1, 0), (0, 1)) => Color::Black,
            _ => return None,
        };
        let result = match end.king_against_man {
            KingAgainstMan::Play => return None,
            KingAgainstMan::Win => win_of(king),
            KingAgainstMan::Draw => "draw",
        };
        Some((result, "king-against-man".to_owned()))
    }

    /// The positions so far, the last one first.
    fn backwards(&self) -> impl Iterator<Item = &Position<'r>> {
        std::iter::once(&self.position).chain(self.earlier.iter().rev())
    }

    fn repetitions(&self) -> usize {
        self.backwards().filter(|&position| *position == self.position).count()
    }

    /// The plies that count towards a limit now.
    fn plies(&self, limit: &Limit) -> usize {
        let counts = [Color::White, Color::Black].map(|color| self.position.count(color));
        let pieces = counts.iter().map(|(men, kings)| men + kings).sum();
        let is_out_of_range = limit.pieces.is_some_and(|(least, most)| !(least..=most).contains(&pieces));
        if is_out_of_range || (limit.both_have_kings && counts.iter().any(|&(_, kings)| kings == 0)) {
            return 0;
        }
        match &limit.counts {
            Counts::Without(progress) => {
                let plies = self.backwards().skip(1).zip(self.moves.iter().rev());
                plies.take_while(|(before, mv)| !is_progress(*progress, before, mv)).count()
            }
            // The move that led to the first such position does not count.
            Counts::LoneKing { .. } => {
                let is_such = |position: &&Position<'r>| has_lone_king(&limit.counts, position);
                self.backwards().take_while(is_such).count().saturating_sub(1)
            }
        }
    }
}

fn is_progress(progress: Progress, before: &Position<'_>, mv: &Move) -> bool {
    let is_man = before.pieces()[mv.from].is_some_and(|piece| !piece.is_king);
    let is_other = match progress {
        Progress::CaptureOrManMove => is_man,
        Progress::CaptureOrPromotion => {
            is_man && before.after(mv).pieces()[mv.to].is_some_and(|piece| piece.is_king)
        }
    };
    !mv.captured.is_empty() || is_other
}

/// Whether a player has a lone king against the material of a limit, on its diagonal.
fn has_lone_king(counts: &Counts, position: &Position<'_>) -> bool {
    let Counts::LoneKing { against, on } = counts else { return false };
    [Color::White, Color::Black].into_iter().any(|color| {
        let (men, kings) = position.count(color.other());
        let is_such = against.iter().any(|material| {
            let has_kings =
                if material.or_more_kings { kings >= material.kings } else { kings == material.kings };
            men == material.men && has_kings
        });
        let is_there = |(cell, _)| on.as_ref().is_none_or(|on| on.contains(&cell));
        is_such && position.count(color) == (0, 1) && position.pieces_of(color).all(is_there)
    })
}

const fn win_of(winner: Color) -> &'static str {
    match winner {
        Color::White => "white-win",
        Color::Black => "black-win",
    }
}
