//! Summary at the top: the number of games, variants, engines, dates and time controls.

use std::time::Duration;

use super::results::{Results, variant_title};
use crate::arena::TimeControl;
use crate::arena::record::GameRecord;
use crate::html::escape;
use crate::html::time::{duration, moment};

/// A sentence or two about the match.
pub(super) fn summary(results: &Results<'_>) -> String {
    let count = results.games.len();
    if count == 0 {
        return "No game has been played yet.".to_owned();
    }
    let games = if count == 1 { "game" } else { "games" };
    let variants: Vec<String> = results.variants.iter().map(|name| variant_title(name)).collect();
    let mut text = format!("{count} {games} of {} between {}", variants.join(", "), players(results));
    let rules = distinct(results.games.iter().map(|game| rules_text(game))).join("; ");
    if !rules.is_empty() {
        text.push_str(&format!(", with {rules}"));
    }
    text.push('.');
    let times = [dates(results), thinking(results)].into_iter().flatten().collect::<String>();
    format!("{}{times}{}", escape(&text), flaws(results))
}

/// A sentence about games that ended by a fault or repeat others; empty if there are none.
fn flaws(results: &Results<'_>) -> String {
    match (results.counted.fault_count(), results.counted.repeat_count()) {
        (0, 0) => String::new(),
        (faults, 0) => format!(" {faults} ended by a fault."),
        (0, repeats) => format!(" {repeats} repeat another game move for move."),
        (faults, repeats) => {
            format!(" {faults} ended by a fault, and {repeats} repeat another game move for move.")
        }
    }
}

/// The engines, with their time controls if they have different ones.
fn players(results: &Results<'_>) -> String {
    let controls = results.engines.iter().map(|engine| controls_of(results, engine));
    let controls: Vec<String> = controls.collect();
    match distinct(controls.iter().cloned()).as_slice() {
        [] => results.engines.join(", "),
        [one] => format!("{} at {one}", results.engines.join(", ")),
        _ => {
            let players = results.engines.iter().zip(&controls);
            let text = |(engine, control): (&&str, &String)| match control.as_str() {
                "" => (*engine).to_owned(),
                control => format!("{engine} at {control}"),
            };
            players.map(text).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The time controls of an engine.
fn controls_of(results: &Results<'_>, engine: &str) -> String {
    let controls = results.games_of(engine).map(|(color, game)| limit_text(game.control_of(color)));
    distinct(controls).join(" or ")
}

/// Rules that differ from the default rules of the game.
pub(super) fn rules_text(game: &GameRecord) -> String {
    let rules = game.rules.named();
    rules.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}

/// The distinct strings that are not empty.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for text in texts {
        if !text.is_empty() && !once.contains(&text) {
            once.push(text);
        }
    }
    once
}

/// When the first and the last game began.
fn dates(results: &Results<'_>) -> Option<String> {
    let began = || results.games.iter().map(|game| game.began.as_str()).filter(|began| !began.is_empty());
    let (first, last) = (began().min()?, began().max()?);
    let time = |at: &str| format!("<time datetime=\"{}\">{}</time>", escape(at), escape(&moment(at)));
    Some(if first == last {
        format!(" Started {}.", time(first))
    } else {
        format!(" First game started {}, last {}.", time(first), time(last))
    })
}

/// The total thinking time, if known.
fn thinking(results: &Results<'_>) -> Option<String> {
    let moves = results.games.iter().flat_map(|game| &game.moves);
    let seconds: f64 = moves.filter_map(|mv| mv.seconds).filter(|seconds| *seconds > 0.0).sum();
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())?;
    Some(format!(" Total thinking time: {}.", duration(time)))
}

/// A formatted time control, or White's and Black's.
pub(super) fn control_text(control: &str) -> String {
    match control.split_once(' ') {
        Some((white, black)) => format!("White {}, Black {}", limit_text(white), limit_text(black)),
        None => limit_text(control),
    }
}

/// A formatted limit; any other text is returned unchanged.
fn limit_text(limit: &str) -> String {
    match limit.parse() {
        Ok(TimeControl::Clock { time, increment, moves }) => {
            let moves = moves.map_or_else(String::new, |moves| format!("{moves} moves in "));
            let increment = match duration(increment) {
                _ if increment.is_zero() => String::new(),
                text => format!(" + {text} a move"),
            };
            format!("{moves}{}{increment}", duration(time))
        }
        Ok(TimeControl::PerMove(time)) => format!("{} a move", duration(time)),
        Ok(TimeControl::Nodes(nodes)) => format!("{nodes} nodes a move"),
        Ok(TimeControl::Depth(depth)) => format!("depth {depth}"),
        Err(_) => limit.to_owned(),
    }
}
