//! Bad input: one error that names the problem, an unchanged state, and an engine that keeps running.

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{engine_for, error_message};

/// The visible state of an idle engine.
fn state(engine: &mut EngineProcess) -> (String, Vec<String>, (String, String), Vec<String>) {
    (engine.fen(), engine.legal_moves(), engine.status(), engine.answers("hub"))
}

/// Sends each line to an engine for `game`: each must get one error with all of its words, and change nothing.
fn reject_all(game: &str, cases: &[(&str, &[&str])]) {
    let mut engine = engine_for(game);
    let moves = engine.legal_moves();
    engine.quietly(&[&format!("play move={}", moves[0])]);
    let before = state(&mut engine);
    for (line, words) in cases {
        let message = engine.refusal(line);
        for word in *words {
            assert!(message.contains(word), "'{word}' is not named in answer to '{line}': {message}");
        }
        assert_eq!(state(&mut engine), before, "after '{line}'");
    }
    // Rejected limits have no effect, and the engine still searches.
    let search = engine.search(&["level depth=2", "go think"]);
    assert_eq!(search.last().depth, 2);
    engine.finish();
}

#[test]
fn bad_parameters_are_rejected() {
    reject_all(
        "normal",
        &[
            ("set-param", &["set-param", "name"]),
            ("set-param name=hash", &["set-param", "value"]),
            ("set-param value=3", &["set-param", "name"]),
            ("set-param name=variant value=chess", &["variant", "chess", "dameo", "english"]),
            ("set-param name=variant value=\"\"", &["variant"]),
            ("set-param name=halt value=always", &["halt", "always", "winther"]),
            ("set-param name=vanguard-scope value=last", &["vanguard-scope", "last", "whole"]),
            ("set-param name=draw-rule value=none", &["draw-rule", "none", "fmjd"]),
            ("set-param name=king-against-man value=loss", &["king-against-man", "loss", "play"]),
            ("set-param name=threads value=0", &["threads", "0", "1"]),
            ("set-param name=threads value=-1", &["threads", "-"]),
            ("set-param name=threads value=many", &["threads", "many"]),
            ("set-param name=threads value=1.5", &["threads", "1.5"]),
            ("set-param name=threads value=257", &["threads", "257", "256"]),
            ("set-param name=hash value=0", &["hash", "0"]),
            ("set-param name=hash value=1048577", &["hash", "1048577", "1048576"]),
            ("set-param name=hash value=99999999999999999999", &["hash", "99999999999999999999"]),
            ("set-param name=hash value=1e3", &["hash", "1e3"]),
            ("set-param name=hash value=", &["hash"]),
            ("set-param name=hash value=\" 16\"", &["hash"]),
            ("set-param name=tt-size value=15", &["tt-size", "15"]),
            ("set-param name=tt-size value=64", &["tt-size", "64"]),
            ("set-param name=move-overhead value=10001", &["move-overhead", "10001"]),
            ("set-param name=multi-pv value=0", &["multi-pv", "0"]),
            ("set-param name=multi-pv value=0x2", &["multi-pv", "0x2"]),
        ],
    );
}

