//! The output of `coupturc tables probe` and `coupturc tables report` must match the tables.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use coupturc::notation::{PdnReplay, PdnResult, parse_fen, parse_move, parse_pdn};
use coupturc::rules::games::{Dameo, Hexdame, International, Variant};
use coupturc::rules::{Color, Game, MoveList, Position, RuleOptions};
use coupturc::tables::{BuildPlan, Material, TableSet, Value};
use coupturc::with_game;
use serde_json::Value as Json;

use crate::endgames::folder;
use crate::support::html_pages::check_page;

fn coupturc(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coupturc"));
    program.arg("tables").args(arguments).output().expect("the program runs")
}

fn answer(arguments: &[&str]) -> String {
    let output = coupturc(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n")
}

fn rejection(arguments: &[&str]) -> String {
    let output = coupturc(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn built(variant: Variant, pieces: usize) -> TableSet {
    BuildPlan { pieces, ..BuildPlan::default() }
        .build(variant.rules(), &RuleOptions::default())
        .expect("tables")
}

fn read<G: Game>(fen: &str) -> Position<G> {
    parse_fen(fen, &RuleOptions::default()).unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// Parses a value in JSON.
fn value(json: &Json) -> Value {
    let plies = || json["plies"].as_u64().expect("plies") as u16;
    match json["result"].as_str() {
        Some("win") => Value::Win(plies()),
        Some("loss") => Value::Loss(plies()),
        Some("draw") if json["plies"].is_null() => Value::Draw,
        _ => panic!("no value: {json}"),
    }
}

/// The rank of a value: higher is better for the side to move.
fn merit(value: Value) -> i32 {
    match value {
        Value::Win(plies) => 1000 - i32::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => i32::from(plies) - 1000,
    }
}

/// Checks the moves, values and line of an answer against the three-piece tables.
fn check_probe<G: Game>(set: &TableSet, fen: &str) {
    let variant = G::VARIANT.name();
    let json: Json = serde_json::from_str(&answer(&["probe", "--variant", variant, "--fen", fen, "--json"]))
        .expect("JSON");
    let position = read::<G>(fen);
    let expected = set.probe_any(&position).expect("a value");
    assert_eq!(value(&json), expected, "{variant} {fen}");
    assert_eq!((json["variant"].as_str(), json["fen"].as_str()), (Some(variant), Some(fen)));

    let moves = json["moves"].as_array().expect("moves");
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    assert_eq!(moves.len(), legal.len(), "{variant} {fen}");
    for answer in moves {
        let mv = parse_move(&position, answer["move"].as_str().expect("a move")).expect("a legal move");
        let after = set.probe_any(&position.play_legal(mv.narrow())).expect("a value");
        assert_eq!(merit(after).abs() - merit(value(answer)).abs(), i32::from(after != Value::Draw));
        assert_eq!(merit(after).signum(), -merit(value(answer)).signum());
    }
    assert!(moves.iter().map(|answer| merit(value(answer))).is_sorted_by(|a, b| a >= b), "{json}");
    if let Some(best) = moves.first() {
        assert_eq!(value(best), expected);
    }

    let line = json["line"].as_array().expect("a line");
    let (Value::Win(plies) | Value::Loss(plies)) = expected else {
        return assert!(line.is_empty(), "a draw has no end");
    };
    assert_eq!(line.len(), usize::from(plies), "{variant} {fen}");
    let end = line.iter().fold(position, |position, text| {
        let mv = parse_move(&position, text.as_str().expect("a move")).expect("a legal move");
        position.play_legal(mv.narrow())
    });
    assert!(!end.has_legal_move(), "{variant} {fen}");
}

#[test]
fn probes_match_the_tables() {
    let dameo = built(Variant::Dameo, 3);
    for fen in ["W:WKa1,Kb2:BKg7", "B:WKa1,Kb2:BKg7", "W:WKa1:BKg7", "B:Wa2,b2:BKd5", "W:Wa2:Bh7", "B:W:BKa1"]
    {
        check_probe::<Dameo>(&dameo, fen);
    }
    let international = built(Variant::International, 3);
    for fen in ["W:WK46:B10", "B:W31,K47:BK5", "W:WK1,K7:BK12", "W:W:B1", "W:W26:B16,21"] {
        check_probe::<International>(&international, fen);
    }
}

#[test]
fn a_text_probe_has_the_board_the_moves_and_the_line() {
    let text = answer(&["probe", "--variant", "dameo", "--fen", "W:WKa1,Kb2:BKg7"]);
    let expected = "\
Dameo
W:WKa1,Kb2:BKg7
8 . . . . . . . .
7 . . . . . . B .
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("\nWhite wins in 3 plies.\n34 legal moves, best first"), "{text}");
    assert!(text.contains("\n  b2-b7  wins in 3 plies\n"), "{text}");
    assert!(text.ends_with("\nbest play: b2-b7 g7xa7xb7 a1xa8xa7\n"), "{text}");

    let over = answer(&["probe", "--fen", "B:WK46:B"]);
    assert!(over.ends_with("\nBlack has lost.\n"), "{over}");
    let two_kings = |halt| answer(&["probe", "--fen", "W:WK1,K2:BK3", "--halt", halt]);
    assert!(two_kings("none").contains("\nWhite draws.\n"));
    assert!(two_kings("killer").contains("\nWhite wins in "));
}

#[test]
fn probes_reject_positions_with_too_many_pieces() {
    let message = rejection(&["probe", "--variant", "dameo"]);
    assert!(message.contains("the position has 36 pieces, expected at most 4"), "{message}");
    let three = ["probe", "--variant", "dameo", "--fen", "W:WKa1,Kb2:BKg7", "--pieces", "2"];
    let message = rejection(&three);
    assert!(message.contains("3 pieces, expected at most 2 (--pieces"), "{message}");
    assert!(!rejection(&["probe", "--fen", "W:W99:B1"]).is_empty());
}

/// The figures of a row of a text report: positions, won, drawn, lost.
fn figures(report: &str, class: &str, row: &str) -> Vec<usize> {
    let (_, after) =
        report.split_once(&format!("\n{class}: ")).unwrap_or_else(|| panic!("{class}: {report}"));
    let line = after.lines().find(|line| line.starts_with(row)).unwrap_or_else(|| panic!("{row}: {after}"));
    let words: Vec<&str> = line[row.len()..].split_whitespace().collect();
    // Each share follows its count, with a percent sign.
    [0, 1, 4, 7].map(|place| words[place].parse().expect("a count")).to_vec()
}

/// The expected figures of a row.
fn counted(values: impl Iterator<Item = Value>) -> Vec<usize> {
    let mut counts = vec![0; 4];
    for value in values {
        counts[0] += 1;
        counts[match value {
            Value::Win(_) => 1,
            Value::Draw => 2,
            Value::Loss(_) => 3,
        }] += 1;
    }
    counts
}

fn check_report<G: Game>() {
    let set = built(G::VARIANT, 3);
    let report = answer(&["report", "--variant", G::VARIANT.name(), "--pieces", "3"]);
    for table in set.tables() {
        let class = table.material().to_string();
        for side in Color::ALL.into_iter().filter(|&side| table.values(side).next().is_some()) {
            let (name, values) = (format!("{side:?} "), table.values(side));
            assert_eq!(figures(&report, &class, &name), counted(values), "{} {class}", G::VARIANT);
            let mut quiet = Vec::new();
            set.walk(table, side, &mut |position, value| {
                let is_quiet = Color::ALL.into_iter().all(|side| !position.could_capture(side));
                quiet.extend(is_quiet.then_some(value));
            });
            let (_, from_side) = report.split_once(&format!("\n{class}: ")).expect("the class");
            let (_, from_side) = from_side.split_once(&format!("\n{name}")).expect("the side");
            let row = format!("\n{class}: {from_side}");
            assert_eq!(
                figures(&row, &class, "  no captures"),
                counted(quiet.into_iter()),
                "{} {class}",
                G::VARIANT
            );
        }
    }
}

#[test]
fn reports_match_the_tables() {
    std::thread::scope(|scope| {
        for &variant in Variant::ALL {
            scope.spawn(move || with_game!(variant.rules(), G => check_report::<G>()));
        }
    });
}

#[test]
fn the_longest_wins_are_games() {
    let folder = folder();
    for &variant in Variant::ALL {
        let (options, file) = (RuleOptions::default(), folder.path().join(variant.name()));
        let path = file.to_str().expect("text");
        let report = ["report", "--variant", variant.name(), "--pieces", "2", "--pdn", path, "--json"];
        let report: Json = serde_json::from_str(&answer(&report)).expect("JSON");
        let plies = |class: &Json| {
            ["white", "black"]
                .into_iter()
                .filter_map(|side| class[side]["longest-win"]["plies"].as_u64())
                .max()
        };
        let classes = report["classes"].as_array().expect("classes");
        let expected: Vec<u64> = classes.iter().filter_map(plies).collect();
        let games = parse_pdn(&fs::read_to_string(&file).expect("games"));
        let mut found = Vec::new();
        for game in &games {
            let replay = PdnReplay::of(game, variant.rules(), &options).expect("a game");
            assert_eq!(replay.fault, None, "{variant}");
            let mut moves = MoveList::new();
            replay.last().legal_moves(&mut moves);
            assert!(
                moves.is_empty() || replay.last().outcome().is_some(),
                "{variant}: {:?}",
                game.tag("Event")
            );
            assert!(matches!(game.result(), Some(PdnResult::WhiteWins | PdnResult::BlackWins)), "{variant}");
            found.push(replay.main_line().count() as u64);
        }
        assert!(!found.is_empty(), "{variant}");
        assert_eq!(found, expected, "{variant}");
    }
}

/// The positions that a report lists.
fn listed(report: &str) -> Vec<&str> {
    let lines = report.lines().filter(|line| line.starts_with("  W:") || line.starts_with("  B:"));
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn a_report_lists_the_requested_positions() {
    let quiet_losses =
        ["report", "--variant", "hexdame", "--class", "0M2K-0M1K", "--to-move", "black", "--quiet"];
    let report = answer(&[&quiet_losses[..], &["--list", "lost"]].concat());
    let set = built(Variant::Hexdame, 3);
    let positions: BTreeSet<&str> = listed(&report).into_iter().collect();
    assert_eq!(positions.len(), 9, "{report}");
    for fen in positions {
        let position = read::<Hexdame>(fen);
        assert!(matches!(set.probe_any(&position), Some(Value::Loss(_))), "{fen}");
        assert!(!Color::ALL.into_iter().any(|side| position.could_capture(side)), "{fen}");
    }
    assert_eq!(figures(&report, "0M2K-0M1K", "Black")[3], 9);
    assert!(!report.contains("\nWhite "), "{report}");

    let few = answer(&[&quiet_losses[..], &["--list", "lost", "--most", "4"]].concat());
    assert_eq!(listed(&few), listed(&report)[..4]);
    assert!(few.contains("the first 4 (--most)"));
}

#[test]
fn a_report_filters_by_cells_and_length() {
    let kings = ["report", "--class", "0M2K-0M1K", "--to-move", "white", "--longer-than", "3"];
    let on_cells = answer(
        &[&kings[..], &["--black-on", "5,10,14,19,23,28,32,37,41,46", "--list", "won", "--most", "100000"]]
            .concat(),
    );
    let fens = listed(&on_cells);
    assert_eq!(fens.len(), figures(&on_cells, "0M2K-0M1K", "White")[1]);
    for fen in fens {
        let black = fen.split_once(":BK").expect("a king").1;
        assert!(["5", "10", "14", "19", "23", "28", "32", "37", "41", "46"].contains(&black), "{fen}");
    }
    let set = built(Variant::International, 3);
    let table =
        set.tables().iter().find(|table| table.material().to_string() == "0M2K-0M1K").expect("a table");
    let long =
        table.values(Color::White).filter(|value| matches!(value, Value::Win(plies) if *plies > 6)).count();
    assert!(long > 0);
    let expected = format!("  longer than 3 moves: {long} won, 0 lost\n");
    assert!(answer(&kings).contains(&expected), "{expected}");
}

#[test]
fn vanguards_can_be_excluded() {
    let men = |more: &[&str]| {
        figures(&answer(&[&["report", "--class", "1M0K-1M0K"], more].concat()), "1M0K-1M0K", "White")
    };
    let (all, without) =
        (men(&["--variant", "vanguard"]), men(&["--variant", "vanguard", "--without-vanguard"]));
    assert_eq!(all[0], 2 * without[0], "with and without Black's man as the vanguard");
    assert_eq!(without[0], men(&[])[0], "the placements are those of International Draughts");
}

#[test]
fn exchanging_the_colours_does_not_change_a_report() {
    let of = |class| answer(&["report", "--variant", "harzdame", "--class", class]);
    assert_eq!(of("0M1K-1M1K"), of("1M1K-0M1K"));
    assert!(of("1M1K-0M1K").starts_with("Harzdame: 1 man and 1 king against 1 king\n"));
}

#[test]
fn reports_reject_invalid_arguments() {
    for (arguments, complaint) in [
        (&["--class", "2K-1K"][..], "is not a class of positions"),
        (&["--class", "4M0K-3M0K"], "has 7 pieces, expected at most 6"),
        (&["--pieces", "2", "--class", "0M1K-0M1K"], "cannot be used with"),
        (&["--black-on", "5,99", "--pieces", "2"], "'99' is not a cell of International Draughts"),
        (&["--pieces", "2", "--html", "/no/such/folder/report.html"], "/no/such/folder/report.html"),
    ] {
        let message = rejection(&[&["report"], arguments].concat());
        assert!(message.contains(complaint), "{message}");
    }
}

#[test]
fn the_page_is_well_formed_and_has_boards() {
    let folder = std::env::temp_dir().join(format!("coupturc-tables-report-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for &variant in Variant::ALL {
        let path = folder.join(format!("{variant}.html"));
        let path_text = path.to_str().expect("a path");
        let text = answer(&["report", "--variant", variant.name(), "--pieces", "3", "--html", path_text]);
        let page = fs::read_to_string(&path).expect("the page");
        check_page(&page);
        // The page has as many boards as the text.
        let side_to_move = ["  White to move", "  Black to move"];
        let boards =
            text.lines().filter(|line| side_to_move.iter().any(|side| line.starts_with(side))).count();
        let classes = with_game!(variant.rules(), G => [2, 3].map(|pieces| Material::classes_of(G::VARIANT.rules(), pieces).len()));
        let classes: usize = classes.into_iter().sum();
        assert!(boards >= 2 * classes && classes > 1, "{text}");
        assert_eq!(page.matches("<use href=\"#board\"/>").count(), boards, "{variant}");
        assert_eq!(page.matches("<section aria-labelledby=\"c-").count(), classes, "{variant}");
        let has_kings = with_game!(variant.rules(), G => !G::FIRST_KING_WINS);
        assert_eq!(page.contains("href=\"#white-king\""), has_kings, "{variant}");
        assert!(page.contains("href=\"#black-man\""));
        assert!(page.contains("prefers-color-scheme: dark"));
    }
    fs::remove_dir_all(&folder).expect("the folder is removed");
}

/// The mutual zugzwangs of a class in which both lose, and in which one draws, found by setting up each placement with
/// either side to move.
fn naive_zugzwangs(set: &TableSet, class: &str) -> (usize, usize) {
    let class: Material = class.parse().expect("a class");
    let table = set.tables().iter().find(|table| table.material() == class).expect("a table");
    let (rules, options) = (set.rules(), RuleOptions::default());
    let (mut both_lose, mut one_draws) = (0, 0);
    set.walk(table, Color::White, &mut |position, white| {
        let mut setup = position.to_setup();
        setup.side = Color::Black;
        let black = set.probe_any(&*rules.position(&setup, &options).expect("a position")).expect("a value");
        let is_quiet = Color::ALL.iter().all(|&side| !position.could_capture(side));
        match (white, black) {
            _ if !is_quiet => {}
            (Value::Loss(_), Value::Loss(_)) => both_lose += 1,
            (Value::Loss(_), Value::Draw) | (Value::Draw, Value::Loss(_)) => one_draws += 1,
            _ => {}
        }
    });
    (both_lose, one_draws)
}

#[test]
fn mutual_zugzwangs_are_counted() {
    let mut found = 0;
    for (variant, class) in [
        (Variant::Dameo, "1M0K-1M0K"),
        (Variant::Dameo, "1M1K-1M0K"),
        (Variant::Hexdame, "1M0K-1M0K"),
        (Variant::Brazilian, "2M0K-1M0K"),
        (Variant::Losing, "0M2K-0M1K"),
    ] {
        let report = answer(&["report", "--variant", variant.name(), "--class", class, "--json"]);
        let json: Json = serde_json::from_str(&report).expect("JSON");
        let zugzwangs = &json["classes"][0]["zugzwangs"];
        let counted = (zugzwangs["both-lose"].as_u64(), zugzwangs["one-draws"].as_u64());
        let (both_lose, one_draws) = naive_zugzwangs(&built(variant, 3), class);
        assert_eq!(counted, (Some(both_lose as u64), Some(one_draws as u64)), "{variant} {class}");
        assert_eq!(zugzwangs["example"].is_string(), both_lose + one_draws > 0);
        found += both_lose + one_draws;
    }
    assert!(found > 0);
}

#[test]
fn a_report_from_files_equals_one_from_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let report = ["report", "--variant", "harzdame", "--pieces", "3"];
    let from_files = [&report[..], &["--tables", path]].concat();
    let text = rejection(&from_files);
    assert!(text.contains("tables build --variant harzdame --pieces 3 --tables"), "{text}");
    drop(answer(&["build", "--variant", "harzdame", "--pieces", "3", "--tables", path]));
    assert_eq!(answer(&from_files), answer(&report));
}

#[test]
fn a_report_from_damaged_files_is_none() {
    let folder = folder();
    let path = folder.path().to_str().expect("a path");
    let report = ["report", "--variant", "dameo", "--pieces", "2", "--tables", path];
    drop(answer(&["build", "--variant", "dameo", "--pieces", "2", "--tables", path]));
    drop(answer(&report));
    let file = folder.path().join("dameo/none/1M0K-1M0K.dtw");
    let mut bytes = fs::read(&file).expect("a table");
    *bytes.last_mut().expect("a block") ^= 1;
    fs::write(&file, bytes).expect("written");
    for arguments in [&report[..], &[&report[..], &["--json"]].concat()] {
        let text = rejection(arguments);
        assert!(text.contains("1M0K-1M0K.dtw: ") && text.contains("coupturc tables verify"), "{text}");
    }
}
