//! Moves that take: every route is walked to its end, then the majority rule, the halt rule and the rule
//! about equal captures are applied, in this order.

use std::collections::BTreeSet;

use super::board::{Board, Kind, Piece};
use super::game::{Game, Halt, Scope};
use super::geometry::{Cell, Step, capture_steps, is_backwards, ray};
use super::moves::Move;
use super::position::NaivePosition;

/// One leap over one enemy piece.
#[derive(Clone, Copy)]
struct Jump {
    over: Cell,
    taken: Piece,
    to: Cell,
    /// Whether `to` is the cell immediately behind the captured piece.
    halts: bool,
}

/// A capture in the order in which it is played.
struct Route {
    from: Cell,
    piece: Piece,
    jumps: Vec<Jump>,
}

/// All legal captures of the side to move.
pub fn legal_captures(position: &NaivePosition) -> BTreeSet<Move> {
    let mut routes = Vec::new();
    for (from, piece) in position.board.pieces_of(position.to_move) {
        Walk::new(position, from, piece).extend(&mut Vec::new(), &mut routes);
    }
    keep_majority(&mut routes);
    // Halting never changes how many pieces are taken: the majority rule comes first.
    if position.game.is_international() {
        routes.retain(|route| obeys_halt(position.options.halt, route));
    }
    // A set, because captures that differ only in their route are one move.
    routes.iter().map(to_move).collect()
}

/// Of all captures of all pieces only those that take the greatest number are legal; man and king count one
/// each.
fn keep_majority(routes: &mut Vec<Route>) {
    let most = routes.iter().map(|route| route.jumps.len()).max();
    routes.retain(|route| Some(route.jumps.len()) == most);
}

/// Whether the capture stops where the halt rule wants it to.
fn obeys_halt(halt: Halt, route: &Route) -> bool {
    // Only kings are bound.
    if route.piece.kind == Kind::Man {
        return true;
    }
    let king_from_end = |n: usize| {
        let jump = route.jumps.iter().rev().nth(n);
        jump.is_some_and(|jump| jump.taken.kind == Kind::King)
    };
    let two_or_more = route.jumps.len() >= 2;
    let must_halt = match halt {
        Halt::None => false,
        Halt::Killer => king_from_end(0),
        Halt::Damme => two_or_more,
        Halt::KillerLight => two_or_more && king_from_end(0),
        Halt::Winther => king_from_end(0) && king_from_end(1),
    };
    !must_halt || route.jumps.last().is_some_and(|jump| jump.halts)
}

fn to_move(route: &Route) -> Move {
    let last = route.jumps.last().expect("a route has a jump");
    Move { from: route.from, to: last.to, captured: route.jumps.iter().map(|jump| jump.over).collect() }
}

/// The search for all routes of one piece.
struct Walk<'a> {
    position: &'a NaivePosition,
    /// The board without the capturing piece: its origin counts as empty from the moment it leaves. Captured
    /// pieces stay on it until the whole move is over.
    board: Board,
    from: Cell,
    /// Stays what it is during the whole capture, even on promotion cells.
    piece: Piece,
}

impl<'a> Walk<'a> {
    fn new(position: &'a NaivePosition, from: Cell, piece: Piece) -> Self {
        let mut board = position.board.clone();
        board.set(from, None);
        Walk { position, board, from, piece }
    }

    /// Prolongs a route by every possible jump. A capture goes on as long as it can, so a route is complete
    /// when there is no further jump.
    fn extend(&self, jumps: &mut Vec<Jump>, routes: &mut Vec<Route>) {
        let next = self.next_jumps(jumps);
        if next.is_empty() && !jumps.is_empty() {
            routes.push(Route { from: self.from, piece: self.piece, jumps: jumps.clone() });
        }
        for jump in next {
            jumps.push(jump);
            self.extend(jumps, routes);
            jumps.pop();
        }
    }

    fn next_jumps(&self, jumps: &[Jump]) -> Vec<Jump> {
        let at = jumps.last().map_or(self.from, |jump| jump.to);
        let mut found = Vec::new();
        for &step in capture_steps(self.position.game) {
            let Some((over, taken)) = self.victim(at, step) else {
                continue;
            };
            // No piece may be jumped twice.
            let taken_before = jumps.iter().any(|jump| jump.over == over);
            if taken_before || self.is_shielded(over, step, jumps) {
                continue;
            }
            let landings = self.landings(over, step).into_iter().enumerate();
            found.extend(landings.map(|(place, to)| Jump { over, taken, to, halts: place == 0 }));
        }
        found
    }

    /// The enemy piece that may be jumped in this direction, if there is room behind it.
    fn victim(&self, at: Cell, step: Step) -> Option<(Cell, Piece)> {
        let mut line = ray(self.position.game, at, step);
        let over = match self.piece.kind {
            // An adjacent piece.
            Kind::Man => line.next(),
            // A piece behind any number of empty cells.
            Kind::King => line.find(|&cell| self.board.at(cell).is_some()),
        }?;
        let victim = self.board.at(over)?;
        (victim.color != self.piece.color).then_some((over, victim))
    }

    /// The empty cells behind a piece where the capturing piece may land, the nearest first.
    fn landings(&self, over: Cell, step: Step) -> Vec<Cell> {
        let reach = match self.piece.kind {
            // Right behind it.
            Kind::Man => 1,
            // Any of the empty cells behind it.
            Kind::King => usize::MAX,
        };
        ray(self.position.game, over, step)
            .take(reach)
            .take_while(|&cell| self.board.at(cell).is_none())
            .collect()
    }

    /// Whether a man is forbidden to jump here because it would take the vanguard backwards.
    fn is_shielded(&self, over: Cell, step: Step, jumps: &[Jump]) -> bool {
        let in_scope = match self.position.options.scope {
            Scope::First => jumps.is_empty(),
            Scope::Whole => true,
        };
        self.position.game == Game::Vanguard
            && self.position.vanguard == Some(over)
            && self.piece.kind == Kind::Man
            && is_backwards(self.piece.color, step)
            && in_scope
    }
}
