//! Extra state in tables: its number among all states that a position can have, its image under a symmetry, and the
//! moves that could have led to it.
//!
//! Generic over the type of the state, so that games without extra state pay nothing.

use super::{Bitboard, Board, Move};
use crate::rules::games::{KingMoves, VanguardMan};
use crate::rules::{ByColor, Color, Extra, ExtraKind, ExtraState, Kind, Square};

/// The number of states that a position can have, given the men and kings of each side and the side to move.
pub(super) fn count(kind: ExtraKind, men: ByColor<usize>, kings: ByColor<usize>, side: Color) -> usize {
    match kind {
        ExtraKind::None => 1,
        // The vanguard is any man of the side that has moved, or there is none. It is irrelevant if the other side has
        // no man that could capture it.
        ExtraKind::Vanguard if men[side] > 0 => 1 + men[!side],
        ExtraKind::Vanguard => 1,
        ExtraKind::KingMoves => Color::ALL.into_iter().map(|color| runs(men[color], kings[color])).product(),
    }
}

/// The number of states of one side: either no king's moves are being counted, or one of its kings has made the last
/// 1 to [`KingMoves::MOST`] moves. Only sides with men have such a state.
const fn runs(men: usize, kings: usize) -> usize {
    if men > 0 { 1 + KingMoves::MOST as usize * kings } else { 1 }
}

/// The number of states of each side, given the board.
#[inline]
fn runs_on(board: &Board) -> ByColor<usize> {
    let of = |color| runs(board.men(color).count() as usize, board.kings(color).count() as usize);
    ByColor::new(of(Color::White), of(Color::Black))
}

/// The number of cells of `set` before `square`.
#[inline]
fn before(square: Square, set: Bitboard) -> usize {
    (set & Bitboard::below(square)).count() as usize
}

/// The number of a state among those that the position can have, from 0.
#[inline]
pub(super) fn number(extra: impl Extra<u64>, board: &Board, side: Color) -> usize {
    match extra.state() {
        ExtraState::None => 0,
        ExtraState::Vanguard(man) => match man.square() {
            Some(square) if board.men(side).any() => 1 + before(square, board.men(!side)),
            _ => 0,
        },
        ExtraState::KingMoves(moves) => {
            let of = |color| match moves.of(color) {
                Some((king, count)) if board.men(color).any() => {
                    usize::from(KingMoves::MOST) * before(king, board.kings(color)) + usize::from(count)
                }
                _ => 0,
            };
            of(Color::White) * runs_on(board)[Color::Black] + of(Color::Black)
        }
    }
}

/// The state with this number, the inverse of [`number`].
#[inline]
pub(super) fn numbered<E: Extra<u64>>(number: usize, board: &Board, side: Color) -> E {
    let state = match E::KIND {
        ExtraKind::None => ExtraState::None,
        ExtraKind::Vanguard => {
            let man = number.checked_sub(1).and_then(|place| board.men(!side).into_iter().nth(place));
            man.map_or(ExtraState::None, |man| ExtraState::Vanguard(VanguardMan::on(man)))
        }
        ExtraKind::KingMoves => {
            let black = runs_on(board)[Color::Black];
            let mut moves = KingMoves::default();
            for (color, number) in [(Color::White, number / black), (Color::Black, number % black)] {
                let Some(number) = number.checked_sub(1) else { continue };
                let (place, count) =
                    (number / usize::from(KingMoves::MOST), number % usize::from(KingMoves::MOST));
                let king = board.kings(color).into_iter().nth(place);
                moves = king.map_or(moves, |king| moves.with(color, Some(king), count as u8 + 1));
            }
            ExtraState::KingMoves(moves)
        }
    };
    E::of_state(state).unwrap_or_default()
}

/// The same state after every cell is mapped by `map` and the colours are exchanged.
#[inline]
pub(super) fn turned<E: Extra<u64>>(extra: E, map: impl Fn(Square) -> Square) -> E {
    let state = match extra.state() {
        ExtraState::None => return extra,
        ExtraState::Vanguard(man) => match man.square() {
            Some(square) => ExtraState::Vanguard(VanguardMan::on(map(square))),
            None => return extra,
        },
        ExtraState::KingMoves(moves) => {
            let of_both = Color::ALL.into_iter().filter_map(|color| Some((color, moves.of(color)?)));
            ExtraState::KingMoves(of_both.fold(KingMoves::default(), |turned, (color, (king, count))| {
                turned.with(!color, Some(map(king)), count)
            }))
        }
    };
    E::of_state(state).unwrap_or_default()
}

/// The pieces of `us` that could have made the last move, a quiet one, given the state and the board after it.
#[inline]
pub(super) fn last_movers<E: Extra<u64>>(extra: E, us: Color, board: &Board) -> Bitboard {
    match (E::KIND, extra.state()) {
        (ExtraKind::None, _) => board.pieces(us),
        // The vanguard; if there is none, a king.
        (ExtraKind::Vanguard, ExtraState::Vanguard(man)) => {
            man.square().map_or(board.kings(us), Square::bitboard)
        }
        (ExtraKind::Vanguard, _) => board.kings(us),
        (ExtraKind::KingMoves, state) => {
            let king = match state {
                ExtraState::KingMoves(moves) => moves.of(us),
                _ => None,
            };
            // The king whose moves are counted. If there is none, a man, provided that there are men.
            match (king, board.men(us)) {
                (Some((king, _)), _) => king.bitboard(),
                (None, Bitboard::EMPTY) => board.kings(us),
                (None, men) => men,
            }
        }
    }
}

/// Whether the quiet move `mv` by one of the [`last_movers`] leads from the state `before` to the state `extra` and the
/// board `after`.
#[inline]
pub(super) fn follows<E: Extra<u64>>(extra: E, before: E, us: Color, mv: Move, after: &Board) -> bool {
    let kind = || if after.kings(us).contains(mv.to()) { Kind::King } else { Kind::Man };
    E::KIND != ExtraKind::KingMoves
        || !before.resting(us).contains(mv.from()) && before.next(us, mv, kind(), after) == extra
}
