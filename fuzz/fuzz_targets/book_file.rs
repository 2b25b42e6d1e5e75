//! Opening books. If the first byte is even, the rest is a book, whose checksums are corrected; otherwise the rest
//! determines how a valid book is damaged.

#![no_main]

use coupturc_fuzz::Progress;
use coupturc_fuzz::chatter::book_files;
use coupturc_fuzz::chatter::choices::Drawn;
use libfuzzer_sys::fuzz_target;

static PROGRESS: Progress = Progress::every(1_000_000);

fuzz_target!(|bytes: &[u8]| {
    let Some((&number, rest)) = bytes.split_first() else { return };
    let mut rest = rest.to_vec();
    if number % 2 == 0 {
        book_files::reseal(&mut rest);
        book_files::read(rest);
    } else {
        book_files::read_damaged(Drawn::from(rest));
    }
    PROGRESS.add(1);
});
