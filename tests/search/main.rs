//! The search: its signature, its tactics, its use of endgame tables, and whole games under a referee.

#[path = "../support/mod.rs"]
mod support;

mod bench_signature;
mod self_play;
mod table_search;
mod tactics;
