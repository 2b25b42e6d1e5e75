//! The finished games of an analysis, kept in a file from which it can be continued.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Readable;
use crate::analysis::{GameAnalysis, SharedPosition};
use crate::cli::Failure;
use crate::escape::in_file;
use crate::exclusive::{open_alone, whole_lines_after};
use crate::notation::pdn_text;

/// The analyses so far, and the file that keeps them.
pub(super) struct Progress {
    analyses: Vec<Option<GameAnalysis>>,
    /// Positions of several games by their index.
    positions: HashMap<usize, SharedPosition>,
    file: Option<(File, PathBuf)>,
}

/// The first line of the file: what is analysed, and how.
#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    version: String,
    effort: String,
    /// A hash of all games.
    games: u64,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Finished {
    /// The index of a position of several games, and the result of its search.
    Position(usize, SharedPosition),
    /// The index of a game, and its analysis.
    Game(usize, GameAnalysis),
}

impl Progress {
    /// Without a file.
    pub(super) fn new(games: usize) -> Self {
        Self { analyses: vec![None; games], positions: HashMap::new(), file: None }
    }

    /// With a file, which may have some of the games. `effort` describes the searches.
    pub(super) fn open(path: &Path, games: &[Readable], effort: &str) -> Result<Self, Failure> {
        let mut options = File::options();
        options.read(true).append(true).create(true);
        let mut file = open_alone(&options, path).map_err(|error| in_file(path, &error))?;
        let header = header(games, effort);
        let first = serde_json::to_string(&header)? + "\n";
        let mut progress = Self::new(games.len());
        let lines = whole_lines_after(&first, &mut file).map_err(|error| in_file(path, &error))?;
        progress.read(&lines, &header).map_err(|error| in_file(path, &error))?;
        // An incomplete last line would spoil the next one.
        file.set_len(lines.len() as u64).map_err(|error| in_file(path, &error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| in_file(path, &error))?;
        if lines.is_empty() {
            file.write_all(first.as_bytes()).map_err(|error| in_file(path, &error))?;
        }
        progress.file = Some((file, path.to_owned()));
        Ok(progress)
    }

    fn read(&mut self, lines: &[u8], expected: &Header) -> Result<(), String> {
        let mut lines = lines.split_inclusive(|&byte| byte == b'\n');
        let Some(first) = lines.next() else { return Ok(()) };
        let header: Header = serde_json::from_slice(first)
            .map_err(|_| "not the progress of an analysis; choose another file".to_owned())?;
        if header != *expected {
            return Err("the progress of another analysis: other games, options or version; \
                        choose another file, or delete this one"
                .to_owned());
        }
        for (number, line) in (2..).zip(lines) {
            let finished: Finished = serde_json::from_slice(line)
                .map_err(|error| format!("line {number} is damaged: {error}; delete it"))?;
            self.take(finished);
        }
        Ok(())
    }

    /// The games that are not analysed yet.
    pub(super) fn missing(&self) -> Vec<usize> {
        let analyses = self.analyses.iter().enumerate();
        analyses.filter(|(_, analysis)| analysis.is_none()).map(|(index, _)| index).collect()
    }

    fn take(&mut self, finished: Finished) {
        match finished {
            Finished::Position(index, found) => {
                self.positions.insert(index, found);
            }
            Finished::Game(index, analysis) => {
                if let Some(place) = self.analyses.get_mut(index) {
                    *place = Some(analysis);
                }
            }
        }
    }

    /// What is known about a position of several games.
    pub(super) fn position(&self, index: usize) -> Option<&SharedPosition> {
        self.positions.get(&index)
    }

    /// Keeps the result of the search of a position of several games.
    pub(super) fn add_position(&mut self, index: usize, found: SharedPosition) -> Result<(), Failure> {
        self.add(Finished::Position(index, found))
    }

    /// Keeps the analysis of a game.
    pub(super) fn add_game(&mut self, index: usize, analysis: GameAnalysis) -> Result<(), Failure> {
        self.add(Finished::Game(index, analysis))
    }

    fn add(&mut self, finished: Finished) -> Result<(), Failure> {
        if let Some((file, path)) = &mut self.file {
            let line = serde_json::to_string(&finished)? + "\n";
            file.write_all(line.as_bytes()).map_err(|error| in_file(path, &error))?;
        }
        self.take(finished);
        Ok(())
    }

    pub(super) fn into_analyses(self) -> Vec<Option<GameAnalysis>> {
        self.analyses
    }
}

fn header(games: &[Readable], effort: &str) -> Header {
    let mut hasher = DefaultHasher::new();
    for Readable { played, name, .. } in games {
        (pdn_text(&played.game), name.name()).hash(&mut hasher);
    }
    Header {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        effort: effort.to_owned(),
        games: hasher.finish(),
    }
}
