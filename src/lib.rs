//! **coupturc** is an engine for International Draughts and its relatives, which
//! [`Variant`](rules::games::Variant) lists. The engine is the crate [`coupturc_core`], whose modules are here under
//! the same names; this library is the rest of the program, a thin shell around it.
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | [`exclusive`] | files that one process at a time may write to | nothing |
//! | [`html`] | the parts shared by all HTML pages | nothing |
//! | [`analysis`] | the mistakes in whole games | html, rules, notation, engine, search |
//! | [`arena`] | matches between engines | memory, escape, exclusive, html, rules, notation, tables, tunables, search, protocol |
//! | [`puzzles`] | positions with one winning or saving move | memory, rules, notation, tables, search |
//! | [`web`] | a board in the browser, and the server for it | rules, notation, eval, protocol |
//! | [`learn`] | nets from games of the engine against itself | memory, exclusive, html, rules, notation, tables, eval, search |
//! | [`cli`] | the command line | everything |
//!
//! A module may use only the modules in its last column. `tests/documents/module_map.rs` checks this table and that of
//! CONTRIBUTING.md, which has the same columns.

pub use coupturc_core::{
    engine, escape, eval, memory, notation, panics, protocol, rules, search, tables, tunables, with_game,
};

pub mod analysis;
pub mod arena;
pub mod cli;
pub mod exclusive;
pub mod html;
pub mod learn;
pub mod puzzles;
pub mod web;
