//! The schema of game files and the tables of their document, made from the list of keys. The files in `docs` must be
//! the same; `COUPTURC_WRITE=yes cargo test -p coupturc-gamefile reference` writes them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::builtin;
use crate::choices::{Choice, Direction, Group};
use crate::keys::{KEYS, Key, Kind, LIMIT_KEYS, SECTIONS, keys_of};

/// The schema of what a key accepts.
fn schema_of(kind: Kind) -> Value {
    let names = |choices: &[Choice]| -> Vec<Value> {
        choices.iter().map(|choice| json!({ "const": choice.name, "description": choice.help })).collect()
    };
    match kind {
        Kind::Text => json!({ "type": "string", "minLength": 1, "maxLength": 80 }),
        Kind::Game => json!({ "enum": builtin::NAMES }),
        Kind::Drawing => json!({ "type": "string", "pattern": r"^[\swbWB.#-]+$" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Kind::Choice(choices) => json!({ "oneOf": names(choices) }),
        Kind::Size => json!({ "oneOf": [
            { "type": "integer", "minimum": 2, "maximum": 12 },
            { "type": "string", "pattern": "^([2-9]|1[0-2])x([2-9]|1[0-2])$" },
        ] }),
        Kind::Directions => {
            let all = [names(Direction::CHOICES), names(Group::CHOICES)].concat();
            let one = json!({ "oneOf": all });
            json!({ "oneOf": [one, { "type": "array", "items": one, "uniqueItems": true }] })
        }
        Kind::Promotion => {
            let cells =
                json!({ "type": "array", "items": { "type": ["string", "integer"] }, "uniqueItems": true });
            let table = json!({
                "type": "object",
                "properties": { "white": cells, "black": cells },
                "required": ["white", "black"],
                "additionalProperties": false,
            });
            json!({ "oneOf": [{ "enum": ["last-row", "far-edges"] }, cells, table] })
        }
        Kind::Names(choices) => {
            json!({ "type": "array", "items": { "oneOf": names(choices) }, "uniqueItems": true })
        }
        Kind::Limits => {
            let mut limit = object(LIMIT_KEYS.iter());
            limit["required"] = json!(["moves"]);
            limit["oneOf"] = json!([{ "required": ["without"] }, { "required": ["lone-king-against"] }]);
            json!({ "type": "array", "items": limit, "maxItems": 32 })
        }
        Kind::Material => {
            let one = json!({ "type": "string", "pattern": "^[KM]{1,20}\\+?$" });
            json!({ "type": "array", "items": one, "minItems": 1, "uniqueItems": true })
        }
        Kind::Range => {
            let number = json!({ "type": "integer", "minimum": 0, "maximum": 144 });
            json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
        }
    }
}

/// The schema of a table with these keys.
fn object<'a>(keys: impl Iterator<Item = &'a Key>) -> Value {
    let properties: Map<String, Value> = keys
        .map(|key| {
            let mut schema = schema_of(key.kind);
            schema["description"] = json!(key.help);
            (key.name.to_owned(), schema)
        })
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn schema() -> String {
    let mut schema = object(keys_of(""));
    for section in SECTIONS {
        schema["properties"][section] = object(keys_of(section));
    }
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("A game of draughts");
    let must_have = |key: &&Key| key.default.is_none();
    let mut conditions = vec![json!({ "required": ["title"] })];
    for section in SECTIONS {
        let names: Vec<&str> = keys_of(section).filter(must_have).map(|key| key.name).collect();
        if !names.is_empty() {
            let inner = json!({ "properties": { *section: { "required": names } }, "required": [section] });
            conditions.push(inner);
        }
    }
    // A game like another takes from it what its file does not have.
    schema["anyOf"] = json!([{ "required": ["like"] }, { "allOf": conditions }]);
    format!("{:#}\n", schema)
}

/// What a key accepts, in the tables.
fn accepted(kind: Kind) -> String {
    let names = |choices: &[Choice]| -> String {
        let lines: Vec<String> =
            choices.iter().map(|choice| format!("`\"{}\"`: {}", choice.name, choice.help)).collect();
        lines.join("<br>")
    };
    match kind {
        Kind::Text => "a line of text".to_owned(),
        Kind::Game => "the name of an embedded game".to_owned(),
        Kind::Drawing => "[a drawing](#drawings)".to_owned(),
        Kind::Flag => "`true` or `false`".to_owned(),
        Kind::Number(least, most) => format!("{least} to {most}"),
        Kind::Choice(choices) => names(choices),
        Kind::Size => "2 to 12; of a hexagon, 2 to 6".to_owned(),
        Kind::Directions => "[a direction, or a list](#directions)".to_owned(),
        Kind::Promotion => "a name, a list or a table".to_owned(),
        Kind::Names(choices) => format!("a list of<br>{}", names(choices)),
        Kind::Limits => "[a list of tables](#draw-limits)".to_owned(),
        Kind::Material => "a list such as `[\"K\", \"KKM\", \"KKK+\"]`".to_owned(),
        Kind::Range => "such as `[4, 5]`".to_owned(),
    }
}

/// A table of keys.
fn table<'a>(keys: impl Iterator<Item = &'a Key>) -> String {
    let row = |key: &Key| {
        let default = match key.default {
            None => "must be there".to_owned(),
            Some("") => "none".to_owned(),
            Some(default) => format!("`{default}`"),
        };
        format!("| `{}` | {} | {} | {default} |\n", key.name, key.help, accepted(key.kind))
    };
    let rows: String = keys.map(row).collect();
    format!("| key | what it decides | accepts | default |\n|---|---|---|---|\n{rows}")
}

/// The tables of the document by their names.
fn tables() -> Vec<(String, String)> {
    let sections = [""].iter().chain(SECTIONS).map(|section| {
        let name = if section.is_empty() { "top" } else { section };
        (name.to_owned(), table(keys_of(section)))
    });
    let directions: String = Direction::CHOICES
        .iter()
        .chain(Group::CHOICES)
        .map(|choice| format!("| `\"{}\"` | {} |\n", choice.name, choice.help))
        .collect();
    let directions = format!("| name | direction |\n|---|---|\n{directions}");
    let limits = table(LIMIT_KEYS.iter());
    sections.chain([("directions".to_owned(), directions), ("limits".to_owned(), limits)]).collect()
}

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// Compares a file with what it should be, or writes it.
fn compare(name: &str, expected: &str) {
    let path = docs(name);
    if std::env::var_os("COUPTURC_WRITE").is_some() {
        fs::write(&path, expected).expect("the file can be written");
    }
    let text = fs::read_to_string(&path).expect("a file");
    let help = "COUPTURC_WRITE=yes cargo test -p coupturc-gamefile reference";
    assert!(text == expected, "docs/{name} is not up to date: {help}");
}

#[test]
fn the_schema_is_up_to_date() {
    compare("game-file.schema.json", &schema());
}

#[test]
fn the_tables_are_up_to_date() {
    let mut text = fs::read_to_string(docs("game-file.md")).expect("a document");
    for (name, table) in tables() {
        let (start, end) = (format!("<!-- keys: {name} -->\n"), "<!-- end -->".to_owned());
        let at = text.find(&start).unwrap_or_else(|| panic!("docs/game-file.md lacks {start}")) + start.len();
        let length = text[at..].find(&end).unwrap_or_else(|| panic!("{start} has no end"));
        text.replace_range(at..at + length, &format!("\n{table}\n"));
    }
    compare("game-file.md", &text);
}

#[test]
fn defaults_are_the_first_names() {
    for key in KEYS {
        if let (Kind::Choice(choices), Some(default)) = (key.kind, key.default) {
            assert_eq!(default, format!("\"{}\"", choices[0].name), "{}", key.path());
        }
    }
}

#[test]
fn every_section_is_listed() {
    let mut sections: Vec<&str> = KEYS.iter().map(|key| key.section).collect();
    sections.dedup();
    assert_eq!(sections, [&[""], SECTIONS].concat());
}
