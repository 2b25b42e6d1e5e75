//! Hub session: a conversation as long as it is about one game. What comes in, and in which order it is attended to.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select_biased, unbounded};

use super::conversation::{Flow, Next, Pending, Shared};
use super::grammar::{command_word, parse_command};
use super::input::Input;
use super::output::Closed;
use super::reply;
use crate::engine::{Engine, Event, ResourceError, Settings};
use crate::notation::FenFields;
use crate::rules::{Color, Game, Position};

/// The conversation about a game of `G`.
pub(super) struct GameSession<'a, G: Game> {
    pub(super) shared: &'a mut Shared,
    pub(super) engine: Engine<G>,
    events: Receiver<Event>,
    pub(super) pending: Option<Pending>,
    /// The optional fields of the FEN that the game began with, and who was to move there.
    pub(super) fen_fields: (FenFields, Color),
}

/// What happens next.
enum Occurrence {
    Event(Event),
    Input(Input),
    /// A line has come that waits now.
    Nothing,
}

/// The end of a search that was stopped comes within milliseconds, on a very busy machine later.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(2);

impl<'a, G: Game> GameSession<'a, G> {
    /// Talks until the client chooses another game or goes away.
    pub(super) fn run(shared: &'a mut Shared) -> Next {
        // There is nobody left to tell when the output is closed.
        let Ok(mut session) = Self::start(shared) else { return Next::Quit };
        let next = session.talk().unwrap_or(Next::Quit);
        if next == Next::Quit {
            session.engine.abandon();
        }
        next
    }

    fn start(shared: &'a mut Shared) -> Result<Self, Closed> {
        let (sender, events) = unbounded();
        let start = Position::start_with(&shared.parameters.rules());
        let wanted = shared.parameters.settings();
        let engine = match Engine::new(start, wanted.clone(), sender.clone()) {
            Ok(engine) => engine,
            Err(error) => {
                shared.output.line(&reply::error(&error.to_string()))?;
                let least = Settings { threads: 1, hash_mebibytes: 1, ..wanted };
                shared.parameters.settings_in_force(least.clone());
                Engine::new(start, least, sender).map_err(|error: ResourceError| {
                    shared.fail(&error.to_string());
                    Closed
                })?
            }
        };
        let fen_fields = (FenFields::default(), Color::White);
        Ok(Self { shared, engine, events, pending: None, fen_fields })
    }

    fn talk(&mut self) -> Result<Next, Closed> {
        loop {
            let flow = match self.next_occurrence()? {
                Occurrence::Event(event) => self.tell(&event)?,
                Occurrence::Nothing => Flow::Continue,
                Occurrence::Input(Input::Line(line)) => self.obey_line(&line)?,
                Occurrence::Input(Input::Unreadable { problem, asks_to_search }) => {
                    self.refuse(&problem, asks_to_search)?
                }
                Occurrence::Input(Input::End) => Flow::Leave(Next::Quit),
                Occurrence::Input(Input::Broken(why)) => {
                    self.shared.lose_input(&why);
                    Flow::Leave(Next::Quit)
                }
                Occurrence::Input(Input::Failed(why)) => {
                    self.shared.fail(&why);
                    Flow::Leave(Next::Quit)
                }
            };
            if let Flow::Leave(next) = flow {
                self.finish()?;
                return Ok(next);
            }
        }
    }

    /// Events come before input, so that a search that has ended is told of before anything else
    /// is begun.
    fn next_occurrence(&mut self) -> Result<Occurrence, Closed> {
        if let Ok(event) = self.events.try_recv() {
            return Ok(Occurrence::Event(event));
        }
        let backlog = &mut self.shared.backlog;
        let waiting = if is_held(self.pending) { backlog.take_stop() } else { backlog.pop() };
        if let Some(input) = waiting {
            return Ok(Occurrence::Input(input));
        }
        let full = self.shared.backlog.is_full();
        let nothing = never();
        let inbox = if full { &nothing } else { &self.shared.inbox };
        select_biased! {
            recv(self.shared.closing) -> _ => Err(Closed),
            recv(self.events) -> event => event.map(Occurrence::Event).map_err(|_| Closed),
            recv(inbox) -> input => Ok(self.heard(input.unwrap_or(Input::End))),
        }
    }

    /// What a line that has just come in leads to. Signs of life never wait, nor an order to stop, unless it is meant
    /// for something that waits itself.
    fn heard(&mut self, input: Input) -> Occurrence {
        if !is_held(self.pending) || self.shared.backlog.lets_pass(&input) {
            return Occurrence::Input(input);
        }
        self.shared.backlog.push(input);
        Occurrence::Nothing
    }

    fn obey_line(&mut self, line: &str) -> Result<Flow, Closed> {
        match parse_command(line) {
            Ok(Some(command)) => self.obey(command),
            Ok(None) => Ok(Flow::Continue),
            Err(error) => self.refuse(&error.to_string(), command_word(line) == Some("go")),
        }
    }

    /// Says what is wrong with a line. One that asks for a search gets its `done` all the same, so
    /// that no client waits for ever.
    pub(super) fn refuse(&mut self, problem: &str, asks_to_search: bool) -> Result<Flow, Closed> {
        self.say(&reply::error(problem))?;
        if asks_to_search { self.say("done") } else { Ok(Flow::Continue) }
    }

    /// Passes on what the engine has to say.
    fn tell(&mut self, event: &Event) -> Result<Flow, Closed> {
        match event {
            Event::Info(info) => {
                let several = self.engine.settings().multi_pv > 1;
                self.shared.output.dispensable_lines(&reply::infos::<G>(info, several))?;
                Ok(Flow::Continue)
            }
            Event::Done(done) => {
                self.pending = None;
                self.say(&reply::done::<G>(done))
            }
            Event::Counted { leaves, time } => {
                let depth = match self.pending.take() {
                    Some(Pending::Count { depth }) => depth,
                    _ => 0,
                };
                match leaves {
                    Ok(leaves) => self.say(&reply::perft(depth, *leaves, *time)),
                    Err(error) => self.say(&reply::error(&format!("perft: {error}"))),
                }
            }
            Event::Failed(why) => {
                self.shared.fail(why);
                Ok(Flow::Continue)
            }
            Event::TableProblem(problem) => self.say(&reply::error(&format!("tables: {problem}"))),
            Event::CountFailed(why) => {
                self.pending = None;
                self.shared.fail(why);
                Ok(Flow::Continue)
            }
        }
    }

    /// Ends a search that runs, and tells of its end.
    fn finish(&mut self) -> Result<(), Closed> {
        self.engine.stop();
        let deadline = Instant::now() + PATIENCE_AT_THE_END;
        while self.pending.is_some() {
            let Ok(event) = self.events.recv_deadline(deadline) else { break };
            self.tell(&event)?;
        }
        Ok(())
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> Result<Flow, Closed> {
        self.shared.output.line(line)?;
        Ok(Flow::Continue)
    }
}

/// Whether commands wait for an answer that is being worked out.
fn is_held(pending: Option<Pending>) -> bool {
    matches!(pending, Some(Pending::Count { .. } | Pending::Search { awaited: true }))
}
