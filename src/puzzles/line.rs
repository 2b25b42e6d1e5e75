//! The solution of a puzzle: its moves, as long as the solver has only one good one, and what they achieve.

use super::Aim;
use super::finder::{CHECK, Deed, deed};
use super::look::{Look, Looker};
use crate::rules::{AnyGame, AnyPosition, Color, Move, WithoutMove};
use crate::search::{Score, ScoreKind};

/// The maximum number of plies of a solution.
const MOST_PLIES: usize = 9;
/// The maximum number of plies after it until its gain is on the board and there is nothing to capture.
const MOST_AFTERWARDS: usize = 8;
/// The part of the nodes for a search of one of these.
const AFTERWARDS_SHARE: u64 = 5;
/// The value of a king in men.
const KING: i32 = 3;

/// A solution that was checked.
pub(super) struct Solution {
    /// The moves of the solver and the replies; the last one is the solver's.
    pub(super) moves: Vec<Move>,
    pub(super) aim: Aim,
    /// The long search of the first position.
    pub(super) check: Look,
}

impl Solution {
    /// The solution of a position with one move that does the `deed`. Each move of the solver is checked by a search
    /// with [`CHECK`] times `nodes`, and each reply found with `nodes`.
    pub(super) fn of(looker: &mut Looker<'_>, start: &dyn AnyGame, nodes: u64, what: Deed) -> Option<Self> {
        let rules = start.rules();
        let check = looker.look(start, CHECK * nodes, 2)?;
        (deed(&check, rules) == Some(what)).then_some(())?;
        let is_certain = is_win(check.best()?.score);
        let mut game = start.copy();
        let mut moves = Vec::new();
        // The number of moves up to the last of the solver's for which there was a choice.
        let mut chosen = 1;
        let mut next = check.best_move();
        while let Some(mv) = next {
            game.play(mv).ok()?;
            moves.push(mv);
            let is_shown =
                what == Deed::Win && !is_certain && gain(start, game.position()) > 0 && is_quiet(&*game);
            if game.outcome().is_some() || moves.len() >= MOST_PLIES || is_shown {
                break;
            }
            let reply = looker.look(&*game, nodes, 1)?.best_move()?;
            game.play(reply).ok()?;
            next = match game.legal_moves() {
                _ if game.outcome().is_some() => None,
                &[only] => Some(only),
                _ => {
                    let look = looker.look(&*game, CHECK * nodes, 2)?;
                    look.best_move()
                        .filter(|_| deed(&look, rules) == Some(what))
                        .inspect(|_| chosen = moves.len() + 2)
                }
            };
            if next.is_some() {
                moves.push(reply);
            }
        }
        let aim = match what {
            Deed::Save => Aim::Save,
            Deed::Win if is_certain => Aim::Game,
            Deed::Win => gained(looker, start, &*game, nodes / AFTERWARDS_SHARE)?,
        };
        // Forced moves that show no gain tell nothing.
        if aim == Aim::Save || (aim == Aim::Game && game.outcome().is_none()) {
            moves.truncate(chosen);
        }
        Some(Self { moves, aim, check })
    }
}

fn is_win(score: Score) -> bool {
    matches!(score.kind(), ScoreKind::WinIn(_) | ScoreKind::TableWinIn(_))
}

/// What the side that moves at the start gains by the solution and the best play after it; `None` if nothing that
/// counts.
fn gained(looker: &mut Looker<'_>, start: &dyn AnyGame, end: &dyn AnyGame, nodes: u64) -> Option<Aim> {
    let rules = start.rules();
    if rules.without_move == WithoutMove::Wins || rules.first_king_wins {
        return None;
    }
    let mut game = end.copy();
    for _ in 0..MOST_AFTERWARDS {
        if game.outcome().is_some() || (is_quiet(&*game) && gain(start, game.position()) > 0) {
            break;
        }
        let mv = looker.look(&*game, nodes, 1)?.best_move()?;
        game.play(mv).ok()?;
    }
    let side = start.position().side();
    let kings = |game: &dyn AnyGame| game.position().board().kings(side).count();
    match gain(start, game.position()) {
        1.. if kings(&*game) > kings(start) => Some(Aim::King),
        1.. => Some(Aim::Material),
        _ => None,
    }
}

/// Whether the side to move has no capture.
fn is_quiet(game: &dyn AnyGame) -> bool {
    !game.position().could_capture(game.position().side())
}

/// How many men more than at the start its side is ahead.
fn gain(start: &dyn AnyGame, now: &dyn AnyPosition) -> i32 {
    let side = start.position().side();
    lead(now, side) - lead(start.position(), side)
}

/// By how many men a side is ahead.
pub(super) fn lead(position: &dyn AnyPosition, side: Color) -> i32 {
    let board = position.board();
    let value = |color| board.men(color).count() as i32 + KING * board.kings(color).count() as i32;
    value(side) - value(!side)
}
