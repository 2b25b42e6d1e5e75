//! Tests of the search: bench signatures, tactics, endgame tables, whole games under a referee, and training games.

#[path = "../support/mod.rs"]
mod support;

mod bench_signature;
mod crowds;
mod learn_games;
mod self_play;
mod table_search;
mod tactics;
