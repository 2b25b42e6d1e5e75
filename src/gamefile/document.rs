//! A file as a tree of values with their places, and the keys of a game in it, merged with those of the game that it is
//! like.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::builtin;
use crate::fault::{EMBEDDED, Fault, Faults, Place, Source, did_you_mean};
use crate::keys::{Key, SECTIONS, keys_of, path};

/// The longest file that is read, in bytes.
pub(crate) const MOST_BYTES: usize = 64 << 10;
/// The number of games that may be like each other in a row.
const MOST_ANCESTORS: usize = 8;

/// A value of a file and its place.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) place: Place,
}

/// A value of a file.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Entry>),
    /// Keys with their places, and their values.
    Table(Vec<(String, Place, Entry)>),
    /// What no key accepts.
    Other(&'static str),
}

impl Value {
    /// What the value is, with its article.
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other(what) => what,
        }
    }
}

/// The values of the known keys, by section and name.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: Arc<Source>,
    entries: BTreeMap<(&'static str, &'static str), Entry>,
}

impl Document {
    /// Reads a file, and the games that it is like. Unknown keys are faults.
    pub(crate) fn read(name: &str, text: &str) -> Result<Self, Faults> {
        Self::read_below(name, text, 0)
    }

    fn read_below(name: &str, text: &str, ancestors: usize) -> Result<Self, Faults> {
        if text.len() > MOST_BYTES {
            let message = format!("the file has more than {MOST_BYTES} bytes");
            return Err(Fault::of(name, message, "A game needs a few hundred.").into());
        }
        let source = Arc::new(Source { name: name.to_owned(), text: text.to_owned() });
        let place = |span: Range<usize>| Place { source: Arc::clone(&source), span };
        let table = DeTable::parse(text).map_err(|error| match error.span() {
            Some(span) => Fault::at(&place(span), error.message(), "This is not TOML: see https://toml.io."),
            None => Fault::of(name, error.message(), "This is not TOML: see https://toml.io."),
        })?;
        let (entries, faults) = known(table_entries(table.get_ref(), &source));
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let document = Self { source: Arc::clone(&source), entries };
        document.with_ancestors(ancestors)
    }

    /// Adds the keys of the game that this one is like.
    fn with_ancestors(mut self, ancestors: usize) -> Result<Self, Faults> {
        let Some(like) = self.entries.get(&("", "like")) else { return Ok(self) };
        let Value::Text(name) = &like.value else {
            let message = format!("like is {}", like.value.what());
            return Err(Fault::at(&like.place, message, known_games("")).into());
        };
        let Some(text) = builtin::text(name) else {
            let message = format!("there is no game '{name}'");
            return Err(Fault::at(&like.place, message, known_games(name)).into());
        };
        if ancestors >= MOST_ANCESTORS {
            return Err(Fault::at(&like.place, "too many games are like each other", "").into());
        }
        let base = Self::read_below(&format!("{name}{EMBEDDED}"), text, ancestors + 1)?;
        for (key, entry) in base.entries {
            self.entries.entry(key).or_insert(entry);
        }
        Ok(self)
    }

    /// The value of a key, if it has one.
    pub(crate) fn get(&self, key: &Key) -> Option<&Entry> {
        self.entries.get(&(key.section, key.name))
    }

    /// Whether the file itself has the key, not only a game that it is like.
    pub(crate) fn says(&self, section: &str, name: &str) -> bool {
        let entry = self.entries.iter().find(|(key, _)| **key == (section, name));
        entry.is_some_and(|(_, entry)| Arc::ptr_eq(&entry.place.source, &self.source))
    }

