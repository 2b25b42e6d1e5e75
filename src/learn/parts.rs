//! Parts: append-only files of training games, of one variant and with one set of settings.
//!
//! A file begins with a line of text that gives the settings:
//!
//! ```text
//! coupturc games 2 dameo nodes=2000 seed=1 evaluation=hand-made
//! ```
//!
//! The games follow in the order in which they ended, with all numbers little-endian:
//!
//! | bytes | game |
//! |---|---|
//! | 4 | number |
//! | 1 | result |
//! | 2 | number of positions |
//! | 2 | number of positions, all bits inverted |
//! | 28 each, in version 3 52, in version 4 100 | positions |
//! | 4 | CRC-32 of all this |
//!
//! | bytes | position |
//! |---|---|
//! | 8, 8, 8 | White's pieces, Black's pieces, and the kings of both, as sets of cells; in version 3 16 each, in version 4 32 |
//! | 1 | marked cell, or 255 |
//! | 1 | side to move, plus 2 if the position is of a variation |
//! | 2 | score |
//!
//! Version 3, `coupturc games 3`, is that of boards of more than 64 bits, and version 4 that of more than 128.
//!
//! The number of positions is stored twice because it determines the place of the checksum: if it alone were damaged, a
//! game could seem to reach beyond the end of the file, like an incomplete one.
//!
//! To join parts with different seeds, put their files into one folder.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::exclusive::open_alone;
use crate::rules::{Bitboard, Color, Rules, Square, Wide};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// White won.
    WhiteWins,
    /// A draw.
    Draw,
    /// Black won.
    BlackWins,
}

impl Ending {
    /// A win of `color`.
    #[must_use]
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The points of `color`: 1 for a win, half a point for a draw.
    #[must_use]
    pub const fn points_of(self, color: Color) -> f32 {
        match (self, color) {
            (Self::Draw, _) => 0.5,
            (Self::WhiteWins, Color::White) | (Self::BlackWins, Color::Black) => 1.0,
            _ => 0.0,
        }
    }
}

/// A quiet position, in which the side to move has no capture, and its search score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPosition {
    /// White's pieces, and Black's.
    pub pieces: [Bitboard; 2],
    /// The kings of both players.
    pub kings: Bitboard,
    /// The cell of the marked man, in games that mark one.
    pub mark: Option<Square>,
    /// The side to move.
    pub side: Color,
    /// Whether the position is not of the game but of a variation, so that the result says nothing about it.
    pub is_variation: bool,
    /// The score for the side to move, in hundredths of a man.
    pub score: i16,
}

/// A training game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of the game among the games with the same seed.
    pub number: u32,
    /// The result of the game.
    pub ending: Ending,
    /// Quiet positions of the game, and of variations that leave it.
    pub seen: Vec<SeenPosition>,
}

/// The settings of the games of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// The name of the game in the names of files.
    pub game: String,
    /// The length of its sets of cells in bytes: 8, 16 or 32.
    pub set_len: usize,
    /// The node limit of a search.
    pub nodes: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The name of the evaluation, without spaces.
    pub evaluation: String,
}

/// An error in reading or writing games.
#[derive(Debug)]
pub struct PartError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Io(io::Error),
    NoPart,
    OtherGame(String),
    OtherMaking(Making),
    /// Other settings in a part with another seed.
    Unlike(Making),
    /// Damaged after this number of good games, when reading.
    Damaged(usize),
    /// Damaged after this number of good games, when opening for writing.
    DamagedBefore(usize),
    NotAFile,
    NotAFolder,
    Empty,
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.reason {
            Reason::Io(error) => error.fmt(f),
            Reason::NoPart => f.write_str("it is not a file of training games, or one of another version"),
            Reason::OtherGame(game) => write!(f, "its games are of {game}"),
            Reason::OtherMaking(making) => {
                write!(f, "its games have other settings ({making}); use another folder or another --seed")
            }
            Reason::Unlike(making) => {
                write!(f, "its games have other settings ({making}); use another folder")
            }
            Reason::Damaged(good) => {
                write!(f, "it is damaged after its first {good} games; --skip-damaged uses only these")
            }
            Reason::DamagedBefore(good) => write!(
                f,
                "it is damaged after its first {good} games; move it away, or use another folder or another --seed"
            ),
            Reason::NotAFile => f.write_str("it is not a regular file; remove it from the folder"),
            Reason::NotAFolder => {
                f.write_str("it is not a folder of training games, as `coupturc learn games` writes it")
            }
            Reason::Empty => f.write_str("it has no files of training games"),
        }
    }
}

