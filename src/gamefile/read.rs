//! Reading a file: from its keys to [`Rules`].

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::board::{Board, LONGEST_SIDE, MOST_ROWS, Outline, Pieces};
use crate::builtin;
use crate::choices::{Cells, Choice, Color, Criterion, Direction, Group, Halt, Landing, Progress, Vanguard};
use crate::document::{Document, Entry, MOST_BYTES, Value, known_games};
use crate::fault::{Fault, Faults, Place, did_you_mean};
use crate::keys::{KEYS, Key, Kind, LIMIT_KEYS, path};
use crate::rules::{ByColor, Captures, Counts, Directions, End, Kings, Limit, Material, Men, Rules};
use crate::sanity;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 80;
/// The greatest number of draw limits, and of kinds of material in one of them.
const MOST_LIMITS: usize = 32;

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
        let mut text = String::new();
        // One byte more than is read of a file, so that longer ones are noticed.
        let file = File::open(path).map(|file| file.take(MOST_BYTES as u64 + 1));
        match file.and_then(|mut file| file.read_to_string(&mut text)) {
            Ok(_) => Self::read(&name, &text),
            Err(error) => {
                Err(Fault::of(&name, format!("the file cannot be read: {error}"), known_games(&name)).into())
            }
        }
    }

    /// The rules of an embedded game.
    #[must_use]
    pub fn embedded(name: &str) -> Option<Self> {
        Self::read(&format!("{name}.toml"), builtin::text(name)?).ok()
    }
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
        let in_passing = self.choice("promotion", "in-passing", crate::InPassing::named);
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
            let help = format!("Write them, or like = \"GAME\" for a game from which they come.{list}");
            self.faults.push(Fault::of(&self.document.source.name, message, help));
        }
    }

    fn men(&mut self, board: &Board) -> Option<Men> {
        let (moves, captures) =
            (self.directions(board, "men", "moves"), self.directions(board, "men", "captures"));
        let take = self.choice("men", "take", crate::Prey::named);
        let linear = self.flag("men", "linear");
        Some(Men { moves: moves?, captures: captures?, take: take?, linear: linear? })
    }

    fn kings(&mut self, board: &Board) -> Option<Kings> {
        let (moves, captures) =
            (self.directions(board, "kings", "moves"), self.directions(board, "kings", "captures"));
        let take = self.choice("kings", "take", crate::Prey::named);
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
        let removal = self.choice("captures", "removal", crate::Removal::named);
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
        let without_move = self.choice("end", "without-move", crate::WithoutMove::named);
        let first_king_wins = self.flag("end", "first-king-wins");
        let king_against_man = self.choice("end", "king-against-man", crate::KingAgainstMan::named);
        let king_against_king = self.choice("end", "king-against-king", crate::KingAgainstKing::named);
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
        if text.trim().is_empty() || length > LONGEST_TITLE || text.chars().any(char::is_control) {
            let help = format!("Write one line of at most {LONGEST_TITLE} characters.");
            self.faults.push(Fault::at(&entry.place, "this cannot be a title", help));
            return None;
        }
        Some(text)
    }

    fn board(&mut self) -> Option<(Board, Pieces)> {
        let cells = self.choice("board", "cells", Cells::named);
        let corner = self.choice("board", "dark-corner", crate::Corner::named);
        let naming = self.choice("board", "names", crate::Naming::named);
        let first = self.choice("board", "first", crate::First::named);
        let cells = cells?;
        let (columns, rows) = self.size(cells)?;
        let outline = Outline { cells, columns, rows, corner: corner? };
        let entry = self.document.get(key("board", "start")?)?;
        let drawing = self.text(entry, "board.start")?;
        match Board::drawn(outline, naming?, first?, &drawing) {
            Ok(drawn) => Some(drawn),
            Err(fault) => {
                let help = match cells {
                    Cells::Dark => {
                        "Draw each row as all its squares: w and b for men, W and B for kings, '.' for an \
                                    empty dark square, '-' for a light square, '#' for a hole."
                    }
                    _ => {
                        "Draw each row as its cells: w and b for men, W and B for kings, '.' for an empty cell, '#' \
                          for a hole."
                    }
                };
                let place = fault.at.and_then(|at| place_in(&entry.place, &drawing, at));
                let place = place.unwrap_or_else(|| entry.place.clone());
                self.faults.push(Fault::at(&place, fault.message, help));
                None
            }
        }
    }

    /// The numbers of columns and rows.
    fn size(&mut self, cells: Cells) -> Option<(i8, i8)> {
        let entry = self.document.get(key("board", "size")?)?;
        let size = match &entry.value {
            Value::Number(size) => Some((*size, *size)),
            Value::Text(text) => {
                let numbers = text.split_once('x');
                numbers.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)))
            }
            _ => None,
        };
        let fits = |most: i8| {
            let in_range =
                |number: i64| i8::try_from(number).ok().filter(|number| (2..=most).contains(number));
            size.and_then(|(columns, rows)| Some((in_range(columns)?, in_range(rows)?)))
        };
        let (found, help) = match cells {
            Cells::Hexagon => (
                fits(LONGEST_SIDE).filter(|(columns, rows)| columns == rows),
                format!("Write the number of cells of a side, from 2 to {LONGEST_SIDE}."),
            ),
            _ => (
                fits(MOST_ROWS),
                format!(
                    "Write a number, such as 8, or \"COLUMNSxROWS\", such as \"10x8\", of 2 to {MOST_ROWS} each."
                ),
            ),
        };
        if found.is_none() {
            self.faults.push(Fault::at(&entry.place, "this cannot be the size of the board", help));
        }
        let (columns, rows) = found?;
        // A hexagon has as many letters and numbers as its longest row has cells.
        if cells == Cells::Hexagon { Some((2 * columns - 1, 2 * rows - 1)) } else { Some((columns, rows)) }
    }

    /// The directions that a key names. `[]` is allowed, for pieces that do not capture.
    fn directions(&mut self, board: &Board, section: &'static str, name: &'static str) -> Option<Directions> {
        let what = path(section, name);
        let entry = self.document.get(key(section, name)?)?;
        let one = std::slice::from_ref(entry);
        let items = match &entry.value {
            Value::List(items) => items.as_slice(),
            _ => one,
        };
        let is_hexagon = board.outline().cells == Cells::Hexagon;
        let mut named = Vec::new();
        for item in items {
            let text = self.text(item, &what)?;
            let found = match (Direction::named(&text), Group::named(&text)) {
                (Some(direction), _) => vec![direction],
                (None, Some(Group::Every)) => Direction::ALL.to_vec(),
                // A hexagon has no diagonals.
                (None, Some(group)) if !is_hexagon => group.directions().to_vec(),
                _ => Vec::new(),
            };
            let steps = found.iter().filter(|&&direction| board.step(direction).is_some());
            let known: Vec<Direction> = steps.copied().collect();
            if known.is_empty() {
                self.faults.push(unknown_direction(&item.place, &text, board));
                return None;
            }
            for direction in known {
                if named.contains(&direction) {
                    let message = format!("{what} has '{}' twice", direction.name());
                    self.faults.push(Fault::at(
                        &item.place,
                        message,
                        "Each direction stands once, itself or in a group.",
                    ));
                    return None;
                }
                named.push(direction);
            }
        }
        let steps = named.iter().filter_map(|&direction| board.step(direction)).collect();
        Some(Directions { named, steps })
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

    fn promotion(&mut self, board: &Board) -> Option<ByColor<Vec<bool>>> {
        let count = board.cells().len();
        let all = |on: &dyn Fn(Color, usize) -> bool| ByColor {
            white: (0..count).map(|number| on(Color::White, number)).collect(),
            black: (0..count).map(|number| on(Color::Black, number)).collect(),
        };
        let last_row = all(&|color, number| board.is_last_row(color, number));
        let Some(entry) = self.document.get(key("promotion", "cells")?) else { return Some(last_row) };
        match &entry.value {
            Value::Text(text) if text == "last-row" => Some(last_row),
            Value::Text(text) if text == "far-edges" && board.outline().cells == Cells::Hexagon => {
                Some(all(&|color, number| board.is_far_edge(color, number)))
            }
            Value::List(items) => {
                let white = self.cells(board, items)?;
                let black: Option<Vec<usize>> = white.iter().map(|&number| board.opposite(number)).collect();
                let Some(black) = black else {
                    let message = "turned around, one of these cells lies outside the board or in a hole";
                    let help = "Write { white = [...], black = [...] } instead.";
                    self.faults.push(Fault::at(&entry.place, message, help));
                    return None;
                };
                Some(all(&|color, number| {
                    if color == Color::White { &white } else { &black }.contains(&number)
                }))
            }
            Value::Table(table) => self
                .promotion_by_color(board, entry, table)
                .map(|cells| all(&|color, number| cells.of(color).contains(&number))),
            _ => {
                let help = "Write \"last-row\", \"far-edges\" (for a hexagon), a list of White's cells, such as [\"a8\", \
                            \"b8\"], or { white = [...], black = [...] }.";
                self.faults.push(Fault::at(&entry.place, "this does not say where men are promoted", help));
                None
            }
        }
    }

    fn promotion_by_color(
        &mut self,
        board: &Board,
        entry: &Entry,
        table: &[(String, Place, Entry)],
    ) -> Option<ByColor<Vec<usize>>> {
        let mut cells = ByColor { white: None, black: None };
        for (name, place, entry) in table {
            let Some(color) = Color::named(name) else {
                self.faults.push(Fault::at(
                    place,
                    format!("there is no player '{name}'"),
                    "Write white and black.",
                ));
                return None;
            };
            let items = self.list(entry, "promotion.cells")?;
            *cells.of_mut(color) = self.cells(board, items);
            cells.of(color).as_ref()?;
        }
        let ByColor { white: Some(white), black: Some(black) } = cells else {
            let help = "Write { white = [...], black = [...] }.";
            self.faults.push(Fault::at(&entry.place, "promotion.cells lacks a player", help));
            return None;
        };
        Some(ByColor { white, black })
    }

    /// The cells that a list names.
    fn cells(&mut self, board: &Board, items: &[Entry]) -> Option<Vec<usize>> {
        let mut cells = Vec::new();
        for item in items {
            let name = match &item.value {
                Value::Text(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => String::new(),
            };
            let Some(number) = board.named(&name) else {
                let example = board.names().next().unwrap_or_default();
                let question = did_you_mean(&name, board.names()).unwrap_or_default();
                let help = format!("{question} Cells have names such as \"{example}\".");
                self.faults.push(Fault::at(
                    &item.place,
                    format!("the board has no cell '{name}'"),
                    help.trim(),
                ));
                return None;
            };
            cells.push(number);
        }
        Some(cells)
    }

    fn limits(&mut self, board: &Board) -> Option<Vec<Limit>> {
        let Some(entry) = self.document.get(key("draws", "limits")?) else { return Some(Vec::new()) };
        let items = self.list(entry, "draws.limits")?;
        if items.len() > MOST_LIMITS {
            let help = format!("At most {MOST_LIMITS} are read.");
            self.faults.push(Fault::at(&entry.place, format!("there are {} draw limits", items.len()), help));
            return None;
        }
        items.iter().map(|item| self.limit(board, item)).collect()
    }

    fn limit(&mut self, board: &Board, entry: &Entry) -> Option<Limit> {
        let Value::Table(table) = &entry.value else {
            let help = "Write, for example, { moves = 25, without = \"capture-or-man-move\" }.";
            self.faults.push(Fault::at(
                &entry.place,
                format!("a draw limit is {}", entry.value.what()),
                help,
            ));
            return None;
        };
        let names = || LIMIT_KEYS.iter().map(|key| key.name);
        for (name, place, _) in table {
            if !names().any(|known| known == name) {
                let question = did_you_mean(name, names()).unwrap_or_default();
                let help = format!("{question} Its keys: {}.", names().collect::<Vec<_>>().join(", "));
                self.faults.push(Fault::at(place, format!("a draw limit has no key '{name}'"), help.trim()));
                return None;
            }
        }
        let get = |name: &str| table.iter().find(|(other, ..)| other == name).map(|(.., entry)| entry);
        let Some(moves) = get("moves") else {
            self.faults.push(Fault::at(
                &entry.place,
                "a draw limit without a number",
                "Write moves = NUMBER in it.",
            ));
            return None;
        };
        let moves = self.number_in(moves, "moves", 1, 500)?;
        let flag =
            |reader: &mut Self, name| get(name).map_or(Some(false), |entry| reader.flag_in(entry, name));
        let on_diagonal = flag(self, "on-long-diagonal")?;
        let both_have_kings = flag(self, "both-have-kings")?;
        let pieces = match get("pieces") {
            Some(entry) => Some(self.range(entry)?),
            None => None,
        };
        let counts = match (get("without"), get("lone-king-against")) {
            (Some(what), None) if !on_diagonal => {
                Counts::Without(self.named(what, "without", Progress::CHOICES, Progress::named)?)
            }
            (None, Some(against)) => {
                let against = self.material(against)?;
                let on = match (on_diagonal, board.long_diagonal()) {
                    (true, None) => {
                        let help = "Only square boards of dark squares with an even number of rows have one.";
                        self.faults.push(Fault::at(&entry.place, "this board has no longest diagonal", help));
                        return None;
                    }
                    (true, diagonal) => diagonal,
                    (false, _) => None,
                };
                Counts::LoneKing { against, on }
            }
            _ => {
                let help = "Write either without = \"capture-or-man-move\" (or \"capture-or-promotion\"), or \
                            lone-king-against = [\"K\", ...], and on-long-diagonal only with the latter.";
                self.faults.push(Fault::at(&entry.place, "what this draw limit counts is not clear", help));
                return None;
            }
        };
        Some(Limit { moves: u16::try_from(moves).ok()?, counts, pieces, both_have_kings })
    }

    /// A list of kinds of material, each as letters: `KKM`, `KKK+`.
    fn material(&mut self, entry: &Entry) -> Option<Vec<Material>> {
        let items = self.list(entry, "lone-king-against")?;
        let mut all = Vec::new();
        for item in items.iter().take(MOST_LIMITS) {
            let text = self.text(item, "lone-king-against")?;
            let (letters, or_more_kings) =
                text.strip_suffix('+').map_or((text.as_str(), false), |rest| (rest, true));
            let is_material =
                (1..=20).contains(&letters.len()) && letters.chars().all(|c| c == 'K' || c == 'M');
            if !is_material {
                let help = "Write K for each king and M for each man, such as \"KKM\", and '+' for more kings: \"KKK+\".";
                self.faults.push(Fault::at(&item.place, format!("'{text}' is no material"), help));
                return None;
            }
            let kings = letters.matches('K').count();
            all.push(Material { men: letters.len() - kings, kings, or_more_kings });
        }
        if all.is_empty() {
            self.faults.push(Fault::at(
                &entry.place,
                "a lone king against nothing",
                "Write at least one, such as \"K\".",
            ));
            return None;
        }
        Some(all)
    }

    fn range(&mut self, entry: &Entry) -> Option<(usize, usize)> {
        let items = if let Value::List(items) = &entry.value { items.as_slice() } else { &[] };
        let number = |item: &Entry| match item.value {
            Value::Number(number) if (0..=144).contains(&number) => Some(number),
            _ => None,
        };
        let numbers: Vec<i64> = items.iter().filter_map(number).collect();
        if let [least, greatest] = numbers.as_slice()
            && least <= greatest
        {
            return Some((usize::try_from(*least).ok()?, usize::try_from(*greatest).ok()?));
        }
        self.faults.push(Fault::at(
            &entry.place,
            "these are not the least and the greatest number",
            "Write [4, 5].",
        ));
        None
    }

    /// The value of a key with a list of names, or its default.
    fn choice<T: Copy + Default>(
        &mut self,
        section: &'static str,
        name: &'static str,
        named: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let key = key(section, name)?;
        match (self.document.get(key), key.kind) {
            (Some(entry), Kind::Choice(choices)) => self.named(entry, &key.path(), choices, named),
            // The first name is the default; a key without one has been missed already.
            _ => Some(T::default()),
        }
    }

    fn named<T>(
        &mut self,
        entry: &Entry,
        what: &str,
        choices: &[Choice],
        named: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let names = || choices.iter().map(|choice| choice.name);
        let list = format!("{what} is one of: {}.", names().collect::<Vec<_>>().join(", "));
        let Value::Text(text) = &entry.value else {
            self.faults.push(Fault::at(&entry.place, format!("{what} is {}", entry.value.what()), list));
            return None;
        };
        let found = named(text);
        if found.is_none() {
            let question = did_you_mean(text, names()).unwrap_or_default();
            let message = format!("{what} cannot be '{text}'");
            self.faults.push(Fault::at(&entry.place, message, format!("{question} {list}").trim()));
        }
        found
    }

    fn flag(&mut self, section: &'static str, name: &'static str) -> Option<bool> {
        let key = key(section, name)?;
        match self.document.get(key) {
            Some(entry) => self.flag_in(entry, &key.path()),
            None => Some(key.default == Some("true")),
        }
    }

    fn flag_in(&mut self, entry: &Entry, what: &str) -> Option<bool> {
        if let Value::Flag(flag) = entry.value {
            return Some(flag);
        }
        let message = format!("{what} is {}", entry.value.what());
        self.faults.push(Fault::at(&entry.place, message, "Write true or false, without quotes."));
        None
    }

    fn number(&mut self, section: &'static str, name: &'static str) -> Option<i64> {
        let key = key(section, name)?;
        let Kind::Number(least, most) = key.kind else { return None };
        match self.document.get(key) {
            Some(entry) => self.number_in(entry, &key.path(), least, most),
            None => key.default.and_then(|text| text.parse().ok()),
        }
    }

    fn number_in(&mut self, entry: &Entry, what: &str, least: i64, most: i64) -> Option<i64> {
        let message = match entry.value {
            Value::Number(number) if (least..=most).contains(&number) => return Some(number),
            Value::Number(number) => format!("{what} cannot be {number}"),
            ref other => format!("{what} is {}", other.what()),
        };
        let help = format!("Write a whole number from {least} to {most}.");
        self.faults.push(Fault::at(&entry.place, message, help));
        None
    }

    fn text(&mut self, entry: &Entry, what: &str) -> Option<String> {
        if let Value::Text(text) = &entry.value {
            return Some(text.clone());
        }
        let message = format!("{what} is {}", entry.value.what());
        self.faults.push(Fault::at(&entry.place, message, "Write a text, in quotes."));
        None
    }

    fn list<'a>(&mut self, entry: &'a Entry, what: &str) -> Option<&'a [Entry]> {
        if let Value::List(items) = &entry.value {
            return Some(items);
        }
        let message = format!("{what} is {}", entry.value.what());
        self.faults.push(Fault::at(&entry.place, message, "Write a list, in square brackets."));
        None
    }
}

