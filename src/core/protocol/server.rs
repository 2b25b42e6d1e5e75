//! Hub server: serves one client from the first line to the last.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Sender, bounded};

use super::conversation::{Shared, internal_error};
use super::input::read_lines;
use super::log::Log;
use super::output::{Output, watch_stdout};
use super::parameters::Parameters;
use super::reply;
use super::session::Session;
use crate::panics::{caught, keep_silent};

/// Speaks the Hub protocol on the standard streams until the client sends `quit` or disconnects. From now on the
/// process writes nothing to the standard error stream, not even when it panics.
///
/// # Errors
///
/// If a thread cannot be started, the answers cannot be written, the commands cannot be read, or the engine has failed;
/// the last two have been reported to the client.
pub fn serve_stdio(parameters: Parameters, log: Log) -> io::Result<()> {
    keep_silent();
    converse(parameters, io::stdin(), io::stdout(), watch_stdout, log)
}

/// Speaks the Hub protocol on any two streams until the client sends `quit` or a stream ends.
///
/// ```
/// use coupturc_core::protocol::{Log, Parameters, serve};
///
/// let mut answers = Vec::new();
/// serve(Parameters::default(), &b"ping\nquit\n"[..], &mut answers, Log::default())?;
/// assert_eq!(answers, b"pong\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If a thread cannot be started, the answers cannot be written, the commands cannot be read, or the engine has failed;
/// the last two have been reported to the client.
pub fn serve(
    parameters: Parameters,
    input: impl Read + Send + 'static,
    output: impl Write + Send,
    log: Log,
) -> io::Result<()> {
    converse(parameters, input, output, drop, log)
}

/// Speaks the Hub protocol as [`serve`] does. `watch` receives a handle by which it reports that the reader of the
/// output is gone; that ends the conversation immediately.
///
/// # Errors
///
/// If a thread cannot be started, the answers cannot be written, the commands cannot be read, or the engine has failed;
/// the last two have been reported to the client.
pub fn converse(
    parameters: Parameters,
    input: impl Read + Send + 'static,
    writer: impl Write + Send,
    watch: impl FnOnce(Sender<()>),
    log: Log,
) -> io::Result<()> {
    let (closed, closing) = bounded(1);
    let output = Arc::new(Output::new(log.clone()));
    let shared = Shared::new(parameters, read_lines(input, log)?, closing, Arc::clone(&output));
    thread::scope(|scope| {
        let write = || {
            let result = caught(|| output.write_all_to(writer));
            let _ = closed.try_send(());
            result
        };
        let writing = thread::Builder::new().name("output".to_owned()).spawn_scoped(scope, write)?;
        watch(closed.clone());
        let failure = caught(|| Session::run(shared)).unwrap_or_else(|panic| {
            let failure = internal_error(&panic);
            let _ = output.line(&reply::error(&failure));
            Some(failure)
        });
        output.end();
        let written = writing.join();
        output.flush_log();
        match written {
            Ok(Ok(Err(error))) => {
                Err(io::Error::new(error.kind(), format!("the answers cannot be written: {error}")))
            }
            Ok(Ok(Ok(()))) => failure.map_or(Ok(()), |failure| Err(io::Error::other(failure))),
            Ok(Err(panic)) => Err(io::Error::other(panic)),
            Err(_) => Err(io::Error::other("the thread that writes has failed")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that fails in the middle of a conversation.
    struct Faulty {
        first: &'static [u8],
    }

    impl Read for Faulty {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.first.is_empty(), "a mistake");
            self.first.read(buffer)
        }
    }

    impl Write for Faulty {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            unreachable!("a mistake")
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_failure_of_the_input_is_reported_and_ends_the_conversation() {
        let mut answers = Vec::new();
        let input = Faulty { first: b"ping\n" };
        let result = serve(Parameters::default(), input, &mut answers, Log::default());
        let answers = String::from_utf8_lossy(&answers);
        assert!(answers.starts_with("pong\nerror message=\"internal error, "), "{answers}");
        assert!(answers.contains("a mistake") && answers.lines().count() == 2, "{answers}");
        assert!(result.is_err_and(|error| error.to_string().contains("a mistake")));
    }

    #[test]
    fn a_failure_of_the_output_ends_the_conversation() {
        // The input ends only when the test is over.
        let (input, _end) = io::pipe().unwrap_or_else(|error| unreachable!("{error}"));
        let input = (&b"ping\n"[..]).chain(input);
        let result = serve(Parameters::default(), input, Faulty { first: b"" }, Log::default());
        assert!(result.is_err_and(|error| error.to_string().contains("a mistake")));
    }
}
