//! Lengths of the games: their mean, and a histogram.

use super::results::{Results, ratio};
use crate::arena::record::GameRecord;
use crate::arena::stats::Tally;
use crate::html::chart::{BOTTOM, Scale, chart, horizontal_lines, labels_below, round_step};

/// The approximate number of bars.
const BARS: f64 = 24.0;

/// The mean number of plies of some games.
pub(super) fn mean_length<'a>(games: impl Iterator<Item = &'a GameRecord>) -> String {
    let (count, plies) = games.fold((0, 0), |(count, plies), game| (count + 1, plies + game.moves.len()));
    ratio(plies as f64, count).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.0}"))
}

/// The chart with its heading.
pub(super) fn lengths(results: &Results<'_>) -> String {
    let mut plies: Vec<usize> = results.games.iter().map(|game| game.moves.len()).collect();
    plies.sort_unstable();
    let (Some(&shortest), Some(&longest)) = (plies.first(), plies.last()) else { return String::new() };
    let median = plies.get(plies.len() / 2).copied().unwrap_or_default();
    let words = format!("Shortest {shortest}, median {median}, longest {longest} plies, openings included");
    format!(
        "<figure>\n<figcaption>Lengths of the games</figcaption>\n{}<ul class=\"legend\">\n\
         <li><span class=\"key white\"></span>White won</li>\n\
         <li><span class=\"key draw\"></span>drawn</li>\n\
         <li><span class=\"key black\"></span>Black won</li>\n<li>{words}.</li>\n</ul>\n</figure>\n",
        histogram(results, longest, &words)
    )
}

fn histogram(results: &Results<'_>, longest: usize, words: &str) -> String {
    let width = round_step((longest + 1) as f64 / BARS) as usize;
    let bars: Vec<Tally> = (0..=longest / width.max(1))
        .map(|bar| results.white_tally(|game| game.moves.len() / width.max(1) == bar))
        .collect();
    let highest = bars.iter().map(Tally::game_count).max().unwrap_or(0);
    let across = Scale::across(0.0, (bars.len() * width) as f64);
    let upwards = Scale::upwards(0.0, highest as f64);
    let mut body = horizontal_lines(&upwards, 4.0, |count| format!("{count:.0}"));
    for (index, bar) in bars.iter().enumerate() {
        let (begin, end) = (index * width, (index + 1) * width);
        body.push_str(&stack(bar, (begin, end), &across, &upwards));
    }
    body.push_str(&labels_below(&across, 8.0, "plies"));
    chart(words, &body)
}

/// One bar: White's wins at the bottom, draws above, Black's wins on top.
fn stack(tally: &Tally, (begin, end): (usize, usize), across: &Scale, upwards: &Scale) -> String {
    if tally.game_count() == 0 {
        return String::new();
    }
    let (x, width) = (across.at(begin as f64) + 0.5, across.at(end as f64) - across.at(begin as f64) - 1.0);
    let mut below = 0;
    let mut part = |count: u64, class: &str| {
        let (top, bottom) = (upwards.at((below + count) as f64), upwards.at(below as f64).min(BOTTOM));
        below += count;
        let height = bottom - top;
        match count {
            0 => String::new(),
            _ => format!(
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
            ),
        }
    };
    let parts =
        [part(tally.wins(), "white"), part(tally.draws(), "draw"), part(tally.losses(), "black")].concat();
    let games = tally.game_count();
    format!("<g><title>{begin} to {} plies: {games}</title>{parts}</g>\n", end - 1)
}
