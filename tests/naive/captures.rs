//! Captures: every route is walked to its end; then the priority among captures, the halt rule and the rule about equal
//! captures are applied, in this order.

use std::collections::BTreeSet;

use super::board::{Board, Kind, Piece};
use super::game::{CaptureOrder, Game, Halt, Scope};
use super::geometry::{Cell, Step, capture_steps, is_backwards, is_promotion, ray};
use super::moves::Move;
use super::position::NaivePosition;

/// One leap over one enemy piece.
#[derive(Clone, Copy)]
struct Jump {
    step: Step,
    over: Cell,
    taken: Piece,
    to: Cell,
    /// Whether `to` is the cell immediately behind the captured piece.
    halts: bool,
}

/// A capture in the order in which it is played.
struct Route {
    from: Cell,
    /// The piece before the move.
    piece: Piece,
    /// Whether it has become a king during the capture.
    crowned: bool,
    jumps: Vec<Jump>,
}

/// All legal captures of the side to move.
pub fn legal_captures(position: &NaivePosition) -> BTreeSet<Move> {
    let mut routes = Vec::new();
    for (from, piece) in position.board.pieces_of(position.to_move) {
        Walk::new(position, from, piece).extend(&mut Vec::new(), &mut routes);
    }
    if position.game.capture_order() == CaptureOrder::MostValuable {
        keep_most_valuable(&mut routes);
    }
    // Halting never changes how many pieces are taken: the majority rule comes first.
    if position.game.has_halt_rules() {
        routes.retain(|route| obeys_halt(position.options.halt, route));
    }
    // A set, because captures that differ only in their route are one move.
    routes.iter().map(to_move).collect()
}

/// Of all captures of all pieces, only those that take the greatest value are legal. n kings are worth more than 2n - 1
/// men and less than 2n men: the values 199 and 100 ensure that for all possible numbers of pieces. Of equally valuable
/// captures, those by kings take priority over those by men.
fn keep_most_valuable(routes: &mut Vec<Route>) {
    let worth = |kind| if kind == Kind::King { 199 } else { 100 };
    let value = |route: &Route| {
        let taken: u32 = route.jumps.iter().map(|jump| worth(jump.taken.kind)).sum();
        (taken, route.piece.kind == Kind::King)
    };
    let most = routes.iter().map(value).max();
    routes.retain(|route| Some(value(route)) == most);
}

/// Whether the capture stops where the halt rule allows it.
fn obeys_halt(halt: Halt, route: &Route) -> bool {
    // Halt rules only bind kings.
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
    let captured = route.jumps.iter().map(|jump| jump.over).collect();
    Move { from: route.from, to: last.to, captured, crowned: route.crowned }
}

/// The search for all routes of one piece.
struct Walk<'a> {
    position: &'a NaivePosition,
    /// The board without the capturing piece: its origin counts as empty from the moment it leaves.
    board: Board,
    from: Cell,
    /// Its kind at the start of the move.
    piece: Piece,
}

impl<'a> Walk<'a> {
    fn new(position: &'a NaivePosition, from: Cell, piece: Piece) -> Self {
        let mut board = position.board.clone();
        board.set(from, None);
        Walk { position, board, from, piece }
    }

    /// Extends a route by every possible jump. A capture continues as long as it can, so a route is complete when there
    /// is no further jump.
    fn extend(&self, jumps: &mut Vec<Jump>, routes: &mut Vec<Route>) {
        let next = self.next_jumps(jumps);
        if next.is_empty() && !jumps.is_empty() {
            self.keep(jumps, routes);
        }
        for jump in next {
            jumps.push(jump);
            self.extend(jumps, routes);
            jumps.pop();
        }
    }

    /// Keeps a complete route. Of all captures of all pieces, in most games only those that take the most pieces are legal;
    /// men and kings count the same. The others, of which there can be millions, are dropped at once.
    fn keep(&self, jumps: &[Jump], routes: &mut Vec<Route>) {
        if self.position.game.capture_order() == CaptureOrder::Most {
            let most = routes.first().map_or(0, |route| route.jumps.len());
            if jumps.len() < most {
                return;
            }
            if jumps.len() > most {
                routes.clear();
            }
        }
        let (piece, crowned) = (self.piece, self.piece_after(jumps) != self.piece);
        routes.push(Route { from: self.from, piece, crowned, jumps: jumps.to_vec() });
    }

