//! The search: its signature, its tactics, its use of endgame tables, whole games under a referee, and games for learning.

#[path = "../support/mod.rs"]
mod support;

mod bench_signature;
mod crowds;
mod learn_games;
mod self_play;
mod table_search;
mod tactics;
