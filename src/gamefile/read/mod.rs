//! Reading a file: from its keys to [`Rules`].

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod board;
mod limits;
mod values;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::board::Board;
use crate::builtin;
use crate::choices::{
    Color, Criterion, Halt, InPassing, KingAgainstKing, KingAgainstMan, Landing, Prey, Removal, Vanguard,
    WithoutMove,
};
use crate::document::{Document, MOST_BYTES, known_games};
use crate::fault::{Fault, Faults, is_interpreted};
use crate::keys::{KEYS, Key, Kind};
use crate::rules::{Captures, End, Kings, Men, Rules};
use crate::sanity;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 80;

impl Rules {
    /// Reads the text of a game file. `name` is the path of the file, for messages.
    ///
    /// ```
    /// use coupturc_gamefile::Rules;
    ///
    /// let rules = Rules::read("short.toml", "like = \"dameo\"\ntitle = \"Short Dameo\"\nkings.flying = false")?;
    /// assert_eq!((rules.name.as_str(), rules.board.cells().len()), ("short", 64));
    /// let faults = Rules::read("bad.toml", "like = \"dame\"").unwrap_err();
    /// assert!(faults.to_string().contains("Did you mean 'dameo'?"));
    /// # Ok::<(), coupturc_gamefile::Faults>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file is no game file, if its rules contradict each other, or if the game cannot be played.
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        let document = Document::read(name, text)?;
        let mut reader = Reader { document: &document, faults: Vec::new() };
        let rules = reader.rules(name);
        match rules {
            Some(rules) if reader.faults.is_empty() => {
                let faults = sanity::faults(&rules, &document);
                if faults.is_empty() { Ok(rules) } else { Err(Faults(faults)) }
            }
            _ => Err(Faults(reader.faults)),
        }
    }

    /// Reads a game file.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read), and if there is no such file or it is no text.
    pub fn load(path: &Path) -> Result<Self, Faults> {
        let name = path.to_string_lossy();
        match text_of(path) {
            Ok(text) => Self::read(&name, &text),
            Err(error) => {
                let help = match builtin::text(&name) {
                    _ if error.kind() == ErrorKind::InvalidData => "Save it in UTF-8.".to_owned(),
                    Some(_) => format!(
                        "The game '{name}' is embedded and needs no file: choose it with --variant {name}."
                    ),
                    None => known_games(&name),
                };
                Err(Fault::of(&name, format!("the file cannot be read: {error}"), help).into())
            }
        }
    }

    /// The rules of an embedded game.
    #[must_use]
    pub fn embedded(name: &str) -> Option<Self> {
        Self::read(&format!("{name}.toml"), builtin::text(name)?).ok()
    }
}

