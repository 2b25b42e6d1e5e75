//! SPRT: the verdict of the sequential test of a match, and a chart of its log-likelihood ratio (LLR) after each game
//! between its bounds.

use super::results::Results;
use crate::arena::stats::Accepted;
use crate::arena::{MatchResults, SequentialTest};
use crate::html::chart::{LEFT, RIGHT, Scale, chart, horizontal_lines, labels_below};
use crate::html::escape;

/// The maximum number of points on the line; more would not be visible.
const MAX_POINTS: usize = 300;

/// The chart with its heading and the verdict, if there is a test.
pub(super) fn sprt_chart(results: &Results<'_>, test: Option<&SequentialTest>) -> String {
    let Some(test) = test.filter(|_| !results.games.is_empty()) else { return String::new() };
    let title = format!("SPRT of {}: {}", test.engine, test.hypotheses());
    let words = description(test, &results.counted);
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n{}<ul class=\"legend\">\n\
         <li><span class=\"key c0\"></span>LLR by number of games</li>\n<li>{words}</li>\n</ul>\n</figure>\n",
        escape(&title),
        drawing(&words, &llr_over_time(results, test), test)
    )
}

/// The verdict, the ratio with its bounds, and the error rates.
fn description(test: &SequentialTest, counted: &MatchResults) -> String {
    let ((lower, upper), sprt) = (test.sprt.bounds(), &test.sprt);
    let verdict = match test.verdict(counted) {
        Some(Accepted::H0) => format!("H0 is accepted: the difference is {} or less", sprt.elo0()),
        Some(Accepted::H1) => format!("H1 is accepted: the difference is {} or more", sprt.elo1()),
        None => "Undecided".to_owned(),
    };
    format!(
        "{verdict}. LLR {:.2}; H0 ({}) is accepted at {lower:.2}, H1 ({}) at {upper:.2} (alpha {}, beta {}).",
        test.llr(counted),
        sprt.elo0(),
        sprt.elo1(),
        sprt.alpha(),
        sprt.beta()
    )
}

/// The number of finished games, and the ratio after them.
fn llr_over_time(results: &Results<'_>, test: &SequentialTest) -> Vec<(f64, f64)> {
    let (all, mut counted) = (results.games.len(), MatchResults::default());
    let step = all.div_ceil(MAX_POINTS).max(1);
    let mut points = vec![(0.0, 0.0)];
    for (index, game) in results.games.iter().enumerate() {
        counted.add(game);
        let games = index + 1;
        if games == all || games.is_multiple_of(step) {
            points.push((games as f64, test.llr(&counted)));
        }
    }
    points
}

fn drawing(words: &str, points: &[(f64, f64)], test: &SequentialTest) -> String {
    let (lower, upper) = test.sprt.bounds();
    let (low, high) =
        points.iter().fold((lower, upper), |(low, high), (_, llr)| (low.min(*llr), high.max(*llr)));
    let across = Scale::across(0.0, points.last().map_or(0.0, |(games, _)| *games));
    // Leaves room around the bounds.
    let upwards = Scale::upwards(low - 0.5, high + 0.5);
    let bound = |llr: f64, name: &str| {
        let y = upwards.at(llr);
        format!(
            "<path class=\"zero\" stroke-dasharray=\"6 4\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\
             <text class=\"end\" x=\"{}\" y=\"{:.1}\">{name} {llr:.2}</text>\n",
            RIGHT - 4.0,
            y - 4.0
        )
    };
    let at = |(games, llr): &(f64, f64)| format!("{:.1} {:.1}", across.at(*games), upwards.at(*llr));
    let line: Vec<String> = points.iter().map(at).collect();
    let body = format!(
        "{}{}{}{}<path class=\"line c0\" d=\"M{}\"/>\n",
        horizontal_lines(&upwards, 5.0, |llr| format!("{llr:.0}")),
        labels_below(&across, 6.0, "games"),
        bound(lower, "H0"),
        bound(upper, "H1"),
        line.join("L")
    );
    chart(words, &body)
}
