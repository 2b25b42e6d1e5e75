//! The pairing of `stop` with searches and counts: a `stop` ends the last `go` or `perft` before it that has no `stop`
//! yet, however fast the lines come. All lines are sent in one write, and the answers compared with a small model.

use crate::support::engine_process::EngineProcess;

/// The commands of these conversations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    /// A search without a limit.
    Go,
    /// A `go` with an unknown mode.
    BadGo,
    /// A count that does not end by itself.
    LongCount,
    ShortCount,
    Stop,
    WaitDone,
    Fen,
    Ping,
}

use Command::{BadGo, Fen, Go, LongCount, Ping, ShortCount, Stop, WaitDone};

impl Command {
    /// Commands to choose from, with as many stops as commands that they can end.
    const ALL: [Self; 13] =
        [Go, Go, BadGo, LongCount, LongCount, ShortCount, Stop, Stop, Stop, Stop, WaitDone, Fen, Ping];

    fn text(self) -> &'static str {
        match self {
            Go => "go analyze",
            BadGo => "go home",
            LongCount => "perft depth=99",
            ShortCount => "perft depth=2",
            Stop => "stop",
            WaitDone => "wait-done",
            Fen => "fen",
            Ping => "ping",
        }
    }
}

/// The possible prefixes of each answer, in order, without `info` and `pong`.
type Expected = Vec<Vec<&'static str>>;

/// Which lines are ended by a `stop`, matched like brackets: `go perft stop stop` ends the count, then the search.
fn with_stop(lines: &[Command]) -> Vec<bool> {
    let (mut open, mut ended) = (Vec::new(), vec![false; lines.len()]);
    for (place, command) in lines.iter().enumerate() {
        match command {
            Go | LongCount | ShortCount => open.push(place),
            Stop => open.pop().into_iter().for_each(|start| ended[start] = true),
            BadGo | WaitDone | Fen | Ping => {}
        }
    }
    ended
}

/// The expected answers, if every endless command has its `stop`.
fn model(lines: &[Command]) -> Expected {
    const BUSY: &str = "error message=\"perft: a search is running";
    const STOPPED: &str = "error message=\"perft: stopped before";
    let (mut expected, mut searches) = (Expected::new(), false);
    for (command, has_stop) in lines.iter().zip(with_stop(lines)) {
        match command {
            Go if searches => expected.extend([vec!["error message=\"go: a search"], vec!["done"]]),
            Go => searches = true,
            BadGo => expected.extend([vec!["error message=\"go: found no mode"], vec!["done"]]),
            LongCount | ShortCount if searches => expected.push(vec![BUSY]),
            LongCount => expected.push(vec![STOPPED]),
            // It may end before the `stop`.
            ShortCount if has_stop => expected.push(vec!["perft depth=2 ", STOPPED]),
            ShortCount => expected.push(vec!["perft depth=2 "]),
            Stop if searches => {
                expected.push(vec!["done move="]);
                searches = false;
            }
            WaitDone if searches => expected.push(vec!["error message=\"wait-done: "]),
            Fen => expected.push(vec!["fen fen="]),
            Stop | WaitDone | Ping => {}
        }
    }
    expected
}

/// The start of a string, for a message.
fn shown(text: &str) -> String {
    text.chars().take(3_000).collect()
}

/// Sends all lines at once, and compares the answers with the model.
fn check(threads: usize, lines: &[Command]) {
    let text: String = lines.iter().flat_map(|command| [command.text(), "\n"]).collect();
    let mut engine = EngineProcess::start();
    let setting = format!("set-param name=hash value=1\nset-param name=threads value={threads}\n");
    engine.send_bytes((setting + &text).as_bytes());
    engine.close_input();
    let answers: Vec<String> = engine.rest().into_iter().filter(|line| !line.starts_with("info ")).collect();
    engine.ends_well();
    let pongs = answers.iter().filter(|line| *line == "pong").count();
    assert_eq!(
        pongs,
        lines.iter().filter(|command| **command == Ping).count(),
        "{threads} threads: {lines:?}"
    );
    let answers: Vec<&String> = answers.iter().filter(|line| *line != "pong").collect();
    let expected = model(lines);
    let fits =
        |(answer, starts): (&&String, &Vec<&str>)| starts.iter().any(|start| answer.starts_with(start));
    assert!(
        answers.len() == expected.len() && answers.iter().zip(&expected).all(fits),
        "{threads} threads: {}expected {}, got {}",
        shown(&text),
        shown(&format!("{expected:?}")),
        shown(&format!("{answers:?}"))
    );
}

#[test]
fn every_stop_ends_its_command() {
    let cases: [&[Command]; 8] = [
        &[Go, Stop, LongCount, Stop],
        &[LongCount, Stop, LongCount, Stop],
        &[LongCount, LongCount, Stop, Stop],
        &[LongCount, Go, Stop, Fen, Stop],
        &[LongCount, BadGo, Stop],
        &[Go, LongCount, Go, Stop, LongCount, Stop, Go, Stop, Stop],
        &[LongCount, Go, Stop, LongCount, Fen, WaitDone, Stop, Stop, Ping],
        &[ShortCount, ShortCount, Fen, LongCount, Ping, Stop, ShortCount],
    ];
    for lines in cases {
        [1, 2].into_iter().for_each(|threads| check(threads, lines));
    }
}

#[test]
fn random_conversations_match_the_model() {
    let mut random = fastrand::Rng::with_seed(7);
    for number in 0..160 {
        let length = random.usize(2..30);
        let mut lines: Vec<Command> = (0..length).filter_map(|_| random.choice(Command::ALL)).collect();
        while lines
            .iter()
            .zip(with_stop(&lines))
            .any(|(command, ended)| !ended && matches!(command, Go | LongCount))
        {
            lines.push(Stop);
        }
        check(1 + number % 2, &lines);
    }
}

/// The lines between a count and its `stop` exceed any read-ahead buffer.
#[test]
fn a_stop_is_seen_after_many_lines() {
    let mut lines = vec![LongCount];
    lines.extend([Fen; 20_000]);
    lines.push(Stop);
    check(1, &lines);
}
