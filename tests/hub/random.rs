//! Random conversations: valid lines, garbled lines and noise. Whatever the input, every output line has a known
//! form, every `go` gets its `done`, and the engine keeps running.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use coupturc::notation::offered_variant_names;

use crate::support::engine_process::{EngineProcess, PATIENCE};
use crate::support::hub_replies::{arguments, done, error_message, info};

/// Valid lines, including one with the name of each game.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let games =
        offered_variant_names().into_iter().map(|name| format!("set-param name=variant value={name}"));
    SAME_IN_ALL_GAMES.iter().map(|&line| line.to_owned()).chain(games).collect()
});

const SAME_IN_ALL_GAMES: [&str; 63] = [
    "hub",
    "init",
    "ping",
    "stop",
    "ponder-hit",
    "new-game",
    "status",
    "fen",
    "legal-moves",
    "paths moves=\"32-28 19-23\"",
    "wait-done",
    "perft depth=2",
    "perft depth=0",
    "go think",
    "go think",
    "go ponder",
    "go analyze",
    "level depth=3",
    "level nodes=500",
    "level move-time=0.01",
    "level time=1 inc=0.1",
    "level moves=5 time=0.5",
    "level infinite",
    "level depth=1 nodes=100 move-time=0.02",
    "set-param name=halt value=none",
    "set-param name=halt value=winther",
    "set-param name=vanguard-scope value=whole",
    "set-param name=draw-rule value=repetition",
    "set-param name=draw-rule value=fmjd",
    "set-param name=king-against-man value=draw",
    "set-param name=king-against-man value=play",
    "set-param name=threads value=1",
    "set-param name=threads value=2",
    "set-param name=hash value=1",
    "set-param name=tt-size value=17",
    "set-param name=move-overhead value=0",
    "set-param name=multi-pv value=1",
    "set-param name=multi-pv value=3",
    "set-param name=book value=false",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23 28x19x23\"",
    "pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves=\"38-15 5-41 48-26\"",
    "pos fen=W:WK46,K47,K48:BK5:H31",
    "pos fen=W:WK46:BK5:H65535:F4294967295",
    "pos fen=W:WK46,K45,41:BK5,K10,6:H48",
    "pos fen=W:W:B20",
    "pos fen=W:W28:B23:V23",
    "pos fen=B:Wc3:B",
    "pos fen=W:We2,e3,f2,f4,g3:BKd8,e6,f7",
    "pos fen=W:WKa1,Kc3:BKi9,e6",
    "pos fen=W:WKa8,c4,d2:BKh1,f6",
    "pos fen=W:W1:B",
    "pos fen=W:WK1-50:B",
    "pos fen=B:W31-50:B1-20:V32",
    "play move=32-28",
    "play move=20-24",
    "play move=28x19",
    "play move=e2-e4",
    "play move=f2-d4",
    "play move=a3-a4",
    "play move=46-41",
    "play move=5-10",
    "sing loudly",
];

