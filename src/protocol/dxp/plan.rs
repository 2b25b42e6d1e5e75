//! What an initiator asks for: so many games, from which positions, with which colours and times.

use std::str::FromStr;

use super::board::start_text;
use super::fields::Minutes;
use super::message::{GameRequest, VERSION};
use super::names::own_name;
use crate::rules::{Color, Game, Position};

/// The games that an initiator asks for, one after the other.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// How many.
    pub games: u32,
    /// Who plays which colour.
    pub colors: Colors,
    /// The time of each player for a game; no limit if it is 0.
    pub time: Minutes,
    /// The moves of each player in a game; no limit if it is 0.
    pub moves: u16,
    /// The positions to begin with, again and again; the start of the game if there are none.
    pub openings: Vec<Position<G>>,
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

/// A game as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame<G: Game> {
    /// Our colour.
    pub us: Color,
    /// The time of each player; no limit if it is 0.
    pub time: Minutes,
    /// The moves of each player; no limit if it is 0.
    pub moves: u16,
    /// The position to begin with.
    pub start: Position<G>,
}

impl<G: Game> Plan<G> {
    /// The game with this number, from 0; nothing behind the last.
    #[must_use]
    pub fn game(&self, number: u32) -> Option<NewGame<G>> {
        if number >= self.games {
            return None;
        }
        let (us, opening) = match self.colors {
            Colors::White => (Color::White, number),
            Colors::Black => (Color::Black, number),
            Colors::Alternate if number.is_multiple_of(2) => (Color::White, number / 2),
            Colors::Alternate => (Color::Black, number / 2),
        };
        let openings = self.openings.iter().cycle();
        let start = openings.skip(opening as usize % self.openings.len().max(1)).copied().next();
        let start = start.unwrap_or_else(Position::start);
        Some(NewGame { us, time: self.time, moves: self.moves, start })
    }
}

impl<G: Game> NewGame<G> {
    /// The message that asks for the game.
    #[must_use]
    pub fn request(&self) -> GameRequest {
        let usual = self.start.to_setup() == Position::<G>::start().to_setup();
        GameRequest {
            version: VERSION,
            initiator: own_name(G::VARIANT),
            follower: !self.us,
            time: self.time,
            moves: self.moves,
            start: (!usual).then(|| start_text(&self.start)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MoveList;
    use crate::rules::games::International;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let start = Position::<International>::start();
        let mut legal = MoveList::new();
        start.legal_moves(&mut legal);
        let openings: Vec<_> = legal.iter().take(2).map(|&mv| start.play_legal(mv)).collect();
        let plan = Plan {
            games: 6,
            colors: Colors::Alternate,
            time: Minutes::whole(1),
            moves: 0,
            openings: openings.clone(),
        };
        let games: Vec<_> =
            (0..7).map_while(|number| plan.game(number)).map(|game| (game.us, game.start)).collect();
        let expected: Vec<_> = [0, 0, 1, 1, 0, 0]
            .into_iter()
            .zip([Color::White, Color::Black].into_iter().cycle())
            .filter_map(|(opening, us)| openings.get::<usize>(opening).map(|&start| (us, start)))
            .collect();
        assert_eq!(games, expected);
        let black = Plan { colors: Colors::Black, openings: Vec::new(), ..plan };
        assert_eq!(black.game(1).map(|game| (game.us, game.start)), Some((Color::Black, start)));
        assert_eq!(
            black.game(5).map(|game| game.request().start),
            Some(None),
            "the start goes without saying"
        );
    }
}
