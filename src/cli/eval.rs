//! `coupturc eval`: what a position is worth, and what each piece adds.

use clap::Args;

use super::learn::evaluation;
use super::{Failure, PositionOptions, say};
use crate::eval::Evaluation;
use crate::notation::{diagram, text_diagram};
use crate::rules::{AnyPosition, Color, ExtraState, Setup, Square};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// What judges the position: auto (what the engine plays with), hand-made, or a file of weights
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    eval: String,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let position = options.position.read()?;
    let rules = position.rules();
    let evaluation = evaluation(rules.variant, &options.eval)?;
    let value = evaluation.evaluate(&*position);
    say(&diagram(&*position))?;
    say(&format!(
        "\n{:+.3} men for the side to move, by {}{}\n",
        value.men,
        if value.by_net { "the net" } else { "hand-made knowledge" },
        if position.could_capture(position.side()) { "; but there is a capture to make first" } else { "" },
    ))?;
    say("What each piece adds to White's score, in men:\n")?;
    say(&text_diagram(rules.geometry, &|square| {
        added_by(&evaluation, &*position, square).unwrap_or_else(|| ".".to_owned())
    }))
}

/// By how much White's score would be less without the piece on a cell; nothing where there is none. A piece on which
/// the game depends has no such number.
fn added_by(evaluation: &Evaluation, position: &dyn AnyPosition, square: Square) -> Option<String> {
    position.board().at(square)?;
    let mut setup = position.to_setup();
    for color in Color::ALL {
        setup.men[color] &= !square.bitboard();
        setup.kings[color] &= !square.bitboard();
    }
    let options = position.rule_options();
    let without = position.rules().position(&setup, &options);
    // What is remembered may be about that piece.
    let forgotten = Setup { extra: ExtraState::None, ..setup };
    let without = without.or_else(|_| position.rules().position(&forgotten, &options));
    let added = without.map(|without| {
        let added = evaluation.evaluate(position).men - evaluation.evaluate(&*without).men;
        if position.side() == Color::White { added } else { -added }
    });
    Some(added.map_or_else(|_| "?".to_owned(), |added| format!("{added:+.2}")))
}
