//! Statistics of a match: scores, Elo with error bars, and the sequential test.
//!
//! Two engines play every opening twice, with reversed colours. The two games of such a pair are correlated: in a
//! lopsided opening, the engine with the better side tends to win, whichever engine it is. So the unit to count is the
//! pair, with its five possible scores ("pentanomial"), not the game; counted as games, the results of lopsided
//! openings look noisier than they are.
//!
//! | file | what lives there |
//! |---|---|
//! | `tally` | wins, draws, losses, and pairs by score |
//! | `elo` | Elo, normalised Elo, likelihood of superiority |
//! | `sprt` | the sequential test that ends a match |
//! | `likelihood` | the most likely distributions that the test compares |
//! | `sample` | mean and variance of the counted scores |
//!
//! ```
//! use coupturc::arena::stats::{Accepted, GameScore, Model, Sprt, Tally};
//!
//! let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05, Model::Logistic)?;
//! let mut tally = Tally::default();
//! while sprt.verdict(&tally).is_none() {
//!     tally.add_pair(GameScore::Win, GameScore::Draw);
//! }
//! assert_eq!(sprt.verdict(&tally), Some(Accepted::H1));
//! # Ok::<(), coupturc::arena::stats::SprtError>(())
//! ```

mod elo;
mod likelihood;
mod sample;
mod sprt;
mod tally;

#[cfg(test)]
mod published;
#[cfg(test)]
mod simulation;

pub use elo::{Basis, Interval, elo_to_score, score_to_elo};
pub use sprt::{Accepted, Model, Sprt, SprtError};
pub use tally::{GameScore, Tally};
