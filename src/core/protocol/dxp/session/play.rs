//! DXP play: one game of a session, with its clocks and its end.

use std::time::{Duration, Instant};

use super::super::conversation::FinishedGame;
use super::super::fields::{Minutes, Name};
use super::super::message::{BackRequest, EndReason};
use super::super::plan::{NewGame, Turn};
use crate::engine::{GameClock, Limits};
use crate::notation::PdnResult;
use crate::rules::{AnyGame, ByColor, Color, Move, Outcome, PlayError};

/// The current game.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) number: u32,
    pub(super) peer: Name,
    pub(super) us: Color,
    pub(super) game: Box<dyn AnyGame>,
    pub(super) clocks: Clocks,
    moves: Vec<Move>,
    /// The time both sides had used before each move.
    spent: Vec<ByColor<Duration>>,
    /// The number of moves of each side, if limited.
    move_limit: Option<usize>,
}

/// Our verdict on the end of a game.
pub(super) struct Verdict {
    pub(super) result: Option<PdnResult>,
    pub(super) why: String,
    pub(super) agreed: bool,
}

/// The time for a move if no time limit has been agreed.
const UNTIMED_MOVE: Duration = Duration::from_secs(1);

impl Play {
    pub(super) fn begin(number: u32, peer: Name, game: NewGame, now: Instant) -> Self {
        let NewGame { us, time, moves, start } = game;
        Self {
            number,
            peer,
            us,
            clocks: Clocks::start(time, start.position().side(), now),
            game: start,
            moves: Vec::new(),
            spent: Vec::new(),
            move_limit: (moves > 0).then_some(usize::from(moves)),
        }
    }

    pub(super) fn turn(&self) -> Turn {
        if self.game.position().side() == self.us { Turn::Ours } else { Turn::Theirs }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If it is not legal, or leads to a position with too many legal moves to list; then nothing changes.
    pub(super) fn play(&mut self, mv: Move, now: Instant) -> Result<(), PlayError> {
        self.game.play(mv)?;
        self.moves.push(mv);
        self.spent.push(self.clocks.spent());
        self.clocks.press(now);
        Ok(())
    }

    /// Whether all agreed moves have been made.
    pub(super) fn moves_are_used_up(&self) -> bool {
        self.move_limit.is_some_and(|limit| self.moves.len() >= 2 * limit)
    }

    /// The engine's limits for its move, if each move before has lost `overhead` on its way to the peer.
    pub(super) fn limits(&self, now: Instant, overhead: Duration) -> Limits {
        let Some(time) = self.clocks.left(self.us, now) else {
            return Limits { move_time: Some(UNTIMED_MOVE), ..Limits::default() };
        };
        let made = self.moves.len() / 2;
        let time = time.saturating_sub(overhead * made as u32);
        let moves = self.move_limit.map(|limit| limit.saturating_sub(made).max(1) as u32);
        let clock = GameClock { time, increment: Duration::ZERO, moves };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// The number of moves before the position that `wanted` requests, if that position has occurred.
    pub(super) fn plies_before(&self, wanted: BackRequest) -> Option<usize> {
        // Move 1 of a game in which Black begins has no move of White.
        let black_begins = usize::from(self.game.first().side() == Color::Black);
        let of_black = usize::from(wanted.side == Color::Black);
        let ply =
            (usize::from(wanted.move_number).checked_sub(1)? * 2 + of_black).checked_sub(black_begins)?;
        (ply <= self.moves.len()).then_some(ply)
    }

    /// Returns to the position after this many moves, with the clocks as they were then.
    pub(super) fn take_back_to(&mut self, plies: usize, now: Instant) {
        let spent = self.spent.get(plies).copied();
        self.moves.truncate(plies);
        self.spent.truncate(plies);
        self.game = self.game.first().to_game();
        for &mv in &self.moves {
            // These moves were legal when they were made.
            let _ = self.game.play(mv);
        }
        if let Some(spent) = spent {
            self.clocks.set(spent, self.game.position().side(), now);
        }
    }

    /// The result by our rules, if the game is over.
    pub(super) fn verdict_by_rules(&self) -> Option<(PdnResult, String)> {
        self.game.outcome().map(|outcome| {
            let result = match outcome {
                Outcome::Win { winner, .. } => win_of(winner),
                Outcome::Draw(_) => PdnResult::Draw,
            };
            (result, outcome.to_string())
        })
    }

    /// Our verdict on a claim of the other side.
    pub(super) fn verdict_on_claim(&self, reason: EndReason, now: Instant) -> Verdict {
        let by_rules = self.verdict_by_rules();
        let claim = match reason {
            EndReason::Unknown => None,
            EndReason::IGiveUp => Some(win_of(self.us)),
            EndReason::Draw => Some(PdnResult::Draw),
            EndReason::IWin => Some(win_of(!self.us)),
        };
        let out_of_time = !self.clocks.overstepped(self.us, now).is_zero();
        let (result, why) = match (by_rules, reason) {
            (Some((result, why)), _) => (Some(result), why),
            (None, EndReason::IGiveUp) => (claim, "the other side gives up".to_owned()),
            (None, EndReason::IWin) if out_of_time => (claim, "our time is over".to_owned()),
            // Some programs claim a draw after the last agreed move, others leave the game undecided.
            (None, EndReason::Unknown | EndReason::Draw) if self.moves_are_used_up() => {
                (claim, "all moves are made".to_owned())
            }
            (None, EndReason::Unknown) => (None, "the other side ends the game".to_owned()),
            (None, _) => (None, "the game is not decided".to_owned()),
        };
        let agreed = claim.is_none() || claim == result;
        let why =
            if agreed { why } else { format!("{why}; disputed: the other side said {}", words(reason)) };
        Verdict { result, why, agreed }
    }

    pub(super) fn finish(self, Verdict { result, why, agreed }: Verdict) -> FinishedGame {
        let Self { number, peer, us, game, moves, .. } = self;
        FinishedGame { number, peer, us, game, moves, result, why, agreed }
    }
}

impl Verdict {
    /// The state of the game by our rules, in words.
    pub(super) fn words(&self) -> &'static str {
        match self.result {
            None => "the game is not decided",
            Some(PdnResult::Draw) => "it is a draw",
            Some(PdnResult::WhiteWins) => "White has won",
            Some(PdnResult::BlackWins) => "Black has won",
            Some(PdnResult::BothLose) => "both sides lose",
        }
    }
}

pub(super) fn win_of(color: Color) -> PdnResult {
    match color {
        Color::White => PdnResult::WhiteWins,
        Color::Black => PdnResult::BlackWins,
    }
}

/// A reason in the sender's words.
pub(super) const fn words(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Unknown => "nothing",
        EndReason::IGiveUp => "'I give up'",
        EndReason::Draw => "'draw'",
        EndReason::IWin => "'I win'",
    }
}

