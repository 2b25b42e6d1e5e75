//! A game as it was played so far.

use super::game::Game;
use super::moves::Move;
use super::options::RuleOptions;
use super::outcome::{DrawReason, Outcome};
use super::position::{IllegalMove, Position};

/// The positions of a game from its beginning, never empty; the last one is on the board.
///
/// ```
/// use coupturc::rules::{MoveList, Position, Record, games::Harzdame};
///
/// let mut game = Record::new(Position::<Harzdame>::start());
/// let mut moves = MoveList::new();
/// game.position().legal_moves(&mut moves);
/// game.play(moves[0])?;
/// assert_eq!(game.plies(), 1);
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), coupturc::rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    earlier: Vec<Position<G>>,
    last: Position<G>,
}

impl<G: Game> Record<G> {
    /// A game that begins with `position`.
    #[must_use]
    pub fn new(position: Position<G>) -> Self {
        Self { earlier: Vec::new(), last: position }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position<G> {
        &self.last
    }

    /// The positions before it, the oldest first.
    #[must_use]
    pub fn earlier(&self) -> &[Position<G>] {
        &self.earlier
    }

    /// How many plies were played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.earlier.len()
    }

    /// The same game, from now on under the options of `G` taken from `options`.
    #[must_use]
    pub fn with_options(&self, options: &RuleOptions) -> Self {
        self.map(|position| position.with_options(options))
    }

    /// The same game as if no limit could draw it.
    #[must_use]
    pub fn without_draw_limits(&self) -> Self {
        self.map(Position::without_draw_limits)
    }

    fn map(&self, change: impl Fn(&Position<G>) -> Position<G>) -> Self {
        Self { earlier: self.earlier.iter().map(&change).collect(), last: change(&self.last) }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If it is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.last.play(mv)?;
        self.earlier.push(std::mem::replace(&mut self.last, next));
        Ok(())
    }

    /// How the game has ended, if it has. A player who cannot move has lost, whatever the limits.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.last.outcome() {
            win @ Some(Outcome::Win { .. }) => win,
            _ if self.is_threefold() => Some(Outcome::Draw(DrawReason::Repetition)),
            other => other,
        }
    }

    fn is_threefold(&self) -> bool {
        let reach = usize::from(self.last.quiet_plies());
        let before = self.earlier.iter().rev().take(reach).filter(|&position| position.repeats(&self.last));
        before.count() >= 2
    }
}
