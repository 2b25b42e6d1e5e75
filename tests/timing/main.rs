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

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Tests that measure may run side by side, for they mostly wait; those that keep the machine busy run alone.
static MACHINE: RwLock<()> = RwLock::new(());

fn measuring() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

fn busy() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}
