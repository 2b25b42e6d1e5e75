//! Tests of how long a session waits for its peer, and what the peer may send meanwhile.

use super::*;
use crate::rules::games::Variant;

#[test]
fn silence_is_waited_for_as_long_as_it_may_last() {
    let mut table = follower();
    assert_eq!(table.wait(59 * SECOND), [""; 0]);
    let end = table.wait(SECOND);
    assert!(end[0].starts_with('C') && end[1].starts_with("close false nothing was asked"), "{end:?}");
    // In a game the peer may use its time, and then be late.
    let mut table = started('Z', "001000A");
    assert_eq!(table.wait(119 * SECOND), [""; 0]);
    assert!(table.wait(SECOND)[1].starts_with("close false no move"));
    // Answers need no thinking.
    let mut table = Table::new(Variant::International, Some(plan(1)));
    table.done();
    assert!(table.wait(60 * SECOND)[1].starts_with("close false no answer to GAMEREQ"));
    let mut table = started('Z', &format!("001000{}", position("W:W28:B22")));
    table.receive("M000028170122");
    assert!(table.wait(60 * SECOND)[1].starts_with("close false no answer to GAMEEND"));
}

/// Calls `nagging` every second. Returns after how many seconds the session closes, and how.
fn nag(table: &mut Table, nagging: impl Fn(&mut Table)) -> (u64, String) {
    let began = table.now;
    for _ in 0..10_000 {
        nagging(table);
        if let Some(end) = table.wait(SECOND).pop() {
            return ((table.now - began).as_secs(), end);
        }
    }
    unreachable!("the peer is not left")
}

#[test]
fn nothing_that_is_said_buys_time() {
    for said in ["Cstill here", "E00", "B001W", "R02Tornado                         W060075A"] {
        let (seconds, end) = nag(&mut follower(), |table| drop(table.receive(said)));
        assert_eq!((seconds, end.as_str()), (60, "close false nothing was asked for for too long"), "{said}");
    }
    // An untimed game in which the peer is to move.
    for said in ["Cwait", "B001W", &request('W', "060075A")] {
        let (seconds, end) = nag(&mut started('Z', "000000A"), |table| drop(table.receive(said)));
        assert_eq!((seconds, end.as_str()), (60, "close false no move for too long"), "{said}");
    }
    // Waits for an answer to GAMEREQ, and to GAMEEND.
    for (said, count) in [("Cwait", 1), ("E00", 1), (&*format!("A{:32}2", "Tornado"), 9999)] {
        let mut table = Table::new(Variant::International, Some(plan(count)));
        let (seconds, end) = nag(&mut table, |table| drop(table.receive(said)));
        assert_eq!((seconds, end.as_str()), (60, "close false no answer to GAMEREQ for too long"), "{said}");
    }
    let mut table = started('Z', "001000A");
    table.receive("M0000501000");
    let (seconds, end) = nag(&mut table, |table| drop(table.receive("M0000501000")));
    assert_eq!((seconds, end.as_str()), (60, "close false no answer to GAMEEND for too long"));
}

#[test]
fn games_without_a_move_buy_no_time() {
    for end in ["E00", "M0000501000"] {
        let (seconds, last) = nag(&mut follower(), |table| {
            table.receive(&request('Z', "000000A"));
            table.receive(end);
            table.receive("E00");
        });
        assert_eq!((seconds, last.as_str()), (60, "close false nothing was asked for for too long"), "{end}");
    }
    // Moves that are taken back before they are answered buy no time either.
    let mut table = started('W', "000000A");
    let (seconds, end) = nag(&mut table, |table| {
        table.find("32-28");
        // The peer waits before it takes back the move.
        table.now += SECOND;
        table.receive("B001W");
    });
    assert!(seconds >= 60 && end == "close false no move for too long", "{end}");
}

#[test]
fn a_peer_that_plays_has_all_its_time_again() {
    let mut table = started('Z', "000000A");
    assert_eq!(table.wait(59 * SECOND), [""; 0]);
    assert_eq!(table.receive("M0000322800"), ["think"]);
    assert_eq!(table.wait(99 * SECOND), [""; 0], "it is our turn");
    table.find("19-23");
    assert_eq!(table.wait(59 * SECOND), [""; 0]);
    assert_eq!(table.receive("E10"), ["E00"]);
    assert_eq!(table.wait(59 * SECOND), [""; 0]);
    assert_eq!(table.receive(&request('Z', "000000A")).len(), 1);
    assert_eq!(table.wait(59 * SECOND), [""; 0]);
    assert_eq!(table.receive("M0000322800"), ["think"]);
}

#[test]
fn who_only_wishes_gets_no_more() {
    let mut table = started('W', "000000A");
    let granted = (0..1_000).take_while(|_| {
        table.find("32-28");
        table.receive("B001W") == ["K0", "think"]
    });
    assert_eq!(granted.count(), 99, "with the game, a hundred wishes");
    assert_eq!(table.receive("M0000192300"), ["think"]);
    assert_eq!(table.receive("B001W"), ["stop", "K0", "think"], "it has moved");
    let mut table = follower();
    let begins = |table: &mut Table| {
        let answer = table.receive(&request('W', "000000A"));
        table.receive("E00");
        answer[0].ends_with('0')
    };
    assert_eq!((0..1_000).take_while(|_| begins(&mut table)).count(), 100);
}
