//! Files that are incomplete, contradictory or wrong: each gets a clear error.

use coupturc_gamefile::{Faults, Rules};

/// A file that is right, to be changed.
const SMALL: &str = r#"title = "Small"

[board]
cells = "all"
size = "3x4"
start = """
b b b
. . .
. . .
w w w
"""

[men]
moves = "forward"
captures = "diagonal"

[kings]
moves = "every"
captures = "every"
"#;

pub(super) fn faults(text: &str) -> Faults {
    match Rules::read("folder/mine.toml", text) {
        Ok(rules) => panic!("{} was read:\n{text}", rules.title),
        Err(faults) => faults,
    }
}

/// Expects a fault in this line, if one is given, whose text has all the parts.
pub(super) fn refuse(text: &str, line: usize, parts: &[&str]) {
    let faults = faults(text);
    let shown = faults.to_string();
    let lines: Vec<usize> =
        faults.all().iter().map(|fault| fault.line_and_column().map_or(0, |at| at.0)).collect();
    assert!(lines.contains(&line), "line {line} is expected in\n{shown}\nof\n{text}");
    for part in parts {
        assert!(shown.contains(part), "'{part}' is expected in\n{shown}");
    }
}

/// Expects a fault of the small file with a text replaced. The fault is where the replacement is.
fn refuse_small(old: &str, new: &str, parts: &[&str]) {
    let at = SMALL.find(old).unwrap_or_else(|| panic!("the file has no '{old}'"));
    let line = SMALL[..at].matches('\n').count() + 1;
    refuse(&SMALL.replacen(old, new, 1), line, parts);
}

/// Expects a fault of a game like another with these further lines, in the line of the first of them.
fn refuse_like(game: &str, lines: &str, parts: &[&str]) {
    refuse(&format!("like = \"{game}\"\n{lines}"), 2, parts);
}

#[test]
fn a_fault_shows_its_place() {
    let shown = faults(&SMALL.replace("\"forward\"", "[\"left\", \"forwrd\"]")).to_string();
    let expected = "folder/mine.toml:14:18: 'forwrd' is not a direction\n  14 | moves = [\"left\", \"forwrd\"]\n     \
                    |                  ^^^^^^^^\n  Did you mean 'forward'? Directions of this board: ";
    assert!(shown.starts_with(expected), "{shown}");
    assert!(Rules::read("small.toml", SMALL).is_ok());
}

#[test]
fn what_is_not_toml_is_refused() {
    refuse(&SMALL.replace("title = ", "title : "), 1, &["This is not TOML"]);
    refuse(&SMALL.replace("[men]", "[men"), 13, &["This is not TOML"]);
    refuse(&SMALL.replace("\"forward\"", "forward"), 14, &["This is not TOML"]);
    refuse(&SMALL.replace("w w w\n\"\"\"", "w w w\n"), 20, &["This is not TOML"]);
    refuse(&format!("{SMALL}moves = \"every\"\n"), 20, &["duplicate key"]);
    refuse(&format!("{SMALL}[men]\n"), 20, &["duplicate key"]);
    refuse("\u{0}", 1, &["This is not TOML"]);
    refuse("{\"title\": \"JSON\"}", 1, &["This is not TOML"]);
}

#[test]
fn missing_keys_are_named() {
    refuse(
        "",
        0,
        &["the file lacks title, board.cells, board.size, board.start, men.moves", "like = \"GAME\""],
    );
    refuse("# nothing\n", 0, &["title"]);
    let all = SMALL.lines().filter(|line| line.contains(" = ") && !line.contains("start"));
    for line in all {
        let name = line.split(' ').next().expect("a key");
        refuse(&SMALL.replacen(line, "", 1), 0, &["the file lacks", name]);
    }
}

