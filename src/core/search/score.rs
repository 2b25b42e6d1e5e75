//! Scores of positions, and alpha-beta windows of scores.

use std::ops::Neg;

use crate::eval::score_scale_of;
use crate::rules::Rules;

/// The value of a position for one side: an evaluation, a win or loss in a known number of plies, or one from
/// endgame tables without distances. Higher is better, and every win is better than any evaluation.
///
/// ```
/// use coupturc_core::search::{Score, ScoreKind};
///
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::evaluation(5000));
/// assert_eq!((-Score::win_in(3)).kind(), ScoreKind::LossIn(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The kinds of score, each with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// An evaluation in hundredths of a man.
    Evaluation(i32),
    /// A win in this many plies.
    WinIn(u32),
    /// A loss in this many plies.
    LossIn(u32),
    /// A win according to endgame tables without distances, reached in this many plies.
    TableWinIn(u32),
    /// A loss according to such tables.
    TableLossIn(u32),
}

const WIN: i32 = 32_000;
/// The maximum ply, and the length of the longest win.
pub(super) const MAX_PLY: usize = 256;
/// The score of a win in tables without distances: lower than any win in a known number of plies.
const TABLE_WIN: i32 = 20_000;
/// The lowest score of a win in a known number of plies.
const LEAST_WIN: i32 = WIN - MAX_PLY as i32;
/// 80 men: other programs take a score above 90 men for a win.
const LARGEST_EVALUATION: i32 = 8_000;

impl Score {
    /// The score of a drawn position.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub(super) const INFINITE: Self = Self(WIN + 1);
    /// Below every score.
    pub(super) const INFINITE_LOSS: Self = Self(-WIN - 1);

