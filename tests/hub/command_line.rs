//! The program and its subcommands on the command line.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use coupturc::rules::games::Variant;

use crate::support::engine_process::EngineProcess;

fn run(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_coupturc")).args(arguments).output();
    output.expect("the program starts")
}

/// The standard output of a successful run.
fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The standard error of a failed run.
fn failure(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success() && output.status.code().is_some(), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn no_subcommand_means_hub() {
    let lines =
        ["hub", "init", "legal-moves", "play move=32-28", "fen", "level depth=3", "go think", "wait-done"];
    let transcripts = [&[][..], &["hub"]].map(|arguments| {
        let mut engine = EngineProcess::with_arguments(arguments);
        engine.send_all(&lines);
        engine.close_input();
        let rest = engine.rest();
        engine.ends_well();
        // Times differ.
        rest.iter().map(|line| line.split(" time=").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(transcripts[0], transcripts[1]);
    assert!(transcripts[0].len() > 14);
}

#[test]
fn what_a_fen_says_itself_is_not_said_again() {
    for (game, fen, option, value) in [
        ("vanguard", "B:W28,50:B33", "--vanguard", "28"),
        ("frisian", "W:W6,K46:BK1,15", "--king-moves", "W46+3"),
    ] {
        let said = failure(&["perft", "--variant", game, "--fen", fen, option, value, "--depth", "1"]);
        assert!(said.contains("cannot be used with"), "{said}");
    }
}

#[test]
fn the_demonstration_fits_on_a_screen() {
    let screen = text(&["demo", "--depth", "3"]);
    assert!(screen.lines().count() <= 40, "{screen}");
    let phrases = ["8 . . . B . . . .", "White moves f2-d4", "Black captures 4 pieces", "win in 3 plies"];
    let titles = Variant::ALL.iter().map(|variant| variant.rules().title);
    for word in phrases.into_iter().chain(titles).chain(["serve --open", "play", "hub", "--help"]) {
        assert!(screen.contains(word), "{word} in {screen}");
    }
}

#[test]
fn help_names_every_subcommand_and_option() {
    let help = text(&["--help"]);
    for word in ["Usage", "hub", "perft", "bench", "Hub protocol"] {
        assert!(help.contains(word), "{word} in {help}");
    }
    let help = text(&["perft", "--help"]);
    for word in [
        "--variant",
        "--halt",
        "--vanguard-scope",
        "--king-against-man",
        "--pos",
        "--fen",
        "--vanguard",
        "--depth",
        "--divide",
        "--threads",
        "--hash",
        "--json",
    ] {
        assert!(help.contains(word), "{word} in {help}");
    }
    assert!(text(&["--version"]).starts_with("coupturc "));
    assert!(text(&["help", "hub"]).contains("Hub"));
}

#[test]
fn perft_counts_leaves() {
    let counts = [
        (&["--variant", "hexdame", "--depth", "4"][..], "nodes=51589 "),
        (&["--variant", "hexdame", "--depth", "6", "--threads", "2"], "nodes=13660774 "),
        (&["--variant", "dameo", "--depth", "4", "--threads", "3", "--hash", "2"], "nodes=6253934 "),
        (&["--depth", "5"], "nodes=27117 "),
        (&["--variant", "international", "--depth", "0"], "nodes=1 "),
        (&["--variant", "vanguard", "--depth", "5"], "nodes=27132 "),
        (&["--variant", "killer", "--fen", "W:WK5:BK14", "--depth", "1"], "nodes=1 "),
        (&["--fen", "W:WK5:BK14", "--depth", "1"], "nodes=7 "),
        (&["--fen", "W:WK5:BK14", "--halt", "killer", "--depth", "1"], "nodes=1 "),
        (&["--variant", "dameo", "--fen", "W:We2,e3,f2,f4,g3:BKd8,e6,f7", "--depth", "1"], "nodes=1"),
        (&["--pos", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "--depth", "2"], "nodes=81 "),
    ];
    for (arguments, expected) in counts {
        let answer = text(&[&["perft"], arguments].concat());
        assert!(answer.contains(expected), "{arguments:?}: {answer}");
    }
}

#[test]
fn perft_divides_the_count_by_move() {
    let answer = text(&["perft", "--variant", "hexdame", "--depth", "3", "--divide"]);
    let (last, moves) = answer.trim_end().split('\n').collect::<Vec<_>>().split_last().map_or_else(
        || panic!("{answer}"),
        |(last, moves)| ((*last).to_owned(), moves.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()),
    );
    let counts = moves.iter().map(|line| line.split_once(' ').expect("a move and a count").1);
    let total: u64 = counts.map(|count| count.parse::<u64>().expect("a count")).sum();
    assert_eq!((moves.len(), total), (15, 3_337));
    assert!(last.contains("nodes=3337 "), "{last}");
}

#[test]
fn perft_writes_json() {
    let read = |arguments: &[&str]| {
        let text = text(&[&["perft", "--variant", "Hexdame", "--json", "--depth"], arguments].concat());
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let plain = read(&["3"]);
    assert_eq!(
        (&plain["variant"], &plain["depth"], &plain["nodes"]),
        (&"hexdame".into(), &3.into(), &3_337.into())
    );
    assert!(
        plain["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0) && plain["moves"].is_null(),
        "{plain}"
    );
    let divided = read(&["3", "--divide"]);
    let moves = divided["moves"].as_array().expect("moves");
    let counts = moves.iter().map(|mv| mv["nodes"].as_u64().expect("a count"));
    assert_eq!((moves.len(), counts.sum::<u64>()), (15, 3_337));
    assert!(moves.iter().all(|mv| mv["move"].is_string()));
    assert_eq!(read(&["0", "--divide"])["moves"], serde_json::json!([]));
}

#[test]
fn positions_of_other_games_are_recognized() {
    let words = [
        "International Draughts FEN",
        "character 4",
        "such as 31",
        "fits dameo, hexdame, harzdame, croda",
        "--variant",
    ];
    for command in [&["eval"][..], &["board"], &["perft", "--depth", "1"], &["tables", "probe"], &["play"]] {
        let message = failure(&[command, &["--fen", "W:We2,e3:Bd6"]].concat());
        words.iter().for_each(|word| assert!(message.contains(word), "{word}: {command:?}: {message}"));
    }
    let position = "Wb".to_owned() + &"e".repeat(63);
    text(&["board", "--variant", "dameo", "--pos", &position]);
    let message = failure(&["board", "--pos", &position]);
    assert!(message.contains("64 cells") && message.contains("fits dameo, harzdame, croda"), "{message}");
    // No game is proposed if none can read the position, or if the chosen game can.
    for fen in ["W:Wz9:B1", "W:W1:B20", "W:W31,31:B20"] {
        let message = failure(&["board", "--fen", fen]);
        assert!(!message.contains("fits"), "{message}");
    }
}

#[test]
fn errors_name_the_bad_argument() {
    let cases = [
        (&["chess"][..], "chess"),
        (&["--fast"], "--fast"),
        (&["perft"], "--depth"),
        (&["perft", "--depth", "x"], "x"),
        (&["perft", "--depth", "101"], "101"),
        (&["perft", "--depth", "-1"], "-1"),
        (&["perft", "--depth", "1", "--threads", "0"], "--threads"),
        (&["perft", "--depth", "1", "--hash", "-1"], "-1"),
        (&["perft", "--fen", "W:WK46:BK4", "--depth", "60", "--hash", "64"], "64 bits"),
        (&["perft", "--depth", "1", "--variant", "chess"], "chess"),
        (&["perft", "--depth", "1", "--halt", "often"], "often"),
        (&["perft", "--depth", "1", "--vanguard-scope", "last"], "last"),
        (&["perft", "--depth", "1", "--king-against-man", "loss"], "loss"),
        (&["perft", "--depth", "1", "--fen", "W:W1:B"], "white man stands on 1"),
        (&["perft", "--depth", "1", "--pos", "Wbb"], "2 cells"),
        (&["perft", "--depth", "1", "--pos", "Wbb", "--fen", "W:W31:B1"], "--fen"),
        (&["perft", "--depth", "1", "--vanguard", "3"], "--pos"),
        (&["bench", "--depth", "0"], "0"),
        (&["hub", "now"], "now"),
        (&["completions", "tcsh"], "tcsh"),
        (&["man", "Cargo.toml"], "expected a folder"),
        (&["check", "damo"], "Did you mean 'dameo'?"),
        (&["check", "Cargo.toml"], "Cargo.toml:1:2: there is no key 'package'"),
        (&["check", "dameo", "--depth", "21"], "21"),
    ];
    for (arguments, word) in cases {
        let message = failure(arguments);
        assert!(message.contains(word), "'{word}' is not named: {arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    }
}

#[test]
fn check_describes_a_game_and_plays_it() {
    let answer = text(&["check", "src/gamefile/games/italian.toml", "--games", "3", "--depth", "3"]);
    for part in
        ["Italian Draughts (italian)", "b - b - b - b -", "Men do not capture kings.", "perft: 7 49 302\n"]
    {
        assert!(answer.contains(part), "'{part}' is not in {answer}");
    }
    assert!(answer.contains("3 random games: White won "), "{answer}");
    let positions = text(&["check", "italian", "--games", "1", "--positions"]);
    let first = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww 21-17 21-18 22-18 22-19 23-19 23-20 24-20\n";
    assert!(positions.starts_with(first), "{positions}");
}

#[test]
fn bench_is_the_same_every_time() {
    let signature = |more: &[&str]| {
        let answer = text(&[&["bench", "--depth", "4"], more].concat());
        let last = answer.lines().last().expect("a last line").to_owned();
        let number = last.strip_prefix("Bench: ").and_then(|rest| rest.split(' ').next()).map(str::to_owned);
        number.and_then(|number| number.parse::<u64>().ok()).unwrap_or_else(|| panic!("{answer}"))
    };
    let first = signature(&[]);
    assert!(first > 1_000);
    assert_eq!(signature(&[]), first);
    let [croda, both] = ["croda", "dameo,croda"].map(|games| signature(&["--variants", games]));
    assert!(0 < croda && croda < both, "{croda} and {both}");
}

/// All subcommands under `above`, recursively: `tables`, `tables build` and so on.
fn subcommands(above: &[String]) -> Vec<Vec<String>> {
    let help = text(&above.iter().map(String::as_str).chain(["-h"]).collect::<Vec<_>>());
    let lines =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let paths = names.filter(|name| *name != "help").map(|name| [above, &[name.to_owned()]].concat());
    paths.flat_map(|path| [vec![path.clone()], subcommands(&path)].concat()).collect()
}

#[test]
fn every_subcommand_has_completions_and_a_manual_page() {
    let paths = subcommands(&[]);
    assert!(paths.len() > 15, "{paths:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        let words: Vec<&str> = script.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        for word in paths.iter().flatten() {
            assert!(words.contains(&word.as_str()), "{word} cannot be completed in {shell}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let new = folder.path().join("share/man1");
    assert_eq!(text(&["man", new.to_str().expect("text")]), "");
    for path in &paths {
        let page = format!("coupturc-{}.1", path.join("-"));
        let page = fs::read_to_string(new.join(&page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(page.contains(".SH DESCRIPTION") && page.contains("\\-\\-help"), "{page}");
    }
    assert_eq!(fs::read_dir(new).expect("a folder").count(), paths.len() + 1);
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_and_options() {
    for (typed, expected) in [("per", "perft"), ("tables bu", "build"), ("perft --vari", "--variant")] {
        let words = format!("coupturc {typed}");
        let last = typed.split(' ').next_back().unwrap_or_default();
        let cursor = typed.split(' ').count();
        // As bash does when Tab is pressed.
        let script = format!(
            "source /dev/stdin; COMP_WORDS=({words}) COMP_CWORD={cursor}; _coupturc coupturc {last} coupturc; \
             echo \"${{COMPREPLY[*]}}\""
        );
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-uc", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut bash = bash.spawn().expect("bash is installed");
        let completions = text(&["completions", "bash"]);
        bash.stdin.take().expect("a pipe").write_all(completions.as_bytes()).expect("bash reads");
        let output = bash.wait_with_output().expect("bash ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{typed}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{typed}");
    }
}
