//! Games whose rules the client sends as text.

use crate::rules_files::TIRED;
use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{arguments, error_message};

const SHORT: &str = "title = \"Short Kings\"\nlike = \"dameo\"\nkings.flying = false\n";

/// The text as a quoted value of a line.
fn quoted(text: &str) -> String {
    text.replace('%', "%25").replace('"', "%22").replace('\n', "%0A")
}

fn play(name: &str, text: &str) -> String {
    format!("rules-play name={name} text=\"{}\"", quoted(text))
}

fn check(text: &str) -> String {
    format!("rules-check text=\"{}\"", quoted(text))
}

/// The values of an argument in these lines, decoded.
fn values(lines: &[String], wanted: &str) -> Vec<String> {
    let all = lines.iter().flat_map(|line| arguments(line).1);
    let named = all.filter(|(name, _)| *name == wanted);
    named.map(|(_, value)| value.replace("%22", "\"").replace("%0A", "\n").replace("%25", "%")).collect()
}

#[test]
fn a_game_is_played_by_its_text() {
    let mut engine = EngineProcess::start();
    engine.quietly(&["set-param name=variant value=dameo"]);
    let dameo = engine.legal_moves();
    engine.quietly(&[&play("short", SHORT)]);
    assert_eq!(engine.legal_moves(), dameo, "kings come later");
    engine.quietly(&["pos fen=W:WKa1:Bh8,g8"]);
    let mut moves = engine.legal_moves();
    moves.sort();
    assert_eq!(moves, ["a1-a2", "a1-b1", "a1-b2"], "they move one cell");
    // The same text again changes nothing, and another one of the same name sets up its start.
    engine.quietly(&[&play("short", SHORT)]);
    assert_eq!(engine.legal_moves().len(), 3);
    engine.quietly(&[&play("short", &SHORT.replace("dameo", "croda"))]);
    assert_ne!(engine.legal_moves(), dameo);
    // Its name is a value of the variant.
    engine.quietly(&["set-param name=variant value=dameo", "set-param name=variant value=short"]);
    let lines = engine.answers("hub");
    let variant = lines.iter().find(|line| line.starts_with("param name=variant")).expect("declared");
    assert!(variant.contains("value=short ") && variant.contains(" short\""), "{variant}");
    let search = engine.search(&["level depth=4", "go think"]);
    assert!(search.best.is_some());
    engine.finish();
}

#[test]
fn a_text_is_checked() {
    let mut engine = EngineProcess::start();
    let before = engine.legal_moves();
    let lines = engine.answers(&check(SHORT));
    assert_eq!(values(&lines, "title"), ["Short Kings"]);
    assert_eq!(values(&lines, "faults"), ["0"]);
    assert!(values(&lines, "text").iter().any(|said| said.contains("8x8")), "{lines:?}");

    let lines = engine.answers(&check("title = \"A\"\nlike = \"damo\"\n"));
    assert_eq!(values(&lines, "line"), ["2"]);
    assert_eq!(values(&lines, "column"), ["8"]);
    assert!(values(&lines, "help")[0].starts_with("Did you mean 'dameo'?"), "{lines:?}");

    // The drawing that does not fit is in the embedded file, but the reason is in this one.
    let lines = engine.answers(&check("title = \"A\"\nlike = \"dameo\"\nboard.size = 9"));
    assert_eq!(
        (values(&lines, "faults"), values(&lines, "line")),
        (vec!["1".to_owned()], vec!["3".to_owned()]),
        "{lines:?}"
    );

    let cases = [
        ("title = \"A", "1"),
        ("", "1"),
        (TIRED, "1"),
        ("title = \"A\"\nlike = \"dameo\"\none = 1\ntwo = 2", "2"),
        // The sanity of a game: nothing can move.
        ("title = \"A\"\nlike = \"dameo\"\nmen.moves = []\nkings.moves = []", "2"),
    ];
    for (text, faults) in cases {
        let lines = engine.answers(&check(text));
        assert_eq!(values(&lines, "faults"), [faults], "{text}: {lines:?}");
    }
    assert_eq!(engine.legal_moves(), before, "nothing is played");
    engine.finish();
}