#[test]
fn bad_limits_are_rejected() {
    reject_all(
        "hexdame",
        &[
            ("level depth=0", &["level", "depth", "0"]),
            ("level depth=-3", &["depth", "-"]),
            ("level depth=4294967296", &["depth", "4294967296"]),
            ("level depth=99999999999999999999", &["depth", "99999999999999999999"]),
            ("level depth=3.5", &["depth", "3.5"]),
            ("level depth=", &["depth"]),
            ("level depth", &["depth"]),
            ("level nodes=0", &["nodes", "0"]),
            ("level nodes=1e6", &["nodes", "1e6"]),
            ("level nodes=18446744073709551616", &["nodes", "18446744073709551616"]),
            ("level move-time=soon", &["move-time", "soon"]),
            ("level move-time=1e400", &["move-time", "1e400"]),
            ("level move-time=nan", &["move-time", "nan"]),
            ("level move-time=inf", &["move-time", "inf"]),
            ("level move-time=-inf", &["move-time", "-inf"]),
            ("level move-time=1,", &["move-time", "1,"]),
            ("level move-time=,5", &["move-time", ",5"]),
            ("level move-time=1,5,5", &["move-time", "1,5,5"]),
            ("level move-time=1,5e3", &["move-time", "1,5e3"]),
            ("level move-time=\"1 2\"", &["move-time", "1 2"]),
            ("level time=", &["time"]),
            ("level time=1 inc=x", &["inc", "x"]),
            ("level time=1 moves=0", &["moves", "0"]),
            ("level time=1 moves=-1", &["moves", "-"]),
            ("level moves=3", &["level", "time"]),
            ("level inc=1", &["level", "time"]),
            ("level depth=1 nodes=0", &["nodes", "0"]),
        ],
    );
}

#[test]
fn bad_positions_are_rejected() {
    const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    let lines = [
        (format!("pos pos={START}e"), "51"),
        (format!("pos pos={}", &START[..50]), "49"),
        (format!("pos pos=w{}", &START[1..]), "W or B"),
        (format!("pos pos={}", START.replacen('e', "x", 1)), "'x' at character 22"),
        (format!("pos pos={}", START.replacen('e', "\u{fc}", 1)), "'\u{fc}' at character 22"),
        (format!("pos pos={}", START.replacen('e', "\0", 1)), "character 22"),
        (format!("pos pos=W{}", "e".repeat(50)), "no piece"),
        (format!("pos pos=Ww{}", "e".repeat(49)), "white man stands on 1,"),
        (format!("pos pos=W{}b", "e".repeat(49)), "black man stands on 50,"),
        (format!("pos pos={START} fen=W:W31:B1"), "both"),
        (format!("pos pos={START} vanguard=20"), "vanguard"),
        ("pos fen=W:W31:B1 vanguard=20".to_owned(), "no vanguard"),
        (format!("pos pos={START} moves=\"32-28 19-24 28-24\""), "move 3 '28-24'"),
        (format!("pos pos={START} moves=\"32-28 19-23 28x19 28x19\""), "move 4 '28x19'"),
        (format!("pos pos={START} moves=\"32-51\""), "5"),
        (format!("pos pos={START} moves=\"32-28,19-23\""), "',' at character 6"),
        ("pos pos=W moves=x".to_owned(), "0 cells"),
        ("pos pos=".to_owned(), "W or B"),
    ];
    let cases: Vec<(&str, Vec<&str>)> = lines.iter().map(|(line, word)| (&line[..], vec![*word])).collect();
    let cases: Vec<(&str, &[&str])> = cases.iter().map(|(line, words)| (*line, &words[..])).collect();
    reject_all("normal", &cases);
}

#[test]
fn the_place_of_a_bad_move_is_named() {
    reject_all(
        "normal",
        &[
            ("pos fen=W:W31-50:B1-20 moves=\"32-28 19-23 x\"", &["'x' at character 13"]),
            ("pos fen=W:W31-50:B1-20 moves=\"32+28\"", &["'+' at character 3"]),
            ("pos fen=W:W31-50:B1-20 moves=\"32-28 88-24\"", &["character 7"]),
        ],
    );
}

