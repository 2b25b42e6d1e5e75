//! The essence of rules, as text: what decides which moves are legal and who wins. Files that are written for a game,
//! such as endgame tables, are known by its checksum.

use std::fmt::Write as _;

use crate::choices::{Color, Criterion};
use crate::rules::{Directions, Rules};

impl Rules {
    /// The rules as text that is equal for two games if they have the same board, the same start and the same moves,
    /// and their players win alike.
    ///
    /// It leaves out what such games may differ in: titles, names of cells, the order in which a file names things,
    /// and draws by repetition or by a number of moves. A release that changes the text for a game that it could play
    /// before makes all files worthless that were written for that game.
    #[must_use]
    pub fn essence(&self) -> String {
        let mut text = self.essence_of_board();
        let Self { men, kings, captures, end, .. } = self;
        let mut line = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}={value}");
        };
        line("men.moves", &steps(&men.moves));
        line("men.captures", &steps(&men.captures));
        line("men.take", men.take.name());
        line("men.linear", &men.linear.to_string());
        line("kings.moves", &steps(&kings.moves));
        line("kings.captures", &steps(&kings.captures));
        line("kings.take", kings.take.name());
        line("kings.flying", &kings.flying.to_string());
        line("kings.land", kings.land.name());
        line("kings.halt", kings.halt.name());
        line("kings.rest-after", &kings.rest_after.to_string());
        line("captures.order", &captures.order.iter().map(|by| by.name()).collect::<Vec<_>>().join(","));
        if captures.order.contains(&Criterion::MostValue) {
            line("captures.values", &format!("{},{}", captures.value_of_man, captures.value_of_king));
        }
        line("captures.removal", captures.removal.name());
        line("captures.turn-back", &captures.turn_back.to_string());
        line("captures.vanguard", captures.vanguard.name());
        line("promotion.in-passing", self.in_passing.name());
        line("end.without-move", end.without_move.name());
        line("end.first-king-wins", &end.first_king_wins.to_string());
        line("end.king-against-man", end.king_against_man.name());
        line("end.king-against-king", end.king_against_king.name());
        text
    }

    /// The cells, what stands there at the start, where men are promoted, and who begins.
    fn essence_of_board(&self) -> String {
        let mut text = format!("{}\nbegins={}\n", self.board.outline().cells.name(), self.begins.name());
        for (number, cell) in self.board.cells().iter().enumerate() {
            let piece = self.start.get(number).copied().flatten();
            let promotes = [Color::White, Color::Black].map(|color| u8::from(self.promotes(color, number)));
            let _ = writeln!(
                text,
                "{},{}={}{}{}",
                cell.x,
                cell.y,
                piece.map_or('.', |piece| piece.letter()),
                promotes[0],
                promotes[1]
            );
        }
        text
    }
}

/// White's steps, sorted.
fn steps(directions: &Directions) -> String {
    let mut steps = directions.steps.clone();
    steps.sort_unstable();
    steps.dedup();
    steps.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    fn read(text: &str) -> Rules {
        Rules::read("mine", text).expect("a game")
    }

    #[test]
    fn games_with_other_moves_or_results_differ() {
        let mut known = Vec::new();
        for name in builtin::NAMES {
            let essence = Rules::embedded(name).expect("a game").essence();
            // Spanish and Portuguese Draughts differ in their draws only.
            assert_eq!(known.contains(&essence), *name == "spanish", "{name}");
            known.push(essence);
        }
        let base = "like = \"english\"\ntitle = \"Mine\"\n";
        assert!(known.contains(&read(base).essence()));
        let changes = [
            "begins = \"white\"",
            "[men]\nmoves = \"forward-left\"",
            "[kings]\nmoves = [\"forward-left\", \"backward-right\"]",
            "[kings]\nflying = true",
            "[captures]\norder = [\"most-pieces\"]",
            "[promotion]\nin-passing = \"nothing\"",
            "[promotion]\ncells = { white = [\"1\"], black = [\"32\"] }",
            "[end]\nwithout-move = \"wins\"",
        ];
        for change in changes {
            let essence = read(&format!("{base}{change}\n")).essence();
            assert!(!known.contains(&essence), "{change}");
            known.push(essence);
        }
    }

    #[test]
    fn titles_names_of_cells_draws_and_orders_do_not_matter() {
        let base = "like = \"english\"\ntitle = \"Mine\"\n";
        let changes = [
            "[board]\nnames = \"letters\"",
            "[draws]\nrepetition = 4\nlimits = []",
            "[kings]\nmoves = [\"backward-left\", \"forward-left\", \"backward-right\", \"forward-right\"]",
        ];
        for change in changes {
            assert_eq!(read(&format!("{base}{change}\n")).essence(), read(base).essence(), "{change}");
        }
    }
}
