//! Options and progress bars of several subcommands, and tables that are built in memory.

use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;

use crate::cli::Failure;
use crate::cli::games;
use crate::cli::terminal::progress_bar;
use crate::escape::escaped_path;
use crate::rules::{RuleOptions, Rules};
use crate::tables::files::{FileProblem, default_root};
use crate::tables::{BuildError, BuildPlan, EndgameTable, Material, TableSet, expect_tables};

/// The choice of a folder with tables.
#[derive(Args)]
pub(super) struct FolderOptions {
    /// Folder that holds the tables of all games [default: coupturc/tables in your cache directory]
    #[arg(long = "tables", value_name = "DIR")]
    root: Option<PathBuf>,
}

impl FolderOptions {
    pub(super) fn root(&self) -> Result<PathBuf, Failure> {
        let root = self.root.clone().or_else(default_root);
        root.ok_or_else(|| "the user has no cache directory, expected a folder with --tables DIR".into())
    }
}

/// The maximum number of pieces for tables built in memory. More would not fit.
pub(super) const MOST_PIECES: i64 = 6;

/// Builds the tables of up to `pieces` pieces in memory, or those of one class and of the classes reachable from it.
/// Shows a progress bar in a terminal.
pub(super) fn build_in_memory(
    game: &'static Rules,
    pieces: usize,
    only: Option<Material>,
    threads: u16,
    rules: &RuleOptions,
) -> Result<TableSet, BuildError> {
    let bar = counting_bar("tables");
    let progress = |_: &EndgameTable, done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    bar.tick();
    let plan =
        BuildPlan { pieces, only, threads: threads.into(), progress: &progress, ..BuildPlan::default() };
    let set = plan.build(game, rules);
    bar.finish_and_clear();
    set
}

/// The tables in the files of a folder; none of them may be unusable.
pub(super) fn opened(game: &'static Rules, rules: &RuleOptions, folder: &Path) -> Result<TableSet, Failure> {
    expect_tables(game)?;
    let mut set = TableSet::new(game, rules);
    no_problem(&set.open(folder))?;
    Ok(set)
}

/// An error if there are problems with files.
pub(super) fn no_problem(problems: &[FileProblem]) -> Result<(), Failure> {
    match problems.first() {
        Some(problem) => Err(format!("{problem}; check all files with: coupturc tables verify").into()),
        None => Ok(()),
    }
}

/// The error for files that lack distances, which building `wanted` adds.
pub(super) fn lacking(folder: &Path, game: &Rules, of: &str, wanted: &str) -> String {
    let folder = escaped_path(folder);
    let build = format!("coupturc tables build {} {wanted} --tables '{folder}'", games::choice(game));
    format!("{folder} lacks distances (DTW) {of}; build them with: {build}")
}

/// A bar that counts `what`.
pub(super) fn counting_bar(what: &str) -> ProgressBar {
    progress_bar(&format!("{{elapsed_precise}} [{{wide_bar}}] {{pos}} of {{len}} {what}"))
}
