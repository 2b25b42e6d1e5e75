//! Hub session: the main loop of a conversation, and the engine that it drives.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::conversation::{Flow, Occurrence, Pending, Shared};
use super::games::Games;
use super::grammar::{command_word, parse_command};
use super::input::Input;
use super::output::Closed;
use super::reply;
use crate::engine::{Engine, Event, ResourceError, Settings};
use crate::notation::{FenFields, move_text_with};
use crate::rules::{AnyGame, Color, Move};

/// A conversation with its engine.
pub(super) struct Session {
    pub(super) shared: Shared,
    pub(super) engine: Engine,
    pub(super) events: Receiver<Event>,
    pub(super) pending: Option<Pending>,
    /// The optional fields of the game's initial FEN, and the side to move there.
    pub(super) fen_fields: (FenFields, Color),
    pub(super) games: Games,
}

/// Creates an engine for a game.
pub(super) type MakeEngine = fn(Box<dyn AnyGame>, Settings, Sender<Event>) -> Result<Engine, ResourceError>;

/// The fields of a game without an initial FEN.
pub(super) const NO_FEN: (FenFields, Color) =
    (FenFields { quiet_plies: false, move_number: None }, Color::White);

impl Shared {
    /// Writes moves in the client's notation.
    pub(super) fn move_text(&self) -> impl Fn(Move) -> String + use<> {
        let (names, rules) = (self.parameters.cell_names(), self.parameters.game());
        move |mv| move_text_with(names, rules, mv)
    }

    /// Reports the progress of a running search with this number of best `lines`.
    fn report_progress(&mut self, event: &Event, lines: usize) -> Result<Flow, Closed> {
        match event {
            Event::Info(info) => {
                let text = self.move_text();
                self.output.dispensable_lines(&reply::infos(info, lines > 1, &text))?;
            }
            Event::Failed(why) => self.fail(why),
            Event::TableProblem(problem) => {
                self.output.line(&reply::error(&format!("tables: {problem}")))?;
            }
            Event::BookProblem(problem) => {
                self.output.line(&reply::error(&format!("book: {problem}")))?;
            }
            Event::Done(_) | Event::Counted { .. } | Event::CountFailed(_) => {}
        }
        Ok(Flow::Continue)
    }

    /// A new game with the current parameters.
    pub(super) fn new_game(&self) -> Box<dyn AnyGame> {
        self.parameters.game().start(&self.parameters.rules())
    }

    /// The requested engine, or a small one if that fails.
    fn make_engine(&mut self, events: Sender<Event>, make: MakeEngine) -> Result<Engine, Closed> {
        let wanted = self.parameters.settings();
        let problem = match make(self.new_game(), wanted.clone(), events.clone()) {
            Ok(engine) => return Ok(engine),
            Err(error) => error.to_string(),
        };
        self.output.line(&reply::error(&problem))?;
        let least = Settings { threads: 1, hash_mebibytes: 1, ..wanted };
        self.parameters.settings_in_force(least.clone());
        make(self.new_game(), least, events).map_err(|error| {
            self.fail(&error.to_string());
            Closed
        })
    }
}

/// How long to wait for a stopped search to end. It normally ends within milliseconds; on a very busy machine it may
/// take longer.
pub(super) const PATIENCE_AT_THE_END: Duration = Duration::from_secs(2);

impl Session {
    /// Runs the session until the client disconnects. Returns the first failure, if there was one.
    pub(super) fn run(shared: Shared) -> Option<String> {
        let mut session = match Self::start(shared, Engine::new) {
            Ok(session) => session,
            Err(failure) => return failure,
        };
        // With the output closed an error cannot be reported.
        let _ = session.talk();
        session.engine.abandon();
        session.shared.failure
    }

    /// A session with an engine created by `make`, or the failure if there is none.
    pub(super) fn start(mut shared: Shared, make: MakeEngine) -> Result<Self, Option<String>> {
        let (sender, events) = unbounded();
        match shared.make_engine(sender, make) {
            Ok(engine) => Ok(Self {
                shared,
                engine,
                events,
                pending: None,
                fen_fields: NO_FEN,
                games: Games::default(),
            }),
            Err(Closed) => Err(shared.failure),
        }
    }

    fn talk(&mut self) -> Result<(), Closed> {
        loop {
            let occurrence = self.shared.next_occurrence(&self.events, self.pending)?;
            if self.handle(occurrence)? == Flow::Quit {
                return Ok(());
            }
        }
    }

    /// Handles an occurrence.
    pub(super) fn handle(&mut self, occurrence: Occurrence) -> Result<Flow, Closed> {
        let flow = match occurrence {
            Occurrence::Event(event) => self.report(&event)?,
            Occurrence::Nothing => Flow::Continue,
            Occurrence::Input(Input::Line(line)) => self.handle_line(&line)?,
            Occurrence::Input(Input::Unreadable { problem, asks_to_search }) => {
                self.shared.refuse(&problem, asks_to_search)?
            }
            Occurrence::Input(Input::End) => Flow::Quit,
            Occurrence::Input(Input::Broken(why)) => {
                self.shared.lose_input(&why);
                Flow::Quit
            }
            Occurrence::Input(Input::Failed(why)) => {
                self.shared.fail(&why);
                Flow::Quit
            }
        };
        if flow != Flow::Continue {
            self.finish()?;
        }
        Ok(flow)
    }

    fn handle_line(&mut self, line: &str) -> Result<Flow, Closed> {
        match parse_command(line) {
            Ok(Some(command)) => self.execute(command),
            Ok(None) => Ok(Flow::Continue),
            Err(error) => self.shared.refuse(&error.to_string(), command_word(line) == Some("go")),
        }
    }

    /// Reports an event of the engine.
    fn report(&mut self, event: &Event) -> Result<Flow, Closed> {
        match event {
            Event::Info(_) | Event::Failed(_) | Event::TableProblem(_) | Event::BookProblem(_) => {
                self.shared.report_progress(event, self.engine.settings().multi_pv)
            }
            Event::Done(done) => {
                self.pending = None;
                self.shared.say(&reply::done(done, &self.shared.move_text()))
            }
            Event::Counted { leaves, time } => {
                let depth = match self.pending.take() {
                    Some(Pending::Count { depth }) => depth,
                    _ => 0,
                };
                match leaves {
                    Ok(leaves) => self.shared.say(&reply::perft(depth, *leaves, *time)),
                    Err(error) => self.shared.say(&reply::error(&format!("perft: {error}"))),
                }
            }
            Event::CountFailed(why) => {
                self.pending = None;
                self.shared.fail(why);
                Ok(Flow::Continue)
            }
        }
    }

    /// Runs pending work of an engine without threads, and returns whether there was any. A search reports its progress
    /// and calls `is_enough` to learn whether to stop.
    pub(super) fn work(&mut self, is_enough: &mut dyn FnMut() -> bool) -> bool {
        let Self { shared, engine, events, .. } = self;
        let lines = engine.settings().multi_pv;
        engine.work(&mut || {
            // In a session without threads nothing closes the output.
            for event in events.try_iter() {
                let _ = shared.report_progress(&event, lines);
            }
            is_enough()
        })
    }

    /// Ends a running search and reports its end.
    pub(super) fn finish(&mut self) -> Result<(), Closed> {
        self.engine.stop();
        // Without threads the search has to be finished here.
        while self.engine.work(&mut || true) {}
        let deadline = Instant::now() + PATIENCE_AT_THE_END;
        while self.pending.is_some() {
            let Ok(event) = self.events.recv_deadline(deadline) else { break };
            self.report(&event)?;
        }
        Ok(())
    }
}
