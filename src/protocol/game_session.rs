//! Hub session: a conversation as long as it is about one game. What comes in, and in which order it is attended to.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

use super::conversation::{Flow, Next, Occurrence, Pending, Shared};
use super::grammar::{command_word, parse_command};
use super::input::Input;
use super::output::Closed;
use super::reply;
use crate::engine::{Engine, Event, ResourceError, Settings};
use crate::eval::Playable;
use crate::notation::{FenFields, move_text};
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

/// The end of a search that was stopped comes within milliseconds, on a very busy machine later.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(2);

impl<'a, G: Playable> GameSession<'a, G> {
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
            let flow = match self.shared.next_occurrence(&self.events, self.pending)? {
                Occurrence::Event(event) => self.tell(&event)?,
                Occurrence::Nothing => Flow::Continue,
                Occurrence::Input(Input::Line(line)) => self.obey_line(&line)?,
                Occurrence::Input(Input::Unreadable { problem, asks_to_search }) => {
                    self.shared.refuse(&problem, asks_to_search)?
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

    fn obey_line(&mut self, line: &str) -> Result<Flow, Closed> {
        match parse_command(line) {
            Ok(Some(command)) => self.obey(command),
            Ok(None) => Ok(Flow::Continue),
            Err(error) => self.shared.refuse(&error.to_string(), command_word(line) == Some("go")),
        }
    }

    /// Passes on what the engine has to say.
    fn tell(&mut self, event: &Event) -> Result<Flow, Closed> {
        match event {
            Event::Info(info) => {
                let several = self.engine.settings().multi_pv > 1;
                self.shared.output.dispensable_lines(&reply::infos(info, several, move_text::<G>))?;
                Ok(Flow::Continue)
            }
            Event::Done(done) => {
                self.pending = None;
                self.shared.say(&reply::done(done, move_text::<G>))
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
            Event::Failed(why) => {
                self.shared.fail(why);
                Ok(Flow::Continue)
            }
            Event::TableProblem(problem) => self.shared.say(&reply::error(&format!("tables: {problem}"))),
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
}
