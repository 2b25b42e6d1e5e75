//! Hub parameters: their declarations, values and effects.

#[cfg(feature = "tuning")]
mod tuning;
mod values;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use self::values::{TableFolder, boolean, enumeration, integer, truth, whole};
use crate::book::{Book, Choice};
use crate::engine::{Level, MOST_TABLE_PIECES, Settings, TableChoice};
use crate::eval::{Evaluation, load_with_net};
use crate::notation::text::shown;
use crate::notation::{CellNames, NotationError, VariantName, names_of_files, offered_variant_names};
use crate::rules::file::{self, Unplayable};
use crate::rules::games::Variant;
use crate::rules::{Halt, RuleOption, RuleOptions, Rules};

/// All parameters, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The game, by the name that the client used.
    variant_name: String,
    /// The game.
    game: &'static Rules,
    /// The file of its rules, as the client gave it; [`NONE`] for a game with a name.
    rules_file: String,
    /// The games that the client has given as texts, which only it can name.
    own: Vec<&'static Rules>,
    /// The halt rule that the name of the game implies.
    implied_halt: Option<Halt>,
    rules: RuleOptions,
    settings: Settings,
    /// The folder of endgame tables, as the client gave it.
    tables: TableFolder,
    /// The evaluation, as the client gave it.
    eval_file: String,
    /// Whether to play from a book.
    is_book_on: bool,
    /// How to play from a book, on or off.
    book: Choice,
    /// The book, as the client gave it.
    book_file: String,
    /// How to play from a book where the client has said nothing; `auto` stands for its book.
    usual_book: Choice,
    /// Whether the client intends to ponder. `go ponder` is enough, but the Hub GUI does not send it to an engine
    /// without this parameter.
    ponder: bool,
    /// The names of cells in the client's moves.
    cell_names: CellNames,
    bounds: Bounds,
}

/// How much of the machine a client may use.
///
/// ```
/// use coupturc_core::protocol::{Bounds, Log, Parameters, converse};
///
/// let parameters = Parameters::within(Bounds { threads: 2, mebibytes: 32, files: false, book_changes: false });
/// assert_eq!(parameters.settings().hash_mebibytes, 32, "where nothing is said");
/// let commands = b"set-param name=threads value=3\nset-param name=tables value=/home\n\
///     set-param name=eval-file value=/etc/passwd\nset-param name=tables value=none\n";
/// let mut answers = Vec::new();
/// converse(parameters, &commands[..], &mut answers, drop, Log::default())?;
/// let answers = String::from_utf8_lossy(&answers);
/// let expected = ["expected 1 to 2", "expected auto or none", "expected auto or hand-made"];
/// assert_eq!(answers.lines().count(), expected.len());
/// assert!(answers.lines().zip(expected).all(|(line, end)| line.ends_with(&format!("{end}\""))));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The number of search threads.
    pub threads: u64,
    /// The size of the transposition table in MiB.
    pub mebibytes: u64,
    /// Whether the client may name files and folders of the machine.
    pub files: bool,
    /// Whether the client may change the file of an opening book.
    pub book_changes: bool,
}

impl Default for Bounds {
    /// A client that has started the engine may use whatever its user may use.
    fn default() -> Self {
        Self { threads: 256, mebibytes: 1 << 20, files: true, book_changes: true }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            variant_name: Variant::default().name().to_owned(),
            game: Variant::default().rules(),
            rules_file: NONE.to_owned(),
            own: Vec::new(),
            implied_halt: None,
            rules: RuleOptions::default(),
            settings: Settings::default(),
            tables: TableFolder::default(),
            eval_file: AUTO.to_owned(),
            is_book_on: false,
            book: Choice { plies: USUAL_BOOK_PLIES, ..Choice::default() },
            book_file: AUTO.to_owned(),
            usual_book: Choice::default(),
            ponder: false,
            cell_names: CellNames::Own,
            bounds: Bounds::default(),
        }
    }
}

/// The consequence of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// No effect on the engine.
    Nothing,
    /// Another game starts.
    Variant,
    /// The game continues under other rules.
    Rules,
    /// The engine gets other settings.
    Settings,
}

