//! Options of matches: keys for all engines, the order of openings, adjudication by endgame tables; and the figures
//! about moves and clocks.

use std::fs;
use std::path::{Path, PathBuf};

use coupturc::arena::{GameRecord, GameResult, Opening};
use coupturc::notation::{FenFields, fen_text};
use coupturc::rules::RuleOptions;
use coupturc::rules::games::Variant;

use crate::support::matches::{PROGRAM, fresh, games_of, match_command, pdn_of, run_match, run_well};

/// Parameters that make our engine small and quick.
const SMALL: &str = "param.hash=1 param.tables-pieces=0";

/// Plays a match of our engine against itself with `--each`. Returns its folder and its output.
fn play(name: &str, options: &str) -> (PathBuf, String) {
    let folder = fresh(name);
    let each = shell_words::quote(&format!("cmd='{PROGRAM}' {SMALL}")).into_owned();
    let output = run_well(&format!(
        "--each {each} --engine name=a --engine name=b --tc nodes=200 {options} --out '{}'",
        folder.display()
    ));
    (folder, output)
}

/// The games of a match in the order of its schedule.
fn sorted_games(folder: &Path) -> Vec<GameRecord> {
    let mut games = games_of(folder);
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn keys_of_an_engine_override_those_of_each() {
    let out = fresh("each");
    let each = shell_words::quote(&format!("cmd='{PROGRAM}' {SMALL} tc=depth=1")).into_owned();
    run_well(&format!(
        "--each {each} --engine name=a --engine 'name=b tc=nodes=50' --rounds 1 --max-moves 3 --out '{}'",
        out.display()
    ));
    let controls: Vec<String> = sorted_games(&out).into_iter().map(|game| game.time_control).collect();
    assert_eq!(controls, ["depth=1 nodes=50", "nodes=50 depth=1"]);
    for (each, word) in [
        ("name=x", "'name' cannot be set for all engines"),
        ("dxp=a:1", "'dxp' cannot be set for all engines"),
        ("param.lvl=3", "did you mean 'level'"),
    ] {
        let out = fresh("each-refused");
        let output = run_match(&format!(
            "--each '{each}' --engine cmd='{PROGRAM}' --engine cmd='{PROGRAM}' --out '{}'",
            out.display()
        ));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(word), "{each}: {errors}");
        assert!(!out.exists(), "{each} has started a match");
    }
}

/// A file of positions of International Draughts, each one move from the start.
fn file_of_openings(name: &str) -> (PathBuf, Vec<String>) {
    let (rules, options) = (Variant::International.rules(), RuleOptions::default());
    let start = rules.start(&options);
    let after = |&mv| fen_text(&*start.position().after(mv), &FenFields::default());
    let fens: Vec<String> = start.legal_moves().iter().map(after).collect();
    let file = fresh(name);
    fs::write(&file, fens.join("\n")).expect("it can be written");
    (file, fens)
}

#[test]
fn openings_of_a_file_can_be_reordered() {
    let (file, fens) = file_of_openings("order.fen");
    let all = fens.len();
    let order = |name: &str, options: &str| {
        let once = format!("--openings '{}' --repeat 1 --rounds {all} --max-moves 1", file.display());
        let (folder, _) = play(name, &format!("{once} {options}"));
        sorted_games(&folder).into_iter().map(|game| game.fen).collect::<Vec<_>>()
    };
    assert_eq!(order("order-usual", ""), fens);
    let from_third = [&fens[2..], &fens[..2]].concat();
    assert_eq!(order("order-start", "--start 3"), from_third);
    let random = order("order-random", "--order random --seed 5");
    assert_ne!(random, fens);
    assert_eq!(order("order-again", "--order random --seed 5"), random, "the same seed");
    assert_ne!(order("order-other", "--order random --seed 6"), random, "another seed");
    let turned = [&random[4..], &random[..4]].concat();
    assert_eq!(order("order-random-start", "--order random --seed 5 --start 5"), turned);
    let [sorted, expected] = [random, fens].map(|mut fens| {
        fens.sort();
        fens
    });
    assert_eq!(sorted, expected, "each once");
    let out = fresh("order-refused");
    let other = fresh("order-other.json");
    fs::write(&other, r#"[{"fen": "W:WK28:BK5"}]"#).expect("it can be written");
    for (options, word) in [
        (format!("--openings '{}'", other.display()), "expected the file openings.json".to_owned()),
        (format!("--openings '{}' --start {}", file.display(), all + 1), format!("expected 1 to {all}")),
        ("--order random".to_owned(), "--openings".to_owned()),
        (format!("--openings '{}' --start 0", file.display()), "--start".to_owned()),
    ] {
        let output = run_match(&format!("--engine cmd=a --engine cmd=b {options} --out '{}'", out.display()));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(&word), "{options}: {errors}");
    }
}

