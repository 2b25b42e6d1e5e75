//! Matches through the command line: the folder of a match, openings, rules, and sequential tests.

use std::fs;
use std::path::{Path, PathBuf};

use coupturc::arena::GameRecord;
use coupturc::notation::{game_type, offered_variant_names, parse_pdn};
use coupturc::rules::games::Variant;

use crate::support::matches::{
    PROGRAM, engine, fresh, games_of, mock, numbers_of, ours, pdn_of, run_match, run_well,
};
use crate::support::scenes::{Scene, can_repeat, scene};

/// Our engine against itself, at a few nodes per move.
fn two_of_ours(out: &Path) -> String {
    let processes = out.with_extension("processes");
    let engines = [ours("a", &processes), ours("b", &processes)];
    format!("{} --tc nodes=200 --out '{}'", engines.join(" "), out.display())
}

/// Plays a match with these options. Returns its folder and its output.
fn play(name: &str, options: &str) -> (PathBuf, String) {
    let folder = fresh(name);
    let output = run_well(&format!("{} {options}", two_of_ours(&folder)));
    (folder, output)
}

#[test]
fn a_match_over_all_games_leaves_log_pdn_and_report() {
    let names = offered_variant_names();
    let all = names.len() as u64 * 2;
    let options = format!("--variants {} --concurrency 2 --rounds 1 --plies 4", names.join(","));
    let (folder, output) = play("all-games", &options);
    let mut games = games_of(&folder);
    games.sort_by_key(|game| game.number);
    assert_eq!(numbers_of(&games), (1..=all).collect::<Vec<_>>());
    for pair in games.chunks(2) {
        assert_eq!(pair[0].variant, pair[1].variant);
        assert_eq!(pair[0].moves[..4], pair[1].moves[..4], "the same opening");
        assert_eq!((&pair[0].white, &pair[0].black), (&pair[1].black, &pair[1].white));
    }
    assert!(!folder.join("games.pdn").exists(), "many readers stop at unknown games");
    for (name, games) in names.iter().zip(games.chunks(2)) {
        let pdn = fs::read_to_string(folder.join(format!("games-{name}.pdn"))).expect("a PDN file");
        let read = parse_pdn(&pdn);
        assert_eq!(read.len(), 2, "{name}");
        for (read, game) in read.iter().zip(games) {
            assert_eq!((read.tag("White"), read.moves.len()), (Some(game.white.as_str()), game.moves.len()));
            assert_eq!((read.tag("TimeControl"), read.tag("Limit")), (Some("-"), Some("nodes=200")));
            assert_eq!(read.tag("GameType"), Some(game_type(name.parse().expect("a game"))));
        }
    }
    let report = fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(report.starts_with("<!DOCTYPE html>") && report.contains("hexdame"));
    assert!(output.contains(&format!("after 10 of {all} games: a: +")), "{output}");
    let first = output.lines().find(|line| line.starts_with("a: +")).expect("the results of the first");
    for part in ["%, Elo ", ", nElo ", ", LOS ", ", pairs with 0, 1/2, 1, 3/2, 2 points: "] {
        assert!(first.contains(part), "{first}");
    }
}

#[test]
fn log_pdn_and_report_have_the_rules() {
    let rules = "--halt damme --vanguard-scope whole --draw-rule repetition --king-against-man draw";
    let (folder, _) = play("rules", &format!("--variants vanguard,killer,turkish,dameo --rounds 1 {rules}"));
    for game in games_of(&folder) {
        let GameRecord { variant, rules, .. } = game;
        let expected: &[_] = match variant.as_str() {
            "vanguard" => &[("halt", "damme"), ("vanguard-scope", "whole"), ("draw-rule", "repetition")],
            "killer" => &[("draw-rule", "repetition")],
            "turkish" => &[("king-against-man", "draw")],
            _ => &[],
        };
        assert_eq!(rules.named(), expected, "{variant}");
    }
    let read = pdn_of(&folder);
    let tags = ["GameType", "Halt", "VanguardScope", "DrawRule", "KingAgainstMan"];
    let tags = |game: usize| tags.map(|tag| read[game].tag(tag));
    assert_eq!(tags(2), [Some("killer"), None, None, Some("repetition"), None]);
    assert_eq!(tags(4), [Some("30"), None, None, None, Some("draw")]);
    assert_eq!(tags(6), [Some("vanguard"), Some("damme"), Some("whole"), Some("repetition"), None]);
    let report = fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(!report.contains("\"problem\":"), "every game can be replayed");
}

