//! PDN writer.

use super::game::{PdnGame, PdnMove};
use super::numbers::{MoveNumber, fen_side, numbers};
use super::result::points;
use super::tag::{tag_name, tag_value};
use super::tree::{Step, walk};
use crate::rules::Color;

/// The maximum length of a line of moves, unless a single word is longer.
const MAX_LINE: usize = 80;

/// Writes a game: tags, a blank line, moves with comments and variations in lines of at most 80 characters, the result,
/// and a blank line. A file is a concatenation of such games, and they are read back unchanged.
///
/// Characters that PDN cannot represent are replaced: control characters by spaces; quotes and brackets are removed
/// from the names of tags. A comment with braces, or with a backslash at its end, is written after `;` up to the end of
/// its line.
///
/// A game without moves is written as tags and a result. That is valid, but `pydraughts` does not see the games after
/// it.
///
/// ```
/// use coupturc_core::notation::{parse_pdn, pdn_text};
///
/// let text = "[White \"Cat\"]\n\n1. 32-28 $1 {good} (1. 33-28 {better} 18-22) 19-23 2-0\n\n";
/// let games = parse_pdn(text);
/// assert_eq!(pdn_text(&games[0]), text);
/// ```
#[must_use]
pub fn pdn_text(game: &PdnGame) -> String {
    let mut text: String = game.tags.iter().map(|(name, value)| tag_text(name, value)).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    let mut lines = Lines { text: &mut text, length: 0, prefix: String::new(), must_break: false };
    lines.add_comment(game.comment.as_deref());
    write_moves(game, &mut lines);
    if game.tags.is_empty() && game.moves.is_empty() {
        // A result alone is not a game.
        lines.add("1.");
    }
    let ending = game.ending.as_deref().filter(|ending| points(ending).is_some());
    lines.add(ending.unwrap_or("*"));
    text.push_str("\n\n");
    text
}

/// Writes moves, each followed by the variations that replace it.
fn write_moves(game: &PdnGame, lines: &mut Lines<'_>) {
    let first = game.tag("FEN").and_then(fen_side).unwrap_or(Color::White);
    let numbers = numbers(first, &game.moves);
    for step in walk(&game.moves) {
        match step {
            Step::Open => lines.prefix.push('('),
            Step::Close => lines.close(),
            Step::Move(number, is_numbered) => {
                if let (Some(mv), Some(&place)) = (game.moves.get(number - 1), numbers.get(number - 1)) {
                    write_move(mv, place, is_numbered, lines);
                }
            }
        }
    }
}

fn write_move(mv: &PdnMove, number: MoveNumber, is_numbered: bool, lines: &mut Lines<'_>) {
    lines.add_comment(mv.before.as_deref());
    if mv.is_setup {
        lines.add(&format!("/FEN \"{}\"/", mv.text.replace(['"', '/'], "")));
    } else {
        let number =
            if is_numbered || number.side == Color::White { format!("{number} ") } else { String::new() };
        lines.add(&format!("{number}{}", mv.text));
    }
    mv.nags.iter().for_each(|nag| lines.add(&format!("${nag}")));
    lines.add_comment(mv.comment.as_deref());
}

/// An engine's comment on its move, as in chess matches: `+0.12/14 0.350s` is the score in men for the side that moved,
/// the depth, and the time in seconds.
///
/// ```
/// use coupturc_core::notation::pdn_comment;
///
/// assert_eq!(pdn_comment(Some(0.12), Some(14), Some(0.35)).as_deref(), Some("+0.12/14 0.350s"));
/// assert_eq!(pdn_comment(None, Some(14), None).as_deref(), Some("?/14"));
/// assert_eq!(pdn_comment(None, None, None), None);
/// ```
#[must_use]
pub fn pdn_comment(score: Option<f64>, depth: Option<u32>, seconds: Option<f64>) -> Option<String> {
    // Avoid negative zero.
    let score = score.map(|score| format!("{score:+.2}")).map(|text| text.replace("-0.00", "+0.00"));
    let thought = match (score, depth) {
        (Some(score), Some(depth)) => Some(format!("{score}/{depth}")),
        (None, Some(depth)) => Some(format!("?/{depth}")),
        (score, None) => score,
    };
    let words: Vec<String> =
        thought.into_iter().chain(seconds.map(|seconds| format!("{seconds:.3}s"))).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The score in men for the side that moved, and the depth, from a comment that starts like those of [`pdn_comment`].
///
/// ```
/// use coupturc_core::notation::pdn_comment_score;
///
/// assert_eq!(pdn_comment_score("-0.12/14 0.350s"), Some((-0.12, 14)));
/// assert_eq!(pdn_comment_score("a good move"), None);
/// ```
#[must_use]
pub fn pdn_comment_score(comment: &str) -> Option<(f64, u32)> {
    let (score, depth) = comment.split_whitespace().next()?.split_once('/')?;
    let score = score.parse().ok().filter(|score: &f64| score.is_finite())?;
    Some((score, depth.parse().ok()?))
}

fn tag_text(name: &str, value: &str) -> String {
    let value = tag_value(value).replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{} \"{value}\"]\n", tag_name(name))
}

/// A writer that breaks words into lines.
struct Lines<'a> {
    text: &'a mut String,
    /// The length of the last line in characters.
    length: usize,
    /// Text directly before the next word.
    prefix: String,
    /// Whether the line must end here.
    must_break: bool,
}

impl Lines<'_> {
    /// Adds a word, or several that belong together.
    fn add(&mut self, word: &str) {
        let word = std::mem::take(&mut self.prefix) + word;
        let length = word.chars().count();
        if self.length > 0 {
            let fits = !self.must_break && self.length + 1 + length <= MAX_LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.must_break = false;
        self.text.push_str(&word);
        self.length += length;
    }

    /// Ends a variation.
    fn close(&mut self) {
        if self.must_break {
            self.add(")");
        } else {
            self.text.push(')');
            self.length += 1;
        }
    }

    fn add_comment(&mut self, comment: Option<&str>) {
        let Some(comment) = comment else { return };
        let text = comment.replace(|c: char| c.is_control(), " ");
        let text = text.trim();
        if text.contains(['{', '}']) || text.ends_with('\\') {
            self.add(&format!("; {text}"));
            self.must_break = true;
        } else if !text.is_empty() {
            words(&format!("{{{text}}}")).for_each(|word| self.add(word));
        }
    }
}

/// The parts of a comment between which a line may break. Joining the lines with single spaces restores the text.
/// Commands in brackets are not split, and no line starts with a character that some readers misinterpret.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    let mut last = ' ';
    let breaks = text.char_indices().filter_map(move |(place, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let next = text.get(place + 1..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
        let is_break = c == ' ' && depth == 0 && !last.is_whitespace() && !cannot_start_line(next);
        last = c;
        is_break.then_some(place)
    });
    let mut start = 0;
    breaks.chain([text.len()]).filter_map(move |end| {
        let word = text.get(start..end);
        start = end + 1;
        word
    })
}

fn cannot_start_line(c: char) -> bool {
    c.is_whitespace() || matches!(c, '%' | '[' | ';')
}
