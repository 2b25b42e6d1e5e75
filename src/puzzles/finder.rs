//! Finds puzzles: which positions are puzzles, and how they are checked.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::line::{Solution, lead};
use super::look::{Look, Looker};
use super::self_play::play;
use super::theme::Theme;
use super::{Aim, Difficulty, Puzzle};
use crate::memory::OutOfMemory;
use crate::notation::{FenFields, fen_text, move_text};
use crate::rules::{AnyGame, RuleOptions, Rules, Setup};
use crate::search::Endgames;
use crate::tables::BuildPlan;

/// How puzzles are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinderPlan {
    /// The nodes of the search that finds a puzzle. A first search has a tenth of them, the check ten times as many.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// The part of the nodes for a first search.
const SCREENING_SHARE: u64 = 10;
/// How many times the nodes the check gets.
pub(super) const CHECK: u64 = 10;
/// The number of plies of a game after a puzzle that are not examined, because they have the same theme.
const APART: usize = 8;
/// Positions with fewer pieces are no puzzles.
const LEAST_PIECES: u32 = 5;

/// A puzzle with what is needed to compare it with others.
#[derive(Clone, Debug)]
pub struct Found {
    /// The puzzle; its difficulty is not known yet.
    pub puzzle: Puzzle,
    /// The number of nodes after which a search of [`FinderPlan::nodes`] no longer changed its move.
    pub nodes: u64,
    /// What the check found.
    pub(super) check: Look,
    /// By how many men the solver is ahead at the start.
    pub(super) lead: i32,
    /// Whether it was a puzzle before.
    pub(super) is_given: bool,
    pub(super) theme: Theme,
}

/// What the best move of a puzzle does, and no other move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Win,
    Save,
}

/// The least expected points after a move that wins, the most after the second best, and the least difference.
const WIN: (f64, f64, f64) = (0.8, 0.65, 0.3);
/// The range of the expected points after a move that saves a draw, and the most after the second best.
const SAVE: (std::ops::RangeInclusive<f64>, f64) = (0.4..=0.75, 0.12);
/// The least difference of the expected points after the two best moves for a closer look.
const PROMISING_LEAD: f64 = 0.15;

/// What the best line of a search does, and no other.
pub(super) fn deed(look: &Look, rules: &'static Rules) -> Option<Deed> {
    let best = look.chance(0, rules)?;
    let second = look.chance(1, rules)?;
    if best >= WIN.0 && second <= WIN.1 && best - second >= WIN.2 {
        Some(Deed::Win)
    } else if SAVE.0.contains(&best) && second <= SAVE.1 {
        Some(Deed::Save)
    } else {
        None
    }
}

/// The endgame tables for a [`Finder`].
#[must_use]
pub fn endgames(rules: &'static Rules) -> Endgames {
    let endgames = Endgames::to_come(BuildPlan::default().pieces);
    // Without tables, the search plays endings by itself.
    match BuildPlan::default().build(rules, &RuleOptions::default()) {
        Ok(set) => endgames.arrive(set),
        Err(_) => endgames.give_up(),
    }
    endgames
}

/// Finds puzzles of one game in one thread.
pub struct Finder<'a> {
    rules: &'static Rules,
    plan: FinderPlan,
    looker: Looker<'a>,
    stop: &'a AtomicBool,
}

impl<'a> Finder<'a> {
    /// A finder with the tables of [`endgames`]. It stops soon after `stop` is raised.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(
        rules: &'static Rules,
        plan: FinderPlan,
        endgames: &'a Endgames,
        stop: &'a AtomicBool,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self { rules, plan, looker: Looker::new(rules, endgames, stop)?, stop })
    }

    /// The puzzles of the game against itself with this number. `None` if it was stopped.
    pub fn from_self_play(&mut self, number: u64) -> Option<Vec<Found>> {
        let games = play(&mut self.looker, self.rules, self.plan.seed, number);
        self.from_game(&games)
    }

    /// The puzzles among consecutive positions of a game. `None` if it was stopped.
    pub fn from_game(&mut self, games: &[Box<dyn AnyGame>]) -> Option<Vec<Found>> {
        let mut found = Vec::new();
        let mut games = games.iter();
        while let Some(game) = games.next() {
            if let Some(puzzle) = self.examine(&**game) {
                found.push(puzzle);
                games.nth(APART - 1);
            }
            if self.stop.load(Relaxed) {
                return None;
            }
        }
        Some(found)
    }

    /// The puzzle that the position of a game is, if it is one.
    fn examine(&mut self, game: &dyn AnyGame) -> Option<Found> {
        let start = self.as_start(game)?;
        let look = self.looker.look(&*start, self.plan.nodes / SCREENING_SHARE, 2)?;
        (look.is_hidden() && look.lead(self.rules)? >= PROMISING_LEAD).then_some(())?;
        let look = self.looker.look(&*start, self.plan.nodes, 2)?;
        look.is_hidden().then_some(())?;
        self.checked(&*start, &look, false)
    }

    /// A known puzzle, if it passes the check. Its first move may be the most natural one.
    pub fn again(&mut self, game: &dyn AnyGame) -> Option<Found> {
        let start = self.as_start(game)?;
        let look = self.looker.look(&*start, self.plan.nodes, 2)?;
        self.checked(&*start, &look, true)
    }

    /// The position as the start of a game with the usual rules, if there is a choice of moves.
    fn as_start(&self, game: &dyn AnyGame) -> Option<Box<dyn AnyGame>> {
        let setup = Setup { quiet_plies: 0, ..game.position().to_setup() };
        let start = self.rules.set_up(&setup, &RuleOptions::default()).ok()?;
        let has_choice = start.outcome().is_none() && start.legal_moves().len() > 1;
        (has_choice && start.position().board().occupied().count() >= LEAST_PIECES).then_some(start)
    }

    /// The puzzle with its solution, if longer searches agree with a first one.
    fn checked(&mut self, start: &dyn AnyGame, look: &Look, is_given: bool) -> Option<Found> {
        let rules = self.rules;
        let deed = deed(look, rules)?;
        let solution = Solution::of(&mut self.looker, start, self.plan.nodes, deed)?;
        (solution.moves.first().copied() == look.best_move()).then_some(())?;
        let solver = solution.moves.iter().step_by(2).copied().collect::<Vec<_>>();
        let puzzle = Puzzle {
            rules,
            difficulty: Difficulty::Easy,
            aim: solution.aim,
            fen: fen_text(start.position(), &FenFields::default()),
            line: solution.moves.iter().map(|&mv| move_text(self.rules, mv)).collect(),
        };
        Some(Found {
            puzzle,
            nodes: look.found_after,
            check: solution.check,
            lead: lead(start.position(), start.position().side()),
            is_given,
            theme: Theme::of(start.position(), &solver),
        })
    }
}

impl Found {
    /// How many moves the solver makes.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.puzzle.line.len().div_ceil(2)
    }

    /// Whether the aim is to survive.
    pub(super) fn is_save(&self) -> bool {
        self.puzzle.aim == Aim::Save
    }
}
