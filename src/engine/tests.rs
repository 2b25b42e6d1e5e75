//! What becomes of a search that fails.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};

use super::*;
use crate::rules::games::{Harzdame, Variant};
use crate::rules::{Bitboard, ByColor, Direction, DrawReason, Geometry};
use crate::search::Line;

/// Harzdame with a mistake: a searching thread panics when it has looked at some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Faulty;

/// How many more positions are looked at without a mistake.
static PATIENCE: AtomicU32 = AtomicU32::new(0);

impl Game for Faulty {
    const VARIANT: Variant = Harzdame::VARIANT;
    const TITLE: &'static str = "Faulty";
    const GEOMETRY: &'static Geometry = Harzdame::GEOMETRY;
    const CAPTURES: &'static [Direction] = Harzdame::CAPTURES;
    const KING_STEPS: &'static [Direction] = Harzdame::KING_STEPS;
    const MAN_STEPS: ByColor<&'static [Direction]> = Harzdame::MAN_STEPS;
    const START: ByColor<Bitboard> = Harzdame::START;
    const PROMOTION: ByColor<Bitboard> = Harzdame::PROMOTION;
    type Options = ();
    type Guard = ();
    type State = ();

    fn draw_limit(_: &Position<Self>) -> Option<DrawReason> {
        let searches = thread::current().name().is_some_and(|name| name.starts_with("search-"));
        let patience = |left: u32| left.checked_sub(1);
        assert!(!searches || PATIENCE.fetch_update(Relaxed, Relaxed, patience).is_ok(), "a mistake");
        None
    }
}

/// The events of a search up to its end: what it says of a failure, the best line, the answer.
fn search(
    engine: &mut Engine<Faulty>,
    inbox: &Receiver<Event>,
    depth: u32,
) -> (Vec<String>, Vec<Line>, Done) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    assert_eq!(engine.go(Mode::Think, &limits), Ok(()));
    let (mut failures, mut lines) = (Vec::new(), Vec::new());
    loop {
        match inbox.recv_timeout(Duration::from_secs(10)).expect("the search ends") {
            Event::Failed(why) => failures.push(why),
            Event::Info(info) => lines.extend(info.lines.into_iter().next()),
            Event::Done(done) => return (failures, lines, done),
            Event::Counted { .. } | Event::CountFailed(_) | Event::TableProblem(_) => {
                unreachable!("nothing is counted")
            }
        }
    }
}

#[test]
fn a_search_that_fails_says_so_and_answers_with_the_best_move_so_far() {
    for threads in [1, 2] {
        let (events, inbox) = unbounded();
        let settings = Settings { threads, hash_mebibytes: 1, ..Settings::default() };
        let mut engine = Engine::new(Position::<Faulty>::start(), settings, events).expect("it is small");
        let mut legal = MoveList::new();
        engine.game().position().legal_moves(&mut legal);
        for patience in [0, 1, 100, 10_000] {
            PATIENCE.store(patience, Relaxed);
            let (failures, lines, done) = search(&mut engine, &inbox, MAX_DEPTH);
            assert!(!failures.is_empty(), "{threads} threads, {patience}");
            assert!(failures.iter().all(|why| why.contains("a mistake")), "{failures:?}");
            assert!(done.best.is_some_and(|best| legal.contains(&best)));
            if threads == 1 && patience > 1_000 {
                assert_eq!(done.best, lines.last().map(|line| line.moves[0]), "the best so far");
            }
        }
        // The threads live on.
        PATIENCE.store(u32::MAX, Relaxed);
        let (failures, lines, done) = search(&mut engine, &inbox, 4);
        assert!(
            failures.is_empty() && done.best.is_some() && lines.last().is_some_and(|line| line.depth == 4)
        );
    }
}

#[test]
fn settings_that_cannot_be_had_change_nothing() {
    let (events, _inbox) = unbounded();
    let settings = Settings { threads: 2, hash_mebibytes: 1, ..Settings::default() };
    let mut engine =
        Engine::new(Position::<Harzdame>::start(), settings.clone(), events).expect("it is small");
    for threads in [1, 3] {
        let wanted = Settings { threads, hash_mebibytes: usize::MAX, ..settings.clone() };
        assert_eq!(engine.configure(wanted), Err(ResourceError::Memory));
        assert_eq!((engine.workers.len(), engine.settings()), (2, &settings));
    }
    assert_eq!(engine.configure(Settings { threads: 0, ..settings }), Ok(()));
    assert_eq!(engine.workers.len(), 1, "there is always one");
}
