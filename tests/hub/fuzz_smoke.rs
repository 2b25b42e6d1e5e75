//! A short run of the targets in `fuzz`, from fixed seeds.

use coupturc::rules::games::Variant;

use crate::chatter::book_files;
use crate::chatter::choices::{Choices, Seeded};
use crate::chatter::client::converse;
use crate::chatter::dxp;
use crate::chatter::script::{Script, Step};
use crate::chatter::table_files;
use crate::chatter::texts::Table;

/// A random script with at most `steps` steps.
fn script(seed: u64, steps: usize) -> impl Iterator<Item = Step> + Send + 'static {
    let choices = Seeded::new(seed);
    if seed.is_multiple_of(4) { Script::with_quit(choices) } else { Script::new(choices) }.take(steps)
}

#[test]
fn random_conversations_succeed() {
    let sent: u64 = (0..12).map(|seed| converse(script(seed, 1_000))).sum();
    assert!(sent > 6_000, "only {sent} lines were sent");
}

#[test]
fn random_texts_are_read_or_rejected() {
    let mut choices = Seeded::new(1);
    let lines = Script::new(Seeded::new(2)).filter_map(|step| match step {
        Step::Line(line) => Some(line),
        Step::Await => None,
    });
    for line in lines.take(30_000) {
        Table::number(choices.below(256)).read(&String::from_utf8_lossy(&line));
    }
}

#[test]
fn random_dxp_conversations_succeed() {
    let sent: u64 = (0..2_000)
        .map(|seed| {
            let variant = Variant::ALL[seed as usize % Variant::ALL.len()];
            dxp::converse(variant, Seeded::new(seed), 200)
        })
        .sum();
    assert!(sent > 20_000, "only {sent} messages were sent");
    let mut choices = Seeded::new(5);
    for _ in 0..30_000 {
        let length = choices.below(130);
        let text: String = (0..length).map(|_| choices.below(128) as u8 as char).collect();
        dxp::read(&format!("{}{text}", choices.choose(&["R01", "A", "M", "E", "C", "B", "K", ""])));
    }
}

#[test]
fn damaged_tables_are_read_or_rejected() {
    let read = (0..20_000).filter(|&seed| table_files::read_damaged(Seeded::new(seed))).count();
    assert!((2_000..18_000).contains(&read), "{read} files were read");
}

#[test]
fn damaged_books_are_read_or_rejected() {
    let read = (0..8_000).filter(|&seed| book_files::read_damaged(Seeded::new(seed))).count();
    assert!((800..7_200).contains(&read), "{read} files were read");
}

/// One very long conversation: memory use must not grow after the first fifth.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stdout, reason = "the long run reports progress and memory use")]
fn memory_use_stays_constant_in_a_long_conversation() {
    let steps = std::env::var("COUPTURC_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000_000);
    let mut early = None;
    let watched = Script::new(Seeded::new(0)).take(steps).enumerate().map(move |(index, step)| {
        if index % (steps / 20).max(1) == 0 {
            let now = resident_kib();
            println!("{index} steps: {now:?} KiB resident");
            if index >= steps / 5 {
                let first = *early.get_or_insert(now);
                let grown = now.zip(first).is_some_and(|(now, first)| now > first + first / 4 + 32 * 1024);
                assert!(!grown, "from {first:?} to {now:?} KiB");
            }
        }
        step
    });
    let sent = converse(watched);
    println!("{sent} lines");
}

/// The resident memory of this process, if the system reports it.
fn resident_kib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
