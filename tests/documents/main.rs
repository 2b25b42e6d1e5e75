//! Tests of the documents: they must describe what the program does.

#[path = "../support/mod.rs"]
mod support;

mod links;
mod list_of_games;
mod module_map;
mod pages;
mod perft_page;
mod pictures;
mod puzzles_page;
mod reference_tables;
mod rules_page;
mod transcripts;
