//! List of games: `rules::games` is the only one. Documents and data files cannot be generated from it, so they are
//! listed here, with the text required for each game. A failure says what to add and where.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use coupturc::notation::{offered_variant_names, parse_fen};
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, RuleOptions};
use coupturc::with_game;

use crate::pages::root;
use crate::support::scenes::{NAMES, can_repeat, scene};

/// A place that must name each game. In all texts, `{hub}` is the Hub name of the game, `{title}` its title, `{short}`
/// the title without the word Draughts, and `{file}` the same in lower case.
struct Place {
    file: &'static str,
    /// Some line of the file must contain all these.
    line: &'static [&'static str],
    /// What to add if there is none.
    advice: &'static str,
}

const fn place(file: &'static str, line: &'static [&'static str], advice: &'static str) -> Place {
    Place { file, line, advice }
}

const PLACES: &[Place] = &[
    place(
        "tests/data/{hub}.tsv",
        &["# start"],
        "perft counts from a source that is not this engine, those of the start below this line",
    ),
    place("tests/data/captures/{hub}.tsv", &["\t"], "scripts/find-captures.sh writes it"),
    place("tests/data/tactics/{hub}.tsv", &["\t"], "problems: coupturc puzzles --tactics finds some"),
    place("tests/data/scenes/{hub}.tsv", &["middle\t"], "positions for tests, like those of the other games"),
    place("tests/naive/game.rs", &["\"{hub}\""], "the naive rules of the game, from its articles alone"),
    place(
        "src/gamefile/games/{hub}.toml",
        &["title = \"{title}\""],
        "the rules as a game file: docs/game-file.md",
    ),
    place("src/gamefile/builtin.rs", &["\"{hub}\""], "the name of its game file"),
    place("scripts/first-game.hub", &["value={hub}"], "this, and a search of a second"),
    place("README.md", &["| {title} |", "| `{hub}` |"], "a row in the table of games"),
    place("protocol.md", &["| `variant` |", "`{hub}`"], "the name in the table of parameters"),
    place("protocol.md", &["< param name=variant ", "{hub}"], "the name in the transcript of hub"),
    place("protocol.md", &["**`", "`{hub}`"], "the name above its board"),
    place(
        "docs/boards.svg",
        &["<title>{title}</title>"],
        "draw it again: coupturc board --all --svg > docs/boards.svg",
    ),
    place("docs/rules/{file}.md", &["# {title}"], "a page of rules, with examples that the engine answers"),
    place("docs/rules/README.md", &["[{title}]({file}.md)", "`{hub}`"], "a row in the table of games"),
    place(
        "tests/data/perft/{hub}.tsv",
        &["-\tstart\t"],
        "counts from the start and other positions; tests/documents/perft_page.rs writes docs/perft.md from them",
    ),
    place("docs/games/{file}.md", &["# {title}"], "its page: scripts/survey.py play, count and write"),
    place(
        "docs/openings/{file}.md",
        &["# {title}: openings"],
        "its page: a book in src/core/book/books, then scripts/openings.py",
    ),
    place("docs/endgames.md", &["## {title}"], "a chapter; coupturc tables report has the figures"),
    place("docs/dev/speed.md", &["| {short} |"], "a row in both tables"),
    place("docs/tables-format.md", &["| {short} |"], "a row in the table of sizes"),
    place(
        "src/web/page/rules.html",
        &["<h2 id=\"rules-{hub}\">{title}</h2>"],
        "its rules in short, with pictures",
    ),
    place("src/web/page/rules.html", &["<section data-game=\"{hub}\">"], "what a board on that page shows"),
    place(
        "src/web/page/puzzles.tsv",
        &["{hub}\teasy\t"],
        "puzzles: coupturc puzzles --self-play 500 --variants {hub} finds some",
    ),
    place(
        "tests/search/bench_signature.rs",
        &["(\"{hub}\", "],
        "its line of coupturc bench; src/cli/bench.rs may have positions beside the start",
    ),
    place("CHANGELOG.md", &["{short}"], "a line for the new game"),
    place("Cargo.toml", &["description = ", "{short}"], "the game in the description"),
];

/// A game, whether it is in the list or not.
#[derive(Clone, Copy)]
struct Names {
    hub: &'static str,
    title: &'static str,
}

impl Names {
    fn of(variant: Variant) -> Self {
        Self { hub: variant.name(), title: with_game!(variant, G => G::TITLE) }
    }

    fn fill_in(self, text: &str) -> String {
        let short = self.title.trim_end_matches(" Draughts");
        let text = text.replace("{hub}", self.hub).replace("{title}", self.title).replace("{short}", short);
        text.replace("{file}", &short.to_lowercase())
    }

    /// The missing entries of this game.
    fn complaints(self) -> Vec<String> {
        PLACES.iter().filter_map(|place| self.complaint(place)).collect()
    }

    fn complaint(self, place: &Place) -> Option<String> {
        let file = self.fill_in(place.file);
        let parts: Vec<String> = place.line.iter().map(|part| self.fill_in(part)).collect();
        let what = match fs::read_to_string(root().join(&file)) {
            Err(error) => error.to_string(),
            Ok(text) if text.lines().any(|line| parts.iter().all(|part| line.contains(part))) => return None,
            Ok(_) => format!("no line with {parts:?}"),
        };
        Some(format!("{}: {file}: {what}: add {}", self.hub, place.advice))
    }
}

#[test]
fn documents_and_data_have_every_game() {
    let missing: Vec<String> =
        Variant::ALL.iter().flat_map(|&variant| Names::of(variant).complaints()).collect();
    assert!(missing.is_empty(), "entries are missing:\n{}", missing.join("\n"));
}

/// The check must fail everywhere for an unknown game.
#[test]
fn an_unknown_game_is_missing_everywhere() {
    let complaints = Names { hub: "nogame", title: "Nonesuch Draughts" }.complaints();
    assert_eq!(complaints.len(), PLACES.len(), "{complaints:#?}");
    for (complaint, place) in complaints.iter().zip(PLACES) {
        let file = place.file.replace("{hub}", "nogame").replace("{file}", "nonesuch");
        assert!(complaint.starts_with(&format!("nogame: {file}: ")), "{complaint}");
        assert!(complaint.ends_with(place.advice), "{complaint}");
    }
    assert!(complaints[0].contains("No such file"), "{}", complaints[0]);
    let row = "README.md: no line with [\"| Nonesuch Draughts |\", \"| `nogame` |\"]: add a row";
    assert!(complaints.iter().any(|complaint| complaint.contains(row)), "{complaints:#?}");
}

#[test]
fn every_file_of_data_belongs_to_a_game() {
    for folder in ["", "captures", "perft", "tactics", "scenes"] {
        for entry in fs::read_dir(root().join("tests/data").join(folder)).expect("a folder of data") {
            let path = entry.expect("a file").path();
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            assert!(
                path.is_dir() || name.parse::<Variant>().is_ok(),
                "{} does not belong to a game",
                path.display()
            );
        }
    }
}

#[test]
fn every_game_has_all_scenes() {
    for &variant in Variant::ALL {
        let is_there = |name: &&str| *name != "shuttle" || can_repeat(variant.name());
        for name in NAMES.into_iter().filter(is_there) {
            let fen = scene(variant.name(), name).fen;
            let read = with_game!(variant, G => parse_fen::<G>(&fen, &RuleOptions::default()).map(drop));
            assert_eq!(read, Ok(()), "{variant}, {name}: {fen}");
        }
    }
}

#[test]
fn help_names_every_game() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_coupturc")).args(arguments).output();
        let text = String::from_utf8(output.expect("the program runs").stdout).expect("text");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let names = offered_variant_names().join(", ");
    for command in ["perft", "match", "dxp", "board", "play", "tables build"] {
        let arguments = [command.split(' ').collect(), vec!["--help"]].concat();
        assert!(help(&arguments).contains(&names), "{command} --help names {names}");
    }
    for &variant in Variant::ALL {
        let Names { title, .. } = Names::of(variant);
        assert!(help(&["--help"]).contains(title), "coupturc --help names {title}");
    }
}