/// Two identical engines with deterministic searches play the same game with either colour.
#[test]
fn repeated_games_are_reported() {
    let (folder, output) = play("repeats", "--variants dameo --rounds 2 --max-moves 5");
    assert!(output.contains("\n2 of 4 games repeat another game move for move: "), "{output}");
    let report = fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(report.contains("2 repeat another game move for move."));
}

#[test]
fn openings_can_be_played_once() {
    let (folder, output) = play("once", "--variants dameo --rounds 4 --repeat 1 --sprt=-300,300");
    let mut games = games_of(&folder);
    games.sort_by_key(|game| game.number);
    let white: Vec<&str> = games.iter().map(|game| game.white.as_str()).collect();
    assert_eq!(white, ["a", "b", "a", "b"][..white.len()]);
    assert!(!output.contains("pairs with"), "{output}");
    assert!(output.contains("SPRT of -300 against 300 Elo: "), "{output}");
}

#[test]
fn openings_come_from_pdn() {
    let file = fresh("openings.pdn");
    let pdn =
        "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 * [GameType \"dameo\"] 1. c3-c4 f6-f5 2. d3-d4 *\n";
    fs::write(&file, pdn).expect("it can be written");
    let options = format!("--variants normal,dameo --rounds 1 --openings '{}'", file.display());
    for (name, plies, expected) in [
        ("pdn-all", "", ["32-28 19-23 28x19x23 14x23x19", "c3-c4 f6-f5 d3-d4"]),
        ("pdn-two", " --plies 2", ["32-28 19-23", "c3-c4 f6-f5"]),
    ] {
        let (folder, _) = play(name, &format!("{options}{plies}"));
        for game in games_of(&folder) {
            let moves = game.moves.iter().take(game.opening_plies).map(|mv| mv.text.as_str());
            let expected = expected[usize::from(game.variant == "dameo")];
            assert_eq!(moves.collect::<Vec<_>>().join(" "), expected);
        }
    }
}

/// The third occurrence of a position ends the game in every variant, without a claim by the engines.
#[test]
fn the_referee_sees_repetitions_in_all_games() {
    for &variant in Variant::ALL.iter().filter(|variant| can_repeat(variant.name())) {
        let Scene { fen, moves } = scene(variant.name(), "shuttle");
        let [white, black] = [0, 1].map(|first| format!("{}:{}", moves[first], moves[first + 2]));
        let (folder, file) = (fresh(&format!("dance-{variant}")), fresh(&format!("dance-{variant}.fen")));
        fs::write(&file, fen).expect("it can be written");
        let processes = fresh(&format!("dance-{variant}.processes"));
        let shuttler =
            |mode: &str, moves: &str| mock(&format!("{mode}:{moves}"), &processes, &[("name", moves)]);
        run_well(&format!(
            "{} {} --variants {variant} --openings '{}' --rounds 1 --repeat 1 --tc depth=1 --out '{}'",
            shuttler("dance", &white),
            // It sends many lines that are not answers.
            shuttler("chatty", &black),
            file.display(),
            folder.display()
        ));
        let games = games_of(&folder);
        let ending = (games[0].termination.as_str(), games[0].moves.len());
        assert_eq!(ending, ("repetition", 8), "{variant}: {:?}", games[0]);
    }
}

#[test]
fn the_folder_of_a_match_is_not_overwritten() {
    let (folder, _) = play("kept", "--rounds 1");
    let before = fs::read(folder.join("games.jsonl")).expect("the log of games");
    let output = run_match(&two_of_ours(&folder));
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("without a match"), "{errors}");
    assert_eq!(fs::read(folder.join("games.jsonl")).expect("the log of games"), before);
}

/// Games without an undeclared parameter, or with an invalid value, would be meaningless.
#[test]
fn refused_parameters_stop_the_match_before_it_starts() {
    let variants = "--variants dameo";
    for (name, key, value, more, words) in [
        ("unknown", "param.lvl", "3", "", ["engine odd: ", "'lvl'", "did you mean 'level'"]),
        (
            "range",
            "param.level",
            "99",
            "",
            ["engine odd: ", "'level' cannot be '99'", "a whole number from 1 to 20"],
        ),
        (
            "type",
            "param.hash",
            "banana",
            "",
            ["engine odd: ", "'hash' cannot be 'banana'", "a whole number from 1"],
        ),
        ("alias", "param.tt-size", "20", "", ["engine odd: ", "'tt-size'", "It declares: variant, "]),
        ("quote", "param.tables", "a\"b", "", ["engine odd: ", "'tables'", "quote"]),
        ("refused", "param.hash", "1048576", "", ["engine odd: ", "with an error: ", "hash"]),
        ("halt", "param.halt", "killer", "", ["engine odd: ", "param.halt", "expected --halt"]),
        ("other", "param.variant", "dameo", variants, ["engine odd: ", "param.variant", "--variants"]),
    ] {
        let (folder, processes) =
            (fresh(&format!("param-{name}")), fresh(&format!("param-{name}.processes")));
        let command = format!("'{}' hub", PROGRAM);
        let odd = engine(&[("cmd", &command), ("name", "odd"), (key, value)]);
        let ours = ours("ours", &processes);
        let output =
            run_match(&format!("{ours} {odd} {more} --tc nodes=9 --rounds 1 --out '{}'", folder.display()));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{name}: {errors}");
        assert!(words.iter().all(|word| errors.contains(word)), "{name}: {errors}");
        assert!(!folder.exists(), "{name} has started a match");
    }
}

