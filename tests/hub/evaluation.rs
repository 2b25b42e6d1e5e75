//! The evaluation: `eval`, and the parameter `eval-file`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{decimal, engine_for, games, values};

/// The score, its source (`net` or `hand-made`), and whether the position is quiet.
fn eval(engine: &mut EngineProcess) -> (f64, String, bool) {
    let line = engine.answer("eval");
    let values = values(&line, "eval", &["score", "by", "quiet"]);
    (decimal(values[0], 3), values[1].to_owned(), values[2] == "true")
}

/// The net file of a game, as built into the program.
fn net_of(game: &str) -> PathBuf {
    let name = if game == "normal" { "international" } else { game };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/core/eval/games/{name}.net"))
}

fn set(name: &str, value: &str) -> String {
    format!("set-param name={name} value=\"{value}\"")
}

#[test]
fn every_game_has_a_net_or_the_hand_made_evaluation() {
    for game in games() {
        let mut engine = engine_for(game);
        let (score, by, quiet) = eval(&mut engine);
        // A new game has no net at first.
        let expected = if net_of(game).exists() { "net" } else { "hand-made" };
        assert!(by == expected && quiet && score.abs() < 0.5, "{game}: {score} {by}");
        engine.quietly(&[&set("eval-file", "hand-made")]);
        assert_eq!(eval(&mut engine), (0.08, "hand-made".to_owned(), true), "{game}");
        if expected == "net" {
            // The built-in net, read from its file.
            engine.quietly(&[&set("eval-file", &net_of(game).display().to_string())]);
            assert_eq!(eval(&mut engine), (score, by, true), "{game}");
        }
        let other = if game == "dameo" { "croda" } else { "dameo" };
        engine.quietly(&[
            &set("eval-file", "hand-made"),
            &set("eval-file", &net_of(other).display().to_string()),
        ]);
        assert_eq!(eval(&mut engine).0, score, "a net of another game leaves {game} with the built-in one");
        engine.finish();
    }
}

#[test]
fn scores_are_for_the_side_to_move() {
    let mut engine = engine_for("normal");
    engine.quietly(&["pos fen=W:W31-50:B1-19"]);
    let white = eval(&mut engine).0;
    engine.quietly(&["pos fen=B:W32-50:B1-20"]);
    let black = eval(&mut engine).0;
    assert!(white > 0.3 && white == black, "one man up: {white} {black}");
    engine.quietly(&["pos fen=W:W28,32:B23"]);
    assert!(!eval(&mut engine).2, "there is a capture");
    engine.finish();
}

#[test]
fn invalid_net_files_are_rejected_and_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let good = fs::read(net_of("dameo")).expect("a net");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    fs::write(at("damaged"), &damaged).expect("written");
    fs::write(at("short"), &good[..good.len() - 1]).expect("written");
    fs::write(at("empty"), "").expect("written");
    assert!(Command::new("mkfifo").arg(at("pipe")).status().expect("mkfifo is installed").success());
    let mut engine = engine_for("dameo");
    let before = (eval(&mut engine), engine.answers("hub"));
    for (file, why) in [
        ("damaged", "damaged"),
        ("short", "damaged"),
        ("empty", "not a net file"),
        ("missing", "No such file"),
        ("pipe", "it is not a regular file"),
        (".", "it is not a regular file"),
    ] {
        let message = engine.refusal(&set("eval-file", &at(file)));
        assert!(message.contains(file) && message.contains(why), "{message}");
        assert_eq!((eval(&mut engine), engine.answers("hub")), before, "{file}");
    }
    engine.finish();
}

#[test]
fn another_net_changes_the_search() {
    let mut engine = engine_for("dameo");
    let mut nodes = |value: &str| {
        engine.quietly(&[&set("eval-file", value)]);
        engine.search(&["level depth=8", "go think"]).last().nodes
    };
    let (net, hand_made) = (nodes("auto"), nodes("hand-made"));
    assert_ne!(net, hand_made);
    // The results of searches with the other evaluation are forgotten.
    assert_eq!((nodes("auto"), nodes("hand-made")), (net, hand_made));
    engine.finish();
}

#[test]
fn the_command_line_shows_the_value_of_each_piece() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_coupturc")).arg("eval").args(arguments).output();
        let output = output.expect("the program runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned(), output.stderr)
    };
    let (is_good, text, _) = run(&["--variant", "dameo", "--fen", "W:We2,e3,f2:Bd7,Ka8"]);
    assert!(is_good && text.contains("men for the side to move, by the net"), "{text}");
    let board = text.rsplit("in men:").next().unwrap_or_default();
    let numbers: Vec<f64> = board.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len(), 5, "{text}");
    assert_eq!(numbers.iter().filter(|&&number| number < 0.0).count(), 2, "Black's pieces: {text}");
    let vanguard = ["--variant", "vanguard", "--fen", "W:W31,32,38:B17,22:V22"];
    assert!(run(&vanguard).0);
    for wrong in [
        vec!["--eval", "missing.net"],
        vec!["--variant", "dameo", "--eval", net_of("croda").to_str().expect("a path")],
    ] {
        let (is_good, _, errors) = run(&wrong);
        assert!(!is_good && !errors.is_empty(), "{wrong:?}");
    }
}
