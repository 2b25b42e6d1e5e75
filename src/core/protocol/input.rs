//! Hub input: reads lines on a separate thread, so that reading never waits for a search.

use std::io::{self, BufRead, Read};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::log::{Log, Side};
use super::output::is_gone;
use crate::panics::caught;

/// An item of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A line, without its end.
    Line(String),
    /// A line that is not valid text or is too long.
    Unreadable {
        /// The problem.
        problem: String,
        /// Whether its command is `go`.
        asks_to_search: bool,
    },
    /// The end of the input.
    End,
    /// The input can no longer be read, with the reason.
    Broken(String),
    /// The input has ended because of a bug in the engine.
    Failed(String),
}

/// The maximum length of a line in bytes, without its end. A game of a thousand moves fits in easily.
pub const LONGEST_LINE: usize = 256 * 1024;
/// The maximum length of a line with its carriage return and newline.
const MAX_BYTES: u64 = LONGEST_LINE as u64 + 2;

/// The capacity of the queue of lines; the client waits if it is full. A full queue of the longest lines takes 64 MiB.
const WAITING_LINES: usize = 256;

/// Starts a thread that reads lines from `source`. It ends with the input or when the receiver is dropped.
///
/// # Errors
///
/// If the thread cannot be started.
pub(super) fn read_lines(source: impl Read + Send + 'static, log: Log) -> io::Result<Receiver<Input>> {
    let (sender, receiver) = bounded(WAITING_LINES);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut source = io::BufReader::new(source);
        if let Err(panic) = caught(|| while pass_on_line(&mut source, &sender, &log) {}) {
            let _ = sender.send(Input::Failed(panic));
        }
    })?;
    Ok(receiver)
}

/// Passes one line on, and returns whether to continue.
fn pass_on_line(source: &mut impl BufRead, sender: &Sender<Input>, log: &Log) -> bool {
    let mut bytes = Vec::new();
    let input = match source.take(MAX_BYTES).read_until(b'\n', &mut bytes) {
        Ok(1..) => {
            log.note(Side::Client, &bytes);
            let goes_on = bytes.len() as u64 == MAX_BYTES && !bytes.ends_with(b"\n");
            if goes_on && skip_line(source).is_err() { Input::End } else { decode(bytes) }
        }
        Ok(0) => Input::End,
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return true,
        Err(error) if is_gone(error.kind()) => Input::End,
        Err(error) => Input::Broken(error.to_string()),
    };
    let ends = matches!(input, Input::End | Input::Broken(_));
    sender.send(input).is_ok() && !ends
}

fn decode(bytes: Vec<u8>) -> Input {
    let asks_to_search = bytes.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()) == Some(b"go");
    if without_end(&bytes).len() > LONGEST_LINE {
        let problem = format!("line: longer than {LONGEST_LINE} bytes, expected a shorter one");
        return Input::Unreadable { problem, asks_to_search };
    }
    match String::from_utf8(bytes) {
        Ok(line) => Input::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
        Err(error) => {
            let place = error.utf8_error().valid_up_to() + 1;
            let problem = format!("line: byte {place} is not UTF-8, expected text");
            Input::Unreadable { problem, asks_to_search }
        }
    }
}

/// A line without the newline, or the carriage return and the newline, at its end.
fn without_end(line: &[u8]) -> &[u8] {
    let Some(line) = line.strip_suffix(b"\n") else { return line };
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Skips the rest of the line.
fn skip_line(source: &mut impl BufRead) -> io::Result<()> {
    loop {
        let available = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if available.is_empty() {
            return Ok(());
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(available.len(), |end| end + 1);
        source.consume(length);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_of(bytes: &[u8]) -> Vec<Input> {
        let receiver = read_lines(io::Cursor::new(bytes.to_vec()), Log::default())
            .unwrap_or_else(|error| unreachable!("{error}"));
        receiver.iter().collect()
    }

    #[test]
    fn lines_end_with_newline_or_both_or_the_input() {
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(all_of(b"ping\r\n\nstop"), [line("ping"), line(""), line("stop"), Input::End]);
    }

    #[test]
    fn lines_up_to_the_limit_are_read() {
        for end in ["\n", "\r\n", ""] {
            let (longest, longer) = ("x".repeat(262_144), "x".repeat(262_145));
            let inputs = all_of(format!("{longest}{end}").as_bytes());
            assert_eq!(inputs, [Input::Line(longest), Input::End], "{end:?}");
            let inputs = all_of(format!("{longer}{end}").as_bytes());
            assert!(matches!(&inputs[..], [Input::Unreadable { .. }, Input::End]), "{end:?}");
            let inputs = all_of(format!("{longer}{longer}\n\nping{end}").as_bytes());
            let [Input::Unreadable { problem, .. }, empty, ping, Input::End] = &inputs[..] else {
                unreachable!("{}", inputs.len())
            };
            assert!(problem.contains("longer than 262144 bytes"), "{problem}");
            assert_eq!((empty, ping), (&Input::Line(String::new()), &Input::Line("ping".to_owned())));
        }
    }

    #[test]
    fn the_line_after_an_unreadable_one_is_read() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend(b"\nping \xff\nping\n");
        let inputs = all_of(&bytes);
        let unreadable = |index: usize, word: &str| matches!(inputs.get(index), Some(Input::Unreadable { problem, .. }) if problem.contains(word));
        assert!(unreadable(0, "262144"));
        assert!(unreadable(1, "byte 6"));
        assert_eq!(inputs.get(2..), Some(&[Input::Line("ping".to_owned()), Input::End][..]));
    }
}
