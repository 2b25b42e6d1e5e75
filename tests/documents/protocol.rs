//! The transcripts in `protocol.md`, replayed: what the document says is what the engine does.
//!
//! A transcript is a fenced block whose info string is `hub`. Each is one conversation with a fresh process.
//!
//! - `> text` is sent as a line.
//! - `< text` must come back next. A `*` in it stands for any run of characters, even none.
//! - `< ...` stands for any number of lines, up to the first that fits the next expected line, or, where nothing
//!   more is expected of the engine in this block, up to the end.
//! - Empty lines mean nothing. Any other line is a mistake in the document.
//!
//! A line is sent as soon as everything expected before it has come, so what is expected between two lines that are
//! sent must come without the second. Behind the block the input ends: the process must say nothing that was not
//! expected, and leave with success.

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

/// Whether `text` fits `pattern`, in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
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

fn replay(transcript: &Transcript<'_>) {
    let mut engine = EngineProcess::start();
    let mut skips = false;
    for step in &transcript.steps {
        match step {
            Step::Send(line) => engine.send(line),
            Step::SkipLines => skips = true,
            Step::Expect(pattern) => {
                let mut line = engine.line();
                while skips && !fits(pattern, &line) {
                    line = engine.line();
                }
                if !fits(pattern, &line) {
                    engine.fail(&format!("block at line {}: expected '{pattern}'", transcript.line));
                }
                skips = false;
            }
        }
    }
    engine.close_input();
    let rest = engine.rest();
    if !rest.is_empty() && !skips {
        engine.fail(&format!("block at line {}: more than expected: {rest:?}", transcript.line));
    }
    engine.ends_well();
}

#[test]
fn the_engine_does_what_the_document_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md");
    let document = std::fs::read_to_string(path).expect("the protocol is described");
    let transcripts = transcripts(&document);
    assert!(transcripts.len() >= 5, "only {} transcripts", transcripts.len());
    for transcript in &transcripts {
        assert!(transcript.steps.iter().any(|step| matches!(step, Step::Expect(_))), "nothing is expected");
        replay(transcript);
    }
}

#[test]
fn a_star_stands_for_anything() {
    for (pattern, text) in
        [("a", "a"), ("a*", "a"), ("a*c", "abc"), ("*", ""), ("a*b*c", "a-b-b-c"), ("*\"", "x\"")]
    {
        assert!(fits(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("a", "ab"), ("a*c", "ab"), ("a*b*c", "a-c"), ("a*a", "a"), ("a*b*b", "ab")] {
        assert!(!fits(pattern, text), "{pattern} {text}");
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
