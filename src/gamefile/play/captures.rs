//! Captures: every route is walked to its end; then the order among captures and the halt rule decide.

use std::fmt;

use super::position::{Move, Position, without_repetitions};
use crate::board::{Piece, Step};
use crate::choices::{Criterion, Halt, InPassing, Landing, Prey, Removal, Vanguard};

/// The number of jumps that are tried or kept in one position: a second's work, and some megabytes.
const MOST_JUMPS: usize = 1_000_000;

/// The error for a position with more ways to capture than can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCaptures;

impl fmt::Display for TooManyCaptures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a piece can capture in more ways than can be followed")
    }
}

impl std::error::Error for TooManyCaptures {}

/// A leap over one enemy piece.
#[derive(Clone, Copy)]
struct Jump {
    step: Step,
    over: usize,
    is_king: bool,
    to: usize,
    /// Whether `to` is the cell right behind the captured piece.
    is_behind: bool,
}

/// A complete capture.
struct Route {
    from: usize,
    /// The piece before the move.
    piece: Piece,
    is_crowned: bool,
    jumps: Vec<Jump>,
}

/// All legal captures of the side to move, sorted.
pub(super) fn legal_captures(position: &Position<'_>) -> Result<Vec<Move>, TooManyCaptures> {
    let (mut routes, mut tried) = (Vec::new(), 0);
    for (from, piece) in position.pieces_of(position.side) {
        let mut walk = Walk { position, from, piece, jumps: Vec::new(), tried: &mut tried };
        walk.extend(&mut routes)?;
    }
    for &criterion in &position.rules.captures.order {
        let best = routes.iter().map(|route| rank(position, criterion, route)).max();
        routes.retain(|route| Some(rank(position, criterion, route)) == best);
    }
    // Where a king halts never changes what it captures, so the order comes first.
    let halt = position.rules.kings.halt;
    routes.retain(|route| !route.piece.is_king || obeys(halt, &route.jumps));
    Ok(without_repetitions(routes.iter().map(to_move)))
}

/// How a capture ranks by one criterion. Only the highest rank is legal.
fn rank(position: &Position<'_>, criterion: Criterion, route: &Route) -> usize {
    let captures = &position.rules.captures;
    let worth = |is_king| if is_king { captures.value_of_king } else { captures.value_of_man } as usize;
    let mut taken = route.jumps.iter().map(|jump| jump.is_king);
    match criterion {
        Criterion::MostPieces => route.jumps.len(),
        Criterion::MostValue => taken.map(worth).sum(),
        Criterion::ByKing => usize::from(route.piece.is_king),
        Criterion::MostKings => taken.filter(|&is_king| is_king).count(),
        Criterion::KingSoonest => taken.position(|is_king| is_king).map_or(0, |before| usize::MAX - before),
    }
}

/// Whether a king's capture stops where the halt rule allows it.
fn obeys(halt: Halt, jumps: &[Jump]) -> bool {
    let king_from_end = |n: usize| jumps.iter().rev().nth(n).is_some_and(|jump| jump.is_king);
    let must_halt = match halt {
        Halt::Never => false,
        Halt::Killer => king_from_end(0),
        Halt::Damme => jumps.len() >= 2,
        Halt::KillerLight => jumps.len() >= 2 && king_from_end(0),
        Halt::Winther => king_from_end(0) && king_from_end(1),
    };
    !must_halt || jumps.last().is_some_and(|jump| jump.is_behind)
}

fn to_move(route: &Route) -> Move {
    let mut captured: Vec<usize> = route.jumps.iter().map(|jump| jump.over).collect();
    captured.sort_unstable();
    let to = route.jumps.last().map_or(route.from, |jump| jump.to);
    Move { from: route.from, to, captured, is_crowned: route.is_crowned }
}

/// The search for all routes of one piece.
struct Walk<'a, 'r> {
    position: &'a Position<'r>,
    from: usize,
    /// The piece before the move.
    piece: Piece,
    /// The jumps up to here.
    jumps: Vec<Jump>,
    /// The jumps tried and kept in this position.
    tried: &'a mut usize,
}

impl Walk<'_, '_> {
    /// Extends the route by every possible jump. A route is complete when there is no further jump.
    fn extend(&mut self, routes: &mut Vec<Route>) -> Result<(), TooManyCaptures> {
        let next = if self.is_stopped() { Vec::new() } else { self.next_jumps() };
        if next.is_empty() && !self.jumps.is_empty() {
            let is_crowned = self.now().is_king && !self.piece.is_king;
            routes.push(Route { from: self.from, piece: self.piece, is_crowned, jumps: self.jumps.clone() });
            *self.tried += self.jumps.len();
        }
        *self.tried += next.len();
        if *self.tried > MOST_JUMPS {
            return Err(TooManyCaptures);
        }
        for jump in next {
            self.jumps.push(jump);
            self.extend(routes)?;
            self.jumps.pop();
        }
        Ok(())
    }

