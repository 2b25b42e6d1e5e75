//! Tests of sessions without a connection: what they send and do, and when.

#![expect(clippy::indexing_slicing, reason = "a test that does not get its answer may fail by a panic")]

mod patience;

use super::super::conversation::MAX_FAULTS;
use super::super::link::Excess;
use super::*;
use crate::notation::{PdnResult, parse_fen_setup, parse_move};
use crate::protocol::dxp::{ChatText, FinishedGame};
use crate::protocol::dxp::{Colors, Minutes, parse_message};
use crate::rules::Color;
use crate::rules::games::Variant;

const PATIENCE: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);

/// A session, with a time that the test sets.
struct Table {
    session: Session,
    now: Instant,
    finished: Vec<FinishedGame>,
}

impl Table {
    fn new(variant: Variant, plan: Option<Plan>) -> Self {
        let rules = RuleOptions::default();
        let now = Instant::now();
        let conduct = Conduct {
            game: variant.rules(),
            rules,
            plan,
            patience: PATIENCE,
            takes_back: true,
            move_overhead: Duration::from_millis(200),
        };
        Self { session: Session::new(conduct, now), now, finished: Vec::new() }
    }

    /// The pending actions as words: messages as they are sent, `think`, `stop`, `close`.
    fn done(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        for action in self.session.take_actions() {
            match action {
                Action::Send(message) => words.push(message.to_string()),
                Action::Think { .. } => words.push("think".to_owned()),
                Action::StopThinking => words.push("stop".to_owned()),
                Action::Finished(game) => self.finished.push(*game),
                Action::Close(closing) => words.push(format!("close {} {}", closing.regular, closing.why)),
                Action::Report(_) | Action::Show(_) => {}
            }
        }
        words
    }

    fn receive(&mut self, text: &str) -> Vec<String> {
        let message = parse_message(text).unwrap_or_else(|error| unreachable!("{error}"));
        self.session.receive(message, self.now);
        self.done()
    }

    /// Passes a move of the engine to the session.
    fn find(&mut self, text: &str) -> Vec<String> {
        let mv =
            parse_move(self.play().game.position(), text).unwrap_or_else(|error| unreachable!("{error}"));
        self.session.moved(mv, self.now);
        self.done()
    }

    fn wait(&mut self, time: Duration) -> Vec<String> {
        self.now += time;
        self.session.tick(self.now);
        self.done()
    }

    fn play(&self) -> &Play {
        self.session.play.as_ref().unwrap_or_else(|| unreachable!("no game is on"))
    }

    /// Receives an unreadable message.
    fn receive_unreadable(&mut self, header: char) -> Vec<String> {
        let received = Received::Unreadable { problem: "a problem".to_owned(), header: Some(header) };
        self.session.receive(received, self.now);
        self.done()
    }

    fn last(&self) -> (Option<PdnResult>, &str, bool) {
        let game = self.finished.last().unwrap_or_else(|| unreachable!("no game has ended"));
        (game.result, &game.why, game.agreed)
    }
}

fn request(color: char, rest: &str) -> String {
    format!("R01{:32}{color}{rest}", "Tornado")
}

/// A position in the form of a GAMEREQ.
fn position(fen: &str) -> String {
    position_of(Variant::International, fen)
}

fn position_of(variant: Variant, fen: &str) -> String {
    let rules = variant.rules();
    let (setup, _) = parse_fen_setup(rules, fen).unwrap_or_else(|error| unreachable!("{error}"));
    let read = rules.position(&setup, &RuleOptions::default());
    let text = super::super::start_text(&*read.unwrap_or_else(|error| unreachable!("{error}")));
    format!("B{}{}", if text.side == Color::White { 'W' } else { 'Z' }, text.cells)
}

fn follower() -> Table {
    Table::new(Variant::International, None)
}

/// A game that has started, in which the follower has this colour.
fn started(color: char, rest: &str) -> Table {
    let mut table = follower();
    let answer = table.receive(&request(color, rest));
    assert!(answer.first().is_some_and(|text| text.starts_with('A') && text.ends_with('0')), "{answer:?}");
    table
}

