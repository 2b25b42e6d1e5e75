//! Survey: what there is to say of the positions of some classes.

use super::super::values::best_line;
use super::filter::Filter;
use crate::notation::{BlankBoard, FenFields, diagram, fen_text, pieces_drawing};
use crate::rules::{AnyPosition, Color, WithoutMove};
use crate::tables::{EndgameTable, Material, TableSet, Value};

/// What a report is about.
pub(super) struct Report<'a> {
    /// What it is about, as a heading.
    pub(super) title: String,
    /// The options of the game, as far as it has them.
    pub(super) rules: String,
    pub(super) filter: &'a Filter,
    pub(super) board: BlankBoard,
    pub(super) surveys: Vec<Survey>,
}

impl Report<'_> {
    /// The class with a fortress in which one side has the most pieces less.
    pub(super) fn greatest_fortress(&self) -> Option<&Survey> {
        let with_fortress = self.surveys.iter().filter(|survey| survey.fortress().is_some());
        with_fortress.reduce(|one, other| if other.surplus() > one.surplus() { other } else { one })
    }
}

/// How many positions are won, drawn and lost for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
}

impl Tally {
    fn add(&mut self, value: Value) {
        match value {
            Value::Win(_) => self.won += 1,
            Value::Draw => self.drawn += 1,
            Value::Loss(_) => self.lost += 1,
        }
    }

    pub(super) fn all(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The three counts, each with its share of all, if there are any.
    pub(super) fn shares(self) -> [(usize, Option<f64>); 3] {
        let share = |part: usize| (self.all() > 0).then(|| part as f64 / self.all() as f64);
        [self.won, self.drawn, self.lost].map(|part| (part, share(part)))
    }
}

/// A position as reports show it.
#[derive(Debug)]
pub(super) struct ShownPosition {
    pub(super) side: Color,
    pub(super) fen: String,
    /// As text.
    pub(super) diagram: String,
    /// The pieces as SVG.
    pub(super) pieces: String,
}

/// A position, and how many plies it takes to its end.
#[derive(Debug)]
pub(super) struct Longest {
    pub(super) plies: u16,
    pub(super) position: ShownPosition,
    /// Best play from there.
    pub(super) line: Vec<String>,
}

/// The positions of a class with one side to move.
#[derive(Debug)]
pub(super) struct SideSurvey {
    pub(super) side: Color,
    pub(super) counts: Counts,
    /// The first of the longest wins and losses.
    pub(super) longest_win: Option<Longest>,
    pub(super) longest_loss: Option<Longest>,
    /// The first quiet draw.
    pub(super) quiet_draw: Option<ShownPosition>,
    /// The FENs of the positions that were asked for, with their values.
    pub(super) listed: Vec<(String, Value)>,
}

/// How many positions of each kind there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) all: Tally,
    /// Of those in which neither side could capture.
    pub(super) quiet: Tally,
    /// Of those that take more moves than were asked about.
    pub(super) long: Tally,
}

/// The positions of a class.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) material: Material,
    /// With each side to move that was asked for and that there are values of.
    pub(super) sides: Vec<SideSurvey>,
}

impl Survey {
    pub(super) fn of(set: &TableSet, table: &EndgameTable, filter: &Filter) -> Self {
        let material = table.material();
        let sides = Color::ALL.into_iter().filter(|&side| filter.sides.contains(&side));
        // Where both sides have the same pieces, one side to move says it all.
        let sides = sides.filter(|&side| side == Color::White || !material.is_even());
        Self { material, sides: sides.map(|side| Search::of(set, table, side, filter).shown(set)).collect() }
    }

    /// By how many pieces one side is stronger.
    pub(super) fn surplus(&self) -> usize {
        self.material.of(Color::White) - self.material.of(Color::Black)
    }

    pub(super) fn longest_win(&self) -> Option<&Longest> {
        let longest = self.sides.iter().filter_map(|side| side.longest_win.as_ref());
        longest.reduce(|one, other| if other.plies > one.plies { other } else { one })
    }

    pub(super) fn longest_loss(&self) -> Option<&Longest> {
        let longest = self.sides.iter().filter_map(|side| side.longest_loss.as_ref());
        longest.reduce(|one, other| if other.plies > one.plies { other } else { one })
    }

    /// A position that the weaker side holds, the stronger to move if there is one such.
    pub(super) fn fortress(&self) -> Option<&ShownPosition> {
        let sides = self.sides.iter().filter(|_| self.surplus() > 0);
        sides.filter_map(|side| side.quiet_draw.as_ref()).next()
    }
}

/// What goes through all positions with one side to move.
struct Search {
    side: Color,
    counts: Counts,
    longest_win: Option<(u16, Box<dyn AnyPosition>)>,
    longest_loss: Option<(u16, Box<dyn AnyPosition>)>,
    quiet_draw: Option<Box<dyn AnyPosition>>,
    listed: Vec<(String, Value)>,
}

impl Search {
    fn of(set: &TableSet, table: &EndgameTable, side: Color, filter: &Filter) -> Self {
        let mut search = Self {
            side,
            counts: Counts::default(),
            longest_win: None,
            longest_loss: None,
            quiet_draw: None,
            listed: Vec::new(),
        };
        set.walk(table, side, &mut |position, value| search.add(position, value, filter));
        search
    }

    fn add(&mut self, position: &dyn AnyPosition, value: Value, filter: &Filter) {
        let is_quiet = Color::ALL.into_iter().all(|side| !position.could_capture(side));
        if !filter.admits(position, is_quiet) {
            return;
        }
        self.counts.all.add(value);
        if is_quiet {
            self.counts.quiet.add(value);
        }
        match value {
            Value::Win(plies) => lengthen(&mut self.longest_win, plies, position),
            Value::Loss(plies) => lengthen(&mut self.longest_loss, plies, position),
            // It is a fortress only where more pieces are better.
            Value::Draw
                if is_quiet
                    && self.quiet_draw.is_none()
                    && position.rules().without_move == WithoutMove::Loses =>
            {
                self.quiet_draw = Some(position.copy());
            }
            Value::Draw => {}
        }
        if filter.is_long(value) {
            self.counts.long.add(value);
        }
        if filter.is_listed(value) && self.listed.len() < filter.most {
            self.listed.push((fen(position), value));
        }
    }

    fn shown(self, set: &TableSet) -> SideSurvey {
        let longest = |found: Option<(u16, Box<dyn AnyPosition>)>| {
            found.map(|(plies, position)| Longest {
                plies,
                position: ShownPosition::of(&*position),
                line: best_line(set, &*position),
            })
        };
        SideSurvey {
            side: self.side,
            counts: self.counts,
            longest_win: longest(self.longest_win),
            longest_loss: longest(self.longest_loss),
            quiet_draw: self.quiet_draw.as_deref().map(ShownPosition::of),
            listed: self.listed,
        }
    }
}

fn lengthen(longest: &mut Option<(u16, Box<dyn AnyPosition>)>, plies: u16, position: &dyn AnyPosition) {
    if longest.as_ref().is_none_or(|(longest, _)| plies > *longest) {
        *longest = Some((plies, position.copy()));
    }
}

impl ShownPosition {
    fn of(position: &dyn AnyPosition) -> Self {
        Self {
            side: position.side(),
            fen: fen(position),
            diagram: diagram(position),
            pieces: pieces_drawing(position),
        }
    }
}

fn fen(position: &dyn AnyPosition) -> String {
    fen_text(position, &FenFields::default())
}
