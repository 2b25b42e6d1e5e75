//! A position of a game, and the positions after its moves.

use std::fmt;

use super::board::Board;
use super::capturing::WithoutMove;
use super::color::{Color, for_side};
use super::erased::AnyPosition;
use super::extra::Extra;
use super::game::Game;
use super::limits::DrawLimits;
use super::moves::{Move, MoveList, TooManyCaptures};
use super::options::{DrawRule, RuleOptions};
use super::outcome::{DrawReason, Outcome, WinReason};
use super::placement::Placement;
use super::rule_set::Rules;
use super::setup::{Setup, SetupError};
use super::zobrist;

/// A valid position of `G`: pieces, side to move, extra state, options and draw counts.
///
/// A position is small and `Copy`; playing a move returns a new position.
///
/// ```
/// use coupturc_core::rules::{MoveList, Position, games::Dameo};
///
/// let start = Position::<Dameo>::start();
/// let mut moves = MoveList::new();
/// start.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 52);
/// let next = start.play(moves[0])?;
/// assert_ne!(next.key(), start.key());
/// # Ok::<(), coupturc_core::rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<G: Game> {
    placement: Placement<G>,
    /// The hash key of the pieces alone.
    pieces_key: u64,
    /// The number of plies since a move that no further moves can undo: usually a man's move or a capture.
    quiet_plies: u16,
    limits: G::Limits,
}

/// The error for a move that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for IllegalMove {}

