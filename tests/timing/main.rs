//! How soon something happens, and how much memory it takes. These tests are a program of their own, because cargo runs
//! programs one after another: the other tests, some of which keep all processors busy, do not run meanwhile.

#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod crowded;
mod end;
mod endless_captures;
mod limits;
mod memory;
mod tries;