/// A later start gives later openings of the same seed, and a resumed match keeps their order.
#[test]
fn random_openings_can_start_later() {
    let of =
        |folder: &Path| sorted_games(folder).into_iter().map(|game| opening_of(&game)).collect::<Vec<_>>();
    let once = "--variants dameo --repeat 1 --max-moves 4";
    let (all, _) = play("start-all", &format!("{once} --rounds 4"));
    let (later, _) = play("start-later", &format!("{once} --rounds 2 --start 3"));
    assert_eq!(of(&later), of(&all)[2..]);
    let log = fs::read_to_string(later.join("games.jsonl")).expect("the log of games");
    let first = log.lines().next().expect("a game");
    fs::write(later.join("games.jsonl"), format!("{first}\n")).expect("the log can be written");
    run_well(&format!("--resume '{}'", later.display()));
    assert_eq!(of(&later), of(&all)[2..]);
}

fn opening_of(game: &GameRecord) -> Vec<String> {
    game.moves.iter().take(game.opening_plies).map(|mv| mv.text.clone()).collect()
}

#[test]
fn finished_openings_are_left_out_and_reported() {
    let over = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/openings/over.fen");
    let out = fresh("over-all");
    let output =
        run_match(&format!("--engine cmd=a --engine cmd=b --openings '{over}' --out '{}'", out.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    let places = "line 1: the game is over, draw (5-moves); line 2: the game is over, black-win (no-pieces)";
    assert!(!output.status.success() && errors.contains(places), "{errors}");
    assert!(!out.exists(), "a match has started");
    let (start, text) = ("W:W31-50:B1-20", fs::read_to_string(over).expect("two positions"));
    for (name, lines, left_out) in
        [("over-fen", format!("{text}{start}\n"), 2), ("over-none", start.to_owned(), 0)]
    {
        let file = fresh(&format!("{name}.fen"));
        fs::write(&file, lines).expect("it can be written");
        check_left_out(name, &file, left_out);
    }
    let file = fresh("over.pdn");
    let pdn = "[FEN \"W:W28:B23\"] 1. 28x19 2-0\n\n[White \"the start\"] 1. 32-28 *\n";
    fs::write(&file, pdn).expect("it can be written");
    check_left_out("over-pdn", &file, 1);
}

/// Checks that one opening remains and `count` are reported as left out.
fn check_left_out(name: &str, file: &Path, count: usize) {
    let out = fresh(name);
    let each = shell_words::quote(&format!("cmd='{PROGRAM}' {SMALL}")).into_owned();
    let mut command = match_command(&format!(
        "--each {each} --engine name=a --engine name=b --tc nodes=9 --rounds 2 --max-moves 1 --openings '{}' --out '{}'",
        file.display(),
        out.display()
    ));
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    assert_eq!(errors.matches(": the game is over, ").count(), count, "{name}: {errors}");
    let games = games_of(&out);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.fen == games[0].fen && game.moves.len() == 2), "{name}");
}

/// Tables of two pieces in files.
fn tables(variant: &str) -> PathBuf {
    let folder = fresh(&format!("adjudication-{variant}.tables"));
    let build = ["tables", "build", "--variant", variant, "--pieces", "2", "--tables"];
    let status =
        std::process::Command::new(PROGRAM).args(build).arg(&folder).output().expect("it starts").status;
    assert!(status.success());
    folder
}

#[test]
fn endgame_tables_end_games() {
    let folder = tables("normal");
    let file = fresh("adjudication.fen");
    // One king each; a king against a man; the same, but close to a draw limit.
    fs::write(&file, "W:WK46:BK4\nW:WK47:B10\nW:WK48:B10:H48\n").expect("it can be written");
    let options = format!("--openings '{}' --rounds 3 --max-moves 2", file.display());
    let with = format!("{options} --adjudicate-tables='{}'", folder.display());
    let (with, _) = play("adjudicated", &with);
    let (without, _) = play("not-adjudicated", &options);
    assert!(games_of(&without).iter().all(|game| game.termination != "tables"));
    let games = sorted_games(&with);
    for (game, expected) in games.iter().zip([GameResult::Draw, GameResult::Draw]) {
        assert_eq!((game.termination.as_str(), game.result), ("tables", expected), "{game:?}");
        assert!(game.detail.contains("neither side can win") && game.moves.len() == 1, "{game:?}");
    }
    // Close to the limit, the verdict comes only after the man has moved.
    for (game, plies) in games[2..].iter().zip([1, 1, 2, 2]) {
        assert_eq!((game.termination.as_str(), game.result), ("tables", GameResult::WhiteWins), "{game:?}");
        assert_eq!(game.moves.len(), plies, "{game:?}");
        assert!(game.detail.starts_with("by the endgame tables White wins in "), "{game:?}");
    }
    assert!(pdn_of(&with).iter().all(|game| game.tag("Termination") == Some("adjudication")));
    check_against_probe(&folder, &games);
}

