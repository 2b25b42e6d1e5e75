//! The scores that a search is asked about.

use super::score::Score;

/// The scores that still matter: those between what each side can have elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const OPEN: Self = Self { alpha: Score::INFINITE_LOSS, beta: Score::INFINITE };

    /// The window that only asks whether a score is at least `beta`.
    #[inline]
    pub(super) fn below(beta: Score) -> Self {
        Self { alpha: beta.plus(-1), beta }
    }

    /// The window as the other side sees it.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that only asks whether a score is better than alpha, as the other side sees it.
    #[inline]
    pub(super) fn reversed_at_alpha(self) -> Self {
        Self { alpha: -self.alpha.plus(1), beta: -self.alpha }
    }

    /// Whether there is a score between the bounds, so that an exact one is wanted.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.beta > self.alpha.plus(1)
    }

    #[inline]
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The part of the window that scores at this ply can reach: nothing is worse than to have lost here, nothing better
    /// than to win with the next move. Where no part is left, the bound that every score here lies beyond.
    #[inline]
    pub(super) fn possible_at(self, ply: usize) -> Result<Self, Score> {
        let alpha = self.alpha.max(Score::loss_in(ply));
        let beta = self.beta.min(Score::win_in(ply + 1));
        if alpha < beta { Ok(Self { alpha, beta }) } else { Err(alpha) }
    }
}
