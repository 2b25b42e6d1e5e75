//! PDN through the Hub protocol: what is read can be written.

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{arguments, engine_for, games};

/// A text as the value of an argument.
fn quoted(text: &str) -> String {
    text.replace('%', "%25").replace('"', "%22").replace('\n', "%0A")
}

/// The lines about the only game of a file, which has no fault.
fn shown(engine: &mut EngineProcess, text: &str) -> Vec<String> {
    engine.quietly(&[&format!("pdn-text text=\"{}\"", quoted(text))]);
    engine.answers("pdn-read");
    let mut lines = engine.answers("pdn-show game=1");
    assert_eq!(lines.pop().as_deref(), Some("pdn-end games=1 faults=0"), "{text}: {lines:?}");
    lines
}

/// A value in the first of these lines that starts with a word.
fn value<'a>(lines: &'a [String], word: &str, name: &str) -> Option<&'a str> {
    let line =
        lines.iter().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("no {word}: {lines:?}"));
    arguments(line).1.into_iter().find(|&(known, _)| known == name).map(|(_, value)| value)
}

/// The answer to `pdn-write` after the lines about a game.
fn written(engine: &mut EngineProcess, lines: &[String]) -> String {
    let parts = lines.iter().filter(|line| line.starts_with("pdn-tag ") || line.starts_with("pdn-node "));
    engine.quietly(&parts.map(String::as_str).collect::<Vec<_>>());
    engine.answer("pdn-write")
}

#[test]
fn games_whose_fen_says_nothing_are_written() {
    let mut engine = engine_for("normal");
    for fen in ["", "?", "-", " ? "] {
        let lines = shown(&mut engine, &format!("[GameType \"20\"]\n[FEN \"{fen}\"]\n\n1. 32-28 19-23 *"));
        let text = written(&mut engine, &lines);
        assert!(text.starts_with("pdn text=") && text.contains("1. 32-28 19-23 *"), "{text}");
    }
    engine.finish();
}

/// The first move tells the side to move.
#[test]
fn games_from_a_position_without_its_side_are_written() {
    for game in games().chain(["english", "portuguese"]) {
        let mut engine = engine_for(game);
        let first = engine.legal_moves().remove(0);
        engine.quietly(&[&format!("play move={first}")]);
        let (fen, reply) = (engine.fen(), engine.legal_moves().remove(0));
        let unknown = format!("?{}", &fen[1..]);
        engine.quietly(&[
            &format!("pdn-tag name=FEN value=\"{unknown}\""),
            &format!("pdn-node id=1 parent=0 move={reply}"),
        ]);
        let text = engine.answer("pdn-write");
        let side = if fen.starts_with('W') { "?" } else { "B" };
        assert!(text.contains(&format!("[FEN %22{side}:W")), "{game}: {text}");
        engine.finish();
    }
}

#[test]
fn counts_of_plies_without_progress_are_kept() {
    let mut engine = engine_for("normal");
    let head = "[GameType \"20\"]\n[FEN \"W:WK46,K47,K48:BK5:H32:F70\"]";
    let lines = shown(&mut engine, &format!("{head}\n\n*"));
    assert_eq!(value(&lines, "pdn-game ", "fen"), Some("W:WK46,K47,K48:BK5:H32"));
    let text = "1. 31-26 17-21 /FEN \"W:WK31:BK20:H14\"/ 2. 31-27 20-3 *";
    let lines = shown(&mut engine, &format!("[GameType \"20\"]\n\n{text}"));
    assert_eq!(value(&lines, "pdn-node id=3 ", "fen"), Some("W:WK31:BK20:H14"));
    let text = written(&mut engine, &lines);
    assert!(text.contains("/FEN %22W:WK31:BK20:H14%22/"), "{text}");
    assert_eq!(value(&lines, "pdn-game ", "plies"), Some("4"), "the moves of the whole main line");
    engine.finish();
}