const LONGEST_OVERHEAD_MS: u64 = 10_000;
const MOST_LINES: u64 = 100;
/// 10 men.
const LARGEST_BOOK_MARGIN: u64 = 1_000;
const MOST_BOOK_PLIES: u64 = 1_000;
/// As in Scan.
const USUAL_BOOK_PLIES: usize = 4;
/// The maximum `bb-size`: Scan's tables are larger than ours.
const SCAN_TABLE_PIECES: u64 = 8;
const LEVELS: RangeInclusive<u64> = 1..=20;
/// The range of `tt-size`: 1 MiB to 1 TiB in entries of 16 bytes.
const TABLE_BITS: RangeInclusive<u64> = 16..=36;

impl Parameters {
    /// Parameters for a client with these bounds.
    #[must_use]
    pub fn within(bounds: Bounds) -> Self {
        let mut settings = Settings::default();
        settings.threads = settings.threads.min(bounds.threads as usize);
        settings.hash_mebibytes = settings.hash_mebibytes.min(bounds.mebibytes as usize);
        settings.tables.cache_mebibytes = settings.tables.cache_mebibytes.min(bounds.mebibytes as usize);
        Self { settings, bounds, ..Self::default() }
    }

    /// The same with a book that the parameter `book-file=auto` stands for.
    #[must_use]
    pub fn with_book(mut self, book: Option<Arc<Book>>) -> Self {
        self.book.book.clone_from(&book);
        self.usual_book.book = book;
        self
    }

    /// The book and how to play from it, whether or not the engine does.
    pub(super) fn book(&self) -> &Choice {
        &self.book
    }

    /// Whether the client may change books in files.
    pub(super) fn may_change_book(&self) -> bool {
        self.bounds.book_changes
    }

    /// Parameters for a client that plays the game in a file at first.
    ///
    /// # Errors
    ///
    /// As for [`file::load`].
    pub fn of_rules_file(path: &Path) -> Result<Self, Unplayable> {
        let mut parameters = Self::default();
        parameters.play_file(path)?;
        Ok(parameters)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static Rules {
        self.game
    }

    /// The games that the client has given as texts.
    pub(super) fn own(&self) -> &[&'static Rules] {
        &self.own
    }

    /// The game with this name, which may be one of the client's own.
    pub(super) fn named(&self, name: &str) -> Result<VariantName, NotationError> {
        let own = self.own.iter().find(|rules| rules.name == name);
        own.map_or_else(|| name.parse(), |&rules| Ok(VariantName { rules, halt: None }))
    }

    /// The options of the rules.
    #[must_use]
    pub fn rules(&self) -> RuleOptions {
        RuleOptions { halt: self.implied_halt.unwrap_or(self.rules.halt), ..self.rules }
    }

    /// The settings of the engine.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings { book: self.is_book_on.then(|| self.book.clone()), ..self.settings.clone() }
    }

    /// The names of cells in the client's moves.
    #[must_use]
    pub fn cell_names(&self) -> CellNames {
        self.cell_names
    }

