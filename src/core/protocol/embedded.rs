//! Embedded session: the Hub protocol for a caller with a single thread, such as a worker of a web page.

use std::sync::Arc;

use crossbeam_channel::{Sender, bounded, unbounded};

use super::conversation::{Flow, Shared};
use super::input::Input;
use super::log::Log;
use super::output::Output;
use super::parameters::Parameters;
use super::session::Session;
use crate::engine::Engine;

/// The client of an [`Embedded`] session.
pub trait Caller {
    /// Receives a line of the engine, without its end.
    fn receive(&mut self, line: &str);

    /// Whether the running search should end, as after `stop`. Called a few thousand times a second.
    fn wants_stop(&mut self) -> bool;
}

/// A conversation on the caller's thread, one line at a time.
///
/// While a search runs, [`handle_line`](Self::handle_line) does not return, and no `stop` can arrive as a line:
/// [`Caller::wants_stop`] replaces it. An unlimited analysis that can find nothing more holds back its `done` until it
/// receives a `stop` line. Everything else is as in [`serve`](super::serve).
///
/// ```
/// use coupturc_core::protocol::{Caller, Embedded, Parameters};
///
/// struct Impatient(Vec<String>);
///
/// impl Caller for Impatient {
///     fn receive(&mut self, line: &str) {
///         self.0.push(line.to_owned());
///     }
///
///     fn wants_stop(&mut self) -> bool {
///         true
///     }
/// }
///
/// let mut caller = Impatient(Vec::new());
/// let mut session = Embedded::new(Parameters::default());
/// assert!(session.handle_line("set-param name=variant value=dameo", &mut caller));
/// assert!(session.handle_line("go analyze", &mut caller));
/// assert!(caller.0.last().is_some_and(|line| line.starts_with("done move=")));
/// assert!(!session.handle_line("quit", &mut caller));
/// ```
pub struct Embedded {
    /// `None` once the conversation is over.
    session: Option<Session>,
    lines: Sender<Input>,
    output: Arc<Output>,
}

impl Embedded {
    /// A new conversation.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        let (lines, inbox) = unbounded();
        // The caller lives as long as the session.
        let (_, closing) = bounded(0);
        let output = Arc::new(Output::new(Log::default()));
        let shared = Shared::new(parameters, inbox, closing, Arc::clone(&output));
        Self { session: Session::start(shared, Engine::without_threads).ok(), lines, output }
    }

    /// Executes a line and passes the answers to `caller`. Returns whether the conversation continues.
    pub fn handle_line(&mut self, line: &str, caller: &mut dyn Caller) -> bool {
        let _ = self.lines.send(Input::Line(line.to_owned()));
        let mut is_enough = || {
            self.output.take_lines(&mut |line| caller.receive(line));
            caller.wants_stop()
        };
        self.session.take_if(|session| !attend(session, &mut is_enough));
        self.output.take_lines(&mut |line| caller.receive(line));
        self.session.is_some()
    }
}

/// Runs all pending work, and returns whether the conversation continues.
fn attend(session: &mut Session, is_enough: &mut dyn FnMut() -> bool) -> bool {
    loop {
        let occurrence = session.shared.occurrence_by_now(&session.events, session.pending);
        let flow = match occurrence {
            Some(occurrence) => session.handle(occurrence),
            None if session.work(is_enough) => Ok(Flow::Continue),
            None => return true,
        };
        if !matches!(flow, Ok(Flow::Continue)) {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records the lines it receives, and stops a search after a given number of them.
    struct Recorder {
        received: Vec<String>,
        patience: usize,
    }

    impl Caller for Recorder {
        fn receive(&mut self, line: &str) {
            self.received.push(line.to_owned());
        }

        fn wants_stop(&mut self) -> bool {
            self.received.iter().filter(|line| line.starts_with("info ")).count() >= self.patience
        }
    }

    /// The answers to `lines`, one after the other.
    fn answers(patience: usize, lines: &[&str]) -> Vec<String> {
        let mut caller = Recorder { received: Vec::new(), patience };
        let mut session = Embedded::new(Parameters::default());
        for line in lines {
            assert!(session.handle_line(line, &mut caller), "{line}");
        }
        caller.received
    }

    fn is_done(line: &str) -> bool {
        line.starts_with("done move=")
    }

    #[test]
    fn a_search_reports_its_progress_before_it_is_stopped() {
        let received = answers(5, &["level infinite", "go analyze", "ping"]);
        let place = received.iter().position(|line| is_done(line));
        assert!(place.is_some_and(|place| place >= 5) && received.last().is_some_and(|last| last == "pong"));
    }

    #[test]
    fn a_finished_analysis_waits_for_stop() {
        let known = "pos fen=\"W:WK1:BK50\"";
        let received = answers(usize::MAX, &[known, "go analyze", "ping", "stop", "fen"]);
        let last: Vec<_> = received.iter().filter(|line| !line.starts_with("info ")).collect();
        assert!(
            matches!(&last[..], [pong, done, fen] if *pong == "pong" && is_done(done) && fen.starts_with("fen ")),
            "{last:?}"
        );
    }

    #[test]
    fn quit_answers_a_running_search_at_once() {
        let mut caller = Recorder { received: Vec::new(), patience: usize::MAX };
        let mut session = Embedded::new(Parameters::default());
        assert!(
            session.handle_line("pos fen=\"W:WK1:BK50\"", &mut caller)
                && session.handle_line("go analyze", &mut caller)
        );
        assert!(!caller.received.iter().any(|line| is_done(line)));
        // The earlier lines have built endgame tables, which takes time.
        let asked = std::time::Instant::now();
        assert!(!session.handle_line("quit", &mut caller));
        assert!(caller.received.last().is_some_and(|last| is_done(last)), "{:?}", caller.received);
        assert!(asked.elapsed() < super::super::session::PATIENCE_AT_THE_END);
    }

    #[test]
    fn games_can_be_changed_and_limits_hold() {
        for variant in crate::rules::games::Variant::ALL {
            let choice = format!("set-param name=variant value={}", variant.name());
            let received =
                answers(usize::MAX, &[&choice, "level depth=3", "go think", "wait-done", "perft depth=1"]);
            let word = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
            let words: Vec<_> = received.iter().map(word).filter(|word| word != "info").collect();
            assert_eq!(words, ["done", "perft"], "{variant:?}: {received:?}");
        }
    }

    #[test]
    fn errors_are_reported_and_quit_ends_the_session() {
        let received = answers(0, &["go", "level move-time=x"]);
        assert_eq!(received.iter().filter(|line| line.starts_with("error ")).count(), 2, "{received:?}");
        let mut caller = Recorder { received: Vec::new(), patience: 0 };
        let mut session = Embedded::new(Parameters::default());
        assert!(!session.handle_line("quit", &mut caller) && !session.handle_line("ping", &mut caller));
        assert!(caller.received.is_empty());
    }
}
