//! Whole games over DXP between two `coupturc` processes: client and server, both roles, all games, pipes.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use coupturc::notation::{PdnReplay, parse_pdn};
use coupturc::protocol::Log;
use coupturc::protocol::dxp::{Connection, ConnectionError, EndReason, Link, NewGame, Reply, connect};
use coupturc::rules::games::Variant;
use coupturc::rules::{Color, RuleOptions};

use crate::support::dxp_peer::{Dxp, PATIENCE, Peer, request};

/// The lines about the ends of games, which must be the same on both sides.
fn ends(lines: &[String]) -> Vec<&str> {
    lines.iter().filter(|line| line.contains(" ended after ")).map(String::as_str).collect()
}

/// Two games in a variant, both colours, in a second or two each.
fn whole_games(variant: Variant, host: &str, initiator_listens: bool) {
    let common = ["--variant", variant.name()];
    let initiate = ["--initiate", "--games", "2", "--minutes", ".01"];
    let pdn = std::env::temp_dir().join(format!("coupturc-dxp-{}-{variant}.pdn", std::process::id()));
    let _ = std::fs::remove_file(&pdn);
    let file = ["--pdn", pdn.to_str().expect("a path")];
    let none: &[&str] = &[];
    let (listener, caller) = if initiator_listens { (&initiate[..], none) } else { (none, &initiate[..]) };
    let (server, address) = Dxp::listening(host, &[&common[..], &["--once"], listener].concat());
    let client = Dxp::start(&[&["--connect", &address], &common[..], &file, caller].concat());
    let (output_here, succeeded) = client.finish();
    let (output_there, server_succeeded) = server.finish();
    assert!(succeeded && server_succeeded, "{output_here:#?} {output_there:#?}");
    assert_eq!(ends(&output_here).len(), 2, "{output_here:#?}");
    for (here, there) in ends(&output_here).iter().zip(ends(&output_there)) {
        // The resigning side states the reason; the other side infers it from the rules.
        assert_eq!(*here, there);
        assert!(!here.contains("no result"), "{here}");
    }
    let games = parse_pdn(&std::fs::read_to_string(&pdn).expect("a file"));
    assert_eq!(games.len(), 2);
    for game in &games {
        assert!(game.tag("Result").is_some_and(|result| result != "*"));
        let replay = PdnReplay::of(game, variant.rules(), &RuleOptions::default()).expect("a game");
        assert_eq!((replay.fault.as_ref(), replay.nodes.len() > 10), (None, true), "{replay:?}");
    }
    let _ = std::fs::remove_file(&pdn);
}

#[test]
fn international_draughts_with_the_client_asking() {
    whole_games(Variant::International, "127.0.0.1", false);
}

#[test]
fn dameo_with_the_server_asking() {
    whole_games(Variant::Dameo, "127.0.0.1", true);
}

#[test]
fn vanguard_over_ipv6() {
    if TcpListener::bind("[::1]:0").is_ok() {
        whole_games(Variant::Vanguard, "[::1]", false);
    }
}

#[test]
fn the_other_games() {
    let tested = [Variant::International, Variant::Dameo, Variant::Vanguard];
    let others = Variant::ALL.iter().filter(|variant| !tested.contains(variant));
    let ways = [("127.0.0.1", false), ("localhost", true)];
    thread::scope(|scope| {
        for (&variant, (host, initiator_listens)) in others.zip(ways.into_iter().cycle()) {
            scope.spawn(move || whole_games(variant, host, initiator_listens));
        }
    });
}

/// A connection that uses a peer as an engine.
fn driven(address: &str) -> Connection<'static> {
    let stream = connect(address).expect("a peer");
    Connection::over(Link::over_tcp(stream, Log::default()).expect("a connection"), PATIENCE)
}

