//! `coupturc play`: a game against the engine in the terminal, with a drawn board and typed moves.

use std::time::Duration;

use clap::{Args, ValueEnum};
use crossbeam_channel::{Receiver, unbounded};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::options::number_within;
use super::{Failure, PositionOptions, say};
use crate::engine::{Engine, Event, Level, Limits, Mode, Settings};
use crate::notation::{FenFields, diagram, fen_text, move_text, parse_pdn_move};
use crate::rules::{AnyGame, Color, Move};

#[derive(Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// How well the engine plays, from 1 for beginners to 20 for all it can do
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    level: u8,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// How many seconds the engine may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = number_within(0.01..=3600.0))]
    move_time: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    /// The engine only watches and gives hints
    Both,
}

impl Side {
    fn has(self, color: Color) -> bool {
        self == Self::Both || (self == Self::White) == (color == Color::White)
    }
}

const HELP: &str = "At the prompt:
  a move    such as 32-28, b2-b3 or 28x19; Tab completes it, and lists what is possible
  moves     lists the legal moves
  hint      shows what the engine would play
  undo      takes your last move back
  board     draws the board again
  fen       prints the position as FEN
  level N   has the engine play at another level
  help      prints this
  quit      ends the game, as Ctrl-D does";

/// The words that are no moves.
const WORDS: &[&str] = &["moves", "hint", "undo", "board", "fen", "level", "help", "quit"];
/// How long a hint takes.
const HINT_TIME: Duration = Duration::from_secs(1);

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    Table::new(options)?.play()
}

/// The game, and the engine at the other side of the board.
struct Table {
    game: Box<dyn AnyGame>,
    /// The game before each of its moves.
    before: Vec<Box<dyn AnyGame>>,
    engine: Engine,
    events: Receiver<Event>,
    settings: Settings,
    side: Side,
    move_time: Duration,
    keyboard: Editor<Words, MemHistory>,
}

impl Table {
    fn new(options: &Options) -> Result<Self, Failure> {
        let game = options.position.read()?.to_game();
        let level = Level::new(options.level).unwrap_or_default();
        let settings = Settings { level, ..Settings::default() };
        let (sender, events) = unbounded();
        let mut keyboard = Editor::with_history(Config::default(), MemHistory::new())?;
        keyboard.set_helper(Some(Words::default()));
        Ok(Self {
            engine: Engine::new(game.clone(), settings.clone(), sender)?,
            game,
            before: Vec::new(),
            events,
            settings,
            side: options.side,
            move_time: Duration::from_secs_f64(options.move_time),
            keyboard,
        })
    }

    fn play(&mut self) -> Result<(), Failure> {
        let (title, level) = (self.game.rules().title, self.settings.level.number());
        say(&format!("{title}, level {level}. Type a move, or help.\n"))?;
        self.show()?;
        loop {
            if self.game.outcome().is_none() && !self.side.has(self.game.position().side()) {
                self.answer()?;
                continue;
            }
            match self.read()? {
                Some(line) if line == "quit" => return Ok(()),
                Some(line) => self.obey(&line)?,
                None => return Ok(()),
            }
        }
    }

    /// The next line that is typed; nothing if there is none any more.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        let words = WORDS.iter().map(|&word| word.to_owned());
        self.keyboard.set_helper(Some(Words(self.legal_texts().into_iter().chain(words).collect())));
        match self.keyboard.readline("> ") {
            Ok(line) => {
                // A line that is not kept can be typed again.
                let _ = self.keyboard.add_history_entry(&line);
                Ok(Some(line.trim().to_owned()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => Ok(()),
            "help" => say(HELP),
            "board" => self.show(),
            "fen" => say(&fen_text(self.game.position(), &FenFields::default())),
            "moves" => say(&self.legal_texts().join(" ")),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "level" => self.set_level(rest),
            _ => self.enter(line),
        }
    }

    fn enter(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(outcome) = self.game.outcome() {
            return say(&format!("the game is over, {outcome}; expected undo or quit"));
        }
        match parse_pdn_move(self.game.position(), text) {
            Ok(mv) => self.make(mv),
            Err(error) => say(&error.to_string()),
        }
    }

    /// Plays a move, and shows what has become of the board.
    fn make(&mut self, mv: Move) -> Result<(), Failure> {
        let before = self.game.clone();
        self.game.play(mv)?;
        self.before.push(before);
        self.show()
    }

    fn show(&self) -> Result<(), Failure> {
        say(&format!("{}\n", diagram(self.game.position())))?;
        match self.game.outcome() {
            Some(outcome) => say(&format!("The game is over: {outcome}.")),
            None => Ok(()),
        }
    }

    /// The engine's move.
    fn answer(&mut self) -> Result<(), Failure> {
        let Some(mv) = self.search(Mode::Think, self.move_time)? else {
            return Err("the engine has found no move".into());
        };
        say(&format!("coupturc plays {}\n", move_text(self.game.rules(), mv)))?;
        self.make(mv)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.game.legal_moves().is_empty() {
            return say("there is no move");
        }
        match self.search(Mode::Analyze, HINT_TIME)? {
            Some(mv) => say(&move_text(self.game.rules(), mv)),
            None => say("there is no move"),
        }
    }

    fn search(&mut self, mode: Mode, time: Duration) -> Result<Option<Move>, Failure> {
        self.engine.set_game(self.game.clone())?;
        self.engine.go(mode, &Limits { move_time: Some(time), ..Limits::default() })?;
        loop {
            match self.events.recv()? {
                Event::Done(done) => return Ok(done.best),
                Event::Failed(why) => return Err(format!("internal error, please report it: {why}").into()),
                _ => {}
            }
        }
    }

    /// Takes back moves until the player has the move that was made last.
    fn undo(&mut self) -> Result<(), Failure> {
        let place = self.before.iter().rposition(|game| self.side.has(game.position().side()));
        let Some(place) = place else {
            return say("there is no move to take back");
        };
        self.before.truncate(place + 1);
        if let Some(game) = self.before.pop() {
            self.game = game;
        }
        self.show()
    }

    fn set_level(&mut self, text: &str) -> Result<(), Failure> {
        let Some(level) = text.trim().parse().ok().and_then(Level::new) else {
            return say("level: expected a number from 1 to 20");
        };
        self.settings.level = level;
        Ok(self.engine.configure(self.settings.clone())?)
    }

    fn legal_texts(&self) -> Vec<String> {
        let moves = self.game.legal_moves().iter();
        let mut texts: Vec<String> = moves.map(|&mv| move_text(self.game.rules(), mv)).collect();
        texts.sort_unstable();
        texts
    }
}

/// What can be typed, for completion.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..end).unwrap_or_default();
        let mut fitting: Vec<String> =
            self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect();
        fitting.sort_unstable();
        Ok((0, fitting))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
