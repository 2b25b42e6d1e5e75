//! HTML page: the report as one self-contained page without scripts.

use super::super::values::{side_name, title, value_text};
use super::survey::{Longest, Report, ShownPosition, SideSurvey, Survey, Tally};
use super::text::{fortress_text, greatest_fortress_text};
use crate::html::{Cell, STYLE, escape, percent, table};
use crate::notation::{BlankBoard, PIECE_SYMBOLS};
use crate::tables::Value;

pub(super) fn page(report: &Report<'_>) -> String {
    let classes = report.surveys.iter().map(|survey| class_section(report, survey));
    format!(
        include_str!("page.html"),
        title = escape(&report.title),
        style = STYLE,
        own_style = include_str!("style.css"),
        drawings = drawings(&report.board),
        summary = escape(&summary(report)),
        table = overview(&report.surveys),
        fortress = greatest_fortress_text(report)
            .map_or_else(String::new, |text| format!("<p>{}.</p>\n", escape(&capitalized(&text)))),
        legend = legend(),
        classes = classes.collect::<String>(),
    )
}

/// The symbols of the pieces and the empty board, which figures use by name.
fn drawings(board: &BlankBoard) -> String {
    let BlankBoard { lettering, drawing, .. } = board;
    format!(
        "<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\">{PIECE_SYMBOLS}\n\
         <defs><g id=\"board\" {lettering}>\n{drawing}\n</g></defs></svg>"
    )
}

fn summary(report: &Report<'_>) -> String {
    let rules = &report.rules;
    let rules = if rules.is_empty() { String::new() } else { format!("Rules: {rules}.") };
    let parts = [rules, report.filter.text()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// All classes, a row for each side to move.
fn overview(surveys: &[Survey]) -> String {
    let rows = surveys.iter().flat_map(|survey| {
        let name = title(survey.material);
        survey.sides.iter().map(move |side| {
            let mut row = vec![Cell::head(&name), Cell::head(side_name(side.side))];
            row.extend(side.counts.all.shares().map(|(_, share)| Cell::Share(share)));
            row.extend([&side.longest_win, &side.longest_loss].map(plies_cell));
            row
        })
    });
    let head = ["Pieces", "To move", "Won", "Drawn", "Lost", "Longest win", "Longest loss"];
    table("Results for the side to move; longest wins and losses in plies", &head, &rows.collect::<Vec<_>>())
}

fn plies_cell(longest: &Option<Longest>) -> Cell {
    Cell::Number(longest.as_ref().map_or_else(|| "–".to_owned(), |longest| longest.plies.to_string()))
}

fn class_section(report: &Report<'_>, survey: &Survey) -> String {
    let (id, name) = (survey.material, escape(&title(survey.material)).into_owned());
    let boards = [
        longest(&report.board, "Longest win", survey.longest_win(), Value::Win),
        longest(&report.board, "Longest loss", survey.longest_loss(), Value::Loss),
        survey.fortress().map_or_else(String::new, |position| {
            figure(&report.board, position, "A fortress", &capitalized(&fortress_text(survey)), &[])
        }),
    ];
    format!(
        "<section aria-labelledby=\"c-{id}\">\n<h2 id=\"c-{id}\">{name} <small>{id}</small></h2>\n{}{}\
         <div class=\"boards\">\n{}</div>\n</section>\n",
        bars(survey),
        counts(survey),
        boards.concat()
    )
}

/// The figures of a class.
fn counts(survey: &Survey) -> String {
    let row = |side: &SideSurvey, what: &str, tally: Tally| {
        let mut row =
            vec![Cell::head(side_name(side.side)), Cell::head(what), Cell::count(tally.all() as u64)];
        for (count, share) in tally.shares() {
            row.push(Cell::count(count as u64));
            row.push(Cell::Number(percent(share, 2)));
        }
        row
    };
    let rows = survey.sides.iter().flat_map(|side| {
        let quiet = row(side, "no captures", side.counts.quiet);
        [row(side, "all", side.counts.all), quiet]
    });
    let head = ["To move", "Which", "Positions", "Won", "", "Drawn", "", "Lost", ""];
    table(&title(survey.material), &head, &rows.collect::<Vec<_>>())
}

fn longest(board: &BlankBoard, name: &str, longest: Option<&Longest>, value: fn(u16) -> Value) -> String {
    let Some(longest) = longest else { return String::new() };
    let position = &longest.position;
    let text = format!("{} {}", side_name(position.side), value_text(value(longest.plies)));
    figure(board, position, name, &text, &longest.line())
}

/// A board with a caption and a description.
fn figure(board: &BlankBoard, position: &ShownPosition, name: &str, text: &str, line: &[String]) -> String {
    let (width, height) = board.size;
    let ShownPosition { fen, pieces, .. } = position;
    let line = if line.is_empty() {
        String::new()
    } else {
        format!("<p class=\"line\">{}</p>\n", escape(&line.join(" ")))
    };
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n\
         <svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{fen}\">\n\
         <use href=\"#board\"/>\n{pieces}\n</svg>\n<p>{}.</p>\n<p class=\"line\">{fen}</p>\n{line}</figure>\n",
        escape(name),
        escape(text)
    )
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The width of the chart, the width of the names on the left, the height of a bar, and the distance between bars.
const WIDTH: f64 = 480.0;
const NAMES: f64 = 176.0;
const BAR: f64 = 16.0;
const PITCH: f64 = 22.0;

/// A bar for each side to move, and one for its positions without captures.
fn bars(survey: &Survey) -> String {
    let bars: Vec<(String, Tally)> = survey.sides.iter().flat_map(of_side).collect();
    let drawn: String = bars.iter().enumerate().map(|(row, (name, tally))| bar(row, name, *tally)).collect();
    let height = PITCH * bars.len() as f64;
    format!(
        "<svg class=\"chart bars\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"The shares of wins, draws and losses; the table has the figures\">\n{drawn}</svg>\n"
    )
}

fn of_side(side: &SideSurvey) -> [(String, Tally); 2] {
    let name = side_name(side.side);
    [(format!("{name} to move"), side.counts.all), (format!("{name}, no captures"), side.counts.quiet)]
}

fn bar(row: usize, name: &str, tally: Tally) -> String {
    let top = PITCH * row as f64 + (PITCH - BAR) / 2.0;
    let mut elements =
        vec![format!("<text class=\"end\" x=\"{}\" y=\"{}\">{name}</text>\n", NAMES - 8.0, top + 12.0)];
    let mut left = NAMES;
    for ((_, share), class) in tally.shares().into_iter().zip(["white", "draw", "black"]) {
        let width = (WIDTH - NAMES - 1.0) * share.unwrap_or(0.0);
        if width > 0.0 {
            elements.push(format!(
                "<rect class=\"{class}\" x=\"{left:.2}\" y=\"{top}\" width=\"{width:.2}\" height=\"{BAR}\"/>\n"
            ));
        }
        left += width;
    }
    elements.concat()
}

/// What the shades of the bars mean.
fn legend() -> String {
    let key = |(class, name)| format!("<li><span class=\"key {class}\"></span>{name}</li>\n");
    let keys = [("white", "won by the side to move"), ("draw", "drawn"), ("black", "lost")];
    format!("<ul class=\"legend\">\n{}</ul>\n", keys.map(key).concat())
}