#[test]
fn bad_fens_and_moves_are_rejected() {
    reject_all(
        "normal",
        &[
            ("pos", &["pos", "fen"]),
            ("pos moves=\"32-28\"", &["pos", "fen"]),
            ("pos fen=", &["FEN", "W or B"]),
            ("pos fen=W", &["FEN", "':'"]),
            ("pos fen=W:W31:B1:X5", &["FEN", "'X'"]),
            ("pos fen=W:W51:B1", &["FEN"]),
            ("pos fen=W:W0:B1", &["FEN"]),
            ("pos fen=W:W50-31:B1", &["FEN", "range"]),
            ("pos fen=W:W31,31:B1", &["31", "two pieces"]),
            ("pos fen=W:W31:B31", &["31", "two pieces"]),
            ("pos fen=W:W:B", &["no piece"]),
            ("pos fen=W:W5:B", &["white man", "5"]),
            ("pos fen=W:W31:B46", &["black man", "46"]),
            ("pos fen=W:W31:B1:V1", &["normal", "vanguard"]),
            ("pos fen=W:W31:B1:H65536", &["FEN", "H"]),
            ("pos fen=W:W31:B1:F99999999999999999999", &["FEN", "F"]),
            ("pos fen=W:W31:B1:H-1", &["FEN", "H"]),
            ("pos fen=W:Wa1:Bb2", &["FEN", "'a'"]),
            ("play", &["play", "move"]),
            ("play move=", &["move"]),
            ("play move=32-28", &["32-28", "legal"]),
            ("play move=20-24x3", &["move"]),
            ("play move=99999999999999999999-1", &["move"]),
            ("play move=\"20-24 31-27\"", &["move", "20-24 31-27"]),
            ("perft", &["perft", "depth"]),
            ("perft depth=-1", &["perft", "depth", "-"]),
            ("perft depth=101", &["perft", "101"]),
            ("perft depth=1e400", &["perft", "1e400"]),
            ("perft depth=99999999999999999999", &["perft", "99999999999999999999"]),
        ],
    );
}

#[test]
fn positions_of_other_games_are_rejected() {
    reject_all(
        "vanguard",
        &[
            ("pos fen=B:W31,28:B1,2:V29", &["vanguard", "29"]),
            ("pos fen=B:W31,28:B1,2:V1", &["vanguard", "1"]),
            ("pos fen=B:W31,K28:B1,2:V28", &["vanguard", "28"]),
            ("pos fen=B:W31,28:B1,2:V51", &["FEN"]),
            ("pos fen=B:W31,28:B1,2 vanguard=28", &["vanguard", "fen"]),
        ],
    );
    reject_all(
        "dameo",
        &[
            ("pos fen=W:W31:B1", &["FEN", "'3'"]),
            ("pos fen=W:Wa8:Bb2", &["white man", "a8"]),
            ("pos fen=W:Wa7:Bb1", &["black man", "b1"]),
            ("pos fen=W:Wi1:Bb2", &["FEN", "'i'"]),
            ("pos fen=W:Wa1-a3:Bb2", &["FEN", "'-'"]),
            ("pos fen=B:Wa1:Bb7:Va1", &["dameo", "vanguard"]),
            ("pos fen=W:Wa1:Bb2 moves=\"a1-a9\"", &["moves"]),
        ],
    );
    reject_all("hexdame", &[("pos fen=W:Wa6:Bb2", &["FEN"]), ("pos fen=W:We9:Bb2", &["white man", "e9"])]);
    reject_all("harzdame", &[("pos fen=W:Wc8:Bh1", &["c8"]), ("pos fen=W:Wa1:Ba6", &["black man", "a6"])]);
}

#[test]
fn malformed_lines_are_rejected() {
    reject_all(
        "normal",
        &[
            ("pos pos=\"Wbb", &["closing quote"]),
            ("level depth=3\"", &["line", "'"]),
            ("level depth=\"3\"4", &["line", "space"]),
            ("level =3", &["line", "character 7"]),
            ("play \"move\"=32-28", &["line", "character 6"]),
        ],
    );
}

