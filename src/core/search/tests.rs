//! Tests of evaluators with a state, which must always be the state of the position being evaluated.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::*;
use crate::eval::MAN;
use crate::notation::{parse_fen, parse_hub_position};
use crate::rules::games::{Dameo, Harzdame, Hexdame, International, Vanguard};
use crate::rules::{Bitboard, Board, Color, Game, Kind, RuleOptions, Square, Word};

/// The value of a piece on this cell. It differs from cell to cell, so that every mistake shows.
fn value(kind: Kind, square: Square) -> i32 {
    match kind {
        Kind::Man => MAN + square.index() as i32,
        Kind::King => 3 * MAN - 2 * square.index() as i32,
    }
}

fn sum<W: Word>(kind: Kind, pieces: Bitboard<W>) -> i32 {
    pieces.into_iter().map(|square| value(kind, square)).sum()
}

fn kind<G: Game>(position: &Position<G>, color: Color, square: Square) -> Kind {
    if position.board().kings(color).contains(square) { Kind::King } else { Kind::Man }
}

/// Material and piece-square tables, computed from scratch.
fn sum_of<W: Word>(board: &Board<W>) -> i32 {
    let of = |color| sum(Kind::Man, board.men(color)) + sum(Kind::King, board.kings(color));
    of(Color::White) - of(Color::Black)
}

fn for_side(side: Color, sum: i32) -> i32 {
    if side == Color::White { sum } else { -sum }
}

/// Material and piece-square tables, updated with every move.
#[derive(Default)]
struct Incremental {
    evaluations: AtomicU64,
}

/// The sum of a position, with its key to detect a wrong state.
#[derive(Default)]
struct Sum {
    key: u64,
    sum: i32,
}

impl<G: Game> Evaluator<G> for Incremental {
    type State = Sum;

    fn start(&self, position: &Position<G>) -> Sum {
        Sum { key: position.key(), sum: sum_of(position.board()) }
    }

    fn make_move(
        &self,
        state: &Sum,
        before: &Position<G>,
        mv: Move<G::Word>,
        after: &Position<G>,
        next: &mut Sum,
    ) {
        assert_eq!(state.key, before.key(), "the state of another position was passed on");
        let us = before.side();
        let (kind, kind_after) = (kind(before, us, mv.from()), kind(after, us, mv.to()));
        let kings = mv.captured() & before.board().kings(!us);
        let moved = value(kind_after, mv.to()) - value(kind, mv.from());
        let captured = sum(Kind::King, kings) + sum(Kind::Man, mv.captured() & !kings);
        *next = Sum { key: after.key(), sum: state.sum + for_side(us, moved + captured) };
    }

    fn evaluate(&self, position: &Position<G>, state: &mut Sum) -> i32 {
        assert_eq!(state.key, position.key(), "the state of another position was evaluated");
        assert_eq!(state.sum, sum_of(position.board()), "the sum is wrong");
        self.evaluations.fetch_add(1, Relaxed);
        for_side(position.side(), state.sum)
    }
}

/// The same, updated only when a position is evaluated, by its difference from the last position at this ply.
struct Lazy;

#[derive(Default)]
struct SumOfBoard<W> {
    board: Board<W>,
    sum: i32,
}

impl<G: Game> Evaluator<G> for Lazy {
    type State = SumOfBoard<G::Word>;

    fn start(&self, _: &Position<G>) -> SumOfBoard<G::Word> {
        SumOfBoard::default()
    }

    fn make_move(
        &self,
        _: &SumOfBoard<G::Word>,
        _: &Position<G>,
        _: Move<G::Word>,
        _: &Position<G>,
        _: &mut SumOfBoard<G::Word>,
    ) {
    }

