//! The line at which people type, with history and completion.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::super::Failure;

/// More words than this are listed only if somebody wants it. There are positions with more than the usual hundred moves.
const LONGEST_LIST: usize = 500;

pub(super) struct Keyboard(Editor<Words, MemHistory>);

impl Keyboard {
    pub(super) fn new() -> Result<Self, Failure> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(LONGEST_LIST)
            .build();
        Ok(Self(Editor::with_history(config, MemHistory::new())?))
    }

    /// The next line that is typed, of which some may be completed; nothing if there is none any more.
    pub(super) fn read(&mut self, words: Words) -> Result<Option<String>, Failure> {
        self.0.set_helper(Some(words));
        match self.0.readline("> ") {
            Ok(line) => {
                // A line that is not kept can be typed again.
                let _ = self.0.add_history_entry(&line);
                Ok(Some(line.trim().to_owned()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// What can be typed.
#[derive(Default)]
pub(super) struct Words {
    /// At the beginning of a line.
    pub(super) first: Vec<String>,
    /// Words after which others can be typed, and these.
    pub(super) then: Vec<(&'static str, Vec<String>)>,
}

impl Words {
    /// From where on the line is completed, and by what.
    fn fitting(&self, begun: &str) -> (usize, Vec<String>) {
        let then = self.then.iter().find_map(|(word, then)| {
            let rest = begun.strip_prefix(word)?.strip_prefix(' ')?;
            Some((rest, then))
        });
        let (rest, words) = then.unwrap_or((begun, &self.first));
        let mut fitting: Vec<String> = words.iter().filter(|word| word.starts_with(rest)).cloned().collect();
        fitting.sort_unstable();
        (begun.len() - rest.len(), fitting)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.fitting(line.get(..end).unwrap_or_default()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_where_they_belong() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let words = Words {
            first: owned(&["new", "b2-b3", "b2-c3"]),
            then: vec![("new", owned(&["dameo", "normal"]))],
        };
        assert_eq!(words.fitting(""), (0, owned(&["b2-b3", "b2-c3", "new"])));
        assert_eq!(words.fitting("b2-c"), (0, owned(&["b2-c3"])));
        assert_eq!(words.fitting("new"), (0, owned(&["new"])));
        assert_eq!(words.fitting("new d"), (4, owned(&["dameo"])));
        assert_eq!(words.fitting("new "), (4, owned(&["dameo", "normal"])));
        assert_eq!(words.fitting("fen d"), (0, owned(&[])));
    }
}
