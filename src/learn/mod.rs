//! Learning: nets that foretell how games end, from games of the engine against itself.
//!
//! [`self_play`] plays games and [`parts`] keeps them in files. [`samples`] reads their quiet positions, [`trainer`] finds
//! weights.

pub mod parts;
pub mod report;
pub mod samples;
pub mod self_play;
#[cfg(test)]
mod tests;
pub mod trainer;
