//! Panic hook: a bug in the engine is caught where a thread starts, and reported to the client.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    /// Where this thread has panicked last.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// From now on panics say nothing on the standard error stream, which many clients read as part of the answers;
/// those that are caught tell their place in the source as well.
pub fn keep_silent() {
    set_hook(Box::new(|panic| PLACE.set(panic.location().map(ToString::to_string))));
}

/// Does `work`.
///
/// # Errors
///
/// If it panics: what the panic says, and where it happened if [`keep_silent`] was called.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // Those who call this throw away what the work may have left half done.
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