/// Files that may name every game, and the reasons.
const LISTS: &[(&str, &str)] = &[
    ("src/core/rules/variant.rs", "the list"),
    ("src/gamefile/builtin.rs", "embeds more games than the engine plays, and shares nothing with it"),
    ("tests/naive/game.rs", "shares nothing with the engine"),
    ("tests/search/bench_signature.rs", "has a number for each game"),
];

#[test]
fn no_other_file_has_a_list_of_games() {
    let mut files = Vec::new();
    ["src", "scripts", "benches", "fuzz", "tests", ".ci"]
        .iter()
        .for_each(|name| add(&root().join(name), &mut files));
    assert!(files.len() > 200, "{} files", files.len());
    for path in files {
        let name = path.strip_prefix(root()).expect("a file below the root").to_string_lossy();
        // Binary files have no list.
        let is_list = has_list(&fs::read_to_string(&path).unwrap_or_default());
        let may_be = LISTS.iter().any(|&(file, _)| file == name);
        assert!(
            !is_list || may_be,
            "{name} names every game: take them from rules::games, or from the handshake"
        );
        assert!(is_list || !may_be, "{name} is no longer a list of games: remove it here");
    }
}

/// Whether `text` names all games close together, or all but one: the last to be added.
fn has_list(text: &str) -> bool {
    let names_all = |text: &str| {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let named = Variant::ALL.iter().filter(|variant| words.contains(&variant.name()));
        named.count() + 1 >= Variant::ALL.len()
    };
    let lines: Vec<&str> = text.lines().collect();
    let close = lines.len().min(2 * Variant::ALL.len()).max(1);
    names_all(text) && lines.windows(close).any(|lines| names_all(&lines.join("\n")))
}

#[test]
fn a_list_is_recognized() {
    let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    for text in [names.join(","), names.join("\n"), format!("\n\n{}\n\n\n", names.join("\",\n  \""))] {
        assert!(has_list(&text), "{text}");
    }
    assert!(has_list(&names[1..].join(" ")) && !has_list(&names[2..].join(" ")));
    assert!(!has_list(&names.join(&"\n".repeat(20))));
}

/// Adds all files of a folder except data and build output.
fn add(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("a file").path()) {
        let name = path.file_name().unwrap_or_default();
        if !path.is_dir() {
            files.push(path);
        } else if !["data", "target", "corpus", "__pycache__"].iter().any(|other| name == *other) {
            add(&path, files);
        }
    }
}
