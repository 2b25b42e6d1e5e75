//! Hub grammar: lines from the client. A command word, then `name` or `name=value` arguments; values with spaces are in
//! double quotes.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1, space0, space1, u32 as number32, u64 as number64};
use nom::combinator::{cut, eof, map, map_opt, opt, peek, recognize, value, verify};
use nom::multi::{many0, separated_list0};
use nom::number::complete::double;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};

use super::command::{Command, LevelChange, PositionText};
use super::quoted::unquoted;
use crate::book::Mark;
use crate::engine::{GameClock, Mode};
use crate::notation::text::{Fault, Parsed, expect, parse_all, shown};
use crate::notation::{NotationError, PdnMove, extra_names};

/// Parses a line. A line without a known command gives `None`, as the protocol demands.
///
/// ```
/// use coupturc_core::engine::Mode;
/// use coupturc_core::protocol::{Command, parse_command};
///
/// assert_eq!(parse_command("go think"), Ok(Some(Command::Go(Mode::Think))));
/// assert_eq!(parse_command("sing loudly"), Ok(None));
/// assert!(parse_command("go home").is_err());
/// ```
///
/// # Errors
///
/// If a known command has a bad argument: the message says what was found, where, and what was expected.
pub fn parse_command(line: &str) -> Result<Option<Command>, NotationError> {
    let line = line.trim_ascii();
    let word = command_word(line).unwrap_or_default();
    match COMMANDS.iter().find(|(known, _)| *known == word) {
        None => Ok(None),
        Some((_, Form::Alone(command))) => Ok(Some(command.clone())),
        Some((_, Form::WithArguments(read))) => {
            read(&Arguments { word, list: parse_all("line", line, arguments)? }).map(Some)
        }
    }
}

/// How a command is read.
enum Form {
    /// Everything after the word is ignored.
    Alone(Command),
    /// From its arguments.
    WithArguments(fn(&Arguments<'_>) -> Result<Command, NotationError>),
}

/// All commands by their words.
static COMMANDS: &[(&str, Form)] = &[
    ("hub", Form::Alone(Command::Hub)),
    ("init", Form::Alone(Command::Init)),
    ("set-param", Form::WithArguments(|arguments| arguments.set_param())),
    ("new-game", Form::Alone(Command::NewGame)),
    ("pos", Form::WithArguments(|arguments| arguments.pos())),
    ("level", Form::WithArguments(|arguments| arguments.level().map(Command::Level))),
    ("go", Form::WithArguments(|arguments| arguments.mode().map(Command::Go))),
    ("ponder-hit", Form::Alone(Command::PonderHit)),
    ("stop", Form::Alone(Command::Stop)),
    ("ping", Form::Alone(Command::Ping)),
    ("quit", Form::Alone(Command::Quit)),
    ("legal-moves", Form::Alone(Command::LegalMoves)),
    ("paths", Form::WithArguments(|arguments| Ok(Command::Paths { moves: arguments.text("moves")? }))),
    ("perft", Form::WithArguments(|arguments| arguments.perft())),
    ("fen", Form::Alone(Command::Fen)),
    ("play", Form::WithArguments(|arguments| arguments.play())),
    ("status", Form::Alone(Command::Status)),
    ("eval", Form::Alone(Command::Eval)),
    ("books", Form::Alone(Command::Books)),
    ("book-moves", Form::WithArguments(|arguments| arguments.book_moves())),
    ("book-mark", Form::WithArguments(|arguments| arguments.book_mark())),
    ("wait-done", Form::Alone(Command::WaitDone)),
    ("pdn-text", Form::WithArguments(|arguments| Ok(Command::PdnText { text: arguments.text("text")? }))),
    ("pdn-read", Form::Alone(Command::PdnRead)),
    ("pdn-count", Form::WithArguments(|arguments| arguments.pdn_count())),
    ("pdn-show", Form::WithArguments(|arguments| arguments.pdn_show())),
    ("pdn-tag", Form::WithArguments(|arguments| arguments.pdn_tag())),
    ("pdn-node", Form::WithArguments(|arguments| arguments.pdn_node())),
    ("pdn-write", Form::WithArguments(|arguments| arguments.pdn_write())),
    ("pdn-new", Form::Alone(Command::PdnNew)),
    ("rules-check", Form::WithArguments(|arguments| arguments.rules_check())),
    ("rules-play", Form::WithArguments(|arguments| arguments.rules_play())),
    ("rules-text", Form::WithArguments(|arguments| Ok(Command::RulesText { name: arguments.text("name")? }))),
    ("rules-board", Form::Alone(Command::RulesBoard)),
];

/// The first word of a line, which names its command.
pub(super) fn command_word(line: &str) -> Option<&str> {
    line.split_ascii_whitespace().next()
}

/// One argument; a flag has an empty value.
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
}

fn arguments(input: &str) -> Parsed<'_, Vec<Argument<'_>>> {
    let word = take_while1(|c: char| !c.is_ascii_whitespace());
    delimited(word, many0(preceded(space1, argument)), space0).parse(input)
}

fn argument(input: &str) -> Parsed<'_, Argument<'_>> {
    let name = take_while1(|c: char| !c.is_ascii_whitespace() && c != '=' && c != '"');
    let end = expect("a space after the value", peek(alt((value((), space1), value((), eof)))));
    // The protocol allows spaces anywhere. A missing value after `=` is empty, not the next argument.
    let equals = alt((value((), char('=')), value((), (space1, char('='), space0))));
    let argument = (name, opt(preceded(equals, cut(argument_value))));
    map(terminated(argument, cut(end)), |(name, value)| Argument { name, value: value.unwrap_or_default() })
        .parse(input)
}

fn argument_value(input: &str) -> Parsed<'_, &str> {
    if input.starts_with('"') {
        let closing = expect("a closing quote", char('"'));
        delimited(char('"'), take_while(|c| c != '"'), closing).parse(input)
    } else {
        take_while(|c: char| !c.is_ascii_whitespace() && c != '"').parse(input)
    }
}

