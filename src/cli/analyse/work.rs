//! Analysts on several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::unbounded;
use indicatif::ProgressBar;

use super::progress::Progress;
use crate::analysis::{Analyst, Effort, KnownPositions, Stopped, shared_positions};
use crate::book::Choice;
use crate::cli::Failure;
use crate::cli::terminal::long_bar;
use crate::engine::Settings;
use crate::notation::PdnReplay;

/// The games to analyse, and how.
pub(super) struct Work<'a> {
    pub(super) games: &'a [&'a PdnReplay],
    /// How many games are analysed at the same time.
    pub(super) workers: usize,
    /// Those of the engine of each worker.
    pub(super) settings: Settings,
    pub(super) effort: Effort,
    /// The opening book with scores that need no search.
    pub(super) book: Option<Choice>,
    pub(super) stop: Arc<AtomicBool>,
}

/// The size in MiB of a table for a single search: it is emptied before every one, which takes time.
const FOR_ONE_SEARCH: usize = 8;

/// Analyses the games that are missing, until all are done or the work is interrupted.
pub(super) fn analyse_all(work: &Work<'_>, progress: &mut Progress) -> Result<(), Failure> {
    let missing = progress.missing();
    if missing.is_empty() {
        return Ok(());
    }
    // All games count, so that the result is the same after an interruption.
    let mut known = KnownPositions::new(work.book.clone());
    let positions = shared_positions(work.games.iter().copied(), &known);
    let unknown: Vec<_> =
        positions.iter().enumerate().filter(|(index, _)| progress.position(*index).is_none()).collect();
    let small = Settings {
        hash_mebibytes: work.settings.hash_mebibytes.min(FOR_ONE_SEARCH),
        ..work.settings.clone()
    };
    let is_complete = side_by_side(
        work,
        &small,
        ("positions of several games", unknown.len()),
        &unknown,
        |analyst, (_, game), bar| analyst.share(&***game).inspect(|_| bar.inc(1)),
        |&(index, _), found| progress.add_position(index, found),
    )?;
    if !is_complete {
        return Ok(());
    }
    for (index, game) in positions.iter().enumerate() {
        progress.position(index).into_iter().for_each(|found| known.add(&**game, found));
    }
    let games: Vec<(usize, &PdnReplay)> =
        missing.iter().filter_map(|&index| Some((index, *work.games.get(index)?))).collect();
    let plies = games.iter().map(|(_, game)| game.main_line().count()).sum();
    side_by_side(
        work,
        &work.settings,
        ("moves", plies),
        &games,
        |analyst, (_, game), bar| analyst.analyse(game, &known, &|| bar.inc(1)),
        |&(index, _), analysis| progress.add_game(index, analysis),
    )?;
    Ok(())
}

/// Does something with all items, several at a time, with a bar for `units`, which `act` counts. Returns whether all
/// were done.
fn side_by_side<T: Sync, R: Send>(
    work: &Work<'_>,
    settings: &Settings,
    (what, units): (&str, usize),
    items: &[T],
    act: impl Fn(&mut Analyst, &T, &ProgressBar) -> Result<R, Stopped> + Sync,
    mut keep: impl FnMut(&T, R) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let bar = long_bar();
    bar.set_length(units as u64);
    bar.set_message(what.to_owned());
    let next = AtomicUsize::new(0);
    let (sender, results) = unbounded();
    thread::scope(|scope| {
        for _ in 0..work.workers.min(items.len()) {
            // Those that have started should not do all the work first if another one cannot start.
            let mut analyst = Analyst::new(settings.clone(), work.effort, Arc::clone(&work.stop))
                .inspect_err(|_| work.stop.store(true, Ordering::Relaxed))?;
            let (sender, next, act, bar) = (sender.clone(), &next, &act, &bar);
            thread::Builder::new().name("analyst".to_owned()).spawn_scoped(scope, move || {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = act(&mut analyst, item, bar);
                    let is_over = result.is_err();
                    if sender.send((item, result)).is_err() || is_over {
                        break;
                    }
                }
            })?;
        }
        drop(sender);
        let mut done = 0;
        for (item, result) in results {
            match result {
                Ok(result) => keep(item, result).inspect_err(|_| work.stop.store(true, Ordering::Relaxed))?,
                Err(Stopped::Interrupted) => continue,
                Err(error @ Stopped::Failed(_)) => {
                    work.stop.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
            }
            done += 1;
        }
        bar.finish_and_clear();
        Ok(done == items.len())
    })
}
