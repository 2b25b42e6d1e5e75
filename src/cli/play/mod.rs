//! `coupturc play`: a game against the engine in the terminal.

mod ending;
mod keyboard;
mod picture;
mod saving;

use std::path::Path;
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};
use crossbeam_channel::{Receiver, unbounded};

use super::options::{BookOptions, number_within};
use super::terminal::say_with_colors;
use super::{Failure, PositionOptions, say};
use crate::engine::{Engine, Event, Level, Limits, Mode, Settings};
use crate::notation::{
    FenFields, VariantName, fen_text, move_text, offered_variant_names, parse_pdn_move, pdn_game, pdn_text,
};
use crate::rules::{AnyGame, Color, Halt, Move, RuleOptions};
use crate::search::Score;
use ending::Ending;
use keyboard::{Keyboard, Words};
use picture::picture;
use saving::Saving;

#[derive(Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Playing strength of the engine, from 1 (beginner) to 20 (full strength)
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    level: u8,
    /// Side that you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// Thinking time of the engine per move in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = number_within(0.01..=3600.0))]
    move_time: f64,
    #[command(flatten)]
    book: BookOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    /// Move both sides; the engine only gives hints
    Both,
}

impl Side {
    fn has(self, color: Color) -> bool {
        self == Self::Both || (self == Self::White) == (color == Color::White)
    }
}

const HELP: &str = "At the prompt:
  a move      such as 32-28, b2-b3 or 28x19; press Tab to complete it or to list legal moves
  moves       lists the legal moves
  hint        shows what the engine would play
  undo        takes back your last move, or undoes a draw or resignation
  draw        offers a draw; the engine accepts unless it thinks it has the better position
  resign      resigns the game
  save FILE   writes the game as PDN
  new [GAME]  starts a new game, optionally of another variant, such as new dameo
  board       shows the board again: [w] is the last piece moved, * the cell it came from, x a captured piece
  fen         prints the position as FEN
  level N     changes the level of the engine
  help        shows this help
  quit        ends the program, like Ctrl-D";

/// The commands.
const COMMANDS: &[&str] =
    &["moves", "hint", "undo", "draw", "resign", "save", "new", "board", "fen", "level", "help", "quit"];
/// The search time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The search time after a draw offer.
const OFFER_TIME: Duration = Duration::from_millis(500);
/// The engine declines a draw if its position is better by more than this, in hundredths of a man.
const DECLINES_DRAW_ABOVE: i32 = 5;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    Table::new(options)?.play()
}

/// The game and the engine.
struct Table {
    game: Box<dyn AnyGame>,
    /// The moves made, each with the game before it.
    made: Vec<(Box<dyn AnyGame>, Move)>,
    /// The resignation or agreed draw that ended the game, if any.
    settled: Option<Ending>,
    saving: Saving,
    engine: Engine,
    events: Receiver<Event>,
    settings: Settings,
    side: Side,
    move_time: Duration,
    keyboard: Keyboard,
}

/// The result of a search.
struct Found {
    best: Option<Move>,
    /// For the side to move.
    score: Option<Score>,
}

impl Table {
    fn new(options: &Options) -> Result<Self, Failure> {
        let game = options.position.read()?.to_game();
        let level = Level::new(options.level).unwrap_or_default();
        let settings = Settings { level, book: options.book.choice()?, ..Settings::default() };
        let (sender, events) = unbounded();
        Ok(Self {
            engine: Engine::new(game.clone(), settings.clone(), sender)?,
            game,
            made: Vec::new(),
            settled: None,
            saving: Saving::default(),
            events,
            settings,
            side: options.side,
            move_time: Duration::from_secs_f64(options.move_time),
            keyboard: Keyboard::new()?,
        })
    }

    fn play(&mut self) -> Result<(), Failure> {
        self.greet()?;
        loop {
            if self.ending().is_none() && !self.side.has(self.game.position().side()) {
                self.answer()?;
                continue;
            }
            match self.keyboard.read(self.words())? {
                Some(line) if line == "quit" => return Ok(()),
                Some(line) => self.run(&line)?,
                None => return Ok(()),
            }
        }
    }

    fn greet(&self) -> Result<(), Failure> {
        let (title, level) = (self.game.rules().title, self.settings.level.number());
        say(&format!("{title}, level {level}. Type a move, or help.\n"))?;
        self.show()
    }

    /// The words that can be completed.
    fn words(&self) -> Words {
        let moves = if self.ending().is_none() { self.legal_texts() } else { Vec::new() };
        let games = offered_variant_names().into_iter().map(str::to_owned).collect();
        let words = COMMANDS.iter().map(|&word| word.to_owned());
        Words { first: moves.into_iter().chain(words).collect(), then: vec![("new", games)] }
    }

    fn run(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word != "save" {
            self.saving.forget_refusal();
        }
        match word {
            "" => Ok(()),
            "help" => say(HELP),
            "board" => self.show(),
            "fen" => say(&fen_text(self.game.position(), &FenFields::default())),
            "moves" => say(&self.legal_texts().join(" ")),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "draw" => self.offer_draw(),
            "resign" => self.resign(),
            "save" => self.save(rest.trim()),
            "new" => self.start(rest.trim()),
            "level" => self.set_level(rest),
            _ => self.enter(line),
        }
    }

    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending> {
        self.game.outcome().map(Ending::Rules).or(self.settled)
    }