    /// The kind of the capturing piece after these jumps: unchanged, even on promotion cells, unless the game promotes
    /// men during a capture.
    fn piece_after(&self, jumps: &[Jump]) -> Piece {
        let game = self.position.game;
        let Piece { color, kind } = self.piece;
        let is_crowned =
            game.crowns_in_passing() && jumps.iter().any(|jump| is_promotion(game, color, jump.to));
        Piece { color, kind: if is_crowned { Kind::King } else { kind } }
    }

    /// The piece on a cell after these jumps: captured pieces stay until the whole move is over, unless the game
    /// removes them immediately.
    fn at(&self, cell: Cell, jumps: &[Jump]) -> Option<Piece> {
        let is_gone = self.position.game.removes_at_once() && jumps.iter().any(|jump| jump.over == cell);
        if is_gone { None } else { self.board.at(cell) }
    }

    /// All jumps with which a capture can continue.
    fn next_jumps(&self, jumps: &[Jump]) -> Vec<Jump> {
        let mut found = Vec::new();
        for &step in capture_steps(self.position.game, self.piece_after(jumps)) {
            let mut along = self.jumps_along(step, jumps);
            // The piece must land where it can continue, if there is such a cell. In games in which captures must take
            // the most pieces, shorter ones are dropped anyway.
            let can_go_on = |jump: &Jump| self.can_go_on(&[jumps, &[*jump]].concat());
            if self.position.game.capture_order() == CaptureOrder::Any && along.iter().any(can_go_on) {
                along.retain(can_go_on);
            }
            found.extend(along);
        }
        found
    }

    /// Whether there is any further jump.
    fn can_go_on(&self, jumps: &[Jump]) -> bool {
        let mut steps = capture_steps(self.position.game, self.piece_after(jumps)).iter();
        steps.any(|&step| !self.jumps_along(step, jumps).is_empty())
    }

    /// The jumps in one direction: over one piece, to one or several cells.
    fn jumps_along(&self, step: Step, jumps: &[Jump]) -> Vec<Jump> {
        let piece = self.piece_after(jumps);
        let Some((over, taken)) = self.victim(step, piece, jumps) else {
            return Vec::new();
        };
        // No piece may be jumped twice.
        let taken_before = jumps.iter().any(|jump| jump.over == over);
        if taken_before || self.is_shielded(over, step, jumps) || self.turns_back(step, jumps) {
            return Vec::new();
        }
        let landings = self.landings(over, step, piece, jumps).into_iter().enumerate();
        landings.map(|(place, to)| Jump { step, over, taken, to, halts: place == 0 }).collect()
    }

    /// The enemy piece that can be jumped in this direction, if there is room behind it.
    fn victim(&self, step: Step, piece: Piece, jumps: &[Jump]) -> Option<(Cell, Piece)> {
        let at = jumps.last().map_or(self.from, |jump| jump.to);
        let mut line = ray(self.position.game, at, step);
        let over = match piece.kind {
            // An adjacent piece.
            Kind::Man => line.next(),
            // A piece behind any number of empty cells.
            Kind::King => line.find(|&cell| self.at(cell, jumps).is_some()),
        }?;
        let victim = self.at(over, jumps)?;
        (victim.color != piece.color).then_some((over, victim))
    }

    /// The empty cells behind a piece on which the capturing piece can land, the nearest first.
    fn landings(&self, over: Cell, step: Step, piece: Piece, jumps: &[Jump]) -> Vec<Cell> {
        let reach = match piece.kind {
            // Immediately behind it.
            Kind::Man => 1,
            // Any of the empty cells behind it.
            Kind::King => usize::MAX,
        };
        ray(self.position.game, over, step)
            .take(reach)
            .take_while(|&cell| self.at(cell, jumps).is_none())
            .collect()
    }

    /// Whether the next jump would reverse the direction of the last one, in a game that forbids this.
    fn turns_back(&self, step: Step, jumps: &[Jump]) -> bool {
        let is_opposite = |jump: &Jump| jump.step == (-step.0, -step.1);
        !self.position.game.may_turn_back() && jumps.last().is_some_and(is_opposite)
    }

    /// Whether a man must not make this jump because it would capture the vanguard backwards.
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