    /// A fault of a key, or of the whole file if it does not have the key.
    pub(crate) fn fault(
        &self,
        section: &str,
        name: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Fault {
        self.fault_of(&[(section, name)], message, help)
    }

    /// A fault of keys that do not fit together: of the first that is in the file itself, if one is.
    pub(crate) fn fault_of(
        &self,
        keys: &[(&str, &str)],
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Fault {
        let own = keys.iter().find(|(section, name)| self.says(section, name));
        let blamed = own.or(keys.first());
        match self.entries.iter().find(|(key, _)| Some(*key) == blamed) {
            Some((_, entry)) => Fault::at(&entry.place, message, help),
            None => Fault::of(&self.source.name, message, help),
        }
    }
}

/// The names of the embedded games, with the one that was probably meant.
pub(crate) fn known_games(given: &str) -> String {
    let list = format!("Embedded games: {}.", builtin::NAMES.join(", "));
    let alias = builtin::ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(given));
    let meant = alias.map(|(_, name)| format!("Did you mean '{name}'?"));
    match meant.or_else(|| did_you_mean(given, builtin::NAMES.iter().copied())) {
        Some(question) => format!("{question} {list}"),
        None => list,
    }
}

type Known = BTreeMap<(&'static str, &'static str), Entry>;

/// The values of the known keys, and the faults of the others.
fn known(table: Vec<(String, Place, Entry)>) -> (Known, Vec<Fault>) {
    let (mut entries, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, place, entry) in table {
        if let Some(key) = keys_of("").find(|key| key.name == name) {
            entries.insert((key.section, key.name), entry);
        } else if let Some(section) = SECTIONS.iter().copied().find(|&section| section == name) {
            match entry.value {
                Value::Table(inner) => known_in(section, inner, &mut entries, &mut faults),
                other => faults.push(Fault::at(
                    &entry.place,
                    format!("{section} is {}", other.what()),
                    format!("Write [{section}] in a line of its own, and its keys below."),
                )),
            }
        } else {
            faults.push(unknown_key("", &name, &place));
        }
    }
    (entries, faults)
}

fn known_in(
    section: &'static str,
    table: Vec<(String, Place, Entry)>,
    entries: &mut Known,
    faults: &mut Vec<Fault>,
) {
    for (name, place, entry) in table {
        match keys_of(section).find(|key| key.name == name) {
            Some(key) => {
                entries.insert((key.section, key.name), entry);
            }
            None => faults.push(unknown_key(section, &name, &place)),
        }
    }
}

/// The fault of a key that does not exist, with the one that was probably meant, here or in another section.
fn unknown_key(section: &str, name: &str, place: &Place) -> Fault {
    let mut others = [""].iter().chain(SECTIONS).copied().filter(|&other| other != section);
    let elsewhere = others.find(|other| keys_of(other).any(|key| key.name == name));
    let mut here: Vec<&str> = keys_of(section).map(|key| key.name).collect();
    if section.is_empty() {
        here.extend(SECTIONS);
    }
    let hint = match (did_you_mean(name, here.iter().copied()), elsewhere) {
        (Some(question), _) => question,
        (None, Some("")) => format!("The key '{name}' stands at the top, before all sections."),
        (None, Some(other)) => format!("The section [{other}] has such a key."),
        (None, None) => String::new(),
    };
    let list =
        format!("{} {}: {}.", hint, if section.is_empty() { "Keys" } else { "Its keys" }, here.join(", "));
    Fault::at(place, format!("there is no key '{}'", path(section, name)), list.trim())
}

fn table_entries(table: &DeTable<'_>, source: &Arc<Source>) -> Vec<(String, Place, Entry)> {
    let entry = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let place = Place { source: Arc::clone(source), span: key.span() };
        (key.get_ref().to_string(), place, convert(value, source))
    };
    table.iter().map(entry).collect()
}

/// The value as one of ours. The parser has limited how deep values lie in each other.
fn convert(value: &Spanned<DeValue<'_>>, source: &Arc<Source>) -> Entry {
    let own = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other("a number that is too large"),
        },
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Array(list) => Value::List(list.iter().map(|item| convert(item, source)).collect()),
        DeValue::Table(table) => Value::Table(table_entries(table, source)),
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Entry { value: own, place: Place { source: Arc::clone(source), span: value.span() } }
}
