//! Wins, draws and losses as bars.

use super::super::classes::side_name;
use super::survey::{SideSurvey, Survey, Tally};
use crate::rules::Game;

/// The size of the paper, the width of the names at the left, and the height of a bar.
const WIDTH: f64 = 480.0;
const NAMES: f64 = 176.0;
const BAR: f64 = 16.0;
const PITCH: f64 = 22.0;

/// A bar for each side to move, and one for its positions with nothing to capture.
pub(super) fn bars<G: Game>(survey: &Survey<G>) -> String {
    let bars: Vec<(String, Tally)> = survey.sides.iter().flat_map(of_side).collect();
    let drawn: String = bars.iter().enumerate().map(|(row, (name, tally))| bar(row, name, *tally)).collect();
    let height = PITCH * bars.len() as f64;
    format!(
        "<svg class=\"chart bars\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"The shares of wins, draws and losses; the table has the figures\">\n{drawn}</svg>\n"
    )
}

fn of_side<G: Game>(side: &SideSurvey<G>) -> [(String, Tally); 2] {
    let name = side_name(side.side);
    [(format!("{name} to move"), side.all), (format!("{name}, nothing to capture"), side.quiet)]
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
pub(super) fn legend() -> String {
    let key = |(class, name)| format!("<li><span class=\"key {class}\"></span>{name}</li>\n");
    let keys = [("white", "won by the side to move"), ("draw", "drawn"), ("black", "lost")];
    format!("<ul class=\"legend\">\n{}</ul>\n", keys.map(key).concat())
}