impl std::error::Error for PartError {}

const MAGIC: &str = "coupturc games ";
/// The versions, with the length of their sets of cells.
const VERSIONS: [(&str, usize); 3] = [("2", 8), ("3", 16), ("4", 32)];
/// The maximum length of the first line.
const MAX_LINE_BYTES: usize = 1000;
const EXTENSION: &str = "games";
const NO_MARK: u8 = u8::MAX;
/// Number, ending, and number of positions with its inverse.
const HEAD: usize = 9;
const CHECKSUM: usize = 4;
/// The maximum number of positions stored for a game; a larger number means that the file is damaged.
const MAX_POSITIONS: usize = 512;

impl fmt::Display for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, nodes, seed, evaluation, .. } = self;
        write!(f, "{game} nodes={nodes} seed={seed} evaluation={evaluation}")
    }
}

impl Making {
    /// Reads the first line of a file. Returns the bytes after it.
    fn of_file(bytes: &[u8]) -> Result<(Self, &[u8]), Reason> {
        let end = bytes.iter().take(MAX_LINE_BYTES).position(|&byte| byte == b'\n').ok_or(Reason::NoPart)?;
        let line = std::str::from_utf8(&bytes[..end]).map_err(|_| Reason::NoPart)?;
        Ok((Self::of_line(line).ok_or(Reason::NoPart)?, &bytes[end + 1..]))
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix(MAGIC)?.split(' ');
        let version = words.next()?;
        let (_, set_len) = VERSIONS.into_iter().find(|&(known, _)| known == version)?;
        let game = words.next()?.to_owned();
        let mut value = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=');
        let nodes = value("nodes")?.parse().ok()?;
        let seed = value("seed")?.parse().ok()?;
        Some(Self { game, set_len, nodes, seed, evaluation: value("evaluation")?.to_owned() })
    }

    /// The first line of a file.
    fn line(&self) -> String {
        let version = VERSIONS.into_iter().find(|&(_, len)| len == self.set_len);
        format!("{MAGIC}{} {self}\n", version.map_or("", |(version, _)| version))
    }

    /// The name of the file of these games.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}-{}.{EXTENSION}", self.game, self.seed)
    }
}

/// A part that is open for adding games.
#[derive(Debug)]
pub struct PartWriter {
    path: PathBuf,
    file: File,
    /// The length of a set of cells.
    set_len: usize,
    /// The length of the file.
    length: u64,
    /// The numbers of its games.
    numbers: BTreeSet<u32>,
}

