//! The draw limits of a game from a file.

use crate::rules::bitboard::Bitboard;
use crate::rules::board::Board;
use crate::rules::color::Color;
use crate::rules::limits::DrawLimits;
use crate::rules::options::DrawRule;
use crate::rules::outcome::DrawReason;
use crate::rules::piece::Kind;
use crate::rules::word::Word;
use crate::rules::zobrist;

/// The highest number of draw limits.
pub(super) const MOST_LIMITS: usize = 8;
/// The number of plies before a limit from which the count is part of the search key.
const PLIES_THAT_MATTER: u16 = 20;

/// A draw limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FileLimit {
    pub(super) plies: u16,
    pub(super) reason: DrawReason,
    pub(super) counts: Counts,
    /// The least and the greatest number of pieces to which it applies.
    pub(super) pieces: (u32, u32),
    /// Whether it applies only if both sides have kings.
    pub(super) both_have_kings: bool,
}

/// What a draw limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Counts {
    /// The plies since a capture or a move of a man.
    SinceManMove,
    /// The plies since a capture or a promotion.
    SincePromotion,
    /// The plies for which a lone king on one of these cells has stood against one of these materials.
    LoneKing { against: &'static [Material], on: Bitboard },
}

/// The pieces of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material {
    pub(super) men: u32,
    pub(super) kings: u32,
    pub(super) or_more_kings: bool,
}

impl Material {
    fn is_of<W: Word>(self, board: &Board<W>, color: Color) -> bool {
        let kings = board.kings(color).count();
        board.men(color).count() == self.men
            && (kings == self.kings || (self.or_more_kings && kings > self.kings))
    }
}

impl FileLimit {
    /// Whether the limit applies to these numbers of pieces.
    fn applies<W: Word>(&self, board: &Board<W>) -> bool {
        let (least, most) = self.pieces;
        (least..=most).contains(&board.occupied().count())
            && (!self.both_have_kings || Color::ALL.into_iter().all(|color| board.kings(color).any()))
    }
}

/// Whether a player has a lone king on a cell of `on` against one of these materials.
fn has_lone_king<W: Word>(board: &Board<W>, against: &[Material], on: Bitboard) -> bool {
    Color::ALL.into_iter().any(|color| {
        let pieces = board.pieces(color);
        pieces.is_single()
            && (board.kings(color) & on.narrow()).any()
            && against.iter().any(|material| material.is_of(board, !color))
    })
}

/// The counts of a position for the draw limits of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileLimits {
    limits: &'static [FileLimit],
    /// The limits that count now, one bit each.
    active: u8,
    /// The limits about a lone king that is on the board now, one bit each.
    lone: u8,
    plies: [u16; MOST_LIMITS],
}

impl FileLimits {
    /// The counts of a position set up by hand. A lone king on the longest diagonal has just arrived there.
    pub(super) fn new<W: Word>(limits: &'static [FileLimit], board: &Board<W>, quiet_plies: u16) -> Self {
        let mut counts = Self { limits, ..Self::default() };
        for (index, limit) in limits.iter().enumerate() {
            let is_lone = match limit.counts {
                Counts::SinceManMove | Counts::SincePromotion => false,
                Counts::LoneKing { against, on } => has_lone_king(board, against, on),
            };
            counts.lone |= u8::from(is_lone) << index;
            counts.plies[index] = match limit.counts {
                Counts::LoneKing { on, .. } if !is_lone || on != !Bitboard::EMPTY => 0,
                _ => quiet_plies,
            };
        }
        counts.active = counts.active_on(board);
        counts
    }

    fn active_on<W: Word>(&self, board: &Board<W>) -> u8 {
        let counts = |index: usize, limit: &FileLimit| {
            let is_there = !matches!(limit.counts, Counts::LoneKing { .. }) || self.lone >> index & 1 != 0;
            is_there && limit.applies(board)
        };
        let all = self.limits.iter().enumerate();
        all.fold(0, |active, (index, limit)| active | u8::from(counts(index, limit)) << index)
    }

    /// The limits that count now, with their index and the plies left.
    fn running(&self) -> impl Iterator<Item = (usize, &FileLimit, u16)> {
        let all = self.limits.iter().zip(self.plies).enumerate();
        all.filter(|(index, _)| self.active >> index & 1 != 0)
            .map(|(index, (limit, plies))| (index, limit, limit.plies.saturating_sub(plies)))
    }
}

impl DrawLimits for FileLimits {
    #[inline]
    fn next<W: Word>(mut self, after: &Board<W>, kind: Kind, progress: bool) -> Self {
        let has_single = Color::ALL.into_iter().any(|color| after.pieces(color).is_single());
        for (index, limit) in self.limits.iter().enumerate() {
            let goes_on = match limit.counts {
                Counts::SinceManMove => !progress && kind == Kind::King,
                Counts::SincePromotion => !progress,
                Counts::LoneKing { against, on } => {
                    let was_lone = self.lone >> index & 1 != 0;
                    let is_lone = has_single && has_lone_king(after, against, on);
                    self.lone = self.lone & !(1 << index) | u8::from(is_lone) << index;
                    was_lone && is_lone
                }
            };
            self.plies[index] = if goes_on { self.plies[index].saturating_add(1) } else { 0 };
        }
        if progress || has_single {
            self.active = self.active_on(after);
        }
        self
    }

    #[inline]
    fn reached(self, rule: DrawRule, _quiet_plies: u16) -> Option<DrawReason> {
        if rule == DrawRule::Repetition {
            return None;
        }
        self.running().find(|&(.., left)| left == 0).map(|(_, limit, _)| limit.reason)
    }

    /// A lone king may still reach the longest diagonal.
    fn plies_left(self, rule: DrawRule, _quiet_plies: u16) -> u16 {
        if rule == DrawRule::Repetition {
            return u16::MAX;
        }
        let to_come = self.limits.iter().map(|limit| match limit.counts {
            Counts::LoneKing { .. } => limit.plies + 1,
            Counts::SinceManMove | Counts::SincePromotion => u16::MAX,
        });
        self.running().map(|(.., left)| left).chain(to_come).min().unwrap_or(u16::MAX)
    }

    /// The key of all counts near their limits.
    #[inline]
    fn key(self, rule: DrawRule, _quiet_plies: u16) -> u64 {
        if rule == DrawRule::Repetition {
            return 0;
        }
        let near = self.running().filter(|&(.., left)| left <= PLIES_THAT_MATTER);
        near.fold(0, |key, (index, _, left)| key ^ zobrist::count(index as u64, left.into()))
    }
}
