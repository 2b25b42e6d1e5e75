//! Matches of two games against a DXP peer that does whatever a test wants.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::net::TcpListener;
use std::thread;

use coupturc::arena::{GameRecord, GameResult};

use super::dxp_peer::Peer;
use super::matches::{fresh, games_of, ours, run_match};

/// Waits for a connection.
pub fn accept(listener: &TcpListener) -> Peer {
    Peer::over(listener.accept().expect("a connection").0)
}

/// Waits for a game request and accepts it; returns the peer's colour, `W` or `Z`.
pub fn agree(peer: &mut Peer) -> char {
    let request = peer.next_of('R');
    answer(peer, '0');
    request.chars().nth(35).expect("a colour")
}

/// Answers a request for a game.
pub fn answer(peer: &mut Peer, code: char) {
    peer.send(&format!("A{:32}{code}", "a peer"));
}

/// Agrees on a game, and waits until it is the peer's turn.
pub fn until_turn(peer: &mut Peer) {
    if agree(peer) == 'Z' {
        peer.next_of('M');
    }
}

/// Waits until the other side ends the game, and answers.
pub fn hear_end(peer: &mut Peer) -> String {
    let end = peer.next_of('E');
    peer.send("E00");
    end
}

/// Resigns on the peer's first turn, to show that another game can be played.
pub fn give_up(peer: &mut Peer) {
    until_turn(peer);
    peer.send("E10");
    assert_eq!(peer.next_of('E'), "E00");
}

/// Plays two games from the start, the first with our engine as White; returns them and the output.
pub fn two_games(name: &str, options: &str) -> (Vec<GameRecord>, String) {
    let (out, start) = (fresh(&format!("dxp-{name}")), fresh(&format!("dxp-{name}.fen")));
    fs::write(&start, "W:W31-50:B1-20").expect("it can be written");
    let us = ours("ours", &fresh(&format!("dxp-{name}.processes")));
    let limits = "--tc nodes=100 --patience 8 --rounds 1 --plies 0";
    let (start, folder) = (start.display(), out.display());
    let output = run_match(&format!("{us} {options} {limits} --openings '{start}' --out '{folder}'"));
    let said = String::from_utf8(output.stdout).expect("text");
    let mut games = games_of(&out);
    games.sort_by_key(|game| game.number);
    assert_eq!(games.len(), 2, "{name}");
    let is_void = games.iter().all(GameRecord::ended_by_fault);
    assert_eq!(output.status.success(), !is_void, "{name}: {}", String::from_utf8_lossy(&output.stderr));
    (games, said)
}

/// A match with a peer. In the first game, in which it has Black, it runs `action`, which returns the connection for
/// the second game, either the same or a new one. It resigns the second game. `keys` are further keys of its
/// description.
pub fn meet(
    name: &str,
    keys: &str,
    options: &str,
    action: impl FnOnce(Peer, &TcpListener) -> Peer + Send + 'static,
) -> (GameRecord, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let peer = thread::spawn(move || {
        let first = accept(&listener);
        let mut again = action(first, &listener);
        give_up(&mut again);
        assert_eq!(again.rest(), [""; 0], "nothing is said behind the last game");
    });
    let (mut games, said) = two_games(name, &format!("--engine 'name=peer dxp={address} {keys}' {options}"));
    let second = games.remove(1);
    let ending = (second.termination.as_str(), second.result);
    assert_eq!(ending, ("given-up", GameResult::BlackWins), "{name}: {second:?}");
    assert!(peer.join().is_ok(), "{name}: {games:?}");
    (games.remove(0), said)
}
