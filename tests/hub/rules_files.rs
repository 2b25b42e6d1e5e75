//! Games from files, in Hub and on the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use coupturc_gamefile::Rules;
use coupturc_gamefile::play::Position;
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::support::engine_process::EngineProcess;
use crate::support::html_pages::check_page;
use crate::support::hub_replies::{arguments, error_message};

/// Hexdame with fewer men.
const FEW: &str = r#"
title = "Few Men"
like = "hexdame"

[board]
start = """
        .
      b   b
    b   .   b
  .   .   .   .
.   .   .   .   .
  .   .   .   .
.   .   .   .   .
  .   .   .   .
.   .   .   .   .
  .   .   .   .
.   .   .   .   .
  .   .   .   .
.   .   .   .   .
  .   .   .   .
    w   .   w
      w   w
        .
"""
"#;

/// Dameo whose kings move one cell.
const SHORT: &str = r#"
title = "Short Kings"
like = "dameo"

[kings]
flying = false
"#;

/// A game from corner to corner in which Black begins, with a limit of quiet moves.
const CORNERS: &str = r#"
title = "Corners"
like = "harzdame"
begins = "black"

[men]
captures = ["forward", "right"]

[draws]
limits = [{ moves = 15, without = "capture-or-man-move" }]
"#;

/// A board of 12x12 on which all squares are used.
const HUGE: &str = r#"
title = "Huge"
like = "dameo"

[board]
size = 12
start = """
b b b b b b b b b b b b
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
w w w w w w w w w w w w
"""
"#;

/// Kings that rest after a number of moves that the engine does not know.
pub(crate) const TIRED: &str = "title = \"Tired\"\nlike = \"normal\"\nkings.rest-after = 4";

const GAMES: [(&str, &str); 3] = [("few", FEW), ("short", SHORT), ("corners", CORNERS)];

/// A folder with the files of all games.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in GAMES {
        std::fs::write(file(&folder, name), text).expect("a file");
    }
    folder
}

fn file(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(format!("{name}.toml"))
}

fn choose(path: &Path) -> String {
    format!("set-param name=rules-file value=\"{}\"", path.display())
}

/// The legal moves of the start position as the slow referee has them.
fn first_moves(path: &Path) -> Vec<String> {
    let rules = Rules::load(path).unwrap_or_else(|faults| panic!("{faults}"));
    let start = Position::start(&rules);
    let mut moves: Vec<String> =
        start.legal_moves().expect("few captures").iter().map(|mv| start.text(mv)).collect();
    moves.sort();
    moves
}

#[test]
fn an_engine_plays_the_games_of_files() {
    let folder = folder();
    let mut engine = EngineProcess::start();
    for (name, _) in GAMES {
        let path = file(&folder, name);
        engine.quietly(&[&choose(&path)]);
        let mut moves = engine.legal_moves();
        moves.sort();
        assert_eq!(moves, first_moves(&path), "{name}");
        let search = engine.search(&["level depth=4", "go think"]);
        assert!(moves.contains(&search.best.expect("a move")), "{name}");
    }
    // Its name returns to the game while the engine runs, and so does the name of any other.
    engine.quietly(&["set-param name=variant value=few"]);
    assert_eq!(engine.legal_moves().len(), first_moves(&file(&folder, "few")).len());
    engine.quietly(&["set-param name=variant value=english"]);
    assert_eq!(engine.legal_moves().len(), 7);
    engine.quietly(&[&choose(&file(&folder, "few")), "set-param name=rules-file value=none"]);
    assert_eq!(engine.legal_moves().len(), 9);
    engine.finish();
}

/// More plies than a game has.
const MOST_PLIES: usize = 1000;

