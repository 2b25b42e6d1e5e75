//! From scores to Elo, with a margin from the variance between pairs of games.
//!
//! Two games from one opening with colours changed are no independent trials: what an opening
//! gives to White it takes away again in the other game. So the pair is the trial.

/// The normal distribution has 95 % within so many standard deviations.
const DEVIATIONS_OF_95_PERCENT: f64 = 1.96;

/// The sums over pairs from which an [`Estimate`] is made; n is the number of games of a pair, p
/// the points in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pairs: f64,
    n: f64,
    p: f64,
    nn: f64,
    np: f64,
    pp: f64,
}

/// What the games say of the strength of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// Points a game, from 0 to 1.
    pub(super) score: f64,
    /// How much stronger it is than its opponents; nothing if it won or lost all games.
    pub(super) elo: Option<f64>,
    /// Half the 95 % interval around `elo`; nothing where the pairs do not differ.
    pub(super) margin: Option<f64>,
}

impl Sums {
    /// Adds a pair, or what was played of it.
    pub(super) fn add(&mut self, games: usize, points: f64) {
        let n = games as f64;
        self.pairs += 1.0;
        self.n += n;
        self.p += points;
        self.nn += n * n;
        self.np += n * points;
        self.pp += points * points;
    }

    /// What the pairs so far say, if there are any.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        if self.n <= 0.0 {
            return None;
        }
        let score = self.p / self.n;
        let elo = elo(score);
        let margin = elo.and_then(|_| self.deviation(score)).map(|deviation| {
            let slope = 400.0 / (std::f64::consts::LN_10 * score * (1.0 - score));
            DEVIATIONS_OF_95_PERCENT * deviation * slope
        });
        Some(Estimate { score, elo, margin })
    }

    /// The standard deviation of the score: the sum of (p - n * score)^2 over all pairs.
    fn deviation(&self, score: f64) -> Option<f64> {
        if self.pairs < 2.0 {
            return None;
        }
        let squares = self.pp - 2.0 * score * self.np + score * score * self.nn;
        let variance = squares * self.pairs / (self.pairs - 1.0) / (self.n * self.n);
        (variance > 1e-12).then(|| variance.sqrt())
    }
}

/// The difference in Elo at which this score is expected.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// An Elo difference as people read it.
pub(super) fn elo_text(elo: f64) -> String {
    let digits = format!("{:.0}", elo.abs());
    match digits.as_str() {
        "0" => digits,
        _ if elo < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

impl Estimate {
    /// Elo and margin as people read them.
    pub(super) fn text(&self) -> String {
        match (self.elo, self.margin) {
            (Some(elo), Some(margin)) => format!("{} ± {margin:.0}", elo_text(elo)),
            (Some(elo), None) => elo_text(elo),
            (None, _) => "–".to_owned(),
        }
    }
}
