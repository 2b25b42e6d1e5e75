//! The legal moves of a position.
//!
//! Quiet moves are generated only if no capture is legal. A few shifts of the whole board find the jumps and steps of
//! all men at once.

mod captures;
mod count;
mod jumps;
mod kings;
mod quiet;
mod thorough;

pub(super) use kings::slides;

use super::color::{Color, for_side};
use super::game::Game;
use super::moves::MoveList;
use super::placement::Placement;
use super::position::Position;

impl<G: Game> Position<G> {
    /// Fills `list` with all legal moves, each once, in no particular order.
    #[inline]
    pub fn legal_moves(&self, list: &mut MoveList<G::Word>) {
        self.placement().legal_moves(list);
    }

    /// Fills `list` with the legal captures; it stays empty if there are none.
    #[inline]
    pub fn captures(&self, list: &mut MoveList<G::Word>) {
        self.placement().captures(list);
    }

    /// Fills `list` with the quiet moves of a position whose side to move has no capture.
    #[inline]
    pub fn quiet_moves(&self, list: &mut MoveList<G::Word>) {
        list.clear();
        if G::first_crowned(self.board(), self.options()).is_some() {
            return;
        }
        for_side!(self.side(), us => quiet::generate(self.placement(), us, list));
    }

    /// Fills `list` with the quiet moves that promote a man, in a position whose side to move has no capture.
    #[inline]
    pub fn promotions(&self, list: &mut MoveList<G::Word>) {
        self.placement().promotions(list);
    }

    /// Whether the side to move has a quiet move, legal or not.
    #[inline]
    #[must_use]
    pub fn has_quiet_move(&self) -> bool {
        G::first_crowned(self.board(), self.options()).is_none()
            && for_side!(self.side(), us => quiet::exists(self.placement(), us))
    }

    /// Whether `side` could capture if it were to move.
    #[inline]
    #[must_use]
    pub fn could_capture(&self, side: Color) -> bool {
        self.placement().could_capture(side)
    }

    /// The number of legal moves, usually found without listing them; `scratch` is overwritten.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self, scratch: &mut MoveList<G::Word>) -> u64 {
        self.placement().count_legal_moves(scratch)
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        G::first_crowned(self.board(), self.options()).is_none()
            && (self.has_quiet_move() || self.could_capture(self.side()))
    }
}

impl<G: Game> Placement<G> {
    /// See [`Position::legal_moves`].
    #[inline]
    pub(super) fn legal_moves(&self, list: &mut MoveList<G::Word>) {
        list.clear();
        if G::first_crowned(&self.board, &self.options).is_some() {
            return;
        }
        for_side!(self.side, us => {
            captures::generate(self, us, list);
            if list.is_empty() {
                quiet::generate(self, us, list);
            }
        });
    }

    /// See [`Position::captures`].
    #[inline]
    pub(crate) fn captures(&self, list: &mut MoveList<G::Word>) {
        list.clear();
        if G::first_crowned(&self.board, &self.options).is_some() {
            return;
        }
        for_side!(self.side, us => captures::generate(self, us, list));
    }

    /// See [`Position::promotions`].
    #[inline]
    pub(crate) fn promotions(&self, list: &mut MoveList<G::Word>) {
        list.clear();
        for_side!(self.side, us => quiet::promotions(self, us, list));
    }

    /// Fills `list` with the quiet moves, except promotions, that the side not to move may have played last: each from
    /// the present cell of the piece to its previous one. Ignores whether that side had to capture.
    #[inline]
    pub(crate) fn moves_taken_back(&self, list: &mut MoveList<G::Word>) {
        list.clear();
        for_side!(!self.side, us => quiet::taken_back(self, us, list));
    }

    /// See [`Position::could_capture`].
    #[inline]
    pub(crate) fn could_capture(&self, side: Color) -> bool {
        G::first_crowned(&self.board, &self.options).is_none()
            && for_side!(side, us => captures::exist(self, us))
    }

    /// The number of quiet moves of the side to move, which must have no capture.
    #[inline]
    pub(crate) fn count_quiet_moves(&self) -> u64 {
        for_side!(self.side, us => quiet::count(self, us))
    }

    /// See [`Position::count_legal_moves`].
    #[inline]
    pub(super) fn count_legal_moves(&self, scratch: &mut MoveList<G::Word>) -> u64 {
        for_side!(self.side, us => self.count_legal_moves_as(us, scratch))
    }

    /// The number of legal moves of `us`, the side to move.
    #[inline(always)]
    pub(super) fn count_legal_moves_as(&self, us: Color, scratch: &mut MoveList<G::Word>) -> u64 {
        if G::first_crowned(&self.board, &self.options).is_some() {
            return 0;
        }
        match count::captures(self, us, scratch) {
            0 => quiet::count(self, us),
            captures => captures,
        }
    }
}
