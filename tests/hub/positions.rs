//! Positions: setting them up, playing moves, and writing them.

use coupturc::notation::names_of_files;

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{engine_for, games};

/// The start of a game in Hub notation and its perft counts at depths 1 to 4, from the data files.
fn start_of(game: &str) -> (String, Vec<u64>) {
    let path = format!("{}/tests/data/{game}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("every game has its counts");
    let mut lines = text.lines().skip_while(|line| !line.starts_with("# start"));
    let mut fields = lines.nth(1).expect("the start has counts").split('\t').skip(1);
    let position = fields.next().expect("a position").to_owned();
    let counts = fields.next().expect("counts").split(' ').take(4);
    (position, counts.map(|count| count.parse().expect("a count")).collect())
}

/// Picks the same items in every run.
struct Picker(u64);

impl Picker {
    fn pick<'a>(&mut self, items: &'a [String]) -> &'a str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &items[(self.0 >> 33) as usize % items.len()]
    }
}

#[test]
fn every_game_starts_in_the_start_position() {
    for game in games() {
        let (position, counts) = start_of(game);
        let mut engine = engine_for(game);
        let (fen, moves) = (engine.fen(), engine.legal_moves());
        assert_eq!(moves.len() as u64, counts[0], "{game}");
        assert_eq!(engine.status(), ("none".to_owned(), "none".to_owned()));
        assert_eq!(engine.perft(0), 1);
        for (depth, count) in (1..).zip(&counts) {
            assert_eq!(engine.perft(depth), *count, "{game} at depth {depth}");
        }
        engine.quietly(&[&format!("play move={}", moves[0]), &format!("pos pos={position}")]);
        assert_eq!((engine.fen(), engine.legal_moves()), (fen, moves), "{game}");
        engine.finish();
    }
}

#[test]
fn a_fen_restores_its_position() {
    for game in games() {
        play_at_random(game, 60);
    }
}

/// Plays a random game; a second engine gets every position as FEN, and finally all moves at once.
fn play_at_random(game: &str, plies: usize) {
    let mut picker = Picker(plies as u64);
    let mut player = engine_for(game);
    let mut reader = engine_for(game);
    let (start, _) = start_of(game);
    let mut played: Vec<String> = Vec::new();
    for _ in 0..plies {
        let (fen, moves) = (player.fen(), player.legal_moves());
        reader.quietly(&[&format!("pos fen={fen}")]);
        assert_eq!((reader.fen(), reader.legal_moves()), (fen, moves.clone()), "{game} after {played:?}");
        if moves.is_empty() {
            assert!(player.status().0.ends_with("-win"));
            break;
        }
        let mv = picker.pick(&moves).to_owned();
        player.quietly(&[&format!("play move={mv}")]);
        played.push(mv);
    }
    assert!(played.len() > 20, "{game} ended after {played:?}");
    reader.quietly(&[&format!("pos pos={start} moves=\"{}\"", played.join(" "))]);
    assert_eq!(reader.fen(), player.fen(), "{game}");
    assert_eq!(reader.legal_moves(), player.legal_moves(), "{game}");
    player.finish();
    reader.finish();
}

#[test]
fn play_reads_captures_in_every_form() {
    for capture in ["28x19x23", "28x19"] {
        let mut engine = engine_for("normal");
        engine.quietly(&["play move=32-28", "play move=19-23", &format!("play move={capture}")]);
        let fen = engine.fen();
        assert!(fen.starts_with("B:W19,31,33,"), "{fen}");
        engine.finish();
    }
    // Captured cells are written in board order, and read in any order.
    let mut engine = engine_for("normal");
    engine.quietly(&["pos fen=W:W47:B41,31,22"]);
    assert_eq!(engine.legal_moves(), ["47x18x22x31x41"]);
    engine.quietly(&["play move=47x18x41x31x22"]);
    assert_eq!(engine.status(), ("white-win".to_owned(), "no-pieces".to_owned()));
    engine.finish();
}

#[test]
fn captured_cells_distinguish_captures_with_the_same_ends() {
    let mut engine = engine_for("normal");
    engine.quietly(&["pos fen=W:WK46:B7,17,21,37,39"]);
    assert_eq!(engine.legal_moves(), ["46x2x7x17x37", "46x2x7x21x37"]);
    let message = engine.refusal("play move=46x2");
    assert!(message.contains("46x2x7x17x37") && message.contains("46x2x7x21x37"), "{message}");
    engine.quietly(&["play move=46x2x37x21x7"]);
    assert_eq!(engine.fen(), "B:WK2:B17,39");
    engine.finish();
}

