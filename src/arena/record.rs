//! Game record: a game in the log of a match, one JSON object per line.

use serde::{Deserialize, Serialize};

use super::game_rules::GameRules;
use super::stats::GameScore;
use crate::escape::{is_plain, plain};
use crate::notation::{NotationError, VariantName};
use crate::rules::{Color, RuleOptions, Rules};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number in the schedule, from 1.
    pub number: u64,
    /// The number of the pair: games with the same opening and reversed colours.
    pub pair: u64,
    /// The Hub name of the game.
    pub variant: String,
    /// Rules that differ from those that the name implies.
    #[serde(flatten)]
    pub rules: GameRules,
    /// The name of the engine that played White.
    pub white: String,
    /// The name of the engine that played Black.
    pub black: String,
    /// The position before the first move.
    pub fen: String,
    /// The number of opening moves, which the engines did not choose.
    pub opening_plies: usize,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The result.
    pub result: GameResult,
    /// Why the game ended, in one word: `no-moves`, `repetition`, `illegal-move`, `time`, ...
    pub termination: String,
    /// Why the game ended, as a sentence; may be empty.
    pub detail: String,
    /// When the game began: RFC 3339, UTC.
    pub began: String,
    /// The time control of both engines, White's first if they differ.
    pub time_control: String,
    /// The chat messages from the engines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chats: Vec<ChatRecord>,
}

impl GameRecord {
    /// Both players, and the result of each.
    #[must_use]
    pub fn scores(&self) -> [(&str, GameScore); 2] {
        let score = |color| self.result.score_of(color);
        [(&self.white, score(Color::White)), (&self.black, score(Color::Black))]
    }

    /// The time control of the player of `color`, as it was written.
    pub(super) fn control_of(&self, color: Color) -> &str {
        match (self.time_control.split_once(' '), color) {
            (Some((white, _)), Color::White) => white,
            (Some((_, black)), Color::Black) => black,
            (None, _) => &self.time_control,
        }
    }

    /// Whether the player of `color` has overstepped its time.
    pub(super) fn lost_on_time(&self, color: Color) -> bool {
        self.termination == "time" && self.result.score_of(color) == GameScore::Loss
    }

    /// Removes characters that an engine could use to mislead readers: see [`plain`].
    pub(super) fn into_plain(mut self) -> Self {
        let chats = self.chats.iter_mut().flat_map(|chat| [&mut chat.engine, &mut chat.text]);
        let moves = self.moves.iter_mut().map(|mv| &mut mv.text);
        let names = [&mut self.variant, &mut self.white, &mut self.black, &mut self.fen];
        let words = [&mut self.termination, &mut self.detail, &mut self.began, &mut self.time_control];
        for text in names.into_iter().chain(words).chain(moves).chain(chats) {
            if !is_plain(text) {
                *text = plain(text);
            }
        }
        self
    }

    /// Whether an engine lost by a fault: it was absent, crashed, took too long, or broke the rules of the game or of
    /// the protocol.
    #[must_use]
    pub fn ended_by_fault(&self) -> bool {
        matches!(pgn_termination(&self.termination), "time forfeit" | "rules infraction" | "abandoned")
    }

    /// The game and the rules of this record.
    ///
    /// # Errors
    ///
    /// If its name is unknown.
    pub fn played_by(&self) -> Result<(&'static Rules, RuleOptions), NotationError> {
        let name: VariantName = self.variant.parse()?;
        Ok((name.rules, self.rules.options(name)))
    }
}

/// A chat message from an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatRecord {
    /// The name of the engine.
    pub engine: String,
    /// The number of moves played before it arrived.
    pub plies: usize,
    /// The message.
    pub text: String,
}

/// A move of a [`GameRecord`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move as Hub writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// The moving engine's score of its position, in men.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth of its search in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes of its search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result as it is written: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// A win of `color`.
    pub(super) const fn win_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The result for the player of `color`.
    #[must_use]
    pub const fn score_of(self, color: Color) -> GameScore {
        match (self, color) {
            (Self::Draw, _) => GameScore::Draw,
            (Self::WhiteWins, Color::White) | (Self::BlackWins, Color::Black) => GameScore::Win,
            _ => GameScore::Loss,
        }
    }
}

/// The value of the tag `Termination`. PDN takes its values from PGN, which defines eight.
///
/// CITE: "Portable Game Notation Specification", 1994, 9.8.1.
pub(super) fn pgn_termination(termination: &str) -> &'static str {
    match termination {
        "time" => "time forfeit",
        "illegal-move" | "no-move" | "unasked-answer" | "wrong-claim" | "nonsense" => "rules infraction",
        "crash" | "no-answer" | "not-ready" | "refused" | "left" => "abandoned",
        "resign" | "draw-agreed" | "move-limit" | "tables" | "too-many-captures" => "adjudication",
        _ => "normal",
    }
}

/// A game for tests, without moves.
#[cfg(test)]
pub(crate) fn game_for_test(number: u64, white: &str, black: &str, result: GameResult) -> GameRecord {
    GameRecord {
        number,
        pair: number.div_ceil(2),
        variant: "normal".to_owned(),
        rules: GameRules::default(),
        white: white.to_owned(),
        black: black.to_owned(),
        fen: "W:W31-50:B1-20".to_owned(),
        opening_plies: 0,
        moves: Vec::new(),
        result,
        termination: "no-moves".to_owned(),
        detail: String::new(),
        began: "2026-01-02T03:04:05Z".to_owned(),
        time_control: "nodes=100".to_owned(),
        chats: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawRule, Halt};

    #[test]
    fn records_keep_the_rule_options() {
        let mut game = game_for_test(1, "a", "b", GameResult::Draw);
        let usual = serde_json::to_string(&game).expect("JSON");
        assert!(!usual.contains("halt") && !usual.contains("rule"), "{usual}");
        assert_eq!(serde_json::from_str::<GameRecord>(&usual).expect("a log of earlier versions"), game);
        let rules = RuleOptions {
            halt: Halt::KillerLight,
            draw_rule: DrawRule::Repetition,
            ..RuleOptions::default()
        };
        game.rules = GameRules::of("normal".parse().expect("a name"), &rules);
        let text = serde_json::to_string(&game).expect("JSON");
        assert!(text.contains(r#""halt":"killer-light","draw-rule":"repetition""#), "{text}");
        assert_eq!(serde_json::from_str::<GameRecord>(&text).expect("a game"), game);
        let wrong = text.replace("killer-light", "sometimes");
        let error = serde_json::from_str::<GameRecord>(&wrong).expect_err("no such rule").to_string();
        assert!(error.contains("'sometimes' is not one of: none"), "{error}");
    }
}
