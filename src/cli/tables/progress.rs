//! Progress bars, and building tables under one.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::super::say;
use crate::rules::{Game, RuleOptions};
use crate::tables::{BuildError, BuildPlan, Material, Table, TableSet};

/// More pieces than this are not worth asking for: nobody has the memory.
pub(super) const MOST_PIECES: i64 = 6;

/// Builds the tables of up to so many pieces, or of one class and those that its moves lead to. A bar shows
/// itself on a terminal.
pub(super) fn build<G: Game>(
    pieces: usize,
    only: Option<Material>,
    threads: u16,
    rules: &RuleOptions,
) -> Result<TableSet<G>, BuildError> {
    let bar = bar("tables");
    let progress = |_: &Table, done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    bar.tick();
    let plan =
        BuildPlan { pieces, only, threads: threads.into(), progress: &progress, ..BuildPlan::default() };
    let set = plan.build(rules);
    bar.finish_and_clear();
    set
}

/// A bar that shows itself on a terminal only, and counts `what`.
pub(super) fn bar(what: &str) -> ProgressBar {
    styled(&format!("{{elapsed_precise}} [{{wide_bar}}] {{pos}} of {{len}} {what}"))
}

/// A bar for long work, which tells how long it may take yet and what is at work.
pub(super) fn long_bar() -> ProgressBar {
    let bar = styled("{elapsed_precise} [{wide_bar}] {percent}%, {eta} left  {msg}");
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn styled(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Prints a line above the bar. The tables matter more than whether somebody reads of them.
pub(super) fn tell(bar: &ProgressBar, line: &str) {
    bar.suspend(|| drop(say(line)));
}