/// The clocks of both players, one of which is running. Each player has one time for all moves.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    /// The time of each player for the game; `None` without a limit.
    total: Option<Duration>,
    /// The time each player has used for finished moves.
    spent: ByColor<Duration>,
    running: Color,
    since: Instant,
}

impl Clocks {
    /// The clocks at the beginning of a game: that of `side` runs from `now` on.
    pub(super) fn start(minutes: Minutes, side: Color, now: Instant) -> Self {
        let total = Some(minutes.duration()).filter(|time| !time.is_zero());
        Self { total, spent: ByColor::default(), running: side, since: now }
    }

    /// The time the side to move has used for this move.
    pub(super) fn thought(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.since)
    }

    /// The time a player has used until now.
    fn used(&self, color: Color, now: Instant) -> Duration {
        let thought = if color == self.running { self.thought(now) } else { Duration::ZERO };
        self.spent[color] + thought
    }

    /// The remaining time of a player; `None` without a limit.
    pub(super) fn left(&self, color: Color, now: Instant) -> Option<Duration> {
        self.total.map(|total| total.saturating_sub(self.used(color, now)))
    }

    /// The time by which a player has overstepped its clock.
    pub(super) fn overstepped(&self, color: Color, now: Instant) -> Duration {
        self.total.map_or(Duration::ZERO, |total| self.used(color, now).saturating_sub(total))
    }

    /// The remaining time of the side to move at the start of its turn; zero without a limit.
    pub(super) fn left_at_turn(&self) -> Duration {
        self.total.unwrap_or_default().saturating_sub(self.spent[self.running])
    }

    /// Presses the clock after a move.
    pub(super) fn press(&mut self, now: Instant) {
        self.spent[self.running] = self.used(self.running, now);
        (self.running, self.since) = (!self.running, now);
    }

    /// The time both have used for finished moves.
    pub(super) fn spent(&self) -> ByColor<Duration> {
        self.spent
    }

    /// Sets the clocks after moves were taken back, to the times `spent` until then, with `side` to move.
    pub(super) fn set(&mut self, spent: ByColor<Duration>, side: Color, now: Instant) {
        (self.spent, self.running, self.since) = (spent, side, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_pays_for_his_own_time() {
        let second = Duration::from_secs(1);
        let began = Instant::now();
        let mut clocks = Clocks::start(Minutes::whole(1), Color::White, began);
        clocks.press(began + 10 * second);
        assert_eq!(clocks.left(Color::White, began + 15 * second), Some(50 * second));
        assert_eq!(clocks.left(Color::Black, began + 15 * second), Some(55 * second));
        assert_eq!(clocks.left_at_turn(), 60 * second);
        let before = clocks.spent();
        clocks.press(began + 80 * second);
        assert_eq!(clocks.left(Color::Black, began + 80 * second), Some(Duration::ZERO));
        assert_eq!(clocks.overstepped(Color::Black, began + 90 * second), 10 * second);
        clocks.set(before, Color::Black, began + 100 * second);
        assert_eq!(clocks.left(Color::Black, began + 101 * second), Some(59 * second));
        assert_eq!(clocks.thought(began + 101 * second), second);
    }

    #[test]
    fn no_minutes_are_no_limit() {
        let began = Instant::now();
        let clocks = Clocks::start(Minutes::default(), Color::Black, began);
        let later = began + Duration::from_secs(9999);
        assert_eq!(clocks.left(Color::Black, later), None);
        assert_eq!(clocks.overstepped(Color::Black, later), Duration::ZERO);
    }
}
