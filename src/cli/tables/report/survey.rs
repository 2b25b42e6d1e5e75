//! Survey: counts and examples of the positions of some classes.

use super::filter::Filter;
use crate::notation::{BlankBoard, FenFields, diagram, fen_text, move_text, pieces_drawing};
use crate::probe::best_moves;
use crate::rules::{AnyPosition, Color, Move, WithoutMove};
use crate::tables::{EndgameTable, Material, TableSet, Value, Wdl};

/// The content of a report.
pub(super) struct Report<'a> {
    pub(super) title: String,
    /// The rule options of the game that affect values.
    pub(super) rules: String,
    pub(super) filter: &'a Filter,
    pub(super) board: BlankBoard,
    pub(super) surveys: Vec<Survey>,
}

impl Report<'_> {
    /// The class in which a fortress holds against the most extra pieces.
    pub(super) fn greatest_fortress(&self) -> Option<&Survey> {
        let with_fortress = self.surveys.iter().filter(|survey| survey.fortress().is_some());
        with_fortress.reduce(|one, other| if other.surplus() > one.surplus() { other } else { one })
    }
}

/// The numbers of positions that are won, drawn and lost for the side to move.
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

    /// The three counts, each with its share of all positions, or `None` if there are no positions.
    pub(super) fn shares(self) -> [(usize, Option<f64>); 3] {
        let share = |part: usize| (self.all() > 0).then(|| part as f64 / self.all() as f64);
        [self.won, self.drawn, self.lost].map(|part| (part, share(part)))
    }
}

/// Mutual zugzwangs: quiet placements in which each side does worse if it is to move.
#[derive(Debug, Default)]
pub(super) struct Zugzwangs {
    /// Whichever side is to move loses.
    pub(super) both_lose: usize,
    /// One side wins if the other is to move, and it is a draw if itself is.
    pub(super) one_draws: usize,
    /// The first one, of those in which both lose if there are any, with White to move.
    pub(super) example: Option<String>,
}

impl Zugzwangs {
    /// Adds a quiet placement, given the results with either side to move, each for that side.
    fn add(&mut self, position: &dyn AnyPosition, white: Wdl, black: Wdl) {
        let count = match (white, black.reversed()) {
            (Wdl::Loss, Wdl::Win) => &mut self.both_lose,
            (Wdl::Loss, Wdl::Draw) | (Wdl::Draw, Wdl::Win) => &mut self.one_draws,
            _ => return,
        };
        *count += 1;
        let is_first_of_both = white == black && self.both_lose == 1;
        if self.example.is_none() || is_first_of_both {
            self.example = Some(fen(position));
        }
    }

    pub(super) const fn all(&self) -> usize {
        self.both_lose + self.one_draws
    }
}

/// A position as shown in reports.
#[derive(Debug)]
pub(super) struct ShownPosition {
    pub(super) side: Color,
    pub(super) fen: String,
    /// The board as text.
    pub(super) diagram: String,
    /// The pieces as SVG.
    pub(super) pieces: String,
}

/// A position, and the number of plies to its end.
#[derive(Debug)]
pub(super) struct Longest {
    pub(super) plies: u16,
    pub(super) position: ShownPosition,
    /// The same, to play on.
    pub(super) start: Box<dyn AnyPosition>,
    /// Best play from there.
    pub(super) moves: Vec<Move>,
}

impl Longest {
    fn of(set: &TableSet, plies: u16, start: Box<dyn AnyPosition>) -> Self {
        let (position, moves) = (ShownPosition::of(&*start), best_moves(set, &*start));
        Self { plies, position, start, moves }
    }

    /// Best play in Hub notation.
    pub(super) fn line(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| move_text(self.start.rules(), mv)).collect()
    }
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
    /// Counted with White to move only.
    pub(super) zugzwangs: Zugzwangs,
    /// The FENs of the listed positions, with their values.
    pub(super) listed: Vec<(String, Value)>,
}

/// The numbers of positions of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) all: Tally,
    /// Positions in which neither side could capture.
    pub(super) quiet: Tally,
    /// Positions whose winner needs more than [`Filter::moves`] moves.
    pub(super) long: Tally,
}

/// The positions of a class.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) material: Material,
    /// A survey for each requested side to move that has values.
    pub(super) sides: Vec<SideSurvey>,
}

impl Survey {
    pub(super) fn of(set: &TableSet, table: &EndgameTable, filter: &Filter) -> Self {
        let material = table.material();
        let sides = Color::ALL.into_iter().filter(|&side| filter.sides.contains(&side));
        // If both sides have the same pieces, the results for Black to move are the same as for White.
        let sides = sides.filter(|&side| side == Color::White || !material.is_even());
        Self { material, sides: sides.map(|side| Search::of(set, table, side, filter).shown(set)).collect() }
    }

    /// The number of extra pieces of the stronger side.
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

    /// The mutual zugzwangs, if positions with White to move were asked for.
    pub(super) fn zugzwangs(&self) -> Option<&Zugzwangs> {
        self.sides.iter().find(|side| side.side == Color::White).map(|side| &side.zugzwangs)
    }

    /// A position that the weaker side holds, preferably with the stronger side to move.
    pub(super) fn fortress(&self) -> Option<&ShownPosition> {
        let sides = self.sides.iter().filter(|_| self.surplus() > 0);
        sides.filter_map(|side| side.quiet_draw.as_ref()).next()
    }
}

/// A walk through all positions with one side to move.
struct Search {
    side: Color,
    counts: Counts,
    longest_win: Option<(u16, Box<dyn AnyPosition>)>,
    longest_loss: Option<(u16, Box<dyn AnyPosition>)>,
    quiet_draw: Option<Box<dyn AnyPosition>>,
    zugzwangs: Zugzwangs,
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
            zugzwangs: Zugzwangs::default(),
            listed: Vec::new(),
        };
        set.walk(table, side, &mut |position, value| search.add(set, position, value, filter));
        search
    }

    fn add(&mut self, set: &TableSet, position: &dyn AnyPosition, value: Value, filter: &Filter) {
        let is_quiet = Color::ALL.into_iter().all(|side| !position.could_capture(side));
        if !filter.admits(position, is_quiet) {
            return;
        }
        self.counts.all.add(value);
        if is_quiet {
            self.counts.quiet.add(value);
            if self.side == Color::White
                && let Some(passed) = set.wdl_after_pass(position)
            {
                self.zugzwangs.add(position, value.wdl(), passed);
            }
        }
        match value {
            Value::Win(plies) => lengthen(&mut self.longest_win, plies, position),
            Value::Loss(plies) => lengthen(&mut self.longest_loss, plies, position),
            // A draw is a fortress only if more pieces are an advantage.
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
            found.map(|(plies, position)| Longest::of(set, plies, position))
        };
        SideSurvey {
            side: self.side,
            counts: self.counts,
            longest_win: longest(self.longest_win),
            longest_loss: longest(self.longest_loss),
            quiet_draw: self.quiet_draw.as_deref().map(ShownPosition::of),
            zugzwangs: self.zugzwangs,
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
