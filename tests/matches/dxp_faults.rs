//! Matches against DXP peers with deliberate faults: each game is scored, and the next one is played.

#![cfg(target_os = "linux")]

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use coupturc::arena::GameResult;

use crate::support::dxp_peer::{Peer, request};
use crate::support::matches::{engine, fresh, mock, ours, run_match, wait_for_end_of};
use crate::support::scripted_peer::{accept, answer, give_up, hear_end, meet, two_games, until_turn};

/// Checks that a peer that does `action` loses its first game with this termination.
fn loses(
    termination: &str,
    word: &str,
    name: &str,
    action: impl FnOnce(Peer, &TcpListener) -> Peer + Send + 'static,
) {
    let keys = if termination == "no-answer" { "tc=0.6 dxp-fractions=true" } else { "tc=600" };
    let (game, _) = meet(name, keys, "", action);
    assert_eq!(
        (game.termination.as_str(), game.result),
        (termination, GameResult::WhiteWins),
        "{name}: {game:?}"
    );
    assert!(game.detail.contains(word), "{name}: {}", game.detail);
}

#[test]
fn a_connection_cut_within_a_message() {
    loses("crash", "is over", "cut", |mut peer, listener| {
        until_turn(&mut peer);
        peer.send_bytes(b"M00001");
        drop(peer);
        accept(listener)
    });
}

#[test]
fn a_peer_that_leaves_between_games_reconnects() {
    let (game, _) = meet("leaves", "tc=600", "", |mut peer, listener| {
        until_turn(&mut peer);
        peer.send("E10");
        assert_eq!(peer.next_of('E'), "E00");
        peer.send("E01");
        drop(peer);
        accept(listener)
    });
    assert_eq!((game.termination.as_str(), game.result), ("given-up", GameResult::WhiteWins), "{game:?}");
}

/// What takes as long as the patience of the match, at the same time.
#[test]
fn patience_ends() {
    thread::scope(|scope| {
        scope.spawn(silence);
        scope.spawn(an_unanswered_end_keeps_the_result);
        scope.spawn(absent_peers);
    });
}

fn silence() {
    thread::scope(|scope| {
        scope.spawn(|| {
            loses("no-answer", "peer does not answer", "silence", |mut peer, listener| {
                until_turn(&mut peer);
                assert_eq!(peer.rest(), [""; 0], "it is disconnected");
                accept(listener)
            });
        });
        let deaf = |mut peer: Peer, _: &TcpListener| {
            peer.next_of('R');
            assert_eq!(peer.rest(), [""; 0], "it is disconnected");
        };
        scope.spawn(move || does_not_start("deaf", "does not answer GAMEREQ", deaf));
        fails_later("not-ready", "does not answer GAMEREQ", "deaf-later", deaf);
    });
}

/// Checks that a match does not start if its peer does `action` when the first game is requested.
fn does_not_start(name: &str, word: &str, action: impl FnOnce(Peer, &TcpListener) + Send + 'static) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let peer = thread::spawn(move || action(accept(&listener), &listener));
    is_not_ready(name, &format!("--engine 'name=peer dxp={address} tc=600'"), word);
    assert!(peer.join().is_ok(), "{name}");
}

/// Checks that a peer that resigns its first game, and does `action` when the second is requested, loses the second.
fn fails_later(
    termination: &str,
    word: &str,
    name: &str,
    action: impl FnOnce(Peer, &TcpListener) + Send + 'static,
) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let peer = thread::spawn(move || {
        let mut peer = accept(&listener);
        give_up(&mut peer);
        action(peer, &listener);
    });
    let (games, _) = two_games(name, &format!("--engine 'name=peer dxp={address} tc=600'"));
    assert!(peer.join().is_ok(), "{name}");
    assert_eq!(games[0].termination, "given-up", "{name}");
    let second = &games[1];
    assert_eq!(
        (second.termination.as_str(), second.result),
        (termination, GameResult::BlackWins),
        "{second:?}"
    );
    assert!(second.detail.contains(word), "{name}: {}", second.detail);
}

