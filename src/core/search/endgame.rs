//! Endgame tables in the search: scores, and lines of best play.

use once_cell::sync::OnceCell;

use super::root::RootMoves;
use super::score::Score;
use super::{Line, Run};
use crate::eval::{Evaluator, Playable};
use crate::rules::{Game, Move, MoveList, Position};
use crate::tables::{TableSet, Value, Verdict, Wdl};

/// Endgame tables for searches. They may arrive while a search is running.
#[derive(Debug)]
pub struct Endgames {
    /// Empty while the tables are being built or opened; `None` once it is certain that there will be none.
    set: OnceCell<Option<TableSet>>,
    /// Positions with more pieces are not looked up.
    pieces: usize,
}

impl Endgames {
    /// Pending tables, for positions with up to `pieces` pieces.
    #[must_use]
    pub const fn to_come(pieces: usize) -> Self {
        Self { set: OnceCell::new(), pieces }
    }

    /// No tables, now or later.
    #[must_use]
    pub const fn none() -> Self {
        Self { set: OnceCell::with_value(None), pieces: 0 }
    }

    /// Sets the tables, unless they have already arrived.
    pub fn arrive(&self, set: TableSet) {
        let _ = self.set.set(Some(set));
    }

    /// Notes that there will be no tables, unless they have already arrived.
    pub fn give_up(&self) {
        let _ = self.set.set(None);
    }

    /// The tables, if they have arrived.
    #[must_use]
    pub fn set(&self) -> Option<&TableSet> {
        self.set.get()?.as_ref()
    }

    /// Whether the tables have arrived, or it is certain that there will be none.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.set.get().is_some()
    }

    /// Positions with up to this many pieces are looked up.
    #[must_use]
    pub const fn pieces(&self) -> usize {
        self.pieces
    }
}

/// The endgame tables of one search.
pub(super) struct Lookup<'a> {
    endgames: &'a Endgames,
    set: Option<&'a TableSet>,
    /// Positions with more pieces are not looked up; 0 without tables.
    pieces: usize,
    /// The number of positions found in the tables.
    pub(super) hits: u64,
    /// Whether the root is a draw in the tables.
    pub(super) is_drawn: bool,
}

/// The maximum number of moves in a line of best play; looking up more would take milliseconds.
const LONGEST_LINE: usize = 100;

impl<'a> Lookup<'a> {
    pub(super) const fn new(endgames: &'a Endgames) -> Self {
        Self { endgames, set: None, pieces: 0, hits: 0, is_drawn: false }
    }

    /// Takes the tables if they have arrived since the last call. Returns whether they have.
    fn fetch(&mut self) -> bool {
        if self.set.is_some() {
            return false;
        }
        let Some(set) = self.endgames.set() else { return false };
        let largest = set.tables().iter().map(|table| table.material().pieces()).max();
        self.pieces = largest.unwrap_or(0).min(self.endgames.pieces);
        self.set = Some(set);
        true
    }

    /// The value of a position, if it is known and the game ends before a draw limit.
    fn value<G: Game>(&self, position: &Position<G>) -> Option<Value> {
        self.set?.probe_any(position).filter(|value| is_in_time(*value, position))
    }

    /// Whether the position is a draw, regardless of draw limits.
    fn is_draw<G: Game>(&self, position: &Position<G>) -> bool {
        self.set.and_then(|set| set.probe_wdl_any(position)) == Some(Wdl::Draw)
    }

    /// The score of a position for the search. From files it takes the result, whose tables need a fifth of the memory
    /// of distances; only where a draw limit may come before the win does it read the distance.
    fn score_in_search<G: Game>(&self, position: &Position<G>, ply: usize) -> Option<Score> {
        match self.set?.verdict_any(position)? {
            Verdict::Value(value) if is_in_time(value, position) => Some(score(value, ply)),
            Verdict::Value(_) => None,
            Verdict::Result(Wdl::Draw) => Some(Score::DRAW),
            Verdict::Result(_) if has_limits(position) => self.value(position).map(|value| score(value, ply)),
            Verdict::Result(result) => Some(score_of_result(result, ply)),
        }
    }

    #[inline]
    fn score<G: Game>(&self, position: &Position<G>, ply: usize) -> Option<Score> {
        match self.value(position) {
            Some(value) => Some(score(value, ply)),
            None => self.score_without_distance(position, ply),
        }
    }

    /// The score of a position whose distance to the end is unknown. `None` for a win or loss that a draw limit could
    /// prevent.
    fn score_without_distance<G: Game>(&self, position: &Position<G>, ply: usize) -> Option<Score> {
        let result = self.set?.probe_wdl_any(position)?;
        (result == Wdl::Draw || !has_limits(position)).then(|| score_of_result(result, ply))
    }

    /// The moves from `position` to the end of the game, with best play by both sides.
    fn best_play<G: Game>(&self, mut position: Position<G>) -> Vec<Move> {
        let mut line = Vec::new();
        while line.len() < LONGEST_LINE
            && position.outcome().is_none()
            && let Some((mv, _)) = self.best_move(&position)
        {
            line.push(mv.widen());
            position = position.play_legal(mv);
        }
        line
    }

