//! Misbehaving peers of the DXP server. After each of them, the next peer can play.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::dxp_peer::{Dxp, Peer, QUICK, request};

fn server(arguments: &[&str]) -> (Dxp, String) {
    Dxp::listening("127.0.0.1", arguments)
}

/// Plays as the next peer: the server must move, and answer the end of the game once.
fn next_peer_can_play(address: &str) {
    let mut peer = Peer::connect(address);
    peer.begin('W');
    assert_eq!(peer.next_of('M').len(), "M0000322800".len());
    peer.send("E00");
    assert_eq!(peer.next().as_deref(), Some("E00"));
    peer.send("E00");
    peer.send("B001W");
    assert_eq!(peer.next().as_deref(), Some("K2"), "the second end is not answered");
}

/// Checks that after a peer does `action`, the server prints `word` and the next peer can play.
fn survives(word: &str, arguments: &[&str], action: impl FnOnce(&mut Peer)) {
    let (mut server, address) = server(arguments);
    let mut peer = Peer::connect(&address);
    action(&mut peer);
    drop(peer);
    server.line_with(word);
    next_peer_can_play(&address);
}

#[test]
fn a_connection_cut_within_a_message() {
    survives("the peer is gone", &[], |peer| {
        peer.begin('Z');
        peer.send_bytes(b"M00003");
    });
}

#[test]
fn two_messages_in_one_packet() {
    survives("has left", &[], |peer| {
        peer.send_bytes(format!("{}\0Chello\0M0000322800\0", request('Z', QUICK)).as_bytes());
        assert!(peer.next_of('A').ends_with('0'));
        assert!(peer.next_of('M').starts_with("M00"));
    });
}

#[test]
fn a_message_split_over_ten_packets() {
    survives("has left", &[], |peer| {
        let text = format!("{}\0", request('W', QUICK));
        for part in text.as_bytes().chunks(text.len().div_ceil(10)) {
            peer.send_bytes(part);
            thread::sleep(Duration::from_millis(20));
        }
        assert!(peer.next_of('A').ends_with('0'));
        peer.next_of('M');
    });
}

