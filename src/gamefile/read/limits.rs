//! Draw limits.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{Reader, key};
use crate::board::Board;
use crate::choices::Progress;
use crate::document::{Entry, Value};
use crate::fault::{Fault, did_you_mean};
use crate::keys::LIMIT_KEYS;
use crate::rules::{Counts, Limit, Material};

/// The greatest number of draw limits, and of kinds of material in one of them.
const MOST_LIMITS: usize = 32;

impl Reader<'_> {
    pub(super) fn limits(&mut self, board: &Board) -> Option<Vec<Limit>> {
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
                let help =
                    "Write K for a king and M for a man, such as \"KKM\", and '+' for more kings: \"KKK+\".";
                self.faults.push(Fault::at(&item.place, format!("'{text}' is no material"), help));
                return None;
            }
            let kings = letters.matches('K').count();
            let material = Material { men: letters.len() - kings, kings, or_more_kings };
            if all.iter().any(|&earlier: &Material| earlier.includes(material)) {
                let message = format!("'{text}' is no further material");
                self.faults.push(Fault::at(
                    &item.place,
                    message,
                    "Leave it out: an earlier one includes it.",
                ));
                return None;
            }
            all.push(material);
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
}
