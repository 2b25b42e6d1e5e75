//! The report as plain text.

use super::super::values::{count, side_name, title, value_text};
use super::filter::Filter;
use super::survey::{Longest, Report, SideSurvey, Survey, Tally, Zugzwangs};
use crate::html::percent;
use crate::tables::Value;

pub(super) fn text(report: &Report<'_>) -> String {
    let mut blocks = Vec::new();
    let head = [report.title.clone(), report.rules.clone(), report.filter.text()];
    blocks.push(head.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"));
    for survey in &report.surveys {
        blocks.push(class_text(survey, report.filter));
    }
    blocks.extend(greatest_fortress_text(report));
    blocks.join("\n\n")
}

fn class_text(survey: &Survey, filter: &Filter) -> String {
    let mut lines = vec![format!("{}: {}", survey.material, title(survey.material)), head()];
    for side in &survey.sides {
        lines.extend(rows(side, filter));
    }
    for side in &survey.sides {
        lines.extend(listed(side, filter));
    }
    lines.extend(longest("longest win", survey.longest_win(), Value::Win));
    lines.extend(longest("longest loss", survey.longest_loss(), Value::Loss));
    lines.extend(fortresses(survey));
    lines.extend(zugzwangs(survey));
    lines.join("\n")
}

fn head() -> String {
    let columns = |first: &str, all, parts: [&str; 3], [win, loss]: [&str; 2]| {
        let parts = parts.map(|part| format!("{part:>20}")).concat();
        format!("{first:24}{all:>11}{parts}{win:>9}{loss:>9}")
    };
    let above = columns("", "", [""; 3], ["longest"; 2]);
    format!("{above}\n{}", columns("to move", "positions", ["won", "drawn", "lost"], ["win", "loss"]))
}

fn rows(side: &SideSurvey, filter: &Filter) -> Vec<String> {
    let plies = |longest: &Option<Longest>| {
        longest.as_ref().map_or_else(|| "-".to_owned(), |longest| longest.plies.to_string())
    };
    let mut rows = vec![format!(
        "{}{:>9}{:>9}",
        row(side_name(side.side), side.counts.all),
        plies(&side.longest_win),
        plies(&side.longest_loss)
    )];
    if !filter.quiet {
        rows.push(row("  no captures", side.counts.quiet));
    }
    if let Some(moves) = filter.moves {
        let Tally { won, lost, .. } = side.counts.long;
        rows.push(format!("  longer than {moves} moves: {won} won, {lost} lost"));
    }
    rows
}

fn row(name: &str, tally: Tally) -> String {
    let parts = tally.shares().map(|(count, share)| format!("{count:>11} {:>8}", percent(share, 2)));
    format!("{name:24}{:>11}{}", tally.all(), parts.concat())
}

fn listed(side: &SideSurvey, filter: &Filter) -> Vec<String> {
    let line =
        |(fen, value): &(String, Value)| format!("  {fen}  {} {}", side_name(side.side), value_text(*value));
    let mut lines: Vec<String> = side.listed.iter().map(line).collect();
    if lines.len() == filter.most && filter.list.is_some() {
        lines.push(format!("  the first {} (--most)", filter.most));
    }
    lines
}

fn longest(name: &str, longest: Option<&Longest>, value: fn(u16) -> Value) -> Vec<String> {
    let Some(longest) = longest else { return Vec::new() };
    let (position, line) = (&longest.position, longest.line());
    let side = side_name(position.side);
    let mut lines = vec![format!("{name}: {side} {}: {}", value_text(value(longest.plies)), position.fen)];
    lines.push(indented(&position.diagram));
    if !line.is_empty() {
        lines.push(format!("  best play: {}", line.join(" ")));
    }
    lines
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Quiet positions in which the weaker side draws.
fn fortresses(survey: &Survey) -> Vec<String> {
    let Some(example) = survey.fortress() else { return Vec::new() };
    vec![format!("{}, such as {}", fortress_text(survey), example.fen), indented(&example.diagram)]
}

/// The mutual zugzwangs, if there are any.
fn zugzwangs(survey: &Survey) -> Option<String> {
    let zugzwangs = survey.zugzwangs().filter(|zugzwangs| zugzwangs.all() > 0)?;
    let Zugzwangs { both_lose, one_draws, .. } = zugzwangs;
    let example = zugzwangs.example.as_deref().unwrap_or_default();
    Some(format!(
        "mutual zugzwangs: {both_lose} in which either side to move loses, {one_draws} in which it costs half a point, \
         such as {example}"
    ))
}

/// The number of fortresses.
pub(super) fn fortress_text(survey: &Survey) -> String {
    let fewer = count(survey.surplus(), "piece fewer", "pieces fewer");
    let sides = survey.sides.iter();
    let counts =
        sides.map(|side| format!("{} with {} to move", side.counts.quiet.drawn, side_name(side.side)));
    let counts: Vec<String> = counts.collect();
    format!("fortresses, drawn with {fewer} without captures: {}", counts.join(", "))
}

/// Describes the class in which a side draws against the most extra pieces.
pub(super) fn greatest_fortress_text(report: &Report<'_>) -> Option<String> {
    let survey = report.greatest_fortress()?;
    let fewer = count(survey.surplus(), "piece fewer", "pieces fewer");
    Some(format!("largest deficit in a fortress: {fewer}, in {}", title(survey.material)))
}
