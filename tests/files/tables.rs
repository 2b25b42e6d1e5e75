//! Endgame tables of games from files: against those of the listed games, and against the slow referee.

use coupturc_core::notation::parse_hub_setup;
use coupturc_core::rules::file::compile;
use coupturc_core::rules::games::Variant;
use coupturc_core::rules::{AnyPosition, Color, ExtraKind, RuleOptions, Rules};
use coupturc_core::rules::{Move, MoveList};
use coupturc_core::tables::{BuildError, BuildPlan, TableSet, Value, expect_tables};
use coupturc_gamefile::play::{Game as Referee, Position as Slow};
use coupturc_gamefile::{Color as Side, Piece, Rules as File};

use super::{both, plain};

fn built(rules: &'static Rules, pieces: usize) -> TableSet {
    let plan = BuildPlan { pieces, threads: 2, ..BuildPlan::default() };
    plan.build(rules, &RuleOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn tables_by_file_are_those_of_listed_games() {
    for &game in Variant::ALL {
        let [listed, by_file] = both(game);
        if listed.extra != ExtraKind::None {
            assert!(matches!(expect_tables(by_file), Err(BuildError::NoTables { .. })), "{game}");
            continue;
        }
        let [expected, found] = [listed, by_file].map(|rules| built(rules, 3));
        assert_eq!(expected.tables().len(), found.tables().len(), "{game}");
        for (expected, found) in expected.tables().iter().zip(found.tables()) {
            let of_all = |table: &coupturc_core::tables::EndgameTable| -> Vec<Value> {
                Color::ALL.into_iter().flat_map(|side| table.values(side)).collect()
            };
            assert!(of_all(expected) == of_all(found), "{game} {}", expected.material());
        }
    }
}

/// Inventions on small boards, each with rules that tables might forget.
const INVENTIONS: [(&str, &str); 9] = [
    (
        "short kings",
        "like = \"dameo\"\ntitle = \"A\"\n[kings]\nflying = false\n[board]\nsize = 5\nstart = \"bbbbb|.bbb.|.....|.www.|wwwww\"",
    ),
    (
        "kings that move and capture one way",
        "like = \"english\"\ntitle = \"B\"\n[board]\nsize = 6\nstart = \"-b-b-b|b-b-b-|-.-.-.|.-.-.-|-w-w-w|w-w-w-\"\n\
         [kings]\nmoves = [\"forward-left\", \"backward-right\", \"backward-left\"]\ncaptures = [\"backward-left\", \"forward-left\"]",
    ),
    (
        "flying kings one way",
        "like = \"turkish\"\ntitle = \"C\"\n[board]\nsize = 5\nstart = \".....|bbbbb|.....|wwwww|.....\"\n[kings]\nmoves = [\"backward\", \"left\"]\ncaptures = [\"backward\", \"right\"]",
    ),
    (
        "men that move back",
        "like = \"turkish\"\ntitle = \"D\"\n[board]\nsize = \"6x5\"\nstart = \"......|bbbbbb|......|wwwwww|......\"\n[men]\nmoves = [\"forward\", \"sideways\", \"backward-left\"]",
    ),
    (
        "a hexagon with holes",
        "like = \"hexdame\"\ntitle = \"E\"\n[board]\nsize = 3\nstart = \"b|bb|.#.|..|.#.|..|.#.|ww|w\"",
    ),
    (
        "without a move you win",
        "like = \"brazilian\"\ntitle = \"F\"\n[board]\nsize = 6\nstart = \"-b-b-b|b-b-b-|-.-.-.|.-.-.-|-w-w-w|w-w-w-\"\n[end]\nwithout-move = \"wins\"",
    ),
    (
        "the first king wins",
        "like = \"russian\"\ntitle = \"G\"\n[board]\nsize = 6\nstart = \"-b-b-b|b-b-b-|-.-.-.|.-.-.-|-w-w-w|w-w-w-\"\n[promotion]\nin-passing = \"stops\"\n[end]\nfirst-king-wins = true",
    ),
    (
        "endings by rule",
        "like = \"russian\"\ntitle = \"H\"\n[board]\nsize = 6\nstart = \"-b-b-b|b-b-b-|-.-.-.|.-.-.-|-w-w-w|w-w-w-\"\n[end]\nking-against-man = \"draw\"\nking-against-king = \"draw\"",
    ),
    (
        "other promotion cells",
        "like = \"croda\"\ntitle = \"I\"\n[board]\nsize = 5\nstart = \".....|bbbbb|.....|wwwww|.....\"\n[promotion]\ncells = [\"a5\", \"c5\", \"d5\"]",
    ),
];

fn invention(text: &str) -> File {
    // Drawings in one line.
    let text: Vec<String> = text
        .lines()
        .map(|line| match line.split_once("start = \"") {
            Some((_, drawing)) => {
                format!("start = \"\"\"\n{}\n\"\"\"", drawing.trim_end_matches('"').replace('|', "\n"))
            }
            None => line.to_owned(),
        })
        .collect();
    File::read("mine.toml", &text.join("\n")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// All positions with up to `pieces` pieces of which both sides have some, as Hub positions.
fn positions(file: &File, pieces: usize, visit: &mut dyn FnMut(&str)) {
    let cells = file.board.cells().len();
    let all: Vec<Piece> = [Side::White, Side::Black]
        .into_iter()
        .flat_map(|color| [false, true].map(|is_king| Piece { color, is_king }))
        .filter(|piece| !(piece.is_king && file.end.first_king_wins))
        .collect();
    place(file, &all, &mut vec!['e'; cells], 0, pieces, visit);
}

/// Adds up to `left` pieces on the cells from `from` on.
fn place(
    file: &File,
    all: &[Piece],
    board: &mut Vec<char>,
    from: usize,
    left: usize,
    visit: &mut dyn FnMut(&str),
) {
    let has = |letters: [char; 2]| board.iter().any(|letter| letters.contains(letter));
    if has(['w', 'W']) && has(['b', 'B']) {
        for side in ['W', 'B'] {
            visit(&std::iter::once(side).chain(board.iter().copied()).collect::<String>());
        }
    }
    if left == 0 {
        return;
    }
    for cell in from..board.len() {
        for piece in all.iter().filter(|piece| piece.is_king || !file.promotes(piece.color, cell)) {
            board[cell] = piece.letter();
            place(file, all, board, cell + 1, left - 1, visit);
            board[cell] = 'e';
        }
    }
}

/// The value that follows from the rules of the referee and from the values of the next positions.
fn value_by_referee(file: &File, set: &TableSet, position: &dyn AnyPosition, slow: &Slow<'_>) -> Value {
    let legal = slow.legal_moves().expect("few captures");
    if let Some((result, _)) = Referee::new(file, slow.clone()).outcome(&legal) {
        let wins = if slow.side() == Side::White { "white-win" } else { "black-win" };
        return match result {
            "draw" => Value::Draw,
            result if result == wins => Value::Win(u16::from(!legal.is_empty())),
            _ => Value::Loss(0),
        };
    }
    let mut own = MoveList::new();
    position.legal_moves(&mut own);
    let next = legal.iter().map(|mv| {
        let wanted = (mv.from, mv.to, mv.captured.clone());
        let own: Move =
            *own.iter().find(|&&own| plain(position.rules(), own) == wanted).expect("the same move");
        set.probe_any(&*position.after(own)).expect("a value")
    });
    let (mut win, mut loss, mut is_draw) = (None, 0, false);
    for value in next {
        match value {
            Value::Loss(plies) => win = Some(win.map_or(plies + 1, |best: u16| best.min(plies + 1))),
            Value::Draw => is_draw = true,
            Value::Win(plies) => loss = loss.max(plies + 1),
        }
    }
    match win {
        Some(plies) => Value::Win(plies),
        None if is_draw => Value::Draw,
        None => Value::Loss(loss),
    }
}

/// Checks every `step`th position with up to `pieces` pieces: its value must follow from those of the next positions,
/// and then, by induction over the plies, all values are right. Returns how often each side to move wins, draws and
/// loses.
fn check(file: &File, pieces: usize, step: usize) -> [usize; 3] {
    let rules = compile(file).expect("a game for the engine");
    let (set, mut number, mut counts) = (built(rules, pieces), 0, [0; 3]);
    positions(file, pieces, &mut |text| {
        number += 1;
        if number % step > 0 {
            return;
        }
        let setup = parse_hub_setup(rules, text, None).expect("a setup");
        let position = rules.position(&setup, &RuleOptions::default()).expect("a position");
        let slow = Slow::from_hub(file, text, None).expect("a position");
        let found = set.probe_any(&*position).expect("a value");
        assert_eq!(found, value_by_referee(file, &set, &*position, &slow), "{} {text}", file.title);
        counts[match found {
            Value::Win(_) => 0,
            Value::Draw => 1,
            Value::Loss(_) => 2,
        }] += 1;
    });
    counts
}

#[test]
fn tables_of_inventions_agree_with_the_referee() {
    std::thread::scope(|scope| {
        for (what, text) in INVENTIONS {
            scope.spawn(move || {
                let [wins, draws, losses] = check(&invention(text), 3, 5);
                assert!(
                    wins > 0 && losses > 0 && wins + draws + losses > 1000,
                    "{what}: {wins} {draws} {losses}"
                );
            });
        }
    });
}

/// CITE: Ed Trice, <https://damforum.nl/bb3/viewtopic.php?f=53&t=2603>: of 992 positions with one king each and White to
/// move, 230 are won, 654 drawn and 108 lost; the longest win takes 11 plies. With either side to move there are twice as
/// many.
#[test]
fn english_tables_agree_with_the_referee_and_with_published_counts() {
    let file = File::embedded("english").expect("an embedded game");
    let (set, mut counts, mut longest) = (built(compile(&file).expect("rules"), 2), [0; 3], 0);
    check(&file, 3, 20);
    positions(&file, 2, &mut |text| {
        if text.contains(['w', 'b']) {
            return;
        }
        let setup = parse_hub_setup(set.rules(), text, None).expect("a setup");
        let position = set.rules().position(&setup, &RuleOptions::default()).expect("a position");
        match set.probe_any(&*position).expect("a value") {
            Value::Win(plies) => (counts[0], longest) = (counts[0] + 1, longest.max(plies)),
            Value::Draw => counts[1] += 1,
            Value::Loss(_) => counts[2] += 1,
        }
    });
    assert_eq!((counts, longest), ([2 * 230, 2 * 654, 2 * 108], 11));
}

/// CITE: Jonathan Schaeffer and others, "Checkers is solved", Science 317, 2007, counts 6,972 positions of two pieces and
/// 261,224 of three, with those of one side only, and without a side to move.
#[test]
#[ignore = "asks the referee about every position of three pieces"]
fn all_english_positions_of_three_pieces_agree() {
    let file = File::embedded("english").expect("an embedded game");
    let [wins, draws, losses] = check(&file, 3, 1);
    let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    // Of one side only: kings anywhere, men on 28 of the squares.
    let of_one_side = |pieces: usize| -> usize {
        (0..=pieces).map(|kings| choose(28, pieces - kings) * choose(32 - (pieces - kings), kings)).sum()
    };
    let published = (6_972 - 2 * of_one_side(2)) + (261_224 - 2 * of_one_side(3));
    assert_eq!(wins + draws + losses, 2 * published);
}

#[test]
fn games_without_tables_say_why() {
    let cases = [
        (
            "like = \"dameo\"\ntitle = \"A\"\n[captures]\nvanguard = \"first\"\n[men]\ncaptures = \"straight\"",
            "a vanguard",
        ),
        (
            "like = \"english\"\ntitle = \"B\"\n[promotion]\ncells = { white = [\"1\"], black = [\"29\", \"31\"] }",
            "its sides play different games",
        ),
        ("like = \"turkish\"\ntitle = \"C\"\n[board]\nsize = 3\nstart = \"b..|...|..w\"", "too few cells"),
    ];
    for (text, why) in cases {
        let error =
            expect_tables(compile(&invention(text)).expect("a game")).expect_err("no tables").to_string();
        assert!(
            error.starts_with("there are no endgame tables of mine, because ") && error.contains(why),
            "{error}"
        );
    }
}
