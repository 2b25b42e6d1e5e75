//! Panic hook: a bug in the engine is caught where a thread starts, and reported to the client.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    /// The place in the source of this thread's last panic.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Stops panics from printing to standard error, which many clients read as part of the answers. Errors of [`caught`]
/// then include the place in the source.
pub fn keep_silent() {
    set_hook(Box::new(|panic| PLACE.set(panic.location().map(ToString::to_string))));
}

/// Runs `work`.
///
/// # Errors
///
/// If it panics: the message of the panic, and its place if [`keep_silent`] was called.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // Callers discard any state that the work may have left half changed.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = message(&*panic);
        PLACE.take().map_or_else(|| message.to_owned(), |place| format!("{message}, at {place}"))
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a thread failed without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message() {
        assert_eq!(caught(|| 3), Ok(3));
        let word = "mistake";
        let result: Result<(), String> = caught(|| panic!("a {word}"));
        assert!(result.is_err_and(|message| message.starts_with("a mistake")));
        let result: Result<(), String> = caught(|| panic!("plain"));
        assert!(result.is_err_and(|message| message.starts_with("plain")));
    }
}