/// As in PDN: with the cells where the capture turns.
#[test]
fn play_reads_captures_by_their_path() {
    let start = "W:WK47:B14,19,29,31,42";
    let mut engine = engine_for("normal");
    let mut ends = Vec::new();
    for path in ["47x38x24x13x36", "47x38x20x9x36"] {
        engine.quietly(&[&format!("pos fen={start}"), &format!("play move={path}")]);
        ends.push(engine.fen());
    }
    assert_eq!(ends, ["B:WK36:B14", "B:WK36:B19"]);
    engine.finish();
}

#[test]
fn the_vanguard_is_part_of_fen_and_pos() {
    let mut engine = engine_for("vanguard");
    engine.quietly(&["play move=32-28"]);
    assert!(engine.fen().ends_with(":V28"));
    engine.quietly(&["pos fen=B:WK10,28:B1,19:V28"]);
    assert_eq!(engine.fen(), "B:WK10,28:B1,19:V28");
    let (position, _) = start_of("vanguard");
    engine.quietly(&[&format!("pos pos=B{} vanguard=33", &position[1..])]);
    assert!(engine.fen().ends_with(":V33"));
    engine.quietly(&["pos fen=W:WK10,28:B1,19"]);
    assert_eq!(engine.fen(), "W:WK10,28:B1,19", "a position without a vanguard has none");
    engine.finish();
}

#[test]
fn king_moves_are_part_of_fen_and_pos() {
    let mut engine = engine_for("frisian");
    engine.quietly(&["pos fen=W:WK47,50:BK4,1 moves=\"47-41 4-15 41-47 15-4 47-41 4-15\""]);
    assert_eq!(engine.fen(), "W:WK41,50:B1,K15:+315+341");
    assert_eq!(engine.legal_moves(), ["50-44", "50-45"], "the king must rest");
    engine.quietly(&["play move=50-45", "play move=1-6"]);
    assert_eq!(engine.fen(), "W:WK41,45:B6,K15", "both have moved something else");
    let pieces = "WeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeWeeee";
    engine.quietly(&[&format!("pos pos={pieces} king-moves=W46+2")]);
    assert_eq!(engine.fen(), "W:W43,K46:BK5:+0+246");
    for (argument, words) in [
        ("W46+4", "1, 2 or 3"),
        ("W46+0", "1, 2 or 3"),
        ("46+2", "W or B"),
        ("W46", "'+'"),
        ("W51+2", "a cell"),
        ("W46+2,W46+1", "one king per side"),
        ("W46+2;B5+1", "its end"),
        ("W43+2", "white king on 43"),
        ("W5+2", "white king on 5"),
        ("B5+1", "a side without men"),
    ] {
        let error = engine.answer(&format!("pos pos={pieces} king-moves={argument}"));
        assert!(error.starts_with("error message=") && error.contains(words), "{argument}: {error}");
    }
    for (fen, words) in [
        ("W:W40,K46,K47:BK5:+0+2", "expected exactly one white king, found 2"),
        ("W:W40,K46:BK5:+0+446", "+<Black's moves"),
        ("W:W40,K46:BK5:+0+046", "+<Black's moves"),
    ] {
        let error = engine.answer(&format!("pos fen={fen}"));
        assert!(error.starts_with("error message=") && error.contains(words), "{fen}: {error}");
    }
    assert_eq!(engine.fen(), "W:W43,K46:BK5:+0+246", "the position stays");
    engine.quietly(&["pos fen=W:W40,K46:BK5,6:+1+2"]);
    assert_eq!(engine.fen(), "W:W40,K46:BK5,6:+105+246", "each side has one king");
    engine.quietly(&["pos fen=W:W40,K46:BK5,6:H0:F1:+0+0"]);
    assert_eq!(engine.fen(), "W:W40,K46:BK5,6:H0:F1");
    engine.finish();
}

/// The error says how to choose the game.
#[test]
fn positions_of_other_games_are_recognized() {
    let mut engine = engine_for("normal");
    let (dameo, _) = start_of("dameo");
    for command in ["pos fen=W:We2,e3:Bd6", &format!("pos pos={dameo}")] {
        let error = engine.answer(command);
        for word in ["error message=\"", "fits dameo, ", "choose the game with the parameter variant"] {
            assert!(error.contains(word), "{word}: {error}");
        }
    }
    // A position that a game refuses does not fit it, and one that the own game can read needs no hint.
    for (game, fen) in [("dameo", "W:W1:B2"), ("normal", "W:W1:B20"), ("english", "W:W1:B20")] {
        let error = engine_for(game).refusal(&format!("pos fen={fen}"));
        assert!(!error.contains("fits"), "{game}: {error}");
    }
    assert!(engine_for("english").refusal("pos fen=W:W31:B36").contains("it fits normal, "));
    engine.quietly(&["set-param name=variant value=Dameo", "pos fen=\"w:w E2, e3 : b kd8\""]);
    assert_eq!(engine.fen(), "W:We2,e3:BKd8");
    engine.finish();
}

