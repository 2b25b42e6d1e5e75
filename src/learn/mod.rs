//! Learning: trains nets to predict game results, from self-play games.
//!
//! [`self_play`] plays games and [`parts`] stores them in files. [`samples`] reads their quiet positions, [`trainer`]
//! trains the weights, [`report`] shows the result.

pub mod parts;
pub mod report;
pub mod samples;
pub mod self_play;
#[cfg(test)]
mod tests;
pub mod trainer;
