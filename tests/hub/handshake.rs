//! The handshake: the identity of the engine, its parameters, and their effects.

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{arguments, engine_for, error_message, values};

const PARAMETERS: [&str; 22] = [
    "variant",
    "rules-file",
    "halt",
    "vanguard-scope",
    "draw-rule",
    "king-against-man",
    "threads",
    "hash",
    "move-overhead",
    "multi-pv",
    "ponder",
    "white-numbers",
    "level",
    "tables",
    "eval-file",
    "tables-pieces",
    "tables-cache",
    "book",
    "book-ply",
    "book-margin",
    "book-file",
    "book-seed",
];

/// The value that `hub` declares for each parameter.
fn declared(engine: &mut EngineProcess) -> Vec<(String, String)> {
    let answers = engine.answers("hub");
    let (first, params) = answers.split_first().expect("hub is answered");
    let (last, params) = params.split_last().expect("the answer to hub has several lines");
    let id = values(first, "id", &["name", "version", "author"]);
    assert!(id[0] == "coupturc" && !id[1].is_empty() && !id[2].is_empty(), "{first}");
    assert_eq!(last, "wait");
    params.iter().map(|line| declaration(line)).collect()
}

/// Checks a `param` line, and returns its name and value.
fn declaration(line: &str) -> (String, String) {
    let (word, list) = arguments(line);
    assert_eq!(word, "param");
    let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    let value = list[1].1;
    match list[2].1 {
        "enum" => {
            assert_eq!(names, ["name", "value", "type", "values"], "{line}");
            assert!(list[3].1.split(' ').any(|offered| offered == value), "the value is offered: {line}");
        }
        "int" => {
            assert_eq!(names, ["name", "value", "type", "min", "max"], "{line}");
            let [min, max] = [list[3].1, list[4].1].map(|limit| limit.parse::<u64>().expect("a limit"));
            assert!((min..=max).contains(&value.parse().expect("a number")), "{line}");
        }
        "bool" => {
            assert_eq!(names, ["name", "value", "type"], "{line}");
            assert!(["true", "false"].contains(&value), "{line}");
        }
        "string" => assert_eq!(names, ["name", "value", "type"], "{line}"),
        other => panic!("type {other} in {line}"),
    }
    (list[0].1.to_owned(), value.to_owned())
}

fn value_of(engine: &mut EngineProcess, parameter: &str) -> String {
    let value = declared(engine).into_iter().find(|(name, _)| name == parameter);
    value.unwrap_or_else(|| panic!("{parameter} is declared")).1
}

fn set(name: &str, value: &str) -> String {
    format!("set-param name={name} value={value}")
}

#[test]
fn the_handshake_follows_hub() {
    let mut engine = EngineProcess::start();
    let declared = declared(&mut engine);
    let names: Vec<&str> = declared.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, PARAMETERS);
    assert_eq!(engine.answers("init"), ["ready"]);
    engine.finish();
}

#[test]
fn parameters_may_change_after_init() {
    let mut engine = EngineProcess::start();
    engine.answers("hub");
    engine.quietly(&[&set("variant", "dameo")]);
    assert_eq!(engine.answers("init"), ["ready"]);
    engine.quietly(&[&set("variant", "hexdame"), &set("hash", "8")]);
    assert_eq!(engine.answers("init"), ["ready"]);
    assert_eq!(engine.answers("init"), ["ready"]);
    assert!(engine.fen().starts_with("W:Wa1,a2,a3,a4,b1,"));
    engine.finish();
}

#[test]
fn a_second_hub_declares_the_current_values() {
    let mut engine = EngineProcess::start();
    let wanted = [
        ("variant", "vanguard"),
        ("rules-file", "none"),
        ("halt", "killer-light"),
        ("vanguard-scope", "whole"),
        ("draw-rule", "repetition"),
        ("king-against-man", "play"),
        ("threads", "2"),
        ("hash", "3"),
        ("move-overhead", "250"),
        ("multi-pv", "4"),
        ("ponder", "true"),
        ("white-numbers", "true"),
        ("level", "3"),
        ("tables", "none"),
        ("eval-file", "hand-made"),
        ("tables-pieces", "3"),
        ("tables-cache", "17"),
        ("book", "true"),
        ("book-ply", "7"),
        ("book-margin", "12"),
        ("book-file", "auto"),
        ("book-seed", "5"),
    ];
    for (name, value) in wanted {
        engine.quietly(&[&set(name, value)]);
    }
    let wanted: Vec<_> =
        wanted.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    assert_eq!(declared(&mut engine), wanted);
    let outside = [
        ("threads", "0"),
        ("threads", "257"),
        ("hash", "0"),
        ("multi-pv", "101"),
        ("halt", "x"),
        ("king-against-man", "x"),
        ("ponder", "maybe"),
        ("white-numbers", "1"),
        ("level", "21"),
        ("book", "yes"),
        ("book-ply", "1001"),
        ("book-margin", "-1"),
    ];
    for (name, value) in outside {
        error_message(&engine.answer(&set(name, value)));
    }
    assert_eq!(declared(&mut engine), wanted, "rejected values change nothing");
    engine.finish();
}

#[test]
fn unknown_words_are_ignored() {
    let mut engine = EngineProcess::start();
    engine.quietly(&[
        &set("book", "true"),
        &set("bb-book", "auto"),
        "set-param name=book-ply value=4 flavour=sweet",
        "sing loudly pitch=440 words=\"a b c\"",
        "hubba",
        "Ping",
        "level depth=3 mood=good hurry",
        "set-param name=hash value=2 by=me",
        "pos fen=W:W31-50:B1-20 event=\"the final\"",
        "new-game loudly",
    ]);
    assert_eq!(value_of(&mut engine, "hash"), "2");
    assert_eq!(engine.answers("init quickly=yes"), ["ready"]);
    engine.finish();
}