#[test]
fn moves_update_the_counts_of_a_fen() {
    let mut engine = engine_for("normal");
    engine.quietly(&["pos fen=W:W31,K47:BK3,6:H7:F40 moves=\"47-41 3-8\""]);
    assert_eq!(engine.fen(), "W:W31,K41:B6,K8:H9:F41");
    engine.quietly(&["play move=31-26"]);
    assert_eq!(engine.fen(), "B:W26,K41:B6,K8:H0:F41");
    engine.quietly(&["pos fen=W:B6,K3:WK47"]);
    assert_eq!(engine.fen(), "W:WK47:BK3,6", "fields absent from the input are not written");
    engine.finish();
}

#[test]
fn numbers_may_count_from_whites_side() {
    let mut engine = engine_for("brazilian");
    engine.quietly(&["pos fen=W:W22,21,K29:B18,7", "set-param name=white-numbers value=true"]);
    assert_eq!(engine.answer("legal-moves"), "legal-moves count=1 moves=\"10x19x14\"");
    for illegal in ["10x19x15", "22x15x18", "10x33"] {
        assert!(engine.answer(&format!("play move={illegal}")).starts_with("error message="), "{illegal}");
    }
    engine.quietly(&["play move=10x19"]);
    assert_eq!(engine.answer("fen"), "fen fen=\"B:W15,21,K29:B7\"");
    engine.quietly(&["pos fen=W:W22,21,K29:B18,7 moves=\"10x19x14\""]);
    let best = engine.search(&["level depth=1", "go think"]).best.expect("a move");
    assert!(best.starts_with("27-2"), "{best}");
    // Other games keep their cell names.
    for game in names_of_files() {
        let mut engine = engine_for(game);
        let usual = engine.legal_moves();
        engine.quietly(&["set-param name=white-numbers value=true"]);
        assert_eq!(engine.legal_moves(), usual, "{game}");
    }
    engine.quietly(&["set-param name=variant value=normal", "play move=32-28"]);
    engine.quietly(&["set-param name=variant value=brazilian", "play move=c3-d4", "play move=21-17"]);
    engine.quietly(&["set-param name=white-numbers value=false", "play move=23-19"]);
}

#[test]
fn turkish_numbers_may_count_from_whites_side() {
    let mut engine = engine_for("turkish");
    engine.quietly(&["pos fen=W:Wd4,b2:Bd5,e4,h8", "set-param name=white-numbers value=true"]);
    assert_eq!(engine.answer("legal-moves"), "legal-moves count=2 moves=\"28x30x29 28x44x36\"");
    assert!(engine.answer("play move=28x43x36").starts_with("error message="));
    engine.quietly(&["play move=28x44"]);
    assert_eq!(engine.answer("fen"), "fen fen=\"B:Wb2,d6:Be4,h8\"");
    engine.quietly(&[
        "pos fen=W:Wd4,b2:Bd5,e4,h8 moves=\"d4xd6 29-21\"",
        "set-param name=white-numbers value=false",
    ]);
    assert_eq!(engine.answer("fen"), "fen fen=\"W:Wb2,d6:Be3,h8\"");
    // Numbers are not accepted without the parameter.
    assert!(engine.answer("play move=10-18").starts_with("error message="));
    engine.quietly(&["play move=b2-b3"]);
    engine.finish();
}

