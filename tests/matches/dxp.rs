//! Matches against correct DXP peers: our own program, which listens, connects, or requests games itself.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use coupturc::arena::{GameRecord, GameResult};
use coupturc::notation::parse_pdn;

use crate::support::dxp_peer::{Dxp, PATIENCE};
use crate::support::matches::{
    PROGRAM, engine, fresh, games_of, match_command, ours, run_match, run_well, wait_for_end_of,
};

/// The time control of peers: short, but sufficient on a busy machine.
const TIME: &str = "tc=6 dxp-fractions=true";
/// The same for games in which the peers use all of it.
const BRIEF: &str = "tc=2.4 dxp-fractions=true";
const MARGIN: &str = "--margin 60000 --tc nodes=100";

fn sorted(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    games.sort_by_key(|game| game.number);
    games
}

/// A port that was free a moment ago.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port").to_string()
}

/// `coupturc dxp` as a command that writes its process number to a file.
fn dxp_command(arguments: &str, processes: &std::path::Path) -> String {
    let script = format!("echo $$ >> '{}'; exec '{PROGRAM}' dxp {arguments} --hash 1", processes.display());
    shell_words::join(["sh", "-c", &script])
}

#[test]
fn a_peer_is_started_and_plays_whole_games_from_openings() {
    let (out, log) = (fresh("dxp-whole"), fresh("dxp-whole.log"));
    let (hubs, peers) = (fresh("dxp-whole.hubs"), fresh("dxp-whole.peers"));
    let address = free_address();
    let command = dxp_command(&format!("--listen {address}"), &peers);
    let log_path = log.display().to_string();
    let peer = engine(&[
        ("cmd", &command),
        ("name", "peer"),
        ("dxp", &address),
        ("tc", "6"),
        ("dxp-fractions", "true"),
        ("dxp-log", &log_path),
    ]);
    let hub = ours("hub", &hubs);
    run_well(&format!("{hub} {peer} {MARGIN} --rounds 1 --plies 3 --out '{}'", out.display()));
    let games = sorted(games_of(&out));
    assert_eq!(games.len(), 2);
    for game in &games {
        let rules = ["no-moves", "no-pieces", "repetition", "25-moves", "16-moves", "5-moves"];
        assert!(rules.contains(&game.termination.as_str()), "{game:?}");
        let controls = if game.white == "hub" { "nodes=100 6" } else { "6 nodes=100" };
        assert_eq!((game.time_control.as_str(), game.opening_plies), (controls, 3));
        let played = &game.moves[3..];
        assert!(played.len() > 10 && played.iter().all(|mv| mv.seconds.is_some()), "{game:?}");
        // Black is to move after the opening.
        let (of_hub, of_peer) = if game.black == "hub" { (0, 1) } else { (1, 0) };
        assert!(played[of_hub].score.is_some() && played[of_peer].score.is_none());
    }
    let pdn = fs::read_to_string(out.join("games.pdn")).expect("a PDN file");
    assert_eq!(parse_pdn(&pdn).len(), 2);
    let messages = fs::read_to_string(&log).expect("a log of messages");
    let count = |word: &str| messages.lines().filter(|line| line.contains(word)).count();
    assert_eq!((count(" < R01coupturc"), count(" > Acoupturc")), (2, 2), "{messages}");
    assert_eq!((count(" < E"), count(" > E")), (2, 2), "both sides end each game once: {messages}");
    assert!(wait_for_end_of(&peers) == 1 && wait_for_end_of(&hubs) == 3, "the peer plays both games");
}

#[test]
fn other_games_are_played_with_our_own_program() {
    let out = fresh("dxp-dameo");
    let (_peer, address) = Dxp::listening("127.0.0.1", &["--variant", "dameo"]);
    let hub = ours("hub", &fresh("dxp-dameo.hubs"));
    let limits = "--variants dameo --rounds 1 --plies 2 --max-moves 6";
    run_well(&format!(
        "{hub} --engine 'name=peer dxp={address} {TIME}' {MARGIN} {limits} --out '{}'",
        out.display()
    ));
    for game in games_of(&out) {
        assert_eq!((game.termination.as_str(), game.moves.len()), ("move-limit", 12), "{game:?}");
    }
    // A peer that plays International Draughts refuses the game.
    let (_peer, address) = Dxp::listening("127.0.0.1", &[]);
    let out = fresh("dxp-not-dameo");
    let output = run_match(&format!(
        "{hub} --engine 'name=peer dxp={address} {TIME}' {MARGIN} {limits} --out '{}'",
        out.display()
    ));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && errors.contains("engine peer: the peer refuses the game with code 2")
    );
    assert!(errors.contains("not dameo"), "it says why: {errors}");
    assert!(!out.exists(), "a match has started");
}

