//! Opening books, as a client sees them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{engine_for, error_message, games};

fn book(arguments: &[&str]) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_coupturc")).arg("book").args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
}

fn built(game: &str, folder: &Path) -> PathBuf {
    let file = folder.join(format!("{game}.book"));
    let path = file.to_str().expect("Unicode");
    book(&["build", "--variant", game, "--positions", "2", "--nodes", "50", "--threads", "1", "--out", path]);
    file
}

/// An engine for a game that plays from this book.
fn engine_with(game: &str, file: &Path) -> EngineProcess {
    let mut engine = engine_for(game);
    let file = format!("set-param name=book-file value=\"{}\"", file.display());
    engine.quietly(&[&file, "set-param name=book value=true", "set-param name=book-seed value=1"]);
    engine
}

#[test]
fn moves_come_from_the_book_at_once_in_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    // The last two have boards of more than 64 cells.
    for game in games().chain(["canadian", "big-dameo"]) {
        let file = built(game, folder.path());
        let mut engine = engine_with(game, &file);
        // Without a limit, a search would not end.
        let search = engine.search(&["go think"]);
        let last = search.last();
        assert!(last.book && (last.depth, last.nodes) == (0, 0), "{game}: {last:?}");
        assert_eq!((search.infos.len(), &search.best), (1, &last.pv.first().cloned()), "{game}");
        // The book has one more position, after one of the moves.
        engine.quietly(&["set-param name=book-margin value=1000"]);
        let longer = (1..1000).map(|seed| {
            engine.quietly(&[&format!("set-param name=book-seed value={seed}")]);
            engine.search(&["go think"])
        });
        let search = { longer }.find(|search| search.last().pv.len() > 1);
        let search = search.unwrap_or_else(|| panic!("{game}: no line of two moves"));
        assert_eq!(search.ponder.as_ref(), search.last().pv.get(1), "{game}");
        engine.quietly(&[&format!("play move={}", search.last().pv[0])]);
        assert!(engine.search(&["go think"]).last().book, "{game}");
        engine.quietly(&["set-param name=book value=false"]);
        assert!(!engine.search(&["level depth=1", "go think"]).last().book, "{game}");
        engine.finish();
    }
}

#[test]
fn only_games_are_played_from_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built("dameo", folder.path());
    let mut engine = engine_with("dameo", &file);
    assert!(!engine.search(&["level depth=2", "go analyze"]).last().book);
    engine.send_all(&["level depth=2", "go ponder", "ponder-hit"]);
    assert!(!engine.rest_of_search(false).last().book);
    // The book is of another game, so the one in the program is used, if it has one for the game and the rules.
    engine.quietly(&["set-param name=variant value=croda"]);
    assert!(engine.search(&["level depth=1", "go think"]).last().book);
    for game in ["killer", "english"] {
        engine.quietly(&[&format!("set-param name=variant value={game}")]);
        assert!(!engine.search(&["level depth=1", "go think"]).last().book, "{game}");
    }
    engine.quietly(&["set-param name=variant value=dameo"]);
    assert!(engine.search(&["go think"]).last().book);
    // Of another position.
    engine.quietly(&["pos fen=W:Wa1,b1,c1:Ba8,b8,c8"]);
    assert!(!engine.search(&["level depth=1", "go think"]).last().book);
}

#[test]
fn marks_and_margin_decide_what_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built("normal", folder.path());
    let path = file.to_str().expect("Unicode");
    let mut engine = engine_with("normal", &file);
    let best = engine.search(&["go think"]).best.expect("a move");
    engine.quietly(&["set-param name=book-margin value=1000", "set-param name=book-ply value=1"]);
    let mut played = Vec::new();
    for seed in 1..40 {
        engine.quietly(&[&format!("set-param name=book-seed value={seed}")]);
        played.extend(engine.search(&["go think"]).best);
        let again = engine.search(&["go think"]).best;
        assert_eq!(again.as_ref(), played.last(), "the seed decides");
    }
    played.sort();
    played.dedup();
    assert!(played.len() > 4, "{played:?}");
    // The margin applies to the first plies only.
    engine.quietly(&["set-param name=book-ply value=0", "set-param name=book-seed value=3"]);
    assert_eq!(engine.search(&["go think"]).last().pv[0], best);
    book(&["set", path, "start", &best, "--veto"]);
    let mut engine = engine_with("normal", &file);
    assert_ne!(engine.search(&["go think"]).best, Some(best));
    book(&["set", path, "start", "31-26", "--prefer"]);
    let mut engine = engine_with("normal", &file);
    assert_eq!(engine.search(&["go think"]).best.as_deref(), Some("31-26"));
}