/// An engine must declare the parameters of the rules that it plays by, and gets no others.
#[test]
fn engines_get_only_declared_parameters() {
    for (name, mode, more, word) in [
        ("mute-normal", "mute:32-28:18-23", "--draw-rule repetition", None),
        ("mute-dameo", "mute:32-28", "--variants dameo", Some("plays normal only")),
        ("mute-halt", "mute:32-28", "--halt damme", Some("halt=damme")),
        (
            "poor",
            "poor:32-28",
            "--variants normal,hexdame",
            Some("'variant' cannot be 'hexdame', expected one of: "),
        ),
        ("grumble", "grumble:32-28", "", Some("with an error: no such thing")),
    ] {
        let (folder, processes) = (fresh(name), fresh(&format!("{name}.processes")));
        let players = [mock(mode, &processes, &[("name", "mock")]), ours("ours", &processes)];
        let output = run_match(&format!(
            "{} {more} --tc nodes=9 --plies 0 --rounds 1 --max-moves 1 --out '{}'",
            players.join(" "),
            folder.display()
        ));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), word.is_none(), "{name}: {errors}");
        assert!(
            word.is_none_or(|word| errors.contains(word) && errors.contains("engine mock: ")),
            "{name}: {errors}"
        );
        assert_eq!(folder.exists(), word.is_none(), "{name}");
    }
}

/// Other users may be able to write into a folder below /tmp.
#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    let (folder, victim) = (fresh("planted"), fresh("planted.victim"));
    fs::create_dir(&folder).expect("it can be created");
    fs::write(&victim, "precious").expect("it can be written");
    for name in
        ["report.html", "games.pdn", "openings.json", "report.html.tmp", "games.pdn.tmp", "openings.json.tmp"]
    {
        std::os::unix::fs::symlink(&victim, folder.join(name)).expect("a link");
    }
    run_well(&format!("{} --rounds 1", two_of_ours(&folder)));
    assert_eq!(fs::read_to_string(&victim).expect("it exists"), "precious");
    for name in ["report.html", "games.pdn", "openings.json"] {
        let file = fs::symlink_metadata(folder.join(name)).expect("it exists");
        assert!(file.is_file() && file.len() > 100, "{name}");
    }
}

#[test]
fn errors_of_the_command_line_are_named() {
    let two = "--engine cmd=a --engine cmd=b";
    let openings = fresh("faulty.pdn");
    fs::write(&openings, "[GameType \"20\"] 1. 32-28 1-50 *").expect("it can be written");
    let with_openings = format!("{two} --openings '{}'", openings.display());
    let cases = [
        ("", "--engine"),
        ("--engine cmd=a", "two engines"),
        ("--engine name=a --engine cmd=b", "cmd"),
        (&format!("{two} --tc soon"), "0.1/move"),
        (&format!("{two} --variants chess"), "variant 'chess'"),
        (&format!("{two} --sprt 5"), "ELO0,ELO1"),
        (&format!("{two} --sprt 5,0"), "elo0 must be less"),
        (&format!("{two} --sprt 0,5 --alpha 1.5"), "alpha and beta"),
        (&format!("{two} --sprt 0,5 --sprt-model fair"), "logistic or normalized"),
        (&format!("{two} --alpha 0.1"), "--sprt"),
        (&format!("{two} --repeat 3"), "expected 1 or 2"),
        (&format!("{two} --openings /nowhere.pdn"), "/nowhere.pdn"),
        (&with_openings, "faulty.pdn: openings: found no usable opening of normal: game 1: line 1: 1... "),
        ("--resume /nowhere", "/nowhere"),
    ];
    for (arguments, word) in cases {
        let out = fresh("refused");
        let with_out =
            if arguments.contains("--resume") { String::new() } else { format!("--out '{}'", out.display()) };
        let output = run_match(&format!("{arguments} {with_out}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(word), "{arguments}: {errors}");
        assert!(!out.exists(), "{arguments} has started a match");
    }
}
