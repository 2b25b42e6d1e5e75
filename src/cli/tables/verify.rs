//! `coupturc tables verify`.

use std::path::Path;

use clap::Args;

use super::super::interrupt::stop_on_interrupt;
use super::super::say;
use super::progress::long_bar;
use super::{Failure, FolderOptions, GameOptions};
use crate::escape::escaped_path;
use crate::rules::{Game, RuleOptions};
use crate::tables::TableSet;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    folder: FolderOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let root = options.folder.root()?;
    with_game!(options.game.variant(), G => verify::<G>(&root, &options.game.rules()))
}

fn verify<G: Game>(root: &Path, rules: &RuleOptions) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    let mut set = TableSet::<G>::new(rules);
    let mut problems = set.open(root);
    let bar = long_bar();
    bar.set_length(set.tables().len() as u64);
    let progress = |material: crate::tables::Material| {
        bar.set_message(material.to_string());
        bar.inc(1);
    };
    problems.extend(set.verify(&progress, &stop));
    bar.finish_and_clear();
    problems.iter().try_for_each(|problem| say(&problem.to_string()))?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err("the verification was stopped".into());
    }
    let folder = escaped_path(root);
    if !problems.is_empty() {
        return Err(
            format!("{folder}: files of {} that are not sound: {}", G::VARIANT, problems.len()).into()
        );
    }
    let (classes, pieces) = (set.tables().len(), set.pieces());
    say(&format!("{folder}: {classes} classes of {} are sound, complete up to {pieces} pieces", G::VARIANT))
}