    /// Records the settings that the engine has instead of the requested ones.
    pub(super) fn settings_in_force(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// The `param` lines of the answer to `hub`.
    pub(super) fn declarations(&self) -> Vec<String> {
        let mut variants = [offered_variant_names(), names_of_files()].concat();
        // The game of a file is a value too, so that a client can return the value that it was given.
        if self.rules_file != NONE {
            variants.push(&self.variant_name);
        }
        variants.extend(self.own.iter().map(|rules| rules.name));
        let settings = &self.settings;
        let overhead = settings.move_overhead.as_millis();
        let mut declared = vec![
            enumeration("variant", &self.variant_name, &variants.join(" ")),
            self.file_or("rules-file", &self.rules_file, &[NONE]),
        ];
        declared.extend(RuleOption::ALL.iter().map(|option| {
            let values: Vec<_> = option.values.iter().map(|value| value.name).collect();
            enumeration(option.name, option.get(&self.rules()), &values.join(" "))
        }));
        declared.extend([
            integer("threads", settings.threads, 1, self.bounds.threads),
            integer("hash", settings.hash_mebibytes, 1, self.bounds.mebibytes),
            integer("move-overhead", overhead, 0, LONGEST_OVERHEAD_MS),
            integer("multi-pv", settings.multi_pv, 1, MOST_LINES),
            boolean("ponder", self.ponder),
            boolean("white-numbers", self.cell_names == CellNames::FromWhite),
            integer("level", settings.level.number(), *LEVELS.start(), *LEVELS.end()),
            self.file_or("tables", &self.tables, &[AUTO, NONE]),
            self.file_or("eval-file", &self.eval_file, &[AUTO, HAND_MADE]),
            integer("tables-pieces", settings.tables.pieces, 0, MOST_TABLE_PIECES as u64),
            integer("tables-cache", settings.tables.cache_mebibytes, 1, self.bounds.mebibytes),
            boolean("book", self.is_book_on),
            integer("book-ply", self.book.plies, 0, MOST_BOOK_PLIES),
            integer("book-margin", self.book.margin, 0, LARGEST_BOOK_MARGIN),
            self.file_or("book-file", &self.book_file, &[AUTO]),
            integer("book-seed", self.book.seed, 0, u64::from(u32::MAX)),
        ]);
        #[cfg(feature = "tuning")]
        declared.extend(tuning::declarations(self.game));
        declared
    }

    /// Declares a parameter that is one of these words, or a file or folder if the client may name one.
    fn file_or(&self, name: &str, value: impl Display, words: &[&str]) -> String {
        if self.bounds.files {
            format!("param name={name} value=\"{value}\" type=string")
        } else {
            enumeration(name, value, &words.join(" "))
        }
    }

    /// Rejects values other than these words if the client may not name files.
    fn expect_word(&self, name: &str, value: &str, words: &[&str]) -> Result<(), NotationError> {
        if self.bounds.files || words.contains(&value) {
            return Ok(());
        }
        let value = shown(value);
        Err(NotationError::new(format!("set-param: {name} '{value}', expected {}", words.join(" or "))))
    }

    /// Sets a parameter. Unknown ones are ignored, as the protocol demands.
    ///
    /// # Errors
    ///
    /// If the parameter cannot have that value; then nothing changes.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, NotationError> {
        if let Some(option) = RuleOption::named(name) {
            let wrong = |error| NotationError::new(format!("set-param: {name} {error}"));
            option.set(&mut self.rules, &shown(value)).map_err(wrong)?;
            if name == HALT {
                self.implied_halt = None;
                self.variant_name = self.game.name.to_owned();
            }
            return Ok(Change::Rules);
        }
        match name {
            "variant" => return self.set_variant(value),
            "rules-file" => return self.set_rules_file(value),
            "ponder" => self.ponder = truth(name, value)?,
            "white-numbers" => {
                self.cell_names = if truth(name, value)? { CellNames::FromWhite } else { CellNames::Own };
            }
            _ => return self.set_setting(name, value),
        }
        Ok(Change::Nothing)
    }

    fn set_variant(&mut self, value: &str) -> Result<Change, NotationError> {
        let name = self.named(value)?;
        let VariantName { rules, halt } = name;
        if (rules, halt) == (self.game, self.implied_halt) {
            return Ok(Change::Nothing);
        }
        name.name().clone_into(&mut self.variant_name);
        NONE.clone_into(&mut self.rules_file);
        (self.game, self.implied_halt) = (rules, halt);
        Ok(Change::Variant)
    }

    fn set_rules_file(&mut self, value: &str) -> Result<Change, NotationError> {
        self.expect_word("rules-file", value, &[NONE, ""])?;
        if [NONE, ""].contains(&value) {
            let is_file = self.rules_file != NONE;
            return if is_file { self.set_variant(Variant::default().name()) } else { Ok(Change::Nothing) };
        }
        let before = self.game;
        let wrong =
            |why: Unplayable| NotationError::new(format!("set-param: rules-file: {}", why.in_a_line()));
        self.play_file(Path::new(value)).map_err(wrong)?;
        // A client may return the value that it was given. The file may also have changed.
        Ok(if self.game == before { Change::Nothing } else { Change::Variant })
    }

