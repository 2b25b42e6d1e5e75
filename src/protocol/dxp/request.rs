//! What a peer asks for with GAMEREQ.

use super::board::{parse_start, start_text};
use super::message::{AcceptanceCode, GameRequest, VERSION};
use super::names::named_game;
use super::plan::NewGame;
use crate::rules::games::Variant;
use crate::rules::{Game, Position, RuleOptions};

/// A refusal: what is answered, and why.
pub(super) type Refusal = (AcceptanceCode, String);

/// The game that is asked for, as this end would play it by `rules`.
///
/// # Errors
///
/// If it is no game of ours.
pub(super) fn requested_game<G: Game>(
    request: &GameRequest,
    rules: &RuleOptions,
) -> Result<NewGame<G>, Refusal> {
    let not_this = |why: String| (AcceptanceCode::NotThisGame, why);
    if request.version != VERSION {
        let why = format!("expected version 01 of DXP, not {:02}", request.version);
        return Err((AcceptanceCode::UnknownVersion, why));
    }
    let wanted = named_game(&request.initiator);
    if wanted != G::VARIANT {
        // A program that names no game knows no other than International Draughts.
        let code = match wanted {
            Variant::International => AcceptanceCode::NoGame,
            _ => AcceptanceCode::NotThisGame,
        };
        return Err((code, format!("{} is played here, not {wanted}", G::VARIANT)));
    }
    let start = match &request.start {
        None => Position::start_with(rules),
        Some(text) => parse_start(text, rules).map_err(|error| not_this(error.to_string()))?,
    };
    if let Some(outcome) = start.outcome() {
        return Err(not_this(format!("the game would be over before it begins, {outcome}")));
    }
    Ok(NewGame { us: request.follower, time: request.time, moves: request.moves, start })
}

/// Whether what the peer asks for is the game that this end wants.
///
/// # Errors
///
/// If it is another one.
pub(super) fn is_wanted<G: Game>(request: &GameRequest, game: &NewGame<G>) -> Result<(), Refusal> {
    let asked = requested_game::<G>(request, &RuleOptions::default())?;
    let not_this = |why: String| Err((AcceptanceCode::NotThisGame, why));
    if asked.us != game.us {
        return not_this(format!("expected you to play {:?}", !game.us));
    }
    if start_text(&asked.start) != start_text(&game.start) {
        return not_this("expected another position to begin with".to_owned());
    }
    if asked.time != game.time {
        return not_this(format!("expected {} minutes, not {}", game.time, asked.time));
    }
    if asked.moves != game.moves {
        return not_this(format!("expected {:03} moves, not {:03}", game.moves, asked.moves));
    }
    Ok(())
}
