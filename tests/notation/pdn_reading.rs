//! PDN from other programs and from people, and invalid texts: none does any harm, and errors give the place.

use coupturc::notation::{
    PdnGame, PdnReplay, PdnResult, fen_text, game_type, move_text, parse_fen, parse_game_type, parse_pdn,
    parse_pdn_move, pdn_text, pdn_variants,
};
use coupturc::rules::games::{Brazilian, Dameo, Hexdame, International, Russian};
use coupturc::rules::{Game, RuleOptions};
use proptest::prelude::*;

/// The only game in a string.
fn one(text: &str) -> PdnGame {
    let mut games = parse_pdn(text);
    assert_eq!(games.len(), 1, "{text}");
    assert_eq!(games[0].fault, None, "{text}");
    games.remove(0)
}

fn texts(game: &PdnGame) -> Vec<&str> {
    game.main_line().map(|played| played.text.as_str()).collect()
}

fn last_fen<G: Game>(game: &PdnGame) -> String {
    let replay = replay::<G>(game).unwrap_or_else(|problem| panic!("{problem}"));
    fen_text(replay.last(), &Default::default())
}

/// The game, played to its end.
fn replay<G: Game>(game: &PdnGame) -> Result<PdnReplay, String> {
    let replay = PdnReplay::of(game, G::RULES, &RuleOptions::default()).map_err(|fault| fault.to_string())?;
    match &replay.fault {
        Some(fault) => Err(fault.to_string()),
        None => Ok(replay),
    }
}

/// Database style: columns, `*` at the end, the result in a tag.
const DATABASE: &str = "\u{feff}[Event \"Club championship\"]\r\n[Result \"0-2\"]\r\n\
    [GameType \"20\"]\r\n\r\n\
    % a remark that is no move: 1. 50-45\r\n \
    1.32-28 17-22  2.28x17 11x22  3.37-32  6-11  4.41-37 12-17  5.46-41  8-12\r\n \
    6.34-30  2-8   7.30-25 19-23  *\r\n";

#[test]
fn database_style_is_parsed() {
    let game = one(DATABASE);
    assert_eq!(game.result(), Some(PdnResult::BlackWins));
    assert_eq!(game.moves.len(), 14);
    assert_eq!(texts(&game)[10..], ["34-30", "2-8", "30-25", "19-23"]);
    assert!(last_fen::<International>(&game).starts_with("W:W25,"));
}

/// Server style: clocks after every move, one long line, the result at the end.
const SERVER: &str = "[Event \"Rapid game\"]\n[Date \"2020.04.07\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n\
    1. 31-26 {[%clock w0:10:00 B0:10:00]} 18-22 {[%clock W0:10:00 b0:10:00]} 2. 34-30 { a } {b\nc} \
    ; and more\n20-25 2-0\n\n\n[Event \"Next\"]\n\n1. 33-28 1/2-1/2\n1. 32-28 19-23 2. 28x19 0-0";

#[test]
fn server_style_is_parsed() {
    let games = parse_pdn(SERVER);
    let comments: Vec<_> = games[0].moves.iter().map(|played| played.comment.as_deref()).collect();
    let clocks = (Some("[%clock w0:10:00 B0:10:00]"), Some("[%clock W0:10:00 b0:10:00]"));
    assert_eq!(comments, [clocks.0, clocks.1, Some("a b c and more"), None]);
    let results: Vec<_> = games.iter().map(PdnGame::result).collect();
    let expected = [PdnResult::WhiteWins, PdnResult::Draw, PdnResult::BothLose];
    assert_eq!(results, expected.map(Some));
    assert_eq!((games[1].tag("Event"), games[2].tag("Event")), (Some("Next"), None));
    assert_eq!(texts(&games[2]), ["32-28", "19-23", "28x19"]);
}