#[test]
fn unknown_keys_and_values_are_named_with_the_nearest() {
    refuse_small("title", "titel", &["there is no key 'titel'", "Did you mean 'title'?"]);
    refuse_small("[men]", "[man]", &["there is no key 'man'", "Did you mean 'men'?"]);
    refuse_small("moves", "move", &["there is no key 'men.move'", "Did you mean 'moves'?"]);
    refuse_small(
        "moves = \"forward\"",
        "order = []",
        &["men.order", "The section [captures] has such a key."],
    );
    refuse_small("size", "title", &["board.title", "stands at the top"]);
    refuse_small("\"all\"", "\"light\"", &["board.cells cannot be 'light'", "all, dark, hexagon"]);
    refuse_small("\"all\"", "\"hexagn\"", &["Did you mean 'hexagon'?"]);
    refuse_small("\"all\"", "8", &["board.cells is a number"]);
    refuse_small("\"all\"", "[\"all\"]", &["board.cells is a list"]);
    refuse_small("\"diagonal\"", "\"diagonl\"", &["Did you mean 'diagonal'?"]);
    refuse_small("\"diagonal\"", "[[\"diagonal\"]]", &["men.captures is a list"]);
    refuse_small("\"diagonal\"", "true", &["men.captures is true or false"]);
    refuse_small("\"diagonal\"", "1979-05-27", &["men.captures is a date"]);
    refuse_small("\"diagonal\"", "0.5", &["a number with a fraction"]);
    refuse_small("\"diagonal\"", "[\"diagonal\", \"forward-left\"]", &["has 'forward-left' twice"]);
    refuse_small("title = \"Small\"", "title = \"\"", &["this cannot be a title"]);
    refuse_small("title = \"Small\"", "title = \"\\u001b[31m\"", &["this cannot be a title"]);
    refuse_small(
        "title = \"Small\"",
        "title = \"\u{202e}llamS\"",
        &["this cannot be a title", "\u{fffd}llamS"],
    );
    refuse_small("title = \"Small\"", "title = 5", &["title is a number"]);
    refuse_small("title = \"Small\"", "end = 5", &["end is a number", "Write [end]"]);
    refuse(
        &format!("title = \"{}\"\n{SMALL}", "x".repeat(90)).replacen("title = \"Small\"", "", 1),
        1,
        &["title"],
    );
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    for size in [
        "0",
        "1",
        "13",
        "-8",
        "99999999999999999999",
        "\"8\"",
        "\"3x\"",
        "\"x4\"",
        "\"3x4x5\"",
        "\"3X4\"",
        "\"+3x4\"",
        "\"03x4\"",
        "[3, 4]",
    ] {
        refuse_small("\"3x4\"", size, &["this cannot be the size of the board", "such as \"10x8\""]);
    }
    refuse(&SMALL.replace("\"3x4\"", "4"), 7, &["this row of the drawing has 3 places, the board's 4"]);
    refuse(&SMALL.replace("\"3x4\"", "\"3x5\""), 6, &["the drawing has 4 rows, the board 5"]);
    refuse(&SMALL.replace(". . .\n. . .", ". . .\n. x ."), 9, &["'x' on a cell", "9 | . x ."]);
    refuse(&SMALL.replace("w w w", "w w ww"), 10, &["this row of the drawing has 4 places"]);
    refuse(&SMALL.replace("\"all\"", "\"dark\""), 7, &["'b' on a light square", "'-' for a light square"]);
    refuse(&SMALL.replace(". . .\n. . .", ". - .\n. . ."), 8, &["'-' on a cell"]);
    refuse_small("\"3x4\"", "\"8\"", &["without quotes"]);
    refuse(&SMALL.replace("\"all\"", "\"hexagon\""), 5, &["from 2 to 6"]);
    let square = SMALL.replace("\"all\"\nsize = \"3x4\"", "\"hexagon\"\nsize = \"3x3\"");
    refuse(&square, 5, &["without quotes"]);
    refuse(&SMALL.replace("\"all\"\nsize = \"3x4\"", "\"hexagon\"\nsize = 7"), 5, &["from 2 to 6"]);
    refuse_like(
        "hexdame",
        "men.moves = \"left\"",
        &["a hexagon that stands on a corner has no direction 'left'"],
    );
    refuse_like("hexdame", "men.captures = \"diagonal\"", &["has no direction 'diagonal'", "every"]);
    refuse(
        &SMALL
            .replace("start = \"\"\"", "start = '''")
            .replace("\"\"\"\n\n[men]", "'''\n\n[men]")
            .replace(". . .", "ä . ."),
        8,
        &["'ä' on a cell"],
    );
}

