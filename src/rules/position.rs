//! A position of a game, and what a move makes of it.

use std::fmt;

use super::bitboard::Square;
use super::board::Board;
use super::color::{ByColor, Color};
use super::game::{Game, Played};
use super::moves::{Move, MoveList};
use super::options::RuleOptions;
use super::outcome::{DrawReason, LossReason, Outcome};
use super::piece::Kind;
use super::setup::{Setup, SetupError};
use super::zobrist;

/// A position that obeys the rules of `G`: pieces, side to move, and what else the game remembers.
///
/// It is small and copied freely; a move makes a new one.
///
/// ```
/// use coupturc::rules::{MoveList, Position, games::Dameo};
///
/// let start = Position::<Dameo>::start();
/// let mut moves = MoveList::new();
/// start.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 52);
/// let next = start.play(moves[0])?;
/// assert_ne!(next.key(), start.key());
/// # Ok::<(), coupturc::rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<G: Game> {
    board: Board,
    side: Color,
    /// Plies since a man moved or a piece was captured.
    quiet_plies: u16,
    options: G::Options,
    state: G::State,
}

/// The error of playing a move that the position does not have.
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
        let mut board = Board::default();
        for color in Color::ALL {
            for square in G::START[color] {
                board.put(color, Kind::Man, square);
            }
        }
        let (options, state) = (G::options(options), G::State::default());
        Self { board, side: Color::White, quiet_plies: 0, options, state }
    }

    /// The position that `setup` describes.
    ///
    /// # Errors
    ///
    /// If the board is empty, a man stands on one of its own promotion cells, two pieces stand on
    /// one cell, a vanguard is given that is none, or the legal moves cannot be told.
    pub fn from_setup(setup: &Setup, options: &RuleOptions) -> Result<Self, SetupError> {
        let board = setup.board::<G>()?;
        let state = G::initial_state(setup, &board)?;
        let (side, quiet_plies) = (setup.side, setup.quiet_plies);
        let position = Self { board, side, quiet_plies, options: G::options(options), state };
        if position.knows_its_moves() { Ok(position) } else { Err(SetupError::TooManyCaptures) }
    }

    /// The pieces.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Plies since a man moved or a piece was captured: no earlier position can come back.
    #[inline]
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The options of the game.
    #[inline]
    #[must_use]
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// The same position under the options of `G` taken from `options`.
    #[must_use]
    pub fn with_options(&self, options: &RuleOptions) -> Self {
        Self { options: G::options(options), ..*self }
    }

    /// What the position remembers beside pieces and side.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The vanguard, in the game that has one.
    #[must_use]
    pub fn vanguard(&self) -> Option<Square> {
        G::vanguard(&self.state)
    }

    /// The hash key: pieces, side to move, and the vanguard. Equal positions in the sense of the
    /// repetition rule have equal keys.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        let side = match self.side {
            Color::White => 0,
            Color::Black => zobrist::BLACK_TO_MOVE,
        };
        self.board.key() ^ side ^ G::state_key(&self.state)
    }

    /// The hash key for results of a search, which also depend on how near a draw limit is.
    #[inline]
    #[must_use]
    pub fn search_key(&self) -> u64 {
        self.key() ^ G::limit_key(self)
    }

    /// Whether the repetition rule sees no difference between the two.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.side == other.side && self.board == other.board && self.vanguard() == other.vanguard()
    }

    /// The position after `mv`.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(self.play_legal(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// The position after `mv`, which the caller took from the legal moves of this position.
    /// With any other move the result means nothing.
    #[inline]
    #[must_use]
    pub fn play_legal(&self, mv: Move) -> Self {
        // Compiled once for each side.
        match self.side {
            Color::White => self.play_as(Color::White, mv),
            Color::Black => self.play_as(Color::Black, mv),
        }
    }

    #[inline(always)]
    fn play_as(&self, us: Color, mv: Move) -> Self {
        let mut board = self.board;
        let kind = if board.men(us).contains(mv.from()) { Kind::Man } else { Kind::King };
        let promoted = kind == Kind::Man && G::PROMOTION[us].contains(mv.to());
        if kind == Kind::Man {
            board.take(us, Kind::Man, mv.from());
            board.put(us, if promoted { Kind::King } else { Kind::Man }, mv.to());
        } else {
            board.take(us, Kind::King, mv.from());
            board.put(us, Kind::King, mv.to());
        }
        if mv.is_capture() {
            board.take_all(!us, mv.captured());
        }
        let reversible = kind == Kind::King && !mv.is_capture();
        Self {
            board,
            side: !us,
            quiet_plies: if reversible { self.quiet_plies.saturating_add(1) } else { 0 },
            options: self.options,
            state: G::next_state(self, &Played { mv, kind, promoted, board }),
        }
    }

    /// Whether all legal moves can be told. Where a piece can capture in too many ways they
    /// cannot; that takes many more pieces than a game begins with.
    #[must_use]
    pub fn knows_its_moves(&self) -> bool {
        let mut moves = MoveList::new();
        self.captures(&mut moves);
        moves.is_complete()
    }

    /// The draw limit that is reached here, if any.
    #[inline]
    #[must_use]
    pub fn draw_limit(&self) -> Option<DrawReason> {
        G::draw_limit(self)
    }

    /// How the game ends here, as far as the position alone tells: not by repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_legal_move() {
            return self.draw_limit().map(Outcome::Draw);
        }
        let reason =
            if self.board.pieces(self.side).is_empty() { LossReason::NoPieces } else { LossReason::NoMoves };
        Some(Outcome::Win { winner: !self.side, reason })
    }

    /// This position as a description that can be changed and checked anew.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let both = |of: &dyn Fn(Color) -> super::Bitboard| ByColor::new(of(Color::White), of(Color::Black));
        Setup {
            side: self.side,
            men: both(&|color| self.board.men(color)),
            kings: both(&|color| self.board.kings(color)),
            vanguard: self.vanguard(),
            quiet_plies: self.quiet_plies,
        }
    }
}
