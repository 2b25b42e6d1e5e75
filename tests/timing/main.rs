//! Tests of time and memory. They are a separate program because cargo runs test programs one after another: other
//! tests, some of which keep all processors busy, do not run at the same time.

#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod crowded;
mod end;
mod endless_captures;
mod limits;
mod memory;
mod tries;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Tests that measure may run in parallel, since they mostly wait; tests that keep the machine busy run alone.
static MACHINE: RwLock<()> = RwLock::new(());

fn measuring() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

fn busy() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}