#[test]
fn status_names_winner_and_reason() {
    let cases = [
        ("normal", "W:W31:B6", "none", "none"),
        ("normal", "W:W:B6", "black-win", "no-pieces"),
        ("normal", "B:W31:B", "white-win", "no-pieces"),
        ("normal", "W:W36:B31,27", "black-win", "no-moves"),
        ("dameo", "B:Wc3:B", "white-win", "no-pieces"),
        ("hexdame", "W:W:BKe5", "black-win", "no-pieces"),
        ("dameo", "W:Wa1:BKh8", "none", "none"),
        ("normal", "W:WK46:BK5:H10", "draw", "5-moves"),
        ("normal", "W:WK46,K47,K48:BK5:H32", "draw", "16-moves"),
        ("vanguard", "W:WK46,K47:BK5,K4:H50", "draw", "25-moves"),
        ("brazilian", "W:WK1,K2:BK32:H10", "draw", "5-moves"),
        ("brazilian", "W:WK1,K2,K3:BK32:H30", "draw", "15-moves"),
        ("brazilian", "W:WK1,29:BK32,4:H30", "draw", "15-moves"),
        ("brazilian", "W:WKb8,Kd8,Kf8:BKg1:H29", "none", "none"),
        ("russian", "W:WKb8,Kd8:BKg1:H10", "draw", "5-moves"),
        ("russian", "W:WK1,K2,K3:BK32:H30", "draw", "15-moves"),
        ("russian", "W:WKb8,Kd8,Kf8:BKc1:H29", "none", "none"),
        ("frisian", "W:WK46,K47:BK4:H13", "none", "none"),
        ("frisian", "W:WK46,K47:BK4:H14", "draw", "7-moves"),
        ("frisian", "W:WK46:BK4:H4", "draw", "2-moves"),
        ("frisian", "W:WK46,6:B1:+0+346", "black-win", "no-moves"),
        ("frisian", "W:WK46,6:B1:+0+246", "none", "none"),
        ("bt", "W:WK1,38:B17", "white-win", "promotion"),
        ("bt", "B:WK1,38:B17", "white-win", "promotion"),
        ("bt", "W:W36:B27,31", "black-win", "no-moves"),
        ("losing", "W:W:B27", "white-win", "no-pieces"),
        ("losing", "B:W27:B", "black-win", "no-pieces"),
        ("losing", "W:W36:B27,31", "white-win", "no-moves"),
        ("turkish", "W:WKa1:BKh7", "draw", "king-against-king"),
        ("turkish", "W:WKa1:BKg1", "none", "none"),
    ];
    for (game, fen, result, reason) in cases {
        let mut engine = engine_for(game);
        engine.quietly(&[&format!("pos fen={fen}")]);
        assert_eq!(engine.status(), (result.to_owned(), reason.to_owned()), "{game} {fen}");
        if result.ends_with("-win") {
            assert!(engine.legal_moves().is_empty(), "{game} {fen}");
        }
        engine.finish();
    }
}

#[test]
fn lines_after_a_count_are_handled_in_order() {
    let mut engine = EngineProcess::start();
    engine.send_all(&["perft depth=5", "play move=32-28", "perft depth=1", "fen", "status"]);
    engine.close_input();
    let rest = engine.rest();
    let words: Vec<&str> = rest.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(words, ["perft", "perft", "fen", "status"]);
    assert!(rest[0].starts_with("perft depth=5 nodes=27117 time="), "{}", rest[0]);
    assert!(rest[1].starts_with("perft depth=1 nodes=9 time="), "{}", rest[1]);
    engine.ends_well();
}

/// The moves or paths in the last value of an answer.
fn listed(answer: &str) -> Vec<String> {
    let list = answer.rsplit('"').nth(1).expect("a list");
    list.split(' ').filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

#[test]
fn captures_and_their_paths_lead_to_the_same_position() {
    for game in games() {
        let (mut engine, mut picker) = (engine_for(game), Picker(7));
        let (mut seen, mut longest) = (0, 0);
        let start = format!("pos pos={}", start_of(game).0);
        for _ in 0..20 {
            engine.quietly(&[&start]);
            let mut before = engine.fen();
            for _ in 0..60 {
                let legal = listed(&engine.answer("legal-moves"));
                if legal.is_empty() {
                    break;
                }
                let mv = picker.pick(&legal).to_owned();
                let path = listed(&engine.answer(&format!("paths moves=\"{mv}\""))).remove(0);
                assert_eq!(engine.fen(), before, "{game} {mv}: the position stays");
                engine.quietly(&[&format!("play move={mv}")]);
                let after = engine.fen();
                let cells: Vec<&str> = path.split('-').collect();
                longest = longest.max(cells.len());
                let mut ends = mv.split(['-', 'x']);
                assert_eq!(
                    (ends.next(), ends.next()),
                    (cells.first().copied(), cells.last().copied()),
                    "{game} {mv}"
                );
                if mv.contains('x') {
                    seen += 1;
                    // The path, read as PDN, is the same move.
                    let as_pdn = format!("play move={}", path.replace('-', "x"));
                    engine.quietly(&[&format!("pos fen={before}"), &as_pdn]);
                    assert_eq!(engine.fen(), after, "{game} {before} {mv} {path}");
                }
                before = after;
            }
        }
        assert!(seen > 100 && longest > 2, "{game}: {seen} captures, at most {longest} cells");
        assert!(engine.answer("paths moves=\"1-50\"").starts_with("error message="), "{game}");
        engine.finish();
    }
}