fn plan(games: u32) -> Plan {
    Plan { games, colors: Colors::Alternate, time: Minutes::whole(1), moves: 0, openings: Vec::new() }
}

#[test]
fn the_side_to_move_thinks_as_soon_as_it_has_accepted() {
    assert_eq!(follower().receive(&request('W', "060075A")).last().map(String::as_str), Some("think"));
    assert_eq!(follower().receive(&request('Z', "060075A")).len(), 1);
    let black_begins = position("B:W31-50:B1-20");
    assert_eq!(
        follower().receive(&request('Z', &format!("060075{black_begins}"))).last().map(String::as_str),
        Some("think")
    );
}

#[test]
fn moves_go_back_and_forth_with_their_time() {
    let mut table = started('W', "001000A");
    table.now += 3 * SECOND;
    assert_eq!(table.find("32-28"), ["M0003322800"]);
    table.now += 10 * SECOND;
    assert_eq!(table.receive("M0010192300"), ["think"]);
    let clock = table.play().limits(table.now, Duration::ZERO).clock.unwrap_or_default();
    assert_eq!((clock.time, clock.moves), (57 * SECOND, None));
    // The move that was made has lost a second on its way, which only the peer knows.
    let clock = table.play().limits(table.now, SECOND).clock.unwrap_or_default();
    assert_eq!(clock.time, 56 * SECOND);
    assert_eq!(table.find("28x19x23"), ["M000028190123"]);
    assert_eq!(table.receive("M000014230119"), ["think"]);
}

#[test]
fn requests_are_refused_with_the_code_that_fits() {
    let cases = [
        ("R02Tornado                         W060075A".to_owned(), '1', "version"),
        (request('W', "060075BWeee"), '2', "3 cells"),
        (request('W', &format!("060075BW{}", "e".repeat(64))), '2', "64 cells"),
        (request('W', &format!("060075{}", position("W:W:B1"))), '2', "over before"),
        (format!("R01{:32}W060075A", "coupturc 0.1.0 [dameo]"), '2', "not dameo"),
    ];
    for (text, code, word) in cases {
        let answer = follower().receive(&text);
        let [acceptance, chat] = &answer[..] else { unreachable!("{answer:?}") };
        assert!(acceptance.ends_with(code) && chat.contains(word), "{answer:?}");
    }
    let answer = Table::new(Variant::Dameo, None).receive(&request('W', "060075A"));
    assert!(answer[0].starts_with("Acoupturc ") && answer[0].ends_with('3') && answer[0].contains("[dameo]"));
    let answer = started('Z', "060075A").receive(&request('W', "060075A"));
    assert!(answer[0].ends_with('2') && answer[1].contains("a game is on"), "{answer:?}");
}

#[test]
fn both_ends_must_name_a_game_that_is_not_international() {
    let mut table = Table::new(Variant::Dameo, None);
    let name = "coupturc 0.1.0 [dameo]";
    assert_eq!(table.receive(&format!("R01{name:32}W.25000A"))[1], "think");
    let plan =
        Plan { games: 1, colors: Colors::White, time: Minutes::whole(1), moves: 0, openings: Vec::new() };
    let mut table = Table::new(Variant::Dameo, Some(plan.clone()));
    assert!(table.done()[0].contains("[dameo]"));
    assert_eq!(table.receive(&format!("A{name:32}0")), ["think"]);
    let mut table = Table::new(Variant::Dameo, Some(plan));
    table.done();
    let left = table.receive(&format!("A{:32}0", "Tornado"));
    assert!(left[0] == "E01" && left[1].starts_with("close false"), "{left:?}");
}

#[test]
fn who_has_lost_says_so_and_waits_for_exactly_one_answer() {
    let mut table = started('Z', &format!("001000{}", position("W:W28:B22")));
    assert_eq!(table.receive("M000028170122"), ["E10"]);
    assert_eq!(table.last(), (Some(PdnResult::WhiteWins), "white-win (no-pieces)", true));
    assert_eq!(table.receive("M0000111700"), [""; 0], "a move that was on its way");
    assert_eq!(table.receive("E00"), [""; 0]);
    assert_eq!(table.receive("E00"), [""; 0], "no game is on");
    assert_eq!(table.receive(&request('W', "001000A")).last().map(String::as_str), Some("think"));
}

