//! Games from files against the slow referee: the same legal moves, the same positions after them, the same results.

mod searches;
mod tables;

use std::fs;
use std::path::Path;

use coupturc_gamefile::play::{Game as Referee, Move as Expected, Position as Slow};
use coupturc_gamefile::{Cells, Rules as File, builtin};

use coupturc_core::notation::{FenFields, fen_text, parse_fen_setup, parse_hub_setup};
use coupturc_core::rules::file::{compile, named, names};
use coupturc_core::rules::games::Variant;
use coupturc_core::rules::{
    AnyGame, AnyPosition, Color, ExtraState, Game, Kind, Move, MoveList, Position, RuleOptions, Rules, Setup,
};
use coupturc_core::with_any_game;

/// The length at which games are cut off, in plies.
const MOST_PLIES: usize = 250;

/// The embedded games that the engine can play by their files.
fn games() -> Vec<(File, &'static Rules)> {
    let only = std::env::var("COUPTURC_GAMES").unwrap_or_default();
    let files = builtin::NAMES
        .iter()
        .filter(|name| only.is_empty() || only == **name)
        .map(|name| File::embedded(name).expect("an embedded game"));
    files.filter_map(|file| compile(&file).ok().map(|rules| (file, rules))).collect()
}

/// A move as the referee has it: from, to, and the captured cells in text order.
type Plain = (usize, usize, Vec<usize>);

fn plain(rules: &Rules, mv: Move) -> Plain {
    let order = |square| rules.geometry.order(square);
    let mut captured: Vec<usize> = mv.captured().into_iter().map(order).collect();
    captured.sort_unstable();
    (order(mv.from()), order(mv.to()), captured)
}

/// The extra state as the referee writes it.
fn more(position: &dyn AnyPosition) -> Option<String> {
    let name = |square| position.rules().geometry.name(square);
    match position.extra_state() {
        ExtraState::None => None,
        ExtraState::Vanguard(man) => man.square().map(name),
        ExtraState::KingMoves(moves) => {
            let rows =
                [(Color::White, 'W'), (Color::Black, 'B')].into_iter().filter_map(|(color, letter)| {
                    moves.of(color).map(|(king, number)| format!("{letter}{}+{number}", name(king)))
                });
            Some(rows.collect::<Vec<_>>().join(","))
        }
    }
}

/// The Hub position, side first.
fn hub(position: &dyn AnyPosition) -> String {
    let letter = |square| match position.board().at(square) {
        None => 'e',
        Some((Color::White, Kind::Man)) => 'w',
        Some((Color::White, Kind::King)) => 'W',
        Some((Color::Black, Kind::Man)) => 'b',
        Some((Color::Black, Kind::King)) => 'B',
    };
    let side = if position.side() == Color::White { 'W' } else { 'B' };
    let squares = position.rules().geometry.squares();
    std::iter::once(side).chain(squares.iter().map(|&square| letter(square))).collect()
}

/// Plays a random game from the same position by both, and returns the number of positions compared.
fn play(mut game: Box<dyn AnyGame>, mut referee: Referee<'_>, random: &mut fastrand::Rng) -> usize {
    let rules = game.rules();
    loop {
        let (fast, slow) = (game.position(), referee.position());
        let plies = game.plies();
        let what = || format!("{} {} {:?}", rules.name, slow.to_hub(), slow.more());
        assert_eq!((hub(fast), more(fast)), (slow.to_hub(), slow.more()), "{}", rules.name);
        let Ok(legal) = slow.legal_moves() else { return plies };
        let mut expected: Vec<Plain> = legal.iter().map(|mv| (mv.from, mv.to, mv.captured.clone())).collect();
        expected.sort();
        let mut found: Vec<Plain> = game.legal_moves().iter().map(|&mv| plain(rules, mv)).collect();
        found.sort();
        assert_eq!(found, expected, "{}", what());
        check_counts(fast, found.len());
        let outcome = game.outcome().map(|outcome| (outcome.result(), outcome.reason().to_owned()));
        assert_eq!(outcome, referee.outcome(&legal), "{}", what());
        let Some(mv) = random.choice(&legal).filter(|_| outcome.is_none() && plies < MOST_PLIES) else {
            return plies + 1;
        };
        if game.play(same(rules, game.legal_moves(), mv)).is_err() {
            return plies + 1;
        }
        let mv = mv.clone();
        referee.play(&mv);
    }
}

