//! Execution of Hub commands.

use std::fmt::Display;

use super::books::Source;
use super::command::{Command, LevelChange, PositionText};
use super::conversation::{Flow, Pending, Shared};
use super::output::Closed;
use super::parameters::{Change, Parameters};
use super::session::{NO_FEN, Session};
use super::{PROGRAM, VERSION};
use super::{reply, rules};
use crate::book::{BookMove, Mark};
use crate::engine::{Busy, Limits, Mode};
use crate::notation::{
    CellNames, ExtraText, FenFields, NotationError, fen_field_form, fen_of_others, fen_text,
    hub_position_of_others, parse_fen_setup, parse_hub_setup, parse_move_with, parse_moves_with,
    parse_pdn_move, path_texts,
};
use crate::rules::{AnyGame, Color, Rules, Setup, SetupError};

/// The parameter by which clients choose a game, for messages.
const CHOICE_OF_GAME: &str = "the parameter variant";

/// Commands that need no game.
impl Shared {
    /// Sends nothing after a success, and an error after a failure.
    fn answer<T, E: Display>(&mut self, result: Result<T, E>) -> Result<Flow, Closed> {
        match result {
            Ok(_) => Ok(Flow::Continue),
            Err(error) => self.say(&reply::error(&error.to_string())),
        }
    }

    /// Sends all these lines, or an error.
    fn say_all(&mut self, lines: Result<Vec<String>, NotationError>) -> Result<Flow, Closed> {
        match lines {
            Ok(lines) => {
                lines.iter().try_for_each(|line| self.output.line(line))?;
                Ok(Flow::Continue)
            }
            Err(error) => self.say(&reply::error(&error.to_string())),
        }
    }

    /// Sends the engine's name and its parameters.
    fn introduce(&mut self) -> Result<Flow, Closed> {
        self.say(&format!("id name={PROGRAM} version={VERSION} author=\"the {PROGRAM} authors\""))?;
        for declaration in self.parameters.declarations() {
            self.say(&declaration)?;
        }
        self.say("wait")
    }

    /// Adds to the limits of the next search.
    fn level(&mut self, changes: &[LevelChange]) -> Result<Flow, Closed> {
        for &change in changes {
            match change {
                LevelChange::Infinite => self.limits = Limits::default(),
                LevelChange::Depth(depth) => self.limits.depth = Some(depth),
                LevelChange::Nodes(nodes) => self.limits.nodes = Some(nodes),
                LevelChange::MoveTime(time) => self.limits.move_time = Some(time),
                LevelChange::Clock(clock) => self.limits.clock = Some(clock),
            }
        }
        Ok(Flow::Continue)
    }
}

