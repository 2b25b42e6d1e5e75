//! The rules that no game of the engine has, one by one; text forms; whole games of every embedded file.

use coupturc_gamefile::play::{Game, Position};
use coupturc_gamefile::{Color, Rules, builtin};

use crate::against_naive::embedded;

/// A position: the side to move, and White's and Black's pieces, as names of cells behind `K` for kings.
fn position<'r>(rules: &'r Rules, side: char, white: &[&str], black: &[&str]) -> Position<'r> {
    let mut letters = vec!['e'; rules.board.cells().len()];
    for (cells, man, king) in [(white, 'w', 'W'), (black, 'b', 'B')] {
        for cell in cells {
            let (name, letter) = cell.strip_prefix('K').map_or((*cell, man), |name| (name, king));
            letters[rules.board.named(name).unwrap_or_else(|| panic!("no cell {name}"))] = letter;
        }
    }
    let text: String = std::iter::once(side).chain(letters).collect();
    Position::from_hub(rules, &text, None).expect("a position")
}

/// The texts of the legal moves, sorted, separated by spaces.
fn moves(position: &Position<'_>) -> String {
    let legal = position.legal_moves().expect("captures can be followed");
    let mut texts: Vec<String> = legal.iter().map(|mv| position.text(mv)).collect();
    texts.sort();
    texts.join(" ")
}

/// The rules of a game like another, with these further lines.
fn like(game: &str, lines: &str) -> Rules {
    let text = format!("like = \"{game}\"\n{lines}");
    Rules::read("mine.toml", &text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The position after the only legal move.
fn after_only_move<'r>(position: &Position<'r>) -> Position<'r> {
    let legal = position.legal_moves().expect("captures can be followed");
    assert_eq!(legal.len(), 1, "{}", moves(position));
    position.after(&legal[0])
}

#[test]
fn kings_may_move_one_cell() {
    let rules = embedded("english");
    assert_eq!(moves(&position(&rules, 'W', &["K18"], &["1"])), "18-14 18-15 18-22 18-23");
    assert_eq!(moves(&position(&rules, 'W', &["K18"], &["9", "14"])), "18-15 18-22 18-23");
    assert_eq!(moves(&position(&rules, 'W', &["K18"], &["15", "3"])), "18x11x15");
}

#[test]
fn a_promotion_may_end_the_capture() {
    let rules = embedded("english");
    // As a king, or as a man that captures backwards, it could take 6 too.
    let before = position(&rules, 'W', &["11"], &["7", "6"]);
    assert_eq!(moves(&before), "11x2x7");
    assert_eq!(after_only_move(&before), position(&rules, 'B', &["K2"], &["6"]));
    let backwards = like("english", "men.captures = \"diagonal\"");
    assert_eq!(moves(&position(&backwards, 'W', &["11"], &["7", "6"])), "11x2x7");
    let goes_on = like("english", "men.captures = \"diagonal\"\npromotion.in-passing = \"goes-on\"");
    assert_eq!(moves(&position(&goes_on, 'W', &["11"], &["7", "6"])), "11x9x6x7");
}

#[test]
fn a_man_that_has_become_a_king_may_take_the_vanguard_backwards() {
    // Black's man has just moved to g7.
    let texts = |rules: &Rules| {
        let hub = position(rules, 'W', &["d6"], &["e7", "g7"]).to_hub();
        moves(&Position::from_hub(rules, &hub, Some("g7")).expect("a position"))
    };
    let goes_on = like("russian", "captures.vanguard = \"whole\"");
    assert_eq!(texts(&goes_on), "d6xh6xe7xg7");
    let stays_a_man = like("brazilian", "captures.vanguard = \"whole\"\nboard.names = \"letters\"");
    assert_eq!(texts(&stays_a_man), "d6xf8xe7");
}

#[test]
fn limits_are_told_in_full() {
    let limits = "draws.limits = [{ moves = 5, lone-king-against = [\"MM+\", \"K+\"], pieces = [4, 4] }]";
    let words = like("normal", limits).in_words();
    let expected = "5 moves by each side of any number of kings and 2 men, or one king or more against a lone king are a \
                    draw, with 4 pieces.";
    assert_eq!(words.last().map(String::as_str), Some(expected));
}

#[test]
fn italian_captures_have_their_order() {
    let rules = embedded("italian");
    // Squares are numbered from the upper left, which is dark.
    assert_eq!(rules.board.name(0), "1");
    assert_eq!(rules.board.cells()[0].x, 0);
    // A man does not take a king.
    assert_eq!(moves(&position(&rules, 'W', &["19"], &["K15"])), "19-14");
    // A king's capture before a man's of as many pieces.
    assert_eq!(moves(&position(&rules, 'W', &["K19", "21"], &["15", "18"])), "19x12x15");
    // Most pieces come before that.
    assert_eq!(moves(&position(&rules, 'W', &["K19", "21"], &["15", "18", "10"])), "21x5x10x18");
    // Most kings, then the first king soonest.
    assert_eq!(moves(&position(&rules, 'W', &["K19"], &["K15", "14"])), "19x12x15");
    assert_eq!(moves(&position(&rules, 'W', &["K19"], &["14", "K5", "K15", "7"])), "19x3x7x15");
}