/// Analysis style: variations with all kinds of annotations, marks, repeated numbers.
const ANALYSIS: &str = "{ First, a word. } 1. 32-28! { 2. 39-34 ) is possible } 1... 19-23(?) ( { ) } \
    1... 18-23 ( 2. 37-32? 23-29! { wins } ) 2. 38-32 $4 ) $1 2. 28x19 $7 14:23!? ( ; a remark )\n 1-1 ) \
    3.  37 - 32* 3. ... 10-14 ! 4. - - 1-1";

#[test]
fn analysis_style_is_parsed() {
    let game = one(ANALYSIS);
    assert_eq!(game.comment.as_deref(), Some("First, a word."));
    assert_eq!(texts(&game), ["32-28", "19-23", "28x19", "14:23", "37-32", "10-14", "- -"]);
    assert_eq!(game.moves[0].comment.as_deref(), Some("2. 39-34 ) is possible"));
    assert_eq!(game.result(), Some(PdnResult::Draw));
    let replay = replay::<International>(&game).expect("legal moves");
    assert_eq!((replay.main_line().count(), replay.variation_faults), (6, Vec::new()));
    let nags: Vec<_> = game.main_line().map(|played| played.nags.as_slice()).collect();
    assert_eq!(nags[..6], [&[1][..], &[2, 1], &[7], &[5], &[7], &[1]]);
}

#[test]
fn games_without_a_result_end_at_the_next_tags() {
    let games = parse_pdn("1. 32-28\n[White \"A\"]\n[Black \"B\"]\n*\n\n[Result \"1-1\"] 1. 31-26");
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].result(), None);
    assert_eq!((games[1].tag("Black"), games[1].moves.len()), (Some("B"), 0));
    assert_eq!(games[2].result(), Some(PdnResult::Draw));
}

#[test]
fn text_without_moves_is_not_a_game() {
    for text in ["", " \n\t", "{nothing}", "*", "2-0 * 1-1", "; nothing", "% nothing"] {
        assert_eq!(parse_pdn(text), Vec::new(), "{text:?}");
    }
}

#[test]
fn tags_may_contain_anything() {
    let game = one("[A \"\"][ B_1  \"a \\\"b\\\" \\\\ c:\\d ] {\"]\n1. 32-28");
    assert_eq!((game.tag("A"), game.tag("B_1")), (Some(""), Some("a \"b\" \\ c:\\d ] {")));
}

#[test]
fn moves_similar_to_results_are_moves() {
    assert_eq!(texts(&one("1. 1-12 2-07 1-10 1x10x2 1-1")), ["1-12", "2-07", "1-10", "1x10x2"]);
}

