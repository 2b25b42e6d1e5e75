//! Random scripts for a client: commands with valid and invalid values, garbled lines and noise.

use std::collections::VecDeque;

use coupturc::protocol::{Command, parse_command};
use coupturc::rules::games::Variant;

use super::choices::Choices;
use super::positions::scene;

/// A step of a script.
pub enum Step {
    /// Send this line, given without its end.
    Line(Vec<u8>),
    /// Wait until all lines are answered.
    Await,
}

/// The number of lines after which the client waits for the answers.
const MAX_UNANSWERED: usize = 300;

/// A script that lasts until its choices are used up.
pub struct Script<C> {
    choices: C,
    /// The game chosen last.
    game: Variant,
    queue: VecDeque<String>,
    unanswered: usize,
    may_quit: bool,
}

impl<C: Choices> Script<C> {
    /// A script without `quit`.
    pub fn new(choices: C) -> Self {
        let small = "set-param name=hash value=1".to_owned();
        Self {
            choices,
            game: Variant::default(),
            queue: VecDeque::from([small]),
            unanswered: 0,
            may_quit: false,
        }
    }

    /// A script with an occasional `quit`.
    pub fn with_quit(choices: C) -> Self {
        Self { may_quit: true, ..Self::new(choices) }
    }

    fn line(&mut self) -> Vec<u8> {
        if let Some(line) = self.queue.pop_front() {
            return line.into_bytes();
        }
        let line = match self.choices.below(32) {
            26..30 => self.garbled(),
            30 => self.noise(),
            31 => self.rarity(),
            _ => self.command().into_bytes(),
        };
        if is_allowed(&line, self.may_quit) { line } else { b"ping".to_vec() }
    }

    fn command(&mut self) -> String {
        let choices = &mut self.choices;
        match choices.below(16) {
            0..3 => (*choices.choose(&PLAIN)).to_owned(),
            3..5 => (*choices.choose(&["go think", "go ponder", "go analyze"])).to_owned(),
            5 => "stop".to_owned(),
            6..8 => self.level(),
            8 => (*choices.choose(&QUESTIONS)).to_owned(),
            9 => format!("perft depth={}", choices.below(4)),
            10 => self.parameter(),
            11 if choices.one_in(4) => self.variant(),
            11..15 => self.pos(),
            _ => self.play(),
        }
    }

    fn level(&mut self) -> String {
        let mut line = "level".to_owned();
        let choices = &mut self.choices;
        for _ in 0..1 + choices.below(2) {
            let number = 1 + choices.below(6);
            line.push_str(&match choices.below(8) {
                0..3 => format!(" depth={number}"),
                3..5 => format!(" nodes={}", number * number * 40),
                5 => format!(" move-time=0.00{number}"),
                6 => format!(" time=0.{number} inc=0,0{number} moves={number}"),
                _ => " infinite".to_owned(),
            });
        }
        line
    }

    fn parameter(&mut self) -> String {
        let (name, values) = *self.choices.choose(&PARAMETERS);
        format!("set-param name={name} value={}", self.choices.choose(values))
    }

    fn variant(&mut self) -> String {
        self.game = *self.choices.choose(Variant::ALL);
        format!("set-param name=variant value={}", self.game.name())
    }

    fn pos(&mut self) -> String {
        let mut scene = scene(self.game, &mut self.choices);
        let played = scene.moves.len() - scene.moves.len().min(self.choices.below(8));
        self.queue.extend(scene.moves.drain(played..).map(|mv| format!("play move={mv}")));
        let moves = scene.moves.join(" ");
        if moves.is_empty() {
            format!("pos {}", scene.place)
        } else {
            format!("pos {} moves=\"{moves}\"", scene.place)
        }
    }

    /// Any move, legal or not; `pos` queues legal ones.
    fn play(&mut self) -> String {
        let choices = &mut self.choices;
        let mut cell = || match choices.below(2) {
            0 => format!("{}", 1 + choices.below(51)),
            _ => format!(
                "{}{}",
                choices.choose(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]),
                1 + choices.below(9)
            ),
        };
        let (from, to) = (cell(), cell());
        let separator = self.choices.choose(&["-", "x"]);
        format!("play move={from}{separator}{to}")
    }

    /// A command with a few random changes.
    fn garbled(&mut self) -> Vec<u8> {
        let mut line = self.command().into_bytes();
        let choices = &mut self.choices;
        for _ in 0..1 + choices.below(4) {
            let place = choices.below(line.len() + 1);
            let end = line.len().min(place + choices.below(8));
            match choices.below(6) {
                0 => line.insert(place, choices.below(256) as u8),
                1 => line.insert(place, *choices.choose(b" =\"\t\0x-:,WBwbeK05a\xff\r")),
                2 => drop(line.drain(place..end)),
                3 => line.splice(place..place, choices.choose(&NUMBERS).bytes()).for_each(drop),
                4 => line.extend_from_within(place..end),
                _ => line.truncate(place),
            }
        }
        line.retain(|&byte| byte != b'\n');
        line
    }

    fn noise(&mut self) -> Vec<u8> {
        let length = self.choices.below(60);
        (0..length).map(|_| self.choices.below(256) as u8).filter(|&byte| byte != b'\n').collect()
    }

    /// A rare line.
    fn rarity(&mut self) -> Vec<u8> {
        match self.choices.below(64) {
            0 => [&b"go "[..], &vec![b'x'; TOO_LONG - self.choices.below(8)]].concat(),
            1 => [&b"go think "[..], &vec![b' '; TOO_LONG]].concat(),
            2 if self.choices.one_in(8) => b"quit".to_vec(),
            2 => b"quit \xff".to_vec(),
            3..16 => b"go \xc3\x28".to_vec(),
            16..24 => b" \t go  think=1 \r".to_vec(),
            24..32 => "go th\u{ef}nk analyze=\u{1f600}".into(),
            _ => self.choices.choose(&ODDITIES).as_bytes().to_vec(),
        }
    }
}