/// The text of a file; of a long one, one byte more than is allowed. Reading a pipe might never end.
fn text_of(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Reads the keys of a document, and collects what is wrong with them. A value that is not right gives `None`, and its
/// fault is kept.
struct Reader<'a> {
    document: &'a Document,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn rules(&mut self, name: &str) -> Option<Rules> {
        self.expect_keys();
        let title = self.title();
        let board = self.board();
        let begins = self.choice("", "begins", Color::named);
        // Without a board, there are no directions and no cells.
        let (board, start) = board?;
        let (men, kings) = (self.men(&board), self.kings(&board));
        let captures = self.captures();
        let promotion = self.promotion(&board);
        let in_passing = self.choice("promotion", "in-passing", InPassing::named);
        let end = self.end();
        let repetition = self.number("draws", "repetition");
        let limits = self.limits(&board);
        let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Some(Rules {
            name: stem.unwrap_or_else(|| name.to_owned()),
            title: title?,
            board,
            start,
            begins: begins?,
            men: men?,
            kings: kings?,
            captures: captures?,
            promotion: promotion?,
            in_passing: in_passing?,
            end: end?,
            repetition: usize::try_from(repetition?).ok()?,
            limits: limits?,
        })
    }

    /// Every key that a game must have is there.
    fn expect_keys(&mut self) {
        let is_missing = |key: &&Key| key.default.is_none() && self.document.get(key).is_none();
        let missing: Vec<&Key> = KEYS.iter().filter(is_missing).collect();
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|key| key.path()).collect();
            let list: String =
                missing.iter().map(|key| format!("\n  {}: {}", key.path(), key.help)).collect();
            let message = format!("the file lacks {}", names.join(", "));
            let (them, come) = if missing.len() == 1 { ("it", "it comes") } else { ("them", "they come") };
            let help = format!("Write {them}, or like = \"GAME\" for a game from which {come}.{list}");
            self.faults.push(Fault::of(&self.document.source.name, message, help));
        }
    }

    fn men(&mut self, board: &Board) -> Option<Men> {
        let (moves, captures) =
            (self.directions(board, "men", "moves"), self.directions(board, "men", "captures"));
        let take = self.choice("men", "take", Prey::named);
        let linear = self.flag("men", "linear");
        Some(Men { moves: moves?, captures: captures?, take: take?, linear: linear? })
    }

    fn kings(&mut self, board: &Board) -> Option<Kings> {
        let (moves, captures) =
            (self.directions(board, "kings", "moves"), self.directions(board, "kings", "captures"));
        let take = self.choice("kings", "take", Prey::named);
        let flying = self.flag("kings", "flying");
        let (land, halt) =
            (self.choice("kings", "land", Landing::named), self.choice("kings", "halt", Halt::named));
        let rest_after = self.number("kings", "rest-after");
        Some(Kings {
            moves: moves?,
            captures: captures?,
            take: take?,
            flying: flying?,
            land: land?,
            halt: halt?,
            rest_after: u8::try_from(rest_after?).ok()?,
        })
    }

    fn captures(&mut self) -> Option<Captures> {
        let order = self.order();
        let (man, king) = (self.number("captures", "value-of-man"), self.number("captures", "value-of-king"));
        let removal = self.choice("captures", "removal", Removal::named);
        let turn_back = self.flag("captures", "turn-back");
        let vanguard = self.choice("captures", "vanguard", Vanguard::named);
        Some(Captures {
            order: order?,
            value_of_man: u32::try_from(man?).ok()?,
            value_of_king: u32::try_from(king?).ok()?,
            removal: removal?,
            turn_back: turn_back?,
            vanguard: vanguard?,
        })
    }

    fn end(&mut self) -> Option<End> {
        let without_move = self.choice("end", "without-move", WithoutMove::named);
        let first_king_wins = self.flag("end", "first-king-wins");
        let king_against_man = self.choice("end", "king-against-man", KingAgainstMan::named);
        let king_against_king = self.choice("end", "king-against-king", KingAgainstKing::named);
        Some(End {
            without_move: without_move?,
            first_king_wins: first_king_wins?,
            king_against_man: king_against_man?,
            king_against_king: king_against_king?,
        })
    }

    fn title(&mut self) -> Option<String> {
        let entry = self.document.get(key("", "title")?)?;
        let text = self.text(entry, "title")?;
        let length = text.chars().count();
        if text.trim().is_empty() || length > LONGEST_TITLE || text.chars().any(is_interpreted) {
            let help = format!("Write one line of at most {LONGEST_TITLE} characters that can be seen.");
            self.faults.push(Fault::at(&entry.place, "this cannot be a title", help));
            return None;
        }
        Some(text)
    }

    fn order(&mut self) -> Option<Vec<Criterion>> {
        let key = key("captures", "order")?;
        let Kind::Names(choices) = key.kind else { return None };
        let Some(entry) = self.document.get(key) else { return Some(vec![Criterion::MostPieces]) };
        let mut order = Vec::new();
        for item in self.list(entry, "captures.order")? {
            let criterion = self.named(item, "captures.order", choices, Criterion::named)?;
            if order.contains(&criterion) {
                let message = format!("captures.order has '{}' twice", criterion.name());
                self.faults.push(Fault::at(&item.place, message, "A second time, it decides nothing."));
                return None;
            }
            order.push(criterion);
        }
        Some(order)
    }
}

/// The key with this name. There is one: names of keys are constants here.
fn key(section: &str, name: &str) -> Option<&'static Key> {
    let found = KEYS.iter().find(|key| key.section == section && key.name == name);
    debug_assert!(found.is_some(), "no key {section}.{name}");
    found
}