#[test]
fn games_on_large_boards_are_played_to_their_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let huge = file(&folder, "huge");
    std::fs::write(&huge, HUGE).expect("a file");
    let embedded = |name| Rules::embedded(name).expect("an embedded game");
    let games = [
        (embedded("canadian"), "set-param name=variant value=canadian"),
        (embedded("big-dameo"), "set-param name=variant value=big-dameo"),
        (Rules::load(&huge).expect("a game"), &choose(&huge)),
    ];
    for (rules, choice) in games {
        let name = &rules.name;
        let mut engine = EngineProcess::start();
        engine.quietly(&[choice]);
        let (fen, mut moves) = (engine.fen(), Vec::new());
        let mut referee = Position::start(&rules);
        while engine.status().0 == "none" && moves.len() < MOST_PLIES {
            let legal = referee.legal_moves().expect("few captures");
            let mut texts: Vec<String> = legal.iter().map(|mv| referee.text(mv)).collect();
            texts.sort();
            assert_eq!(engine.legal_moves(), texts, "{name}, after {moves:?}");
            let best = engine.search(&["level nodes=300", "go think"]).best.expect("a move");
            let mv = legal.iter().find(|mv| referee.text(mv) == best).expect("a legal move");
            referee = referee.after(mv);
            moves.push(best);
            engine.quietly(&[&format!("pos fen=\"{fen}\" moves=\"{}\"", moves.join(" "))]);
        }
        assert_ne!(engine.status().0, "none", "{name}: {moves:?}");
        engine.finish();
    }
}

#[test]
fn the_game_of_a_file_is_declared_so_that_a_client_can_return_it() {
    let folder = folder();
    let path = file(&folder, "corners");
    let text = path.to_str().expect("text");
    let mut engine = EngineProcess::with_arguments(&["hub", "--rules", text]);
    let lines = engine.answers("hub");
    let declared = |name: &str| {
        let line = lines.iter().find(|line| arguments(line).1.contains(&("name", name)));
        arguments(line.unwrap_or_else(|| panic!("no {name}"))).1
    };
    let variant = declared("variant");
    assert!(variant.contains(&("value", "corners")), "{variant:?}");
    let (_, values) = variant.iter().find(|(name, _)| *name == "values").expect("values");
    assert!(values.split(' ').any(|value| value == "corners"), "{values}");
    assert!(declared("rules-file").contains(&("value", text)));
    let moves = engine.legal_moves();
    engine.quietly(&["set-param name=variant value=corners"]);
    assert_eq!(engine.legal_moves(), moves);
    engine.finish();
}

#[test]
fn faults_of_files_are_told_in_a_line() {
    let folder = folder();
    let mut engine = EngineProcess::start();
    let before = engine.legal_moves();
    let cases = [
        ("mine", "like = \"damo\"", "mine.toml:1:8"),
        ("normal", "title = \"Other\"\nlike = \"dameo\"", "another name"),
        ("english", "title = \"Mine\"\nlike = \"dameo\"", "another name"),
        ("VANGUARD", "title = \"Other\"\nlike = \"dameo\"", "another name"),
        ("Shashki", "title = \"Other\"\nlike = \"dameo\"", "another name"),
        ("English", "title = \"Mine\"\nlike = \"dameo\"", "another name"),
        ("20", "title = \"Number\"\nlike = \"dameo\"", "expected a letter"),
        // A message has no equals sign, and the advice must still be right.
        ("tired", TIRED, "Write kings.rest-after as 3"),
    ];
    for (name, text, word) in cases {
        let path = file(&folder, name);
        std::fs::write(&path, text).expect("a file");
        let answer = engine.answer(&choose(&path));
        let message = error_message(&answer);
        assert!(message.starts_with("set-param: rules-file") && message.contains(word), "{message}");
    }
    let answer = engine.answer("set-param name=rules-file value=missing.toml");
    assert!(error_message(&answer).contains("cannot be read"), "{answer}");
    let answer = engine.answer("set-param name=rules-file value=english");
    assert!(error_message(&answer).contains("choose it with --variant english"), "{answer}");
    let answer = engine.answer(&choose(folder.path()));
    assert!(error_message(&answer).contains("not a regular file"), "{answer}");
    #[cfg(unix)]
    {
        let pipe = folder.path().join("pipe.toml");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is installed").success());
        let answer = engine.answer(&choose(&pipe));
        assert!(error_message(&answer).contains("not a regular file"), "{answer}");
    }
    assert_eq!(engine.legal_moves(), before);
    engine.finish();
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_coupturc")).args(arguments).output().expect("the program starts")
}