#[test]
fn games_of_files_are_known_by_their_moves_too() {
    let names = |text: &str| {
        let names = pdn_variants(&one(text), &RuleOptions::default());
        names.map(|names| names.iter().map(|name| name.name()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(names("1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 0-1"), Ok("english pool".to_owned()));
    assert_eq!(names("1. 43-37 26-32 *"), Ok("canadian".to_owned()));
    assert_eq!(names("1. 32-28 19-23 *"), Ok("normal vanguard frisian bt losing".to_owned()));
    let fault = names("1. 11-15 23-19 2. 8-11 22-17 3. 11-12 24-20 0-1").expect_err("not legal");
    assert!(
        fault.message.starts_with("3. move '11-12' is not legal"),
        "as written, though Black begins: {fault}"
    );
}

#[test]
fn faults_in_tags_are_told_with_their_lines() {
    let head = "[Event \"a\"]\n[White \"b\"]\n";
    for (tags, line) in [
        ("[GameType \"20\"]\n[FEN \"W:W31-55:B1-20\"]", 4),
        ("[GameType \"chess\"]\n[FEN \"W:W31:B1\"]", 3),
        ("[FEN \"W:W31:B1\"]\n[Round \"1\"]\n[Halt \"always\"]", 5),
        ("[Date \"x\"]\n[DrawRule \"none\"]", 4),
    ] {
        let game = one(&format!("{head}{tags}\n\n1. 32-28 *"));
        let fault = PdnReplay::of(&game, International::RULES, &RuleOptions::default()).expect_err(tags);
        assert_eq!(fault.line, line, "{tags}: {fault}");
    }
}

#[test]
fn a_game_may_start_from_any_position() {
    let fen = "B:W28,K30:B1-3";
    for text in [format!("[SetUp \"1\"][FEN \" {fen}. \"] 1... 3-8"), format!("/FEN \"{fen}\"/ 3-8 *")] {
        assert_eq!(last_fen::<International>(&one(&text)), "W:W28,K30:B1,2,8", "{text}");
    }
}

#[test]
fn cells_may_have_letters() {
    let game = one("[GameType \"dameo\"] 1. c3-c4 c6c5 { } 1-0");
    assert_eq!(texts(&game), ["c3-c4", "c6c5"]);
    assert_eq!(replay::<Dameo>(&game).expect("legal moves").nodes.len(), 2);
    let game = one("[GameType \"hexdame\"] 1-0");
    assert!(replay::<Dameo>(&game).expect_err("another game").contains("hexdame"));
    assert!(replay::<Hexdame>(&game).is_ok());
}

#[test]
fn squares_of_the_small_board_have_two_names() {
    for moves in [
        "1. c3-d4 f6-e5 2. d4:f6",
        "1. 22-18 11-15 2. 18x11",
        "1. c3d4 f6e5 2. d4f6",
        "1. c3-18 11-e5 2. 18x11",
    ] {
        let game = one(&format!("[GameType \"26,W,8,8,A0,0\"] {moves} *"));
        let fen = last_fen::<Brazilian>(&game);
        assert_eq!(fen, "B:W11,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12", "{moves}");
        let game = one(&format!("[GameType \"25,W,8,8,A0,0\"] {moves} *"));
        let fen = last_fen::<Russian>(&game);
        assert_eq!(
            fen, "B:Wa1,a3,b2,c1,d2,e1,e3,f2,f6,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f8,g7,h6,h8",
            "{moves}"
        );
    }
    for fen in ["W:Wa1,Kc3:Bb8,h8", "W:W29,K22:B1,4", "w: w A1, k C3 : b 1, h8", "W:W29,Kc3:Bb8,4"] {
        assert_eq!(last_fen::<Brazilian>(&one(&format!("[FEN \"{fen}\"]"))), "W:WK22,29:B1,4", "{fen}");
        assert_eq!(last_fen::<Russian>(&one(&format!("[FEN \"{fen}\"]"))), "W:Wa1,Kc3:Bb8,h8", "{fen}");
    }
    let illegal = ["1. c3-c4", "1. 22-33", "1. b3-c4"];
    for moves in illegal {
        let game = PdnGame { moves: one(moves).moves, ..PdnGame::default() };
        assert!(replay::<Brazilian>(&game).is_err(), "{moves}");
    }
}

/// A king that can capture four pieces along two paths with the same last square.
const TWO_PATHS: &str = "W:WK47:B14,19,29,31,42";

#[test]
fn captures_are_distinguished_by_their_paths() {
    let position = parse_fen::<International>(TWO_PATHS, &RuleOptions::default()).unwrap().position;
    let read = |text: &str| parse_pdn_move(&position, text);
    let message = |text: &str| read(text).unwrap_err().to_string();
    let name = |text: &str| move_text(International::RULES, read(text).unwrap());
    // Landing anywhere on a line, or passing any cell that is on only one of the paths.
    for text in
        ["47x38x20x9x36", "47x33x20x13x36", "47:38:20:9:36", "47x20x36", "47-9-36", "47x36x14x29x31x42"]
    {
        assert_eq!(name(text), "47x36x14x29x31x42", "{text}");
    }
    for text in ["47x38x24x13x36", "47x33x24x13x36", "47x19x36", "47x36x42x19x31x29"] {
        if text == "47x19x36" {
            assert!(message(text).contains("is not legal, expected one of 2 moves"), "{}", message(text));
        } else {
            assert_eq!(name(text), "47x36x19x29x31x42", "{text}");
        }
    }
    let both = "expected the cells on its path, such as 47x38x2";
    for text in ["47x36", "47x38x36", "47x18x27x36", "47x33x13x36"] {
        assert!(message(text).contains(both), "{text}: {}", message(text));
    }
    for text in ["47x27x18x36", "47x41", "47x36x42", "47x38x24x13x36x31"] {
        assert!(message(text).contains("is not legal"), "{text}: {}", message(text));
    }
}

#[test]
fn faults_have_their_line() {
    let faults = [
        ("1. 32-28\n19-23\n  2. 28y19", ["line 3: found '28y19'", "a tag, a move"]),
        ("1. 32-28 {for ever", ["line 1: found '{for'", "ends with '}'"]),
        ("1. 32-28\n(18-23 (2. 38-32)", ["line 2: the variation", "')'"]),
        ("1. 32-28 (18-23 {)", ["line 1: found '{)'", "ends with '}'"]),
        ("1. 32-28 19-233", ["line 1: found '19-233'", "a tag, a move"]),
        ("1. 32-28 $x", ["line 1: found 'x'", "a number"]),
        ("1. 32-28 19.23 28.19", ["line 1: found '23'", "a move after its number"]),
        ("1. 32-28\r\r/setup/", ["line 3: found '/setup/'", "/FEN"]),
    ];
    for (text, words) in faults {
        let games = parse_pdn(&format!("{text}\n\n[White \"Cat\"]\n\n1. 31-26 *"));
        assert_eq!(
            (games.len(), texts(&games[0])[0], texts(&games[1])),
            (2, "32-28", vec!["31-26"]),
            "{text:?}"
        );
        let fault = games[0].fault.as_ref().unwrap_or_else(|| panic!("{text:?}")).to_string();
        for word in words {
            assert!(fault.contains(word), "{text:?}: no {word} in {fault}");
        }
        assert_eq!(games[1].fault, None);
    }
}

#[test]
fn faults_in_moves_name_the_move() {
    let cases = [
        ("1. 32-28 19-23 2. 28-22", ["2. move '28-22' is not legal", "expected the only move 28x19"]),
        ("1. 32x28", ["1. move '32x28' is not legal", "9 moves"]),
        ("1. 32-28 19-51", ["1... move '19-51'", "character 4"]),
        ("1. 32-28 c3-d4", ["1... move 'c3-d4'", "expected a move"]),
        ("[FEN \"W:\"]", ["FEN", "no piece"]),
        (
            "[GameType \"77\"]",
            ["GameType '77' is unknown", "30, 31, 40, 96, 97, 98, 99 or one of: normal, vanguard"],
        ),
        ("[GameType \"dameo\"]", ["GameType is 'dameo'", "expected '20'"]),
    ];
    for (text, words) in cases {
        let message = replay::<International>(&one(text)).expect_err(text);
        for word in words {
            assert!(message.contains(word), "{text:?}: no {word} in {message}");
        }
    }
    assert!(parse_game_type("").is_err());
}

#[test]
fn the_depth_of_variations_is_limited() {
    let nested = |depth: usize| format!("1. 32-28 {}{} 18-23", "(1. 32-28 ".repeat(depth), ")".repeat(depth));
    assert_eq!(texts(&one(&nested(500))), ["32-28", "18-23"]);
    assert_eq!(one(&nested(500)).moves.len(), 502);
    let games = parse_pdn(&format!("{}\n[White \"Cat\"]", nested(1_000_000)));
    assert_eq!((games.len(), games[0].moves.len(), games[0].fault.is_some()), (2, 501, true));
    // None of them is closed, and the parser must not search for the end a hundred thousand times.
    for open in ["(", "(1. ", "({", "[ ", "[a\"b "] {
        assert!(parse_pdn(&format!("1. 32-28 {}", open.repeat(100_000))).len() <= 2, "{open}");
    }
}

#[test]
fn games_without_tags_and_results_begin_at_their_first_number() {
    for (text, lengths) in [
        ("1. 32-28 19-23\n\n1. 33-28 18-22", vec![2, 2]),
        ("1. 32-28\n1. 33-28\n1. 31-26 16-21", vec![1, 1, 2]),
        ("1. 32-28 19-23 1. 33-28", vec![2, 1]),
        // Not the next game: the number again before Black's move, and numbers from 1 after a position was set up.
        ("1. 32-28 1. 19-23 2. 28x19 2. 14x23", vec![4]),
        ("1. 32-28 17-21 (1... 16-21\n1. 31-26)\n2. 31-26", vec![3]),
        ("1. 31-26 17-21 /FEN \"W:W31:B20\"/\n1. 31-27 20-24", vec![5]),
    ] {
        let games = parse_pdn(text);
        assert_eq!(games.iter().map(|game| game.main_line().count()).collect::<Vec<_>>(), lengths, "{text}");
        assert!(games.iter().all(|game| game.fault.is_none()), "{text}");
    }
    // A fault affects one of them.
    let games = parse_pdn("1. 32-28 zz 2. 28x19\n1. 33-28 18-22");
    assert_eq!((games.len(), games[0].fault.is_some(), games[1].moves.len()), (2, true, 2));
    // Results that could be moves, too.
    let games = parse_pdn("1. 32-28 19-23 12-8\n\n1. 33-28 18-22 8-12");
    let endings = games.iter().map(|game| replay::<International>(game).expect("legal moves").ending);
    assert_eq!(endings.collect::<Vec<_>>(), ["12-8", "8-12"].map(|text| Some(text.to_owned())));
}

#[test]
fn headers_may_have_blank_lines_and_repeated_tags() {
    let moves = "\n1. 32-28 19-23 2-0";
    for (header, names) in [
        ("[White \"A\"]\n[Black \"B\"]\n\n[GameType \"20\"]\n", vec!["White Black GameType"]),
        ("[White \"A\"]\n[Annotator \"x\"]\n[Annotator \"y\"]\n", vec!["White Annotator Annotator"]),
        ("[White \"A\"]\n[Black \"B\"]\n[white \"C\"]\n", vec!["White Black", "white"]),
        ("[White \"A\"]\n[Black \"B\"]\n\n[Black \"B\"]\n", vec!["White Black", "Black"]),
        ("[White \"A\"]\n\n1.\n\n[Black \"B\"]\n", vec!["White", "Black"]),
    ] {
        let games = parse_pdn(&format!("{header}{moves}"));
        let found = games.iter().map(|game| {
            let names: Vec<_> = game.tags.iter().map(|(name, _)| name.as_str()).collect();
            names.join(" ")
        });
        assert_eq!(found.collect::<Vec<_>>(), names, "{header}");
        assert_eq!(games[games.len() - 1].moves.len(), 2, "{header}");
    }
}

#[test]
fn comments_keep_their_order_and_their_lines() {
    let game = one("1. 32-28 19-23 {z} (1... 18-23 {v}) {end} 2-0 {last}");
    assert_eq!(game.moves[1].comment.as_deref(), Some("z end last"));
    let game = one("1. 32-28 {as in\n[White \"Cat\"]\n[Black \"Dog\"]\nlong ago} 19-23 {so} 2-0");
    assert_eq!((texts(&game), game.tags.len()), (vec!["32-28", "19-23"], 0));
    assert_eq!(game.moves[0].comment.as_deref(), Some("as in [White \"Cat\"] [Black \"Dog\"] long ago"));
    // A mark without meaning does no harm.
    let game = one("1. 32-28 $99999999999 19-23 $4294967295 *");
    assert_eq!(game.moves[0].comment.as_deref(), Some("$99999999999"));
    assert_eq!(game.moves[1].nags, [u32::MAX]);
}

#[test]
fn words_may_go_over_the_end_of_a_line() {
    for (text, moves) in [
        ("1. 32-\n28 19-23", vec!["32-28", "19-23"]),
        ("1. 32-28 19-23 2. 28x\n  19 14x\n23", vec!["32-28", "19-23", "28x19", "14x23"]),
        ("1. 32-28 /FEN\n\"W:W31,\n32:B20\"/ 1. 31-27", vec!["32-28", "W:W31, 32:B20", "31-27"]),
        ("123456. 32-28 99999999999. 19-23", vec!["32-28", "19-23"]),
    ] {
        let game = one(text);
        assert_eq!(texts(&game), moves, "{text}");
        assert_eq!(replay::<International>(&game).expect("legal moves").nodes.len(), moves.len(), "{text}");
    }
    // A missing move, and a result.
    for text in ["1. 32-28 -\n2. 38-32", "1. 32-28 19-\n\n23"] {
        assert!(parse_pdn(text)[0].fault.is_some(), "{text}");
    }
}

#[test]
fn the_first_cell_may_have_only_its_letter() {
    let game = one("[GameType \"25\"] 1. cd4 dc5 2. bc3 fg5 3. de5 gf6 4. e:g7 H:F6 *");
    let replay = replay::<Russian>(&game).expect("legal moves");
    let names: Vec<_> = replay.moves().map(|mv| move_text(Russian::RULES, mv)).collect();
    assert_eq!(names.join(" "), "c3-d4 d6-c5 b2-c3 f6-g5 d4-e5 g7-f6 e5xg7xf6 h8xf6xg7");
    assert_eq!(texts(&one("c:e5:g7 cxe5 cd4")), ["c:e5:g7", "cxe5", "cd4"]);
    let kings = parse_fen::<Russian>("W:WKc1,Kc5:Bh8", &RuleOptions::default()).expect("a position").position;
    let error = parse_pdn_move(&kings, "ce3").expect_err("either king").to_string();
    assert!(error.contains("'ce3' is ambiguous") && error.contains("c1-e3 or c5-e3"), "{error}");
    for text in ["cc3", "xd4", "ce4"] {
        assert!(parse_pdn_move(&kings, text).is_err(), "{text}");
    }
}

#[test]
fn values_of_tags_for_rules_may_have_capitals() {
    for (game_type, tag, value) in [
        ("20", "Halt", "Killer"),
        ("vanguard", "VanguardScope", "WHOLE"),
        ("25", "DrawRule", "Repetition"),
        ("30", "KingAgainstMan", "Draw"),
    ] {
        let game = one(&format!("[GameType \"{game_type}\"]\n[{tag} \"{value}\"]\n\n*"));
        let rules = parse_game_type(game_type).expect("a game").rules;
        let replay = PdnReplay::of(&game, rules, &RuleOptions::default()).expect("a game");
        assert_ne!(replay.start.rule_options(), RuleOptions::default(), "{tag}");
        assert_eq!(replay.to_pdn(&game.tags).tag(tag), Some(value), "the tag stays");
    }
    // So does a tag for rules that the game does not have.
    let game = one("[GameType \"20\"]\n[KingAgainstMan \"draw\"]\n\n*");
    let replay = replay::<International>(&game).expect("a game");
    assert_eq!(replay.to_pdn(&game.tags).tag("KingAgainstMan"), Some("draw"));
}

#[test]
fn numbers_of_lidraughts_are_known() {
    for (number, name, written) in [("97", "frysk", "97"), ("99", "normal", "20"), ("21", "english", "21")] {
        let read = parse_game_type(number).expect("a game");
        assert_eq!((read.name(), game_type(read)), (name, written));
    }
}

/// Every variation has a fault, and the numbers of the moves must not be counted again for each: that would take minutes.
#[test]
fn a_file_may_have_many_faults() {
    const MANY: usize = 200_000;
    let game = one(&format!("1. 32-28 {} 19-23", "(1. 1-50) ".repeat(MANY)));
    let replay = replay::<International>(&game).expect("a legal main line");
    assert_eq!((replay.variation_faults.len(), replay.nodes.len()), (MANY, 2));
    assert!(replay.variation_faults.iter().all(|fault| fault.message.starts_with("1. move '1-50'")));
}

#[test]
fn numbers_may_have_a_parenthesis_and_moves_commas() {
    for text in [
        "1) 32-28 19-23 2) 28x19, 14x23 *",
        "1)32-28 19-23 2)28x19 14x23 *",
        "1.32-28, 19-23, 2.28x19 , 14x23, *",
    ] {
        let game = one(text);
        assert_eq!(texts(&game), ["32-28", "19-23", "28x19", "14x23"], "{text}");
    }
    // The end of a variation.
    let game = one("1. 32-28 (1. 33-28 18-22 2) 19-23");
    assert_eq!((texts(&game), game.moves.len()), (vec!["32-28", "19-23"], 4));
}

#[test]
fn moves_without_a_sign_are_faults() {
    for (text, plies) in [
        ("1. 32 28 19 23 2-0", 0),
        ("1. 32.28 19.23 2. 28.19 2-0", 0),
        ("32.28 19.23", 0),
        ("1. 32-28 19 23", 1),
        ("1. 32-28 19.23 2-0", 1),
    ] {
        let games = parse_pdn(&format!("[White \"A\"]\n\n{text}\n\n[White \"B\"]\n\n1. 31-26 *"));
        assert_eq!((games.len(), games[0].moves.len(), games[1].moves.len()), (2, plies, 1), "{text}");
        assert!(games[0].fault.is_some() && games[1].fault.is_none(), "{text}");
    }
    // In a variation they are kept as a comment.
    let game = one("1. 32-28 (32 28 19 23) 19-23 *");
    assert_eq!(
        (texts(&game), game.moves[0].comment.as_deref()),
        (vec!["32-28", "19-23"], Some("32 28 19 23"))
    );
    // Numbers that are repeated, and those with a word between them.
    for text in
        ["1. 1. 32-28 1... 1... 19-23", "1 32-28 19-23 2. {lost} 3. 28x19", "1. 32-28 1. ... 1... 19-23"]
    {
        assert!(one(text).moves.len() > 1, "{text}");
    }
}

/// Parses a string and replays its games.
fn read_everything(text: &str) {
    for game in parse_pdn(text) {
        let _ = replay::<International>(&game);
        let _ = replay::<Hexdame>(&game);
        if let Some(fault) = &game.fault {
            let message = fault.to_string();
            assert!(message.contains("line") && !message.contains(['"', '\n', '\r']), "{message:?}");
        }
        // A parsed game can be written, and is read back unchanged except for its fault.
        let again = parse_pdn(&pdn_text(&game));
        assert_eq!(again, [PdnGame { fault: None, ..game }], "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 900, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn anything_like_pdn_is_survived(text in "[\\[\\]{}();%$*/!?.\"\\\\ \n0-9xa-l:-]{0,200}") {
        read_everything(&text);
    }

    #[test]
    fn words_in_any_order_are_survived(words in prop::collection::vec(prop::sample::select(vec![
        "[White \"A\"]", "[FEN \"B:WK1:B50\"]", "{", "}", "(", ")", "1.", "1...", "32-28", "19x28", "a1-a2",
        "*", "2-0", "1/2-1/2", "$1", ";", "\n", "%", "/FEN \"W:WK1:BK2\"/", "!", "--", "1x2x3x4", "[", "]", "\"",
    ]), 0..60)) {
        read_everything(&words.join(" "));
    }

    #[test]
    fn a_game_with_a_character_changed_is_survived(place in 0..SERVER.len(), by in any::<char>()) {
        let change = |(i, c)| if i == place { by } else { c };
        let changed: String = SERVER.chars().enumerate().map(change).collect();
        read_everything(&changed);
    }
}