/// The move of the engine that is this one of the referee.
fn same(rules: &Rules, legal: &[Move], mv: &Expected) -> Move {
    let wanted = (mv.from, mv.to, mv.captured.clone());
    *legal.iter().find(|&&own| plain(rules, own) == wanted).expect("the moves have been compared")
}

/// The moves are also counted without listing them, and asked about.
fn check_counts(position: &dyn AnyPosition, moves: usize) {
    let count = position.count_leaves(1, &std::sync::atomic::AtomicBool::new(false));
    assert_eq!(count, Ok(moves as u64), "{} {}", position.rules(), hub(position));
    with_any_game!(position.rules(), G => check_answers(position.of::<G>().expect("its game"), moves));
}

fn check_answers<G: Game>(position: &Position<G>, moves: usize) {
    let mut captures = MoveList::new();
    position.captures(&mut captures);
    assert_eq!(!captures.is_empty(), position.could_capture(position.side()));
    assert_eq!(position.has_legal_move(), moves > 0);
}

/// A random board: often few pieces, sometimes many.
fn random_setup(rules: &Rules, random: &mut fastrand::Rng) -> Setup {
    let mut setup = Setup::empty(if random.bool() { Color::White } else { Color::Black });
    let empty = random.u8(1..12);
    for &square in rules.geometry.squares() {
        let color = if random.bool() { Color::White } else { Color::Black };
        let is_king = random.u8(..5) == 0 && !rules.first_king_wins;
        if random.u8(..=empty) == 0 && (is_king || !rules.promotion[color].contains(square)) {
            setup.put(color, if is_king { Kind::King } else { Kind::Man }, square);
        }
    }
    setup
}

/// Compares this number of positions of a game: those of random games, and random boards with games after them.
fn compare(file: &File, rules: &'static Rules, positions: usize) {
    let mut random = fastrand::Rng::with_seed(positions as u64);
    let options = RuleOptions::default();
    let mut seen = 0;
    while seen < positions / 2 {
        let compared = play(rules.start(&options), Referee::new(file, Slow::start(file)), &mut random);
        seen += compared;
    }
    while seen < positions {
        let Ok(game) = rules.set_up(&random_setup(rules, &mut random), &options) else { continue };
        let slow = Slow::from_hub(file, &hub(game.position()), None).expect("a position");
        seen += play(game, Referee::new(file, slow), &mut random);
    }
}

/// Compares all games, on all processors.
fn compare_all(positions: usize) {
    let games = games();
    assert!(games.len() > 20 || std::env::var("COUPTURC_GAMES").is_ok(), "only {}", games.len());
    std::thread::scope(|scope| {
        for (file, rules) in &games {
            scope.spawn(move || compare(file, rules, positions));
        }
    });
}

#[test]
fn files_play_like_the_referee() {
    compare_all(20_000);
}

#[test]
#[ignore = "compares twenty-five million positions"]
fn files_play_like_the_referee_a_million_times() {
    compare_all(1_000_000);
}

/// Counts leaves from a position.
fn perft(position: &dyn AnyPosition, depth: u32) -> u64 {
    position.count_leaves(depth, &std::sync::atomic::AtomicBool::new(false)).expect("a count")
}

#[test]
fn english_perft_is_the_published_one() {
    let counts = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680, 18_391_564];
    let start = named("english").expect("English Draughts").start(&RuleOptions::default());
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(start.position(), depth), count, "depth {depth}");
    }
}

/// Published in the topic "Perft on large boards" of the forum of the FMJD, 4563, and among the tests of dctl by Rein
/// Halbersma.
#[test]
fn canadian_perft_is_the_published_one() {
    let start = named("canadian").expect("Canadian Draughts").start(&RuleOptions::default());
    for (depth, count) in (1..).zip([11, 121, 1_222, 10_053, 79_049, 584_100, 4_369_366]) {
        assert_eq!(perft(start.position(), depth), count, "depth {depth}");
    }
}

