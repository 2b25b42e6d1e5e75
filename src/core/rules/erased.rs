//! Positions and games whose rules are known only at run time.
//!
//! Code outside the hot path takes these as `&dyn`, and is compiled once instead of once per game. A `&Position<G>` or
//! `&Record<G>` coerces to it.

use std::any::Any;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{ByColor, Color};
use super::extra::{Extra, ExtraState};
use super::game::Game;
use super::moves::{Move, MoveList, TooManyCaptures};
use super::options::RuleOptions;
use super::outcome::Outcome;
use super::perft::{PerftError, PerftPlan, PerftTable, perft_until};
use super::position::{IllegalMove, Position};
use super::record::{PlayError, Record};
use super::rule_set::Rules;
use super::setup::Setup;

/// A [`Position`] of any game.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// The rules of its game.
    fn rules(&self) -> &'static Rules;

    /// The options of the game; options that it does not have are at their defaults.
    fn rule_options(&self) -> RuleOptions;

    /// The same options without draw limits, which endgame tables ignore.
    fn options_in_tables(&self) -> RuleOptions;

    /// The pieces.
    fn board(&self) -> Board;

    /// The side to move.
    fn side(&self) -> Color;

    /// The extra state that its legal moves depend on.
    fn extra_state(&self) -> ExtraState;

    /// The number of plies since an irreversible move.
    fn quiet_plies(&self) -> u16;

    /// See [`Position::plies_to_draw_limit`].
    fn plies_to_draw_limit(&self) -> u16;

    /// The hash key; see [`Position::key`].
    fn key(&self) -> u64;

    /// Fills `moves` with the legal moves.
    fn legal_moves(&self, moves: &mut MoveList);

    /// The opponent's pieces that men may jump over in the capture direction of index `direction`; see
    /// [`Game::jumpable`].
    fn jumpable(&self, direction: usize, first: bool) -> Bitboard;

    /// Whether a piece of `color` could capture if it were to move.
    fn could_capture(&self, color: Color) -> bool;

    /// The position after `mv`, one of its legal moves.
    fn after(&self, mv: Move) -> Box<dyn AnyPosition>;

    /// The position after `mv`.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    fn play(&self, mv: Move) -> Result<Box<dyn AnyPosition>, IllegalMove>;

    /// The outcome of the game judged by this position alone, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Counts the sequences of `depth` plies, until `stop` is set.
    ///
    /// # Errors
    ///
    /// As for [`perft_until`].
    fn count_leaves(&self, depth: u32, stop: &AtomicBool) -> Result<u64, PerftError>;

    /// Counts the sequences for each first move on several threads, with a table of `mebibytes` MiB unless that is 0.
    ///
    /// # Errors
    ///
    /// As for [`PerftPlan::divide`], and if there is not enough memory for the table.
    fn divide_leaves(
        &self,
        depth: u32,
        threads: usize,
        mebibytes: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<(Move, u64)>, PerftError>;

    /// A game that starts from this position.
    fn to_game(&self) -> Box<dyn AnyGame>;

    /// Returns a copy.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Returns this position as a description that can be changed and checked again.
    fn to_setup(&self) -> Setup {
        let board = self.board();
        Setup {
            side: self.side(),
            men: ByColor::new(board.men(Color::White), board.men(Color::Black)),
            kings: ByColor::new(board.kings(Color::White), board.kings(Color::Black)),
            extra: self.extra_state(),
            quiet_plies: self.quiet_plies(),
        }
    }
}