/// Words of commands that may need much memory, or a long time until `stop`: garbled lines must not contain them.
const COSTLY: [&str; 4] = ["hash", "tt-size", "threads", "perft"];

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        // CITE: Sebastiano Vigna, splitmix64, public domain.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A line with a few random changes.
    fn garbled(&mut self) -> Vec<u8> {
        const NUMBERS: [&str; 8] =
            ["0", "-1", "51", "256", "4294967296", "18446744073709551616", "1e400", "nan"];
        let mut line = self.choose(&LINES).as_bytes().to_vec();
        for _ in 0..1 + self.below(4) {
            let place = self.below(line.len() + 1);
            let end = line.len().min(place + self.below(8));
            match self.below(6) {
                0 => line.insert(place, self.below(256) as u8),
                1 => line.insert(place, *self.choose(b" =\"\t\0x-:,WBwbeK05a\xff\r")),
                2 => drop(line.drain(place..end)),
                3 => line.splice(place..place, self.choose(&NUMBERS).bytes()).for_each(drop),
                4 => {
                    let copy = line[place..end].to_vec();
                    line.splice(place..place, copy).for_each(drop);
                }
                _ => {
                    let other = self.choose(&LINES).as_bytes();
                    line.truncate(place);
                    line.extend(&other[self.below(other.len())..]);
                }
            }
        }
        line.retain(|&byte| byte != b'\n');
        line
    }

    fn noise(&mut self) -> Vec<u8> {
        let length = self.below(200);
        (0..length).map(|_| self.below(256) as u8).filter(|&byte| byte != b'\n').collect()
    }

    /// The next line: `percent_garbled` is the share of invalid ones.
    fn line(&mut self, percent_garbled: usize) -> Vec<u8> {
        if self.below(100) >= percent_garbled {
            return self.choose(&LINES).as_bytes().to_vec();
        }
        loop {
            let line = if self.below(8) == 0 { self.noise() } else { self.garbled() };
            let text = String::from_utf8_lossy(&line);
            if !COSTLY.iter().any(|word| text.contains(word)) && first_word(&line) != Some(b"quit") {
                return line;
            }
        }
    }
}

/// The command of a line, even if the line is not UTF-8: a `go` in such a line gets a `done` too.
fn first_word(line: &[u8]) -> Option<&[u8]> {
    line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty())
}

/// Checks that a line from the engine has a known form.
fn check(line: &str) {
    match line.split(' ').next() {
        Some("info") => drop(info(line, line.contains(" multipv="))),
        Some("done") => drop(done(line)),
        Some("error") => {
            let message = error_message(line);
            assert!(!message.contains("internal error"), "{message}");
        }
        Some("id" | "param" | "legal-moves" | "paths" | "fen" | "status" | "perft") => drop(arguments(line)),
        _ => assert!(["ready", "wait", "pong"].contains(&line), "unknown form: {line}"),
    }
}

/// Sends random lines, and checks that each `go` is answered after a `stop`.
fn converse(seed: u64) {
    let mut rng = Rng(seed);
    let mut engine = EngineProcess::start();
    engine.send("set-param name=hash value=1");
    let percent_garbled = *rng.choose(&[0, 10, 50, 100]);
    let mut unanswered = 0_i64;
    for _ in 0..*rng.choose(&[10, 60, 120]) {
        let line = rng.line(percent_garbled);
        unanswered += i64::from(first_word(&line) == Some(b"go"));
        engine.send_bytes(&[&line[..], rng.choose::<&[u8]>(&[b"\n", b"\r\n"])].concat());
    }
    let start = Instant::now();
    while unanswered > 0 {
        assert!(start.elapsed() < PATIENCE, "seed {seed}: {unanswered} without done");
        match engine.line_within(Duration::from_millis(50)) {
            Some(line) => {
                check(&line);
                unanswered -= i64::from(line.split(' ').next() == Some("done"));
            }
            None => engine.send("stop"),
        }
    }
    assert_eq!(unanswered, 0, "seed {seed}: more done than go");
    engine.send_all(&[
        "stop",
        "set-param name=variant value=hexdame",
        "set-param name=variant value=dameo",
        "fen",
    ]);
    engine.close_input();
    let rest = engine.rest();
    rest.iter().for_each(|line| check(line));
    assert!(
        rest.last().is_some_and(|line| line.starts_with("fen fen=\"W:Wa1,b1,b2,")),
        "seed {seed}: {rest:?}"
    );
    engine.ends_well();
}

/// Runs all seeds, on two threads.
fn converse_all(seeds: std::ops::Range<u64>) {
    std::thread::scope(|scope| {
        for odd in [0, 1] {
            let seeds = seeds.clone().filter(move |seed| seed % 2 == odd);
            scope.spawn(move || seeds.for_each(converse));
        }
    });
}

#[test]
fn no_input_ends_the_conversation() {
    converse_all(0..160);
}

/// A longer run, with other seeds.
#[test]
#[ignore = "takes minutes"]
fn no_input_ends_thousands_of_conversations() {
    converse_all(1_000..3_000);
}