#[test]
fn invalid_moves() {
    for (name, message, word) in [
        ("illegal", "M0000201500", "not legal"),
        ("short", "M00", "expected a number of 4 digits"),
        ("nowhere", "M0000609900", "no cell"),
    ] {
        loses("illegal-move", word, name, |mut peer, _| {
            until_turn(&mut peer);
            peer.send(message);
            assert!(peer.next_of('C').contains("peer: "));
            assert_eq!(hear_end(&mut peer), "E30");
            peer
        });
    }
}

#[test]
fn wrong_ends_of_games() {
    for (name, message, termination, word) in [
        ("wins", "E30", "wrong-claim", "Black said 'I win'"),
        ("draws", "E20", "wrong-claim", "Black said 'draw'"),
        ("leaves", "E00", "left", "Black ended the game without a reason"),
        ("resigns", "E10", "given-up", "Black gives up"),
    ] {
        loses(termination, word, name, |mut peer, _| {
            until_turn(&mut peer);
            peer.send(message);
            assert_eq!(peer.next_of('E'), "E00", "one answer, and no other");
            peer
        });
    }
}

#[test]
fn resigning_out_of_turn_counts() {
    loses("given-up", "Black gives up", "early", |mut peer, _| {
        until_turn(&mut peer);
        peer.send_bytes(b"M0000192300\0E10\0");
        assert_eq!(peer.next_of('E'), "E00");
        peer
    });
}

#[test]
fn refusals() {
    for code in ['1', '2', '3'] {
        let refuses = move |mut peer: Peer, _: &TcpListener| {
            peer.next_of('R');
            answer(&mut peer, code);
            peer.rest();
        };
        let word = format!("with code {code}");
        does_not_start(&format!("refuses-{code}"), &word, refuses);
        fails_later("refused", &word, &format!("refuses-{code}-later"), refuses);
    }
    let plays_another = |mut peer: Peer, _: &TcpListener| {
        peer.next_of('R');
        peer.send(&format!("A{:32}0", "a peer [dameo]"));
        hear_end(&mut peer);
    };
    does_not_start("other-game", "plays another game", plays_another);
    fails_later("refused", "plays another game", "other-game-later", plays_another);
}

#[test]
fn garbage() {
    loses("nonsense", "too many faults", "garbage", |mut peer, listener| {
        until_turn(&mut peer);
        (0..10).for_each(|_| peer.send("GET / HTTP/1.1"));
        assert!(peer.next_of('C').contains("expected R, A, M, E, C, B or K"));
        peer.rest();
        accept(listener)
    });
    loses("crash", "it sends too much", "flood", |mut peer, listener| {
        until_turn(&mut peer);
        peer.send_bytes(&b"Cx\0".repeat(100_000));
        peer.rest();
        accept(listener)
    });
}

#[test]
fn a_late_move() {
    let late = |mut peer: Peer, _: &TcpListener| {
        until_turn(&mut peer);
        thread::sleep(Duration::from_millis(900));
        peer.send("M0000192300");
        assert!(peer.next_of('C').contains("ms late"));
        assert_eq!(hear_end(&mut peer), "E30");
        peer
    };
    let (game, _) = meet("late", "tc=0.6 dxp-fractions=true", "", late);
    assert_eq!((game.termination.as_str(), game.result), ("time", GameResult::WhiteWins), "{game:?}");
    assert_eq!(game.time_control, "nodes=100 0.6");
}

fn an_unanswered_end_keeps_the_result() {
    let (game, _) = meet("no-echo", "tc=600", "--max-moves 1", |mut peer, listener| {
        until_turn(&mut peer);
        peer.send("M0000192300");
        assert_eq!(peer.next_of('E'), "E20");
        assert_eq!(peer.rest(), [""; 0], "it is disconnected");
        accept(listener)
    });
    assert_eq!((game.termination.as_str(), game.result), ("move-limit", GameResult::Draw), "{game:?}");
}