#[test]
fn commands_play_the_games_of_files() {
    let folder = folder();
    for (name, _) in GAMES {
        let path = file(&folder, name);
        let text = path.to_str().expect("text");
        let moves = first_moves(&path).len();
        let counted = run(&["perft", "--rules", text, "--depth", "1"]);
        let answer = String::from_utf8_lossy(&counted.stdout).into_owned();
        assert!(answer.starts_with(&format!("perft {name} depth=1 nodes={moves} ")), "{answer}");
        let checked = run(&["check", text, "--games", "3", "--self-play", "2"]);
        let answer = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(answer.contains("the engine plays it like the referee"), "{answer} {checked:?}");
        assert!(answer.contains(&format!("({name}): ")) && answer.contains(" of them distinct"), "{answer}");
    }
}

/// What a command prints.
fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n")
}

/// A text as it is in a page.
fn in_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[test]
fn the_page_of_a_check_says_what_the_text_says() {
    let folder = folder();
    let [few, huge, numbered] = ["few", "huge", "numbered"].map(|name| file(&folder, name));
    std::fs::write(&huge, HUGE).expect("a file");
    std::fs::write(&numbered, HUGE.replace("size = 12", "size = 12\nnames = \"numbers\"")).expect("a file");
    let [page, pdn] = ["page.html", "games.pdn"].map(|name| folder.path().join(name));
    let [page_text, pdn_text] = [&page, &pdn].map(|path| path.to_str().expect("text"));
    let files = [&few, &huge, &numbered].map(|path| path.to_str().expect("text"));
    for game in files.into_iter().chain(["english"]) {
        let check = ["check", game, "--depth", "1", "--games", "1", "--self-play", "2"];
        let text = answer(&[&check[..], &["--html", page_text, "--pdn", pdn_text]].concat());
        let page = std::fs::read_to_string(&page).expect("a page");
        check_page(&page);
        assert_eq!(page.matches("<svg class=\"board\"").count(), 3, "the start and two examples");
        assert_eq!(page.matches("<svg class=\"chart\"").count(), 4, "{game}");
        assert!(page.contains("prefers-color-scheme: dark"));
        let (rules, rest) = text.split_once("\nfirst moves: ").expect("first moves");
        let (checks, figures) = rest.split_once("\n\n").expect("figures");
        let (figures, _) = figures.split_once("\nfirst moves: the best is ").expect("scores");
        let rules = rules.lines().filter(|line| line.ends_with('.') && line.contains(char::is_uppercase));
        let checks = checks.lines().map(|line| line.trim_start_matches("perft: "));
        let lines = figures.lines().skip(1).map(|line| line.get(17..).expect("a figure").trim_start());
        let said: Vec<&str> = rules.chain(checks).chain(lines).collect();
        assert!(said.len() > 20, "{text}");
        for line in said {
            assert!(page.contains(&in_html(line)), "{game}: {line}");
        }
        // The games that were counted are those in the file.
        let by_file = if game == "english" { vec!["--variant", game] } else { vec!["--rules", game] };
        let counted = answer(&[&["stats", pdn_text, "--opening", "6"][..], &by_file].concat());
        let place = format!("({pdn_text}: game ");
        assert_eq!(counted.trim_end().replace(&place, "(game "), figures, "{game}");
    }
}

#[test]
fn the_object_of_a_check_has_the_figures_of_the_text() {
    let check = ["check", "english", "--depth", "1", "--games", "1", "--self-play", "4"];
    let (text, json) = (answer(&check), answer(&[&check[..], &["--json"]].concat()));
    let json: Json = serde_json::from_str(&json).expect("JSON");
    let figures = &json["self_play"]["figures"];
    assert_eq!(figures["games"].as_u64(), Some(4), "all end by a rule");
    let bars = figures["lengths"]["bars"].as_array().expect("bars").iter();
    let games: u64 = bars.flat_map(|bar| bar.as_array().expect("results")).filter_map(Json::as_u64).sum();
    assert_eq!(games, 4);
    for (name, row) in [("white_wins", "White wins"), ("draws", "draws"), ("black_wins", "Black wins")] {
        let line = format!("\n  {row:15}  {}, ", figures[name]["count"]);
        assert!(text.contains(&line), "{line} {text}");
    }
    let scored = json["self_play"]["first_moves"].as_array().expect("moves").len();
    assert_eq!(Some(scored), json["first_moves"].as_array().map(Vec::len), "all have a score");
    let rules = json["rules"].as_array().expect("sentences");
    assert!(rules.iter().all(|line| text.contains(line.as_str().expect("a sentence"))), "{text}");
}

