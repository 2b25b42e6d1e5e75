//! Elo as it changed from game to game, with the band of its 95 % margin.

use super::chart::{BOTTOM, LEFT, RIGHT, Scale, TOP, chart, horizontal_lines, labels_below};
use super::estimate::{Sums, elo_text};
use super::html::escape;
use super::results::Results;

/// More points than this do not show.
const MOST_POINTS: usize = 300;
/// More lines than this cannot be told apart.
const MOST_LINES: usize = 6;
/// Beyond this the games say no more than "much stronger".
const FARTHEST: f64 = 1000.0;

/// What was known of an engine after so many games of the match.
#[derive(Clone, Copy)]
struct Point {
    games: f64,
    elo: f64,
    margin: f64,
}

/// A line of the chart.
struct Line<'a> {
    engine: &'a str,
    /// The number of its colour.
    color: usize,
    points: Vec<Point>,
}

/// The chart with its heading, if there is somebody to be compared with.
pub(super) fn elo_chart(results: &Results<'_>) -> String {
    let lines = lines(results);
    let title = match results.engines.as_slice() {
        [] | [_] => return String::new(),
        [one, two] => format!("Elo of {one} against {two}"),
        _ => "Elo of each against the others".to_owned(),
    };
    let title = escape(&title);
    let body = if lines.is_empty() {
        "<p>It takes three pairs of games that differ in their result to tell Elo and its margin.</p>\n"
            .to_owned()
    } else {
        format!("{}{}", drawing(&title, &lines, results.games.len()), legend(&lines))
    };
    format!("<figure>\n<figcaption>{title} over time</figcaption>\n{body}</figure>\n")
}

/// The lines that there is something to draw of: one of two engines, all of more.
fn lines<'a>(results: &Results<'a>) -> Vec<Line<'a>> {
    let shown = match results.engines.len() {
        2 => 1,
        more => more.min(MOST_LINES),
    };
    let engines = results.engines.iter().enumerate().take(shown);
    let lines = engines.map(|(color, engine)| Line { engine, color, points: points(results, engine) });
    lines.filter(|line| line.points.len() >= 2).collect()
}

fn points(results: &Results<'_>, engine: &str) -> Vec<Point> {
    let mut sums = Sums::default();
    let mut points = Vec::new();
    for pair in results.pairs(engine) {
        sums.add(pair.games, pair.points);
        let estimate = sums.estimate();
        if let Some((elo, margin)) = estimate.and_then(|now| Some((now.elo?, now.margin?))) {
            points.push(Point { games: pair.after as f64, elo, margin });
        }
    }
    thinned(points)
}

/// Some of the points, the last among them.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let rest = points.len() % step;
    let kept = points.into_iter().enumerate().filter(|(index, _)| (index + 1) % step == rest);
    kept.map(|(_, point)| point).collect()
}

fn drawing(title: &str, lines: &[Line<'_>], games: usize) -> String {
    let across = Scale::across(0.0, games as f64);
    let upwards = height(lines);
    let mut body = format!(
        "<clipPath id=\"elo-area\"><path d=\"M{LEFT} {TOP}H{RIGHT}V{BOTTOM}H{LEFT}z\"/></clipPath>\n{}{}",
        horizontal_lines(&upwards, 5.0, elo_text),
        labels_below(&across, 6.0, "games")
    );
    body.push_str("<g clip-path=\"url(#elo-area)\">\n");
    for line in lines {
        let at = |point: &Point, elo: f64| format!("{:.1} {:.1}", across.at(point.games), upwards.at(elo));
        let upper = line.points.iter().map(|point| at(point, point.elo + point.margin));
        let lower = line.points.iter().rev().map(|point| at(point, point.elo - point.margin));
        let band: Vec<String> = upper.chain(lower).collect();
        let middle: Vec<String> = line.points.iter().map(|point| at(point, point.elo)).collect();
        let color = line.color;
        body.push_str(&format!("<path class=\"band c{color}\" d=\"M{}z\"/>\n", band.join("L")));
        body.push_str(&format!("<path class=\"line c{color}\" d=\"M{}\"/>\n", middle.join("L")));
    }
    body.push_str("</g>\n");
    let ends: Vec<String> = lines.iter().filter_map(in_words).collect();
    chart(&format!("{title} over time: {}", escape(&ends.join(", "))), &body)
}

/// From the least to the greatest Elo with its margin, without the first games, which say little.
fn height(lines: &[Line<'_>]) -> Scale {
    let settled = || lines.iter().flat_map(|line| line.points.iter().skip(line.points.len() / 6));
    let low = settled().map(|point| point.elo - point.margin).fold(-10.0, f64::min);
    let high = settled().map(|point| point.elo + point.margin).fold(10.0, f64::max);
    Scale::upwards(low.max(-FARTHEST), high.min(FARTHEST))
}

fn in_words(line: &Line<'_>) -> Option<String> {
    let last = line.points.last()?;
    Some(format!("{} {} ± {:.0} at the end", line.engine, elo_text(last.elo), last.margin))
}

fn legend(lines: &[Line<'_>]) -> String {
    let entry = |line: &Line<'_>| {
        let words = in_words(line).unwrap_or_default();
        format!("<li><span class=\"key c{}\"></span>{}</li>\n", line.color, escape(&words))
    };
    let entries: String = lines.iter().map(entry).collect();
    let many = if lines.len() < MOST_LINES { "" } else { "<li>At most six engines are drawn.</li>\n" };
    format!("<ul class=\"legend\">\n{entries}{many}<li>The band is the 95 % interval.</li>\n</ul>\n")
}
