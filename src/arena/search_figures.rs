//! Search figures: depth, speed and time of an engine in a match, and the time left on its clock.

use std::time::Duration;

use super::record::{GameRecord, MoveRecord};
use super::time_control::{Clock, TimeControl};
use crate::rules::Color;

/// Figures of the moves that an engine chose itself, without opening moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchFigures {
    depth: Mean,
    seconds: Mean,
    /// Nodes, and the seconds spent on the moves whose node count is known.
    nodes: (f64, f64),
    at_end: Mean,
    lowest: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl SearchFigures {
    /// The names of the [`figures`](Self::figures), in order.
    pub const NAMES: [&'static str; 5] =
        ["depth", "nodes a second", "time a move", "clock at the end", "lowest clock"];

    /// Adds the moves of the player of `color` in a game.
    pub(super) fn add(&mut self, game: &GameRecord, color: Color) {
        let own = own_moves(game, color);
        for mv in &own {
            mv.depth.into_iter().for_each(|depth| self.depth.add(f64::from(depth)));
            let Some(seconds) = mv.seconds.filter(|seconds| *seconds >= 0.0) else { continue };
            self.seconds.add(seconds);
            if let Some(nodes) = mv.nodes {
                self.nodes = (self.nodes.0 + nodes as f64, self.nodes.1 + seconds);
            }
        }
        let clock = if game.lost_on_time(color) { Some((0.0, 0.0)) } else { clock_of(game, color, &own) };
        if let Some((lowest, at_end)) = clock {
            self.at_end.add(at_end);
            self.lowest = Some(self.lowest.map_or(lowest, |before| before.min(lowest)));
        }
    }

    /// The mean depth, nodes a second, the mean time of a move, the mean time on the clock at the end of games, and the
    /// lowest time on the clock, as strings; `None` for each that is unknown.
    #[must_use]
    pub fn figures(&self) -> [Option<String>; 5] {
        let (nodes, seconds) = self.nodes;
        let speed = (nodes > 0.0 && seconds > 0.0).then(|| count_text(nodes / seconds));
        let seconds = |seconds: Option<f64>| seconds.map(|seconds| format!("{seconds:.3} s"));
        let depth = self.depth.get().map(|depth| format!("{depth:.1}"));
        [depth, speed, seconds(self.seconds.get()), seconds(self.at_end.get()), seconds(self.lowest)]
    }

    /// The figures on one line; `None` if nothing is known.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        let named = Self::NAMES.iter().zip(self.figures());
        let words: Vec<_> = named.filter_map(|(name, text)| Some(format!("{name} {}", text?))).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// The moves of a player, without those of the opening.
fn own_moves(game: &GameRecord, color: Color) -> Vec<&MoveRecord> {
    let black_moves_first = game.fen.trim_start().starts_with(['B', 'b']);
    let moves_first = (color == Color::Black) == black_moves_first;
    let chosen = game.moves.iter().enumerate().skip(game.opening_plies);
    chosen.filter(|(ply, _)| ply.is_multiple_of(2) == moves_first).map(|(_, mv)| mv).collect()
}

/// The lowest time on the clock of a player, and the time after its last move, in seconds; `None` without a clock, or
/// if the time of a move is unknown.
fn clock_of(game: &GameRecord, color: Color, own: &[&MoveRecord]) -> Option<(f64, f64)> {
    let control = game.control_of(color).parse().ok()?;
    let TimeControl::Clock { .. } = control else { return None };
    let (mut clock, mut lowest) = (Clock::new(control), None);
    for mv in own {
        let spent = Duration::try_from_secs_f64(mv.seconds?).ok()?;
        clock.start_move();
        let left = clock.allowed()?.saturating_sub(spent);
        lowest = Some(lowest.map_or(left, |before: Duration| before.min(left)));
        clock.end_move(spent, Duration::MAX).ok()?;
    }
    Some((lowest?.as_secs_f64(), clock.allowed()?.as_secs_f64()))
}

/// A rounded count, such as "1.25 million".
fn count_text(count: f64) -> String {
    match count {
        1e6.. => format!("{:.2} million", count / 1e6),
        1e4.. => format!("{:.0} thousand", count / 1e3),
        _ => format!("{count:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{GameResult, game_for_test};

    fn game(control: &str, seconds: &[f64]) -> GameRecord {
        let mut game = game_for_test(1, "a", "b", GameResult::WhiteWins);
        control.clone_into(&mut game.time_control);
        let mv = |&seconds: &f64| MoveRecord {
            depth: Some(10),
            nodes: Some(1_000_000),
            seconds: Some(seconds),
            ..MoveRecord::default()
        };
        game.moves = seconds.iter().map(mv).collect();
        game
    }

    fn figures(game: &GameRecord, color: Color) -> [Option<String>; 5] {
        let mut thinking = SearchFigures::default();
        thinking.add(game, color);
        thinking.figures()
    }

    fn texts(texts: [&str; 5]) -> [Option<String>; 5] {
        texts.map(|text| (!text.is_empty()).then(|| text.to_owned()))
    }

    #[test]
    fn each_player_has_its_own_moves_and_clock() {
        let played = game("10+1 5", &[4.0, 1.0, 8.0, 2.0]);
        let white = texts(["10.0", "167 thousand", "6.000 s", "0.000 s", "0.000 s"]);
        assert_eq!(figures(&played, Color::White), white);
        let black = texts(["10.0", "667 thousand", "1.500 s", "2.000 s", "2.000 s"]);
        assert_eq!(figures(&played, Color::Black), black);
        let black_first = GameRecord { fen: "B:W31:B20".to_owned(), ..played.clone() };
        assert_eq!(figures(&black_first, Color::Black)[2].as_deref(), Some("6.000 s"));
        let opened = GameRecord { opening_plies: 2, ..played };
        assert_eq!(
            figures(&opened, Color::White)[2..],
            texts(["", "", "8.000 s", "3.000 s", "3.000 s"])[2..]
        );
    }

    #[test]
    fn a_clock_is_lowest_before_a_time_control() {
        let played = game("1/10", &[9.0, 1.0, 9.5, 1.0]);
        assert_eq!(figures(&played, Color::White)[3..], texts(["", "", "", "11.500 s", "1.000 s"])[3..]);
    }

    #[test]
    fn an_overstepped_clock_shows_zero() {
        let late = GameRecord { termination: "time".to_owned(), ..game("60", &[1.0, 1.0]) };
        assert_eq!(figures(&late, Color::Black)[3..], texts(["", "", "", "0.000 s", "0.000 s"])[3..]);
        assert_eq!(figures(&late, Color::White)[4].as_deref(), Some("59.000 s"));
    }

    #[test]
    fn unknown_figures_are_omitted() {
        let mut silent = game("depth=6", &[1.0, 1.0]);
        silent.moves.iter_mut().for_each(|mv| *mv = MoveRecord::default());
        assert_eq!(figures(&silent, Color::White), [const { None }; 5]);
        assert_eq!(SearchFigures::default().line(), None);
        let mut thinking = SearchFigures::default();
        thinking.add(&game("nodes=9", &[0.5]), Color::White);
        let line = "depth 10.0, nodes a second 2.00 million, time a move 0.500 s";
        assert_eq!(thinking.line().as_deref(), Some(line));
    }
}
