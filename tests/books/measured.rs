//! How fast positions are looked up, for docs/book-format.md.

#![expect(clippy::print_stdout, reason = "long runs print their results")]

use std::path::Path;
use std::time::{Duration, Instant};

use coupturc::book::Book;
use coupturc::rules::AnyPosition;

/// The time of a look-up in the book `COUPTURC_BOOK`: the best of several rounds over positions of random lines, some
/// of which the book does not have.
#[test]
#[ignore = "a measurement: COUPTURC_BOOK=FILE cargo test --release --test books measured -- --ignored --nocapture"]
fn look_up() {
    let file = std::env::var("COUPTURC_BOOK").expect("COUPTURC_BOOK names a book");
    let book = Book::open(Path::new(&file)).expect("a book");
    let about = book.about();
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::new();
    while positions.len() < 20_000 {
        let mut position = about.rules.start(&about.options).position().copy();
        while let Some(moves) = book.look_up(&*position).expect("no damage") {
            let Some((mv, _)) = moves.get(random.usize(0..moves.len().clamp(1, 6))) else { break };
            position = position.after(*mv);
            positions.push(position.copy());
        }
    }
    let is_found = |position: &dyn AnyPosition| book.look_up(position).is_ok_and(|found| found.is_some());
    let found = positions.iter().filter(|position| is_found(&***position)).count();
    // Short rounds, so that the best of them is not interrupted by other programs.
    let best_time = |part: &[Box<dyn AnyPosition>]| {
        let round = |_| {
            let start = Instant::now();
            assert!(part.iter().filter(|position| is_found(&***position)).count() > 0);
            start.elapsed()
        };
        (0..20).map(round).min().unwrap_or_default()
    };
    let time: Duration = positions.chunks(100).map(best_time).sum();
    let each = time / positions.len() as u32;
    println!("{} positions, {found} of {} found, {each:?} each", book.positions(), positions.len());
    assert!(each < Duration::from_micros(20), "{each:?}");
}