/// Plays random moves against a peer that is used as an engine.
fn drive(variant: Variant, address: &str, us: Color, moves: usize) {
    let mut peer = driven(address);
    let mut random = fastrand::Rng::with_seed(3);
    let mut record = variant.rules().start(&RuleOptions::default());
    let game = NewGame { us, time: ".10".parse().expect("minutes"), moves: 0, start: record.clone() };
    let name = peer.request_game(&game).expect("a game");
    assert!(name.as_str().starts_with("coupturc"));
    for _ in 0..moves {
        if record.position().side() == us {
            let mv = *random.choice(record.legal_moves()).expect("a move");
            peer.send_move(mv, Duration::ZERO).expect("it is connected");
            record.play(mv).expect("a legal move");
        } else {
            let Ok(Reply::Move(mv)) = peer.receive(record.position(), PATIENCE) else { panic!("no move") };
            record.play(mv).expect("a legal move");
        }
    }
    peer.end_game(EndReason::Unknown, "").expect("an answer");
    let refused = peer.request_game(&NewGame { moves: 1, ..game });
    assert!(refused.is_ok(), "the next game begins");
}

#[test]
fn a_peer_can_be_used_as_an_engine() {
    let (_server, address) = Dxp::listening("127.0.0.1", &["--variant", "dameo"]);
    drive(Variant::Dameo, &address, Color::White, 5);
    drive(Variant::Dameo, &address, Color::Black, 4);
}

#[test]
fn requests_of_a_peer_do_not_extend_its_time() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let storm = thread::spawn(move || {
        let (mut peer, _) = listener.accept().expect("a connection");
        // Each of these is answered, and the next one arrives before the timeout.
        for _ in 0..1_000 {
            if peer.write_all(b"B001W\0").is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(8));
        }
    });
    let mut peer = driven(&address);
    let start = Variant::Dameo.rules().start(&RuleOptions::default());
    let time = Duration::from_secs(1);
    assert_eq!(peer.receive(start.position(), time), Err(ConnectionError::Silent(time)));
    drop(peer);
    storm.join().expect("it ends");
}

#[test]
fn a_server_that_initiates_plays_with_a_follower() {
    let (mut server, address) =
        Dxp::listening("127.0.0.1", &["--initiate", "--games", "1", "--moves", "1", "--minutes", ".02"]);
    let mut peer = Peer::connect(&address);
    let request = peer.next_of('R');
    assert!(request.ends_with("Z.02001A"), "{request}");
    peer.send(&format!("A{:32}0", "a test"));
    peer.next_of('M');
    peer.send("M0000192400");
    assert_eq!(peer.next_of('E'), "E00", "all moves are made");
    peer.send("E00");
    assert!(peer.rest().is_empty());
    server.line_with("all games are played");
}

/// The output of the program for `input` on its standard input.
fn over_pipes(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_coupturc"))
        .args(["dxp", "--stdio", "--hash", "1"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    stdin.write_all(input).expect("it reads");
    let mut answer = vec![0; 34];
    stdout.read_exact(&mut answer).expect("an answer");
    drop(stdin);
    stdout.read_to_end(&mut answer).expect("more");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    answer
}

#[test]
fn pipes_get_the_line_ends_of_their_input() {
    for (end, other) in [("\n", 0), ("\0", b'\n')] {
        let input = format!("{}{end}E00{end}", request('Z', "000000A"));
        let answer = over_pipes(&[], input.as_bytes());
        let text = String::from_utf8_lossy(&answer);
        let messages: Vec<&str> = text.split_terminator(end).collect();
        assert!(matches!(messages[..], [acceptance, "E00"] if acceptance.ends_with('0')), "{text:?}");
        assert!(!answer.contains(&other), "{text:?}");
    }
}

#[test]
fn invalid_command_lines_are_rejected() {
    for (arguments, word) in [
        (&["--stdio", "--connect", "x:1"][..], "cannot be used with"),
        (&[], "required"),
        (&["--connect", "127.0.0.1:1"], "--connect 127.0.0.1:1"),
        (&["--listen", "nowhere"], "expected ADDR:PORT"),
        (&["--stdio", "--games", "3"], "--initiate"),
        (&["--stdio", "--initiate", "--minutes", "1.25"], "three characters"),
        (&["--stdio", "--initiate", "--fen", "W:W99"], "99"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_coupturc"))
            .arg("dxp")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(word), "{arguments:?}: {errors}");
    }
}
