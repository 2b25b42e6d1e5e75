//! `coupturc tables verify`: reads all files, and reports damaged ones.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use indicatif::ProgressBar;

use super::shared::FolderOptions;
use crate::cli::terminal::{long_bar, say, stop_on_interrupt};
use crate::cli::{Failure, GameOptions};
use crate::escape::escaped_path;
use crate::rules::{RuleOptions, Rules};
use crate::tables::files::FileProblem;
use crate::tables::{Material, TableSet, expect_tables};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    folder: FolderOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let (root, stop) = (options.folder.root()?, stop_on_interrupt()?);
    let (game, rules) = (options.game.game(), options.game.rules());
    expect_tables(game)?;
    let bar = long_bar();
    let verified = verify((game, &rules), &root, &bar, &stop);
    bar.finish_and_clear();
    let Verified { problems, unfinished, classes, without_distances, pieces } = verified;
    for path in unfinished {
        let why = "it is incomplete, from a program that is still writing or was killed";
        say(&format!("{}: {why}; the next tables build removes leftovers", escaped_path(&path)))?;
    }
    problems.iter().try_for_each(|problem| say(&problem.to_string()))?;
    if stop.load(Ordering::Relaxed) {
        return Err("the verification was stopped".into());
    }
    let folder = escaped_path(&root);
    if !problems.is_empty() {
        return Err(format!("{folder}: damaged files of {game}: {}", problems.len()).into());
    }
    let lacking = match without_distances {
        0 => String::new(),
        some => format!(", {some} of them without distances"),
    };
    say(&format!("{folder}: {classes} classes of {game} are valid, complete up to {pieces} pieces{lacking}"))
}

/// The problems and the contents of a folder.
struct Verified {
    problems: Vec<FileProblem>,
    unfinished: Vec<PathBuf>,
    classes: usize,
    without_distances: usize,
    pieces: usize,
}

fn verify(
    (game, rules): (&'static Rules, &RuleOptions),
    root: &Path,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Verified {
    let mut set = TableSet::new(game, rules);
    let mut problems = set.open(root);
    bar.set_length(set.tables().len() as u64);
    let progress = |material: Material| {
        bar.set_message(material.to_string());
        bar.inc(1);
    };
    problems.extend(set.verify(&progress, stop));
    Verified {
        problems,
        unfinished: set.unfinished(root),
        classes: set.tables().len(),
        without_distances: set.tables().iter().filter(|table| !table.has_distances()).count(),
        pieces: set.pieces(),
    }
}