/// In Turkish Draughts the side to move may have won.
#[test]
fn who_has_won_and_is_to_move_says_so() {
    for (fen, end) in [("W:Wd4:BKa8,d5", "E30"), ("W:WKd4:Bd5,h7", "E10"), ("W:WKd4:BKa8,Kd5", "E20")] {
        let mut table = Table::new(Variant::Turkish, None);
        let start = position_of(Variant::Turkish, fen);
        let answer = table.receive(&format!("R01{:32}Z001000{start}", "coupturc 0.1.0 [turkish]"));
        assert!(answer[0].starts_with('A') && answer[0].ends_with('0'), "{answer:?}");
        assert_eq!(table.receive("M000036200128"), [end], "d4xd6 in {fen}");
    }
}

#[test]
fn an_end_of_the_peer_is_answered_once() {
    let mut table = started('W', "001000A");
    assert_eq!(table.receive("E10"), ["stop", "E00"]);
    assert_eq!(table.last(), (Some(PdnResult::WhiteWins), "the other side gives up", true));
    assert_eq!(table.receive("E00"), [""; 0]);
    let mut table = started('Z', "001000A");
    assert_eq!(table.receive("E01"), ["E01", "close true the peer wants no more games"]);
    assert_eq!(table.last(), (None, "the other side ends the game", true));
}

#[test]
fn wrong_results_are_disputed_politely() {
    for (claim, said) in [("E20", "'draw'"), ("E30", "'I win'")] {
        let mut table = started('Z', "001000A");
        let answer = table.receive(claim);
        assert!(
            answer[0] == "E00" && answer[1].contains(said) && answer[1].contains("not decided"),
            "{answer:?}"
        );
        let (result, why, agreed) = table.last();
        assert!(result.is_none() && !agreed && why.contains(said), "{why}");
    }
    // We have won, and the peer says that it has.
    let mut table = started('W', &format!("001000{}", position("W:W28:B22")));
    table.find("28x17x22");
    let answer = table.receive("E30");
    assert!(answer[1].contains("White has won"), "{answer:?}");
    assert!(table.last().0 == Some(PdnResult::WhiteWins) && !table.last().2);
    // We have overstepped our time.
    let mut table = started('W', "001000A");
    table.now += 61 * SECOND;
    assert_eq!(table.find("32-28").len(), 1);
    assert_eq!(table.receive("E30"), ["E00"]);
    assert_eq!(table.last(), (Some(PdnResult::BlackWins), "our time is over", true));
}

/// White, the peer, is to move in a position that is on the board for the third time.
fn repeated() -> Table {
    let mut table = started('Z', &format!("001000{}", position("W:WK48,K49,K50:BK1,K2,K3")));
    for _ in 0..2 {
        for (theirs, ours) in [("M0000483700", "1-6"), ("M0000374800", "6-1")] {
            assert_eq!(table.receive(theirs), ["think"]);
            table.find(ours);
        }
    }
    table
}

#[test]
fn a_draw_is_claimed_by_the_side_to_move() {
    let mut table = repeated();
    assert_eq!(table.receive("E20"), ["E00"]);
    assert_eq!(table.last(), (Some(PdnResult::Draw), "draw (repetition)", true));
    // Not every program notices the repetition.
    let mut table = repeated();
    assert_eq!(table.receive("M0000483700"), ["E20"]);
    assert_eq!(table.last(), (Some(PdnResult::Draw), "draw (repetition)", true));
}

#[test]
fn when_the_moves_are_used_up_the_game_ends_undecided() {
    let mut table = started('W', "001001A");
    assert_eq!(table.find("32-28").len(), 1);
    assert_eq!(table.receive("M0000192300"), ["E00"]);
    assert_eq!(table.last(), (None, "all moves are made", true));
    // The peer calls it a draw.
    let mut table = started('Z', "001001A");
    assert_eq!(table.receive("M0000322800"), ["think"]);
    table.find("19-23");
    assert_eq!(table.receive("E20"), ["E00"]);
    assert_eq!(table.last(), (Some(PdnResult::Draw), "all moves are made", true));
}