#[test]
fn what_comes_from_another_game_must_still_fit() {
    for (game, lines, parts) in [
        ("dameo", "board.size = 10", ["mine.toml:2", "the drawing has 8 rows, the board 10"]),
        ("dameo", "board.size = 10", ["mine.toml:2", "Draw your own board.start"]),
        ("normal", "board.cells = \"all\"", ["mine.toml:2", "'-' on a cell"]),
        // This fault is in the file that is embedded, so its name is shown.
        ("harzdame", "board.names = \"numbers\"", ["harzdame (embedded)", "the board has no cell 'c8'"]),
        ("frisian", "kings.moves = []", ["mine.toml:2", "kings cannot move"]),
        ("killer", "kings.flying = false", ["mine.toml:2", "Write kings.halt = \"never\""]),
    ] {
        let shown = faults(&format!("like = \"{game}\"\n{lines}")).to_string();
        assert!(parts.iter().all(|part| shown.contains(part)), "{parts:?} are expected in\n{shown}");
    }
    for (like, part) in [
        ("\"dame\"", "Did you mean 'dameo'?"),
        ("\"Shashki\"", "Did you mean 'russian'?"),
        ("\"../../../etc/passwd\"", "there is no game"),
        ("\"mine.toml\"", "Embedded games: normal"),
        ("\"\"", "there is no game ''"),
        ("5", "like is a number"),
    ] {
        refuse(&format!("like = {like}\n"), 1, &[part]);
    }
}

#[test]
fn numbers_flags_and_lists_are_checked() {
    refuse_like("normal", "kings.flying = \"no\"", &["kings.flying is a text", "without quotes"]);
    refuse_like("normal", "kings.flying = 0", &["kings.flying is a number"]);
    refuse_like("normal", "kings.rest-after = 300", &["cannot be 300", "from 0 to 20"]);
    refuse_like("normal", "kings.rest-after = -1", &["cannot be -1"]);
    refuse_like("normal", "kings.rest-after = 1e3", &["a number with a fraction"]);
    refuse_like("normal", "draws.repetition = 0", &["draws.repetition cannot be 0", "from 2 to 9"]);
    refuse_like("normal", "draws.repetition = 1", &["from 2 to 9"]);
    refuse_like("frisian", "captures.value-of-king = 0", &["from 1 to 1000"]);
    refuse_like(
        "normal",
        "captures.order = \"most-pieces\"",
        &["captures.order is a text", "square brackets"],
    );
    refuse_like("normal", "captures.order = [\"most-peaces\"]", &["Did you mean 'most-pieces'?"]);
    refuse_like("normal", "captures.order = [\"by-king\", \"by-king\"]", &["has 'by-king' twice"]);
    refuse_like("normal", "promotion.cells = \"first-row\"", &["does not say where men are promoted"]);
    refuse_like("normal", "promotion.cells = \"far-edges\"", &["for a hexagon"]);
    refuse_like("normal", "promotion.cells = [\"51\"]", &["the board has no cell '51'"]);
    refuse_like("dameo", "promotion.cells = [\"i8\"]", &["the board has no cell 'i8'", "such as \"a8\""]);
    refuse_like("dameo", "promotion.cells = [\"a8\", \"b8\", \"a8\"]", &["promotion.cells has 'a8' twice"]);
    refuse_like("dameo", "promotion.cells = { white = [\"a8\"] }", &["promotion.cells lacks a player"]);
    refuse_like("dameo", "promotion.cells = { red = [\"a8\"] }", &["there is no player 'red'"]);
    refuse_like("dameo", "promotion.cells = { white = 5, black = [] }", &["promotion.cells is a number"]);
}