    fn evaluate(&self, position: &Position<G>, state: &mut SumOfBoard<G::Word>) -> i32 {
        let (old, new) = (state.board, *position.board());
        for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
            let men = [old.men(color), new.men(color)];
            let kings = [old.kings(color), new.kings(color)];
            for (kind, [old, new]) in [(Kind::Man, men), (Kind::King, kings)] {
                state.sum += sign * (sum(kind, new & !old) - sum(kind, old & !new));
            }
        }
        state.board = new;
        for_side(position.side(), state.sum)
    }
}

/// The same, computed from scratch at every position.
struct FromScratch;

impl<G: Game> Evaluator<G> for FromScratch {
    type State = ();

    fn start(&self, _: &Position<G>) {}

    fn make_move(&self, (): &(), _: &Position<G>, _: Move<G::Word>, _: &Position<G>, (): &mut ()) {}

    fn evaluate(&self, position: &Position<G>, (): &mut ()) -> i32 {
        for_side(position.side(), sum_of(position.board()))
    }
}

/// Stops a search after `most` moves, and counts those made.
struct Limit {
    most: u64,
    made: u64,
}

impl Handler for Limit {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes >= self.most { Err(Stopped) } else { Ok(self.most) }
    }

    fn lines(&mut self, _: &[Line], progress: Progress) {
        self.made = progress.nodes;
    }
}

/// Searches with an evaluator for at most `most` moves. Returns the two best lines and the number of moves made.
fn search<G: Playable>(evaluator: &impl Evaluator<G>, game: &Record<G>, most: u64) -> (Vec<Line>, u64) {
    let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
    let goal = Goal { lines: 2, ..Goal::default() };
    let mut limit = Limit { most, made: 0 };
    let endgames = Endgames::none();
    let lines = Searcher::new().search_with_evaluator(evaluator, game, &table, &endgames, goal, &mut limit);
    (lines, limit.made)
}

/// Searches with all three evaluators, which must give the same result. Returns the number of evaluated positions.
fn check<G: Playable>(position: Position<G>, most: u64) -> u64 {
    let game = Record::new(position);
    let incremental = Incremental::default();
    let expected = search(&FromScratch, &game, most);
    assert_eq!(search(&incremental, &game, most), expected);
    assert_eq!(search(&Lazy, &game, most), expected);
    incremental.evaluations.into_inner()
}

fn check_game<G: Playable>(fens: &[&str]) {
    let start = Position::<G>::start();
    let read = |fen: &&str| parse_fen::<G>(fen, &RuleOptions::default()).expect("a position").position;
    let positions = fens.iter().map(read).chain([start]);
    let evaluations: u64 = positions.map(|position| check(position, 3_000)).sum();
    assert!(evaluations > 1_000, "only {evaluations} in {}", G::VARIANT);
}

#[test]
fn the_state_of_an_evaluator_follows_the_search() {
    check_game::<International>(&["B:WK6,K21,45:BK3,17", "W:W7,28,32,33:BK46,2,14,19,23"]);
    check_game::<Vanguard>(&["W:W7,28,32,33:BK46,2,14,19,23"]);
    check_game::<Dameo>(&["W:We2,e3,f2,f4,g3:BKd8,e6,f7", "B:WKa1,c3,d4,e4,f7:BKh8,c6,d7,e2"]);
    check_game::<Hexdame>(&["B:WKa1,Kc3:BKi9,e6", "W:Wa3,b2,c4,d4,e4,h8:Bf6,g6,e7,i7,f9"]);
    check_game::<Harzdame>(&["W:WKa8,c4,d2:BKh1,f6"]);
}

/// A position whose captures take too long to find is a leaf: it is evaluated after one of them.
#[test]
fn the_state_of_an_evaluator_reaches_leaves_with_too_many_captures() {
    let text = include_str!("../../../tests/data/captures/dameo.tsv");
    let rows = text.lines().filter(|row| row.starts_with("opponent"));
    let positions: Vec<_> = rows.filter_map(|row| row.rsplit('\t').next()).collect();
    assert!(!positions.is_empty());
    for text in positions {
        let position = parse_hub_position::<Dameo>(text, None, &RuleOptions::default()).expect("a position");
        check(position, 60);
    }
}
