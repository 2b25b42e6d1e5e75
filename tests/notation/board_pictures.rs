//! Pictures of boards: cells are in the right places, SVG is well formed, and the picture in the documents is up to
//! date.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use coupturc::notation::{
    cell_diagram, cell_svg, diagram, diagram_place, hub_position_text, parse_fen, starts_svg, svg,
};
use coupturc::rules::games::{Dameo, Harzdame, Hexdame, International, Russian, Vanguard, Variant};
use coupturc::rules::{Color, Game, Position, RuleOptions};
use coupturc::with_game;

const INTERNATIONAL: &str = "
 1   b   b   b   b   b
 6 b   b   b   b   b
11   b   b   b   b   b
16 b   b   b   b   b
21   .   .   .   .   .
26 .   .   .   .   .
31   w   w   w   w   w
36 w   w   w   w   w
41   w   w   w   w   w
46 w   w   w   w   w
White to move";

const DAMEO: &str = "
8 b b b b b b b b
7 . b b b b b b .
6 . . b b b b . .
5 . . . . . . . .
4 . . . . . . . .
3 . . w w w w . .
2 . w w w w w w .
1 w w w w w w w w
  a b c d e f g h
White to move";

const HEXDAME: &str = "
               b
            b     b
         b     b     b
      b     b     b     b
   .     b     b     b     .
9     .     b     b     .     i
   .     .     b     .     .
8     .     .     .     .     h
   .     .     .     .     .
7     .     .     .     .     g
   .     .     w     .     .
6     .     w     w     .     f
   .     w     w     w     .
5     w     w     w     w     e
   4     w     w     w     d
      3     w     w     c
         2     w     b
            1     a
White to move";

const HARZDAME: &str = "
8 . . b b b b b b
7 . . . b b b b b
6 w . . . b b b b
5 w w . . . b b b
4 w w w . . . b b
3 w w w w . . . b
2 w w w w w . . .
1 w w w w w w . .
  a b c d e f g h
White to move";

#[test]
fn diagrams_show_the_starting_positions() {
    fn check<G: Game>(expected: &str) {
        assert_eq!(format!("\n{}", diagram(&Position::<G>::start())), expected, "{}", G::VARIANT);
    }
    check::<International>(INTERNATIONAL);
    check::<Vanguard>(INTERNATIONAL);
    check::<Dameo>(DAMEO);
    check::<Hexdame>(HEXDAME);
    check::<Harzdame>(HARZDAME);
}

#[test]
fn boards_of_dark_squares_can_have_letters() {
    let start = diagram(&Position::<Russian>::start());
    let white = "\n 3 w   w   w   w\n 2   w   w   w   w\n 1 w   w   w   w\n   a b c d e f g h\n";
    assert!(start.contains(white), "{start}");
    let picture = svg(&Position::<Russian>::start());
    for (text, is_there) in [(">a</text>", true), (">8</text>", true), (">22</text>", false)] {
        assert_eq!(picture.contains(text), is_there, "{text}");
    }
    let cells = cell_svg(Russian::RULES);
    for (text, is_there) in [(">a1</text>", true), (">g7</text>", true), (">a2</text>", false)] {
        assert_eq!(cells.contains(text), is_there, "{text}");
    }
}

const NUMBERS: &str = "
    1     2     3     4     5
 6     7     8     9    10
   11    12    13    14    15
16    17    18    19    20
   21    22    23    24    25
26    27    28    29    30
   31    32    33    34    35
36    37    38    39    40
   41    42    43    44    45
46    47    48    49    50";

const LETTERS_AND_NUMBERS: &str = "
a8 b8 c8 d8 e8 f8 g8 h8
a7 b7 c7 d7 e7 f7 g7 h7
a6 b6 c6 d6 e6 f6 g6 h6
a5 b5 c5 d5 e5 f5 g5 h5
a4 b4 c4 d4 e4 f4 g4 h4
a3 b3 c3 d3 e3 f3 g3 h3
a2 b2 c2 d2 e2 f2 g2 h2
a1 b1 c1 d1 e1 f1 g1 h1";

const HEXAGON: &str = "
            i9
         h9    i8
      g9    h8    i7
   f9    g8    h7    i6
e9    f8    g7    h6    i5
   e8    f7    g6    h5
d8    e7    f6    g5    h4
   d7    e6    f5    g4
c7    d6    e5    f4    g3
   c6    d5    e4    f3
b6    c5    d4    e3    f2
   b5    c4    d3    e2
a5    b4    c3    d2    e1
   a4    b3    c2    d1
      a3    b2    c1
         a2    b1
            a1";

