//! Journal: the scores of an unfinished book, in an append-only file beside it. A killed builder loses none of them.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::book::Key;
use crate::exclusive::{open_alone, whole_lines_after};
use crate::search::Score;

/// The file with the scores. While this exists, no other process can build the book.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a book, and returns its scores. An incomplete last line is removed. The first line says
    /// how the scores were `made`.
    pub(super) fn open(book: &Path, made: &str) -> io::Result<(Self, HashMap<Key, Score>)> {
        let mut path = book.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let options = File::options().read(true).append(true).create(true).clone();
        let mut file = open_alone(&options, &path)?;
        let lines = whole_lines_after(made, &mut file)?;
        let scores = scores(&lines, made)?;
        file.set_len(lines.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        if lines.is_empty() {
            writeln!(file, "{made}")?;
        }
        Ok((Self { path, file }, scores))
    }

    /// Adds the score of a position.
    pub(super) fn add(&mut self, key: &Key, score: Score) -> io::Result<()> {
        // One call, so that a line is not written in parts.
        self.file.write_all(format!("{key} {:.2}\n", score.men()).as_bytes())
    }

    /// Deletes the file, because the book has everything.
    pub(super) fn delete(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

fn scores(lines: &[u8], made: &str) -> io::Result<HashMap<Key, Score>> {
    let text = String::from_utf8_lossy(lines);
    let mut lines = text.lines();
    let problem = |text: String| io::Error::new(ErrorKind::InvalidData, text);
    match lines.next() {
        None => return Ok(HashMap::new()),
        Some(first) if first == made => {}
        Some(first) => {
            return Err(problem(format!(
                "its journal was made otherwise ({first}, not {made}); use the same options, or delete the journal"
            )));
        }
    }
    let score = |line: &str| {
        let (key, men) = line.split_once(' ')?;
        Some((key.parse().ok()?, Score::from_men(men.parse().ok()?)))
    };
    let numbered = (2..).zip(lines);
    let read = numbered.map(|(number, line)| {
        score(line)
            .ok_or_else(|| problem(format!("line {number} of its journal is damaged; delete that line")))
    });
    read.collect()
}
