//! The report as one HTML page that needs nothing beside it: no network, no script, no other file.

use super::super::classes::{side_name, title, value_text};
use super::super::play::best_line;
use super::Report;
use super::bars::{bars, legend};
use super::survey::{Longest, SideSurvey, Survey, Tally};
use super::text::{fen, fortress_text, greatest_fortress_text};
use crate::html::{Cell, STYLE, escape, percent, table};
use crate::notation::{BlankBoard, PIECE_SYMBOLS, blank_board, pieces_drawing};
use crate::rules::{Game, Position};
use crate::tables::Value;

pub(super) fn page<G: Game>(report: &Report<'_, G>) -> String {
    let classes = report.surveys.iter().map(|survey| class_section(report, survey));
    format!(
        include_str!("page.html"),
        title = escape(&report.title()),
        style = STYLE,
        own_style = include_str!("style.css"),
        drawings = drawings::<G>(),
        summary = escape(&summary(report)),
        table = overview(&report.surveys),
        fortress = greatest_fortress_text(report)
            .map_or_else(String::new, |text| format!("<p>{}.</p>\n", escape(&capitalized(&text)))),
        legend = legend(),
        classes = classes.collect::<String>(),
    )
}

/// The pieces, and the board without them, used by name.
fn drawings<G: Game>() -> String {
    let BlankBoard { lettering, drawing, .. } = blank_board::<G>();
    format!(
        "<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\">{PIECE_SYMBOLS}\n\
         <defs><g id=\"board\" {lettering}>\n{drawing}\n</g></defs></svg>"
    )
}

fn summary<G: Game>(report: &Report<'_, G>) -> String {
    let rules = report.rules();
    let rules = if rules.is_empty() { rules } else { format!("Rules: {rules}.") };
    let parts = [rules, report.filter.text()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// All classes, a row for each side to move.
fn overview<G: Game>(surveys: &[Survey<G>]) -> String {
    let rows = surveys.iter().flat_map(|survey| {
        let name = title(survey.material);
        survey.sides.iter().map(move |side| {
            let mut row = vec![Cell::head(&name), Cell::head(side_name(side.side))];
            row.extend(side.all.shares().map(|(_, share)| Cell::Share(share)));
            row.extend([&side.longest_win, &side.longest_loss].map(plies_cell));
            row
        })
    });
    let head = ["Pieces", "To move", "Won", "Drawn", "Lost", "Longest win", "Longest loss"];
    table("Results for the side to move; the longest in plies", &head, &rows.collect::<Vec<_>>())
}

fn plies_cell<G: Game>(longest: &Option<Longest<G>>) -> Cell {
    Cell::Number(longest.as_ref().map_or_else(|| "–".to_owned(), |longest| longest.plies.to_string()))
}

fn class_section<G: Game>(report: &Report<'_, G>, survey: &Survey<G>) -> String {
    let (id, name) = (survey.material, escape(&title(survey.material)).into_owned());
    let boards = [
        longest(report, "Longest win", survey.longest_win(), Value::Win),
        longest(report, "Longest loss", survey.longest_loss(), Value::Loss),
        survey.fortress().map_or_else(String::new, |position| {
            figure(position, "A fortress", &capitalized(&fortress_text(survey)), &[])
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
fn counts<G: Game>(survey: &Survey<G>) -> String {
    let row = |side: &SideSurvey<G>, what: &str, tally: Tally| {
        let mut row =
            vec![Cell::head(side_name(side.side)), Cell::head(what), Cell::count(tally.all() as u64)];
        for (count, share) in tally.shares() {
            row.push(Cell::count(count as u64));
            row.push(Cell::Number(percent(share, 2)));
        }
        row
    };
    let rows = survey.sides.iter().flat_map(|side| {
        let quiet = row(side, "with nothing to capture", side.quiet);
        [row(side, "all", side.all), quiet]
    });
    let head = ["To move", "Which", "Positions", "Won", "", "Drawn", "", "Lost", ""];
    table(&title(survey.material), &head, &rows.collect::<Vec<_>>())
}

fn longest<G: Game>(
    report: &Report<'_, G>,
    name: &str,
    longest: Option<&Longest<G>>,
    value: impl Fn(u16) -> Value,
) -> String {
    let Some(Longest { plies, position }) = longest else { return String::new() };
    let text = format!("{} {}", side_name(position.side()), value_text(value(*plies)));
    figure(position, name, &text, &best_line(&report.set, position))
}

/// A board with what there is to say of it.
fn figure<G: Game>(position: &Position<G>, name: &str, text: &str, line: &[String]) -> String {
    let (width, height) = blank_board::<G>().size;
    let (fen, pieces) = (fen(position), pieces_drawing(position));
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
