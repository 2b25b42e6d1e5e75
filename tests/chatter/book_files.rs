//! Damaged opening books, some of them with corrected checksums so that reading gets past these.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use coupturc::book::{About, Book, BookMove, Key, Mark, Results, Views, book_bytes};
use coupturc::rules::games::Variant;
use coupturc::rules::{AnyPosition, RuleOptions};
use coupturc::search::Score;

use super::choices::Choices;

/// The offsets of the length of a key, of the length of the description and of the number of blocks, and the length of
/// the header up to the description.
const KEY_LEN: usize = 10;
const TEXT_LEN: usize = 12;
const BLOCKS: usize = 32;
const FIXED: usize = 36;
/// The length of an entry of the index after its key.
const ENTRY: usize = 8;

/// A valid book, and what it says.
struct Good {
    bytes: Vec<u8>,
    positions: Vec<Box<dyn AnyPosition>>,
    contents: BTreeMap<Key, Vec<BookMove>>,
}

/// Books of games whose keys differ in kind: with king moves, with a vanguard, and with mirror images.
const GAMES: [Variant; 3] = [Variant::Frisian, Variant::Vanguard, Variant::Dameo];

fn good() -> &'static [Good] {
    static GOOD: OnceLock<Vec<Good>> = OnceLock::new();
    GOOD.get_or_init(|| GAMES.map(book_of).into())
}

/// A book of all positions of a random game, with everything that a record can have.
fn book_of(variant: Variant) -> Good {
    let options = RuleOptions::default();
    let (views, mut random) = (Views::of(variant.rules()), fastrand::Rng::with_seed(1));
    let (mut game, mut positions, mut contents) =
        (variant.rules().start(&options), Vec::new(), BTreeMap::new());
    while game.outcome().is_none() && game.plies() < 150 {
        let position = game.position().copy();
        let view = views.view(&*position);
        let moves = (0..view.moves(&*position).len() as u32).map(|number| BookMove {
            number,
            score: (number != 1).then(|| Score::evaluation(30 - number as i32)),
            results: Results { wins: number, draws: 300 * number, losses: 0 },
            mark: [None, Some(Mark::Veto), Some(Mark::Prefer)][number as usize % 3],
            note: if number == 1 { "a note".to_owned() } else { String::new() },
        });
        contents.insert(view.key, moves.collect());
        positions.push(position);
        let mv = game.legal_moves()[random.usize(0..game.legal_moves().len())];
        game.play(mv).expect("a legal move");
    }
    Good { bytes: book_bytes(&About::new(variant.rules(), &options), &contents), positions, contents }
}

/// Writes the correct checksums of the header and of the blocks, as far as the header allows to find them.
pub fn reseal(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: usize, len: usize| {
        let digits = bytes.get(at..at + len)?.iter().rev();
        Some(digits.fold(0, |number, &byte| number << 8 | usize::from(byte)))
    };
    let header = [(KEY_LEN, 2), (TEXT_LEN, 4), (BLOCKS, 4)].map(|(at, len)| number(bytes, at, len));
    let [Some(key_len), Some(text_len), Some(blocks)] = header else { return };
    let index = FIXED + text_len;
    let end = index + blocks * (key_len + ENTRY);
    if bytes.len() < end + 4 {
        return;
    }
    let mut offset = end + 4;
    for block in 0..blocks {
        let entry = index + block * (key_len + ENTRY) + key_len;
        let next = offset + number(bytes, entry, 4).unwrap_or(0);
        let checksum = bytes.get(offset..next).map_or(0, crc32fast::hash);
        bytes[entry + 4..entry + 8].copy_from_slice(&checksum.to_le_bytes());
        offset = next;
    }
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
}

/// Reads bytes as a book, and returns whether all of it can be read; a rejection must give its reason.
pub fn read(bytes: Vec<u8>) -> bool {
    let rejected = |problem: &dyn std::error::Error| {
        let reason = problem.to_string();
        assert!(reason.starts_with("damaged.book") && reason.len() < 1_000, "{reason}");
    };
    let book = match Book::read(Box::new(bytes), Path::new("damaged.book")) {
        Ok(book) => book,
        Err(problem) => {
            rejected(&problem);
            return false;
        }
    };
    let all = book.all();
    let known = good().iter().filter(|good| good.positions[0].rules() == book.about().rules);
    for position in known.flat_map(|good| &good.positions) {
        // One block is read here, and all blocks there.
        match book.look_up(&**position) {
            Ok(found) => {
                let key = book.views().view(&**position).key;
                assert!(found.is_none() || !all.as_ref().is_ok_and(|all| !all.contains_key(&key)));
            }
            Err(problem) => {
                rejected(&problem);
                assert!(all.is_err());
            }
        }
    }
    let Ok(all) = all else { return false };
    for key in all.keys() {
        if let Ok(position) = book.views().position(key, &book.about().options) {
            assert!(book.look_up(&*position).is_ok());
        }
    }
    true
}

/// Damages a valid book at random, and reads it.
pub fn read_damaged(mut choices: impl Choices) -> bool {
    let good = &good()[choices.below(GAMES.len())];
    let mut bytes = good.bytes.clone();
    let is_honest = choices.below(2) == 0;
    choices.damage(&mut bytes);
    let is_whole = bytes == good.bytes;
    if !is_honest {
        reseal(&mut bytes);
    }
    let is_read = read(bytes);
    assert!(!is_whole || is_read, "valid books are accepted");
    // Without corrected checksums, any damage is noticed.
    assert!(!is_honest || is_whole || !is_read, "a damaged book was read");
    is_read
}