#[test]
fn big_dameo_has_the_perft_of_the_referee() {
    let file = File::embedded("big-dameo").expect("an embedded game");
    let (start, slow) = (compile(&file).expect("rules").start(&RuleOptions::default()), Slow::start(&file));
    for depth in 1..=3 {
        assert_eq!(Ok(perft(start.position(), depth)), slow.perft(depth), "depth {depth}");
    }
}

/// The files of the twelve games, with the counts that their games have.
#[test]
fn vectors_of_listed_games_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::thread::scope(|scope| {
        for &game in Variant::ALL {
            let text = fs::read_to_string(folder.join(format!("{game}.tsv"))).expect("a file of counts");
            let [_, rules] = both(game);
            scope.spawn(move || {
                let mut rows = 0;
                for row in text.lines().filter(|line| line.starts_with("-\t")) {
                    let fields: Vec<&str> = row.split('\t').collect();
                    // Rows with extra state need it; games reach it.
                    if fields[1].contains(':') {
                        continue;
                    }
                    rows += 1;
                    let setup = parse_hub_setup(rules, fields[1], None).expect("a position");
                    let position = rules.position(&setup, &RuleOptions::default()).expect("a position");
                    for (depth, count) in (1..).zip(fields[2].split(' ')) {
                        let count: u64 = count.parse().expect("a count");
                        if depth == 1 || count < 1_000_000 {
                            assert_eq!(perft(&*position, depth), count, "{row}, depth {depth}");
                        }
                    }
                }
                assert!(rows > 5, "{game}: {rows} rows");
            });
        }
    });
}

/// A file, and its rules for the engine.
fn both_of(text: &str) -> (File, &'static Rules) {
    let file = File::read("mine.toml", text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let rules = compile(&file).unwrap_or_else(|error| panic!("{error}\n{text}"));
    (file, rules)
}

/// A board of three men's steps that lead round in a triangle, none of which another one undoes.
const TRIANGLE: &str = r#"
title = "Men that go round"
[board]
cells = "all"
size = 5
start = """
. . . . .
. b . . .
. . . . .
. . . w .
. . . . .
"""
[men]
moves = ["forward-left", "right", "backward"]
captures = "forward"
[kings]
moves = "every"
captures = "every"
"#;

#[test]
fn men_that_come_back_on_another_way_repeat_positions() {
    let (file, rules) = both_of(TRIANGLE);
    let mut game = rules.start(&RuleOptions::default());
    for text in ["d2-c3", "b4-a4", "c3-d3", "a4-b3", "d3-d2", "b3-b4"].repeat(2) {
        assert_eq!(game.outcome(), None);
        let name = |square| rules.geometry.name(square);
        let is_meant = |mv: &&Move| format!("{}-{}", name(mv.from()), name(mv.to())) == text;
        let mv = *game.legal_moves().iter().find(is_meant).unwrap_or_else(|| panic!("no move {text}"));
        game.play(mv).expect("a legal move");
    }
    assert_eq!(game.outcome().map(|outcome| outcome.reason()), Some("repetition"));
    compare(&file, rules, 2000);
    let (file, rules) = both_of("like = \"frisian\"\nmen.moves = [\"diagonal\", \"left\"]");
    compare(&file, rules, 2000);
}

#[test]
fn men_that_have_become_kings_may_take_the_vanguard_backwards() {
    let (file, rules) = both_of("like = \"russian\"\ncaptures.vanguard = \"whole\"");
    compare(&file, rules, 20_000);
}

/// Empty hexagons of side 2 to 4 with a few men; empty cells may become holes.
const HEXAGONS: [&str; 3] = [
    "b\nb b\n.\n. w\n.\n",
    ".\nb b\n. . .\n. .\n. . .\n. .\n. . .\nw w\n.\n",
    ".\nb b\nb . b\n. . . .\n. . .\n. . . .\n. . .\n. . . .\n. . .\n. . . .\nw . w\nw w\n.\n",
];

#[test]
fn hexagons_with_holes_have_a_layout() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut boards = 0;
    for (place, drawing) in HEXAGONS.iter().enumerate() {
        for _ in 0..60 {
            let cut = |c| if c == '.' && random.bool() { '#' } else { c };
            let text = format!(
                "title = \"Holes\"\n[board]\ncells = \"hexagon\"\nsize = {}\nstart = '''\n{}'''\n[men]\nmoves = \
                 \"every\"\ncaptures = \"every\"\n[kings]\nmoves = \"every\"\ncaptures = \"every\"\n[promotion]\n\
                 cells = \"far-edges\"\n",
                place + 2,
                drawing.chars().map(cut).collect::<String>()
            );
            // Some have a man on a cell of its own far edges, or no way to one.
            let Ok(file) = File::read("holes.toml", &text) else { continue };
            compare(&file, compile(&file).expect("a small board"), 60);
            boards += 1;
        }
    }
    assert!(boards > 50, "only {boards}");
}

