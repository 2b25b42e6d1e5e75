//! DXP requests: requested games, the plan of an initiator, and the answer of a follower.

use std::str::FromStr;

use super::board::{parse_start, start_text, unusual_start};
use super::fields::{Minutes, may_mean, named_game, own_name};
use super::message::{AcceptanceCode, GameRequest, VERSION};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, Color, RuleOptions, Rules};

/// The games that an initiator requests, one after the other.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of games.
    pub games: u32,
    /// The colours.
    pub colors: Colors,
    /// The time of each player for a game; no limit if it is 0.
    pub time: Minutes,
    /// The moves of each player in a game; no limit if it is 0.
    pub moves: u16,
    /// Games at their initial positions, used in rotation; if there are none, all games begin from the usual start.
    pub openings: Vec<Box<dyn AnyGame>>,
}

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Ours,
    Theirs,
}

/// The colours of the initiator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Always White.
    White,
    /// Always Black.
    Black,
    /// White and Black in turn, both from the same position.
    #[default]
    Alternate,
}

impl FromStr for Colors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "white" => Ok(Self::White),
            "black" => Ok(Self::Black),
            "alternate" => Ok(Self::Alternate),
            _ => Err("expected white, black or alternate".to_owned()),
        }
    }
}

/// A requested game.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Our colour.
    pub us: Color,
    /// The time of each player; no limit if it is 0.
    pub time: Minutes,
    /// The moves of each player; no limit if it is 0.
    pub moves: u16,
    /// The game at its initial position.
    pub start: Box<dyn AnyGame>,
}

impl Plan {
    /// The game with this number, from 0; `None` after the last. Without openings the game begins from the start by
    /// these rules.
    #[must_use]
    pub fn game(&self, number: u32, rules: &'static Rules, options: &RuleOptions) -> Option<NewGame> {
        if number >= self.games {
            return None;
        }
        let (us, opening) = match self.colors {
            Colors::White => (Color::White, number),
            Colors::Black => (Color::Black, number),
            Colors::Alternate if number.is_multiple_of(2) => (Color::White, number / 2),
            Colors::Alternate => (Color::Black, number / 2),
        };
        let start = self.openings.get(opening as usize % self.openings.len().max(1)).cloned();
        let start = start.unwrap_or_else(|| rules.start(options));
        Some(NewGame { us, time: self.time, moves: self.moves, start })
    }
}

impl NewGame {
    /// The request as a message.
    #[must_use]
    pub fn request(&self) -> GameRequest {
        let rules = self.start.rules();
        GameRequest {
            version: VERSION,
            initiator: own_name(rules),
            follower: !self.us,
            time: self.time,
            moves: self.moves,
            start: unusual_start(&*self.start),
        }
    }

    /// The side with the first move.
    pub(super) fn first(&self) -> Turn {
        if self.start.position().side() == self.us { Turn::Ours } else { Turn::Theirs }
    }
}

/// A refusal: the answer and its reason.
pub(super) type Refusal = (AcceptanceCode, String);

/// The requested game, as this end would play it under these `options`.
///
/// # Errors
///
/// If this end cannot play it.
pub(super) fn requested_game(
    request: &GameRequest,
    rules: &'static Rules,
    options: &RuleOptions,
) -> Result<NewGame, Refusal> {
    let not_this = |why: String| (AcceptanceCode::NotThisGame, why);
    if request.version != VERSION {
        let why = format!("expected version 01 of DXP, not {:02}", request.version);
        return Err((AcceptanceCode::UnknownVersion, why));
    }
    if !may_mean(&request.initiator, rules) {
        // A program without a game in its name will not request this game later.
        let (wanted, code) = match named_game(&request.initiator) {
            Some(wanted) => (wanted, AcceptanceCode::NotThisGame),
            None => (Variant::International.rules(), AcceptanceCode::NoGame),
        };
        return Err((code, format!("{rules} is played here, not {wanted}")));
    }
    let start = match &request.start {
        None => rules.start(options),
        Some(text) => parse_start(text, rules, options).map_err(|error| not_this(error.to_string()))?,
    };
    if let Some(outcome) = start.outcome() {
        return Err(not_this(format!("the game would be over before it begins, {outcome}")));
    }
    Ok(NewGame { us: request.follower, time: request.time, moves: request.moves, start })
}

/// Whether the peer's request is for the game that this end wants.
///
/// # Errors
///
/// If it is for another game.
pub(super) fn is_wanted(request: &GameRequest, game: &NewGame) -> Result<(), Refusal> {
    let asked = requested_game(request, game.start.rules(), &RuleOptions::default())?;
    let not_this = |why: String| Err((AcceptanceCode::NotThisGame, why));
    if asked.us != game.us {
        return not_this(format!("expected you to play {:?}", !game.us));
    }
    if start_text(asked.start.position()) != start_text(game.start.position()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let (rules, options) = (Variant::International.rules(), RuleOptions::default());
        let start = rules.start(&options);
        let after = |&mv| {
            let mut game = start.clone();
            assert_eq!(game.play(mv), Ok(()));
            game
        };
        let openings: Vec<_> = start.legal_moves().iter().take(2).map(after).collect();
        let plan = Plan {
            games: 6,
            colors: Colors::Alternate,
            time: Minutes::whole(1),
            moves: 0,
            openings: openings.clone(),
        };
        let games: Vec<_> = (0..7)
            .map_while(|number| plan.game(number, rules, &options))
            .map(|game| (game.us, unusual_start(&*game.start)))
            .collect();
        let expected: Vec<_> = [0, 0, 1, 1, 0, 0]
            .into_iter()
            .zip([Color::White, Color::Black].into_iter().cycle())
            .filter_map(|(opening, us)| {
                openings.get::<usize>(opening).map(|start| (us, unusual_start(&**start)))
            })
            .collect();
        assert_eq!(games, expected);
        let black = Plan { colors: Colors::Black, openings: Vec::new(), ..plan };
        assert_eq!(
            black.game(1, rules, &options).map(|game| (game.us, unusual_start(&*game.start))),
            Some((Color::Black, unusual_start(&*start)))
        );
        assert_eq!(
            black.game(5, rules, &options).map(|game| game.request().start),
            Some(None),
            "the start goes without saying"
        );
    }
}