#[test]
fn two_peers_play_each_other() {
    let out = fresh("dxp-two");
    let (_one, one) = Dxp::listening("127.0.0.1", &[]);
    let (_two, two) = Dxp::listening("127.0.0.1", &[]);
    let engines =
        format!("--engine 'name=one dxp={one} {BRIEF}' --engine 'name=two dxp={two} {BRIEF} dxp-moves=8'");
    run_well(&format!("{engines} {MARGIN} --rounds 1 --plies 2 --out '{}'", out.display()));
    let games = sorted(games_of(&out));
    assert_eq!(games.len(), 2);
    for game in &games {
        let ending = (game.termination.as_str(), game.result, game.moves.len());
        assert_eq!(ending, ("move-limit", GameResult::Draw, 18), "after the opening: {game:?}");
    }
}

/// A match that waits for its peer at this address.
struct Waiting {
    child: Child,
    lines: Receiver<String>,
    address: String,
}

impl Waiting {
    fn start(arguments: &str) -> Self {
        let mut child = match_command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let first = lines.recv_timeout(PATIENCE).expect("a line");
        let address = first.strip_prefix("peer can connect to ").expect("an address").to_owned();
        Self { child, lines, address }
    }

    /// Whether the match succeeded, and its error output.
    fn finish(self) -> (bool, String) {
        self.lines.iter().for_each(drop);
        let output = self.child.wait_with_output().expect("it ends");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A match of two games from the start with a peer that connects with these arguments. Returns its games, or its error
/// output.
fn meet_caller(name: &str, keys: &str, arguments: &[&str]) -> Result<Vec<GameRecord>, String> {
    let (out, start) = (fresh(name), fresh(&format!("{name}.fen")));
    fs::write(&start, "W:W31-50:B1-20").expect("it can be written");
    let hub = ours("hub", &fresh(&format!("{name}.hubs")));
    let peer = format!("--engine 'name=peer dxp-listen=127.0.0.1:0 {keys}'");
    let limits = format!("{MARGIN} --rounds 1 --max-moves 6 --openings '{}'", start.display());
    let the_match = Waiting::start(&format!("{hub} {peer} {limits} --out '{}'", out.display()));
    let _peer = Dxp::start(&[&["--connect", &the_match.address], arguments].concat());
    let (succeeded, errors) = the_match.finish();
    assert_eq!(succeeded, out.exists(), "{errors}");
    if succeeded { Ok(sorted(games_of(&out))) } else { Err(errors) }
}

#[test]
fn a_peer_that_connects_gets_requests() {
    for game in meet_caller("dxp-caller", TIME, &[]).expect("games") {
        assert_eq!(game.termination, "move-limit", "{game:?}");
    }
}

/// The peer requests White, which it does not have in the first game, then Black.
#[test]
fn a_peer_that_insists_on_requesting_gets_matching_games() {
    let asks = ["--initiate", "--games", "9", "--minutes", ".10"];
    let games = meet_caller("dxp-insists", TIME, &asks).expect("games");
    let endings: Vec<_> = games.iter().map(|game| game.termination.as_str()).collect();
    assert_eq!(endings, ["move-limit", "move-limit"], "{games:?}");
    let asks = ["--initiate", "--games", "9", "--minutes", ".20"];
    let errors = meet_caller("dxp-insists-on-time", TIME, &asks).expect_err("it requests other games");
    assert!(errors.contains("engine peer: ") && errors.contains("expected .10 minutes, not .20"), "{errors}");
}

#[test]
fn limits_that_dxp_cannot_express_are_rejected() {
    let hub = "--engine cmd=a";
    for (arguments, word) in [
        (format!("{hub} --engine dxp=b:1"), "DXP cannot express '1+0.01'"),
        (format!("{hub} --engine 'dxp=b:1 tc=40/60'"), "such as tc=300"),
        (format!("{hub} --engine 'dxp=b:1 tc=60000'"), "999 minutes"),
        (format!("{hub} --engine dxp=b:1 --tc 60 --concurrency 2"), "--concurrency 1"),
        (format!("{hub} --engine dxp=b --tc 60"), "HOST:PORT"),
    ] {
        let out = fresh("dxp-refused");
        let output = run_match(&format!("{arguments} --out '{}'", out.display()));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(word), "{arguments}: {errors}");
        assert!(!out.exists(), "{arguments} has started a match");
    }
}

#[test]
fn times_are_rounded_up_to_whole_minutes() {
    let out = fresh("dxp-minutes");
    let (_peer, address) = Dxp::listening("127.0.0.1", &[]);
    let hub = ours("hub", &fresh("dxp-minutes.hubs"));
    let peer = format!("--engine 'name=peer dxp={address} tc=61'");
    run_well(&format!("{hub} {peer} {MARGIN} --rounds 1 --max-moves 1 --plies 2 --out '{}'", out.display()));
    assert_eq!(sorted(games_of(&out))[0].time_control, "nodes=100 120");
}