/// The key with this name. There is one: names of keys are constants here.
fn key(section: &str, name: &str) -> Option<&'static Key> {
    let found = KEYS.iter().find(|key| key.section == section && key.name == name);
    debug_assert!(found.is_some(), "no key {section}.{name}");
    found
}

fn unknown_direction(place: &Place, text: &str, board: &Board) -> Fault {
    let is_hexagon = board.outline().cells == Cells::Hexagon;
    let directions = Direction::ALL.iter().filter(|&&direction| board.step(direction).is_some());
    let mut names: Vec<&str> = directions.map(|direction| direction.name()).collect();
    let groups = Group::ALL.iter().filter(|&&group| !is_hexagon || group == Group::Every);
    names.extend(groups.map(|group| group.name()));
    let question = did_you_mean(text, names.iter().copied()).unwrap_or_default();
    let message = match Direction::named(text).is_some() || Group::named(text).is_some() {
        true => format!("a hexagon that stands on a corner has no direction '{text}'"),
        false => format!("'{text}' is not a direction"),
    };
    Fault::at(place, message, format!("{question} Directions of this board: {}.", names.join(", ")).trim())
}

/// The place of a character of a drawing in its file: `at` counts lines with more than spaces, and characters except
/// spaces.
fn place_in(place: &Place, drawing: &str, (row, column): (usize, usize)) -> Option<Place> {
    let raw = place.source.text.get(place.span.clone())?;
    // A drawing with escapes does not stand in the file as it is.
    let first = raw.find(drawing)?;
    let lines = drawing.split_inclusive('\n').scan(0, |start, line| {
        let this = *start;
        *start += line.len();
        Some((this, line))
    });
    let (start, line) = lines.filter(|(_, line)| !line.trim().is_empty()).nth(row)?;
    let (offset, letter) = line.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(column)?;
    let at = place.span.start + first + start + offset;
    Some(Place { source: place.source.clone(), span: at..at + letter.len_utf8() })
}
