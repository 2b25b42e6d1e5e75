//! Values of one kind: names, flags, numbers, texts, lists. What is of another kind is a fault.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{Reader, key};
use crate::choices::Choice;
use crate::document::{Entry, Value};
use crate::fault::{Fault, did_you_mean};
use crate::keys::Kind;

impl Reader<'_> {
    /// The value of a key with a list of names, or its default.
    pub(super) fn choice<T: Copy + Default>(
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

    pub(super) fn named<T>(
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

    pub(super) fn flag(&mut self, section: &'static str, name: &'static str) -> Option<bool> {
        let key = key(section, name)?;
        match self.document.get(key) {
            Some(entry) => self.flag_in(entry, &key.path()),
            None => Some(key.default == Some("true")),
        }
    }

    pub(super) fn flag_in(&mut self, entry: &Entry, what: &str) -> Option<bool> {
        if let Value::Flag(flag) = entry.value {
            return Some(flag);
        }
        let message = format!("{what} is {}", entry.value.what());
        self.faults.push(Fault::at(&entry.place, message, "Write true or false, without quotes."));
        None
    }

    pub(super) fn number(&mut self, section: &'static str, name: &'static str) -> Option<i64> {
        let key = key(section, name)?;
        let Kind::Number(least, most) = key.kind else { return None };
        match self.document.get(key) {
            Some(entry) => self.number_in(entry, &key.path(), least, most),
            None => key.default.and_then(|text| text.parse().ok()),
        }
    }

    pub(super) fn number_in(&mut self, entry: &Entry, what: &str, least: i64, most: i64) -> Option<i64> {
        let message = match entry.value {
            Value::Number(number) if (least..=most).contains(&number) => return Some(number),
            Value::Number(number) => format!("{what} cannot be {number}"),
            ref other => format!("{what} is {}", other.what()),
        };
        let help = format!("Write a whole number from {least} to {most}.");
        self.faults.push(Fault::at(&entry.place, message, help));
        None
    }

    pub(super) fn text(&mut self, entry: &Entry, what: &str) -> Option<String> {
        if let Value::Text(text) = &entry.value {
            return Some(text.clone());
        }
        let message = format!("{what} is {}", entry.value.what());
        self.faults.push(Fault::at(&entry.place, message, "Write a text, in quotes."));
        None
    }

    pub(super) fn list<'a>(&mut self, entry: &'a Entry, what: &str) -> Option<&'a [Entry]> {
        if let Value::List(items) = &entry.value {
            return Some(items);
        }
        let message = format!("{what} is {}", entry.value.what());
        self.faults.push(Fault::at(&entry.place, message, "Write a list, in square brackets."));
        None
    }
}
