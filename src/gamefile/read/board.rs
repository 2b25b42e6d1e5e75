//! The keys that depend on the board: itself, its start, directions on it, and promotion cells.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{Reader, key};
use crate::board::{Board, LONGEST_SIDE, MOST_ROWS, Outline, Pieces};
use crate::choices::{Cells, Color, Corner, Direction, First, Group, Naming};
use crate::document::{Entry, Value};
use crate::fault::{Fault, Place, did_you_mean};
use crate::keys::path;
use crate::rules::{ByColor, Directions};

impl Reader<'_> {
    pub(super) fn board(&mut self) -> Option<(Board, Pieces)> {
        let cells = self.choice("board", "cells", Cells::named);
        let corner = self.choice("board", "dark-corner", Corner::named);
        let naming = self.choice("board", "names", Naming::named);
        let first = self.choice("board", "first", First::named);
        let cells = cells?;
        let (columns, rows) = self.size(cells)?;
        let outline = Outline { cells, columns, rows, corner: corner? };
        let entry = self.document.get(key("board", "start")?)?;
        let drawing = self.text(entry, "board.start")?;
        match Board::drawn(outline, naming?, first?, &drawing) {
            Ok(drawn) => Some(drawn),
            Err(fault) => {
                let help = match cells {
                    Cells::Dark => {
                        "Draw each row as all its squares: w and b for men, W and B for kings, '.' for an \
                                    empty dark square, '-' for a light square, '#' for a hole."
                    }
                    _ => {
                        "Draw each row as its cells: w and b for men, W and B for kings, '.' for an empty cell, '#' \
                          for a hole."
                    }
                };
                // A drawing from another game is right, but not for the board of this file.
                let own = ["size", "cells", "dark-corner"]
                    .into_iter()
                    .find(|name| self.document.says("board", name));
                if let Some(own) = own.filter(|_| !self.document.says("board", "start")) {
                    let help = "Draw your own board.start: the one that this game takes from the other does not fit.";
                    self.faults.push(self.document.fault("board", own, fault.message, help));
                    return None;
                }
                let place = fault.at.and_then(|at| place_in(&entry.place, &drawing, at));
                let place = place.unwrap_or_else(|| entry.place.clone());
                self.faults.push(Fault::at(&place, fault.message, help));
                None
            }
        }
    }

    /// The numbers of columns and rows.
    fn size(&mut self, cells: Cells) -> Option<(i8, i8)> {
        let entry = self.document.get(key("board", "size")?)?;
        let is_number =
            |text: &str| text.starts_with(|c| c != '0') && text.chars().all(|c| c.is_ascii_digit());
        let size = match &entry.value {
            Value::Number(size) => Some((*size, *size)),
            Value::Text(text) if cells != Cells::Hexagon => text
                .split_once('x')
                .filter(|(columns, rows)| is_number(columns) && is_number(rows))
                .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?))),
            _ => None,
        };
        let fits = |most: i8| {
            let in_range =
                |number: i64| i8::try_from(number).ok().filter(|number| (2..=most).contains(number));
            size.and_then(|(columns, rows)| Some((in_range(columns)?, in_range(rows)?)))
        };
        let (found, help) = match cells {
            Cells::Hexagon => (
                fits(LONGEST_SIDE),
                format!("Write the number of cells of a side, from 2 to {LONGEST_SIDE}, without quotes."),
            ),
            _ => (
                fits(MOST_ROWS),
                format!(
                    "Write a number without quotes, such as 8, or \"COLUMNSxROWS\", such as \"10x8\", of 2 to \
                     {MOST_ROWS} each."
                ),
            ),
        };
        if found.is_none() {
            self.faults.push(Fault::at(&entry.place, "this cannot be the size of the board", help));
        }
        let (columns, rows) = found?;
        // A hexagon has as many letters and numbers as its longest row has cells.
        if cells == Cells::Hexagon { Some((2 * columns - 1, 2 * rows - 1)) } else { Some((columns, rows)) }
    }

    /// The directions that a key names. `[]` is allowed, for pieces that do not capture.
    pub(super) fn directions(
        &mut self,
        board: &Board,
        section: &'static str,
        name: &'static str,
    ) -> Option<Directions> {
        let what = path(section, name);
        let entry = self.document.get(key(section, name)?)?;
        let one = std::slice::from_ref(entry);
        let items = match &entry.value {
            Value::List(items) => items.as_slice(),
            _ => one,
        };
        let is_hexagon = board.outline().cells == Cells::Hexagon;
        let mut named = Vec::new();
        for item in items {
            let text = self.text(item, &what)?;
            let found = match (Direction::named(&text), Group::named(&text)) {
                (Some(direction), _) => vec![direction],
                (None, Some(Group::Every)) => Direction::ALL.to_vec(),
                // A hexagon has no diagonals.
                (None, Some(group)) if !is_hexagon => group.directions().to_vec(),
                _ => Vec::new(),
            };
            let steps = found.iter().filter(|&&direction| board.step(direction).is_some());
            let known: Vec<Direction> = steps.copied().collect();
            if known.is_empty() {
                self.faults.push(unknown_direction(&item.place, &text, board));
                return None;
            }
            for direction in known {
                if named.contains(&direction) {
                    let message = format!("{what} has '{}' twice", direction.name());
                    self.faults.push(Fault::at(
                        &item.place,
                        message,
                        "Each direction stands once, itself or in a group.",
                    ));
                    return None;
                }
                named.push(direction);
            }
        }
        let steps = named.iter().filter_map(|&direction| board.step(direction)).collect();
        Some(Directions { named, steps })
    }

    pub(super) fn promotion(&mut self, board: &Board) -> Option<ByColor<Vec<bool>>> {
        let count = board.cells().len();
        let all = |on: &dyn Fn(Color, usize) -> bool| ByColor {
            white: (0..count).map(|number| on(Color::White, number)).collect(),
            black: (0..count).map(|number| on(Color::Black, number)).collect(),
        };
        let last_row = all(&|color, number| board.is_last_row(color, number));
        let Some(entry) = self.document.get(key("promotion", "cells")?) else { return Some(last_row) };
        // Cells that another game lists are those of its board.
        let own = ["size", "cells"].into_iter().find(|name| self.document.says("board", name));
        let is_list = matches!(entry.value, Value::List(_) | Value::Table(_));
        if let Some(own) = own.filter(|_| is_list && !self.document.says("promotion", "cells")) {
            let message = "the cells on which men are promoted come from a game with another board";
            let help = "Write promotion.cells for this board.";
            self.faults.push(self.document.fault("board", own, message, help));
            return None;
        }
        match &entry.value {
            Value::Text(text) if text == "last-row" => Some(last_row),
            Value::Text(text) if text == "far-edges" && board.outline().cells == Cells::Hexagon => {
                Some(all(&|color, number| board.is_far_edge(color, number)))
            }
            Value::List(items) => {
                let white = self.cells(board, items)?;
                let black: Option<Vec<usize>> = white.iter().map(|&number| board.opposite(number)).collect();
                let Some(black) = black else {
                    let message = "turned around, one of these cells lies outside the board or in a hole";
                    let help = "Write { white = [...], black = [...] } instead.";
                    self.faults.push(Fault::at(&entry.place, message, help));
                    return None;
                };
                Some(all(&|color, number| {
                    if color == Color::White { &white } else { &black }.contains(&number)
                }))
            }
            Value::Table(table) => self
                .promotion_by_color(board, entry, table)
                .map(|cells| all(&|color, number| cells.of(color).contains(&number))),
            _ => {
                let help = "Write \"last-row\", \"far-edges\" (for a hexagon), White's cells, such as [\"a8\", \
                            \"b8\"], or { white = [...], black = [...] }.";
                self.faults.push(Fault::at(&entry.place, "this does not say where men are promoted", help));
                None
            }
        }
    }

    fn promotion_by_color(
        &mut self,
        board: &Board,
        entry: &Entry,
        table: &[(String, Place, Entry)],
    ) -> Option<ByColor<Vec<usize>>> {
        let mut cells = ByColor { white: None, black: None };
        for (name, place, entry) in table {
            let Some(color) = Color::named(name) else {
                self.faults.push(Fault::at(
                    place,
                    format!("there is no player '{name}'"),
                    "Write white and black.",
                ));
                return None;
            };
            let items = self.list(entry, "promotion.cells")?;
            *cells.of_mut(color) = self.cells(board, items);
            cells.of(color).as_ref()?;
        }
        let ByColor { white: Some(white), black: Some(black) } = cells else {
            let help = "Write { white = [...], black = [...] }.";
            self.faults.push(Fault::at(&entry.place, "promotion.cells lacks a player", help));
            return None;
        };
        Some(ByColor { white, black })
    }

    /// The cells that a list names.
    fn cells(&mut self, board: &Board, items: &[Entry]) -> Option<Vec<usize>> {
        let mut cells = Vec::new();
        for item in items {
            let name = match &item.value {
                Value::Text(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => String::new(),
            };
            let Some(number) = board.named(&name) else {
                let example = board.names().next().unwrap_or_default();
                let question = did_you_mean(&name, board.names()).unwrap_or_default();
                let help = format!("{question} Cells have names such as \"{example}\".");
                self.faults.push(Fault::at(
                    &item.place,
                    format!("the board has no cell '{name}'"),
                    help.trim(),
                ));
                return None;
            };
            if cells.contains(&number) {
                let message = format!("promotion.cells has '{name}' twice");
                self.faults.push(Fault::at(&item.place, message, "Each cell stands once."));
                return None;
            }
            cells.push(number);
        }
        Some(cells)
    }
}

