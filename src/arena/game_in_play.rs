//! Game in play: what the referee and the players need of a game, whichever it is. Only this is compiled for each game.

use std::time::Duration;

use super::dxp::{DxpPeer, Reply};
use super::failure::Failure;
use super::time_control::TimeControl;
use crate::notation::{NotationError, hub_extra_text, hub_position_text, move_text, parse_fen, parse_move};
use crate::protocol::dxp::EndReason;
use crate::rules::games::Variant;
use crate::rules::{Color, Game, Move, Outcome, PlayError, Record, RuleOptions};

/// A game that is being played. Moves are texts as Hub writes them.
pub(super) trait GameInPlay {
    /// Who is to move.
    fn side(&self) -> Color;

    /// How many moves have been made.
    fn plies(&self) -> usize;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a move, and gives it back with all squares that it captures on.
    fn play(&mut self, text: &str) -> Result<String, PlayProblem>;

    /// The Hub command that sets up the position at which the game began, without moves.
    fn start_command(&self) -> String;

    /// Agrees with a peer on the game, from the position in which it is now.
    fn begin(&self, peer: &mut DxpPeer<'_>, color: Color, control: TimeControl) -> Result<(), Failure>;

    /// Waits for what a peer does, whose turn it is.
    fn reply_of(&self, peer: &mut DxpPeer<'_>, deadline: Duration) -> Result<PeerReply, Failure>;

    /// Tells a peer of the last move, which took so long; it may have ended the game meanwhile.
    fn tell_last_move(&self, peer: &mut DxpPeer<'_>, spent: Duration) -> Result<Option<EndReason>, Failure>;
}

/// Why a move cannot be played.
#[derive(Debug)]
pub(super) enum PlayProblem {
    /// It is no move, or not a legal one.
    Illegal(String),
    /// Nobody can tell which moves are legal behind it.
    TooManyCaptures(String),
}

/// What a peer has done when it was its turn.
pub(super) enum PeerReply {
    /// It has moved, after so long.
    Move(String, Duration),
    /// It has ended the game.
    End(EndReason),
}

impl From<PlayProblem> for NotationError {
    fn from(problem: PlayProblem) -> Self {
        let (PlayProblem::Illegal(why) | PlayProblem::TooManyCaptures(why)) = problem;
        Self::new(why)
    }
}

/// A game of `variant` from the position of a FEN.
///
/// # Errors
///
/// If it is no position of the game.
pub(super) fn game_from(
    variant: Variant,
    fen: &str,
    rules: &RuleOptions,
) -> Result<Box<dyn GameInPlay>, NotationError> {
    with_game!(variant, G => {
        let record = Record::<G>::new(parse_fen(fen, rules)?.position);
        Ok(Box::new(RecordInPlay { record, last: None }))
    })
}

struct RecordInPlay<G: Game> {
    record: Record<G>,
    /// The last move.
    last: Option<Move>,
}

impl<G: Game> GameInPlay for RecordInPlay<G> {
    fn side(&self) -> Color {
        self.record.position().side()
    }

    fn plies(&self) -> usize {
        self.record.plies()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn play(&mut self, text: &str) -> Result<String, PlayProblem> {
        let mv = parse_move(self.record.position(), text)
            .map_err(|error| PlayProblem::Illegal(error.to_string()))?;
        self.record.play(mv).map_err(|error| match error {
            PlayError::Illegal(_) => PlayProblem::Illegal(error.to_string()),
            PlayError::TooManyCaptures(_) => PlayProblem::TooManyCaptures(error.to_string()),
        })?;
        self.last = Some(mv);
        Ok(move_text::<G>(mv))
    }

    fn start_command(&self) -> String {
        let first = self.record.first();
        let extra = hub_extra_text(first).map(|(name, value)| format!(" {name}={value}"));
        format!("pos pos={}{}", hub_position_text(first), extra.unwrap_or_default())
    }

    fn begin(&self, peer: &mut DxpPeer<'_>, color: Color, control: TimeControl) -> Result<(), Failure> {
        peer.begin(color, self.record.position(), control)
    }

    fn reply_of(&self, peer: &mut DxpPeer<'_>, deadline: Duration) -> Result<PeerReply, Failure> {
        Ok(match peer.reply(self.record.position(), deadline)? {
            Reply::Move(mv, time) => PeerReply::Move(move_text::<G>(mv), time),
            Reply::End(reason) => PeerReply::End(reason),
        })
    }

    fn tell_last_move(&self, peer: &mut DxpPeer<'_>, spent: Duration) -> Result<Option<EndReason>, Failure> {
        self.last.map_or(Ok(None), |mv| peer.hear::<G>(mv, spent))
    }
}
