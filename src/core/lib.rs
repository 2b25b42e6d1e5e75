//! The engine of **coupturc**, for International Draughts and its relatives, which
//! [`Variant`](rules::games::Variant) lists. The program `coupturc` is built around it.
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | [`memory`] | memory for large tables | nothing |
//! | [`escape`] | escaping of foreign text for a terminal | nothing |
//! | [`panics`] | the panic hook, and panics that are caught | nothing |
//! | `checksum` | a checksum of nets and rules | nothing |
//! | [`rules`] | boards, positions, moves, outcomes; one file per game | memory, checksum |
//! | [`notation`] | texts for positions and moves | rules |
//! | [`tables`] | every position with few pieces | memory, escape, rules |
//! | [`tunables`] | the parameters of the search | nothing |
//! | [`eval`] | what a position is worth | checksum, rules, tunables |
//! | [`search`] | one thread's search | memory, rules, tables, eval |
//! | [`book`] | opening books | rules, tables, search |
//! | [`engine`] | a game, a transposition table, threads and a clock | memory, panics, rules, tables, eval, search, book |
//! | [`protocol`] | the Hub protocol and DXP | panics, rules, notation, tunables, eval, search, book, engine |
//!
//! A module may use only the modules in its last column, which all stand above it. Its unit tests may use [`notation`]
//! too. `tests/documents/module_map.rs` checks this table and that of CONTRIBUTING.md, which has the same columns.
//!
//! Code that a search node runs is generic over the game and compiled for each one. All other code takes
//! [`rules::Rules`], [`rules::AnyPosition`] and [`rules::AnyGame`], and is compiled once.

#[macro_use]
pub mod rules;

pub mod book;
mod checksum;
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