#[test]
fn draw_limits_are_checked() {
    for (limit, part) in [
        ("5", "a draw limit is a number"),
        ("{}", "a draw limit without a number"),
        ("{ moves = 25 }", "what this draw limit counts is not clear"),
        ("{ moves = 0, without = \"capture-or-man-move\" }", "moves cannot be 0"),
        ("{ moves = 501, without = \"capture-or-man-move\" }", "from 1 to 500"),
        ("{ moves = 25, without = \"captures\" }", "without cannot be 'captures'"),
        ("{ moves = 25, witout = \"capture-or-man-move\" }", "Did you mean 'without'?"),
        ("{ moves = 5, lone-king-against = [] }", "a lone king against nothing"),
        ("{ moves = 5, lone-king-against = \"K\" }", "lone-king-against is a text"),
        ("{ moves = 5, lone-king-against = [\"KQ\"] }", "'KQ' is no material"),
        ("{ moves = 5, lone-king-against = [\"+\"] }", "'+' is no material"),
        ("{ moves = 5, lone-king-against = [\"K\"], without = \"capture-or-man-move\" }", "not clear"),
        ("{ moves = 5, without = \"capture-or-man-move\", on-long-diagonal = true }", "only with the latter"),
        ("{ moves = 5, without = \"capture-or-man-move\", pieces = [5, 4] }", "the least and the greatest"),
        ("{ moves = 5, without = \"capture-or-man-move\", pieces = 5 }", "the least and the greatest"),
        (
            "{ moves = 5, without = \"capture-or-man-move\", both-have-kings = 1 }",
            "both-have-kings is a number",
        ),
    ] {
        refuse_like("normal", &format!("draws.limits = [{limit}]"), &[part]);
    }
    let diagonal = "draws.limits = [{ moves = 5, lone-king-against = [\"KKK\"], on-long-diagonal = true }]";
    refuse_like("dameo", diagonal, &["this board has no longest diagonal"]);
    let many = "{ moves = 5, lone-king-against = [\"K\"] },".repeat(40);
    refuse_like("normal", &format!("draws.limits = [{many}]"), &["there are 40 draw limits"]);
    refuse_like("normal", "draws.limits = 5", &["draws.limits is a number"]);
}

#[test]
fn draw_limits_without_effect_are_refused() {
    let without =
        |moves: u16, more: &str| format!("{{ moves = {moves}, without = \"capture-or-man-move\"{more} }}");
    let lone = |moves: u16, more: &str| format!("{{ moves = {moves}, lone-king-against = {more} }}");
    let never = "is never the first to be reached";
    let (no_number, no_material) = ("numbers of pieces that no position has", "material that no player has");
    for (limits, parts) in [
        (vec![without(25, ""), without(25, "")], ["limit 2 of the list", never]),
        (vec![without(30, ""), without(25, "")], ["limit 1 of the list, of 30 moves", never]),
        (vec![without(25, ""), without(30, ", pieces = [2, 5]")], ["limit 2", never]),
        (vec![without(25, ", pieces = [2, 6]"), without(30, ", pieces = [3, 5]")], ["limit 2", never]),
        (vec![lone(5, "[\"K\", \"KK+\"]"), lone(7, "[\"KKK\"]")], ["limit 2", never]),
        (vec![without(25, ", pieces = [0, 1]")], ["limit 1", no_number]),
        (vec![without(25, ", pieces = [41, 50]")], ["limit 1", no_number]),
        (vec![without(25, ", pieces = [0, 40]")], ["limit 1", "every number of pieces"]),
        (vec![lone(5, "[\"KKK\"], pieces = [2, 3]")], ["limit 1", no_material]),
        (vec![lone(5, "[\"K\"], pieces = [3, 5]")], ["limit 1", no_material]),
        (vec![lone(5, "[\"K\", \"M\"], both-have-kings = true")], ["limit 1", no_material]),
        (vec![lone(5, "[\"KK+\", \"KKK\"]")], ["'KKK' is no further material", "Leave it out"]),
        (vec![lone(5, "[\"KM\", \"MK\"]")], ["'MK' is no further material", "Leave it out"]),
    ] {
        refuse_like("normal", &format!("draws.limits = [{}]", limits.join(", ")), &parts);
    }
    for limit in [lone(5, "[\"K\"]"), without(25, ", both-have-kings = true")] {
        refuse_like("bt", &format!("draws.limits = [{limit}]"), &["needs kings, but the first one wins"]);
    }
    // Each of these is reached first in some games.
    for limits in [
        [without(30, ""), without(25, ", pieces = [2, 5]")],
        [without(25, ", both-have-kings = true"), without(30, "")],
        [lone(5, "[\"KKK\"]"), lone(7, "[\"KK+\"]")],
        [without(20, ""), "{ moves = 30, without = \"capture-or-promotion\" }".to_owned()],
    ] {
        let text = format!("like = \"normal\"\ndraws.limits = [{}]", limits.join(", "));
        assert!(Rules::read("mine.toml", &text).is_ok(), "{text}");
    }
}

