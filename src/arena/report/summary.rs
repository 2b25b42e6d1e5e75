//! The lines at the top: how many games of what, when, and at what time control.

use super::html::escape;
use super::results::{Results, variant_title};

/// What was played, in a sentence or two.
pub(super) fn summary(results: &Results<'_>) -> String {
    let count = results.games.len();
    if count == 0 {
        return "No game has been played yet.".to_owned();
    }
    let games = if count == 1 { "game" } else { "games" };
    let variants: Vec<String> = results.variants.iter().map(|name| variant_title(name)).collect();
    let engines = results.engines.join(", ");
    let mut text = format!("{count} {games} of {} between {engines}", variants.join(", "));
    if let Some(controls) = time_controls(results) {
        text.push_str(&format!(" at {controls}"));
    }
    text.push('.');
    format!("{}{}", escape(&text), dates(results).unwrap_or_default())
}

fn time_controls(results: &Results<'_>) -> Option<String> {
    let mut controls: Vec<&str> = results.games.iter().map(|game| game.time_control.as_str()).collect();
    controls.sort_unstable();
    controls.dedup();
    controls.retain(|control| !control.is_empty());
    (!controls.is_empty()).then(|| controls.join(", "))
}

/// When the first and the last game began.
fn dates(results: &Results<'_>) -> Option<String> {
    let began = || results.games.iter().map(|game| game.began.as_str()).filter(|began| !began.is_empty());
    let (first, last) = (began().min()?, began().max()?);
    let time = |at: &str| format!("<time datetime=\"{0}\">{0}</time>", escape(at));
    Some(if first == last {
        format!(" Begun {}.", time(first))
    } else {
        format!(" First game begun {}, last {}.", time(first), time(last))
    })
}
