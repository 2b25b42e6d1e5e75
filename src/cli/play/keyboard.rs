//! The input line, with history and completion.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::super::Failure;

/// Longer lists of completions are shown only after a question. Some positions have more than the usual limit of 100
/// moves.
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

    /// Reads the next line, with completion of `words`. `None` at the end of the input.
    pub(super) fn read(&mut self, words: Words) -> Result<Option<String>, Failure> {
        self.0.set_helper(Some(words));
        match self.0.readline("> ") {
            Ok(line) => {
                // The history is only a convenience.
                let _ = self.0.add_history_entry(&line);
                Ok(Some(line.trim().to_owned()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The words that can be completed.
#[derive(Default)]
pub(super) struct Words {
    /// Words at the start of a line.
    pub(super) first: Vec<String>,
    /// Words with arguments, and the possible arguments of each.
    pub(super) then: Vec<(&'static str, Vec<String>)>,
}

impl Words {
    /// The start of the completed part of a line, and its completions.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let then = self.then.iter().find_map(|(word, then)| {
            let rest = line.strip_prefix(word)?.strip_prefix(' ')?;
            Some((rest, then))
        });
        let (rest, words) = then.unwrap_or((line, &self.first));
        let mut completions: Vec<String> =
            words.iter().filter(|word| word.starts_with(rest)).cloned().collect();
        completions.sort_unstable();
        (line.len() - rest.len(), completions)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(line.get(..end).unwrap_or_default()))
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
    fn words_are_completed_in_their_context() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let words = Words {
            first: owned(&["new", "b2-b3", "b2-c3"]),
            then: vec![("new", owned(&["dameo", "normal"]))],
        };
        assert_eq!(words.completions(""), (0, owned(&["b2-b3", "b2-c3", "new"])));
        assert_eq!(words.completions("b2-c"), (0, owned(&["b2-c3"])));
        assert_eq!(words.completions("new"), (0, owned(&["new"])));
        assert_eq!(words.completions("new d"), (4, owned(&["dameo"])));
        assert_eq!(words.completions("new "), (4, owned(&["dameo", "normal"])));
        assert_eq!(words.completions("fen d"), (0, owned(&[])));
    }
}