#[test]
fn rows_with_two_digits_have_room() {
    let rules = coupturc::rules::file::named("big-dameo").expect("Big Dameo");
    let picture = diagram(rules.start(&RuleOptions::default()).position());
    let lines: Vec<&str> = picture.lines().collect();
    let expected = ("10 b b b b b b b b b b", " 1 w w w w w w w w w w", "   a b c d e f g h i j");
    assert_eq!((lines[0], lines[9], lines[10]), expected);
    assert!(cell_diagram(rules).starts_with("a10 b10 c10 "), "{}", cell_diagram(rules));
    for &cell in rules.geometry.squares() {
        let (line, character) = diagram_place(rules.geometry, cell);
        assert!("bw.".contains(&lines[line][character..=character]), "{}", rules.geometry.name(cell));
    }
}

#[test]
fn cell_diagrams_show_the_names_of_cells() {
    fn check<G: Game>(expected: &str) {
        assert_eq!(format!("\n{}", cell_diagram(G::RULES)), expected, "{}", G::VARIANT);
    }
    check::<International>(NUMBERS);
    check::<Vanguard>(NUMBERS);
    check::<Dameo>(LETTERS_AND_NUMBERS);
    check::<Hexdame>(HEXAGON);
    check::<Harzdame>(LETTERS_AND_NUMBERS);
}

fn read<G: Game>(fen: &str) -> Position<G> {
    parse_fen(fen, &RuleOptions::default()).unwrap_or_else(|error| panic!("{error}")).position
}

#[test]
fn a_diagram_shows_kings_the_side_to_move_and_the_vanguard() {
    let expected = "
 1   .   .   .   .   B
 6 .   .   .   .   .
11   .   .   .   .   .
16 .   .   .   .   .
21   .   .   .   .   .
26 .   w   .   .   .
31   .   .   .   .   .
36 .   .   .   .   b
41   .   .   .   .   .
46 W   .   .   .   .
Black to move, vanguard on 27";
    let position = read::<Vanguard>("B:W27,K46:BK5,40:V27");
    assert_eq!(format!("\n{}", diagram(&position)), expected);
}

/// The tags of an SVG, without their brackets.
fn tags(svg: &str) -> impl Iterator<Item = &str> {
    svg.split('<').skip(1).map(|rest| {
        let (tag, text) = rest.split_once('>').unwrap_or_else(|| panic!("<{rest} has no end"));
        assert!(!text.contains(['>', '&']), "{text}");
        tag
    })
}

/// Checks that tags are balanced, attributes are quoted, and references have targets.
fn check_well_formed(svg: &str) {
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "), "{svg}");
    let mut open = Vec::new();
    for tag in tags(svg) {
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            assert!(!open.is_empty() || svg.ends_with("</svg>"));
        } else {
            assert_eq!(tag.matches('"').count(), 2 * tag.matches('=').count(), "{tag}");
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap_or(tag));
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for reference in attributes(svg, "href") {
        assert!(svg.contains(&format!(" id=\"{}\"", &reference[1..])), "{reference}");
    }
}

/// The values of an attribute, in order.
fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    svg.split(&begin).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The number of pieces in an SVG: white men and kings, black men and kings.
fn shown_pieces(svg: &str) -> [usize; 4] {
    ["#white-man", "#white-king", "#black-man", "#black-king"]
        .map(|symbol| attributes(svg, "href").iter().filter(|&&href| href == symbol).count())
}

#[test]
fn svg_shows_every_piece_of_the_starting_positions() {
    let mut all_men = 0;
    for &variant in Variant::ALL {
        let (men, picture) = with_game!(variant.rules(), G => {
            let start = Position::<G>::start();
            (hub_position_text(&start).matches('w').count(), svg(&start))
        });
        all_men += men;
        check_well_formed(&picture);
        assert_eq!(shown_pieces(&picture), [men, 0, men, 0], "{variant}");
    }
    check_well_formed(&starts_svg());
    assert_eq!(shown_pieces(&starts_svg()), [all_men, 0, all_men, 0]);
}

#[test]
fn svg_shows_kings_and_the_vanguard() {
    let picture = svg(&read::<Vanguard>("B:W27,K46,K50:BK5,40,1,2:V27"));
    check_well_formed(&picture);
    assert_eq!(shown_pieces(&picture), [1, 2, 3, 1]);
    assert_eq!(picture.matches("href=\"#mark\"").count(), 1);
}

