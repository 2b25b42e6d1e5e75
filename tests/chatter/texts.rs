//! Arbitrary text, given to all parsers.

use coupturc::notation::{
    ExtraText, NotationError, VariantName, fen_text, hub_position_text, parse_fen, parse_hub_position,
    parse_move, parse_moves,
};
use coupturc::protocol::{Command, PositionText, parse_command};
use coupturc::rules::games::Variant;
use coupturc::rules::{DrawRule, Game, Halt, KingAgainstMan, Position, Record, RuleOptions, VanguardScope};
use coupturc::with_game;

/// The game and rules for which positions and moves are read.
#[derive(Clone, Copy)]
pub struct Table {
    variant: Variant,
    rules: RuleOptions,
}

impl Table {
    /// The combination of game and rules with this number.
    pub fn number(number: usize) -> Self {
        let (variant, number) = one(Variant::ALL, number);
        let (halt, number) = one(Halt::ALL, number);
        let (vanguard_scope, number) = one(VanguardScope::ALL, number);
        let (draw_rule, number) = one(DrawRule::ALL, number);
        let (king_against_man, _) = one(KingAgainstMan::ALL, number);
        Self { variant, rules: RuleOptions { halt, vanguard_scope, draw_rule, king_against_man } }
    }

    /// Reads a line as a command with its arguments, or else as a position and as moves.
    ///
    /// # Panics
    ///
    /// If a position is not written as it was read, or an error message is not fit to send.
    pub fn read(&self, line: &str) {
        match parse_command(line) {
            Ok(Some(command)) => return self.read_arguments(&command),
            Ok(None) => {}
            Err(error) => check_message(&error),
        }
        with_game!(self.variant.rules(), G => {
            self.read_hub::<G>(line, None);
            self.read_fen::<G>(line);
            read_moves(&Position::<G>::start_with(&self.rules), line);
        });
    }

    fn read_arguments(&self, command: &Command) {
        match command {
            Command::SetParam { value, .. } => {
                let _ = value.parse::<VariantName>().inspect_err(check_message);
            }
            Command::Pos { position, extra, moves } => with_game!(self.variant.rules(), G => {
                let extra = extra.as_ref().map(|(name, value)| ExtraText { name, value });
                let position = match position {
                    PositionText::Hub(text) => self.read_hub::<G>(text, extra),
                    PositionText::Fen(text) => self.read_fen::<G>(text),
                };
                if let Some(position) = position {
                    read_moves(&position, moves);
                }
            }),
            Command::Play { text } => with_game!(self.variant.rules(), G => {
                read_moves(&Position::<G>::start_with(&self.rules), text);
            }),
            _ => {}
        }
    }

    fn read_hub<G: Game>(&self, text: &str, extra: Option<ExtraText<'_>>) -> Option<Position<G>> {
        let read = parse_hub_position::<G>(text, extra, &self.rules).inspect_err(check_message).ok()?;
        assert_eq!(hub_position_text(&read), text);
        Some(read)
    }

    fn read_fen<G: Game>(&self, text: &str) -> Option<Position<G>> {
        let read = parse_fen::<G>(text, &self.rules).inspect_err(check_message).ok()?;
        let written = fen_text(&read.position, &read.fields);
        assert_eq!(parse_fen::<G>(&written, &self.rules).as_ref(), Ok(&read), "{text}");
        Some(read.position)
    }
}

fn read_moves<G: Game>(position: &Position<G>, text: &str) {
    let _ = parse_move(position, text).inspect_err(check_message);
    let mut game = Record::new(*position);
    let _ = parse_moves(&mut game, text).inspect_err(check_message);
    let _ = game.outcome();
}

/// One of `items` by number, and the rest of the number for later choices.
fn one<T: Copy>(items: &[T], number: usize) -> (T, usize) {
    (items[number % items.len()], number / items.len())
}

/// Checks that a message fits into one line of limited length. It searches for whole strings, because a loop over
/// characters would dominate the time under the fuzzer's instrumentation.
fn check_message(error: &NotationError) {
    let message = error.to_string();
    assert!((10..1_000).contains(&message.len()), "{} bytes: {message}", message.len());
    for unfit in ["\"", "\n", "\r"] {
        assert!(!message.contains(unfit), "{message:?}");
    }
}
