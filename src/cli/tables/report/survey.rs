//! What there is to say of the positions of a class.

use super::filter::Filter;
use crate::rules::{Color, Game, Position};
use crate::tables::{Entry, Material, Table, TableSet, Value};

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

/// A position, and how many plies it takes to its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Longest<G: Game> {
    pub(super) plies: u16,
    pub(super) position: Position<G>,
}

/// The positions of a class with one side to move.
#[derive(Debug)]
pub(super) struct SideSurvey<G: Game> {
    pub(super) side: Color,
    pub(super) all: Tally,
    /// Of those in which neither side could capture.
    pub(super) quiet: Tally,
    /// Of those that take more moves than were asked about.
    pub(super) long: Tally,
    /// The first of the longest wins and losses.
    pub(super) longest_win: Option<Longest<G>>,
    pub(super) longest_loss: Option<Longest<G>>,
    /// The first quiet draw.
    pub(super) quiet_draw: Option<Position<G>>,
    /// The positions that were asked for, with their values.
    pub(super) listed: Vec<(Position<G>, Value)>,
}

/// The positions of a class.
#[derive(Debug)]
pub(super) struct Survey<G: Game> {
    pub(super) material: Material,
    /// With each side to move that was asked for and that there are values of.
    pub(super) sides: Vec<SideSurvey<G>>,
}

impl<G: Game> Survey<G> {
    pub(super) fn of(set: &TableSet<G>, table: &Table, filter: &Filter) -> Self {
        let material = table.material();
        let sides = Color::ALL.into_iter().filter(|&side| filter.sides.contains(&side));
        // Where both sides have the same pieces, one side to move says it all.
        let sides = sides.filter(|&side| side == Color::White || !material.is_even());
        Self { material, sides: sides.map(|side| SideSurvey::of(set, table, side, filter)).collect() }
    }

    /// By how many pieces one side is stronger.
    pub(super) fn surplus(&self) -> usize {
        self.material.of(Color::White) - self.material.of(Color::Black)
    }

    pub(super) fn longest_win(&self) -> Option<&Longest<G>> {
        let longest = self.sides.iter().filter_map(|side| side.longest_win.as_ref());
        longest.reduce(|one, other| if other.plies > one.plies { other } else { one })
    }

    pub(super) fn longest_loss(&self) -> Option<&Longest<G>> {
        let longest = self.sides.iter().filter_map(|side| side.longest_loss.as_ref());
        longest.reduce(|one, other| if other.plies > one.plies { other } else { one })
    }

    /// A position that the weaker side holds, the stronger to move if there is one such.
    pub(super) fn fortress(&self) -> Option<&Position<G>> {
        let sides = self.sides.iter().filter(|_| self.surplus() > 0);
        sides.filter_map(|side| side.quiet_draw.as_ref()).next()
    }
}

impl<G: Game> SideSurvey<G> {
    fn of(set: &TableSet<G>, table: &Table, side: Color, filter: &Filter) -> Self {
        let mut survey = Self {
            side,
            all: Tally::default(),
            quiet: Tally::default(),
            long: Tally::default(),
            longest_win: None,
            longest_loss: None,
            quiet_draw: None,
            listed: Vec::new(),
        };
        for entry in set.entries(table, side) {
            survey.add(&entry, filter);
        }
        survey
    }

    fn add(&mut self, entry: &Entry<G>, filter: &Filter) {
        let is_quiet = entry.is_quiet();
        if !filter.admits(entry, is_quiet) {
            return;
        }
        self.all.add(entry.value);
        if is_quiet {
            self.quiet.add(entry.value);
        }
        match entry.value {
            Value::Win(plies) => lengthen(&mut self.longest_win, plies, entry),
            Value::Loss(plies) => lengthen(&mut self.longest_loss, plies, entry),
            Value::Draw if is_quiet && self.quiet_draw.is_none() => self.quiet_draw = Some(entry.position()),
            Value::Draw => {}
        }
        if filter.is_long(entry.value) {
            self.long.add(entry.value);
        }
        if filter.is_listed(entry.value) && self.listed.len() < filter.most {
            self.listed.push((entry.position(), entry.value));
        }
    }
}

fn lengthen<G: Game>(longest: &mut Option<Longest<G>>, plies: u16, entry: &Entry<G>) {
    if longest.is_none_or(|longest| plies > longest.plies) {
        *longest = Some(Longest { plies, position: entry.position() });
    }
}
