//! How a game with a [`Connection`] begins: this end asks for it, or the peer does.

use std::time::Duration;

use super::connection::{Connection, ConnectionError, Event, Wait};
use super::fields::{ChatText, Name};
use super::message::{AcceptanceCode, GameAcceptance, GameRequest, Message};
use super::names::{named_game, own_name};
use super::plan::NewGame;
use super::request::is_wanted;
use crate::rules::Game;

/// So long a peer that asks for games itself may take to ask for the next.
const NEXT_WISH: Duration = Duration::from_secs(2);
/// So long the reason for a refusal may take to come as a CHAT behind it.
const REASON: Duration = Duration::from_millis(200);

impl Connection<'_> {
    /// Asks for a game, and gives the name of the peer once it has accepted. If the peer is to move, it thinks from
    /// now on.
    ///
    /// Some programs insist on asking themselves. So what the peer has asked for before is accepted if it is this
    /// game, and refused if not; and what it asks for while it refuses ours is accepted instead.
    ///
    /// # Errors
    ///
    /// If the game is refused, or the peer does not answer.
    pub fn request_game<G: Game>(&mut self, game: &NewGame<G>) -> Result<Name, ConnectionError> {
        self.forget_faults();
        self.wait_for_wish(self.courtesy)?;
        // Who has not asked now will not ask for the next game, either.
        self.courtesy = Duration::ZERO;
        if let Some(request) = self.wish.take() {
            self.courtesy = NEXT_WISH;
            if self.grant(&request, game)?.is_ok() {
                return Ok(request.initiator);
            }
        }
        self.send(&Message::GameRequest(game.request()))?;
        let mut wait = Wait::of(self.patience);
        loop {
            let answer = match self.next(&mut wait)? {
                Event::Answers(answer) => answer,
                Event::Asks(request) => {
                    // Both ask at once. Its answer to us tells which request counts.
                    self.wish = Some(request);
                    continue;
                }
                // That belongs to the game before.
                Event::Moves(_) | Event::MovesBadly(_) | Event::Ends(_) => continue,
            };
            let GameAcceptance { follower, code } = answer;
            return match code {
                // A request of its own that has crossed ours is off: to answer it would confuse some.
                AcceptanceCode::Accepted => {
                    self.wish = None;
                    let is_this_game = named_game(&follower) == G::VARIANT;
                    if is_this_game { Ok(follower) } else { Err(ConnectionError::OtherGame(follower)) }
                }
                code => self.take_wish_instead(code, game),
            };
        }
    }

    /// The peer has refused our request with `code`, perhaps because it is the one that asks.
    fn take_wish_instead<G: Game>(
        &mut self,
        code: AcceptanceCode,
        game: &NewGame<G>,
    ) -> Result<Name, ConnectionError> {
        self.wait_for_wish(self.courtesy.max(REASON))?;
        let Some(request) = self.wish.take() else {
            return Err(ConnectionError::Refused { code, wish: None });
        };
        self.courtesy = NEXT_WISH;
        match self.grant(&request, game)? {
            Ok(()) => Ok(request.initiator),
            Err(why) => Err(ConnectionError::Refused { code, wish: Some(why) }),
        }
    }

    /// Answers what the peer has asked for; says why it was refused, if it was.
    fn grant<G: Game>(
        &mut self,
        request: &GameRequest,
        game: &NewGame<G>,
    ) -> Result<Result<(), String>, ConnectionError> {
        let verdict = is_wanted(request, game);
        let code = verdict.as_ref().map_or_else(|(code, _)| *code, |()| AcceptanceCode::Accepted);
        let follower = own_name(G::VARIANT);
        self.send(&Message::GameAcceptance(GameAcceptance { follower, code }))?;
        let Err((_, why)) = verdict else { return Ok(Ok(())) };
        self.send(&Message::Chat(ChatText::new(&format!("no game: {why}"))))?;
        Ok(Err(why))
    }

    /// Waits for a request of the peer if there is none, for at most this long.
    fn wait_for_wish(&mut self, time: Duration) -> Result<(), ConnectionError> {
        let mut wait = Wait::of(time);
        while self.wish.is_none() && !time.is_zero() {
            match self.next(&mut wait) {
                Ok(Event::Asks(request)) => self.wish = Some(request),
                Ok(_) => {}
                Err(ConnectionError::Silent(_)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Refuses a game while another one is on.
    pub(super) fn refuse_another<G: Game>(&mut self) -> Result<(), ConnectionError> {
        let (follower, code) = (own_name(G::VARIANT), AcceptanceCode::NotThisGame);
        self.send(&Message::GameAcceptance(GameAcceptance { follower, code }))
    }
}
