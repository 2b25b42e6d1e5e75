//! A search, by annealing, for positions whose captures are as expensive to find as possible.

// Nothing in a test crate is public.
#![allow(unreachable_pub)]

use coupturc::notation::hub_position_text;
use coupturc::rules::{Bitboard, Color, Game, MoveList, Position, RuleOptions, Setup, SetupError, Square};

use super::Rng;

/// The kind of positions to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Whether the captures are those of the player to move; otherwise they become possible after a quiet move.
    pub at_once: bool,
    /// Whether each side has at most as many pieces as at the start.
    pub start_material: bool,
}

/// The number of changes tried before a restart.
const CHANGES: u32 = 3_000;

/// The best position of one run, and the number of steps that its captures take (the opponent's, if those are sought).
/// `None` if the run found nothing.
pub fn expensive_position<G: Game>(wanted: Wanted, rng: &mut Rng) -> Option<(String, u32)> {
    let most = G::START[Color::White].count();
    let mut here = beginning::<G>(rng, most);
    let mut cost = cost_of::<G>(&here, wanted)?;
    let mut best: Option<(f64, u32, Setup)> = None;
    for change in 0..CHANGES {
        let next = changed::<G>(&here, rng);
        let sizes = Color::ALL.map(|color| (next.men[color] | next.kings[color]).count());
        if wanted.start_material && sizes.iter().any(|&size| size > most) {
            continue;
        }
        let Some(next_cost) = cost_of::<G>(&next, wanted) else { continue };
        let heat = 0.5 * (1.0 - f64::from(change) / f64::from(CHANGES)) + 0.02;
        let chance = ((next_cost.0 - cost.0) / heat).exp();
        if (rng.below(1 << 20) as f64) < chance * f64::from(1 << 20) {
            (here, cost) = (next, next_cost);
        }
        if best.as_ref().is_none_or(|best| cost.0 > best.0) {
            best = Some((cost.0, cost.1, here));
        }
        if cost.1 == u32::MAX {
            break;
        }
    }
    let (_, steps, setup) = best.filter(|best| best.1 > 0)?;
    let side = if wanted.at_once { Color::White } else { Color::Black };
    let position = Position::<G>::from_setup(&Setup { side, ..setup }, &RuleOptions::default()).ok()?;
    Some((hub_position_text(&position), steps))
}

/// A starting point for annealing: a white king among many black ones; men in games that the first king wins.
fn beginning<G: Game>(rng: &mut Rng, most: u32) -> Setup {
    let mut setup = Setup::empty(Color::White);
    let pieces = if G::FIRST_KING_WINS { &mut setup.men } else { &mut setup.kings };
    pieces[Color::White] = any_cell::<G>(rng);
    while pieces[Color::Black].count() < most {
        let cell = any_cell::<G>(rng) & !pieces[Color::White];
        pieces[Color::Black] |= cell & !(G::PROMOTION[Color::Black]);
    }
    setup
}

fn any_cell<G: Game>(rng: &mut Rng) -> Bitboard {
    let cells: &[Square] = G::GEOMETRY.squares();
    rng.choose(cells).bitboard()
}

/// The setup with one or two pieces moved, added, exchanged or removed.
fn changed<G: Game>(setup: &Setup, rng: &mut Rng) -> Setup {
    let mut next = *setup;
    for _ in 0..1 + rng.below(2) {
        let (cell, from) = (any_cell::<G>(rng), any_cell::<G>(rng));
        for color in Color::ALL {
            next.men[color] &= !cell;
            next.kings[color] &= !cell;
        }
        match rng.below(8) {
            0 => {}
            1..=3 if G::FIRST_KING_WINS => next.men[Color::Black] |= cell,
            1 | 2 => next.kings[Color::Black] |= cell,
            3 => next.kings[Color::White] |= cell,
            4 => next.men[Color::White] |= cell,
            _ => move_piece(&mut next, from, cell),
        }
    }
    next
}

fn move_piece(setup: &mut Setup, from: Bitboard, to: Bitboard) {
    for color in Color::ALL {
        for pieces in [&mut setup.men[color], &mut setup.kings[color]] {
            if (*pieces & from).any() {
                *pieces = (*pieces & !from) | to;
            }
        }
    }
}

/// The score of a setup, and the number of steps that its captures take; `None` if it is not of the wanted kind.
fn cost_of<G: Game>(setup: &Setup, wanted: Wanted) -> Option<(f64, u32)> {
    let options = RuleOptions::default();
    let (steps, pieces) = match Position::<G>::from_setup(setup, &options) {
        Ok(position) => {
            let mut moves = MoveList::new();
            position.captures(&mut moves);
            // In most games all captures are as long as the first.
            let longest = moves.iter().map(|mv| mv.captured().count()).max();
            (moves.take_steps(), longest.unwrap_or_default())
        }
        Err(SetupError::TooManyCaptures(_)) if !wanted.at_once => (u32::MAX, 0),
        Err(_) => return None,
    };
    if !wanted.at_once {
        // The other side is to move and has no capture.
        let before = Setup { side: Color::Black, ..*setup };
        let before = Position::<G>::from_setup(&before, &options).ok()?;
        if before.could_capture(Color::Black) {
            return None;
        }
    }
    let value = if steps > 0 { 10.0 + f64::from(steps).ln() } else { 0.5 * f64::from(pieces) };
    Some((value, steps))
}
