//! Arbitrary lines, given to all parsers. The first byte chooses the game.

#![no_main]

use coupturc_fuzz::Progress;
use coupturc_fuzz::chatter::texts::Table;
use libfuzzer_sys::fuzz_target;

static PROGRESS: Progress = Progress::every(1_000_000);

fuzz_target!(|bytes: &[u8]| {
    let Some((&number, text)) = bytes.split_first() else { return };
    let table = Table::number(usize::from(number));
    let mut lines = 0;
    for line in text.split(|&byte| byte == b'\n') {
        table.read(&String::from_utf8_lossy(line));
        lines += 1;
    }
    PROGRESS.add(lines);
});
