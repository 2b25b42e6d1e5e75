//! `coupturc eval`: the static evaluation of a position, and the value of each piece.

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
    /// Evaluation: auto (the default evaluation of the game), hand-made (hand-crafted terms, no net), or a weights file
    #[arg(long, value_name = "EVAL", default_value = "auto")]
    eval: String,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let position = options.position.read()?;
    let rules = position.rules();
    let evaluation = evaluation(rules, &options.eval)?;
    let value = evaluation.evaluate(&*position);
    say(&diagram(&*position))?;
    say(&format!(
        "\n{:+.3} men for the side to move, by {}{}\n",
        value.men,
        if value.by_net { "the net" } else { "the hand-made evaluation" },
        if position.could_capture(position.side()) {
            "; but a capture is possible, so this is not a quiet position"
        } else {
            ""
        },
    ))?;
    say("Value of each piece for White, in men:\n")?;
    say(&text_diagram(rules.geometry, &|square| {
        added_by(&evaluation, &*position, square).unwrap_or_else(|| ".".to_owned())
    }))
}

/// The drop in White's score when the piece on a cell is removed, or `None` if the cell is empty. `?` if the position
/// without the piece is not legal.
fn added_by(evaluation: &Evaluation, position: &dyn AnyPosition, square: Square) -> Option<String> {
    position.board().at(square)?;
    let mut setup = position.to_setup();
    for color in Color::ALL {
        setup.men[color] &= !square.bitboard();
        setup.kings[color] &= !square.bitboard();
    }
    let options = position.rule_options();
    let without = position.rules().position(&setup, &options);
    // The extra state may refer to the removed piece.
    let without_extra = Setup { extra: ExtraState::None, ..setup };
    let without = without.or_else(|_| position.rules().position(&without_extra, &options));
    let added = without.map(|without| {
        let added = evaluation.evaluate(position).men - evaluation.evaluate(&*without).men;
        if position.side() == Color::White { added } else { -added }
    });
    Some(added.map_or_else(|_| "?".to_owned(), |added| format!("{added:+.2}")))
}