impl<G: Game> AnyPosition for Position<G> {
    fn rules(&self) -> &'static Rules {
        self.rules()
    }

    fn rule_options(&self) -> RuleOptions {
        self.rule_options()
    }

    fn options_in_tables(&self) -> RuleOptions {
        self.without_draw_limits().rule_options()
    }

    fn board(&self) -> Board {
        self.board().widen()
    }

    fn side(&self) -> Color {
        self.side()
    }

    fn extra_state(&self) -> ExtraState {
        self.extra().state()
    }

    fn quiet_plies(&self) -> u16 {
        self.quiet_plies()
    }

    fn plies_to_draw_limit(&self) -> u16 {
        self.plies_to_draw_limit()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.fill(|own| self.legal_moves(own));
    }

    fn jumpable(&self, direction: usize, first: bool) -> Bitboard {
        let (board, us) = (self.board(), self.side());
        G::jumpable(board.pieces(!us), us, board, self.extra(), self.options(), direction, first).widen()
    }

    fn could_capture(&self, color: Color) -> bool {
        self.could_capture(color)
    }

    fn after(&self, mv: Move) -> Box<dyn AnyPosition> {
        Box::new(self.play_legal(mv.narrow()))
    }

    fn play(&self, mv: Move) -> Result<Box<dyn AnyPosition>, IllegalMove> {
        Ok(Box::new(self.play(mv.narrow())?))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn count_leaves(&self, depth: u32, stop: &AtomicBool) -> Result<u64, PerftError> {
        perft_until(self, depth, stop)
    }

    fn divide_leaves(
        &self,
        depth: u32,
        threads: usize,
        mebibytes: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<(Move, u64)>, PerftError> {
        let table = match mebibytes {
            0 => None,
            mebibytes => Some(PerftTable::with_mebibytes(mebibytes).map_err(PerftError::OutOfMemory)?),
        };
        PerftPlan { threads, table: table.as_ref(), progress }.divide(self, depth)
    }

    fn to_game(&self) -> Box<dyn AnyGame> {
        Box::new(Record::new(*self))
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(*self)
    }
}

/// A [`Record`] of any game: its positions from the beginning.
pub trait AnyGame: Any + Debug + Send + Sync {
    /// The rules of the game.
    fn rules(&self) -> &'static Rules;

    /// The position on the board.
    fn position(&self) -> &dyn AnyPosition;

    /// The position from which the game started.
    fn first(&self) -> &dyn AnyPosition;

    /// The legal moves of the position on the board, in the order of generation.
    fn legal_moves(&self) -> &[Move];

    /// The number of plies played.
    fn plies(&self) -> usize;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// As for [`Record::play`]; the game is unchanged.
    fn play(&mut self, mv: Move) -> Result<(), PlayError>;

    /// The outcome of the game, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the game under other options.
    ///
    /// # Errors
    ///
    /// If the legal moves cannot all be found under them.
    fn with_options(&self, options: &RuleOptions) -> Result<Box<dyn AnyGame>, TooManyCaptures>;

    /// Returns the game without draw limits.
    fn without_draw_limits(&self) -> Box<dyn AnyGame>;

    /// Returns a copy.
    fn copy(&self) -> Box<dyn AnyGame>;
}

impl<G: Game> AnyGame for Record<G> {
    fn rules(&self) -> &'static Rules {
        self.rules()
    }

    fn position(&self) -> &dyn AnyPosition {
        self.position()
    }

    fn first(&self) -> &dyn AnyPosition {
        self.first()
    }

    fn legal_moves(&self) -> &[Move] {
        self.legal_moves()
    }

    fn plies(&self) -> usize {
        self.plies()
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.play(mv)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn with_options(&self, options: &RuleOptions) -> Result<Box<dyn AnyGame>, TooManyCaptures> {
        Ok(Box::new(self.with_options(options)?))
    }

    fn without_draw_limits(&self) -> Box<dyn AnyGame> {
        Box::new(self.without_draw_limits())
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

impl dyn AnyPosition {
    /// Returns the position as one of `G`, if it is one.
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<&Position<G>> {
        (self as &dyn Any).downcast_ref()
    }
}

impl dyn AnyGame {
    /// Returns the game as one of `G`, if it is one.
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<&Record<G>> {
        (self as &dyn Any).downcast_ref()
    }
}