#[test]
fn svg_without_pieces_names_every_cell() {
    for &variant in Variant::ALL {
        let (picture, names) = with_game!(variant.rules(), G => {
            let name = |&square| format!(">{}</text>", G::GEOMETRY.name(square));
            (cell_svg(G::RULES), G::GEOMETRY.squares().iter().map(name).collect::<Vec<_>>())
        });
        check_well_formed(&picture);
        assert_eq!(shown_pieces(&picture), [0; 4]);
        for name in names {
            assert_eq!(picture.matches(&name).count(), 1, "{variant} {name}");
        }
    }
}

/// The coordinates of a lone white king on `cell` in an SVG.
fn king_at<G: Game>(cell: &str) -> (i32, i32) {
    let picture = svg(&read::<G>(&format!("W:WK{cell}:B")));
    let king = tags(&picture).find(|tag| tag.starts_with("use href=\"#white-king\"")).expect("a king");
    let number = |name| attributes(king, name)[0].parse().expect("a number");
    (number("x"), number("y"))
}

#[test]
fn svg_has_white_at_the_bottom_and_square_1_in_the_second_column() {
    const SIDE: i32 = 50;
    let (left, bottom) = king_at::<International>("46");
    assert_eq!(king_at::<International>("1"), (left + SIDE, bottom - 9 * SIDE));
    assert_eq!(king_at::<International>("5"), (left + 9 * SIDE, bottom - 9 * SIDE));

    let (left, bottom) = king_at::<Dameo>("a1");
    assert_eq!(king_at::<Dameo>("a8"), (left, bottom - 7 * SIDE));
    assert_eq!(king_at::<Harzdame>("h1"), (left + 7 * SIDE, bottom));
}

#[test]
fn svg_has_the_hexagon_on_its_corner() {
    let (column, row) = (45, 26);
    let (middle, bottom) = king_at::<Hexdame>("a1");
    assert_eq!(king_at::<Hexdame>("i9"), (middle, bottom - 16 * row));
    assert_eq!(king_at::<Hexdame>("a5"), (middle - 4 * column, bottom - 4 * row));
    assert_eq!(king_at::<Hexdame>("e1"), (middle + 4 * column, bottom - 4 * row));
}

fn coupturc(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coupturc"));
    program.args(arguments).output().expect("the program runs")
}

fn answer(arguments: &[&str]) -> String {
    let output = coupturc(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_picture_in_the_documents_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/boards.svg");
    let file = std::fs::read_to_string(path).expect("docs/boards.svg").replace("\r\n", "\n");
    let same = file == answer(&["board", "--all", "--svg"]);
    assert!(same, "redraw it: coupturc board --all --svg > docs/boards.svg");
    assert!(file.len() < 12_000 * Variant::ALL.len());
}

#[test]
fn the_command_draws_the_requested_board() {
    let line = |text: String| format!("{text}\n");
    let hexdame = ["board", "--variant", "hexdame"];
    let with = |more: &[&'static str]| answer(&[&hexdame[..], more].concat());
    let fen = "B:WKa1,c3:Bf6";

    assert_eq!(answer(&["board"]), line(diagram(&Position::<International>::start())));
    assert_eq!(with(&["--fen", fen]), line(diagram(&read::<Hexdame>(fen))));
    assert_eq!(with(&["--fen", fen, "--svg"]), line(svg(&read::<Hexdame>(fen))));
    assert_eq!(with(&["--cells"]), line(cell_diagram(Hexdame::RULES)));
    assert_eq!(with(&["--cells", "--svg"]), line(cell_svg(Hexdame::RULES)));
}

#[test]
fn the_command_rejects_invalid_combinations() {
    for arguments in [
        &["board", "--all"][..],
        &["board", "--all", "--svg", "--cells"],
        &["board", "--all", "--svg", "--variant", "dameo"],
        &["board", "--cells", "--fen", "W:W31:B1"],
        &["board", "--fen", "W:W31:B51"],
    ] {
        let output = coupturc(arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn diagram_places_match_diagrams() {
    for &variant in Variant::ALL {
        let rules = variant.rules();
        let start = rules.start(&RuleOptions::default());
        let picture: Vec<Vec<char>> =
            diagram(start.position()).lines().map(|line| line.chars().collect()).collect();
        let mut places = BTreeSet::new();
        for &square in rules.geometry.squares() {
            let expected = match start.position().board().at(square) {
                Some((Color::White, _)) => 'w',
                Some((Color::Black, _)) => 'b',
                None => '.',
            };
            let (line, character) = diagram_place(rules.geometry, square);
            assert_eq!(picture[line][character], expected, "{variant}: {}", rules.geometry.name(square));
            assert!(places.insert((line, character)), "{variant}: two cells in one place");
        }
    }
}