#[test]
fn rows_of_hexagons_with_numbers_are_named_by_their_first_cell() {
    let (_, rules) = both_of(
        "title = \"Numbers\"\n[board]\ncells = \"hexagon\"\nnames = \"numbers\"\nsize = 2\nstart = '''\nb\nb b\n.\nw \
         w\nw\n'''\n[men]\nmoves = \"every\"\ncaptures = \"every\"\n[kings]\nmoves = \"every\"\ncaptures = \"every\"\n\
         [promotion]\ncells = { white = [1], black = [7] }\n",
    );
    let start = rules.start(&RuleOptions::default());
    let picture = "   1  b\n2  b     b\n   4  .\n5  w     w\n   7  w\nWhite to move";
    assert_eq!(coupturc_core::notation::diagram(start.position()), picture);
}

#[test]
fn the_same_rules_are_compiled_once() {
    let file = File::embedded("english").expect("an embedded game");
    let (one, other) = (compile(&file).expect("rules"), compile(&file.clone()).expect("rules"));
    assert!(std::ptr::eq(one, other));
    assert_eq!(named("english").ok(), Some(one));
    assert_eq!(named("dameo").ok(), Some(Variant::Dameo.rules()));
}

#[test]
fn names_are_those_of_games_that_can_be_played() {
    let is_listed = |name: &str| Variant::ALL.iter().any(|game| game.name() == name);
    let playable = builtin::NAMES.iter().copied().filter(|name| !is_listed(name) && named(name).is_ok());
    assert_eq!(names(), playable.collect::<Vec<_>>());
}

/// A game like another, on all squares of a board of 12 columns.
fn largest(like: &str, rows: usize, more: &str) -> String {
    let row = |row| {
        if row < 3 {
            "bbbbbbbbbbbb\n"
        } else if row + 3 < rows {
            "............\n"
        } else {
            "wwwwwwwwwwww\n"
        }
    };
    let start: String = (0..rows).map(row).collect();
    format!(
        "title = \"Large\"\nlike = \"{like}\"\n[board]\ncells = \"all\"\nnames = \"letters\"\nsize = \"12x{rows}\"\n\
         start = \"\"\"\n{start}\"\"\"\n{more}"
    )
}

#[test]
fn the_largest_boards_are_played_like_the_referee() {
    let games = [
        largest("dameo", 12, ""),
        largest("dameo", 11, ""),
        largest("turkish", 12, ""),
        largest("normal", 12, "[captures]\nvanguard = \"first\"\n"),
        largest("frisian", 12, ""),
        largest("frisian", 12, "").replace("\"letters\"", "\"numbers\""),
        largest("frysk", 11, "[captures]\norder = [\"most-value\", \"most-kings\", \"king-soonest\"]\n"),
    ];
    for text in games {
        let (file, rules) = both_of(&text);
        assert!(rules.geometry.len() > 128, "{text}");
        compare(&file, rules, 3000);
        check_fens(rules);
    }
}

