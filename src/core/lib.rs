//! The engine of **coupturc**, for International Draughts and its relatives, which
//! [`Variant`](rules::games::Variant) lists. The program `coupturc` is around it.
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | [`memory`] | room for large tables | nothing |
//! | [`escape`] | foreign text as it may be shown on a terminal | nothing |
//! | [`panics`] | the panic hook, and panics that are caught | nothing |
//! | [`rules`] | boards, positions, moves, outcomes; one file a game | memory |
//! | [`notation`] | texts for positions and moves | rules |
//! | [`tables`] | every position with few pieces | memory, escape, rules |
//! | [`tunables`] | the numbers of the search | nothing |
//! | [`eval`] | what a position is worth | rules, tunables |
//! | [`search`] | one thread's search | memory, rules, tables, eval |
//! | [`engine`] | a game, a transposition table, threads and a clock | memory, panics, rules, tables, eval, search |
//! | [`protocol`] | the Hub protocol and DXP | panics, rules, notation, tunables, eval, search, engine |
//!
//! A module may name those that the last column lists for it, and they all stand above it. Its unit tests may name
//! [`notation`] too. `tests/documents/module_map.rs` checks this table and that of CONTRIBUTING.md, which has the same columns.
//!
//! Whatever a node of a search runs is generic over its game and compiled for each. All else takes [`rules::Rules`],
//! [`rules::AnyPosition`] and [`rules::AnyGame`], and is compiled once.

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
