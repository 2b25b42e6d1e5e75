//! Endgame tables: values, files, and the commands that build and show them.

#[path = "../chatter/mod.rs"]
mod chatter;
#[path = "../support/mod.rs"]
mod support;

mod against_naive;
mod build_measured;
mod command;
mod endgames;
mod file_faults;
mod files;
mod files_measured;
mod report;