#[test]
fn rules_without_effect_are_refused() {
    let nothing = "decides nothing in this game";
    refuse_like("bt", "captures.order = [\"most-pieces\", \"by-king\"]", &["'by-king'", nothing]);
    refuse_like("bt", "captures.order = [\"king-soonest\"]", &["'king-soonest'", nothing]);
    let men_only = "captures.order = [\"most-kings\"]\nkings.take = \"men\"";
    refuse_like("italian", men_only, &["'most-kings'", nothing]);
    refuse_like("normal", "captures.order = [\"by-king\"]\nkings.captures = []", &["'by-king'", nothing]);
    refuse_like(
        "normal",
        "captures.turn-back = false",
        &["captures.turn-back has no effect", "leave at once"],
    );
    let forward =
        "captures.turn-back = false\nmen.captures = \"forward\"\nkings.captures = [\"forward\", \"left\"]";
    refuse_like("turkish", forward, &["captures.turn-back has no effect"]);
    refuse_like(
        "normal",
        "promotion.in-passing = \"stops\"\nmen.captures = []",
        &["in-passing has no effect"],
    );
    for order in ["\"most-pieces\", \"most-value\"", "\"most-value\", \"most-pieces\""] {
        refuse_like("normal", &format!("captures.order = [{order}]"), &[nothing, "the same value"]);
    }
    for (line, others) in [
        ("kings.halt = \"damme\"", "kings.captures = []"),
        ("kings.land = \"behind\"", "kings.captures = []"),
        ("kings.take = \"men\"", "kings.captures = []"),
        ("kings.halt = \"winther\"", "kings.take = \"men\""),
        ("men.take = \"men\"", "men.captures = []"),
        ("kings.flying = false", "end.first-king-wins = true"),
        (
            "captures.value-of-king = 300",
            "captures.order = [\"most-value\"]\nmen.take = \"men\"\nkings.take = \"men\"",
        ),
    ] {
        refuse_like("normal", &format!("{line}\n{others}"), &[" has no effect in this game"]);
    }
}

#[test]
fn a_start_of_another_game_is_not_blamed() {
    refuse_like("dameo", "promotion.cells = [\"a1\"]", &["a man of White stands on a1"]);
}

#[test]
fn one_fault_is_told_once() {
    for (game, lines) in [
        ("english", "kings.halt = \"killer\""),
        ("killer", "kings.flying = false"),
        ("normal", "kings.flying = false\nkings.land = \"behind\""),
    ] {
        let faults = faults(&format!("like = \"{game}\"\n{lines}"));
        assert_eq!(faults.all().len(), 1, "{faults}");
    }
    refuse(&SMALL.replace("title = \"Small\"\n", ""), 0, &["the file lacks title", "Write it, or"]);
}

#[test]
fn cells_of_another_board_are_not_inherited() {
    let rows = format!("{}{}", ". . b . . . . . . .\n".repeat(5), ". . w . . . . . . .\n".repeat(5));
    let larger = format!("board.size = 10\nboard.start = '''\n. . . . . . . . . .\n{rows}'''");
    let larger = larger.replacen(". . b . . . . . . .\n", "", 1);
    refuse_like("harzdame", &larger, &["come from a game with another board", "Write promotion.cells"]);
    let own = format!("like = \"harzdame\"\n{larger}\npromotion.cells = \"last-row\"");
    if let Err(faults) = Rules::read("mine.toml", &own) {
        panic!("{faults}");
    }
}

