//! `coupturc tune compare`: matches between settings of the search.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clap::Args;
use parking_lot::Mutex;

use super::play::{Play, play_pair};
use super::setting;
use crate::arena::stats::Tally;
use crate::cli::{Failure, say};
use crate::rules::Rules;
use crate::tunables::Setting;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    play: Play,
    /// Setting of the opponent: NAME=VALUE, separated by commas; the default values of the engine if empty
    #[arg(long, value_name = "SETTING", value_parser = setting, default_value = "")]
    base: Setting,
    /// Settings that each play a match against the opponent: NAME=VALUE, separated by commas
    #[arg(value_name = "SETTING", value_parser = named_setting, required = true)]
    settings: Vec<(String, Setting)>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    for (name, setting) in &options.settings {
        for variant in &options.play.variants {
            let tally = play_match(&options.play, variant.rules, setting, &options.base)?;
            say(&format!("{name} | {} | {}", variant.rules, summary(&tally)))?;
        }
    }
    Ok(())
}

fn summary(tally: &Tally) -> String {
    let elo = tally.elo().map_or(String::new(), |elo| {
        format!(" Elo {:+.0} [{:+.0}, {:+.0}]", elo.estimate, elo.low, elo.high)
    });
    format!("+{} ={} -{}{elo}", tally.wins(), tally.draws(), tally.losses())
}

/// Plays pairs of games on all threads.
fn play_match(play: &Play, rules: &'static Rules, one: &Setting, other: &Setting) -> Result<Tally, Failure> {
    let openings = play.openings(rules)?;
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    let play_games = || -> Result<(), String> {
        let mut players = play.players()?;
        while let Some(opening) = openings.get(next.fetch_add(1, Relaxed)) {
            let [first, second] = play_pair(&mut players, rules, opening, one, other)?;
            tally.lock().add_pair(first, second);
        }
        Ok(())
    };
    play.on_all_threads(&play_games)?;
    Ok(tally.into_inner())
}

fn named_setting(text: &str) -> Result<(String, Setting), String> {
    Ok((text.to_owned(), setting(text)?))
}