    /// An evaluation in hundredths of a man, clamped to the range of evaluations.
    #[inline]
    #[must_use]
    pub fn evaluation(hundredths: i32) -> Self {
        Self(hundredths.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION))
    }

    /// A win after `plies` more plies.
    #[inline]
    #[must_use]
    pub fn win_in(plies: usize) -> Self {
        Self(WIN - plies.min(MAX_PLY) as i32)
    }

    /// A loss after `plies` more plies.
    #[inline]
    #[must_use]
    pub fn loss_in(plies: usize) -> Self {
        -Self::win_in(plies)
    }

    /// A win in tables without distances, reached after `plies` more plies.
    #[inline]
    #[must_use]
    pub fn table_win_in(plies: usize) -> Self {
        Self(TABLE_WIN - plies.min(MAX_PLY) as i32)
    }

    /// The kind of the score, with its value.
    #[must_use]
    pub fn kind(self) -> ScoreKind {
        match self.0 {
            score if score >= LEAST_WIN => ScoreKind::WinIn((WIN - score) as u32),
            score if score <= -LEAST_WIN => ScoreKind::LossIn((WIN + score) as u32),
            score if score > LARGEST_EVALUATION => ScoreKind::TableWinIn((TABLE_WIN - score).max(0) as u32),
            score if score < -LARGEST_EVALUATION => ScoreKind::TableLossIn((TABLE_WIN + score).max(0) as u32),
            score => ScoreKind::Evaluation(score),
        }
    }

    /// Whether it is a win or a loss in at most `plies` plies.
    #[must_use]
    pub(crate) fn is_decided_within(self, plies: u32) -> bool {
        self.plies_to_end().is_some_and(|end| end <= plies)
    }

    /// The number of plies to the win or loss, if it is known.
    #[must_use]
    pub(super) fn plies_to_end(self) -> Option<u32> {
        match self.kind() {
            ScoreKind::WinIn(plies) | ScoreKind::LossIn(plies) => Some(plies),
            _ => None,
        }
    }

    /// The score in hundredths of a man; a win counts as hundreds of men.
    #[inline]
    #[must_use]
    pub(crate) fn hundredths(self) -> i32 {
        self.0
    }

    /// The score in men, as protocols write it. A win in n plies is `100 - n / 100`, a win from tables without distances
    /// that are reached in n plies `95 - n / 100`, and a loss is the negative.
    ///
    /// ```
    /// use coupturc_core::search::Score;
    ///
    /// assert_eq!(Score::evaluation(-7).men(), -0.07);
    /// assert_eq!(Score::win_in(5).men(), 99.95);
    /// ```
    #[must_use]
    pub fn men(self) -> f64 {
        let hundredths = match self.kind() {
            ScoreKind::Evaluation(hundredths) => hundredths,
            ScoreKind::WinIn(plies) => 10_000 - plies as i32,
            ScoreKind::LossIn(plies) => plies as i32 - 10_000,
            ScoreKind::TableWinIn(plies) => 9_500 - plies as i32,
            ScoreKind::TableLossIn(plies) => plies as i32 - 9_500,
        };
        f64::from(hundredths) / 100.0
    }

    /// The score that [`men`](Self::men) gives in men.
    ///
    /// ```
    /// use coupturc_core::search::Score;
    ///
    /// for score in [Score::DRAW, Score::evaluation(-123), Score::win_in(7), Score::loss_in(0), -Score::table_win_in(9)] {
    ///     assert_eq!(Score::from_men(score.men()), score);
    /// }
    /// ```
    #[must_use]
    pub fn from_men(men: f64) -> Self {
        let hundredths = (100.0 * men).round() as i32;
        let score = match hundredths.abs() {
            size @ 9_501.. => Self::win_in((10_000 - size).max(0) as usize),
            size @ 9_000.. => Self::table_win_in((9_500 - size) as usize),
            size => Self::evaluation(size),
        };
        if hundredths < 0 { -score } else { score }
    }

    /// Given the score for the side to move, the score for its opponent before the move that led to the position.
    ///
    /// ```
    /// use coupturc_core::search::Score;
    ///
    /// assert_eq!(Score::loss_in(4).one_ply_earlier(), Score::win_in(5));
    /// assert_eq!(Score::evaluation(30).one_ply_earlier(), Score::evaluation(-30));
    /// ```
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        match self.kind() {
            ScoreKind::Evaluation(_) => -self,
            ScoreKind::WinIn(plies) => Self::loss_in(plies as usize + 1),
            ScoreKind::LossIn(plies) => Self::win_in(plies as usize + 1),
            ScoreKind::TableWinIn(plies) => -Self::table_win_in(plies as usize + 1),
            ScoreKind::TableLossIn(plies) => Self::table_win_in(plies as usize + 1),
        }
    }

    /// The points that the side with this score can expect, from 0 for a loss to 1 for a win. A draw counts 0.5.
    ///
    /// ```
    /// use coupturc_core::rules::games::Variant;
    /// use coupturc_core::search::Score;
    ///
    /// let dameo = Variant::Dameo.rules();
    /// assert_eq!(Score::loss_in(3).chance(dameo), 0.0);
    /// assert_eq!(Score::DRAW.chance(dameo), 0.5);
    /// let lead = Score::evaluation(100);
    /// assert!(lead.chance(dameo) > 0.6 && lead.chance(dameo) < 1.0);
    /// ```
    #[must_use]
    pub fn chance(self, game: &'static Rules) -> f64 {
        match self.kind() {
            ScoreKind::Evaluation(hundredths) => {
                1.0 / (1.0 + (-f64::from(hundredths) / score_scale_of(game)).exp())
            }
            ScoreKind::WinIn(_) | ScoreKind::TableWinIn(_) => 1.0,
            ScoreKind::LossIn(_) | ScoreKind::TableLossIn(_) => 0.0,
        }
    }

    /// Whether it is a win or a loss, not an evaluation.
    #[inline]
    #[must_use]
    pub fn is_decisive(self) -> bool {
        self.0.abs() > LARGEST_EVALUATION
    }

    /// This score plus some hundredths of a man.
    #[inline]
    #[must_use]
    pub(super) fn plus(self, hundredths: i32) -> Self {
        Self((self.0 + hundredths).clamp(-WIN, WIN))
    }

    /// The score as stored in the transposition table: distances to wins and losses are counted from the position, not
    /// from the root `ply` plies before it. A win in 9 plies from the root is stored at ply 4 as a win in 5.
    #[inline]
    pub(super) fn to_table(self, ply: usize) -> i16 {
        let away = if self.0 > LARGEST_EVALUATION {
            ply as i32
        } else if self.0 < -LARGEST_EVALUATION {
            -(ply as i32)
        } else {
            0
        };
        (self.0 + away).clamp(-WIN, WIN) as i16
    }

    /// The inverse of [`Score::to_table`].
    #[inline]
    pub(super) fn from_table(stored: i16, ply: usize) -> Self {
        let stored = i32::from(stored);
        let away = if stored > LARGEST_EVALUATION {
            ply as i32
        } else if stored < -LARGEST_EVALUATION {
            -(ply as i32)
        } else {
            0
        };
        Self(stored - away)
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// An alpha-beta window: the scores that can still change the result. Elsewhere in the tree the side to move is already
/// sure of alpha, and its opponent of beta.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const OPEN: Self = Self { alpha: Score::INFINITE_LOSS, beta: Score::INFINITE };

    /// The null window that tests whether a score is at least `beta`.
    #[inline]
    pub(super) fn null_below(beta: Score) -> Self {
        Self { alpha: beta.plus(-1), beta }
    }

    /// The window from the other side's point of view.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window that tests whether a score is above alpha, from the other side's point of view.
    #[inline]
    pub(super) fn null_above_alpha_reversed(self) -> Self {
        Self { alpha: -self.alpha.plus(1), beta: -self.alpha }
    }

    /// Whether any score lies between the bounds, as in nodes of the principal variation. If not, it is a null window.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.beta > self.alpha.plus(1)
    }

    #[inline]
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Win-distance pruning: the part of the window that is possible at this ply. No score is worse than a loss at this
    /// ply or better than a win with the next move. If the window becomes empty, the error is the score to return.
    ///
    /// CITE: the mate distance pruning of chess programs.
    #[inline]
    pub(super) fn within_win_distance(self, ply: usize) -> Result<Self, Score> {
        let alpha = self.alpha.max(Score::loss_in(ply));
        let beta = self.beta.min(Score::win_in(ply + 1));
        if alpha < beta { Ok(Self { alpha, beta }) } else { Err(alpha) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_wins_from_the_position() {
        for score in [Score::win_in(9), Score::loss_in(9), Score::evaluation(-150), Score::DRAW] {
            assert_eq!(Score::from_table(score.to_table(4), 4), score);
        }
        assert_eq!(Score::from_table(Score::win_in(9).to_table(4), 0), Score::win_in(5));
    }
}
