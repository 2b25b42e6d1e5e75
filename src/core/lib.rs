//! The engine of **coupturc**, a program that plays International Draughts and its relatives, which
//! [`Variant`](rules::games::Variant) lists.

#[macro_use]
pub mod rules;

pub mod engine;
pub mod escape;
pub mod eval;
pub mod memory;
pub mod notation;
pub mod panics;
pub mod protocol;
pub mod search;
pub mod tables;
pub mod tunables;
