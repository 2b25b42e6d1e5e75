//! The rules: the fast generator against the naive one, and leaf counts against known ones.

#[path = "../support/mod.rs"]
mod support;

mod endless_captures;
mod generator;
mod naive_rules;
mod perft_plan;
mod perft_reference;
mod perft_vectors;
