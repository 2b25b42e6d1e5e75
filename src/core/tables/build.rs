//! Builder: builds the tables of all classes with up to a given number of pieces.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::combinations::MOST_PIECES;
use super::files::FileProblem;
use super::game::TableGame;
use super::parallel::{Workers, run_on_threads};
use super::pieces::Material;
use super::set::{EndgameTable, TableSet};
use super::solve::solve;
use crate::rules::{RuleOptions, Rules};

/// Classes with fewer values are solved in parallel, with one thread each.
const SMALL: usize = 1 << 20;

/// How tables are built.
///
/// ```
/// use coupturc_core::rules::{RuleOptions, games::Variant};
/// use coupturc_core::tables::BuildPlan;
///
/// let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
/// let set = plan.build(Variant::Dameo.rules(), &RuleOptions::default())?;
/// assert_eq!(set.tables().len(), 3, "two kings, two men, or one of each");
/// # Ok::<(), coupturc_core::tables::BuildError>(())
/// ```
#[derive(Clone, Copy)]
pub struct BuildPlan<'a> {
    /// The maximum number of pieces on the board, both sides together; at most 8.
    pub pieces: usize,
    /// Build only this class, if it has at most `pieces` pieces, and the classes that its moves lead to.
    pub only: Option<Material>,
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// Called from any thread for each finished table, with the number of finished tables and the total.
    pub progress: &'a (dyn Fn(&EndgameTable, usize, usize) + Sync),
    /// Setting this stops the build.
    pub stop: &'a AtomicBool,
}

/// The default: never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for BuildPlan<'_> {
    /// Up to three pieces, one thread, no progress reports.
    fn default() -> Self {
        Self { pieces: 3, only: None, threads: 1, progress: &|_, _, _| {}, stop: &NEVER }
    }
}

/// The reason why tables could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The game has no tables.
    NoTables {
        /// The game.
        rules: &'static Rules,
        /// Why not.
        why: &'static str,
    },
    /// The caller stopped the build.
    Stopped,
    /// Tables with this number of pieces cannot be built.
    TooManyPieces {
        /// The requested number.
        pieces: usize,
        /// The maximum.
        most: usize,
    },
    /// There is not enough memory for the table of this class.
    OutOfMemory(Material),
    /// A win in this class takes more plies than a table can hold.
    TooLong(Material),
    /// A file cannot be written, or reads back differently.
    File(FileProblem),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTables { rules, why } => {
                write!(f, "there are no endgame tables of {rules}, because {why}; play without them")
            }
            Self::Stopped => write!(f, "the building of endgame tables was stopped"),
            Self::TooManyPieces { pieces, most } => {
                write!(f, "endgame tables with {pieces} pieces cannot be built, expected at most {most}")
            }
            Self::OutOfMemory(class) => {
                write!(f, "there is not enough memory for the endgame table of {class}")
            }
            Self::TooLong(class) => {
                write!(f, "a win in {class} takes more plies than an endgame table can hold")
            }
            Self::File(problem) => write!(f, "{problem}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Checks that a game can have tables, as all games of the list can.
///
/// # Errors
///
/// If it cannot. The error says why.
pub fn expect_tables(rules: &'static Rules) -> Result<(), BuildError> {
    TableGame::of(rules).obstacle.map_or(Ok(()), |why| Err(BuildError::NoTables { rules, why }))
}

impl BuildPlan<'_> {
    /// Builds the tables of a game. Options that the game does not have are ignored.
    ///
    /// # Errors
    ///
    /// If the build was stopped, there is not enough memory, or a win is too long to be stored.
    pub fn build(&self, rules: &'static Rules, options: &RuleOptions) -> Result<TableSet, BuildError> {
        let mut set = TableSet::new(rules, options);
        let groups = self.groups(set.game)?;
        let (done, total) = (AtomicUsize::new(0), groups.iter().map(Vec::len).sum());
        for group in groups {
            let tables = self.solve_group(&set, &group, &|table, _| {
                (self.progress)(table, done.fetch_add(1, Ordering::Relaxed) + 1, total);
                Ok(())
            })?;
            tables.into_iter().for_each(|table| set.add(table));
        }
        Ok(set)
    }

    /// The classes of the plan in groups, each class after those that it leads to. A large class forms a group of its
    /// own; small classes that do not lead to each other form one together.
    pub(super) fn groups(&self, game: &TableGame) -> Result<Vec<Vec<Material>>, BuildError> {
        expect_tables(game.rules)?;
        if self.pieces > MOST_PIECES {
            return Err(BuildError::TooManyPieces { pieces: self.pieces, most: MOST_PIECES });
        }
        let is_wanted = |material: &Material| self.only.is_none_or(|only| only.leads_to(*material));
        let mut groups = Vec::new();
        for wave in (2..=self.pieces).flat_map(|pieces| waves(game, pieces)) {
            let wanted = wave.into_iter().filter(is_wanted);
            let (small, large): (Vec<_>, Vec<_>) =
                wanted.partition(|material| game.estimate(*material) < SMALL);
            groups.push(small);
            groups.extend(large.into_iter().map(|material| vec![material]));
        }
        groups.retain(|group| !group.is_empty());
        Ok(groups)
    }

    /// Solves the classes of a group. As soon as a table is solved, `finish` receives it with the number of threads
    /// that it may use.
    pub(super) fn solve_group(
        &self,
        set: &TableSet,
        group: &[Material],
        finish: &(dyn Fn(&EndgameTable, usize) -> Result<(), BuildError> + Sync),
    ) -> Result<Vec<EndgameTable>, BuildError> {
        // A single class uses all threads, several classes use one each.
        let threads = if group.len() == 1 { self.threads } else { 1 };
        let mut tables = self.solve_in_parallel(group, |material| {
            let table = solve(set, set.layout(material), &Workers { threads, stop: self.stop });
            let table = table.map_err(|failure| failure.of(material))?;
            finish(&table, threads)?;
            Ok(table)
        })?;
        tables.sort_by_key(EndgameTable::material);
        Ok(tables)
    }

    /// Solves classes on all threads, each class on one thread.
    fn solve_in_parallel(
        &self,
        classes: &[Material],
        solve: impl Fn(Material) -> Result<EndgameTable, BuildError> + Sync,
    ) -> Result<Vec<EndgameTable>, BuildError> {
        let next = AtomicUsize::new(0);
        let tables = Mutex::new(Vec::new());
        let take_classes = || {
            while let Some(&material) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                let table = solve(material);
                tables.lock().push(table);
            }
        };
        run_on_threads(self.threads.min(classes.len()), &take_classes);
        tables.into_inner().into_iter().collect()
    }
}

/// The classes with this number of pieces in waves, each after the classes that its promotions lead to. Classes of one
/// wave do not lead to each other.
fn waves(game: &TableGame, pieces: usize) -> Vec<Vec<Material>> {
    let classes = game.classes(pieces);
    classes.chunk_by(|a, b| a.men() == b.men()).map(<[Material]>::to_vec).collect()
}
