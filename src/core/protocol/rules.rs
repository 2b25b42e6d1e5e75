//! Rules as text, for clients that may name no files: what is wrong with them, what they say, and the board of their
//! game.

use coupturc_gamefile::{Fault, builtin};

use super::quoted::add_field;
use crate::eval::score_scale_of;
use crate::notation::{BlankCell, FenFields, NotationError, blank_board, fen_text, text::shown};
use crate::rules::file::{self, CannotPlay, Unplayable};
use crate::rules::{RuleOptions, Rules, WithoutMove};

/// The number of faults that are told.
const MOST_FAULTS: usize = 20;

/// What is wrong with the text of a game file, or what its rules say.
pub(super) fn check(name: &str, text: &str) -> Vec<String> {
    let (mut lines, end) = match file::check_text(name, text) {
        Ok(rules) => {
            let said = rules.in_words();
            let lines: Vec<String> = said.iter().map(|said| with("rules-say", &[("text", said)])).collect();
            (lines, with("rules-end faults=0", &[("title", &rules.title)]))
        }
        Err(Unplayable::Faults(faults)) => {
            let told = faults.all().iter().take(MOST_FAULTS);
            (told.map(fault_line).collect(), format!("rules-end faults={}", faults.all().len()))
        }
        Err(Unplayable::CannotPlay(CannotPlay { reason, help })) => {
            let fault = with("rules-fault", &[("message", &reason), ("help", &help)]);
            (vec![fault], "rules-end faults=1".to_owned())
        }
    };
    lines.push(end);
    lines
}

/// A fault with its place, unless that is in the file of an embedded game.
fn fault_line(fault: &Fault) -> String {
    let place = fault.line_and_column().filter(|_| !fault.is_inherited());
    let place = place.map_or(String::new(), |(line, column)| format!(" line={line} column={column}"));
    with(&format!("rules-fault{place}"), &[("message", fault.message()), ("help", fault.help())])
}

/// The file of an embedded game.
pub(super) fn embedded(name: &str) -> Result<Vec<String>, NotationError> {
    let Some(text) = builtin::text(name) else {
        let (found, expected) = (shown(name), builtin::NAMES.join(", "));
        return Err(NotationError::new(format!("rules-text: name '{found}', expected one of {expected}")));
    };
    Ok(vec![with("rules-text", &[("name", name), ("text", text)])])
}

/// What a page needs to know to show the game and its board.
pub(super) fn board(rules: &'static Rules) -> Vec<String> {
    let board = blank_board(rules.geometry);
    let start = fen_text(rules.start(&RuleOptions::default()).position(), &FenFields::default());
    let (width, height) = board.size;
    let stuck_wins = rules.without_move == WithoutMove::Wins;
    let head = format!(
        "rules-board name={} cells={} width={width} height={height} scale={} stuck-wins={stuck_wins}",
        rules.name,
        board.cells.len(),
        score_scale_of(rules) / 100.0,
    );
    let texts = [
        ("title", rules.title),
        ("start", &start),
        ("extra", rules.extra.name()),
        ("lettering", board.lettering),
        ("drawing", &board.drawing),
    ];
    let mut lines = vec![with(&head, &texts)];
    lines.extend(board.cells.iter().map(|BlankCell { name, other, middle: (x, y), outline }| {
        let other = other.as_ref().map_or(String::new(), |other| format!(" other={other}"));
        with(&format!("rules-cell name={name}{other} x={x} y={y}"), &[("outline", outline)])
    }));
    lines
}

/// The start of a line with texts, which are percent-encoded.
fn with(start: &str, texts: &[(&str, &str)]) -> String {
    let mut line = start.to_owned();
    texts.iter().for_each(|(name, text)| add_field(&mut line, name, text));
    line
}
