//! Embedded session: the Hub protocol for a caller that has one thread only, such as a worker of a web page.

use std::sync::Arc;

use crossbeam_channel::{Sender, bounded, unbounded};

use super::conversation::{Flow, Shared};
use super::input::Input;
use super::log::Log;
use super::output::Output;
use super::parameters::Parameters;
use super::session::Session;
use crate::engine::Engine;

/// Who talks to an [`Embedded`] session.
pub trait Caller {
    /// Takes a line of the engine, without its end.
    fn hear(&mut self, line: &str);

    /// Whether the search that runs is to end, as by `stop`. Asked some thousand times a second.
    fn wants_stop(&mut self) -> bool;
}

/// A conversation in the thread of its caller, who comes with one line at a time.
///
/// While a search runs, [`handle_line`](Self::handle_line) does not return, and no `stop` can come as a line: [`Caller::wants_stop`] says it.
/// An analysis without a limit that knows all there is to know keeps its `done` for a line with `stop`. All else is as in
/// [`serve`](super::serve).
///
/// ```
/// use coupturc_core::protocol::{Caller, Embedded, Parameters};
///
/// struct Impatient(Vec<String>);
///
/// impl Caller for Impatient {
///     fn hear(&mut self, line: &str) {
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
    /// None when the conversation is over.
    session: Option<Session>,
    lines: Sender<Input>,
    output: Arc<Output>,
}

impl Embedded {
    /// A conversation that begins.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        let (lines, inbox) = unbounded();
        // The caller is there as long as the session.
        let (_, closing) = bounded(0);
        let output = Arc::new(Output::new(Log::default()));
        let shared = Shared::new(parameters, inbox, closing, Arc::clone(&output));
        Self { session: Session::start(shared, Engine::without_threads).ok(), lines, output }
    }

    /// Obeys a line, and tells `caller` what there is to say. Says whether the conversation goes on.
    pub fn handle_line(&mut self, line: &str, caller: &mut dyn Caller) -> bool {
        let _ = self.lines.send(Input::Line(line.to_owned()));
        let mut is_enough = || {
            self.output.take_lines(&mut |line| caller.hear(line));
            caller.wants_stop()
        };
        self.session.take_if(|session| !attend(session, &mut is_enough));
        self.output.take_lines(&mut |line| caller.hear(line));
        self.session.is_some()
    }
}

/// Does all that there is to do, and says whether the conversation goes on.
fn attend(session: &mut Session, is_enough: &mut dyn FnMut() -> bool) -> bool {
    loop {
        let occurrence = session.shared.occurrence_by_now(&session.events, session.pending);
        let flow = match occurrence {
            Some(occurrence) => session.attend_to(occurrence),
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

    /// Takes down what it hears, and wants to stop after so many lines about a search.
    struct Recorder {
        heard: Vec<String>,
        patience: usize,
    }

    impl Caller for Recorder {
        fn hear(&mut self, line: &str) {
            self.heard.push(line.to_owned());
        }

        fn wants_stop(&mut self) -> bool {
            self.heard.iter().filter(|line| line.starts_with("info ")).count() >= self.patience
        }
    }

    /// What is said to `lines`, one after the other.
    fn answers(patience: usize, lines: &[&str]) -> Vec<String> {
        let mut caller = Recorder { heard: Vec::new(), patience };
        let mut session = Embedded::new(Parameters::default());
        for line in lines {
            assert!(session.handle_line(line, &mut caller), "{line}");
        }
        caller.heard
    }

    fn is_done(line: &str) -> bool {
        line.starts_with("done move=")
    }

    #[test]
    fn a_search_tells_how_it_goes_before_it_is_stopped() {
        let heard = answers(5, &["level infinite", "go analyze", "ping"]);
        let place = heard.iter().position(|line| is_done(line));
        assert!(place.is_some_and(|place| place >= 5) && heard.last().is_some_and(|last| last == "pong"));
    }

    #[test]
    fn an_analysis_that_knows_all_waits_for_stop() {
        let known = "pos fen=\"W:WK1:BK50\"";
        let heard = answers(usize::MAX, &[known, "go analyze", "ping", "stop", "fen"]);
        let last: Vec<_> = heard.iter().filter(|line| !line.starts_with("info ")).collect();
        assert!(
            matches!(&last[..], [pong, done, fen] if *pong == "pong" && is_done(done) && fen.starts_with("fen ")),
            "{last:?}"
        );
    }

    #[test]
    fn a_conversation_that_ends_tells_of_its_search_at_once() {
        let mut caller = Recorder { heard: Vec::new(), patience: usize::MAX };
        let mut session = Embedded::new(Parameters::default());
        assert!(
            session.handle_line("pos fen=\"W:WK1:BK50\"", &mut caller)
                && session.handle_line("go analyze", &mut caller)
        );
        assert!(!caller.heard.iter().any(|line| is_done(line)));
        // What came before has built endgame tables, which takes its time.
        let asked = std::time::Instant::now();
        assert!(!session.handle_line("quit", &mut caller));
        assert!(caller.heard.last().is_some_and(|last| is_done(last)), "{:?}", caller.heard);
        assert!(asked.elapsed() < super::super::session::PATIENCE_AT_THE_END);
    }

    #[test]
    fn games_follow_each_other_and_limits_hold() {
        for variant in crate::rules::games::Variant::ALL {
            let choice = format!("set-param name=variant value={}", variant.name());
            let heard =
                answers(usize::MAX, &[&choice, "level depth=3", "go think", "wait-done", "perft depth=1"]);
            let word = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
            let words: Vec<_> = heard.iter().map(word).filter(|word| word != "info").collect();
            assert_eq!(words, ["done", "perft"], "{variant:?}: {heard:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_and_the_end_is_the_end() {
        let heard = answers(0, &["go", "level move-time=x"]);
        assert_eq!(heard.iter().filter(|line| line.starts_with("error ")).count(), 2, "{heard:?}");
        let mut caller = Recorder { heard: Vec::new(), patience: 0 };
        let mut session = Embedded::new(Parameters::default());
        assert!(!session.handle_line("quit", &mut caller) && !session.handle_line("ping", &mut caller));
        assert!(caller.heard.is_empty());
    }
}