#[test]
fn harmless_messages() {
    let (game, output) = meet("harmless", "tc=600", "--chat", |mut peer, _| {
        until_turn(&mut peer);
        peer.send("CI take Black");
        peer.send_bytes(b"Cna\xc3\xafef\0X\0");
        peer.send("B001W");
        assert_eq!(peer.next_of('K'), "K1");
        peer.send(&request('W', "000000A"));
        assert!(peer.next_of('A').ends_with('2'), "a game is on");
        assert!(peer.next_of('C').contains("a game is on"));
        peer.send("K0");
        assert!(peer.next_of('C').contains("without a BACKREQ"), "a fault like any other");
        peer.send("M0000192300");
        peer.next_of('M');
        peer.send("E10");
        assert_eq!(peer.next_of('E'), "E00");
        peer
    });
    assert_eq!((game.termination.as_str(), game.moves.len()), ("given-up", 3), "{game:?}");
    let chats: Vec<_> = game.chats.iter().map(|chat| (chat.engine.as_str(), chat.text.as_str())).collect();
    assert_eq!(chats, [("peer", "I take Black")]);
    assert!(output.lines().any(|line| line == "peer: I take Black"), "{output}");
}

/// Both sides request a game at the same time, and the peer accepts ours.
#[test]
fn crossing_requests() {
    let (game, _) = meet("cross", "tc=600", "", |mut peer, _| {
        peer.next_of('R');
        peer.send(&request('W', "010000A"));
        answer(&mut peer, '0');
        assert!(
            peer.next().is_some_and(|message| message.starts_with('M')),
            "its own request is not answered"
        );
        peer.send("E10");
        assert_eq!(peer.next_of('E'), "E00");
        peer
    });
    assert_eq!(game.termination, "given-up", "{game:?}");
}

/// The process of the peer connects, and exits immediately.
#[test]
fn a_process_that_ends() {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port").port();
    let processes = fresh("dxp-ends.processes");
    let script = format!("echo $$ >> '{}'; exec 3<>/dev/tcp/127.0.0.1/{port}; exit 7", processes.display());
    let command = shell_words::join(["bash", "-c", &script]);
    let address = format!("127.0.0.1:{port}");
    let peer = engine(&[("cmd", &command), ("dxp-listen", &address), ("name", "peer"), ("tc", "60")]);
    is_not_ready("ends", &peer, "has ended with exit status: 7");
    assert!(wait_for_end_of(&processes) >= 1);
}

#[test]
fn a_draw_is_granted_if_the_opponent_agrees() {
    let (game, _) = meet("draw", "tc=600", "--draw 90/1/0", |mut peer, _| {
        until_turn(&mut peer);
        peer.send("E20");
        assert_eq!(peer.next_of('E'), "E00");
        peer
    });
    assert_eq!((game.termination.as_str(), game.result), ("draw-agreed", GameResult::Draw), "{game:?}");
}

fn absent_peers() {
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = port.local_addr().expect("an address");
    let processes = fresh("dxp-absent.processes");
    let ends = mock("absent", &processes, &[("name", "peer"), ("dxp", "127.0.0.1:1"), ("tc", "60")]);
    let taken = mock("stall", &processes, &[("name", "peer"), ("dxp", &address.to_string()), ("tc", "60")]);
    let cases = [
        ("no-listener", "--engine 'name=peer dxp=127.0.0.1:1 tc=60'", "127.0.0.1:1: "),
        ("uncalled", "--engine 'name=peer dxp-listen=127.0.0.1:0 tc=60'", "it does not connect"),
        ("taken", &format!("--engine 'name=peer dxp-listen={address} tc=60'"), "cannot listen"),
        ("absent", &ends, "has ended with exit status: 3"),
        ("other-program", &taken, "another program listens"),
    ];
    thread::scope(|scope| {
        for (name, options, word) in cases {
            scope.spawn(move || is_not_ready(name, options, word));
        }
    });
}

fn is_not_ready(name: &str, options: &str, word: &str) {
    let out = fresh(&format!("dxp-{name}"));
    let us = ours("ours", &fresh(&format!("dxp-{name}.processes")));
    let limits = "--tc nodes=100 --patience 8 --rounds 1 --plies 0";
    let output = run_match(&format!("{us} {options} {limits} --out '{}'", out.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("engine peer"), "{name}: {errors}");
    let advice = ["; expected a program that ", "; check that it plays this game"];
    assert!(errors.contains(word) && advice.iter().any(|advice| errors.contains(advice)), "{name}: {errors}");
    assert!(!out.exists(), "{name} has started a match");
}
