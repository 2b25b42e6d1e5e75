//! Texts for positions, moves, games and boards: written, read back, and refused where they are none.

#[path = "../support/mod.rs"]
mod support;

mod board_pictures;
mod faults;
mod pdn;
mod pdn_reading;
mod texts;
