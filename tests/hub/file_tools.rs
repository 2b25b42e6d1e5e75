//! Nets, endgame tables and puzzles of games from files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::error_message;

/// Dameo whose kings move one cell.
const SHORT: &str = "title = \"Short Kings\"\nlike = \"dameo\"\n[kings]\nflying = false\n";
/// What makes the rules about moves others.
const CHANGE: &str = "[men]\nlinear = false\n";
/// The same on 100 cells.
const LARGE: &str = "title = \"Short Kings\"\nlike = \"big-dameo\"\n[kings]\nflying = false\n";

/// A folder with the rules in `short.toml`.
fn folder_with(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("short.toml");
    fs::write(&rules, text).expect("written");
    (folder, rules)
}

fn folder() -> (TempDir, PathBuf) {
    folder_with(SHORT)
}

/// Runs the words of a line, in which a path stands for each `*`.
fn run(line: &str, paths: &[&Path]) -> Output {
    let mut paths = paths.iter();
    let mut command = Command::new(env!("CARGO_BIN_EXE_coupturc"));
    for word in line.split(' ') {
        match word {
            "*" => command.arg(paths.next().expect("a path")),
            word => command.arg(word),
        };
    }
    command.output().expect("the program starts")
}

fn said(line: &str, paths: &[&Path]) -> String {
    let output = run(line, paths);
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn complaint(line: &str, paths: &[&Path]) -> String {
    let output = run(line, paths);
    assert!(!output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn set(name: &str, path: &Path) -> String {
    format!("set-param name={name} value=\"{}\"", path.display())
}

/// What evaluates the start.
fn by(engine: &mut EngineProcess) -> String {
    let line = engine.answer("eval");
    let by = line.split(' ').find_map(|word| word.strip_prefix("by="));
    by.unwrap_or_else(|| panic!("{line}")).to_owned()
}

#[test]
fn a_net_is_learned_and_lies_beside_the_rules() {
    [SHORT, LARGE].into_iter().for_each(check_net);
}

fn check_net(text: &str) {
    let (folder, rules) = folder_with(text);
    let (games, net) = (folder.path().join("games"), folder.path().join("short.net"));
    said("learn games --rules * --games 60 --nodes 30 --threads 1 --out *", &[&rules, &games]);
    let fitted = said("learn fit * --rules * --passes 1 --threads 1 --out *", &[&games, &rules, &net]);
    assert!(fitted.contains("short: 60 games"), "{fitted}");
    assert!(said("eval --rules *", &[&rules]).contains("by the net"));
    assert!(said("check * --games 1", &[&rules]).contains("the net beside the file evaluates its positions"));
    let mut engine = EngineProcess::start();
    engine.quietly(&[&set("rules-file", &rules)]);
    assert_eq!(by(&mut engine), "net");
    engine.quietly(&["set-param name=eval-file value=hand-made"]);
    assert_eq!(by(&mut engine), "hand-made");
    let elsewhere = folder.path().join("elsewhere.net");
    fs::rename(&net, &elsewhere).expect("moved");
    engine.quietly(&[&set("eval-file", &elsewhere)]);
    assert_eq!(by(&mut engine), "net");
    engine.finish();
    // A net of rules that are not known.
    let mut engine = EngineProcess::start();
    let refused = engine.answer(&set("eval-file", &elsewhere));
    assert!(error_message(&refused).contains("a game that is not known"), "{refused}");
    engine.quietly(&[&set("rules-file", &rules)]);
    assert_eq!(by(&mut engine), "hand-made");
    engine.finish();
    // Rules have changed: the net and the games are of another game.
    fs::rename(&elsewhere, &net).expect("moved back");
    fs::write(&rules, format!("{text}{CHANGE}")).expect("written");
    assert!(said("eval --rules *", &[&rules]).contains("by the hand-made evaluation"));
    assert!(complaint("eval --rules * --eval *", &[&rules, &net]).contains("a game that is not known"));
    let mixed = complaint("learn fit * --rules * --passes 1 --out *", &[&games, &rules, &net]);
    assert!(mixed.contains("its games are of short-"), "{mixed}");
    // A file that is no net is not passed over.
    fs::write(&net, "no net").expect("written");
    let complaint = complaint("eval --rules *", &[&rules]);
    assert!(complaint.contains("it is not a net file. Learn it again, or move it away."), "{complaint}");
}

#[test]
fn matches_give_engines_the_rules_before_a_net() {
    let (folder, rules) = folder();
    let (games, net) = (folder.path().join("games"), folder.path().join("a.net"));
    said("learn games --rules * --games 60 --nodes 30 --threads 1 --out *", &[&rules, &games]);
    said("learn fit * --rules * --passes 1 --threads 1 --out *", &[&games, &rules, &net]);
    let program = env!("CARGO_BIN_EXE_coupturc");
    let engines = [format!("param.eval-file={}", net.display()), "param.eval-file=hand-made".to_owned()]
        .map(|setting| format!("cmd={program} {setting}"));
    let mut command = Command::new(program);
    command.args("match --rounds 1 --tc depth=1 --max-moves 9".split(' ')).arg("--rules").arg(&rules);
    command.arg("--out").arg(folder.path().join("match"));
    let played = command.args(["--engine", &engines[0], "--engine", &engines[1]]).output().expect("it runs");
    assert!(played.status.success(), "{played:?}");
}

#[test]
fn tables_are_built_for_the_rules_of_a_file() {
    let (folder, rules) = folder();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).expect("a folder");
    said("tables build --rules * --pieces 2 --threads 1 --tables *", &[&rules, &tables]);
    let verified = said("tables verify --rules * --tables *", &[&rules, &tables]);
    assert!(verified.contains("3 classes of short are valid, complete up to 2 pieces"), "{verified}");
    let names: Vec<String> = fs::read_dir(&tables)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert!(names.len() == 1 && names[0].len() == "short-".len() + 16, "{names:?}");
    let probe = "tables probe --rules * --fen W:WKa1:BKa8 --tables *";
    assert!(said(probe, &[&rules, &tables]).starts_with("Short Kings\n"));
    let report = said("tables report --rules * --pieces 2 --json", &[&rules]);
    assert!(report.contains("0M1K-0M1K"), "{report}");
    // Under other rules there are none yet.
    fs::write(&rules, format!("{SHORT}{CHANGE}")).expect("written");
    let verified = said("tables verify --rules * --tables *", &[&rules, &tables]);
    assert!(verified.contains("0 classes of short are valid"), "{verified}");
    let missing = complaint(probe, &[&rules, &tables]);
    assert!(missing.contains("coupturc tables build --rules FILE --only 0M1K-0M1K"), "{missing}");
    fs::write(&rules, format!("{SHORT}[captures]\nvanguard = \"first\"\n[men]\ncaptures = \"straight\"\n"))
        .expect("written");
    let refused = complaint("tables verify --rules * --tables *", &[&rules, &tables]);
    assert!(
        refused.contains("there are no endgame tables of short, because positions depend on"),
        "{refused}"
    );
}

#[test]
fn the_search_looks_up_tables_of_a_game_from_a_file() {
    let mut engine = EngineProcess::start();
    engine.quietly(&["set-param name=tables value=none", "set-param name=variant value=english"]);
    let search = engine.search(&["pos fen=W:WK1,K6:BK32", "level depth=2", "go think"]);
    assert!(search.last().nodes == 0 && search.last().score > 9_700, "{:?}", search.last());
    engine.finish();
}

#[test]
fn puzzles_are_made_of_a_game_from_a_file() {
    let (folder, rules) = folder();
    let puzzles = folder.path().join("puzzles.tsv");
    let made = "puzzles --rules * --self-play 3 --nodes 1000 --threads 1 --out *";
    said(made, &[&rules, &puzzles]);
    let text = fs::read_to_string(&puzzles).expect("a file");
    assert!(
        text.starts_with("game\t") && text.lines().skip(1).all(|line| line.starts_with("short\t")),
        "{text}"
    );
    said("puzzles * --rules * --nodes 1000", &[&puzzles, &rules]);
}