#[test]
fn a_take_back_takes_back_moves_and_clocks() {
    let mut table = started('W', "001000A");
    table.now += 5 * SECOND;
    table.find("32-28");
    table.now += 7 * SECOND;
    table.receive("M0007192300");
    assert_eq!(table.receive("B001Z"), ["stop", "K0"]);
    assert_eq!(table.play().clocks.left(Color::White, table.now), Some(55 * SECOND));
    assert_eq!(table.play().clocks.left(Color::Black, table.now), Some(60 * SECOND));
    assert_eq!(table.receive("M0000182300"), ["think"]);
    assert_eq!(table.receive("B001W"), ["stop", "K0", "think"]);
    assert_eq!(table.find("33-29").len(), 1);
    for there_is_none in ["B002W", "B003W", "B999Z"] {
        assert_eq!(table.receive(there_is_none), ["K2"], "{there_is_none}");
    }
    table.session.conduct.takes_back = false;
    assert_eq!(table.receive("B001W"), ["K1"]);
    assert_eq!(follower().receive("B001W"), ["K2"], "no game is on");
}

#[test]
fn a_game_that_black_begins_has_no_first_move_of_white() {
    let mut table = started('Z', &format!("001000{}", position("B:W31-50:B1-20")));
    table.find("19-23");
    table.receive("M0000322800");
    assert_eq!(table.receive("B001W"), ["K2"]);
    assert_eq!(table.receive("B002W"), ["stop", "K0"]);
    assert_eq!(table.receive("B001Z"), ["K0", "think"]);
}

#[test]
fn illegal_and_unreadable_moves_end_the_game() {
    let mut table = started('Z', "001000A");
    assert_eq!(table.receive("M0000322700"), ["think"], "that one is legal");
    table.find("19-23");
    let answer = table.receive("M0000501000");
    assert!(answer[0].starts_with("Cthe move") && answer[1] == "E00", "{answer:?}");
    assert!(table.last().0.is_none() && table.last().1.contains("not legal"));
    let mut table = started('Z', "001000A");
    assert_eq!(table.receive_unreadable('M'), ["Ca problem", "E00"]);
    let answer = table.receive_unreadable('R');
    assert!(answer[0].starts_with('A') && answer[0].ends_with('2'), "{answer:?}");
}

#[test]
fn who_makes_no_sense_is_left() {
    let mut table = started('W', "001000A");
    for _ in 1..MAX_FAULTS {
        assert_eq!(table.receive("M0000322700"), ["Ca MOVE out of turn"]);
    }
    let last = table.receive("K0");
    assert_eq!(last[1..], ["stop", "close false too many faults"]);
    assert!(table.last().0.is_none());
    assert_eq!(table.receive("E00"), [""; 0], "nothing more is said");
}

#[test]
fn a_peer_that_moves_much_too_late_has_lost() {
    let mut table = started('Z', "001000A");
    table.now += 66 * SECOND;
    assert_eq!(table.receive("M0066322800"), ["Cyour time is over", "E30"]);
    assert_eq!(table.last().0, Some(PdnResult::BlackWins));
}

#[test]
fn an_initiator_plays_its_games_and_leaves() {
    let mut table = Table::new(Variant::International, Some(plan(2)));
    let asked = table.done();
    assert!(asked[0].starts_with("R01coupturc ") && asked[0].ends_with("Z001000A"), "{asked:?}");
    assert_eq!(table.receive(&format!("A{:32}0", "Tornado")), ["think"]);
    let next = table.receive("E20");
    assert!(next[0] == "stop" && next[1] == "E00" && next[3].ends_with("W001000A"), "{next:?}");
    assert_eq!(table.receive(&format!("A{:32}0", "Tornado")), [""; 0], "the peer has White");
    assert_eq!(table.receive("E10"), ["E00", "close true all games are played"]);
    assert_eq!(table.finished.len(), 2);
}

