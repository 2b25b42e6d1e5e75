//! Tests of the documents: they must describe what the program does.

#[path = "../support/mod.rs"]
mod support;

mod links;
mod list_of_games;
mod module_map;
mod pages;
mod pictures;
mod puzzles_page;
mod rules_page;
mod transcripts;
