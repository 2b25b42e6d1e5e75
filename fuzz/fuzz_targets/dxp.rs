//! DXP messages and conversations. The first byte chooses the game.

#![no_main]

use coupturc::rules::games::Variant;
use coupturc_fuzz::Progress;
use coupturc_fuzz::chatter::choices::Drawn;
use coupturc_fuzz::chatter::dxp;
use libfuzzer_sys::fuzz_target;

static PROGRESS: Progress = Progress::every(1_000_000);

fuzz_target!(|bytes: &[u8]| {
    let Some((&number, rest)) = bytes.split_first() else { return };
    let mut messages = 0;
    for text in rest.split(|&byte| byte == 0) {
        dxp::read(&String::from_utf8_lossy(text));
        messages += 1;
    }
    let variant = Variant::ALL[usize::from(number) % Variant::ALL.len()];
    messages += dxp::converse(variant, Drawn::from(rest.to_vec()), 1_000);
    PROGRESS.add(messages);
});