    /// Whether the game is still going on; prints a message if not.
    fn goes_on(&self) -> Result<bool, Failure> {
        let Some(ending) = self.ending() else { return Ok(true) };
        let ending = ending.in_words(self.game.rules());
        say(&format!("the game is over ({ending}); expected new, undo, save FILE or quit"))?;
        Ok(false)
    }

    fn enter(&mut self, text: &str) -> Result<(), Failure> {
        if !self.goes_on()? {
            return Ok(());
        }
        match parse_pdn_move(self.game.position(), text) {
            Ok(mv) => self.make(mv),
            Err(error) => say(&error.to_string()),
        }
    }

    /// Plays a move, and shows the board after it.
    fn make(&mut self, mv: Move) -> Result<(), Failure> {
        let before = self.game.clone();
        self.game.play(mv)?;
        self.made.push((before, mv));
        self.show()
    }

    fn show(&self) -> Result<(), Failure> {
        let last = self.made.last().map(|&(_, mv)| mv);
        say_with_colors(&format!("{}\n", picture(self.game.position(), last)))?;
        self.show_ending()
    }

    fn show_ending(&self) -> Result<(), Failure> {
        let Some(ending) = self.ending() else { return Ok(()) };
        say(&format!("{}.\nType new, undo, save FILE or quit.", ending.in_words(self.game.rules())))
    }

    /// Makes the engine's move.
    fn answer(&mut self) -> Result<(), Failure> {
        let Some(mv) = self.search(Mode::Think, self.move_time)?.best else {
            return Err("the engine found no move".into());
        };
        say(&format!("coupturc plays {}\n", move_text(self.game.rules(), mv)))?;
        self.make(mv)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.game.legal_moves().is_empty() {
            return say("there is no legal move");
        }
        match self.search(Mode::Analyze, HINT_TIME)?.best {
            Some(mv) => say(&move_text(self.game.rules(), mv)),
            None => say("there is no legal move"),
        }
    }

    fn search(&mut self, mode: Mode, time: Duration) -> Result<Found, Failure> {
        self.engine.set_game(self.game.clone())?;
        self.engine.go(mode, &Limits { move_time: Some(time), ..Limits::default() })?;
        let mut score = None;
        loop {
            match self.events.recv()? {
                Event::Info(info) => score = info.lines.first().map(|line| line.score),
                Event::Done(done) => return Ok(Found { best: done.best, score }),
                Event::Failed(why) => return Err(format!("internal error, please report it: {why}").into()),
                _ => {}
            }
        }
    }

    /// Offers a draw. The engine accepts unless it has the better position; if the player moves both sides, the draw is agreed.
    fn offer_draw(&mut self) -> Result<(), Failure> {
        if !self.goes_on()? {
            return Ok(());
        }
        if self.side != Side::Both {
            let for_player = self.search(Mode::Analyze, OFFER_TIME)?.score.unwrap_or_default();
            if -for_player > Score::evaluation(DECLINES_DRAW_ABOVE) {
                return say("coupturc declines: it thinks it is better");
            }
        }
        self.settled = Some(Ending::Agreed);
        self.show_ending()
    }

    fn resign(&mut self) -> Result<(), Failure> {
        if self.goes_on()? {
            self.settled = Some(Ending::Resigned(self.game.position().side()));
            self.show_ending()?;
        }
        Ok(())
    }

    /// Starts a new game with the same rules, or the named game with its default rules.
    fn start(&mut self, name: &str) -> Result<(), Failure> {
        let (rules, options) = if name.is_empty() {
            (self.game.rules(), self.game.position().rule_options())
        } else {
            match name.parse::<VariantName>() {
                Ok(VariantName { rules, halt }) => {
                    let halt = halt.unwrap_or(Halt::default());
                    (rules, RuleOptions { halt, ..RuleOptions::default() })
                }
                Err(error) => return say(&format!("new: {error}")),
            }
        };
        self.game = rules.start(&options);
        self.made.clear();
        self.settled = None;
        self.saving = Saving::default();
        self.greet()
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return say("save: expected a file, such as save game.pdn");
        }
        let text = self.pdn()?;
        say(&self.saving.save(Path::new(file), &text))
    }

    /// The game so far as PDN.
    fn pdn(&self) -> Result<String, Failure> {
        let moves: Vec<Move> = self.made.iter().map(|&(_, mv)| mv).collect();
        let ending = self.ending();
        let mut pdn = pdn_game(self.game.first(), &moves, ending.map(Ending::result))?;
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        pdn.set_tag("Event", "coupturc play");
        pdn.set_tag("Date", now.split('T').next().unwrap_or_default().replace('-', "."));
        for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
            if !self.side.has(color) {
                pdn.set_tag(name, format!("coupturc, level {}", self.settings.level.number()));
            }
        }
        if let Some(ending) = ending {
            pdn.add_comment(&ending.in_words(self.game.rules()));
        }
        Ok(pdn_text(&pdn))
    }

    /// Takes back a resignation or an agreed draw, or else all moves from the player's last move onwards.
    fn undo(&mut self) -> Result<(), Failure> {
        if self.settled.take().is_none() {
            let place = self.made.iter().rposition(|(game, _)| self.side.has(game.position().side()));
            let Some(place) = place else {
                return say("there is no move to take back");
            };
            self.made.truncate(place + 1);
            if let Some((game, _)) = self.made.pop() {
                self.game = game;
            }
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