/// The arguments of a known command.
struct Arguments<'a> {
    word: &'a str,
    list: Vec<Argument<'a>>,
}

impl Arguments<'_> {
    fn set_param(&self) -> Result<Command, NotationError> {
        let (name, value) = (self.required("name")?.to_owned(), self.required("value")?.to_owned());
        Ok(Command::SetParam { name, value })
    }

    fn perft(&self) -> Result<Command, NotationError> {
        Ok(Command::Perft { depth: self.read("depth", self.required("depth")?, depth)? })
    }

    fn play(&self) -> Result<Command, NotationError> {
        Ok(Command::Play { text: self.required("move")?.to_owned() })
    }

    fn pos(&self) -> Result<Command, NotationError> {
        let position = match (self.optional("pos"), self.optional("fen")) {
            (Some(text), None) => PositionText::Hub(text.to_owned()),
            (None, Some(text)) => PositionText::Fen(text.to_owned()),
            (None, None) => return Err(self.error("found neither pos nor fen, expected one of them")),
            (Some(_), Some(_)) => return Err(self.error("found both pos and fen, expected one of them")),
        };
        Ok(Command::Pos {
            position,
            extra: extra_names().find_map(|name| Some((name, self.optional(name)?.to_owned()))),
            moves: self.optional("moves").unwrap_or_default().to_owned(),
        })
    }

    fn level(&self) -> Result<Vec<LevelChange>, NotationError> {
        let mut changes = Vec::new();
        if self.optional("infinite").is_some() {
            changes.push(LevelChange::Infinite);
        }
        if let Some(text) = self.optional("depth") {
            changes.push(LevelChange::Depth(self.read("depth", text, at_least_one(number32))?));
        }
        if let Some(text) = self.optional("nodes") {
            changes.push(LevelChange::Nodes(self.read("nodes", text, at_least_one(number64))?));
        }
        if let Some(text) = self.optional("move-time") {
            changes.push(LevelChange::MoveTime(self.read("move-time", text, seconds)?));
        }
        let seconds_of =
            |name: &str| self.optional(name).map(|text| self.read(name, text, seconds)).transpose();
        let moves = self.optional("moves").map(|text| self.read("moves", text, at_least_one(number32)));
        let (time, increment, moves) = (seconds_of("time")?, seconds_of("inc")?, moves.transpose()?);
        match time {
            Some(time) => {
                let increment = increment.unwrap_or_default();
                changes.push(LevelChange::Clock(GameClock { time, increment, moves }));
            }
            None if increment.is_some() || moves.is_some() => {
                return Err(self.error("found moves or inc without time, expected time with them"));
            }
            None => {}
        }
        Ok(changes)
    }

    fn mode(&self) -> Result<Mode, NotationError> {
        let modes = [("think", Mode::Think), ("ponder", Mode::Ponder), ("analyze", Mode::Analyze)];
        let mode = modes.into_iter().find(|(name, _)| self.optional(name).is_some());
        mode.map(|(_, mode)| mode)
            .ok_or_else(|| self.error("found no mode, expected think, ponder or analyze"))
    }

    fn book_moves(&self) -> Result<Command, NotationError> {
        match self.optional("from") {
            None | Some("book") => Ok(Command::BookMoves { from_games: false }),
            Some("games") => Ok(Command::BookMoves { from_games: true }),
            Some(other) => Err(self.error(&format!("found from '{}', expected book or games", shown(other)))),
        }
    }

    fn book_mark(&self) -> Result<Command, NotationError> {
        let mark = match self.optional("mark") {
            None => None,
            Some("none") => Some(None),
            Some("veto") => Some(Some(Mark::Veto)),
            Some("prefer") => Some(Some(Mark::Prefer)),
            Some(other) => {
                let problem = format!("found mark '{}', expected veto, prefer or none", shown(other));
                return Err(self.error(&problem));
            }
        };
        Ok(Command::BookMark {
            text: self.required("move")?.to_owned(),
            mark,
            note: self.optional_text("note")?,
        })
    }

    fn pdn_count(&self) -> Result<Command, NotationError> {
        let plies = self.optional("plies").map(|text| self.read("plies", text, at_least_one(number32)));
        Ok(Command::PdnCount { plies: plies.transpose()?.unwrap_or(USUAL_PLIES) })
    }

    fn pdn_show(&self) -> Result<Command, NotationError> {
        let game = self.read("game", self.required("game")?, at_least_one(number32))?;
        Ok(Command::PdnShow { game: game as usize, variant: self.optional("variant").map(str::to_owned) })
    }

    fn pdn_tag(&self) -> Result<Command, NotationError> {
        Ok(Command::PdnTag { name: self.text("name")?, value: self.text("value")? })
    }

    fn pdn_node(&self) -> Result<Command, NotationError> {
        let (text, is_setup) = match (self.optional_text("move")?, self.optional_text("fen")?) {
            (Some(text), None) => (text, false),
            (None, Some(text)) => (text, true),
            _ => return Err(self.error("found neither move nor fen alone, expected one of them")),
        };
        let nags = separated_list0(space1, number32);
        let node = PdnMove {
            parent: self.read("parent", self.required("parent")?, number32)? as usize,
            text,
            is_setup,
            nags: self.read("nags", self.optional("nags").unwrap_or_default().trim_ascii(), nags)?,
            before: self.optional_text("before")?,
            comment: self.optional_text("comment")?,
            ..PdnMove::default()
        };
        let id = self.read("id", self.required("id")?, at_least_one(number32))? as usize;
        Ok(Command::PdnNode { id, node })
    }

    fn pdn_write(&self) -> Result<Command, NotationError> {
        let (result, comment) = (self.optional_text("result")?, self.optional_text("comment")?);
        Ok(Command::PdnWrite { result, comment })
    }

    fn rules_check(&self) -> Result<Command, NotationError> {
        let name = self.optional("name").unwrap_or("game").to_owned();
        Ok(Command::RulesCheck { name, text: self.text("text")? })
    }

    fn rules_play(&self) -> Result<Command, NotationError> {
        Ok(Command::RulesPlay { name: self.required("name")?.to_owned(), text: self.text("text")? })
    }

    /// A percent-encoded text.
    fn text(&self, name: &str) -> Result<String, NotationError> {
        unquoted(self.required(name)?)
    }

    /// A percent-encoded text, if the argument is given.
    fn optional_text(&self, name: &str) -> Result<Option<String>, NotationError> {
        self.optional(name).map(unquoted).transpose()
    }

    /// The value of an argument; if it is given twice, the last one counts.
    fn optional(&self, name: &str) -> Option<&str> {
        self.list.iter().rev().find(|argument| argument.name == name).map(|argument| argument.value)
    }

    fn required(&self, name: &str) -> Result<&str, NotationError> {
        self.optional(name).ok_or_else(|| self.error(&format!("found no argument {name}, expected one")))
    }

    fn read<'a, T>(
        &self,
        name: &str,
        text: &'a str,
        parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
    ) -> Result<T, NotationError> {
        parse_all(&format!("{}: {name}", self.word), text, parser)
    }

    fn error(&self, problem: &str) -> NotationError {
        NotationError::new(format!("{}: {problem}", shown(self.word)))
    }
}