impl PartWriter {
    /// Opens or creates the part with these settings in `folder`, which is created if necessary. An incomplete last
    /// game is removed.
    ///
    /// # Errors
    ///
    /// If the file is damaged elsewhere, has games with other settings, or cannot be read and written.
    pub fn open(folder: &Path, making: &Making) -> Result<Self, PartError> {
        let path = folder.join(making.file_name());
        let in_file = |reason: Reason| PartError { path: path.clone(), reason };
        fs::create_dir_all(folder).map_err(|error| in_file(Reason::Io(error)))?;
        if path.exists() {
            expect_file(&path).map_err(&in_file)?;
        }
        let file = open_alone(OpenOptions::new().read(true).append(true).create(true), &path);
        let mut file = file.map_err(|error| in_file(Reason::Io(error)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| in_file(Reason::Io(error)))?;
        let head = making.line();
        let mut numbers = BTreeSet::new();
        // An incomplete first line: the machine stopped while writing it.
        if head.as_bytes().starts_with(&bytes) && bytes.len() < head.len() {
            file.set_len(0)
                .and_then(|()| file.write_all(head.as_bytes()))
                .map_err(|error| in_file(Reason::Io(error)))?;
        } else {
            let part = Part::parse(&path, &bytes).map_err(&in_file)?;
            if part.making != *making {
                return Err(in_file(Reason::OtherMaking(part.making)));
            }
            match part.fault {
                Some(Fault::Damaged) => return Err(in_file(Reason::DamagedBefore(part.games.len()))),
                Some(Fault::HalfWritten) => {
                    file.set_len(part.good_bytes as u64).map_err(|error| in_file(Reason::Io(error)))?;
                }
                None => {}
            }
            numbers.extend(part.games.iter().map(|game| game.number));
        }
        let length = file.metadata().map_err(|error| in_file(Reason::Io(error)))?.len();
        Ok(Self { path, file, set_len: making.set_len, length, numbers })
    }

    /// The numbers of the games in the file.
    #[must_use]
    pub fn numbers(&self) -> &BTreeSet<u32> {
        &self.numbers
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written. The games before it are not affected.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), PartError> {
        let bytes = game.to_bytes(self.set_len);
        self.file.write_all(&bytes).map_err(|error| {
            // Removes the incomplete game, so that others can follow.
            let _ = self.file.set_len(self.length);
            PartError { path: self.path.clone(), reason: Reason::Io(error) }
        })?;
        self.length += bytes.len() as u64;
        self.numbers.insert(game.number);
        Ok(())
    }
}

/// The games of one file.
#[derive(Debug)]
pub struct Part {
    /// The path of the file.
    pub path: PathBuf,
    /// The settings of the games.
    pub making: Making,
    /// The games that can be read.
    pub games: Vec<PlayedGame>,
    good_bytes: usize,
    fault: Option<Fault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    HalfWritten,
    Damaged,
}

impl Part {
    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Reason> {
        let (making, mut rest) = Making::of_file(bytes)?;
        let (mut games, mut fault) = (Vec::new(), None);
        while !rest.is_empty() {
            match PlayedGame::parse(rest, making.set_len) {
                Ok((game, after)) => {
                    games.push(game);
                    rest = after;
                }
                Err(found) => {
                    fault = Some(found);
                    break;
                }
            }
        }
        Ok(Self { path: path.to_owned(), making, games, good_bytes: bytes.len() - rest.len(), fault })
    }
}

/// Reads all parts in a folder, sorted by name; other files are ignored. An incomplete last game, as in a part that is
/// being written, is ignored. With `skip_damaged`, the games before the damage in a damaged file are used.
///
/// # Errors
///
/// If there is no part, or one cannot be read, is damaged or is of another variant. The error names it.
pub fn read_parts(rules: &Rules, folder: &Path, skip_damaged: bool) -> Result<Vec<Part>, PartError> {
    let read = |path: PathBuf| {
        let bytes = expect_file(&path).and_then(|()| fs::read(&path).map_err(Reason::Io));
        let part = bytes.and_then(|bytes| Part::parse(&path, &bytes));
        let part = part.and_then(|part| match part.fault {
            _ if part.making.game != rules.file_name() => Err(Reason::OtherGame(part.making.game)),
            Some(Fault::Damaged) if !skip_damaged => Err(Reason::Damaged(part.games.len())),
            _ => Ok(part),
        });
        part.map_err(|reason| PartError { path, reason })
    };
    let parts = paths_of_parts(folder)?.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let empty = || PartError { path: folder.to_owned(), reason: Reason::Empty };
    if parts.is_empty() { Err(empty()) } else { Ok(parts) }
}

/// Removes the games that are also in an earlier part, for instance because a file was copied: repeated games would
/// have more weight than others. Returns a message for each affected file.
#[must_use]
pub fn drop_repeats(parts: &mut Vec<Part>) -> Vec<String> {
    let (mut seen, mut messages) = (HashSet::new(), Vec::new());
    for part in &mut *parts {
        let all = part.games.len();
        part.games.retain(|game| seen.insert(game.fingerprint()));
        let repeats = all - part.games.len();
        if repeats > 0 {
            let path = part.path.display();
            messages.push(format!(
                "{path}: {repeats} of its {all} games are also in another file; they are used once"
            ));
        }
    }
    parts.retain(|part| !part.games.is_empty());
    messages
}

/// Checks that all parts in a folder have the same settings, except for their seeds. Only first lines are read.
///
/// # Errors
///
/// If one has other settings or cannot be read. The error names it.
pub fn see_alike(folder: &Path, making: &Making) -> Result<(), PartError> {
    let check = |path: &Path| {
        let mut head = Vec::new();
        expect_file(path)?;
        File::open(path)
            .and_then(|file| file.take(MAX_LINE_BYTES as u64).read_to_end(&mut head))
            .map_err(Reason::Io)?;
        let (other, _) = Making::of_file(&head)?;
        let is_alike = Making { seed: making.seed, ..other.clone() } == *making;
        if is_alike { Ok(()) } else { Err(Reason::Unlike(other)) }
    };
    paths_of_parts(folder)?
        .into_iter()
        .try_for_each(|path| check(&path).map_err(|reason| PartError { path, reason }))
}

/// Refuses anything but a regular file: opening a pipe would block, and a device may have no end.
fn expect_file(path: &Path) -> Result<(), Reason> {
    if fs::metadata(path).map_err(Reason::Io)?.is_file() { Ok(()) } else { Err(Reason::NotAFile) }
}

/// All files of training games in a folder, sorted by name.
fn paths_of_parts(folder: &Path) -> Result<Vec<PathBuf>, PartError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| {
        let is_other = error.kind() == io::ErrorKind::NotADirectory;
        PartError {
            path: folder.to_owned(),
            reason: if is_other { Reason::NotAFolder } else { Reason::Io(error) },
        }
    })?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension() == Some(OsStr::new(EXTENSION)));
    paths.sort();
    Ok(paths)
}