#[test]
fn a_damaged_book_is_reported_and_the_engine_searches() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built("brazilian", folder.path());
    let mut engine = engine_for("brazilian");
    let set = |file: &Path| format!("set-param name=book-file value=\"{}\"", file.display());
    let missing = engine.answer(&set(&folder.path().join("missing")));
    assert!(error_message(&missing).starts_with("set-param: book-file "), "{missing}");
    let mut bytes = fs::read(&file).expect("a book");
    bytes[40] ^= 1;
    let header = folder.path().join("header.book");
    fs::write(&header, &bytes).expect("written");
    assert!(
        error_message(&engine.answer(&set(&header))).ends_with("is damaged: the header has a wrong checksum")
    );
    bytes[40] ^= 1;
    *bytes.last_mut().expect("a byte") ^= 1;
    let block = folder.path().join("block.book");
    fs::write(&block, &bytes).expect("written");
    engine.quietly(&[&set(&block), "set-param name=book value=true"]);
    engine.send_all(&["level depth=1", "go think"]);
    let problem = engine.line();
    assert!(
        error_message(&problem).contains("block.book: is damaged: block 0 has a wrong checksum"),
        "{problem}"
    );
    assert!(!engine.rest_of_search(false).last().book);
}

#[test]
fn moves_of_a_book_are_listed_and_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built("dameo", folder.path());
    let mut engine = engine_for("dameo");
    let books = engine.answer("books");
    engine.quietly(&[&format!("set-param name=book-file value=\"{}\"", file.display())]);
    assert!(engine.answer("books").contains("dameo"), "{books}");
    let (moves, end) = book_moves(&mut engine, "book-moves");
    assert_eq!(moves.len(), engine.legal_moves().len());
    assert!(moves.iter().all(|line| line.contains(" score=")), "{moves:?}");
    assert_eq!(end, "book-end from=file positions=2 changeable=true effort=\"50 nodes\"");
    let named = moves.iter().filter(|line| line.ends_with(" first move (Wikipedia)\""));
    assert_eq!(named.count(), 8, "four and their mirror images: {moves:?}");
    // The engine plays its book no more than before, and knows the mark at once.
    engine.quietly(&[
        "book-mark move=d1-b3 mark=prefer note=\"100%25 %22so%22\"",
        "set-param name=book value=true",
    ]);
    assert_eq!(engine.search(&["go think"]).best.as_deref(), Some("d1-b3"));
    let (moves, _) = book_moves(&mut engine, "book-moves");
    let marked = moves.iter().find(|line| line.contains(" mark=prefer")).expect("a mark");
    assert!(marked.contains("move=d1-b3 ") && marked.contains(" note=\"100%25 %22so%22\""), "{marked}");
    let shown = Command::new(env!("CARGO_BIN_EXE_coupturc")).args(["book", "show"]).arg(&file).output();
    assert!(String::from_utf8_lossy(&shown.expect("it runs").stdout).contains("prefer  \"100% \"so\"\""));
    engine.quietly(&["book-mark move=d1-b3 mark=none note=\"\""]);
    assert!(book_moves(&mut engine, "book-moves").0.iter().all(|line| !line.contains("mark=")));
    let refused = engine.answer("book-mark move=a1-h8 mark=veto");
    assert!(error_message(&refused).contains("a1-h8"), "{refused}");
    engine.quietly(&["set-param name=variant value=croda"]);
    let refused = engine.answer("book-mark move=c3-c4 mark=veto");
    assert!(error_message(&refused).starts_with("book-mark: found no book that may be changed"), "{refused}");
}

/// The `book-move` lines of an answer, and its last line.
fn book_moves(engine: &mut EngineProcess, question: &str) -> (Vec<String>, String) {
    engine.send_all(&[question]);
    let mut moves = Vec::new();
    loop {
        let line = engine.line();
        if line.starts_with("book-end ") {
            return (moves, line);
        }
        assert!(line.starts_with("book-move "), "{line}");
        moves.push(line);
    }
}

#[test]
fn a_book_of_a_game_from_a_file_is_played_once_its_rules_are_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let [rules, file] = ["mine.toml", "mine.book"].map(|name| folder.path().join(name));
    fs::write(&rules, "title = \"Mine\"\nlike = \"english\"\n[kings]\nflying = true\n").expect("written");
    let built = ["build", "--rules", rules.to_str().expect("Unicode"), "--positions", "2", "--nodes", "50"];
    book(&[&built[..], &["--out", file.to_str().expect("Unicode")]].concat());
    let mut engine = EngineProcess::start();
    let set = |name: &str, path: &Path| format!("set-param name={name} value=\"{}\"", path.display());
    let refused = engine.answer(&set("book-file", &file));
    assert!(error_message(&refused).contains("is for the game mine, whose rules are in a file"), "{refused}");
    engine.quietly(&[&set("rules-file", &rules), &set("book-file", &file), "set-param name=book value=true"]);
    assert!(engine.search(&["go think"]).last().book);
    let (moves, end) = book_moves(&mut engine, "book-moves");
    assert!(moves.len() == 7 && end.starts_with("book-end from=file positions=2 "), "{end}");
    engine.quietly(&["set-param name=variant value=english"]);
    assert!(!engine.search(&["level depth=1", "go think"]).last().book);
}
