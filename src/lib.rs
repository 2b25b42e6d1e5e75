//! **coupturc** is an engine for International Draughts and its relatives, which
//! [`Variant`](rules::games::Variant) lists. This library is the whole engine; the program of the same name is a thin shell.
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | [`memory`] | room for large tables | nothing |
//! | [`escape`] | foreign text as it may be shown on a terminal | nothing |
//! | [`panics`] | the panic hook, and panics that are caught | nothing |
//! | [`exclusive`] | files that one process at a time may write to | nothing |
//! | [`html`] | what all our HTML pages share | nothing |
//! | [`rules`] | boards, positions, moves, outcomes; one file a game | memory |
//! | [`notation`] | texts for positions and moves | rules |
//! | [`tables`] | every position with few pieces | memory, escape, rules |
//! | [`tunables`] | the numbers of the search | nothing |
//! | [`eval`] | what a position is worth | rules, tunables |
//! | [`search`] | one thread's search | memory, rules, tables, eval |
//! | [`engine`] | a game, a transposition table, threads and a clock | memory, panics, rules, tables, eval, search |
//! | [`protocol`] | the Hub protocol and DXP | panics, rules, notation, tunables, eval, search, engine |
//! | [`arena`] | matches between engines | memory, escape, exclusive, html, rules, notation, tunables, search, protocol |
//! | [`web`] | a board in the browser, and the server for it | rules, notation, protocol |
//! | [`learn`] | nets from games of the engine against itself | memory, exclusive, html, rules, notation, tables, eval, search |
//! | [`cli`] | the command line | everything |
//!
//! A module may name those that the last column lists for it, and they all stand above it. Its unit tests may name
//! [`notation`] too. `tests/documents/module_map.rs` checks this table and that of CONTRIBUTING.md, which has the same columns.

pub use coupturc_core::{
    engine, escape, eval, memory, notation, panics, protocol, rules, search, tables, tunables, with_game,
};

pub mod arena;
pub mod cli;
pub mod exclusive;
pub mod html;
pub mod learn;
pub mod web;