#[test]
fn an_initiator_that_is_refused_leaves_or_asks_for_the_next_game() {
    let answer = |code: char| {
        let mut table = Table::new(Variant::International, Some(plan(2)));
        table.done();
        table.receive(&format!("A{:32}{code}", "Tornado"))
    };
    assert!(answer('1')[0].starts_with("close false"));
    assert!(answer('2')[0].starts_with("R01"));
    assert!(answer('3')[0].starts_with("close false"));
    let mut table = Table::new(Variant::International, Some(plan(2)));
    table.done();
    let refused = table.receive(&request('W', "001000A"));
    assert!(refused[0].ends_with('2') && refused[1].contains("asks for games"), "{refused:?}");
}

#[test]
fn a_peer_that_goes_away_in_a_game_is_told_of() {
    let mut table = started('W', "001000A");
    table.session.receive(Received::GONE, table.now);
    assert_eq!(table.done(), ["stop", "close false the peer is gone"]);
    assert_eq!(table.last(), (None, "the peer is gone", false));
    let mut table = follower();
    table.session.receive(Received::GONE, table.now);
    assert_eq!(table.done(), ["close true the peer is gone"]);
}

#[test]
fn who_is_left_is_told_why() {
    let mut table = started('Z', "001000A");
    table.session.receive(Received::Excess(Excess::Flood), table.now);
    let said = table.done();
    assert!(
        said[0].starts_with("Ctoo much has come") && said[1] == "close false it sends too much",
        "{said:?}"
    );
    for excess in [Excess::Flood, Excess::Endless] {
        let text = excess.to_peer();
        assert_eq!(ChatText::new(text).as_str(), text, "it fits");
    }
    let mut table = follower();
    let last = (0..MAX_FAULTS).map(|_| table.receive("K0")).last().unwrap_or_default();
    assert!(last[0].starts_with("Ctoo many faults, the last one: a BACKACC"), "{last:?}");
}

/// A game of Hexdame in which White can capture in more ways than can be generated, wherever Black goes.
fn beyond_the_rules(follower: char) -> Table {
    let cells = "ezzezezzzzezezezzzzzezezzzzzezwzezzzzzezezzzzzezezeZzzZezeZZe";
    let mut table = Table::new(Variant::Hexdame, None);
    let answer = table.receive(&format!("R01{:32}{follower}001000BZ{cells}", "coupturc 0.1.0 [hexdame]"));
    assert!(answer.first().is_some_and(|text| text.starts_with('A') && text.ends_with('0')), "{answer:?}");
    table
}

#[test]
fn a_game_without_countable_moves_is_left_undecided() {
    let mut ours = beyond_the_rules('Z');
    let said = ours.find("a2-a1");
    let mut theirs = beyond_the_rules('W');
    // The same move, with the numbers of its cells.
    let received = theirs.receive("M0000596100");
    for (words, table) in [(said, ours), (received, theirs)] {
        assert!(words[0].starts_with('C') && words[0].contains("more ways"), "{words:?}");
        assert_eq!(words[1..], ["E00"]);
        assert_eq!(table.last().0, None);
    }
}

#[test]
fn what_is_said_in_other_letters_is_no_fault() {
    let mut table = started('W', "001000A");
    for _ in 0..2 * MAX_FAULTS {
        assert_eq!(table.receive_unreadable('C'), [""; 0]);
    }
    assert_eq!(table.receive_unreadable('X'), ["Ca problem"]);
}

#[test]
fn every_game_may_have_its_faults() {
    let mut table = follower();
    for _ in 0..3 {
        assert_eq!(table.receive(&request('Z', "001000A")).len(), 1);
        for _ in 1..MAX_FAULTS {
            assert_eq!(table.receive("K0"), ["Ca BACKACC without a BACKREQ"]);
        }
        assert_eq!(table.receive("E00"), ["E00"]);
    }
    assert_eq!(table.receive("K0")[1..], ["close false too many faults"]);
}
