//! Transcripts in all documents, replayed with the engine.
//!
//! A transcript is a fenced block whose info string is `hub`. Each transcript is one session with a new process.
//!
//! - `> text` is sent as a line.
//! - `< text` must come back next. A `*` in it stands for any run of characters, even none.
//! - `< ...` stands for any number of lines, up to the first one that matches the next expected line, or up to the end
//!   if no other line is expected.
//! - Empty lines are ignored. Any other line is a mistake in the document.
//!
//! A line is sent as soon as all lines expected before it have arrived, so the lines expected between two sent lines
//! must not depend on the second. The input ends after the block: then the process must print nothing unexpected, and
//! exit successfully.

use crate::pages::{self, Page};
use crate::support::engine_process::EngineProcess;

/// A step of a transcript.
#[derive(Debug)]
enum Step<'a> {
    Send(&'a str),
    Expect(&'a str),
    SkipLines,
}

/// A block: the number of its first line in the document, and its steps.
struct Transcript<'a> {
    line: usize,
    steps: Vec<Step<'a>>,
}

fn transcripts(document: &str) -> Vec<Transcript<'_>> {
    let mut found = Vec::new();
    let mut fence: Option<(&str, Option<Transcript<'_>>)> = None;
    for (index, line) in document.lines().enumerate() {
        let trimmed = line.trim();
        match &mut fence {
            None => {
                let marks = trimmed.len() - trimmed.trim_start_matches('`').len();
                if marks >= 3 {
                    let is_hub = trimmed[marks..].trim() == "hub";
                    let block = is_hub.then(|| Transcript { line: index + 2, steps: Vec::new() });
                    fence = Some((&trimmed[..marks], block));
                }
            }
            Some((marks, block)) if trimmed == *marks => {
                found.extend(block.take());
                fence = None;
            }
            Some((_, Some(block))) if !trimmed.is_empty() => block.steps.push(step(index + 1, trimmed)),
            Some(_) => {}
        }
    }
    assert!(fence.is_none(), "a fence is not closed");
    found
}

fn step(number: usize, line: &str) -> Step<'_> {
    match line.split_at_checked(2) {
        Some(("> ", text)) => Step::Send(text),
        Some(("< ", "...")) => Step::SkipLines,
        Some(("< ", text)) => Step::Expect(text),
        _ => panic!("line {number} is neither sent nor expected: {line}"),
    }
}

/// Whether `text` matches `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let pieces: Vec<&str> = rest.split('*').collect();
    let Some((end, middle)) = pieces.split_last() else { return false };
    for piece in middle {
        match text.split_once(piece) {
            Some((_, behind)) => text = behind,
            None => return false,
        }
    }
    text.ends_with(end)
}

fn replay(page: &Page, transcript: &Transcript<'_>) {
    let block = format!("{}, block at line {}", page.name, transcript.line);
    let mut engine = EngineProcess::start();
    let mut skips = false;
    for step in &transcript.steps {
        match step {
            Step::Send(line) => engine.send(line),
            Step::SkipLines => skips = true,
            Step::Expect(pattern) => {
                let mut line = engine.line();
                while skips && !matches(pattern, &line) {
                    line = engine.line();
                }
                if !matches(pattern, &line) {
                    engine.fail(&format!("{block}: expected '{pattern}'"));
                }
                skips = false;
            }
        }
    }
    engine.close_input();
    let rest = engine.rest();
    if !rest.is_empty() && !skips {
        engine.fail(&format!("{block}: more than expected: {rest:?}"));
    }
    engine.ends_well();
}

/// Replays the transcripts of a page, and returns their number.
fn replay_all(page: &Page) -> usize {
    let transcripts = transcripts(&page.text);
    for transcript in &transcripts {
        let expects = transcript.steps.iter().any(|step| matches!(step, Step::Expect(_)));
        assert!(expects, "{}, block at line {}: nothing is expected", page.name, transcript.line);
        replay(page, transcript);
    }
    transcripts.len()
}

#[test]
fn transcripts_match_the_engine() {
    let counts: Vec<_> = pages::all().iter().map(|page| (page.name.clone(), replay_all(page))).collect();
    for (name, count) in &counts {
        let least = match name.as_str() {
            "protocol.md" => 5,
            "docs/rules/README.md" => 3,
            name if name.starts_with("docs/rules/") => 4,
            _ => 0,
        };
        assert!(*count >= least, "{name} has only {count} transcripts");
    }
}

#[test]
fn a_star_stands_for_anything() {
    for (pattern, text) in
        [("a", "a"), ("a*", "a"), ("a*c", "abc"), ("*", ""), ("a*b*c", "a-b-b-c"), ("*\"", "x\"")]
    {
        assert!(matches(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("a", "ab"), ("a*c", "ab"), ("a*b*c", "a-c"), ("a*a", "a"), ("a*b*b", "ab")] {
        assert!(!matches(pattern, text), "{pattern} {text}");
    }
}

#[test]
fn only_blocks_marked_hub_are_transcripts() {
    let document = "```text\n> a\n```\n\n```hub\n> ping\n< pong\n\n< ...\n```\ntext\n````hub\n> fen\n````\n";
    let found = transcripts(document);
    assert_eq!(
        found.iter().map(|block| (block.line, block.steps.len())).collect::<Vec<_>>(),
        [(6, 3), (13, 1)]
    );
    assert!(matches!(found[0].steps[2], Step::SkipLines));
    assert!(matches!(found[1].steps[..], [Step::Send("fen")]));
}