#[test]
fn extra_spaces_and_both_line_ends_are_accepted() {
    let mut engine = EngineProcess::start();
    engine.send_bytes(b"\n\r\n   \n\t\r\n  ping  \r\n\tping\t\n");
    assert_eq!([engine.line(), engine.line()], ["pong", "pong"]);
    engine.send_bytes(b"set-param\tname=hash  \t value=\"5\"  \r\n  pos\tfen=\"W:WK1:BK50\"\t\r\n");
    assert_eq!(engine.fen(), "W:WK1:BK50");
    assert_eq!(value_of(&mut engine, "hash"), "5");
    // The last line needs no end.
    engine.send_bytes(b"ping");
    engine.close_input();
    assert_eq!(engine.rest(), ["pong"]);
    engine.ends_well();
}

#[test]
fn killer_is_normal_with_a_halt_rule() {
    // From 5 over 14 along the long diagonal: without a halt rule the king can continue as far as 46.
    const FEN: &str = "pos fen=W:WK5:BK14";
    let mut killer = engine_for("killer");
    let declared_now = declared(&mut killer);
    assert_eq!(&declared_now[0], &("variant".to_owned(), "killer".to_owned()));
    assert_eq!(&declared_now[2], &("halt".to_owned(), "killer".to_owned()));
    let mut normal = engine_for("normal");
    normal.quietly(&[FEN]);
    killer.quietly(&[FEN]);
    let free = normal.legal_moves();
    let halting = killer.legal_moves();
    assert_eq!((halting.len(), free.len()), (1, 7), "{halting:?} of {free:?}");
    normal.quietly(&[&set("halt", "killer")]);
    assert_eq!(normal.legal_moves(), halting);
    killer.quietly(&[&set("halt", "none")]);
    assert_eq!(killer.legal_moves(), free);
    killer.finish();
}

#[test]
fn leaving_killer_resets_the_halt_rule() {
    let mut engine = engine_for("killer");
    engine.quietly(&[&set("variant", "normal")]);
    assert_eq!(value_of(&mut engine, "variant"), "normal");
    assert_eq!(value_of(&mut engine, "halt"), "none");
    engine.finish();
}

#[test]
fn killer_without_its_halt_rule_can_become_normal() {
    let mut engine = engine_for("killer");
    engine.quietly(&[&set("halt", "none"), &set("variant", "normal")]);
    assert_eq!(value_of(&mut engine, "variant"), "normal");
    engine.finish();
}

#[test]
fn international_is_read_as_normal() {
    let mut engine = engine_for("dameo");
    engine.quietly(&[&set("variant", "international")]);
    assert_eq!(value_of(&mut engine, "variant"), "normal");
    assert_eq!(engine.legal_moves().len(), 9);
    engine.finish();
}

#[test]
fn names_of_halt_rules_stand_for_normal_with_that_rule() {
    let mut engine = engine_for("dameo");
    for (name, declared) in [("killer", "killer"), ("damme", "normal"), ("winther", "normal")] {
        engine.quietly(&[&set("variant", name)]);
        assert_eq!([value_of(&mut engine, "variant"), value_of(&mut engine, "halt")], [declared, name]);
    }
    engine.quietly(&[&set("variant", "normal")]);
    assert_eq!(value_of(&mut engine, "halt"), "none", "the rule goes with the name");
    engine.finish();
}

#[test]
fn only_a_new_variant_restarts_the_game() {
    let mut engine = engine_for("normal");
    let start = engine.fen();
    engine.quietly(&["play move=32-28"]);
    let played = engine.fen();
    engine.quietly(&[&set("variant", "normal"), &set("variant", "international")]);
    assert_eq!(engine.fen(), played, "the same variant keeps the game");
    engine.quietly(&[&set("variant", "vanguard")]);
    assert_eq!(engine.fen(), start, "another variant restarts");
    engine.quietly(&["play move=32-28", &set("variant", "normal")]);
    assert_eq!(engine.fen(), start);
    engine.finish();
}

#[test]
fn other_rules_keep_the_position() {
    let mut engine = engine_for("vanguard");
    engine.quietly(&["play move=32-28", "play move=19-23", "play move=28x19"]);
    let fen = engine.fen();
    assert!(fen.ends_with(":V19"), "{fen}");
    let changes = [("halt", "damme"), ("vanguard-scope", "whole"), ("draw-rule", "repetition")];
    let settings = [("hash", "4"), ("tt-size", "18"), ("threads", "2"), ("multi-pv", "2")];
    for (name, value) in changes.into_iter().chain(settings) {
        engine.quietly(&[&set(name, value)]);
        assert_eq!(engine.fen(), fen, "after setting {name}");
    }
    assert_eq!(value_of(&mut engine, "hash"), "4", "2 to the 18th entries of 16 bytes");
    engine.finish();
}

#[test]
fn settings_survive_a_change_of_the_game() {
    let mut engine = EngineProcess::start();
    engine.quietly(&[&set("hash", "7"), &set("threads", "2"), &set("halt", "winther")]);
    engine.quietly(&[&set("variant", "dameo")]);
    for (name, value) in [("hash", "7"), ("threads", "2"), ("halt", "winther"), ("variant", "dameo")] {
        assert_eq!(value_of(&mut engine, name), value);
    }
    engine.finish();
}