    /// Whether the piece has landed on a promotion cell during the capture.
    fn has_touched_promotion(&self) -> bool {
        let rules = self.position.rules;
        !self.piece.is_king && self.jumps.iter().any(|jump| rules.promotes(self.piece.color, jump.to))
    }

    /// Whether a promotion has ended the move.
    fn is_stopped(&self) -> bool {
        self.position.rules.in_passing == InPassing::Stops && self.has_touched_promotion()
    }

    /// The piece after the jumps up to here.
    fn now(&self) -> Piece {
        let is_crowned = self.position.rules.in_passing != InPassing::Nothing && self.has_touched_promotion();
        Piece { is_king: self.piece.is_king || is_crowned, ..self.piece }
    }

    /// The piece on a cell after the jumps up to here. The origin of the capturing piece is empty.
    fn at(&self, cell: usize) -> Option<Piece> {
        let is_gone = self.position.rules.captures.removal == Removal::AtOnce && self.has_taken(cell);
        if cell == self.from || is_gone { None } else { self.position.pieces[cell] }
    }

    fn has_taken(&self, cell: usize) -> bool {
        self.jumps.iter().any(|jump| jump.over == cell)
    }

    /// All jumps with which the capture can go on.
    fn next_jumps(&mut self) -> Vec<Jump> {
        let mut found = Vec::new();
        for step in self.steps() {
            let mut along = self.jumps_along(step);
            // A piece lands where it can go on, if there is such a cell. Where captures must take the most, shorter
            // ones are dropped anyway.
            let takes_most = matches!(
                self.position.rules.captures.order.first(),
                Some(Criterion::MostPieces | Criterion::MostValue)
            );
            if along.len() > 1 && !takes_most {
                let goes_on: Vec<bool> = along.iter().map(|&jump| self.goes_on(jump)).collect();
                if goes_on.contains(&true) {
                    let mut goes_on = goes_on.into_iter();
                    along.retain(|_| goes_on.next() == Some(true));
                }
            }
            found.extend(along);
        }
        found
    }

    /// Whether there is a further jump after this one.
    fn goes_on(&mut self, jump: Jump) -> bool {
        self.jumps.push(jump);
        let goes_on = self.steps().into_iter().any(|step| !self.jumps_along(step).is_empty());
        self.jumps.pop();
        goes_on
    }

    /// The steps in which the piece captures now.
    fn steps(&self) -> Vec<Step> {
        let (rules, piece) = (self.position.rules, self.now());
        let directions = if piece.is_king { &rules.kings.captures } else { &rules.men.captures };
        directions.steps(piece.color).collect()
    }

    /// The jumps in one direction: over one piece, to one or several cells.
    fn jumps_along(&self, step: Step) -> Vec<Jump> {
        let (rules, piece) = (self.position.rules, self.now());
        let flies = piece.is_king && rules.kings.flying;
        let Some((over, victim)) = self.victim(step, flies) else { return Vec::new() };
        let take = if piece.is_king { rules.kings.take } else { rules.men.take };
        let is_prey = victim.color != piece.color && (take == Prey::All || !victim.is_king);
        // No piece may be jumped twice.
        if !is_prey || self.has_taken(over) || self.is_shielded(over, step) || self.turns_back(step) {
            return Vec::new();
        }
        let reach = if flies && rules.kings.land == Landing::Anywhere { usize::MAX } else { 1 };
        let behind = rules.board.ray(over, step).take(reach).take_while(|&cell| self.at(cell).is_none());
        let jump = |(place, to)| Jump { step, over, is_king: victim.is_king, to, is_behind: place == 0 };
        behind.enumerate().map(jump).collect()
    }

    /// The first piece in a direction: next to the capturing piece, or behind any number of empty cells if it flies.
    fn victim(&self, step: Step, flies: bool) -> Option<(usize, Piece)> {
        let at = self.jumps.last().map_or(self.from, |jump| jump.to);
        let mut ray = self.position.rules.board.ray(at, step).take(if flies { usize::MAX } else { 1 });
        ray.find_map(|cell| Some((cell, self.at(cell)?)))
    }

    /// Whether the jump would reverse the direction of the last one, in a game that forbids this.
    fn turns_back(&self, step: Step) -> bool {
        let is_opposite = |jump: &Jump| jump.step == (-step.0, -step.1);
        !self.position.rules.captures.turn_back && self.jumps.last().is_some_and(is_opposite)
    }

    /// Whether a man must not make this jump because it would take the vanguard backwards. A man that has become a king
    /// on the way is none.
    fn is_shielded(&self, over: usize, step: Step) -> bool {
        let in_scope = match self.position.rules.captures.vanguard {
            Vanguard::None => false,
            Vanguard::First => self.jumps.is_empty(),
            Vanguard::Whole => true,
        };
        in_scope
            && self.position.vanguard == Some(over)
            && !self.now().is_king
            && self.position.rules.board.is_backward(self.piece.color, step)
    }
}
