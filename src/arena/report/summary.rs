//! Summary, the lines at the top: how many games of what, when, and at what time control.

use super::results::{Results, variant_title};
use crate::arena::record::GameRecord;
use crate::html::escape;
use crate::rules::Color;

/// What was played, in a sentence or two.
pub(super) fn summary(results: &Results<'_>) -> String {
    let count = results.games.len();
    if count == 0 {
        return "No game has been played yet.".to_owned();
    }
    let games = if count == 1 { "game" } else { "games" };
    let variants: Vec<String> = results.variants.iter().map(|name| variant_title(name)).collect();
    let mut text = format!("{count} {games} of {} between {}", variants.join(", "), players(results));
    let rules = each_once(results.games.iter().map(|game| rules_text(game))).join("; ");
    if !rules.is_empty() {
        text.push_str(&format!(", with {rules}"));
    }
    text.push('.');
    format!("{}{}{}", escape(&text), dates(results).unwrap_or_default(), flaws(results))
}

/// How many games ended by a fault or repeat others, as a sentence; nothing if none do.
fn flaws(results: &Results<'_>) -> String {
    match (results.counted.fault_count(), results.counted.repeat_count()) {
        (0, 0) => String::new(),
        (faults, 0) => format!(" {faults} ended by a fault."),
        (0, repeats) => format!(" {repeats} repeat another one move by move."),
        (faults, repeats) => {
            format!(" {faults} ended by a fault, and {repeats} repeat another one move by move.")
        }
    }
}

/// The engines, with their time controls if they have different ones.
fn players(results: &Results<'_>) -> String {
    let controls: Vec<String> = results.engines.iter().map(|engine| controls_of(results, engine)).collect();
    match each_once(controls.iter().cloned()).as_slice() {
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

/// The time controls that an engine had. A game names two, White's first, if its players had different ones.
fn controls_of(results: &Results<'_>, engine: &str) -> String {
    let control = |(color, game): (Color, &GameRecord)| match (game.time_control.split_once(' '), color) {
        (Some((white, _)), Color::White) => white.to_owned(),
        (Some((_, black)), Color::Black) => black.to_owned(),
        (None, _) => game.time_control.clone(),
    };
    each_once(results.games_of(engine).map(control)).join(" or ")
}

/// Rules that differ from the usual ones of the game.
pub(super) fn rules_text(game: &GameRecord) -> String {
    let rules = game.rules.named();
    rules.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}

/// The texts that are not empty, each once.
fn each_once(texts: impl Iterator<Item = String>) -> Vec<String> {
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
    let time = |at: &str| format!("<time datetime=\"{}\">{}</time>", escape(at), escape(&to_the_minute(at)));
    Some(if first == last {
        format!(" Begun {}.", time(first))
    } else {
        format!(" First game begun {}, last {}.", time(first), time(last))
    })
}

/// A time of RFC 3339 in UTC as people read it; any other text as it is.
fn to_the_minute(at: &str) -> String {
    match humantime::parse_rfc3339(at) {
        Ok(_) => format!("{} UTC", at.chars().take(16).collect::<String>().replace('T', " ")),
        Err(_) => at.to_owned(),
    }
}
