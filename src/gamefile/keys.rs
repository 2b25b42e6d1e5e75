//! The keys of game files: what each accepts, its default, and what it decides. The reader checks files against this
//! list, and the schema and the tables of `docs/game-file.md` are written from it.

use crate::choices::{
    Cells, Choice, Color, Corner, Criterion, First, Halt, InPassing, KingAgainstKing, KingAgainstMan,
    Landing, Naming, Prey, Progress, Removal, Vanguard, WithoutMove,
};

/// What a key accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A line of text.
    Text,
    /// The name of an embedded game.
    Game,
    /// A position, drawn in several lines.
    Drawing,
    /// `true` or `false`.
    Flag,
    /// A whole number between two others.
    Number(i64, i64),
    /// One of several names.
    Choice(&'static [Choice]),
    /// The size of a board: a number, or `"COLUMNSxROWS"`.
    Size,
    /// Directions or groups of them: a name or a list of names.
    Directions,
    /// Cells where men are promoted.
    Promotion,
    /// A list without repetitions of these names.
    Names(&'static [Choice]),
    /// A list of draw limits.
    Limits,
    /// A list of kinds of material, such as `"KKM"`.
    Material,
    /// A list of two numbers, the least and the greatest number of pieces.
    Range,
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// Its section, empty for the keys at the top of the file.
    pub(crate) section: &'static str,
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// The default as a file would write it; `None` if a game must have the key, itself or from the game that it is
    /// like.
    pub(crate) default: Option<&'static str>,
    pub(crate) help: &'static str,
}

impl Key {
    /// The section and the name.
    pub(crate) fn path(&self) -> String {
        path(self.section, self.name)
    }
}

/// The text of a key in messages.
pub(crate) fn path(section: &str, name: &str) -> String {
    if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") }
}

/// Defines a list of keys.
macro_rules! keys {
    ($($section:literal { $($name:literal: $kind:expr, $default:expr, $help:literal;)+ })+) => {
        &[$($(Key { section: $section, name: $name, kind: $kind, default: $default, help: $help }),+),+]
    };
}

/// All keys, in the order of the document.
pub(crate) const KEYS: &[Key] = keys! {
    "" {
        "title": Kind::Text, None, "The title of the game";
        "like": Kind::Game, Some(""), "The embedded game from which all keys come that the file does not have";
        "begins": Kind::Choice(Color::CHOICES), Some("\"white\""), "The player who moves first";
    }
    "board" {
        "cells": Kind::Choice(Cells::CHOICES), None, "The cells of the board";
        "size": Kind::Size, None,
            "The rows and columns, as `8` or `\"10x8\"` (columns first); of a hexagon, the cells of a side";
        "dark-corner": Kind::Choice(Corner::CHOICES), Some("\"left\""),
            "Which corner nearest to each player is dark, for `cells = \"dark\"`";
        "names": Kind::Choice(Naming::CHOICES), Some("\"letters\""), "The names of the cells";
        "first": Kind::Choice(First::CHOICES), Some("\"top-left\""), "Where number 1 is, for `names = \"numbers\"`";
        "start": Kind::Drawing, None, "The starting position";
    }
    "men" {
        "moves": Kind::Directions, None, "The directions in which men move";
        "captures": Kind::Directions, None, "The directions in which men capture";
        "take": Kind::Choice(Prey::CHOICES), Some("\"all\""), "The pieces that men capture";
        "linear": Kind::Flag, Some("false"),
            "Whether a man also jumps over an unbroken line of men of its side, to the cell in front of it";
    }
    "kings" {
        "moves": Kind::Directions, None, "The directions in which kings move";
        "captures": Kind::Directions, None, "The directions in which kings capture";
        "take": Kind::Choice(Prey::CHOICES), Some("\"all\""), "The pieces that kings capture";
        "flying": Kind::Flag, Some("true"), "Whether kings move and capture over any distance, instead of one cell";
        "land": Kind::Choice(Landing::CHOICES), Some("\"anywhere\""),
            "Where a flying king lands behind each piece that it captures";
        "halt": Kind::Choice(Halt::CHOICES), Some("\"never\""),
            "When a flying king must stop right behind the last piece that it captures";
        "rest-after": Kind::Number(0, 20), Some("0"),
            "The number of moves in a row, without a capture, after which a king must rest until its player has made \
             another move, if the player has men; 0 for no such rule";
    }
    "captures" {
        "order": Kind::Names(Criterion::CHOICES), Some("[\"most-pieces\"]"),
            "Which captures are legal: those that come first by the first criterion, among them by the second, and \
             so on; `[]` for all";
        "value-of-man": Kind::Number(1, 1000), Some("100"), "What a man counts, for `most-value`";
        "value-of-king": Kind::Number(1, 1000), Some("100"), "What a king counts, for `most-value`";
        "removal": Kind::Choice(Removal::CHOICES), Some("\"at-the-end\""), "When captured pieces leave the board";
        "turn-back": Kind::Flag, Some("true"), "Whether a jump may go in the opposite direction of the jump before it";
        "vanguard": Kind::Choice(Vanguard::CHOICES), Some("\"none\""),
            "Which jumps of a man may take the man that has just moved backwards";
    }
    "promotion" {
        "cells": Kind::Promotion, Some("\"last-row\""),
            "Where men are promoted: `\"last-row\"`, `\"far-edges\"` (of a hexagon), a list of cells for White \
             (turned around for Black), or a table with lists `white` and `black`";
        "in-passing": Kind::Choice(InPassing::CHOICES), Some("\"nothing\""),
            "What happens to a man that lands on such a cell during a capture";
    }
    "end" {
        "without-move": Kind::Choice(WithoutMove::CHOICES), Some("\"loses\""),
            "What happens to a player who is to move and cannot";
        "first-king-wins": Kind::Flag, Some("false"), "Whether the first king wins the game";
        "king-against-man": Kind::Choice(KingAgainstMan::CHOICES), Some("\"play\""),
            "The result of one king against one man, once the side to move cannot capture";
        "king-against-king": Kind::Choice(KingAgainstKing::CHOICES), Some("\"play\""),
            "The result of one king against one king, once the side to move cannot capture";
    }
    "draws" {
        "repetition": Kind::Number(2, 9), Some("3"),
            "How often the same position, with the same side to move, must be on the board for a draw";
        "limits": Kind::Limits, Some("[]"),
            "Numbers of moves after which the game is a draw; the first in the list that is reached names it";
    }
};

/// The keys of a draw limit.
pub(crate) const LIMIT_KEYS: &[Key] = keys! {
    "draws.limits" {
        "moves": Kind::Number(1, 500), None, "The number of moves by each side";
        "without": Kind::Choice(Progress::CHOICES), Some(""), "Counts the moves since the last of these";
        "lone-king-against": Kind::Material, Some(""),
            "Counts the moves while a lone king stands against one of these: `K` for a king, `M` for a man, `+` at \
             the end for any number of further kings";
        "on-long-diagonal": Kind::Flag, Some("false"), "Counts only while the lone king is on the longest diagonal";
        "pieces": Kind::Range, Some(""), "Applies only to positions with this number of pieces, as `[least, greatest]`";
        "both-have-kings": Kind::Flag, Some("false"), "Applies only to positions in which both sides have kings";
    }
};

/// The names of the sections, without the top of the file.
pub(crate) const SECTIONS: &[&str] = &["board", "men", "kings", "captures", "promotion", "end", "draws"];

/// The keys of a section.
pub(crate) fn keys_of(section: &str) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |key| key.section == section)
}