impl Session {
    /// Executes `command`.
    pub(super) fn execute(&mut self, command: Command) -> Result<Flow, Closed> {
        match command {
            Command::Hub => self.shared.introduce(),
            Command::Init => self.shared.say("ready"),
            Command::Ping => self.shared.say("pong"),
            Command::Quit => Ok(Flow::Quit),
            Command::SetParam { name, value } => self.set_parameter(&name, &value),
            Command::NewGame => {
                let result = self.engine.forget();
                self.shared.answer(result)
            }
            Command::Pos { position, extra, moves } => {
                let extra = extra.as_ref().map(|(name, value)| ExtraText { name, value });
                let result = self.set_position(&position, extra, &moves);
                self.shared.answer(result)
            }
            Command::Play { text } => {
                let result = self.play(&text);
                self.shared.answer(result)
            }
            Command::Level(changes) => self.shared.level(&changes),
            Command::Go(mode) => self.go(mode),
            Command::Stop => {
                self.engine.stop();
                // Clients send `stop` and the next search together.
                self.hold_until_done();
                Ok(Flow::Continue)
            }
            Command::PonderHit => {
                self.engine.ponder_hit();
                Ok(Flow::Continue)
            }
            Command::WaitDone => self.wait_for_done(),
            Command::Perft { depth } => self.perft(depth),
            Command::LegalMoves => self.list_legal_moves(),
            Command::Paths { moves } => {
                let paths = path_texts(self.shared.parameters.cell_names(), self.engine.game(), &moves);
                self.shared.say_all(paths.map(|paths| vec![reply::paths(&paths)]))
            }
            Command::Fen => {
                let text = fen_text(self.engine.game().position(), &self.current_fen_fields());
                self.shared.say(&format!("fen fen=\"{text}\""))
            }
            Command::Eval => {
                let position = self.engine.game().position();
                self.shared.say(&reply::eval(self.engine.settings().evaluation.evaluate(position), position))
            }
            Command::Books => self.shared.say(&reply::books(self.shared.parameters.book())),
            Command::BookMoves { from_games } => self.list_book_moves(from_games),
            Command::BookMark { text, mark, note } => {
                let result = self.mark_book_move(&text, mark, note.as_deref());
                self.shared.answer(result)
            }
            Command::Status => self.shared.say(&reply::status(self.engine.game().outcome())),
            Command::PdnText { text } => {
                let result = self.games.add_text(&text);
                self.shared.answer(result)
            }
            // Reading may take seconds, during which no `stop` would be seen.
            Command::PdnRead if self.pending.is_some() => {
                self.shared.answer(Err::<(), _>(format!("pdn-read: {Busy}")))
            }
            Command::PdnRead => {
                let lines = self.games.read(self.shared.parameters.own());
                self.shared.say_all(Ok(lines))
            }
            Command::PdnCount { .. } if self.pending.is_some() => {
                self.shared.answer(Err::<(), _>(format!("pdn-count: {Busy}")))
            }
            Command::PdnCount { plies } => {
                let rules = self.shared.parameters.game();
                let line = self.games.count(rules, &self.shared.parameters.rules(), plies);
                self.shared.say(&line)
            }
            Command::PdnShow { game, variant } => {
                let parameters = &self.shared.parameters;
                let asked = variant.map(|name| parameters.named(&name)).transpose();
                let lines = asked.and_then(|asked| self.games.show(game, asked, parameters.own()));
                self.shared.say_all(lines)
            }
            Command::PdnTag { name, value } => {
                let result = self.games.add_tag(name, value);
                self.shared.answer(result)
            }
            Command::PdnNode { id, node } => {
                let result = self.games.add_node(id, node);
                self.shared.answer(result)
            }
            Command::PdnWrite { result, comment } => {
                let (rules, options) = (self.shared.parameters.game(), self.shared.parameters.rules());
                let line = self.games.write(rules, &options, result.as_deref(), comment);
                self.shared.say_all(line.map(|line| vec![line]))
            }
            Command::PdnNew => {
                self.games.forget_draft();
                Ok(Flow::Continue)
            }
            Command::RulesCheck { name, text } => self.shared.say_all(Ok(rules::check(&name, &text))),
            Command::RulesPlay { name, text } => {
                self.change_parameters("rules-play", |parameters| parameters.play_text(&name, &text))
            }
            Command::RulesText { name } => self.shared.say_all(rules::embedded(&name)),
            Command::RulesBoard => self.shared.say_all(Ok(rules::board(self.shared.parameters.game()))),
        }
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<Flow, Closed> {
        self.change_parameters(&format!("set-param: {name}"), |parameters| parameters.set(name, value))
    }

    /// Changes parameters for `what`, which errors name. After an error they are as before.
    fn change_parameters(
        &mut self,
        what: &str,
        set: impl FnOnce(&mut Parameters) -> Result<Change, NotationError>,
    ) -> Result<Flow, Closed> {
        if self.engine.is_busy() {
            return self.shared.answer(Err::<(), _>(format!("{what}: {Busy}")));
        }
        let mut parameters = self.shared.parameters.clone();
        let change = match set(&mut parameters) {
            Ok(change) => change,
            Err(error) => return self.shared.answer(Err::<(), _>(error)),
        };
        let result = match change {
            Change::Nothing => {
                self.shared.parameters = parameters;
                return Ok(Flow::Continue);
            }
            Change::Variant => {
                // A finished search must be reported before its game is replaced.
                self.finish()?;
                let game = parameters.game().start(&parameters.rules());
                self.fen_fields = NO_FEN;
                self.engine.set_game(game).map_err(|error| error.to_string())
            }
            Change::Rules => {
                let game = self.engine.game().with_options(&parameters.rules());
                game.map_err(|error| format!("{error} under this rule")).and_then(|game| {
                    // Histories and hash entries from other rules are wrong under the new ones.
                    let changed = self.engine.set_game(game).and_then(|()| self.engine.forget());
                    changed.map_err(|error| error.to_string())
                })
            }
            Change::Settings => {
                self.engine.configure(parameters.settings()).map_err(|error| error.to_string())
            }
        };
        match result {
            Ok(()) => {
                self.shared.parameters = parameters;
                Ok(Flow::Continue)
            }
            Err(error) => self.shared.answer(Err::<(), _>(format!("{what}: {error}"))),
        }
    }

    fn set_position(
        &mut self,
        text: &PositionText,
        extra: Option<ExtraText<'_>>,
        moves: &str,
    ) -> Result<(), NotationError> {
        let parameters = &self.shared.parameters;
        let (setup, fields) = read_setup(parameters.game(), text, extra)?;
        let mut game = parameters.game().set_up(&setup, &parameters.rules())?;
        parse_moves_with(parameters.cell_names(), &mut *game, moves)?;
        self.put_on_board(game)?;
        self.fen_fields = (fields, setup.side);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let mut game = self.engine.game().copy();
        let names = self.shared.parameters.cell_names();
        // Errors use the protocol's cell names: PDN numbers some boards differently.
        let in_pdn = |error| match names {
            CellNames::Own => parse_pdn_move(game.position(), text).map_err(|_| error),
            CellNames::FromWhite => Err(error),
        };
        let mv = parse_move_with(names, game.position(), text).or_else(in_pdn)?;
        game.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
        self.put_on_board(game)
    }

    /// Sends what the book, or the counted games, have on the position.
    fn list_book_moves(&mut self, from_games: bool) -> Result<Flow, Closed> {
        let (game, parameters) = (self.engine.game(), &self.shared.parameters);
        let position = game.position();
        let counts = self.games.counts.as_ref();
        let counts = counts.filter(|counts| counts.about().fits(game.rules(), &position.rule_options()));
        let source = match (from_games, counts, parameters.book().book_for(game)) {
            (true, Some(counts), _) => Source::Games(counts),
            (false, _, Some(book)) => Source::Book(book, book.is_file() && parameters.may_change_book()),
            _ => Source::Nothing,
        };
        let lines = source.lines(position, &self.shared.move_text());
        self.shared.say_all(lines)
    }

    /// Marks a move in the file of the book.
    fn mark_book_move(
        &mut self,
        text: &str,
        mark: Option<Option<Mark>>,
        note: Option<&str>,
    ) -> Result<(), NotationError> {
        let (game, parameters) = (self.engine.game(), &self.shared.parameters);
        let mv = parse_move_with(parameters.cell_names(), game.position(), text)?;
        let book = parameters.book().book_for(game).filter(|book| book.is_file());
        let Some(book) = book.filter(|_| parameters.may_change_book()) else {
            let problem =
                "book-mark: found no book that may be changed, expected a file, by book-file or serve --book";
            return Err(NotationError::new(problem.to_owned()));
        };
        let mut change = |known: &mut BookMove| {
            if let Some(mark) = mark {
                known.mark = mark;
            }
            if let Some(note) = note {
                note.clone_into(&mut known.note);
            }
        };
        let result = book.change(game.position(), mv, &mut change);
        result.map_err(|problem| NotationError::new(format!("book-mark: {problem}")))
    }

    fn put_on_board(&mut self, game: Box<dyn AnyGame>) -> Result<(), NotationError> {
        self.engine.set_game(game).map_err(|error| NotationError::new(error.to_string()))
    }

    fn go(&mut self, mode: Mode) -> Result<Flow, Closed> {
        if self.pending.is_some() {
            return self.shared.refuse(&format!("go: {}", Busy), true);
        }
        let limits = std::mem::take(&mut self.shared.limits);
        match self.engine.go(mode, &limits) {
            Ok(()) => {
                self.pending = Some(Pending::Search { awaited: false });
                Ok(Flow::Continue)
            }
            Err(error) => self.shared.refuse(&format!("go: {error}"), true),
        }
    }

    fn wait_for_done(&mut self) -> Result<Flow, Closed> {
        if self.engine.is_endless() {
            return self
                .shared
                .say(&reply::error("wait-done: the search has no limit, expected stop to end it"));
        }
        self.hold_until_done();
        Ok(Flow::Continue)
    }

    /// Holds all input until the end of the running search, if there is one.
    fn hold_until_done(&mut self) {
        if let Some(Pending::Search { awaited }) = &mut self.pending {
            *awaited = true;
        }
    }

    fn perft(&mut self, depth: u32) -> Result<Flow, Closed> {
        // A search may have ended without having been reported yet.
        let started = if self.pending.is_some() { Err(Busy) } else { self.engine.count_leaves(depth) };
        match started {
            Ok(()) => {
                self.pending = Some(Pending::Count { depth });
                Ok(Flow::Continue)
            }
            Err(busy) => self.shared.answer(Err::<(), _>(format!("perft: {busy}"))),
        }
    }

    fn list_legal_moves(&mut self) -> Result<Flow, Closed> {
        let line = reply::legal_moves(self.engine.game().legal_moves(), &self.shared.move_text());
        self.shared.say(&line)
    }

    /// The optional FEN fields of the current position.
    fn current_fen_fields(&self) -> FenFields {
        let (fields, began) = self.fen_fields;
        let half_moves = self.engine.game().plies() + usize::from(began == Color::Black);
        let played = u32::try_from(half_moves / 2).unwrap_or(u32::MAX);
        FenFields { move_number: fields.move_number.map(|number| number.saturating_add(played)), ..fields }
    }
}

/// Reads the position of a `pos`, before it is checked against the rules of the game.
fn read_setup(
    rules: &'static Rules,
    text: &PositionText,
    extra: Option<ExtraText<'_>>,
) -> Result<(Setup, FenFields), NotationError> {
    match (text, extra) {
        (PositionText::Hub(text), _) => match parse_hub_setup(rules, text, extra) {
            Ok(setup) => Ok((setup, FenFields::default())),
            Err(error) => Err(error.with(&hub_position_of_others(text, rules, CHOICE_OF_GAME))),
        },
        (PositionText::Fen(text), None) => parse_fen_setup(rules, text)
            .map_err(|error| error.with(&fen_of_others(text, rules, CHOICE_OF_GAME))),
        (PositionText::Fen(_), Some(ExtraText { name, .. })) if name != rules.extra.name() => {
            Err(SetupError::ExtraUnknown { extra: name.to_owned(), game: rules.name }.into())
        }
        (PositionText::Fen(_), Some(ExtraText { name, .. })) => Err(NotationError::new(format!(
            "pos: found {name} beside fen, expected :{} in the FEN",
            fen_field_form(rules.extra)
        ))),
    }
}