impl PlayedGame {
    /// The bytes of the game with sets of `set_len` bytes.
    fn to_bytes(&self, set_len: usize) -> Vec<u8> {
        let seen = &self.seen[..self.seen.len().min(MAX_POSITIONS)];
        let mut bytes = Vec::with_capacity(HEAD + position_len(set_len) * seen.len() + CHECKSUM);
        bytes.extend_from_slice(&self.number.to_le_bytes());
        bytes.push(self.ending as u8);
        let positions = seen.len() as u16;
        bytes.extend_from_slice(&positions.to_le_bytes());
        bytes.extend_from_slice(&(!positions).to_le_bytes());
        for position in seen {
            for set in [position.pieces[0], position.pieces[1], position.kings] {
                bytes.extend_from_slice(&set.0.to_le_bytes()[..set_len]);
            }
            bytes.push(position.mark.map_or(NO_MARK, |square| square.index() as u8));
            bytes.push(position.side as u8 | u8::from(position.is_variation) << 1);
            bytes.extend_from_slice(&position.score.to_le_bytes());
        }
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// A hash that identifies the game.
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        hasher.write(&self.to_bytes(size_of::<Bitboard>()));
        hasher.finish()
    }

    /// Reads the first game. Returns it with the bytes after it.
    fn parse(bytes: &[u8], set_len: usize) -> Result<(Self, &[u8]), Fault> {
        let (head, _) = bytes.split_first_chunk::<HEAD>().ok_or(Fault::HalfWritten)?;
        let [n0, n1, n2, n3, ending, low, high, not_low, not_high] = *head;
        let positions = u16::from_le_bytes([low, high]);
        let is_consistent = positions == !u16::from_le_bytes([not_low, not_high]);
        let positions = usize::from(positions);
        if !is_consistent || positions > MAX_POSITIONS {
            return Err(Fault::Damaged);
        }
        let length = HEAD + position_len(set_len) * positions;
        let (checked, rest) = bytes.split_at_checked(length).ok_or(Fault::HalfWritten)?;
        let (checksum, rest) = rest.split_first_chunk::<CHECKSUM>().ok_or(Fault::HalfWritten)?;
        let ending = [Ending::WhiteWins, Ending::Draw, Ending::BlackWins].get(usize::from(ending));
        match ending {
            Some(&ending) if *checksum == crc32fast::hash(checked).to_le_bytes() => {
                let positions = checked[HEAD..].chunks_exact(position_len(set_len));
                let seen = positions.map(|bytes| SeenPosition::parse(bytes, set_len)).collect();
                Ok((Self { number: u32::from_le_bytes([n0, n1, n2, n3]), ending, seen }, rest))
            }
            _ => Err(Fault::Damaged),
        }
    }
}

/// The length of a position: three sets, the marked cell, the side to move and the score.
const fn position_len(set_len: usize) -> usize {
    3 * set_len + 4
}

impl SeenPosition {
    fn parse(bytes: &[u8], set_len: usize) -> Self {
        let (sets, rest) = bytes.split_at(3 * set_len);
        let set = |place: usize| Bitboard(Wide::from_le_bytes(&sets[place * set_len..][..set_len]));
        let mark = if rest[0] == NO_MARK { None } else { Some(Square::new(rest[0])) };
        let side = if rest[1] & 1 == 0 { Color::White } else { Color::Black };
        let is_variation = rest[1] & 2 != 0;
        let score = i16::from_le_bytes([rest[2], rest[3]]);
        Self { pieces: [set(0), set(1)], kings: set(2), mark, side, is_variation, score }
    }
}
