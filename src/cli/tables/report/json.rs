//! The report as JSON: one object, with an object for each class.

use serde_json::{Value as Json, json};

use super::super::values::side_name;
use super::survey::{Longest, Report, SideSurvey, Survey, Tally, Zugzwangs};

pub(super) fn json(report: &Report<'_>) -> Json {
    json!({
        "title": report.title,
        "rules": report.rules,
        "filter": report.filter.text(),
        "classes": report.surveys.iter().map(class).collect::<Vec<_>>(),
    })
}

fn class(survey: &Survey) -> Json {
    let mut object = json!({ "class": survey.material.to_string() });
    for side in &survey.sides {
        object[side_name(side.side).to_lowercase()] = of_side(side);
    }
    if let Some(Zugzwangs { both_lose, one_draws, example }) = survey.zugzwangs() {
        object["zugzwangs"] = json!({ "both-lose": both_lose, "one-draws": one_draws, "example": example });
    }
    object
}

fn of_side(side: &SideSurvey) -> Json {
    json!({
        "all": tally(side.counts.all),
        "quiet": tally(side.counts.quiet),
        "long": tally(side.counts.long),
        "longest-win": side.longest_win.as_ref().map(longest),
        "longest-loss": side.longest_loss.as_ref().map(longest),
        "listed": side.listed.iter().map(|(fen, _)| fen).collect::<Vec<_>>(),
    })
}

fn tally(Tally { won, drawn, lost }: Tally) -> Json {
    json!({ "won": won, "drawn": drawn, "lost": lost })
}

fn longest(longest: &Longest) -> Json {
    json!({ "plies": longest.plies, "fen": longest.position.fen, "line": longest.line() })
}
