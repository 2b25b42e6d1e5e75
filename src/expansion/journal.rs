//! Journal: the results of searches for an unfinished book, in an append-only file beside it. A killed builder loses
//! none of them.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::graph::Choice;
use crate::book::Key;
use crate::exclusive::{open_alone, whole_lines_after};
use crate::search::Score;

/// The results of searches that the graph does not have yet.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Found {
    /// The scores of leaves.
    pub(super) scores: HashMap<Key, Score>,
    /// The best moves of positions to expand.
    pub(super) choices: HashMap<Key, Choice>,
}

/// The file with the results. While this exists, no other process can build the book.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a book, and returns its results. An incomplete last line is removed. The first line says
    /// how they were `made`.
    pub(super) fn open(book: &Path, made: &str) -> io::Result<(Self, Found)> {
        let mut path = book.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let options = File::options().read(true).append(true).create(true).clone();
        let mut file = open_alone(&options, &path)?;
        let lines = whole_lines_after(made, &mut file)?;
        let found = found(&lines, made)?;
        file.set_len(lines.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        if lines.is_empty() {
            writeln!(file, "{made}")?;
        }
        Ok((Self { path, file }, found))
    }

    /// Adds the score of a leaf.
    pub(super) fn add_score(&mut self, key: &Key, score: Score) -> io::Result<()> {
        // One call, so that a line is not written in parts.
        self.file.write_all(format!("{key} {:.2}\n", score.men()).as_bytes())
    }

    /// Adds the score of a position and the position after its best move.
    pub(super) fn add_choice(&mut self, key: &Key, score: Score, best: &Key) -> io::Result<()> {
        self.file.write_all(format!("{key} {:.2} {best}\n", score.men()).as_bytes())
    }

    /// Deletes the file, because the book has everything.
    pub(super) fn delete(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

fn found(lines: &[u8], made: &str) -> io::Result<Found> {
    let text = String::from_utf8_lossy(lines);
    let mut lines = text.lines();
    let problem = |text: String| io::Error::new(ErrorKind::InvalidData, text);
    match lines.next() {
        None => return Ok(Found::default()),
        Some(first) if first == made => {}
        Some(first) => {
            return Err(problem(format!(
                "its journal was made otherwise ({first}, not {made}); use the same options, or delete the journal"
            )));
        }
    }
    let mut found = Found::default();
    for (number, line) in (2..).zip(lines) {
        found
            .read(line)
            .ok_or_else(|| problem(format!("line {number} of its journal is damaged; delete that line")))?;
    }
    Ok(found)
}

impl Found {
    /// Reads a line of a journal.
    fn read(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let key = words.next()?.parse().ok()?;
        let score = Score::from_men(words.next()?.parse().ok()?);
        match words.next() {
            None => _ = self.scores.insert(key, score),
            Some(best) => _ = self.choices.insert(key, (score, best.parse().ok()?)),
        }
        words.next().is_none().then_some(())
    }
}