impl<C: Choices> Iterator for Script<C> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.choices.is_spent() {
            return None;
        }
        self.unanswered += 1;
        if self.unanswered > MAX_UNANSWERED || self.choices.one_in(24) {
            self.unanswered = 0;
            return Some(Step::Await);
        }
        Some(Step::Line(self.line()))
    }
}

/// The length from which lines are rejected.
const TOO_LONG: usize = 256 * 1024;

const PLAIN: [&str; 8] = [
    "hub",
    "init",
    "ping",
    "new-game",
    "wait-done",
    "ponder-hit",
    "level infinite",
    "set-param name=initial-time value=1",
];

const QUESTIONS: [&str; 7] = ["fen", "status", "legal-moves", "ping", "books", "book-moves", "rules-board"];

const PARAMETERS: [(&str, &[&str]); 23] = [
    ("rules-file", &["none", "\"no such file\""]),
    ("halt", &["none", "killer", "damme", "killer-light", "winther"]),
    ("vanguard-scope", &["first", "whole"]),
    ("draw-rule", &["fmjd", "repetition"]),
    ("king-against-man", &["win", "draw", "play"]),
    ("threads", &["1", "1", "2", "3"]),
    ("threads", &["1"]),
    ("hash", &["1", "1", "1", "2", "4"]),
    ("tt-size", &["16", "17"]),
    ("move-overhead", &["0", "10", "10000"]),
    ("multi-pv", &["1", "1", "1", "2", "5", "100"]),
    ("multi-pv", &["1"]),
    ("ponder", &["true", "false"]),
    ("tables", &["auto", "none", "\"no such folder\""]),
    ("tables-pieces", &["0", "2", "4", "8"]),
    ("tables-cache", &["0", "1", "64"]),
    ("book", &["true", "false"]),
    ("book-ply", &["0", "4"]),
    ("book-margin", &["0", "20"]),
    ("book-file", &["auto", "\"no such file\""]),
    ("book-seed", &["0", "7"]),
    ("level", &["20", "20", "1", "5", "19"]),
    ("variant", &["killer", "international"]),
];

const NUMBERS: [&str; 10] =
    ["0", "-1", "51", "256", "4294967296", "18446744073709551616", "1e400", "nan", "1,5", "0.000000001"];

const ODDITIES: [&str; 19] = [
    "",
    " ",
    "go",
    "go home",
    "sing loudly",
    "perft",
    "level moves=5",
    "pos pos=Wbb",
    "pos fen=W:W1:B",
    "pos fen=W:WK1-50:B",
    "pos fen=W:WK46:BK5:H65535:F4294967295",
    "pos fen=W:W28:B23:V23",
    "book-moves from=games",
    "book-mark move=32-28 mark=veto",
    "pdn-count",
    "rules-check text=\"like = %22dameo%22%0Atitle = 1\"",
    "rules-play name=mine text=\"like = %22hexdame%22%0Atitle = %22Mine%22\"",
    "rules-play name=normal text=\"\"",
    "rules-text name=thai",
];

/// Whether a line may be sent: it must not ask for much memory or many threads, and must not be an unwanted `quit`.
fn is_allowed(line: &[u8], may_quit: bool) -> bool {
    let command = std::str::from_utf8(line).map(parse_command);
    match command {
        Ok(Ok(Some(Command::Quit))) => may_quit,
        Ok(Ok(Some(Command::SetParam { name, value }))) => {
            let number: u64 = value.parse().unwrap_or_default();
            match name.as_str() {
                "hash" => !(5..=1 << 20).contains(&number),
                "tt-size" => !(19..=36).contains(&number),
                "threads" => !(4..=256).contains(&number),
                _ => true,
            }
        }
        _ => true,
    }
}
