//! Tests of searches that fail, wait for tables, or find a damaged table.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};

use super::*;
use crate::eval::Playable;
use crate::notation::parse_fen;
use crate::rules::games::{Dameo, Harzdame, Variant};
use crate::rules::{
    AnyPosition, Bitboard, ByColor, Direction, DrawLimits, DrawReason, DrawRule, Game, Geometry, Position,
    RuleOptions,
};
use crate::search::{Endgames, Line, ScoreKind, search_game};
use crate::tables::files::{Archive, FileKind};
use crate::tables::{BuildPlan, Material, TableSet};

/// Harzdame with a bug: a search thread panics after some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Faulty;

/// The number of positions until the panic.
static UNTIL_PANIC: AtomicU32 = AtomicU32::new(0);

impl Game for Faulty {
    type Word = <Harzdame as Game>::Word;
    const VARIANT: Variant = Harzdame::VARIANT;
    const TITLE: &'static str = "Faulty";
    const GEOMETRY: &'static Geometry = Harzdame::GEOMETRY;
    const CAPTURES: &'static [Direction] = Harzdame::CAPTURES;
    const KING_STEPS: &'static [Direction] = Harzdame::KING_STEPS;
    const MAN_STEPS: ByColor<&'static [Direction]> = Harzdame::MAN_STEPS;
    const START: ByColor<Bitboard> = Harzdame::START;
    const PROMOTION: ByColor<Bitboard> = Harzdame::PROMOTION;
    type Options = ();
    type Extra = ();
    type Limits = FaultyLimits;
}

/// Draw limits, which a search checks at every node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct FaultyLimits;

impl DrawLimits for FaultyLimits {
    fn reached(self, _: DrawRule, _: u16) -> Option<DrawReason> {
        let searches = thread::current().name().is_some_and(|name| name.starts_with("search-"));
        let one_less = |left: u32| left.checked_sub(1);
        assert!(!searches || UNTIL_PANIC.fetch_update(Relaxed, Relaxed, one_less).is_ok(), "a bug");
        None
    }
}

impl Playable for Faulty {}

/// Runs a search to its end. Returns the messages of failures, the best lines and the answer.
fn search(engine: &mut Engine, inbox: &Receiver<Event>, depth: u32) -> (Vec<String>, Vec<Line>, Done) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    assert_eq!(engine.go(Mode::Think, &limits), Ok(()));
    let (mut failures, mut lines) = (Vec::new(), Vec::new());
    loop {
        match inbox.recv_timeout(Duration::from_secs(10)).expect("the search ends") {
            Event::Failed(why) => failures.push(why),
            Event::Info(info) => lines.extend(info.lines.into_iter().next()),
            Event::Done(done) => return (failures, lines, done),
            Event::Counted { .. }
            | Event::CountFailed(_)
            | Event::TableProblem(_)
            | Event::BookProblem(_) => {
                unreachable!("nothing is counted")
            }
        }
    }
}

#[test]
fn a_failing_search_reports_it_and_plays_the_best_move_so_far() {
    for threads in [1, 2] {
        let (events, inbox) = unbounded();
        let settings = Settings { threads, hash_mebibytes: 1, ..Settings::default() };
        let faulty = Position::<Faulty>::start().to_game();
        let mut engine = Engine::new(faulty, settings, events).expect("it is small");
        // The list of games does not contain `Faulty`.
        engine.search = search_game::<Faulty>;
        let legal = engine.game().legal_moves().to_vec();
        for positions in [0, 1, 100, 10_000] {
            UNTIL_PANIC.store(positions, Relaxed);
            let (failures, lines, done) = search(&mut engine, &inbox, MAX_DEPTH);
            assert!(!failures.is_empty(), "{threads} threads, {positions}");
            assert!(failures.iter().all(|why| why.contains("a bug")), "{failures:?}");
            assert!(done.best.is_some_and(|best| legal.contains(&best)));
            if threads == 1 && positions > 1_000 {
                assert_eq!(done.best, lines.last().map(|line| line.moves[0]), "the best so far");
            }
        }
        // The threads live on. The failure of a helper thread may arrive after the end of its search.
        UNTIL_PANIC.store(u32::MAX, Relaxed);
        let (_, lines, done) = (0..100)
            .map(|_| search(&mut engine, &inbox, 4))
            .find(|(failures, ..)| failures.is_empty())
            .expect("a search without a failure");
        assert!(done.best.is_some() && lines.last().is_some_and(|line| line.depth == 4));
    }
}

/// An engine with a position of Dameo and `endgames` for it.
fn engine_with(fen: &str, endgames: Arc<Endgames>) -> (Engine, Receiver<Event>) {
    let (events, inbox) = unbounded();
    let start = parse_fen::<Dameo>(fen, &RuleOptions::default()).map(|read| read.position);
    let start = start.unwrap_or_else(|error| unreachable!("{error}"));
    let settings = Settings { hash_mebibytes: 1, ..Settings::default() };
    let mut engine =
        Engine::new(start.to_game(), settings, events).unwrap_or_else(|error| unreachable!("{error}"));
    let rules = start.without_draw_limits().rule_options();
    engine.endgames = EndgameSource::with(Variant::Dameo.rules(), rules, endgames);
    (engine, inbox)
}

