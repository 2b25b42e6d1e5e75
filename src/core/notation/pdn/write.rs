//! Writing games.

use super::game::{PdnGame, PdnMove, PdnResult};
use super::replay::number_text;
use crate::rules::Color;

/// No line of moves is longer, unless a single word is.
const LONGEST_LINE: usize = 80;

/// Writes a game: tags, a blank line, moves with comments in lines of at most 80 characters, the result,
/// and a blank line. Games written one after the other make a file.
///
/// What PDN cannot hold is replaced: control characters by spaces, and in comments braces and
/// parentheses by brackets, since readers take them for the end of the comment or for a variation. A
/// result in a comment is put in quotes: some readers end the game there.
///
/// A game without moves is written as tags and a result. That is right, but `pydraughts` does not see the
/// games that follow it in a file.
#[must_use]
pub fn pdn_text(game: &PdnGame) -> String {
    let mut text: String = game.tags.iter().map(|(name, value)| tag_text(name, value)).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    let mut lines = Lines::new(&mut text);
    lines.add_comment(game.comment.as_deref());
    let first = first_side(game);
    for (ply, PdnMove { text, comment }) in game.moves.iter().enumerate() {
        let number = number_text(first, ply);
        let is_numbered = ply == 0 || !number.ends_with("...");
        lines.add(&if is_numbered { format!("{number} {text}") } else { text.clone() });
        lines.add_comment(comment.as_deref());
    }
    lines.add(game.result_text());
    text.push_str("\n\n");
    text
}

/// What an engine thought of its move, in the manner of chess matches: `+0.12/14 0.350s`, that is the
/// score in men for the player who moves, the depth, and the seconds it took.
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
    // Nothing is worth minus nothing.
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

/// Who moves first, as the position says.
fn first_side(game: &PdnGame) -> Color {
    match game.tag("FEN").map(str::trim_ascii_start) {
        Some(fen) if fen.starts_with('B') => Color::Black,
        _ => Color::White,
    }
}

fn tag_text(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{value}\"]\n")
}

/// A comment fit to stand between braces.
fn comment_text(comment: &str) -> Option<String> {
    let readable = |c: char| match c {
        '{' | '(' => '[',
        '}' | ')' => ']',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = comment.chars().map(readable).collect();
    let words: Vec<String> = text.split_whitespace().map(harmless).collect();
    (!words.is_empty()).then(|| format!("{{{}}}", words.join(" ")))
}

/// A word that nobody takes for the end of the game, which some readers see between blanks, brackets
/// and bars even in a comment.
fn harmless(word: &str) -> String {
    const ENDS: [char; 3] = ['[', ']', '|'];
    let is_end = |part: &str| part == "*" || PdnResult::from_text(part).is_some();
    if is_end(word) {
        format!("'{word}'")
    } else if word.split(ENDS).any(is_end) {
        word.replace(ENDS, "'")
    } else {
        word.to_owned()
    }
}

/// Fills lines with words.
struct Lines<'a> {
    text: &'a mut String,
    /// How many characters the last line has.
    length: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a mut String) -> Self {
        Self { text, length: 0 }
    }

    /// Adds a word, or several that belong together.
    fn add(&mut self, word: &str) {
        let length = word.chars().count();
        if self.length > 0 {
            let fits = self.length + 1 + length <= LONGEST_LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.length += length;
    }

    fn add_comment(&mut self, comment: Option<&str>) {
        if let Some(text) = comment.and_then(comment_text) {
            text.split(' ').for_each(|word| self.add(word));
        }
    }
}