#[test]
fn garbage() {
    survives("too many faults", &[], |peer| {
        peer.send_bytes(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n\0");
        assert!(peer.next_of('C').contains("expected R, A, M, E, C, B or K"));
        peer.send_bytes(b"\xff\xfe\0");
        assert!(peer.next_of('C').contains("ASCII"));
        peer.send(&"x".repeat(128));
        assert!(peer.next_of('C').contains("too long"));
        peer.send(&request('W', "0_0000A"));
        assert!(peer.next_of('A').ends_with('2'), "a request that cannot be read is refused");
        for _ in 0..6 {
            peer.send("M");
        }
        assert!(peer.rest().last().is_some_and(|last| last.starts_with('C')));
    });
}

#[test]
fn an_illegal_move() {
    survives("not legal", &[], |peer| {
        peer.begin('Z');
        peer.send("M0000320100");
        assert!(peer.next_of('C').contains("not legal"));
        assert_eq!(peer.next().as_deref(), Some("E00"));
        peer.send("E00");
        peer.begin('W');
        peer.next_of('M');
    });
}

#[test]
fn a_wrong_result() {
    survives("disputed", &[], |peer| {
        peer.begin('Z');
        peer.send("E30");
        assert_eq!(peer.next().as_deref(), Some("E00"));
        assert!(peer.next_of('C').contains("not decided"));
        peer.begin('W');
        peer.next_of('M');
    });
}

/// Checks that a peer that sends too much in a game gets the reason before the connection ends.
fn is_cut_short(word: &str, reason: &str, bytes: &[u8]) {
    survives(word, &[], |peer| {
        peer.begin('Z');
        peer.send_bytes(bytes);
        let messages = peer.rest();
        assert!(
            messages.last().is_some_and(|last| last.starts_with('C') && last.contains(reason)),
            "{messages:?}"
        );
        assert!(messages.len() < 30, "answers are limited: {}", messages.len());
    });
}

#[test]
fn floods() {
    for bytes in [b"Cx\0".repeat(100_000), vec![0; 1 << 20], b"B001W\0".repeat(1_000)] {
        is_cut_short("it sends too much", "32 KiB at once and 16 KiB a second", &bytes);
    }
}

#[test]
fn endless_messages() {
    for bytes in [5_000, 40_000, 2_900_000] {
        is_cut_short("does not end", "4096 bytes have come without an end", &vec![b'x'; bytes]);
    }
    survives("too many faults", &[], |peer| {
        for _ in 0..10 {
            peer.send(&"x".repeat(3_000));
        }
        let messages = peer.rest();
        assert!(messages.last().is_some_and(|last| last.contains("too many faults")), "{messages:?}");
    });
}

#[test]
fn chatter_does_not_extend_the_time() {
    let refused = request('W', "000000A").replacen("R01", "R02", 1);
    let refused = format!("{refused}\0");
    thread::scope(|scope| {
        for text in ["x", "Cstill here\0", "E00\0", "B001W\0", &refused] {
            scope.spawn(move || does_not_extend_the_time_between_games(text));
        }
        for text in ["C\0", "B001W\0"] {
            scope.spawn(move || does_not_extend_the_time_in_a_game(text));
        }
    });
}

fn does_not_extend_the_time_between_games(text: &str) {
    survives("nothing was asked for for too long", &["--patience", "2"], |peer| {
        let began = Instant::now();
        peer.nag(text.as_bytes());
        let messages = peer.rest();
        assert!(
            messages.last().is_some_and(|last| last.contains("nothing was asked for")),
            "{text} {messages:?}"
        );
        assert!(began.elapsed() < Duration::from_secs(15), "{text}: {:?}", began.elapsed());
    });
}

fn does_not_extend_the_time_in_a_game(text: &str) {
    survives("no move for too long", &["--patience", "2"], |peer| {
        peer.begin_for('Z', "000000A");
        peer.nag(text.as_bytes());
        let messages = peer.rest();
        assert!(
            messages.last().is_some_and(|last| last.contains("no move for too long")),
            "{text} {messages:?}"
        );
    });
}

#[test]
fn silence() {
    let is_disconnected = |word: &str, action: fn(&mut Peer)| {
        survives(word, &["--patience", "4"], |peer| {
            action(peer);
            let messages = peer.rest();
            assert!(messages.last().is_some_and(|last| last.starts_with('C')), "{word}: {messages:?}");
        });
    };
    thread::scope(|scope| {
        scope.spawn(|| is_disconnected("nothing was asked for for too long", |_| {}));
        scope.spawn(|| is_disconnected("no move for too long", |peer| peer.begin_for('Z', "000000A")));
        scope.spawn(|| {
            is_disconnected("no answer to GAMEEND", |peer| {
                peer.begin('Z');
                peer.send("M0000320100");
                peer.next_of('E');
            });
        });
    });
}

#[test]
fn a_second_peer_learns_that_the_server_is_busy() {
    let (_server, address) = server(&[]);
    let mut first = Peer::connect(&address);
    first.begin('Z');
    let mut second = Peer::connect(&address);
    second.send(&request('W', "000000A"));
    let messages = second.rest();
    assert!(matches!(&messages[..], [chat] if chat.contains("another peer")), "{messages:?}");
    first.send("M0000322800");
    first.next_of('M');
    // A peer that connects while the first one leaves can play.
    let mut third = Peer::connect(&address);
    drop(first);
    third.begin('W');
    third.next_of('M');
}

#[test]
fn moves_can_be_taken_back() {
    let (_server, address) = server(&[]);
    let mut peer = Peer::connect(&address);
    peer.begin('Z');
    peer.send("M0000322800");
    peer.next_of('M');
    peer.send("B001W");
    assert_eq!(peer.next().as_deref(), Some("K0"));
    peer.send("M0000332900");
    assert!(peer.next_of('M').starts_with("M00"));
}

#[test]
fn other_games_must_be_named_in_the_request() {
    let (_server, address) = server(&["--variant", "hexdame"]);
    let mut peer = Peer::connect(&address);
    peer.send(&request('W', QUICK));
    assert!(peer.next_of('A').ends_with('3'));
    peer.send(&format!("R01{:32}W{QUICK}", "coupturc 9 [dameo]"));
    assert!(peer.next_of('A').ends_with('2'));
    peer.send(&format!("R01{:32}W{QUICK}", "coupturc 9 [hexdame]"));
    let answer = peer.next_of('A');
    assert!(answer.contains("[hexdame]") && answer.ends_with('0'), "{answer}");
    peer.next_of('M');
}
