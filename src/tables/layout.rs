//! Layout: where the value of each position of a class stands.

use super::combinations::binomial;
use super::index::{Index, Number};
use super::pieces::{Material, Pieces};
use super::symmetry::Symmetries;
use crate::rules::{Bitboard, ByColor, Color, Game, Kind, Placement, Square};

/// All that the value of a position depends on, under given options.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) pieces: Pieces,
    pub(super) side: Color,
    pub(super) vanguard: Option<Square>,
}

impl State {
    /// What tables look at in a placement.
    #[inline]
    pub(super) fn of<G: Game>(placement: &Placement<G>) -> Self {
        let Placement { board, side, guard, .. } = placement;
        Self { pieces: Pieces::of(board), side: *side, vanguard: G::vanguard(*guard) }
    }

    /// The same with the colours exchanged.
    #[inline]
    fn turned(&self, symmetries: &Symmetries) -> Self {
        let vanguard = self.vanguard.map(|square| symmetries.turn.square(square));
        Self { pieces: symmetries.turned(&self.pieces), side: !self.side, vanguard }
    }

    /// The same seen from the stronger side, White; from the side to move where both have the same.
    #[inline]
    pub(super) fn normal(&self, symmetries: &Symmetries) -> Self {
        let material = self.pieces.material();
        let turns = !material.has_stronger_white() || self.side == Color::Black && material.is_even();
        if turns { self.turned(symmetries) } else { *self }
    }
}

/// The order of the values of a class: by side to move, number of the position, and vanguard.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) material: Material,
    pub(super) index: Index,
    /// How many values each position has with a side to move: one for every vanguard there can be, if there
    /// is a man that must not capture it. No values where the colours can be exchanged instead.
    pub(super) values: ByColor<usize>,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) side: Color,
    pub(super) place: usize,
}

impl Layout {
    /// The layout of the class with `material`, in which White is the stronger side.
    pub(super) fn new<G: Game>(material: Material, symmetries: &Symmetries) -> Self {
        let is_of_men = material.men() > 0;
        let usable = if is_of_men { &symmetries.of_men } else { &symmetries.of_kings };
        let men = |color| material.count(color, Kind::Man);
        let vanguards = |side: Color| if G::HAS_VANGUARD && men(side) > 0 { men(!side) } else { 0 };
        let values = |side: Color| {
            if side == Color::Black && material.is_even() { 0 } else { 1 + vanguards(side) }
        };
        // The vanguard would have to be reflected too.
        assert!(!G::HAS_VANGUARD || symmetries.of_men.len() == 1, "no symmetry keeps the vanguard's place");
        let values = ByColor::new(values(Color::White), values(Color::Black));
        Self { material, index: Index::new::<G>(material, usable), values }
    }

    /// How many values there are, by side to move.
    pub(super) fn lens(&self) -> ByColor<usize> {
        let len = |side| self.index.len() * self.values[side];
        ByColor::new(len(Color::White), len(Color::Black))
    }

    /// About how many placements a class has, images of each other counted apart.
    pub(super) fn estimate<G: Game>(material: Material) -> usize {
        let sorts = material.counts().map(|count| binomial(G::GEOMETRY.len(), count.into()));
        sorts.into_iter().fold(1, usize::saturating_mul)
    }

    /// Where the value of a position of the class stands, that is in its normal form.
    #[inline]
    pub(super) fn slot(&self, state: &State) -> Slot {
        let Number { number, .. } = self.index.number(&state.pieces);
        let values = self.values[state.side];
        let vanguard = match state.vanguard {
            Some(square) if values > 1 => {
                let before = Bitboard(square.bitboard().0 - 1);
                1 + (state.pieces.men(!state.side) & before).count() as usize
            }
            _ => 0,
        };
        Slot { side: state.side, place: number * values + vanguard }
    }

    /// The placement that belongs to the value `place` of a position with `side` to move.
    #[inline]
    pub(super) fn placement<G: Game>(
        &self,
        pieces: &Pieces,
        side: Color,
        place: usize,
        options: G::Options,
    ) -> Placement<G> {
        let board = pieces.board();
        let vanguard = if G::HAS_VANGUARD { self.vanguard(pieces, side, place) } else { None };
        let guard = vanguard.map_or(G::Guard::default(), |square| G::next_guard(square.bitboard(), &board));
        Placement { board, side, guard, options }
    }

    /// The vanguard of the value `place` after the first of a position with `side` to move.
    #[inline]
    pub(super) fn vanguard(&self, pieces: &Pieces, side: Color, place: usize) -> Option<Square> {
        pieces.men(!side).into_iter().nth(place.checked_sub(1)?)
    }
}
