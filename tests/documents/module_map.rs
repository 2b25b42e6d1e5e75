//! Module map: tables in `src/core/lib.rs` and `src/lib.rs` say which module may use which others. CONTRIBUTING.md
//! has both tables. The code must agree with them. Cargo itself prevents the engine from using the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::pages::{read, root};

/// The modules of a table in order, and the modules that each may use.
fn map(file: &str) -> Vec<(String, String)> {
    let text = read(file);
    let rows = text.lines().map(|line| line.trim_start_matches("//!").trim());
    let rows = rows.skip_while(|row| !row.ends_with("| may use |")).skip(2);
    let cells = rows.take_while(|row| row.starts_with('|')).map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0].trim_matches(['[', ']', '`']).to_owned(), cells[cells.len() - 1].to_owned())
    });
    cells.collect()
}

/// All Rust files under a path, which may itself be a file.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        return entries.flat_map(|path| files(&path)).collect();
    }
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    if is_rust { vec![path.to_owned()] } else { Vec::new() }
}

/// The modules that a source text uses, outside comments and unit tests.
fn rooms_named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let named = lines
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>());
    named.filter(|name| !name.is_empty()).collect()
}

/// Uses of modules in `folder` that the map does not allow.
fn complaints(folder: &str, map: &[(String, String)], usable: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (room, uses) in map {
        let paths = [root().join(folder).join(room), root().join(folder).join(format!("{room}.rs"))];
        let files: Vec<PathBuf> =
            paths.iter().filter(|path| path.exists()).flat_map(|path| files(path)).collect();
        assert!(!files.is_empty(), "the map of {folder} has the module {room}, which does not exist");
        for path in files.iter().filter(|path| !path.ends_with("tests.rs")) {
            for name in rooms_named(&fs::read_to_string(path).expect("a text")) {
                let is_room = usable.contains(&name);
                let may = uses == "everything" || name == *room || uses.split(", ").any(|used| used == name);
                if is_room && !may {
                    complaints.push(format!("{}: {room} may not use {name}", path.display()));
                }
            }
        }
    }
    complaints
}

#[test]
fn modules_use_only_what_the_map_allows() {
    let (engine, program) = (map("src/core/lib.rs"), map("src/lib.rs"));
    let rooms: Vec<String> = engine.iter().chain(&program).map(|(room, _)| room.clone()).collect();
    let complaints = [complaints("src/core", &engine, &rooms), complaints("src", &program, &rooms)].concat();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert_eq!(rooms.len(), rooms.iter().collect::<BTreeSet<_>>().len(), "a module is listed twice");
}

#[test]
fn used_modules_are_found() {
    let text = "use crate::rules::Move;\n// crate::web\nfn f(x: crate::eval::Net) {}\n#[cfg(test)]\nmod tests {\n crate::cli\n";
    let expected = ["eval", "rules"].map(str::to_owned);
    assert_eq!(rooms_named(text), expected.into_iter().collect());
    let rooms = [("search".to_owned(), "rules".to_owned())];
    assert!(!complaints("src/core", &rooms, &["eval".to_owned()]).is_empty(), "searches use evaluations");
}

#[test]
fn both_maps_are_the_same() {
    let name = |(path, uses): (String, String)| {
        assert!(root().join(&path).exists(), "CONTRIBUTING.md names {path}, which does not exist");
        let name = path.trim_start_matches("src/core/").trim_start_matches("src/").trim_end_matches(".rs");
        (name.to_owned(), uses)
    };
    let theirs: Vec<_> = map("CONTRIBUTING.md").into_iter().map(name).collect();
    assert_eq!([map("src/core/lib.rs"), map("src/lib.rs")].concat(), theirs);
}
