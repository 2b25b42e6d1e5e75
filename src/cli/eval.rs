//! `coupturc eval`: what a position is worth, and what each piece adds.

use clap::Args;

use super::learn::evaluation;
use super::{Failure, GameOptions, PositionOptions, say};
use crate::eval::{Judge, Playable};
use crate::notation::{diagram, text_diagram};
use crate::rules::{Color, Position, RuleOptions, Square};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    position: PositionOptions,
    /// What judges the position: auto (what the engine plays with), hand-made, or a file of weights
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    eval: String,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    with_game!(options.game.variant(), G => explain::<G>(options))
}

fn explain<G: Playable>(options: &Options) -> Result<(), Failure> {
    let rules = options.game.rules();
    let position = options.position.read::<G>(&rules)?;
    let evaluation = evaluation::<G>(&options.eval)?;
    let judge = evaluation.evaluator::<G>();
    let score = judge.men(&position);
    say(&diagram(&position))?;
    say(&format!(
        "\n{score:+.3} men for the side to move, by {}{}\n",
        if judge.is_net() { "the net" } else { "hand-made knowledge" },
        if position.could_capture(position.side()) { "; but there is a capture to make first" } else { "" },
    ))?;
    say("What each piece adds to White's score, in men:\n")?;
    say(&text_diagram::<G>(|square| {
        added_by(judge, &position, square, &rules).unwrap_or_else(|| ".".to_owned())
    }))
}

/// By how much White's score would be less without the piece on a cell; nothing where there is none. A piece on which
/// the game depends has no such number.
fn added_by<G: Playable>(
    judge: Judge<'_>,
    position: &Position<G>,
    square: Square,
    rules: &RuleOptions,
) -> Option<String> {
    position.board().at(square)?;
    let mut setup = position.to_setup();
    for color in Color::ALL {
        setup.men[color] &= !square.bitboard();
        setup.kings[color] &= !square.bitboard();
    }
    if Position::from_setup(&setup, rules).is_err() {
        // What is remembered may be about that piece.
        setup.extra = G::Extra::default();
    }
    let without = Position::from_setup(&setup, rules).ok();
    let added = without.map(|without| {
        let added = judge.men(position) - judge.men(&without);
        if position.side() == Color::White { added } else { -added }
    });
    Some(added.map_or_else(|| "?".to_owned(), |added| format!("{added:+.2}")))
}