fn unknown_direction(place: &Place, text: &str, board: &Board) -> Fault {
    let is_hexagon = board.outline().cells == Cells::Hexagon;
    let directions = Direction::ALL.iter().filter(|&&direction| board.step(direction).is_some());
    let mut names: Vec<&str> = directions.map(|direction| direction.name()).collect();
    let groups = Group::ALL.iter().filter(|&&group| !is_hexagon || group == Group::Every);
    names.extend(groups.map(|group| group.name()));
    let question = did_you_mean(text, names.iter().copied()).unwrap_or_default();
    let message = match Direction::named(text).is_some() || Group::named(text).is_some() {
        true => format!("a hexagon that stands on a corner has no direction '{text}'"),
        false => format!("'{text}' is not a direction"),
    };
    Fault::at(place, message, format!("{question} Directions of this board: {}.", names.join(", ")).trim())
}

/// The place of a character of a drawing in its file: `at` counts lines with more than spaces, and characters except
/// spaces.
fn place_in(place: &Place, drawing: &str, (row, column): (usize, usize)) -> Option<Place> {
    let raw = place.source.text.get(place.span.clone())?;
    // A drawing with escapes does not stand in the file as it is.
    let first = raw.find(drawing)?;
    let lines = drawing.split_inclusive('\n').scan(0, |start, line| {
        let this = *start;
        *start += line.len();
        Some((this, line))
    });
    let (start, line) = lines.filter(|(_, line)| !line.trim().is_empty()).nth(row)?;
    let (offset, letter) = line.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(column)?;
    let at = place.span.start + first + start + offset;
    Some(Place { source: place.source.clone(), span: at..at + letter.len_utf8() })
}
