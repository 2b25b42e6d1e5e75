//! Tests of keys, files and choices.

use std::collections::BTreeMap;
use std::path::Path;

use super::choice::{chosen, weights};
use super::*;
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, ByColor, Color, ExtraState, Move, RuleOptions, Rules, Setup, Square, file};
use crate::search::Score;
use crate::tables::files::Fault;
use crate::tables::{is_fair, mirrors, turn};

/// The listed games, two on boards of more than 64 bits, and one on the largest.
fn games() -> impl Iterator<Item = &'static Rules> {
    let large = ["canadian", "big-dameo"].map(|name| file::named(name).expect("an embedded game"));
    Variant::ALL.iter().map(|variant| variant.rules()).chain(large).chain([file::largest()])
}

/// Positions of random games.
fn positions(variant: Variant, games: u64) -> Vec<Box<dyn AnyPosition>> {
    positions_of(variant.rules(), games)
}

fn positions_of(rules: &'static Rules, games: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = rules.start(&RuleOptions::default());
        while game.outcome().is_none() && game.plies() < 150 {
            found.push(game.position().copy());
            let mv = game.legal_moves()[random.usize(0..game.legal_moves().len())];
            game.play(mv).expect("a legal move");
        }
    }
    found
}

/// The same position with every cell mapped by `map`, and with the colours exchanged if `exchanged`.
fn image(
    position: &dyn AnyPosition,
    map: &dyn Fn(Square) -> Square,
    exchanged: bool,
) -> Box<dyn AnyPosition> {
    let setup = position.to_setup();
    let color = |color: Color| if exchanged { !color } else { color };
    let sets = |sets: ByColor<crate::rules::Bitboard>| {
        let of = |side| sets[color(side)].into_iter().map(map).collect();
        ByColor::new(of(Color::White), of(Color::Black))
    };
    let extra = match setup.extra {
        ExtraState::None => ExtraState::None,
        ExtraState::Vanguard(man) => {
            let square = man.square().expect("there is one");
            ExtraState::Vanguard(crate::rules::games::VanguardMan::on(map(square)))
        }
        ExtraState::KingMoves(moves) => {
            let each = Color::ALL.into_iter().filter_map(|side| Some((side, moves.of(side)?)));
            let none = crate::rules::games::KingMoves::default();
            ExtraState::KingMoves(
                each.fold(none, |all, (side, (king, count))| all.with(color(side), Some(map(king)), count)),
            )
        }
    };
    let setup =
        Setup { side: color(setup.side), men: sets(setup.men), kings: sets(setup.kings), extra, ..setup };
    position.rules().position(&setup, &RuleOptions::default()).expect("as valid as the original")
}

#[test]
fn images_share_keys_and_numbers_of_moves() {
    for rules in games() {
        let (views, turn) = (Views::of(rules), turn(rules));
        let mut images: Vec<Box<dyn Fn(Square) -> Square>> = vec![Box::new(|square| square)];
        images.extend(mirrors(rules).into_iter().map(|mirror| Box::new(mirror) as _));
        let mut keys = std::collections::HashMap::new();
        for position in positions_of(rules, 5) {
            let view = views.view(&*position);
            // Keys after each move, by number.
            let after = |position: &dyn AnyPosition| -> Vec<Key> {
                let moves = views.view(position).moves(position);
                moves.into_iter().map(|mv| views.view(&*position.after(mv)).key).collect()
            };
            let expected = after(&*position);
            for map in &images {
                let mirrored = image(&*position, map, false);
                let turned = image(&*position, &|square| map(turn(square)), true);
                for other in [mirrored, turned] {
                    assert_eq!(views.view(&*other).key, view.key, "{rules} {position:?}");
                    assert_eq!(after(&*other), expected, "{rules} {position:?}");
                }
            }
            let options = RuleOptions::default();
            let again = views.position(&view.key, &options).expect("a position");
            assert_eq!(again.side(), Color::White);
            assert_eq!(view.key.to_string().parse(), Ok(view.key));
            assert_eq!((views.view(&*again).key, after(&*again)), (view.key, expected), "{rules}");
            // Positions that are no images of each other have different keys.
            let same = keys.entry(view.key).or_insert_with(|| again.copy());
            assert_eq!(same.key(), again.key(), "{rules} {position:?}");
        }
    }
}

/// A game from a file.
fn from_file(text: &str) -> &'static Rules {
    let file = coupturc_gamefile::Rules::read("mine.toml", text).expect("a game");
    file::compile(&file).expect("a game for the engine")
}

/// Games from files: one with all that keys can have, and one in which the sides play different games.
const OWN: [&str; 5] = [
    "like = \"english\"\ntitle = \"Mine\"",
    "like = \"dameo\"\ntitle = \"Mine\"\n[men]\ncaptures = \"straight\"\n[captures]\nvanguard = \"first\"",
    "like = \"english\"\ntitle = \"Mine\"\n[promotion]\ncells = { white = [\"1\", \"2\"], black = [\"29\", \"30\", \"31\"] }",
    UNFAIR_AND_LARGE,
    "like = \"canadian\"\ntitle = \"Mine\"\n[captures]\nvanguard = \"first\"",
];

