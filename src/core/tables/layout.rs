//! Layout: where the value of each position of a class is stored.

use super::extra;
use super::game::TableGame;
use super::index::{Index, Number};
use super::pieces::{Material, Pieces};
use super::symmetry::Symmetries;
use super::value::{Plies, at_end};
use crate::rules::{ByColor, Color, Extra, Game, Kind, Placement};

/// Everything that the value of a position depends on, under given options.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<E> {
    pub(super) pieces: Pieces,
    pub(super) side: Color,
    pub(super) extra: E,
}

impl<E: Extra<u64>> State<E> {
    /// The state of a placement.
    #[inline]
    pub(super) fn of<G: Game<Word = u64, Extra = E>>(placement: &Placement<G>) -> Self {
        let Placement { board, side, extra, .. } = *placement;
        Self { pieces: Pieces::of(&board), side, extra }
    }

    /// The state with the colours exchanged.
    #[inline]
    fn turned(&self, symmetries: &Symmetries) -> Self {
        let extra = extra::turned(self.extra, |square| symmetries.turn.square(square));
        Self { pieces: symmetries.turned(&self.pieces), side: !self.side, extra }
    }

    /// The state with White as the stronger side or, if both sides have the same pieces, as the side to move.
    #[inline]
    pub(super) fn normal(&self, symmetries: &Symmetries) -> Self {
        let material = self.pieces.material();
        let turns = !material.has_stronger_white() || self.side == Color::Black && material.is_even();
        if turns { self.turned(symmetries) } else { *self }
    }
}

/// The order of the values of a class: by side to move, then by number of the position, then by number of its extra
/// state.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) material: Material,
    pub(super) index: Index,
    /// The value of a position without a move.
    pub(super) at_end: Plies,
    /// The number of values per position, by side to move: one for each extra state that it can have. 0 for Black if
    /// both sides have the same pieces, since the colours are exchanged instead.
    pub(super) values: ByColor<usize>,
}

/// Where a value is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) side: Color,
    pub(super) place: usize,
}

impl Layout {
    /// The layout of the class with `material`, in which White is the stronger side.
    pub(super) fn new(game: &TableGame, material: Material, symmetries: &Symmetries) -> Self {
        let is_of_men = material.men() > 0;
        let usable = if is_of_men { &symmetries.of_men } else { &symmetries.of_kings };
        let both =
            |kind| ByColor::new(material.count(Color::White, kind), material.count(Color::Black, kind));
        let states = |side| extra::count(game.rules.extra, both(Kind::Man), both(Kind::King), side);
        let values = |side: Color| if side == Color::Black && material.is_even() { 0 } else { states(side) };
        let has_extra = Color::ALL.into_iter().any(|side| states(side) > 1);
        // A symmetry would have to map the extra state, too.
        assert!(!has_extra || usable.len() == 1, "a symmetry moves the extra state");
        let values = ByColor::new(values(Color::White), values(Color::Black));
        Self {
            material,
            index: Index::new(game, material, usable),
            at_end: at_end(game.rules.without_move),
            values,
        }
    }

    /// The number of values, by side to move.
    pub(super) fn lens(&self) -> ByColor<usize> {
        let len = |side| self.index.len() * self.values[side];
        ByColor::new(len(Color::White), len(Color::Black))
    }

    /// Where the value of a position of the class is stored. The state must be [normal](State::normal).
    #[inline]
    pub(super) fn slot(&self, state: &State<impl Extra<u64>>) -> Slot {
        let Number { number, .. } = self.index.number(&state.pieces);
        let values = self.values[state.side];
        let extra = extra::number(state.extra, &state.pieces.board(), state.side);
        Slot { side: state.side, place: number * values + extra }
    }

    /// The placement of a position with `side` to move and the extra state with number `place`.
    #[inline]
    pub(super) fn placement<G: Game<Word = u64>>(
        &self,
        pieces: &Pieces,
        side: Color,
        place: usize,
        options: G::Options,
    ) -> Placement<G> {
        let board = pieces.board();
        Placement { board, side, extra: extra::numbered(place, &board, side), options }
    }
}
