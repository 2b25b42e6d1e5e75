//! Lengths of games: a histogram, coloured by result.

use serde::Serialize;

use super::chart::{BOTTOM, Scale, chart, horizontal_lines, labels_below, round_step};
use super::escape;

/// The approximate number of bars.
const BARS: f64 = 24.0;

/// The number of games of each length.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// The number of different lengths in a bar, the first of which begins with length 0.
    pub width: usize,
    /// White's wins, draws and Black's wins in each bar.
    pub bars: Vec<[u64; 3]>,
}

impl Lengths {
    /// Counts the lengths in plies of the games that White won, that were drawn, and that Black won.
    #[must_use]
    pub fn of(plies: &[Vec<usize>; 3]) -> Self {
        let Some(&longest) = plies.iter().flatten().max() else { return Self::default() };
        let width = round_step((longest + 1) as f64 / BARS) as usize;
        let in_bar = |bar: usize| {
            plies.each_ref().map(|some| some.iter().filter(|&&plies| plies / width == bar).count() as u64)
        };
        Self { width, bars: (0..=longest / width).map(in_bar).collect() }
    }

    /// The first and the last length of each bar, and its games.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &[u64; 3])> {
        let rows = self.bars.iter().enumerate();
        rows.map(|(bar, games)| (bar * self.width, (bar + 1) * self.width - 1, games))
    }

    /// The histogram with its title; `words` describe it.
    #[must_use]
    pub fn figure(&self, words: &str) -> String {
        let words = escape(words);
        format!(
            "<figure>\n<figcaption>Lengths of the games</figcaption>\n{}<ul class=\"legend\">\n\
             <li><span class=\"key white\"></span>White won</li>\n\
             <li><span class=\"key draw\"></span>drawn</li>\n\
             <li><span class=\"key black\"></span>Black won</li>\n<li>{words}.</li>\n</ul>\n</figure>\n",
            self.chart(&words)
        )
    }

    fn chart(&self, words: &str) -> String {
        let highest = self.bars.iter().map(|games| games.iter().sum()).max().unwrap_or(0_u64);
        let across = Scale::across(0.0, (self.bars.len() * self.width) as f64);
        let upwards = Scale::upwards(0.0, highest as f64);
        let mut body = horizontal_lines(&upwards, 4.0, |count| format!("{count:.0}"));
        body.extend(self.rows().map(|row| stack(row, &across, &upwards)));
        body.push_str(&labels_below(&across, 8.0, "plies"));
        chart(words, &body)
    }
}

/// One bar: White's wins at the bottom, draws above, Black's wins on top.
fn stack((first, last, games): (usize, usize, &[u64; 3]), across: &Scale, upwards: &Scale) -> String {
    let all: u64 = games.iter().sum();
    if all == 0 {
        return String::new();
    }
    let (left, right) = (across.at(first as f64), across.at((last + 1) as f64));
    let (x, width) = (left + 0.5, right - left - 1.0);
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
    let &[white, draws, black] = games;
    let parts = [part(white, "white"), part(draws, "draw"), part(black, "black")].concat();
    format!("<g><title>{first} to {last} plies: {all}</title>{parts}</g>\n")
}