/// The plies of a game that are counted if the client does not say how many.
const USUAL_PLIES: u32 = 40;

/// The maximum depth that can be requested.
const MAX_DEPTH: u32 = 100;

fn depth(input: &str) -> Parsed<'_, u32> {
    let small = verify(number32, |&depth| depth <= MAX_DEPTH);
    expect("a whole number from 0 to 100", small).parse(input)
}

fn at_least_one<'a, T: PartialOrd + From<u8>>(
    number: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    let positive = verify(number, |number: &T| *number >= T::from(1));
    expect("a whole number from 1", positive)
}

/// A time in seconds. A negative clock counts as zero, and a clock of more than a year as a year.
fn seconds(input: &str) -> Parsed<'_, Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let finite = verify(alt((with_comma, double)), |seconds: &f64| seconds.is_finite());
    let duration = map(finite, |seconds: f64| Duration::from_secs_f64(seconds.clamp(0.0, YEAR)));
    expect("a number of seconds", duration).parse(input)
}

/// A number such as `1,5`: the Hub GUI writes seconds in the user's locale.
fn with_comma(input: &str) -> Parsed<'_, f64> {
    let digits = |input| recognize(pair(opt(char('-')), digit1)).parse(input);
    let both = separated_pair(digits, char(','), digit1);
    map_opt(both, |(whole, fraction): (&str, &str)| format!("{whole}.{fraction}").parse().ok()).parse(input)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_has_its_own_command() {
        const ARGUMENTS: &str = "name=hash value=1 pos=W depth=1 think move=1-6 moves=16 time=1 text=x game=1 id=1 parent=0 mark=veto";
        let commands: Vec<Command> = COMMANDS
            .iter()
            .filter_map(|(word, _)| parse_command(&format!("{word} {ARGUMENTS}")).ok().flatten())
            .collect();
        assert_eq!(commands.len(), COMMANDS.len());
        let kinds: HashSet<_> = commands.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds.len(), COMMANDS.len(), "{commands:?}");
    }
}