/// Writes and reads the positions of a random game.
fn check_fens(rules: &'static Rules) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut game = rules.start(&RuleOptions::default());
    while game.outcome().is_none() && game.plies() < MOST_PLIES {
        let position = game.position();
        let text = fen_text(position, &FenFields::of(position));
        let (setup, _) = parse_fen_setup(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = rules.position(&setup, &RuleOptions::default()).expect("a position");
        assert_eq!((hub(&*again), more(&*again)), (hub(position), more(position)), "{text}");
        let mv = game.legal_moves()[random.usize(..game.legal_moves().len())];
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn errors_say_what_to_do() {
    let error = |name| named(name).expect_err("no such game").to_string();
    let tired = File::read("tired.toml", "title = \"Tired\"\nlike = \"normal\"\nkings.rest-after = 4")
        .expect("a game");
    assert_eq!(
        compile(&tired).expect_err("too long").to_string(),
        "the engine knows kings that rest after three moves only. Write kings.rest-after = 3; 'coupturc check' plays \
         it, slowly."
    );
    assert!(error("chess").starts_with("there is no game 'chess'. The games are: normal, "));
}

/// The rules of a listed game, and those of its file.
fn both(game: Variant) -> [&'static Rules; 2] {
    let file = File::embedded(game.name()).expect("an embedded game");
    [game.rules(), compile(&file).unwrap_or_else(|error| panic!("{error}"))]
}

/// Boards of every size have a layout in which each step is a rotation; `Geometry` panics if not.
#[test]
fn all_boards_have_a_layout() {
    let mut boards = 0;
    for cells in ["all", "dark", "hexagon"] {
        for (columns, rows) in (4..=12).flat_map(|columns| (4..=12).map(move |rows| (columns, rows))) {
            for corner in ["left", "right"] {
                boards += usize::from(plays_on(cells, columns, rows, corner));
            }
        }
    }
    assert!(boards > 300, "only {boards}");
}

/// Compares a game on an otherwise empty board with one row of men each; returns whether there is such a board.
fn plays_on(cells: &str, columns: usize, rows: usize, corner: &str) -> bool {
    let is_hexagon = cells == "hexagon";
    if is_hexagon && (rows != 5 || columns > 6 || corner == "right") {
        return false;
    }
    let size = if is_hexagon { columns.to_string() } else { format!("\"{columns}x{rows}\"") };
    let has = |x: usize, y: usize| match (cells, corner) {
        ("dark", "left") => (x + y).is_multiple_of(2),
        ("dark", _) => (x + y) % 2 == (columns - 1) % 2,
        _ => true,
    };
    let lines: Vec<String> = if is_hexagon {
        let last = 4 * (columns - 1);
        (0..=last)
            .map(|row| {
                let side = 2 * columns - 1;
                let number = (0..side)
                    .filter(|&x| row >= x && row - x < side && x.abs_diff(row - x) < columns)
                    .count();
                let letter = if row == 0 {
                    'b'
                } else if row == last {
                    'w'
                } else {
                    '.'
                };
                letter.to_string().repeat(number)
            })
            .collect()
    } else {
        let letter = |x: usize, row: usize| match (has(x, rows - 1 - row), row) {
            (false, _) => '-',
            (true, 1) => 'b',
            (true, row) if row + 2 == rows => 'w',
            _ => '.',
        };
        (0..rows).map(|row| (0..columns).map(|x| letter(x, row)).collect()).collect()
    };
    let corner = if cells == "dark" { format!("dark-corner = \"{corner}\"\n") } else { String::new() };
    let moves =
        if is_hexagon { "[\"forward-left\", \"forward\"]" } else { "[\"forward-left\", \"forward-right\"]" };
    let text = format!(
        "title = \"Board\"\n[board]\ncells = \"{cells}\"\nsize = {size}\n{corner}start = \"\"\"\n{}\n\"\"\"\n\
         [men]\nmoves = {moves}\ncaptures = \"every\"\n[kings]\nmoves = \"every\"\ncaptures = \"every\"\n{}",
        lines.join("\n"),
        if is_hexagon { "[promotion]\ncells = \"far-edges\"\n" } else { "" },
    );
    let file = File::read("board.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let rules = compile(&file).expect("a game for the engine");
    assert_eq!(file.board.outline().cells == Cells::Hexagon, is_hexagon);
    compare(&file, rules, 300);
    true
}
