//! A conversation with one client, from the first line to the last.

use std::collections::VecDeque;
use std::io::{self, Read, Write};

use crossbeam_channel::{Receiver, never};

use super::conversation::{Next, Shared};
use super::game_session::GameSession;
use super::input::read_lines;
use super::output::{Output, closing_of_stdout};
use super::parameters::Parameters;
use crate::engine::Limits;

/// Speaks the Hub protocol on the standard streams until the client says `quit` or goes away.
///
/// # Errors
///
/// If the thread that reads cannot be started.
pub fn serve_stdio(parameters: Parameters) -> io::Result<()> {
    converse(parameters, io::stdin(), io::stdout(), closing_of_stdout())
}

/// Speaks the Hub protocol on any two streams until the client says `quit` or a stream ends.
///
/// ```
/// use coupturc::protocol::{Parameters, serve};
///
/// let mut answers = Vec::new();
/// serve(Parameters::default(), &b"ping\nquit\n"[..], &mut answers)?;
/// assert_eq!(answers, b"pong\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the thread that reads cannot be started.
pub fn serve(
    parameters: Parameters,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    converse(parameters, input, output, never())
}

fn converse(
    parameters: Parameters,
    input: impl Read + Send + 'static,
    output: impl Write,
    closing: Receiver<()>,
) -> io::Result<()> {
    let mut shared = Shared {
        parameters,
        limits: Limits::default(),
        inbox: read_lines(input)?,
        backlog: VecDeque::new(),
        closing,
        output: Output::new(output),
    };
    loop {
        // The one place in the program where the name of a game becomes its type for good.
        let next = with_game!(shared.parameters.variant(), G => GameSession::<G, _>::run(&mut shared));
        match next {
            Next::Game => {}
            Next::Quit => return Ok(()),
        }
    }
}