/// Checks that `tables probe` agrees with the match about each last position.
fn check_against_probe(folder: &Path, games: &[GameRecord]) {
    for game in games.iter().filter(|game| game.termination == "tables") {
        let moves = game.moves.iter().map(|mv| mv.text.clone()).collect();
        let opening = Opening { fen: game.fen.clone(), moves };
        let reached =
            opening.played(Variant::International.rules(), &RuleOptions::default()).expect("legal moves");
        let fen = fen_text(reached.position(), &FenFields::default());
        let probe = ["tables", "probe", "--json", "--fen", &fen, "--tables"];
        let output = std::process::Command::new(PROGRAM).args(probe).arg(folder).output().expect("it starts");
        let probed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let white_moves = fen.starts_with('W');
        let expected = match (probed["result"].as_str().expect("a result"), white_moves) {
            ("draw", _) => GameResult::Draw,
            ("win", true) | ("loss", false) => GameResult::WhiteWins,
            _ => GameResult::BlackWins,
        };
        assert_eq!(game.result, expected, "{fen}");
    }
}

#[test]
fn missing_tables_are_an_error_before_the_match_starts() {
    let (out, empty) = (fresh("no-tables"), fresh("no-tables.tables"));
    fs::create_dir(&empty).expect("it can be created");
    for folder in [empty, PathBuf::from("/nowhere/tables")] {
        let output = run_match(&format!(
            "--engine cmd=a --engine cmd=b --variants dameo --adjudicate-tables='{}' --out '{}'",
            folder.display(),
            out.display()
        ));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains("--adjudicate-tables"), "{errors}");
        assert!(errors.contains(&folder.display().to_string()) && !out.exists(), "{errors}");
    }
}

#[test]
fn depth_speed_and_time_are_reported() {
    let (folder, output) = play(
        "thinking",
        "--each tc=2 --margin 60000 --engine 'name=c tc=depth=3' --variants dameo --rounds 1 --max-moves 4",
    );
    let line = |name: &str| {
        let begin = format!("moves of {name}: depth ");
        output.lines().find(|line| line.starts_with(&begin)).map(str::to_owned).expect("a line")
    };
    for part in [", nodes a second ", ", time a move ", ", clock at the end ", ", lowest clock "] {
        assert!(line("a").contains(part), "{output}");
        assert_eq!(line("c").contains(part), !part.contains("clock"), "{output}");
    }
    assert!(line("c").starts_with("moves of c: depth 3.0, "), "{output}");
    let report = fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(report.contains("Depth, speed and time"));
    let games = games_of(&folder);
    let own = games.iter().flat_map(|game| game.moves.iter().skip(game.opening_plies));
    assert!(own.into_iter().all(|mv| mv.nodes.is_some_and(|nodes| nodes > 0)), "every move has its nodes");
}

/// The games of earlier versions have no nodes.
#[test]
fn logs_of_older_versions_are_read() {
    let (folder, _) = play("older", "--variants dameo --rounds 2 --max-moves 4 --sprt 0,50");
    let log = folder.join("games.jsonl");
    let mut games = sorted_games(&folder);
    games.truncate(2);
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.nodes = None);
    let older: String = games.iter().map(|game| serde_json::to_string(game).expect("JSON") + "\n").collect();
    assert!(!older.contains("nodes\":"));
    fs::write(&log, &older).expect("the log can be written");
    let output = run_well(&format!("--resume '{}'", folder.display()));
    assert!(fs::read_to_string(&log).expect("the log of games").starts_with(&older));
    assert!(games_of(&folder).len() == 4 && output.contains("SPRT of 0 against 50 Elo"), "{output}");
    let report = fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(report.contains("<figcaption>SPRT of a: 0 against 50 Elo</figcaption>"));
}