#[test]
fn spanish_captures_have_their_order() {
    let rules = embedded("spanish");
    // Squares are numbered from White's lower right.
    assert_eq!((rules.board.cells()[31].x, rules.board.name(31)), (7, "1"));
    assert_eq!(moves(&position(&rules, 'W', &["K1"], &["32"])), "1-10 1-14 1-19 1-23 1-28 1-5");
    // A capture of a king before one of a man.
    let text = moves(&position(&rules, 'W', &["K10"], &["K14", "13"]));
    assert!(text.split(' ').all(|mv| mv.ends_with("x14")), "{text}");
}

#[test]
fn kings_may_land_right_behind_only() {
    let rules = embedded("thai");
    assert_eq!(moves(&position(&rules, 'W', &["K29"], &["22"])), "29x18x22");
    assert_eq!(moves(&position(&rules, 'W', &["K29"], &["22", "14"])), "29x9x14x22");
    // It may turn back, over the cell of the piece that has just left.
    assert_eq!(moves(&position(&rules, 'W', &["K15"], &["18", "11"])), "15x22x11x18 15x8x11x18");
    assert_eq!(
        moves(&position(&like("thai", "kings.land = \"anywhere\""), 'W', &["K29"], &["22"]))
            .split(' ')
            .count(),
        5
    );
}

#[test]
fn czech_kings_capture_first() {
    let rules = embedded("czech");
    assert_eq!(moves(&position(&rules, 'W', &["Kh6", "e3"], &["g7", "d4"])), "h6xf8xg7");
    assert_eq!(moves(&position(&rules, 'W', &["e3"], &["f4", "d4", "b6"])), "e3xa7xb6xd4 e3xg5xf4");
}

#[test]
fn holes_are_no_cells() {
    let rules = like(
        "dameo",
        "title = \"Well\"\n\
         board.names = \"numbers\"\n\
         board.start = '''\n\
         . . . . . b . .\n\
         . . . . . . . .\n\
         . . . . . . . .\n\
         . . . # # . . .\n\
         . . . # # . . .\n\
         . . . . . . . .\n\
         . . . . . . . .\n\
         W . . w . . . .\n\
         '''",
    );
    assert_eq!(rules.board.cells().len(), 60);
    assert_eq!((rules.board.name(26), rules.board.name(27)), ("27", "28"));
    // d1: the man's way straight ahead is free, and the king's line from a1 ends before the hole.
    let texts = moves(&Position::start(&rules));
    assert!(texts.contains("56-49") && texts.contains("53-39") && !texts.contains("53-28"), "{texts}");
    let board = rules.board.draw(&rules.start);
    assert_eq!(board.lines().nth(3), Some(". . . # # . . ."));
}

#[test]
fn black_may_begin() {
    let rules = embedded("pool");
    let start = Position::start(&rules);
    assert_eq!(start.side(), Color::Black);
    assert_eq!(moves(&start), "10-14 10-15 11-15 11-16 12-16 9-13 9-14");
}

#[test]
fn rectangles_have_columns_and_rows() {
    let rules = like(
        "dameo",
        "board.size = \"6x8\"\n\
         board.start = '''\n\
         b b b b b b\n\
         . b b b b .\n\
         . . . . . .\n\
         . . . . . .\n\
         . . . . . .\n\
         . . . . . .\n\
         . w w w w .\n\
         w w w w w w\n\
         '''",
    );
    assert_eq!((rules.board.name(0), rules.board.name(47)), ("a8", "f1"));
    assert_eq!(
        Position::start(&rules).perft(2),
        Ok(u64::pow(moves(&Position::start(&rules)).split(' ').count() as u64, 2))
    );
}

#[test]
fn hub_positions_are_read_back() {
    for name in builtin::NAMES {
        let rules = embedded(name);
        let mut random = fastrand::Rng::with_seed(7);
        let mut game = Game::new(&rules, Position::start(&rules));
        game.play_random(60, &mut random).expect("captures can be followed");
        let position = game.position();
        let more = position.more();
        assert_eq!(
            Position::from_hub(&rules, &position.to_hub(), more.as_deref()).as_ref(),
            Some(position),
            "{name}"
        );
        assert_eq!(Position::from_hub(&rules, &position.to_hub()[1..], None), None);
    }
}

#[test]
fn every_embedded_game_can_be_played_to_its_end() {
    for name in builtin::NAMES {
        let rules = embedded(name);
        let mut random = fastrand::Rng::with_seed(11);
        let mut over = 0;
        for _ in 0..20 {
            let mut game = Game::new(&rules, Position::start(&rules));
            let outcome = game.play_random(2_000, &mut random).expect("captures can be followed");
            over += usize::from(outcome.is_some());
        }
        assert_eq!(over, 20, "{name}");
    }
}

#[test]
fn starts_are_drawn_as_they_are_written() {
    for name in builtin::NAMES {
        let rules = embedded(name);
        let drawn = rules.board.draw(&rules.start);
        let again = like(name, &format!("board.start = '''\n{drawn}'''"));
        assert_eq!((again.start, again.board), (rules.start, rules.board), "{name}");
    }
}
