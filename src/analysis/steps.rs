//! The main line of a game, move by move.

use crate::notation::{PdnReplay, PdnStep};
use crate::rules::{AnyGame, Move};

/// A move of the main line.
pub(super) struct Step {
    pub(super) before: Box<dyn AnyGame>,
    pub(super) mv: Move,
    /// Whether the next step starts from the position after this one.
    pub(super) continues: bool,
}

/// The moves of the main line, each with the game before it.
pub(super) fn steps(replay: &PdnReplay) -> Vec<Step> {
    let mut game = replay.start.to_game();
    let mut steps: Vec<Step> = Vec::new();
    for node in replay.main_line() {
        match node.step {
            PdnStep::SetUp => {
                game = node.position.to_game();
                if let Some(last) = steps.last_mut() {
                    last.continues = false;
                }
            }
            PdnStep::Move(mv) => {
                let before = game.clone();
                if game.play(mv).is_err() {
                    break;
                }
                steps.push(Step { before, mv, continues: true });
            }
        }
    }
    steps
}