#[test]
fn texts_and_names_that_cannot_be_played_are_refused() {
    let mut engine = EngineProcess::start();
    let before = engine.legal_moves();
    let long = "a".repeat(41);
    let cases = [
        ("short", "like = \"damo\"", "short.toml:1:8"),
        ("tired", TIRED, "after three moves only"),
        ("dameo", SHORT, "another game"),
        // A client that shares the program must not change this game for others.
        ("English", SHORT, "another game"),
        (&long, SHORT, "40 characters"),
        ("../short", SHORT, "expected a letter"),
    ];
    for (name, text, word) in cases {
        let answer = engine.answer(&play(name, text));
        let message = error_message(&answer);
        assert!(message.starts_with("rules-play: ") && message.contains(word), "{message}");
    }
    let answer = engine.answer("rules-play text=x");
    assert!(error_message(&answer).contains("no argument name"), "{answer}");
    assert_eq!(engine.legal_moves(), before);
    engine.send("go analyze");
    let answers = engine.answers(&play("short", SHORT));
    assert!(answers.iter().any(|line| line.starts_with("error message=\"rules-play: ")), "{answers:?}");
    engine.search(&["stop"]);
    engine.finish();
}

/// Games from texts are never freed.
#[test]
fn the_number_of_games_is_limited() {
    const MOST: usize = 4000;
    let mut engine = EngineProcess::start();
    engine.quietly(&["set-param name=hash value=1"]);
    for number in 0..MOST {
        engine.send(&play("short", &SHORT.replace("Kings", &number.to_string())));
    }
    assert_eq!(engine.answers_so_far(), [""; 0]);
    let answer = engine.answer(&play("short", SHORT));
    assert!(error_message(&answer).contains("4000 games"), "{answer}");
    // Those that there are can still be played.
    engine.quietly(&[&play("short", &SHORT.replace("Kings", "7"))]);
    engine.finish();
}

#[test]
fn hostile_texts_are_answered_soon() {
    let mut engine = EngineProcess::start();
    let most = 64 << 10;
    let texts = [
        "a".repeat(most),
        "x=1\n".repeat(most / 20),
        (0..most / 12).map(|number| format!("key{number} = 1\n")).collect(),
        format!("a = {}", "[".repeat(most - 10)),
        format!("title = \"A\"\nlike = \"dameo\"\nmen.moves = [{}]", "\"forwrd\", ".repeat(most / 20)),
        format!(
            "title = \"A\"\nlike = \"normal\"\ndraws.limits = [{}]",
            "{ moves = 1, without = \"capture-or-man-move\" }, ".repeat(1200)
        ),
        "\"\n%41\u{1f600}".repeat(most / 9),
        "a = 1\n".repeat(most),
    ];
    for text in texts.iter().filter(|text| quoted(text).len() < 250_000) {
        // Each within the patience of a test.
        let lines = engine.answers(&check(text));
        assert!(lines.last().is_some_and(|last| last.starts_with("rules-end faults=")), "{lines:?}");
        assert!(lines.len() <= 21, "{} lines", lines.len());
    }
    engine.finish();
}

#[test]
fn games_in_pdn_may_name_a_game_from_a_text() {
    let mut engine = EngineProcess::start();
    engine.quietly(&[&play("short", SHORT)]);
    let written = engine.answers("pdn-node id=1 parent=0 move=d1-d4\npdn-write");
    assert!(written.iter().any(|line| line.contains("[GameType %22short%22]")), "{written:?}");
    engine.quietly(&["set-param name=variant value=normal"]);
    engine.quietly(&["pdn-text text=\"[GameType %22Short%22]%0A%0A1. d1-d4 *%0A\""]);
    let read = engine.answers("pdn-read");
    assert!(read[0].contains("variant=\"short\" plies=\"1\""), "{read:?}");
    let shown = engine.answers("pdn-show game=1 variant=short");
    assert!(shown.iter().any(|line| line.ends_with("move=\"d1-d4\"")), "{shown:?}");
    engine.finish();
}

#[test]
fn the_board_of_a_game_is_described() {
    let mut engine = EngineProcess::start();
    engine.quietly(&[&play("short", SHORT)]);
    let lines = engine.answers("rules-board");
    assert_eq!(values(&lines[..1], "title"), ["Short Kings"]);
    assert_eq!(values(&lines[..1], "cells"), ["64"]);
    assert!(values(&lines[..1], "start")[0].starts_with("W:Wa1,"), "{lines:?}");
    assert_eq!(lines.len(), 65);
    let text = engine.answers("rules-text name=english");
    assert!(values(&text, "text")[0].contains("title = \"English Draughts\""), "{text:?}");
    assert!(error_message(&engine.answer("rules-text name=chess")).contains("expected one of normal"));
    engine.finish();
}
