//! Hub session: a conversation as long as it is about one game. What comes in, and in which order it is attended to.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::conversation::{Flow, Next, Occurrence, Pending, Shared};
use super::grammar::{command_word, parse_command};
use super::input::Input;
use super::output::Closed;
use super::reply;
use crate::engine::{Engine, Event, ResourceError, Settings};
use crate::eval::Playable;
use crate::notation::{FenFields, move_text_with};
use crate::rules::{Color, Game, Move, Position};

/// The conversation about a game of `G`.
pub(super) struct GameSession<G: Game> {
    pub(super) shared: Box<Shared>,
    pub(super) engine: Engine<G>,
    pub(super) events: Receiver<Event>,
    pub(super) pending: Option<Pending>,
    /// The optional fields of the FEN that the game began with, and who was to move there.
    pub(super) fen_fields: (FenFields, Color),
}

/// Makes an engine for a game.
pub(super) type MakeEngine<G> = fn(Position<G>, Settings, Sender<Event>) -> Result<Engine<G>, ResourceError>;

impl Shared {
    /// How moves are written for this client.
    pub(super) fn move_text<G: Game>(&self) -> impl Fn(Move) -> String + use<G> {
        let names = self.parameters.cell_names();
        move |mv| move_text_with::<G>(names, mv)
    }

    /// Passes on what the engine has to say of a search that goes on, which has so many best `lines`.
    fn tell_of_search<G: Game>(&mut self, event: &Event, lines: usize) -> Result<Flow, Closed> {
        match event {
            Event::Info(info) => {
                let text = self.move_text::<G>();
                self.output.dispensable_lines(&reply::infos(info, lines > 1, &text))?;
            }
            Event::Failed(why) => self.fail(why),
            Event::TableProblem(problem) => {
                self.output.line(&reply::error(&format!("tables: {problem}")))?;
            }
            Event::Done(_) | Event::Counted { .. } | Event::CountFailed(_) => {}
        }
        Ok(Flow::Continue)
    }

    /// The engine that is wanted, or else a small one.
    fn make_engine<G: Playable>(
        &mut self,
        events: Sender<Event>,
        make: MakeEngine<G>,
    ) -> Result<Engine<G>, Closed> {
        let start = Position::start_with(&self.parameters.rules());
        let wanted = self.parameters.settings();
        let problem = match make(start, wanted.clone(), events.clone()) {
            Ok(engine) => return Ok(engine),
            Err(error) => error.to_string(),
        };
        self.output.line(&reply::error(&problem))?;
        let least = Settings { threads: 1, hash_mebibytes: 1, ..wanted };
        self.parameters.settings_in_force(least.clone());
        make(start, least, events).map_err(|error| {
            self.fail(&error.to_string());
            Closed
        })
    }
}

/// The end of a search that was stopped comes within milliseconds, on a very busy machine later.
pub(super) const PATIENCE_AT_THE_END: Duration = Duration::from_secs(2);

impl<G: Playable> GameSession<G> {
    /// Talks until the client chooses another game or goes away.
    pub(super) fn run(shared: Box<Shared>) -> (Next, Box<Shared>) {
        let mut session = match Self::start(shared, Engine::new) {
            Ok(session) => session,
            Err(shared) => return (Next::Quit, shared),
        };
        // There is nobody left to tell when the output is closed.
        let next = session.talk().unwrap_or(Next::Quit);
        if next == Next::Quit {
            session.engine.abandon();
        }
        (next, session.shared)
    }

    /// A session with an engine as `make` makes it, or what is left if there is none.
    pub(super) fn start(mut shared: Box<Shared>, make: MakeEngine<G>) -> Result<Self, Box<Shared>> {
        let (sender, events) = unbounded();
        match shared.make_engine(sender, make) {
            Ok(engine) => {
                let fen_fields = (FenFields::default(), Color::White);
                Ok(Self { shared, engine, events, pending: None, fen_fields })
            }
            Err(Closed) => Err(shared),
        }
    }

    fn talk(&mut self) -> Result<Next, Closed> {
        loop {
            let occurrence = self.shared.next_occurrence(&self.events, self.pending)?;
            if let Flow::Leave(next) = self.attend_to(occurrence)? {
                return Ok(next);
            }
        }
    }

    /// Does what there is to do about an occurrence.
    pub(super) fn attend_to(&mut self, occurrence: Occurrence) -> Result<Flow, Closed> {
        let flow = match occurrence {
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
        if flow != Flow::Continue {
            self.finish()?;
        }
        Ok(flow)
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
            Event::Info(_) | Event::Failed(_) | Event::TableProblem(_) => {
                self.shared.tell_of_search::<G>(event, self.engine.settings().multi_pv)
            }
            Event::Done(done) => {
                self.pending = None;
                self.shared.say(&reply::done(done, &self.shared.move_text::<G>()))
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

    /// Does a part of what there is to do in an engine without threads, and says whether there was anything. A search
    /// tells how it goes, and asks `is_enough` whether to stop.
    pub(super) fn work(&mut self, is_enough: &mut dyn FnMut() -> bool) -> bool {
        let Self { shared, engine, events, .. } = self;
        let lines = engine.settings().multi_pv;
        engine.work(&mut || {
            // The caller is there.
            for event in events.try_iter() {
                let _ = shared.tell_of_search::<G>(&event, lines);
            }
            is_enough()
        })
    }

    /// Ends a search that runs, and tells of its end.
    fn finish(&mut self) -> Result<(), Closed> {
        self.engine.stop();
        // Without threads nobody else brings it to its end.
        while self.engine.work(&mut || true) {}
        let deadline = Instant::now() + PATIENCE_AT_THE_END;
        while self.pending.is_some() {
            let Ok(event) = self.events.recv_deadline(deadline) else { break };
            self.tell(&event)?;
        }
        Ok(())
    }
}