    fn best_move<G: Game>(&self, position: &Position<G>) -> Option<(Move<G::Word>, Score)> {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let scored = legal.iter().map(|&mv| Some((mv, -self.score(&position.play_legal(mv), 1)?)));
        let known: Vec<_> = scored.flatten().collect();
        let all_are_known = known.len() == legal.len();
        let best = known.into_iter().rev().max_by_key(|&(_, score)| score)?;
        // A draw limit makes the value of some moves unknown; then only a win is certain to be best.
        if !all_are_known && best.1 <= Score::DRAW {
            return None;
        }
        // In a drawn position no move is best.
        best.1.is_decisive().then_some(best)
    }
}

/// Whether a draw limit may end the game.
fn has_limits<G: Game>(position: &Position<G>) -> bool {
    position.plies_to_draw_limit() != u16::MAX
}

/// Whether a position has this value although there are draw limits.
fn is_in_time<G: Game>(value: Value, position: &Position<G>) -> bool {
    match value {
        Value::Draw => true,
        Value::Win(plies) | Value::Loss(plies) => plies <= position.plies_to_draw_limit(),
    }
}

/// The score of a position with this result at an unknown distance, `ply` plies from the root.
fn score_of_result(result: Wdl, ply: usize) -> Score {
    match result {
        Wdl::Draw => Score::DRAW,
        Wdl::Win => Score::table_win_in(ply),
        Wdl::Loss => -Score::table_win_in(ply),
    }
}

/// The score of a position with this value, `ply` plies from the root.
fn score(value: Value, ply: usize) -> Score {
    match value {
        Value::Win(plies) => Score::win_in(ply + usize::from(plies)),
        Value::Draw => Score::DRAW,
        Value::Loss(plies) => Score::loss_in(ply + usize::from(plies)),
    }
}

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// Endgame table lookup: the score of the position, if it is in the tables.
    #[inline(always)]
    pub(super) fn endgame_score(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        if position.board().occupied().has_more_than(self.lookup.pieces) {
            return None;
        }
        self.looked_up_score(position, ply)
    }

    /// The lookup itself. It is separate so that only the check of the number of pieces is inlined.
    #[cold]
    fn looked_up_score(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        let score = self.lookup.score_in_search(position, ply)?;
        self.lookup.hits += 1;
        self.leaves.add(ply);
        Some(score)
    }

    /// Looks up the root once the tables have arrived. Returns the lines if no search is needed; otherwise
    /// `self.lookup` and `root` are set up for the search:
    ///
    /// | the root in the tables | moves searched | positions looked up |
    /// |---|---|---|
    /// | win or loss in n plies | none: the tables give the lines | |
    /// | draw, several lines wanted | none, if the tables know enough moves | |
    /// | draw, one line wanted | drawing moves, to find the hardest for the opponent | none: all would be equal |
    /// | outcome without a distance | moves that keep the outcome | with fewer pieces than the root |
    /// | unknown | all | all in the tables |
    pub(super) fn ask_endgames(&mut self, root: &mut RootMoves<G::Word>) -> Option<Vec<Line>> {
        if !self.lookup.fetch() || self.root.board().occupied().has_more_than(self.lookup.pieces) {
            return None;
        }
        let Some(value) = self.lookup.value(&self.root) else {
            self.keep_outcome(root);
            return None;
        };
        if value != Value::Draw || root.wanted() > 1 {
            return self.known_lines(root.wanted());
        }
        self.lookup.is_drawn = true;
        self.lookup.hits += 1;
        self.lookup.pieces = 0; // Looks up nothing more.
        root.keep(|mv| self.lookup.is_draw(&self.root.play_legal(mv)));
        None
    }

    /// Removes the moves that change the outcome of the root, if it is known without a distance. From then on only
    /// positions with fewer pieces are looked up: all positions with as many pieces as the root would score the same as
    /// the root, and the search would make no progress.
    fn keep_outcome(&mut self, root: &mut RootMoves<G::Word>) {
        let wdl = |position: &Position<G>| self.lookup.set.and_then(|set| set.probe_wdl_any(position));
        if let Some(outcome) = wdl(&self.root) {
            root.keep(|mv| wdl(&self.root.play_legal(mv)) == Some(outcome.reversed()));
            self.lookup.pieces = self.root.board().occupied().count() as usize - 1;
        }
    }

    /// The best `wanted` lines, if that many moves are in the tables.
    fn known_lines(&mut self, wanted: usize) -> Option<Vec<Line>> {
        let mut legal = MoveList::new();
        self.root.legal_moves(&mut legal);
        let score = |&mv: &Move<G::Word>| Some((mv, -self.lookup.score(&self.root.play_legal(mv), 1)?));
        let mut scored: Vec<_> = legal.iter().filter_map(score).collect();
        if scored.len() < wanted {
            return None;
        }
        scored.sort_by_key(|&(_, score)| -score);
        scored.truncate(wanted);
        self.lookup.hits += legal.len() as u64;
        Some(scored.into_iter().map(|(mv, score)| self.known_line(mv, score)).collect())
    }

    fn known_line(&self, mv: Move<G::Word>, score: Score) -> Line {
        let mut moves = vec![mv.widen()];
        moves.extend(self.lookup.best_play(self.root.play_legal(mv)));
        Line { depth: score.plies_to_end().unwrap_or(1), score, moves }
    }
}
