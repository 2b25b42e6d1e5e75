//! The engine as a WebAssembly module, for the page without a server: one Hub session on the caller's thread.
//!
//! The caller calls `room` to get space for a line, writes the line there, and calls `handle_line`; for the bytes of an
//! opening book likewise `take_book`. The compiler cannot check the names of the imported and exported functions.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;

use coupturc_core::book::add_embedded;
use coupturc_core::protocol::{Bounds, Caller, Embedded, Parameters};

#[link(wasm_import_module = "caller")]
unsafe extern "C" {
    /// Receives a line of the engine as `length` bytes of UTF-8.
    safe fn receive(text: *const u8, length: usize);
    /// Whether the running search should stop: 1 or 0.
    safe fn wants_stop() -> u32;
}

/// The caller outside the module.
struct Outside;

impl Caller for Outside {
    fn receive(&mut self, line: &str) {
        receive(line.as_ptr(), line.len());
    }

    fn wants_stop(&mut self) -> bool {
        wants_stop() != 0
    }
}

/// The limits of a page.
const BOUNDS: Bounds = Bounds { threads: 1, mebibytes: 256, files: false, book_changes: false };

thread_local! {
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SESSION: RefCell<Embedded> = RefCell::new(Embedded::new(Parameters::within(BOUNDS)));
}

/// Reserves space for a line of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.resize(length, 0);
        line.as_mut_ptr()
    })
}

/// Takes the opening book in the reserved space. Returns 1 if it is a book, and 0 if it is none.
#[unsafe(no_mangle)]
pub extern "C" fn take_book() -> u32 {
    add_embedded(LINE.take()).is_ok().into()
}

/// Handles the line in the reserved space. Returns 1 while the session continues, and 0 once it has ended.
#[unsafe(no_mangle)]
pub extern "C" fn handle_line() -> u32 {
    let line = LINE.with_borrow(|line| String::from_utf8_lossy(line).into_owned());
    SESSION.with_borrow_mut(|session| session.handle_line(&line, &mut Outside).into())
}