    /// Plays the game of the text of a game file. From then on the client can name it.
    pub(super) fn play_text(&mut self, name: &str, text: &str) -> Result<Change, NotationError> {
        let wrong = |why: Unplayable| NotationError::new(format!("rules-play: {}", why.in_a_line()));
        let rules = file::of_text(name, text).map_err(wrong)?;
        self.own.retain(|known| known.name != name);
        self.own.push(rules);
        self.set_variant(name)
    }

    fn play_file(&mut self, path: &Path) -> Result<(), Unplayable> {
        let rules = load_with_net(path)?;
        rules.name.clone_into(&mut self.variant_name);
        self.rules_file = path.to_string_lossy().into_owned();
        (self.game, self.implied_halt) = (rules, None);
        Ok(())
    }

    fn set_setting(&mut self, name: &str, value: &str) -> Result<Change, NotationError> {
        match name {
            "tables" => self.expect_word(name, value, &[AUTO, NONE])?,
            "eval-file" => self.expect_word(name, value, &[AUTO, HAND_MADE])?,
            "book-file" => self.expect_word(name, value, &[AUTO])?,
            _ => {}
        }
        let (settings, bounds) = (&mut self.settings, self.bounds);
        match name {
            "threads" => settings.threads = whole(name, value, 1..=bounds.threads)? as usize,
            "hash" => settings.hash_mebibytes = whole(name, value, 1..=bounds.mebibytes)? as usize,
            "tt-size" => {
                let bits = whole(name, value, TABLE_BITS)?;
                let mebibytes = 1 << (bits - TABLE_BITS.start());
                settings.hash_mebibytes = bounds.mebibytes.min(mebibytes) as usize;
            }
            "move-overhead" => {
                let milliseconds = whole(name, value, 0..=LONGEST_OVERHEAD_MS)?;
                settings.move_overhead = Duration::from_millis(milliseconds);
            }
            "level" => {
                let level = Level::new(whole(name, value, LEVELS)? as u8);
                settings.level = level.unwrap_or_default();
            }
            "tables" => {
                let Ok(tables) = value.parse();
                self.tables = tables;
                settings.tables.folder = self.tables.path();
            }
            // Sent by lidraughts-bot, which knows Scan's values.
            "bb-size" if value == "auto" => settings.tables.pieces = TableChoice::default().pieces,
            "bb-size" => {
                let pieces = whole(name, value, 0..=SCAN_TABLE_PIECES)? as usize;
                settings.tables.pieces = pieces.min(MOST_TABLE_PIECES);
            }
            "tables-cache" => {
                settings.tables.cache_mebibytes = whole(name, value, 1..=bounds.mebibytes)? as usize;
            }
            "tables-pieces" => {
                settings.tables.pieces = whole(name, value, 0..=MOST_TABLE_PIECES as u64)? as usize;
            }
            "eval-file" => {
                settings.evaluation = Evaluation::read(value).map_err(|error| {
                    NotationError::new(format!("set-param: eval-file '{}': {error}", shown(value)))
                })?;
                value.clone_into(&mut self.eval_file);
            }
            "book" => self.is_book_on = truth(name, value)?,
            "book-ply" => self.book.plies = whole(name, value, 0..=MOST_BOOK_PLIES)? as usize,
            "book-margin" => self.book.margin = whole(name, value, 0..=LARGEST_BOOK_MARGIN)? as i32,
            "book-seed" => self.book.seed = whole(name, value, 0..=u64::from(u32::MAX))?,
            "book-file" => {
                self.book.book = match value {
                    AUTO => self.usual_book.book.clone(),
                    file => {
                        let book = Book::open(Path::new(file));
                        let wrong = |problem| NotationError::new(format!("set-param: book-file {problem}"));
                        Some(Arc::new(book.map_err(wrong)?))
                    }
                };
                value.clone_into(&mut self.book_file);
            }
            "multi-pv" => settings.multi_pv = whole(name, value, 1..=MOST_LINES)? as usize,
            #[cfg(feature = "tuning")]
            _ => return tuning::set(name, value),
            #[cfg(not(feature = "tuning"))]
            _ => return Ok(Change::Nothing),
        }
        Ok(Change::Settings)
    }
}

/// The option that the names of some games imply.
const HALT: &str = "halt";
const AUTO: &str = "auto";
const NONE: &str = "none";
const HAND_MADE: &str = "hand-made";
