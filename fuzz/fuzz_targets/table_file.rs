//! Endgame table files. If the first byte is even, the rest is a file; otherwise the rest determines how a valid file
//! is damaged.

#![no_main]

use coupturc::tables::files::FileKind;
use coupturc_fuzz::Progress;
use coupturc_fuzz::chatter::choices::Drawn;
use coupturc_fuzz::chatter::table_files;
use libfuzzer_sys::fuzz_target;

static PROGRESS: Progress = Progress::every(1_000_000);

fuzz_target!(|bytes: &[u8]| {
    let Some((&number, rest)) = bytes.split_first() else { return };
    let mut rest = rest.to_vec();
    match number % 4 {
        0 | 2 => {
            table_files::reseal(&mut rest);
            table_files::read(FileKind::ALL[usize::from(number / 2 % 2)], rest, false);
        }
        _ => drop(table_files::read_damaged(Drawn::from(rest))),
    }
    PROGRESS.add(1);
});
