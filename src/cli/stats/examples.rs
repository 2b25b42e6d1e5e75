//! Examples from the games: the longest capture, and the shortest game.

use serde::Serialize;

use crate::cli::sources::Played;
use crate::notation::{fen_text, pdn_move_text, pdn_text};
use crate::rules::{AnyPosition, Move};

/// The first of the captures of the most pieces.
#[derive(Debug, Serialize)]
pub(super) struct LongestCapture {
    /// The game.
    place: String,
    pub(super) fen: String,
    #[serde(rename = "move")]
    mv: String,
    pieces: u32,
    #[serde(skip)]
    pub(super) before: Box<dyn AnyPosition>,
}

impl LongestCapture {
    pub(super) fn of(before: &dyn AnyPosition, mv: Move, place: &str) -> Self {
        Self {
            place: place.to_owned(),
            fen: fen_text(before, &Default::default()),
            mv: pdn_move_text(before, mv),
            pieces: mv.captured().count(),
            before: before.copy(),
        }
    }

    pub(super) fn text(&self) -> String {
        let Self { place, fen, mv, pieces, .. } = self;
        let noun = if *pieces == 1 { "piece" } else { "pieces" };
        format!("{pieces} {noun} by {mv} in {fen} ({place})")
    }
}

/// The first of the shortest games.
#[derive(Debug, Serialize)]
pub(super) struct ShortestGame {
    /// The game.
    place: String,
    /// Its length after its opening.
    pub(super) plies: usize,
    pub(super) pdn: String,
    #[serde(skip)]
    pub(super) end: Box<dyn AnyPosition>,
}

impl ShortestGame {
    pub(super) fn of(played: &Played, plies: usize, end: &dyn AnyPosition) -> Self {
        Self { place: played.place.clone(), plies, pdn: pdn_text(&played.game), end: end.copy() }
    }

    pub(super) fn text(&self) -> String {
        let Self { place, plies, .. } = self;
        format!("{plies} plies to {} ({place})", fen_text(&*self.end, &Default::default()))
    }
}
