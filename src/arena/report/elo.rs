//! Elo: differences as people read them, and a chart of Elo from game to game with the band of its 95 % interval.

use super::results::Results;
use crate::arena::MatchResults;
use crate::arena::stats::Interval;
use crate::html::chart::{BOTTOM, LEFT, RIGHT, Scale, TOP, chart, horizontal_lines, labels_below};
use crate::html::escape;

/// More points than this do not show.
const MOST_POINTS: usize = 300;
/// More lines than this cannot be told apart.
const MOST_LINES: usize = 6;
/// Beyond this the games say no more than "much stronger".
const FARTHEST: f64 = 1000.0;

/// What was known of an engine after this many games of the match.
#[derive(Clone, Copy)]
struct Point {
    games: f64,
    elo: Interval,
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
        "<p>It takes more games to draw Elo over time, and not all won by one side.</p>\n".to_owned()
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
    let mut lines: Vec<_> =
        engines.map(|(color, engine)| Line { engine, color, points: Vec::new() }).collect();
    // All lines grow with one count of the games.
    let mut counted = MatchResults::default();
    for (index, game) in results.games.iter().enumerate() {
        counted.add(game);
        lines.iter_mut().for_each(|line| line.extend(&counted, index + 1));
    }
    let settled = lines.into_iter().map(|line| Line { points: settled(line.points), ..line });
    settled.filter(|line| line.points.len() >= 2).collect()
}

impl Line<'_> {
    /// Adds what is known after this many games, if it is something else than before.
    fn extend(&mut self, counted: &MatchResults, games: usize) {
        if let Some(elo) = counted.of(self.engine).elo()
            && self.points.last().is_none_or(|last| last.elo != elo)
        {
            self.points.push(Point { games: games as f64, elo });
        }
    }
}

/// The points that can be drawn: of pairs where the match has them.
fn settled(mut points: Vec<Point>) -> Vec<Point> {
    let basis = points.last().map(|last| last.elo.basis);
    points.retain(|point| Some(point.elo.basis) == basis && point.elo.estimate.is_finite());
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
        let drawn = |elo: f64| upwards.at(elo.clamp(-2.0 * FARTHEST, 2.0 * FARTHEST));
        let at = |point: &Point, elo: f64| format!("{:.1} {:.1}", across.at(point.games), drawn(elo));
        let upper = line.points.iter().map(|point| at(point, point.elo.high));
        let lower = line.points.iter().rev().map(|point| at(point, point.elo.low));
        let band: Vec<String> = upper.chain(lower).collect();
        let middle: Vec<String> = line.points.iter().map(|point| at(point, point.elo.estimate)).collect();
        let color = line.color;
        body.push_str(&format!("<path class=\"band c{color}\" d=\"M{}z\"/>\n", band.join("L")));
        body.push_str(&format!("<path class=\"line c{color}\" d=\"M{}\"/>\n", middle.join("L")));
    }
    body.push_str("</g>\n");
    let ends: Vec<String> = lines.iter().filter_map(in_words).collect();
    chart(&format!("{title} over time: {}", escape(&ends.join(", "))), &body)
}

/// From the least to the greatest bound of Elo, without the first games, which say little.
fn height(lines: &[Line<'_>]) -> Scale {
    let settled = || lines.iter().flat_map(|line| line.points.iter().skip(line.points.len() / 6));
    // Infinite bounds go beyond any height.
    let bounds = |bound: fn(&Interval) -> f64| {
        settled().map(move |point| bound(&point.elo)).filter(|elo| elo.is_finite())
    };
    let low = bounds(|elo| elo.low).fold(-10.0, f64::min);
    let high = bounds(|elo| elo.high).fold(10.0, f64::max);
    Scale::upwards(low.max(-FARTHEST), high.min(FARTHEST))
}

fn in_words(line: &Line<'_>) -> Option<String> {
    let last = line.points.last()?;
    Some(format!("{} {} at the end", line.engine, interval_text(&last.elo)))
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

/// A difference, without decimals.
pub(super) fn elo_text(elo: f64) -> String {
    let digits = if elo.is_finite() { format!("{:.0}", elo.abs()) } else { "∞".to_owned() };
    match digits.as_str() {
        "0" => digits,
        _ if elo < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// An estimate with its margin, or with both bounds where one of them is infinite.
pub(super) fn interval_text(interval: &Interval) -> String {
    let Interval { estimate, low, high, .. } = *interval;
    let margin = interval.margin();
    if margin.is_finite() {
        format!("{} ± {margin:.0}", elo_text(estimate))
    } else {
        format!("{} [{}, {}]", elo_text(estimate), elo_text(low), elo_text(high))
    }
}
