//! Elo: formatted differences, and a chart of Elo after each game with the band of its 95 % interval.

use super::results::Results;
use crate::arena::MatchResults;
use crate::arena::stats::Interval;
use crate::html::chart::{BOTTOM, LEFT, RIGHT, Scale, TOP, chart, curve, horizontal_lines, labels_below};
use crate::html::escape;

/// The maximum number of points on a line; more would not be visible.
const MAX_POINTS: usize = 300;
/// The maximum number of lines; more could not be told apart.
const MAX_LINES: usize = 6;
/// The limit of the scale, beyond which Elo only means "much stronger".
const MAX_ELO: f64 = 1000.0;

/// The Elo of an engine after a given number of games of the match.
#[derive(Clone, Copy)]
struct Point {
    games: f64,
    elo: Interval,
}

/// A line of the chart.
struct Line<'a> {
    engine: &'a str,
    /// The number of the line's colour.
    color: usize,
    points: Vec<Point>,
}

/// The chart with its heading; empty with fewer than two engines.
pub(super) fn elo_chart(results: &Results<'_>) -> String {
    let lines = lines(results);
    let title = match results.engines.as_slice() {
        [] | [_] => return String::new(),
        [one, two] => format!("Elo of {one} against {two}"),
        _ => "Elo of each against the others".to_owned(),
    };
    let title = escape(&title);
    let body = if lines.is_empty() {
        "<p>Elo over time needs more games, not all won by the same engine.</p>\n".to_owned()
    } else {
        format!("{}{}", drawing(&title, &lines, results.games.len()), legend(&lines))
    };
    format!("<figure>\n<figcaption>{title} over time</figcaption>\n{body}</figure>\n")
}

/// The lines to draw: a single one for two engines, otherwise one per engine.
fn lines<'a>(results: &Results<'a>) -> Vec<Line<'a>> {
    let shown = match results.engines.len() {
        2 => 1,
        more => more.min(MAX_LINES),
    };
    let engines = results.engines.iter().enumerate().take(shown);
    let mut lines: Vec<_> =
        engines.map(|(color, engine)| Line { engine, color, points: Vec::new() }).collect();
    // All lines share one count of the games.
    let mut counted = MatchResults::default();
    for (index, game) in results.games.iter().enumerate() {
        counted.add(game);
        lines.iter_mut().for_each(|line| line.extend(&counted, index + 1));
    }
    let plottable = lines.into_iter().map(|line| Line { points: plottable(line.points), ..line });
    plottable.filter(|line| line.points.len() >= 2).collect()
}

impl Line<'_> {
    /// Adds the Elo after `games` games if it has changed.
    fn extend(&mut self, counted: &MatchResults, games: usize) {
        if let Some(elo) = counted.of(self.engine).elo()
            && self.points.last().is_none_or(|last| last.elo != elo)
        {
            self.points.push(Point { games: games as f64, elo });
        }
    }
}

/// The points that can be drawn: finite ones, based on pairs if the match has pairs.
fn plottable(mut points: Vec<Point>) -> Vec<Point> {
    let basis = points.last().map(|last| last.elo.basis);
    points.retain(|point| Some(point.elo.basis) == basis && point.elo.estimate.is_finite());
    thin_out(points)
}

/// At most [`MAX_POINTS`] of the points, including the last one.
fn thin_out(points: Vec<Point>) -> Vec<Point> {
    let step = points.len().div_ceil(MAX_POINTS).max(1);
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
        let drawn = |elo: f64| upwards.at(elo.clamp(-2.0 * MAX_ELO, 2.0 * MAX_ELO));
        let points = line
            .points
            .iter()
            .map(|Point { games, elo }| (across.at(*games), [elo.low, elo.estimate, elo.high].map(drawn)));
        body.push_str(&curve(line.color, &points.collect::<Vec<_>>()));
    }
    body.push_str("</g>\n");
    let ends: Vec<String> = lines.iter().filter_map(description).collect();
    chart(&format!("{title} over time: {}", escape(&ends.join(", "))), &body)
}

/// The range of the bounds of Elo, ignoring the first games, which are uncertain.
fn height(lines: &[Line<'_>]) -> Scale {
    let plottable = || lines.iter().flat_map(|line| line.points.iter().skip(line.points.len() / 6));
    // Infinite bounds run off the chart.
    let bounds = |bound: fn(&Interval) -> f64| {
        plottable().map(move |point| bound(&point.elo)).filter(|elo| elo.is_finite())
    };
    let low = bounds(|elo| elo.low).fold(-10.0, f64::min);
    let high = bounds(|elo| elo.high).fold(10.0, f64::max);
    Scale::upwards(low.max(-MAX_ELO), high.min(MAX_ELO))
}

fn description(line: &Line<'_>) -> Option<String> {
    let last = line.points.last()?;
    Some(format!("{} {} at the end", line.engine, interval_text(&last.elo)))
}

fn legend(lines: &[Line<'_>]) -> String {
    let entry = |line: &Line<'_>| {
        let words = description(line).unwrap_or_default();
        format!("<li><span class=\"key c{}\"></span>{}</li>\n", line.color, escape(&words))
    };
    let entries: String = lines.iter().map(entry).collect();
    let many = if lines.len() < MAX_LINES { "" } else { "<li>Only six engines are shown.</li>\n" };
    format!("<ul class=\"legend\">\n{entries}{many}<li>The band is the 95 % interval.</li>\n</ul>\n")
}

/// A difference, rounded to an integer.
pub(super) fn elo_text(elo: f64) -> String {
    let digits = if elo.is_finite() { format!("{:.0}", elo.abs()) } else { "∞".to_owned() };
    match digits.as_str() {
        "0" => digits,
        _ if elo < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// An estimate with its margin, or with both bounds if one of them is infinite.
pub(super) fn interval_text(interval: &Interval) -> String {
    let Interval { estimate, low, high, .. } = *interval;
    let margin = interval.margin();
    if margin.is_finite() {
        format!("{} ± {margin:.0}", elo_text(estimate))
    } else {
        format!("{} [{}, {}]", elo_text(estimate), elo_text(low), elo_text(high))
    }
}