/// The longest keys: kings that rest, on 144 cells, and sides that play different games.
const UNFAIR_AND_LARGE: &str = "\
like = \"frisian\"
title = \"Mine\"
[board]
cells = \"all\"
size = 12
names = \"letters\"
start = \"\"\"
b b b b b b b b b b b b
. . . . . . . . . . . .
. . . . . . . . . . . B
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
W . . . . . . . . . . .
. . . . . . . . . . . .
w w w w w w w w w w w w
\"\"\"
[promotion]
cells = { white = [\"a12\", \"b12\"], black = [\"a1\", \"b1\", \"c1\"] }
";

#[test]
fn positions_of_games_from_files_have_keys() {
    for text in OWN {
        let rules = from_file(text);
        let (views, mut keys) = (Views::of(rules), std::collections::HashMap::new());
        for position in positions_of(rules, 5) {
            let key = views.view(&*position).key;
            let again = views.position(&key, &RuleOptions::default()).expect("a position");
            assert_eq!(views.view(&*again).key, key, "{text} {position:?}");
            assert_eq!(key.to_string().parse(), Ok(key));
            if !is_fair(rules) {
                assert_eq!(again.side(), position.side(), "{text}");
            }
            let same = keys.entry(key).or_insert_with(|| again.copy());
            assert_eq!(same.key(), again.key(), "{text} {position:?}");
        }
    }
}

#[test]
fn a_book_knows_its_game_by_the_rules() {
    let [rules, other, unfair, ..] = OWN.map(from_file);
    assert!(is_fair(rules) && !is_fair(unfair));
    // Another value would make all books, nets and tables of English Draughts worthless.
    assert_eq!(&rules.id(), b"e82ca16c9720c308");
    let about = About::new(rules, &RuleOptions::default());
    assert_eq!(About::read(&about.text()), Ok(about.clone()));
    assert!(!about.fits(other, &RuleOptions::default()));
    // The file has other draws now, and the book is as good as before.
    let again = from_file(&format!("{}\n[draws]\nrepetition = 5", OWN[0]));
    assert!(again != rules && about.fits(again, &RuleOptions::default()));
    let unknown = about.text().replace("\nrules=", "\nrules=0");
    assert_eq!(About::read(&unknown), Err(Fault::OtherRules("mine".to_owned())));
    let unknown = unknown.replace("=mine\n", "=yours\n");
    assert_eq!(About::read(&unknown), Err(Fault::UnknownGame("yours".to_owned())));
}

fn with_score(number: u32, hundredths: i32) -> BookMove {
    BookMove { number, score: Some(Score::evaluation(hundredths)), ..BookMove::default() }
}

/// A book of all positions of a few games, several blocks long, with everything that a record can have.
fn sample(rules: &'static Rules, games: u64) -> (About, BTreeMap<Key, Vec<BookMove>>) {
    let views = Views::of(rules);
    let mut all = BTreeMap::new();
    for (index, position) in positions_of(rules, games).iter().enumerate() {
        let view = views.view(&**position);
        let moves = (0..view.moves(&**position).len() as u32).map(|number| BookMove {
            number,
            score: (index % 5 > 0)
                .then(|| if number == 3 { Score::win_in(7) } else { Score::evaluation(-60) }),
            results: Results { wins: number, draws: if number == 2 { 70_000 } else { 0 }, losses: 0 },
            mark: [None, Some(Mark::Veto), Some(Mark::Prefer)][index % 3],
            note: if number == 1 { format!("Nr. {index}: zażółć") } else { String::new() },
        });
        all.insert(view.key, moves.collect());
    }
    (About::new(rules, &RuleOptions::default()).with("effort", "300 nodes"), all)
}

fn read(bytes: Vec<u8>) -> Result<Book, crate::tables::files::FileProblem> {
    Book::read(Box::new(bytes), Path::new("sample.book"))
}

#[test]
fn books_are_read_as_they_were_written() {
    for rules in games() {
        let (about, all) = sample(rules, 3);
        let book = read(book_bytes(&about, &all)).expect("a book");
        assert_eq!((book.about(), book.positions()), (&about, all.len() as u64));
        assert_eq!(book.all().as_ref(), Ok(&all), "{rules}");
        for position in positions_of(rules, 4) {
            let view = book.views().view(&*position);
            let found = book.look_up(&*position).expect("no damage");
            let expected = all.get(&view.key).map(|moves| {
                let legal = view.moves(&*position);
                moves.iter().map(|mv| (legal[mv.number as usize], mv.clone())).collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{rules}");
        }
    }
}

#[test]
fn every_damaged_byte_is_noticed() {
    let (about, all) = sample(Variant::Russian.rules(), 1);
    let bytes = book_bytes(&about, &all);
    let known = positions(Variant::Russian, 1);
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        if let Ok(book) = read(damaged) {
            assert!(book.all().is_err(), "byte {place}");
            assert!(known.iter().any(|position| book.look_up(&**position).is_err()), "byte {place}");
        }
    }
    for len in 0..bytes.len() {
        assert!(read(bytes[..len].to_vec()).is_err(), "{len} bytes");
    }
}

#[test]
fn files_of_other_kinds_are_named() {
    let problem = |bytes: &[u8]| read(bytes.to_vec()).expect_err("no book").to_string();
    assert!(problem(b"").contains("sample.book: is not an opening book"));
    assert!(problem(&[0; 100]).contains("is not an opening book"));
    let (about, all) = sample(Variant::Dameo.rules(), 1);
    let mut newer = book_bytes(&about, &all);
    newer[8] = 9;
    assert!(problem(&newer).contains("has version 9 of the format, expected version 1"));
}

#[test]
fn a_change_is_written_and_seen_by_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.book");
    let (about, all) = sample(Variant::Dameo.rules(), 1);
    std::fs::write(&path, book_bytes(&about, &all)).expect("written");
    let book = Book::open(&path).expect("a book");
    // What other programs have written meanwhile is kept.
    let few = all.iter().take(9).map(|(key, moves)| (*key, moves.clone())).collect();
    std::fs::remove_file(&path).expect("removed");
    std::fs::write(&path, book_bytes(&about, &few)).expect("written");
    let position = positions(Variant::Dameo, 1).swap_remove(0);
    let (mv, _) = book.look_up(&*position).expect("no damage").expect("known")[0];
    let mut change = |known: &mut BookMove| known.note = "mine".to_owned();
    book.change(&*position, mv, &mut change).expect("it can be written");
    let again = Book::open(&path).expect("a book");
    for book in [&book, &again] {
        let known = book.look_up(&*position).expect("no damage").expect("known");
        assert!(known.iter().any(|(known, what)| *known == mv && what.note == "mine"), "{known:?}");
    }
    let key = again.views().view(&*position).key;
    assert_eq!(again.positions(), if few.contains_key(&key) { 9 } else { 10 });
    let embedded = read(book_bytes(&about, &all)).expect("a book");
    assert!(embedded.change(&*position, mv, &mut |_| {}).is_err());
}

#[test]
fn results_of_games_are_counted_for_the_player_who_moves() {
    let rules = RuleOptions::default();
    let start = Variant::Dameo.rules().start(&rules);
    let mut counts = GameCounts::new(About::new(Variant::Dameo.rules(), &rules));
    let mut legal = start.legal_moves().iter().copied();
    let (first, second) = (legal.next().expect("a move"), legal.next().expect("another"));
    let after = start.position().after(second);
    let reply = after.to_game().legal_moves()[0];
    for result in [Some(Some(Color::White)), Some(None), None] {
        counts.add(start.position(), second, result);
        counts.add(&*after, reply, result);
    }
    counts.add(start.position(), first, Some(Some(Color::Black)));
    let found = |position: &dyn AnyPosition| {
        let known = counts.look_up(position).into_iter();
        known
            .map(|(mv, known)| (mv, [known.results.wins, known.results.draws, known.results.losses]))
            .collect::<Vec<_>>()
    };
    assert_eq!(found(start.position()), [(second, [1, 1, 0]), (first, [0, 0, 1])]);
    assert_eq!(found(&*after), [(reply, [0, 1, 1])]);
    assert_eq!((found(&*after.after(reply)), counts.positions()), (Vec::new(), 2));
}

fn moves(known: &[BookMove]) -> Vec<(Move, BookMove)> {
    let mv = |number: u32| Move::quiet(Square::new(number as u8), Square::new(63));
    known.iter().map(|known| (mv(known.number), known.clone())).collect()
}

#[test]
fn moves_are_chosen_by_margin_marks_and_results() {
    let scored = moves(&[with_score(0, 10), with_score(1, 10), with_score(2, 7), with_score(3, -90)]);
    assert_eq!(weights(&scored, 0), [1, 1, 0, 0]);
    assert_eq!(weights(&scored, 5), [6, 6, 3, 0]);
    let marked = |number, hundredths, mark| BookMove { mark: Some(mark), ..with_score(number, hundredths) };
    let vetoed = moves(&[marked(0, 10, Mark::Veto), with_score(1, 5), with_score(2, 5)]);
    assert_eq!(weights(&vetoed, 0), [0, 1, 1]);
    let preferred = moves(&[with_score(0, 10), marked(1, -50, Mark::Prefer)]);
    assert_eq!(weights(&preferred, 0), [0, 1]);
    let played = |number, wins, draws| BookMove {
        number,
        results: Results { wins, draws, losses: 5 },
        ..BookMove::default()
    };
    let by_results = moves(&[played(0, 3, 1), played(1, 0, 2), played(2, 0, 0)]);
    assert_eq!(weights(&by_results, 9), [7, 2, 0]);
    let mut random = fastrand::Rng::with_seed(7);
    let counts = (0..900).fold([0; 3], |mut counts, _| {
        counts[chosen(&by_results, 0, &mut random).expect("a move").1.number as usize] += 1;
        counts
    });
    assert!(counts[0] > 600 && counts[1] > 120 && counts[2] == 0, "{counts:?}");
    assert_eq!(chosen(&moves(&[played(0, 0, 0)]), 0, &mut random), None);
}
