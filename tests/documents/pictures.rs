//! Pictures of boards in the documents. The comment after each picture has the command that draws it.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::pages;

/// A picture larger than this shows more than a board.
const MOST_BYTES: usize = 12_000;

/// The file of a picture in a line of a document: `![What it shows](file.svg)`.
fn picture(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix("![")?.split_once("](")?;
    rest.strip_suffix(')')
}

/// The arguments of the program in the comment after a picture.
fn arguments(line: &str) -> Option<Vec<&str>> {
    let command = line.strip_prefix("<!-- coupturc ")?.strip_suffix(" -->")?;
    Some(command.split_whitespace().collect())
}

#[test]
fn pictures_of_the_rules_are_up_to_date() {
    let folder = pages::root().join("docs/rules");
    let mut shown = BTreeSet::new();
    for page in pages::all().iter().filter(|page| page.name.starts_with("docs/rules/")) {
        let lines: Vec<&str> = page.text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let Some(file) = picture(line) else { continue };
            let Some(arguments) = lines.get(place + 1).and_then(|line| arguments(line)) else {
                panic!("{}: no comment with the command after {file}", page.name)
            };
            let output = Command::new(env!("CARGO_BIN_EXE_coupturc")).args(&arguments).output();
            let drawn = String::from_utf8(output.expect("the program runs").stdout).expect("text");
            let kept = fs::read_to_string(folder.join(file)).unwrap_or_default().replace("\r\n", "\n");
            let command = arguments.join(" ");
            assert!(kept == drawn, "out of date, update it: coupturc {command} > docs/rules/{file}");
            assert!((500..MOST_BYTES).contains(&kept.len()), "{file}: {} bytes", kept.len());
            shown.insert(file.to_owned());
        }
    }
    let files = fs::read_dir(&folder).expect("the folder of the rules");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let pictures: BTreeSet<String> = names.filter(|name| name.ends_with(".svg")).collect();
    assert_eq!(shown, pictures, "every picture in docs/rules is used there");
}

#[test]
fn pictures_and_commands_are_parsed() {
    assert_eq!(picture("![The start](start.svg)"), Some("start.svg"));
    assert_eq!(picture("See [the start](start.svg)"), None);
    assert_eq!(arguments("<!-- coupturc board --svg -->"), Some(vec!["board", "--svg"]));
    assert_eq!(arguments("<!-- board --svg -->"), None);
}
