//! `coupturc tables build`: builds endgame tables into files.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;

use super::shared::FolderOptions;
use crate::cli::options::threads;
use crate::cli::terminal::{long_bar, say, stop_on_interrupt};
use crate::cli::{Failure, GameOptions};
use crate::escape::escaped_path;
use crate::tables::files::{Archive, ArchiveNews, ClassFiles, MOST_PIECES_IN_FILES};
use crate::tables::{BuildError, BuildPlan, Material};

/// The default number of pieces.
const PIECES: usize = 4;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// Maximum number of pieces on the board, both sides together [default: 4, or the pieces of --only]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=MOST_PIECES_IN_FILES as i64))]
    pieces: Option<u8>,
    /// Build only this class, given as the men and kings of each side (such as 2M1K-0M1K), and the classes reachable
    /// from it
    #[arg(long, value_name = "CLASS")]
    only: Option<Material>,
    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    folder: FolderOptions,
}

impl Options {
    fn plan<'a>(&self, stop: &'a AtomicBool) -> BuildPlan<'a> {
        let pieces = self.pieces.map(usize::from).or(self.only.map(Material::pieces));
        BuildPlan {
            pieces: pieces.unwrap_or(PIECES),
            only: self.only,
            threads: threads(self.threads),
            stop,
            ..BuildPlan::default()
        }
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let (root, stop) = (options.folder.root()?, stop_on_interrupt()?);
    let (game, rules) = (options.game.game(), options.game.rules());
    let started = Instant::now();
    let bar = long_bar();
    let archive = Archive { plan: options.plan(&stop), root: &root, news: &|news| show(&bar, news) };
    let files = archive.build(game, &rules);
    bar.finish_and_clear();
    let files = match files {
        Err(error @ BuildError::Stopped) => {
            return Err(format!("{error}; run the same command to continue").into());
        }
        Err(error @ BuildError::OutOfMemory(_)) => {
            let advice =
                "try fewer --pieces or --threads, or allow more memory (ulimit -v); then run it again";
            return Err(format!("{error}; {advice}").into());
        }
        files => files?,
    };
    say(&format!(
        "{game} in {}: {}, {:.1} s",
        escaped_path(&root),
        summary(&files),
        started.elapsed().as_secs_f64()
    ))
}

fn show(bar: &ProgressBar, news: ArchiveNews<'_>) {
    match news {
        ArchiveNews::Bad(problem) => print_above(bar, &format!("{problem}; it is built again")),
        ArchiveNews::Done { files, done, all } => {
            bar.set_length(all);
            bar.set_position(done);
            bar.set_message(files.material.to_string());
            let how = if files.is_built { "built" } else { "found" };
            print_above(bar, &format!("{} {how}: {}", files.material, summary(&[*files])));
        }
    }
}

/// The numbers and sizes of files.
fn summary(files: &[ClassFiles]) -> String {
    let sum = |number: fn(&ClassFiles) -> u64| files.iter().map(number).sum::<u64>();
    let (values, wdl, dtw) =
        (sum(|files| files.values), sum(|files| files.wdl_bytes), sum(|files| files.dtw_bytes));
    let rate = |bytes: u64| bytes as f64 / values.max(1) as f64;
    format!(
        "{} files, {} bytes, {values} values, wdl {wdl} bytes ({:.4} per value), dtw {dtw} bytes ({:.4} per value)",
        2 * files.len(),
        wdl + dtw,
        rate(wdl),
        rate(dtw)
    )
}

/// Prints a line above the bar. A closed output does not end the work.
fn print_above(bar: &ProgressBar, line: &str) {
    bar.suspend(|| drop(say(line)));
}
