//! Terminal: what all subcommands have for people. Lines of text, progress bars, and interrupts (Ctrl-C) that
//! bring long work to a good end, as the end of the standard input does.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use crate::escape::escaped_lines;

/// Prints a line of the answer to a command, or several. Whatever foreign text is in it, a terminal shows it.
pub(super) fn say(line: &str) -> Result<(), Failure> {
    writeln!(io::stdout(), "{}", escaped_lines(line))?;
    Ok(())
}

/// Prints lines that have colours, which are left out where the output is no terminal, has none, or the user wants none
/// (`NO_COLOR`, `TERM=dumb`). No foreign text may be in it.
pub(super) fn say_with_colors(lines: &str) -> Result<(), Failure> {
    writeln!(anstream::stdout(), "{lines}")?;
    Ok(())
}

/// Tells a person what is wrong.
pub(super) fn complain(problem: &str) {
    // If nobody hears it, there is nobody to tell.
    let _ = writeln!(io::stderr(), "coupturc: {}", escaped_lines(problem));
}

/// Tells a person of several things that are wrong in the same way, a line each; not of all if they are many.
pub(super) fn complain_of(what: &str, problems: &[String]) {
    const MOST: usize = 5;
    problems.iter().take(MOST).for_each(|problem| complain(&format!("{what}: {problem}")));
    if let Some(more) = problems.len().checked_sub(MOST).filter(|&more| more > 0) {
        complain(&format!("{what}: {more} more"));
    }
}

/// A bar that shows itself on a terminal only, in a form such as `[{wide_bar}] {pos}`.
pub(super) fn progress_bar(form: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(form);
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar for long work, which tells how long it may take yet and what is at work.
pub(super) fn long_bar() -> ProgressBar {
    let bar = progress_bar("{elapsed_precise} [{wide_bar}] {percent}%, {eta} left  {msg}");
    // The ticks need a thread.
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    bar
}

/// A flag that an interrupt raises, instead of ending the process.
pub(super) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed)).map_err(|error| no_thread(&error))?;
    Ok(stop)
}

/// What to say where the system does not give a thread.
pub(super) fn no_thread(error: &dyn Display) -> String {
    let advice = "end other programs, or allow more processes and memory (ulimit -u, ulimit -v)";
    format!("no thread can be started ({error}); {advice}")
}

/// Raises `stop` when the standard input ends, as it does when the program that holds its other end dies, however that
/// happens.
pub(super) fn stop_with_input(stop: Arc<AtomicBool>) -> io::Result<()> {
    let watch = move || {
        // An input that cannot be read is at its end, too.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        stop.store(true, Ordering::Relaxed);
    };
    thread::Builder::new().name("standard-input".to_owned()).spawn(watch).map(drop)
}
