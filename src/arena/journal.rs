//! Journal: the folder of a match, with its arguments and every finished game. An interrupted match is resumed from it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::GameRecord;
use crate::escape;
use crate::exclusive::{open_alone, whole_lines, write_whole};

/// The folder of a match, open for more games. While this exists, no other process can add games.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    games: File,
}

/// The content of `match.json`, written before the first game.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    version: String,
    arguments: Vec<String>,
}

const STATE_FILE: &str = "match.json";
/// The file with the games of a match, one on each line.
pub const GAMES_FILE: &str = "games.jsonl";

impl Journal {
    /// Creates the folder of a match that was started with these command line arguments.
    ///
    /// # Errors
    ///
    /// If the folder already has a match, or parts of one, or cannot be written.
    pub fn create(folder: &Path, arguments: &[String]) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // Locked first, so that no other process resumes a match that has not started.
        let games = open_games(File::options().create_new(true).append(true), folder)?;
        let state = State { version: env!("CARGO_PKG_VERSION").to_owned(), arguments: arguments.to_vec() };
        let mut file = File::create_new(folder.join(STATE_FILE))?;
        file.write_all(serde_json::to_string_pretty(&state)?.as_bytes())?;
        Ok(Self { folder: folder.to_owned(), games })
    }

    /// The arguments with which the match in `folder` was started.
    ///
    /// # Errors
    ///
    /// If there is no match.
    pub fn arguments(folder: &Path) -> io::Result<Vec<String>> {
        let text = fs::read_to_string(folder.join(STATE_FILE))?;
        Ok(serde_json::from_str::<State>(&text)?.arguments)
    }

    /// Opens the folder of an interrupted match, and returns its finished games. An incomplete last line is removed,
    /// and its game counts as not played.
    ///
    /// # Errors
    ///
    /// If another process plays the match, the folder cannot be read and written, or a line is not a game.
    pub fn resume(folder: &Path) -> io::Result<(Self, Vec<GameRecord>)> {
        let options = File::options().read(true).append(true).create(true).clone();
        let mut games = open_games(&options, folder)?;
        let (records, complete) = read_games(&mut games)?;
        games.set_len(complete)?;
        Ok((Self { folder: folder.to_owned(), games }, records))
    }

    /// Opens the folder of a match for reading, and returns its finished games. Another process may be playing the
    /// match. No game can be added.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or a line is not a game.
    pub fn look_at(folder: &Path) -> io::Result<(Self, Vec<GameRecord>)> {
        let mut games = File::open(folder.join(GAMES_FILE))?;
        let (records, _) = read_games(&mut games)?;
        Ok((Self { folder: folder.to_owned(), games }, records))
    }

    /// The finished games of a log, which is [`GAMES_FILE`] in the folder of a match.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a line is not a game.
    pub fn games_of(path: &Path) -> io::Result<Vec<GameRecord>> {
        Ok(read_games(&mut File::open(path)?)?.0)
    }

    /// The folder of the match.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        let line = serde_json::to_string(game)? + "\n";
        self.games.write_all(line.as_bytes()).map_err(|error| in_file(&self.folder.join(GAMES_FILE), &error))
    }

    /// Writes another file into the folder, completely or not at all.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        write_whole(&path, text, true).map_err(|error| in_file(&path, &error))
    }
}

/// The error, with the name of the file.
fn in_file(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), escape::in_file(path, error))
}

/// The games of a log, and the length of their lines in bytes.
fn read_games(log: &mut File) -> io::Result<(Vec<GameRecord>, u64)> {
    let bytes = whole_lines(log)?;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
    let records = lines.map(|(index, line)| record_of(line, index + 1)).collect::<Result<_, _>>()?;
    Ok((records, bytes.len() as u64))
}

fn record_of(line: &[u8], number: usize) -> io::Result<GameRecord> {
    let game: Result<GameRecord, _> = serde_json::from_slice(line);
    game.map(GameRecord::into_plain).map_err(|error| {
        let why = format!("{GAMES_FILE}: line {number} is not a game: {error}");
        io::Error::new(ErrorKind::InvalidData, why)
    })
}

fn open_games(options: &OpenOptions, folder: &Path) -> io::Result<File> {
    open_alone(options, &folder.join(GAMES_FILE)).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => {
            io::Error::new(error.kind(), "another process plays this match; wait until it ends, or stop it")
        }
        _ => error,
    })
}