impl<G: Game> Position<G> {
    /// The start of the game, with default options.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&RuleOptions::default())
    }

    /// The start of the game, with the options of `G` taken from `options`.
    #[must_use]
    pub fn start_with(options: &RuleOptions) -> Self {
        Self::start_under(G::options(options))
    }

    /// The start of the game under these options.
    pub(super) fn start_under(options: G::Options) -> Self {
        let rules = G::rules(&options);
        let board = Board::new(rules.men, rules.kings).narrow();
        let limits = G::first_limits(&options, &board, 0);
        let placement = Placement { board, side: rules.begins, extra: G::first_extra(&options), options };
        Self::with_counts(placement, limits, 0)
    }

    fn with_counts(placement: Placement<G>, limits: G::Limits, quiet_plies: u16) -> Self {
        Self { placement, pieces_key: zobrist::board(&placement.board), quiet_plies, limits }
    }

    /// The position that `setup` describes.
    ///
    /// # Errors
    ///
    /// If the board is empty, a man stands on one of its own promotion cells, two pieces stand on
    /// one cell, the extra state is not possible, or the legal moves cannot all be found.
    pub fn from_setup(setup: &Setup, options: &RuleOptions) -> Result<Self, SetupError> {
        Self::from_setup_under(setup, G::options(options))
    }

    /// Like [`from_setup`](Self::from_setup), under these options.
    pub(super) fn from_setup_under(setup: &Setup, options: G::Options) -> Result<Self, SetupError> {
        let position = Self::of_setup(setup, options)?;
        position.expect_known_moves().map_err(SetupError::TooManyCaptures)?;
        Ok(position)
    }

    /// The position that `setup` describes, whether or not its legal moves can all be found.
    pub(super) fn of_setup(setup: &Setup, options: G::Options) -> Result<Self, SetupError> {
        let rules = G::rules(&options);
        let board = setup.board(rules)?.narrow();
        let Setup { side, extra, quiet_plies, .. } = *setup;
        let unknown = || SetupError::ExtraUnknown { extra: extra.name().to_owned(), game: rules.name };
        let extra = G::extra_of(&options, extra).ok_or_else(unknown)?.completed(&board);
        extra.check(&board, side, rules.geometry).map_err(SetupError::Extra)?;
        let limits = G::first_limits(&options, &board, quiet_plies);
        Ok(Self::with_counts(Placement { board, side, extra, options }, limits, quiet_plies))
    }

    /// The position of a placement, with no plies played before it.
    pub(crate) fn of_placement(placement: Placement<G>) -> Self {
        Self::with_counts(placement, G::first_limits(&placement.options, &placement.board, 0), 0)
    }

    /// The part of the position that move generation reads.
    #[inline]
    pub(crate) fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The pieces.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board<G::Word> {
        &self.placement.board
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Color {
        self.placement.side
    }

    /// The number of plies since a move that no further moves can undo, usually a man's move or a capture. No position
    /// before that move can repeat.
    #[inline]
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The options of the game.
    #[inline]
    #[must_use]
    pub fn options(&self) -> &G::Options {
        &self.placement.options
    }

    /// All options; those that this game does not have are at their defaults.
    #[must_use]
    pub fn rule_options(&self) -> RuleOptions {
        let is_same = |options: &RuleOptions| self.options_from(options) == self.placement.options;
        RuleOptions::every().into_iter().find(is_same).unwrap_or_default()
    }

    /// The rules of the game.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        G::rules(self.options())
    }

    /// The options of the game, taken from all options.
    fn options_from(&self, options: &RuleOptions) -> G::Options {
        G::options_under(self.rules(), options)
    }

    /// The same position under the options of `G` taken from `options`.
    #[must_use]
    pub fn with_options(&self, options: &RuleOptions) -> Self {
        let placement = Placement { options: self.options_from(options), ..self.placement };
        Self { placement, ..*self }
    }

    /// The same position without draw limits.
    #[must_use]
    pub fn without_draw_limits(&self) -> Self {
        let options = G::without_draw_limits(self.placement.options);
        Self { placement: Placement { options, ..self.placement }, ..*self }
    }

    /// The extra state that legal moves depend on.
    #[inline]
    #[must_use]
    pub fn extra(&self) -> G::Extra {
        self.placement.extra
    }

    /// The hash key: pieces, side to move, and extra state. Equal positions in the sense of the
    /// repetition rule have equal keys.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        let side = match self.side() {
            Color::White => 0,
            Color::Black => zobrist::BLACK_TO_MOVE,
        };
        self.pieces_key ^ side ^ self.extra().key()
    }

    /// The hash key for search results, which also depend on how near a draw limit is.
    #[inline]
    #[must_use]
    pub fn search_key(&self) -> u64 {
        self.key() ^ self.limits.key(self.draw_rule(), self.quiet_plies)
    }

    /// Whether the two are the same position for the repetition rule.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.side() == other.side() && self.board() == other.board() && self.extra() == other.extra()
    }

    /// The position after `mv`.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn play(&self, mv: Move<G::Word>) -> Result<Self, IllegalMove> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(self.play_legal(mv)) } else { Err(IllegalMove(mv.widen())) }
    }

    /// The position after `mv`, which must be a legal move of this position. With any other move the result is
    /// meaningless.
    #[inline]
    #[must_use]
    pub fn play_legal(&self, mv: Move<G::Word>) -> Self {
        for_side!(self.side(), us => self.play_as(us, mv))
    }

    #[inline(always)]
    fn play_as(&self, us: Color, mv: Move<G::Word>) -> Self {
        let placement = self.placement.after(us, mv);
        let kind = self.board().kind(mv.from());
        let kind_after = placement.board.kind(mv.to());
        let moved = zobrist::piece(us, kind, mv.from()) ^ zobrist::piece(us, kind_after, mv.to());
        let captured = zobrist::pieces(!us, self.board(), mv.captured());
        Self {
            placement,
            pieces_key: self.pieces_key ^ moved ^ captured,
            quiet_plies: if G::is_reversible(kind, mv, self.options()) {
                self.quiet_plies.saturating_add(1)
            } else {
                0
            },
            limits: self.limits.next(&placement.board, kind, mv.is_capture() || kind != kind_after),
        }
    }

    /// An error if the legal moves cannot all be found.
    fn expect_known_moves(&self) -> Result<(), TooManyCaptures> {
        let mut moves = MoveList::new();
        self.captures(&mut moves);
        moves.expect_complete()
    }

    #[inline]
    fn draw_rule(&self) -> DrawRule {
        G::draw_rule(self.options())
    }

    /// The draw limit that is reached here, if any.
    #[inline]
    #[must_use]
    pub fn draw_limit(&self) -> Option<DrawReason> {
        self.limits.reached(self.draw_rule(), self.quiet_plies)
    }

    /// The number of plies before a draw limit ends the game, if only kings move and nothing is captured.
    #[inline]
    #[must_use]
    pub fn plies_to_draw_limit(&self) -> u16 {
        self.limits.plies_left(self.draw_rule(), self.quiet_plies)
    }

    /// The outcome of the game judged by this position alone, without repetition, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = G::first_crowned(self.board(), self.options()) {
            return Some(Outcome::Win { winner, reason: WinReason::Promotion });
        }
        if self.has_legal_move() {
            let ending = G::ending(self.board(), self.side(), self.options());
            return ending.or_else(|| self.draw_limit().map(Outcome::Draw));
        }
        let reason = if self.board().pieces(self.side()).is_empty() {
            WinReason::NoPieces
        } else {
            WinReason::NoMoves
        };
        let winner = match G::without_move(self.options()) {
            WithoutMove::Loses => !self.side(),
            WithoutMove::Wins => self.side(),
        };
        Some(Outcome::Win { winner, reason })
    }

    /// Returns this position as a description that can be changed and checked again.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        AnyPosition::to_setup(self)
    }
}
