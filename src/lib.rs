//! **coupturc** is an engine for Dameo, Hexdame, Harzdame, Vanguard Draughts and International
//! Draughts. This library is the whole engine; the program of the same name is a thin shell.
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | [`memory`] | room for large tables | nothing |
//! | [`escape`] | foreign text as it may be shown on a terminal | nothing |
//! | [`panics`] | what a mistake in the engine has to say | nothing |
//! | [`rules`] | boards, positions, moves, outcomes; one file a game | memory |
//! | [`notation`] | texts for positions and moves | rules |
//! | [`tables`] | every position with few pieces | rules, memory, escape |
//! | [`tunables`] | the numbers of search and evaluation | nothing |
//! | [`eval`] | what a position is worth | rules, tunables |
//! | [`search`] | one thread's search | rules, eval, tunables, tables |
//! | [`engine`] | a game, a table, threads and a clock | search |
//! | [`protocol`] | the Hub protocol and DXP | engine, notation |
//! | [`arena`] | matches between engines | engine, notation, protocol, escape |
//! | [`cli`] | the command line | everything |

#[macro_use]
pub mod rules;

pub mod arena;
pub mod cli;
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