const THREE_KINGS: &str = "W:WKa1,Kb1:BKh8";
/// A search to this depth finds no win without tables.
const COUNTED: Limits = Limits { depth: Some(3), nodes: None, move_time: None, clock: None };

/// Whether the first report of a search has a win.
fn reports_win(inbox: &Receiver<Event>) -> bool {
    let score = inbox.iter().find_map(|event| match event {
        Event::Info(info) => info.lines.first().map(|line| line.score.kind()),
        _ => None,
    });
    matches!(score, Some(ScoreKind::WinIn(_)))
}

#[test]
fn a_search_limited_by_depth_waits_for_its_tables() {
    for threads in [1, 2] {
        let endgames = Arc::new(Endgames::to_come(3));
        let (mut engine, inbox) = engine_with(THREE_KINGS, Arc::clone(&endgames));
        let settings = Settings { threads, ..engine.settings().clone() };
        assert_eq!(engine.configure(settings), Ok(()));
        assert_eq!(engine.go(Mode::Think, &COUNTED), Ok(()));
        // A search without tables would end long before they are built.
        let built = BuildPlan::default().build(Variant::Dameo.rules(), &RuleOptions::default());
        endgames.arrive(built.unwrap_or_else(|error| unreachable!("{error}")));
        assert!(reports_win(&inbox), "{threads} threads");
    }
}

#[test]
fn a_stop_or_a_failure_ends_the_wait_for_tables() {
    let endings: [fn(&Engine, &Endgames); 2] = [|engine, _| engine.stop(), |_, endgames| endgames.give_up()];
    for end in endings {
        let endgames = Arc::new(Endgames::to_come(3));
        let (mut engine, inbox) = engine_with(THREE_KINGS, Arc::clone(&endgames));
        assert_eq!(engine.go(Mode::Think, &COUNTED), Ok(()));
        end(&engine, &endgames);
        assert!(!reports_win(&inbox));
        assert!(inbox.iter().any(|event| matches!(event, Event::Done(done) if done.best.is_some())));
    }
}

#[test]
fn a_timed_search_does_not_wait_for_tables() {
    let (mut engine, inbox) = engine_with(THREE_KINGS, Arc::new(Endgames::to_come(3)));
    let limits = Limits { move_time: Some(Duration::from_millis(1)), ..COUNTED };
    assert_eq!(engine.go(Mode::Think, &limits), Ok(()));
    assert!(inbox.iter().any(|event| matches!(event, Event::Done(done) if done.best.is_some())));
}

/// Tables of two kings of Dameo, in files whose blocks are damaged.
fn damaged_tables(root: &std::path::Path) -> TableSet {
    let kings = Material::new(0, 1, 0, 1);
    let plan = BuildPlan { pieces: 2, only: Some(kings), ..BuildPlan::default() };
    let archive = Archive { plan, root, news: &|_| () };
    assert!(archive.build(Variant::Dameo.rules(), &RuleOptions::default()).is_ok());
    for kind in FileKind::ALL {
        let path = root.join("dameo").join("none").join(format!("{kings}.{kind}"));
        let mut bytes = std::fs::read(&path).unwrap_or_default();
        bytes.last_mut().into_iter().for_each(|byte| *byte ^= 1);
        assert!(std::fs::write(&path, bytes).is_ok());
    }
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    assert_eq!(set.open(root), [], "no block has been read yet");
    set
}

#[test]
fn a_damaged_table_is_reported_before_the_end_of_the_search() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| unreachable!("{error}"));
    let endgames = Arc::new(Endgames::to_come(usize::MAX));
    endgames.arrive(damaged_tables(folder.path()));
    let (mut engine, inbox) = engine_with("W:WKa1:BKh7", endgames);
    for expected in [2, 0] {
        assert_eq!(engine.go(Mode::Think, &Limits { depth: Some(3), ..Limits::default() }), Ok(()));
        let sent = inbox.iter().take_while(|event| !matches!(event, Event::Done(_)));
        let sent =
            sent.filter(|event| matches!(event, Event::TableProblem(text) if text.contains("damaged")));
        assert_eq!(sent.count(), expected, "each file once");
    }
}

#[test]
fn failing_settings_change_nothing() {
    let (events, _inbox) = unbounded();
    let settings = Settings { threads: 2, hash_mebibytes: 1, ..Settings::default() };
    let game = Harzdame::RULES.start(&RuleOptions::default());
    let mut engine = Engine::new(game, settings.clone(), events).expect("it is small");
    for threads in [1, 3] {
        let wanted = Settings { threads, hash_mebibytes: usize::MAX, ..settings.clone() };
        assert_eq!(engine.configure(wanted), Err(ResourceError::Memory));
        assert_eq!((engine.workers.len(), engine.settings()), (2, &settings));
    }
    assert_eq!(engine.configure(Settings { threads: 0, ..settings }), Ok(()));
    assert_eq!(engine.workers.len(), 1, "there is always one");
}
