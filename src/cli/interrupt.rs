//! Interrupts (Ctrl-C) and requests to end: long work comes to a good end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Failure;

/// Lets an interrupt raise `flag`, instead of ending the process.
pub(super) fn raise_on_interrupt(flag: &Arc<AtomicBool>) -> Result<(), Failure> {
    let flag = Arc::clone(flag);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    Ok(())
}

/// A flag that an interrupt raises.
pub(super) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    raise_on_interrupt(&stop)?;
    Ok(stop)
}
