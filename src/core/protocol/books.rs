//! Opening books for clients: the moves of a position as lines of the protocol.

use super::openings::Openings;
use super::quoted::add_field;
use crate::book::{Book, BookMove, GameCounts, Mark};
use crate::notation::NotationError;
use crate::rules::{AnyPosition, Move, MoveList};

/// What moves are looked up in.
pub(super) enum Source<'a> {
    /// A book, and whether the client may change it.
    Book(&'a Book, bool),
    /// Counted games.
    Games(&'a GameCounts),
    /// There is no book.
    Nothing,
}

impl Source<'_> {
    fn look_up(&self, position: &dyn AnyPosition) -> Result<Vec<(Move, BookMove)>, NotationError> {
        match self {
            Self::Book(book, _) => {
                let damaged = |problem| NotationError::new(format!("book-moves: {problem}"));
                Ok(book.look_up(position).map_err(damaged)?.unwrap_or_default())
            }
            Self::Games(counts) => Ok(counts.look_up(position)),
            Self::Nothing => Ok(Vec::new()),
        }
    }

    /// The line after the moves.
    fn end(&self, name: Option<&str>) -> String {
        let (source, positions, effort, may_change) = match self {
            Self::Book(book, may_change) => {
                let source = if book.is_file() { "file" } else { "program" };
                (source, book.positions(), book.about().value("effort"), *may_change)
            }
            Self::Games(counts) => ("games", counts.positions() as u64, None, false),
            Self::Nothing => ("none", 0, None, false),
        };
        let mut line = format!("book-end from={source} positions={positions} changeable={may_change}");
        for (field, value) in [("effort", effort), ("name", name)] {
            value.iter().for_each(|value| add_field(&mut line, field, value));
        }
        line
    }

    /// The moves of a position, and what is known about all of them. Moves that only have a name come last.
    pub(super) fn lines(
        &self,
        position: &dyn AnyPosition,
        move_text: &dyn Fn(Move) -> String,
    ) -> Result<Vec<String>, NotationError> {
        let openings = Openings::of(position.rules());
        let known = self.look_up(position)?;
        let line_of =
            |mv: Move, known: &BookMove| line(&move_text(mv), known, openings.name(&*position.after(mv)));
        let mut lines: Vec<String> = known.iter().map(|(mv, known)| line_of(*mv, known)).collect();
        if !matches!(self, Self::Games(_)) {
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            let others = legal.iter().filter(|mv| known.iter().all(|(other, _)| other != *mv));
            let named = others.filter(|mv| openings.name(&*position.after(**mv)).is_some());
            lines.extend(named.map(|mv| line_of(*mv, &BookMove::default())));
        }
        lines.push(self.end(openings.name(position)));
        Ok(lines)
    }
}

fn line(mv: &str, known: &BookMove, name: Option<&str>) -> String {
    let mut line = format!("book-move move={mv}");
    if let Some(score) = known.score {
        line.push_str(&format!(" score={:.2}", score.men()));
    }
    let results = known.results;
    if results.games() > 0 {
        line.push_str(&format!(" wins={} draws={} losses={}", results.wins, results.draws, results.losses));
    }
    if let Some(mark) = known.mark {
        line.push_str(match mark {
            Mark::Veto => " mark=veto",
            Mark::Prefer => " mark=prefer",
        });
    }
    if !known.note.is_empty() {
        add_field(&mut line, "note", &known.note);
    }
    name.iter().for_each(|name| add_field(&mut line, "name", name));
    line
}