#[test]
fn a_check_writes_only_what_it_can() {
    let refused = |arguments: &[&str]| {
        let output = run(&[&["check", "english", "--games", "1", "--depth", "1"], arguments].concat());
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let message = refused(&["--self-play", "1", "--html", "/no/such/folder/page.html"]);
    assert!(message.contains("/no/such/folder/page.html: "), "{message}");
    assert!(refused(&["--html", "page.html"]).contains("--self-play"));
    // At the end of the input the games end, and what was played counts.
    let message = refused(&["--self-play", "100000", "--until-eof"]);
    assert!(
        message.contains("interrupted: ") && message.contains(" of 100000 games were played"),
        "{message}"
    );
}

#[test]
fn check_says_whether_a_name_will_do_and_how_to_follow_its_games() {
    let folder = folder();
    for name in ["Dameo", "Shashki", "10x10", "имя"] {
        let path = file(&folder, name);
        std::fs::write(&path, SHORT).expect("a file");
        let checked = run(&["check", path.to_str().expect("text"), "--games", "1", "--depth", "1"]);
        let answer = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(answer.contains("cannot play it under this name: "), "{answer}");
    }
    let path = file(&folder, "guarded");
    std::fs::write(&path, "like = \"vanguard\"\ntitle = \"Guarded\"").expect("a file");
    let text = path.to_str().expect("text");
    let listed = run(&["check", text, "--games", "1", "--positions"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut engine = EngineProcess::start();
    engine.quietly(&[&choose(&path)]);
    for line in listed.lines().take(9) {
        let arguments: Vec<&str> = line.split(' ').take_while(|word| !word.contains(['-', 'x'])).collect();
        engine.quietly(&[&format!("pos pos={}", arguments.join(" "))]);
        let mut moves = engine.legal_moves();
        let mut expected: Vec<&str> = line.split(' ').skip(arguments.len()).collect();
        moves.sort();
        expected.sort_unstable();
        assert_eq!(moves, expected, "{line}");
    }
    assert!(listed.lines().nth(1).is_some_and(|line| line.contains(" vanguard=")), "{listed}");
    engine.finish();
    let short = run(&["check", text, "--games", "1000000", "--depth", "1", "--seconds", "1"]);
    let answer = String::from_utf8_lossy(&short.stdout).into_owned();
    assert!(answer.contains("(of 1000000: the time was up"), "{answer}");
}

#[test]
fn matches_tell_engines_the_file_and_stats_read_their_games() {
    let folder = folder();
    let (path, out) = (file(&folder, "short"), folder.path().join("match"));
    let (rules, out) = (path.to_str().expect("text"), out.to_str().expect("text"));
    let engine = format!("cmd={} name=", env!("CARGO_BIN_EXE_coupturc"));
    let engines = [format!("{engine}one"), format!("{engine}two")];
    let mut arguments = vec!["match", "--rules", rules, "--rounds", "1", "--tc", "depth=2", "--out", out];
    arguments.extend(["--max-moves", "60", "--engine", &engines[0], "--engine", &engines[1]]);
    let played = run(&arguments);
    assert!(played.status.success(), "{played:?}");
    let counted = run(&["stats", out, "--rules", rules]);
    let text = String::from_utf8_lossy(&counted.stdout).into_owned();
    assert!(text.contains("Short Kings (short): 2 games"), "{text} {counted:?}");
    // Without the file the name says nothing, and the message what to do.
    let unknown = run(&["stats", out]);
    let message = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(message.contains("'short' is unknown") && message.contains("file of its rules"), "{message}");
}

#[test]
fn what_games_of_files_do_not_have_is_refused() {
    let folder = folder();
    let path = file(&folder, "few");
    let text = path.to_str().expect("text");
    let cases: [(&[&str], &str); 3] = [
        (&["perft", "--depth", "1", "--rules", text, "--halt", "killer"], "--halt"),
        (&["perft", "--depth", "1", "--rules", text, "--variant", "dameo"], "--variant"),
        (
            &["dxp", "--listen", "--rules", text],
            "few is a game from a file; DXP is spoken only for these games",
        ),
    ];
    for (arguments, word) in cases {
        let output = run(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(word), "{arguments:?}: {message}");
    }
}
