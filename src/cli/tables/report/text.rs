//! The report as plain text.

use super::super::classes::{count, side_name, title, value_text};
use super::super::play::best_line;
use super::survey::{Longest, SideSurvey, Survey, Tally};
use super::{Filter, Report};
use crate::html::percent;
use crate::notation::{FenFields, diagram, fen_text};
use crate::rules::{Game, Position};
use crate::tables::{TableSet, Value};

pub(super) fn text<G: Game>(report: &Report<'_, G>) -> String {
    let mut blocks = Vec::new();
    let head = [report.title(), report.rules(), report.filter.text()];
    blocks.push(head.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"));
    for survey in &report.surveys {
        blocks.push(class_text(&report.set, survey, &report.filter));
    }
    blocks.extend(greatest_fortress_text(report));
    blocks.join("\n\n")
}

fn class_text<G: Game>(set: &TableSet<G>, survey: &Survey<G>, filter: &Filter) -> String {
    let mut lines = vec![format!("{}: {}", survey.material, title(survey.material)), head()];
    for side in &survey.sides {
        lines.extend(rows(side, filter));
    }
    for side in &survey.sides {
        lines.extend(listed(side, filter));
    }
    lines.extend(longest(set, "longest win", survey.longest_win(), Value::Win));
    lines.extend(longest(set, "longest loss", survey.longest_loss(), Value::Loss));
    lines.extend(fortresses(survey));
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

fn rows<G: Game>(side: &SideSurvey<G>, filter: &Filter) -> Vec<String> {
    let plies = |longest: &Option<Longest<G>>| {
        longest.as_ref().map_or_else(|| "-".to_owned(), |longest| longest.plies.to_string())
    };
    let mut rows = vec![format!(
        "{}{:>9}{:>9}",
        row(side_name(side.side), side.all),
        plies(&side.longest_win),
        plies(&side.longest_loss)
    )];
    if !filter.quiet {
        rows.push(row("  nothing to capture", side.quiet));
    }
    if let Some(moves) = filter.moves {
        let Tally { won, lost, .. } = side.long;
        rows.push(format!("  that take the winner more than {moves} moves: {won} won, {lost} lost"));
    }
    rows
}

fn row(name: &str, tally: Tally) -> String {
    let parts = tally.shares().map(|(count, share)| format!("{count:>11} {:>8}", percent(share, 2)));
    format!("{name:24}{:>11}{}", tally.all(), parts.concat())
}

fn listed<G: Game>(side: &SideSurvey<G>, filter: &Filter) -> Vec<String> {
    let line = |(position, value): &(Position<G>, Value)| {
        format!("  {}  {} {}", fen(position), side_name(side.side), value_text(*value))
    };
    let mut lines: Vec<String> = side.listed.iter().map(line).collect();
    if lines.len() == filter.most && filter.list.is_some() {
        lines.push(format!("  the first {} (--most)", filter.most));
    }
    lines
}

pub(super) fn fen<G: Game>(position: &Position<G>) -> String {
    fen_text(position, &FenFields::default())
}

fn longest<G: Game>(
    set: &TableSet<G>,
    name: &str,
    longest: Option<&Longest<G>>,
    value: impl Fn(u16) -> Value,
) -> Vec<String> {
    let Some(Longest { plies, position }) = longest else { return Vec::new() };
    let side = side_name(position.side());
    let mut lines = vec![format!("{name}: {side} {}: {}", value_text(value(*plies)), fen(position))];
    lines.push(indented(&diagram(position)));
    let line = best_line(set, position);
    if !line.is_empty() {
        lines.push(format!("  best play: {}", line.join(" ")));
    }
    lines
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Draws of the weaker side in which nothing can be captured.
fn fortresses<G: Game>(survey: &Survey<G>) -> Vec<String> {
    let Some(example) = survey.fortress() else { return Vec::new() };
    vec![format!("{}, such as {}", fortress_text(survey), fen(example)), indented(&diagram(example))]
}

/// How many of them there are.
pub(super) fn fortress_text<G: Game>(survey: &Survey<G>) -> String {
    let less = count(survey.surplus(), "piece", "pieces");
    let sides = survey.sides.iter();
    let counts = sides.map(|side| format!("{} with {} to move", side.quiet.drawn, side_name(side.side)));
    let counts: Vec<String> = counts.collect();
    format!("fortresses, drawn with {less} less and nothing to capture: {}", counts.join(", "))
}

/// Which side holds with the most pieces less.
pub(super) fn greatest_fortress_text<G: Game>(report: &Report<'_, G>) -> Option<String> {
    let survey = report.greatest_fortress()?;
    let less = count(survey.surplus(), "piece", "pieces");
    Some(format!("fortresses with the most pieces less: {less} in {}", title(survey.material)))
}