#[test]
fn rules_that_contradict_each_other_are_refused() {
    refuse_like("normal", "men.moves = []", &["men cannot move"]);
    refuse_like("normal", "men.captures = []\nkings.captures = []", &["nothing captures"]);
    refuse_like("thai", "kings.halt = \"killer\"", &["need no rule for the last one"]);
    refuse_like("italian", "captures.vanguard = \"first\"", &["men that do not capture backwards"]);
    refuse_like("bt", "end.king-against-man = \"win\"", &["the first king wins"]);
    refuse_like("bt", "promotion.in-passing = \"goes-on\"", &["it cannot go on capturing"]);
    refuse_like("bt", "kings.rest-after = 3", &["so none must rest"]);
    refuse_like("dameo", "board.dark-corner = \"left\"", &["has no effect", "Only cells = \"dark\""]);
    refuse_like("dameo", "board.first = \"top-left\"", &["has no effect"]);
    refuse_like("dameo", "captures.value-of-king = 3", &["has no effect", "most-value"]);
    refuse_like("english", "kings.halt = \"killer\"", &["has no effect in this game"]);
}

#[test]
fn games_that_cannot_work_are_refused() {
    let with = |start: &str| SMALL.replace("b b b\n. . .\n. . .\nw w w", start);
    refuse(&with(". . .\n. . .\n. . .\nw w w"), 6, &["Black has no pieces"]);
    refuse(&with(". . .\n. . .\n. . .\n. . ."), 6, &["White has no pieces"]);
    refuse(
        &with("w . .\n. . .\n. . .\nw . b"),
        6,
        &["a man of White stands on a4", "a man of Black stands on c1"],
    );
    refuse(&with("b b b\nb b b\nw w w\nw w w"), 6, &["the player who begins has no legal move"]);
    refuse(&with("b b b\n# # #\n# # #\nw w w"), 14, &["no man of White can ever be promoted"]);
    refuse(&with("# # #\n# # #\n# # #\n# # #"), 6, &["White has no pieces"]);
    let kings = format!("{}[end]\nking-against-king = \"draw\"\n", with(". . B\n. . .\n. . .\nW . ."));
    refuse(&kings, 6, &["the game is over at the start: king-against-king"]);
    let king_and_man = format!("{}[end]\nking-against-man = \"win\"\n", with(". . B\n. . .\n. . .\n. w ."));
    refuse(&king_and_man, 6, &["the game is over at the start: king-against-man"]);
    refuse_like(
        "harzdame",
        "promotion.cells = [\"a8\"]\nmen.moves = \"right\"\nmen.captures = []",
        &["can ever be promoted"],
    );
    refuse_like(
        "bt",
        "board.start = '''\n\
         - B - b - b - b - b\n\
         b - b - b - b - b -\n\
         - b - b - b - b - b\n\
         b - b - b - b - b -\n\
         - . - . - . - . - .\n\
         . - . - . - . - . -\n\
         - w - w - w - w - w\n\
         w - w - w - w - w -\n\
         - w - w - w - w - w\n\
         w - w - w - w - w -\n\
         '''",
        &["one is there at the start"],
    );
}

#[test]
fn the_document_shows_real_files_and_faults() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/game-file.md");
    let document = std::fs::read_to_string(path).expect("a document");
    let blocks = |kind: &str| -> Vec<String> {
        let fence = format!("```{kind}\n");
        let blocks = document.split(&fence).skip(1);
        blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
    };
    let files = blocks("toml");
    assert_eq!(files.len(), 4);
    for text in files {
        if let Err(faults) = Rules::read("example.toml", &text) {
            panic!("{faults}\n{text}");
        }
    }
    let shown = faults("like = \"dameo\"\n\n[captures]\nremoval = \"at-one\"").to_string();
    let expected = &blocks("text")[0];
    assert_eq!(shown.replace("folder/", ""), expected.trim_end());
}
