//! Opening books: building, interrupting, merging, and the commands that show and change them.

#[path = "../support/mod.rs"]
mod support;

mod builder;
mod commands;
mod export;
mod measured;
mod rules_files;
