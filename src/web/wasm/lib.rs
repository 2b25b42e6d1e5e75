//! The engine as a WebAssembly module, for the page without a server: one Hub conversation in the thread of its caller.
//!
//! The caller has `room` made for a line, writes the line there, and has the engine `handle_line` it. The names of functions that
//! cross the border are the only thing here that the compiler cannot check.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;

use coupturc_core::protocol::{Bounds, Caller, Embedded, Parameters};

#[link(wasm_import_module = "caller")]
unsafe extern "C" {
    /// Takes a line of the engine, which is so many bytes of UTF-8.
    safe fn receive(text: *const u8, length: usize);
    /// Whether the search that runs is to end: 1 or 0.
    safe fn wants_stop() -> u32;
}

/// The other side of the border.
struct Outside;

impl Caller for Outside {
    fn receive(&mut self, line: &str) {
        hear(line.as_ptr(), line.len());
    }

    fn wants_stop(&mut self) -> bool {
        wants_stop() != 0
    }
}

/// What a page may have of the machine.
const BOUNDS: Bounds = Bounds { threads: 1, mebibytes: 256, files: false };

thread_local! {
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SESSION: RefCell<Embedded> = RefCell::new(Embedded::new(Parameters::within(BOUNDS)));
}

/// Makes room for a line of so many bytes, and tells where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.resize(length, 0);
        line.as_mut_ptr()
    })
}

/// Obeys the line that was written there. Gives 1 as long as the conversation goes on, and 0 from its end on.
#[unsafe(no_mangle)]
pub extern "C" fn handle_line() -> u32 {
    let line = LINE.with_borrow(|line| String::from_utf8_lossy(line).into_owned());
    SESSION.with_borrow_mut(|session| session.handle_line(&line, &mut Outside).into())
}