#[test]
fn a_bad_go_gets_an_error_and_a_bare_done() {
    for line in ["go", "go home", "go think=", "go THINK", "go mode=think", "go think\" ", "go \"think\""] {
        let mut engine = engine_for("normal");
        let answers = engine.answers(line);
        if line == "go think=" {
            // A flag with an empty value is a flag.
            engine.send("stop");
            engine.rest_of_search(false);
            continue;
        }
        assert_eq!(answers.len(), 2, "{line}: {answers:?}");
        error_message(&answers[0]);
        assert_eq!(answers[1], "done", "{line}");
        engine.finish();
    }
}

#[test]
fn unreadable_lines_leave_the_next_line_intact() {
    let mut engine = engine_for("normal");
    let before = state(&mut engine);
    let megabyte = vec![b'x'; 1 << 20];
    let long_position = [b"pos pos=W", &megabyte[..]].concat();
    let lines: [(&[u8], &str); 6] = [
        (&megabyte, "262144"),
        (&long_position, "262144"),
        (b"pos pos=W\xff\xfe", "byte 10"),
        (b"\xc3\x28", "byte 1"),
        (b"sing \x80", "byte 6"),
        (b"ping \xed\xa0\x80", "byte 6"),
    ];
    for (line, word) in lines {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
        let answers = engine.answers_so_far();
        assert_eq!(answers.len(), 1, "{answers:?}");
        let message = error_message(&answers[0]);
        assert!(message.contains(word), "'{word}' is not named in {message}");
        assert_eq!(state(&mut engine), before);
    }
    engine.send_bytes(b"\0\0\n\x01ping\n\x7f\n\xef\xbb\xbfstop\n");
    assert!(engine.answers_so_far().is_empty(), "unknown commands");
    engine.send_bytes(b"play move=32-\x00\n");
    assert_eq!(engine.answers_so_far().len(), 1);
    engine.finish();
}

#[test]
fn lines_up_to_the_length_limit_are_read() {
    let mut engine = engine_for("normal");
    let most = format!("ping{}", " ".repeat(262_143 - "ping".len()));
    engine.send_bytes(most.as_bytes());
    engine.send_bytes(b"\n");
    assert_eq!(engine.line(), "pong");
    let moves = "32-28 19-23 28x19x23 14x23x19 ".repeat(2_000);
    let message = engine.refusal(&format!("pos fen=W:W31-50:B1-20 moves=\"{moves}\""));
    assert!(message.contains("move 5 '32-28'"), "{message}");
    engine.finish();
}

#[test]
fn most_commands_are_rejected_during_a_search() {
    for mode in ["think", "ponder", "analyze"] {
        let mut engine = engine_for("normal");
        engine.quietly(&["play move=32-28"]);
        let fen = engine.fen();
        engine.send_all(&["level infinite", &format!("go {mode}")]);
        let lines = [
            "pos fen=W:W31-50:B1-20",
            "play move=20-24",
            "new-game",
            "perft depth=1",
            "set-param name=hash value=1",
            "set-param name=variant value=dameo",
            "set-param name=halt value=killer",
            "set-param name=multi-pv value=2",
        ];
        for line in lines {
            engine.send(line);
            let answer = engine.line_beside_infos();
            let message = error_message(&answer);
            assert!(message.contains("a search is running"), "{line}: {message}");
        }
        engine.send("go think");
        error_message(&engine.line_beside_infos());
        assert_eq!(engine.line_beside_infos(), "done", "the answer to the second go");
        engine.send("fen");
        assert_eq!(engine.line_beside_infos(), format!("fen fen=\"{fen}\""));
        engine.send("stop");
        assert!(engine.rest_of_search(false).best.is_some(), "the answer to the first go");
        assert_eq!(engine.fen(), fen);
        engine.finish();
    }
}

#[test]
fn a_count_can_be_stopped() {
    let mut engine = engine_for("dameo");
    engine.send_all(&["perft depth=30", "fen"]);
    assert!(engine.answers_so_far().is_empty(), "only the pong comes before the end of the count");
    engine.send("stop");
    error_message(&engine.line());
    assert!(engine.line().starts_with("fen "));
    engine.finish();
}
