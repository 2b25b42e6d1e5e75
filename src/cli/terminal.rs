//! Terminal: lines of text, progress bars, and interrupts (Ctrl-C), which stop long work cleanly, as does the end of
//! standard input.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use super::threads::no_thread;
use crate::escape::escaped_lines;

/// Prints one or more lines of output. Control characters are escaped, so that text from elsewhere cannot affect a
/// terminal.
pub(super) fn say(line: &str) -> Result<(), Failure> {
    writeln!(io::stdout(), "{}", escaped_lines(line))?;
    Ok(())
}

/// Prints lines with colours. The colours are removed if the output is not a terminal or does not support them, or if
/// the user does not want them (`NO_COLOR`, `TERM=dumb`). The lines must not contain text from elsewhere, because
/// nothing is escaped.
pub(super) fn say_with_colors(lines: &str) -> Result<(), Failure> {
    writeln!(anstream::stdout(), "{lines}")?;
    Ok(())
}

/// Prints a problem to standard error.
pub(super) fn complain(problem: &str) {
    // If standard error is closed, the message is lost.
    let _ = writeln!(io::stderr(), "coupturc: {}", escaped_lines(problem));
}

/// Prints problems of the same kind, one per line; only the first few if there are many.
pub(super) fn complain_of(what: &str, problems: &[String]) {
    const MOST: usize = 5;
    problems.iter().take(MOST).for_each(|problem| complain(&format!("{what}: {problem}")));
    if let Some(more) = problems.len().checked_sub(MOST).filter(|&more| more > 0) {
        complain(&format!("{what}: {more} more"));
    }
}

/// A progress bar, shown only in a terminal, with a template such as `[{wide_bar}] {pos}`.
pub(super) fn progress_bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A progress bar for long work, with the remaining time and a message.
pub(super) fn long_bar() -> ProgressBar {
    let bar = progress_bar("{elapsed_precise} [{wide_bar}] {percent}%, {eta} left  {msg}");
    // The ticks need a thread.
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    bar
}

/// A flag that an interrupt sets, instead of ending the process.
pub(super) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed)).map_err(|error| no_thread(&error))?;
    Ok(stop)
}

/// Sets `stop` when standard input ends, as it also does when the program at the other end is killed.
pub(super) fn stop_with_input(stop: Arc<AtomicBool>) -> io::Result<()> {
    let watch = move || {
        // A read error counts as the end, too.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        stop.store(true, Ordering::Relaxed);
    };
    thread::Builder::new().name("standard-input".to_owned()).spawn(watch).map(drop)
}
