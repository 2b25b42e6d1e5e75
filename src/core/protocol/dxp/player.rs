//! DXP player: the engine in a conversation; what the session wants is done, what happens is told to the session.

use std::io;
use std::time::Instant;

use crossbeam_channel::{Receiver, at, never, select, unbounded};

use super::conversation::{Action, Closing, FinishedGame};
use super::fields::ChatText;
use super::link::{Heard, Link};
use super::session::{Conduct, Session};
use crate::engine::{Engine, Event, Limits, Mode, ResourceError, Settings};
use crate::rules::AnyGame;

/// Whoever watches a conversation.
pub trait Observer {
    /// Something worth knowing has happened.
    fn tell(&mut self, text: &str);
    /// The peer has said something.
    fn show(&mut self, said: &ChatText);
    /// A game has ended.
    fn finished(&mut self, game: &FinishedGame);
}

/// Plays games with a peer until one of both leaves.
///
/// # Errors
///
/// If the engine cannot have the memory or the threads that it is to use.
pub fn converse(
    link: Link,
    conduct: Conduct,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Closing, ResourceError> {
    let (sender, events) = unbounded();
    let engine = Engine::new(conduct.variant.rules().start(&conduct.rules), settings, sender)?;
    let session = Session::new(conduct, Instant::now());
    Ok(Player { link, session, engine, events, thinks: false, observer }.play())
}

struct Player<'a> {
    link: Link,
    session: Session,
    engine: Engine,
    events: Receiver<Event>,
    /// Whether a search runs.
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
                recv(self.link.inbox) -> heard => {
                    self.session.hear(heard.unwrap_or(Heard::GONE), Instant::now());
                }
                recv(deadline) -> now => self.session.tick(now.unwrap_or_else(|_| Instant::now())),
            }
        }
    }

    /// Does what the session wants, and what it wants because of that; gives the end if there is one.
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
            Action::Tell(text) => self.observer.tell(&text),
            Action::Show(text) => self.observer.show(&text),
            Action::Finished(game) => self.observer.finished(&game),
            Action::Close(closing) => return Some(closing),
        }
        None
    }

    /// That a peer is gone is heard, too, after what it has said. One that does not read has to be left.
    fn cannot_send(&mut self, error: &io::Error) {
        if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) {
            self.session.hear(Heard::Gone("it does not read what is sent"), Instant::now());
        }
    }

    fn think(&mut self, game: Box<dyn AnyGame>, limits: &Limits) {
        let begun = self.engine.set_game(game).map_err(|busy| busy.to_string());
        match begun.and_then(|()| self.engine.go(Mode::Think, limits).map_err(|error| error.to_string())) {
            Ok(()) => self.thinks = true,
            Err(why) => self.session.stuck(&why, Instant::now()),
        }
    }

    /// Ends the search that runs, if one does. What it has found is forgotten.
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
            Event::Failed(why) => self.observer.tell(&format!("internal error, please report it: {why}")),
            Event::TableProblem(problem) => self.observer.tell(&format!("tables: {problem}")),
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

    struct Nobody;

    impl Observer for Nobody {
        fn tell(&mut self, _: &str) {}
        fn show(&mut self, _: &ChatText) {}
        fn finished(&mut self, _: &FinishedGame) {}
    }

    /// Takes nothing, as a connection that nobody reads.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::WouldBlock.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Says nothing for a while, and then that there is nothing more.
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
        let (variant, rules) = (Variant::International, RuleOptions::default());
        let conduct = Conduct { variant, rules, plan: None, patience, takes_back: true };
        let settings = Settings { hash_mebibytes: 1, ..Settings::default() };
        let began = Instant::now();
        let closing = converse(link, conduct, settings, &mut Nobody);
        assert!(began.elapsed() < Duration::from_secs(3), "long before the peer ends: {:?}", began.elapsed());
        assert_eq!(closing.map(|closing| closing.why), Ok("it does not read what is sent".to_owned()));
    }
}
