//! DXP player: the engine in a conversation. It executes the session's actions and feeds events to the session.

use std::io;
use std::time::Instant;

use crossbeam_channel::{Receiver, at, never, select, unbounded};

use super::conversation::{Action, Closing, FinishedGame};
use super::fields::ChatText;
use super::link::{Link, Received};
use super::session::{Conduct, Session};
use crate::engine::{Engine, Event, Limits, Mode, ResourceError, Settings};
use crate::rules::AnyGame;

/// An observer of a conversation.
pub trait Observer {
    /// Reports something of interest.
    fn report(&mut self, text: &str);
    /// Shows a chat message from the peer.
    fn show(&mut self, said: &ChatText);
    /// Receives a game that has ended.
    fn finished(&mut self, game: &FinishedGame);
}

/// Plays games with a peer until either side leaves.
///
/// # Errors
///
/// If the engine cannot get its memory or threads.
pub fn converse(
    link: Link,
    conduct: Conduct,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Closing, ResourceError> {
    let (sender, events) = unbounded();
    let engine = Engine::new(conduct.game.start(&conduct.rules), settings, sender)?;
    let session = Session::new(conduct, Instant::now());
    Ok(Player { link, session, engine, events, thinks: false, observer }.play())
}

struct Player<'a> {
    link: Link,
    session: Session,
    engine: Engine,
    events: Receiver<Event>,
    /// Whether a search is running.
    thinks: bool,
    observer: &'a mut dyn Observer,
}

impl Player<'_> {
    fn play(mut self) -> Closing {
        loop {
            if let Some(closing) = self.act_until_nothing_is_left() {
                self.stop_thinking();
                return closing;
            }
            let deadline = self.session.deadline().map_or_else(never, at);
            select! {
                recv(self.events) -> event => if let Ok(event) = event { self.attend_to(event) },
                recv(self.link.inbox) -> received => {
                    self.session.receive(received.unwrap_or(Received::GONE), Instant::now());
                }
                recv(deadline) -> now => self.session.tick(now.unwrap_or_else(|_| Instant::now())),
            }
        }
    }

    /// Executes the session's actions, and the actions that follow from them; returns the end of the conversation, if
    /// any.
    fn act_until_nothing_is_left(&mut self) -> Option<Closing> {
        loop {
            let actions = self.session.take_actions();
            if actions.is_empty() {
                return None;
            }
            if let Some(closing) = actions.into_iter().find_map(|action| self.act(action)) {
                return Some(closing);
            }
        }
    }

    fn act(&mut self, action: Action) -> Option<Closing> {
        match action {
            Action::Send(message) => {
                if let Err(error) = self.link.send(&message) {
                    self.cannot_send(&error);
                }
            }
            Action::Think { game, limits } => self.think(game, &limits),
            Action::StopThinking => self.stop_thinking(),
            Action::Report(text) => self.observer.report(&text),
            Action::Show(text) => self.observer.show(&text),
            Action::Finished(game) => self.observer.finished(&game),
            Action::Close(closing) => return Some(closing),
        }
        None
    }

    /// Disconnects a peer that does not read. If the peer is gone, the reader notices it too, after the last messages.
    fn cannot_send(&mut self, error: &io::Error) {
        if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) {
            self.session.receive(Received::Gone("it does not read what is sent"), Instant::now());
        }
    }

    fn think(&mut self, game: Box<dyn AnyGame>, limits: &Limits) {
        let started = self.engine.set_game(game).map_err(|busy| busy.to_string());
        match started.and_then(|()| self.engine.go(Mode::Think, limits).map_err(|error| error.to_string())) {
            Ok(()) => self.thinks = true,
            Err(why) => self.session.stuck(&why, Instant::now()),
        }
    }

    /// Ends a running search and drops its result.
    fn stop_thinking(&mut self) {
        self.engine.stop();
        while self.thinks {
            self.thinks = !matches!(self.events.recv(), Ok(Event::Done(_)) | Err(_));
        }
    }

    fn attend_to(&mut self, event: Event) {
        let now = Instant::now();
        match event {
            Event::Done(done) => {
                self.thinks = false;
                match done.best {
                    Some(mv) => self.session.moved(mv, now),
                    None => self.session.stuck("the search has found no move", now),
                }
            }
            Event::Failed(why) => self.observer.report(&format!("internal error, please report it: {why}")),
            Event::TableProblem(problem) => self.observer.report(&format!("tables: {problem}")),
            Event::BookProblem(problem) => self.observer.report(&format!("book: {problem}")),
            Event::Info(_) | Event::Counted { .. } | Event::CountFailed(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read, Write};
    use std::thread;
    use std::time::Duration;

    use super::super::Framing;
    use super::*;
    use crate::protocol::Log;
    use crate::rules::RuleOptions;
    use crate::rules::games::Variant;

    struct Ignore;

    impl Observer for Ignore {
        fn report(&mut self, _: &str) {}
        fn show(&mut self, _: &ChatText) {}
        fn finished(&mut self, _: &FinishedGame) {}
    }

    /// A writer that accepts nothing, like a connection with a peer that does not read.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::WouldBlock.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A reader that is silent for a while, then ends.
    struct Silent(Duration);

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            thread::sleep(self.0);
            Ok(0)
        }
    }

    #[test]
    fn who_does_not_read_is_left() {
        let peer = Cursor::new(&b"B001W\0"[..]).chain(Silent(Duration::from_secs(5)));
        let link = Link::over(peer, Full, Framing::Zero, Log::default());
        let link = link.unwrap_or_else(|error| unreachable!("{error}"));
        let patience = Duration::from_secs(60);
        let (game, rules) = (Variant::International.rules(), RuleOptions::default());
        let conduct =
            Conduct { game, rules, plan: None, patience, takes_back: true, move_overhead: Duration::ZERO };
        let settings = Settings { hash_mebibytes: 1, ..Settings::default() };
        let began = Instant::now();
        let closing = converse(link, conduct, settings, &mut Ignore);
        assert!(began.elapsed() < Duration::from_secs(3), "long before the peer ends: {:?}", began.elapsed());
        assert_eq!(closing.map(|closing| closing.why), Ok("it does not read what is sent".to_owned()));
    }
}
