//! The map of the house: `src/lib.rs` and CONTRIBUTING.md say in a table which room of the source may use which others. What
//! they say must be so.
//!
//! A room is a module at the root of the crate. It may name those rooms that the map lists for it, directly: what those
//! use in turn is theirs to name. Tests inside the source may name `notation` as well, to write positions down as text, and
//! the room that they are in. The rooms stand in order: each uses only those above it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::Source;

/// What the tests in all rooms may use.
const OF_TESTS: &str = "notation";

/// Rooms without rings: no file in them uses another one that uses it, directly or by others. Files of a ring can only be
/// understood together.
const WITHOUT_RINGS: &[&str] =
    &["memory", "escape", "panics", "html", "rules", "notation", "tunables", "protocol", "arena", "web"];

/// The rooms of a table from the first to the last, with what each may use.
#[derive(Debug, PartialEq)]
struct Map {
    rooms: Vec<Room>,
}

#[derive(Debug, PartialEq)]
struct Room {
    name: String,
    /// The line of its row, from 1.
    line: usize,
    /// Nothing if it may use everything.
    uses: Option<Vec<String>>,
}

impl Map {
    /// Reads the table whose last column says what each room may use. `name_of` finds the room in the first cell of a row.
    fn read(text: &str, name_of: impl Fn(&str) -> String) -> Self {
        let rows = text.lines().map(|line| line.trim_start_matches("//!").trim()).zip(1..);
        let rows = rows.skip_while(|(row, _)| !row.ends_with("| may use |")).skip(2);
        let rows = rows.take_while(|(row, _)| row.starts_with('|'));
        let room = |(row, line): (&str, usize)| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let uses = match *cells.last().expect("a cell") {
                "everything" => None,
                "nothing" => Some(Vec::new()),
                list => Some(list.split(", ").map(str::to_owned).collect()),
            };
            Room { name: name_of(cells[0]), line, uses }
        };
        Self { rooms: rows.map(room).collect() }
    }

    fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }
}

impl Room {
    /// The last cell of its row.
    fn uses_text(&self) -> String {
        match &self.uses {
            None => "everything".to_owned(),
            Some(uses) if uses.is_empty() => "nothing".to_owned(),
            Some(uses) => uses.join(", "),
        }
    }

    fn may_use(&self, other: &str) -> bool {
        self.name == other || self.uses.as_ref().is_none_or(|uses| uses.iter().any(|used| used == other))
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(repository().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The map of the library: `` [`rules`] `` is a room.
fn library_map() -> Map {
    Map::read(&read("src/lib.rs"), |cell| cell.trim_matches(['[', ']', '`']).to_owned())
}

/// The map for those who contribute: `` `src/rules` `` is a room.
fn contributors_map() -> Map {
    let name_of = |cell: &str| {
        let path = cell.trim_matches('`');
        assert!(repository().join(path).exists(), "CONTRIBUTING.md names {path}, which is not there");
        path.trim_start_matches("src/").trim_end_matches(".rs").to_owned()
    };
    Map::read(&read("CONTRIBUTING.md"), name_of)
}

/// All files of the library, by their modules as paths from the root.
struct House {
    files: BTreeMap<Vec<String>, File>,
}

struct File {
    /// As people name it: `src/rules/game.rs`.
    name: String,
    source: Source,
    /// Whether only tests are compiled with it.
    is_test: bool,
}

impl House {
    fn read() -> Self {
        let mut house = Self { files: BTreeMap::new() };
        house.add(Vec::new(), Path::new("src/lib.rs"), false);
        house
    }

    /// Adds the file of a module, and those of its children.
    fn add(&mut self, module: Vec<String>, path: &Path, is_test: bool) {
        let name = path.to_string_lossy().replace('\\', "/");
        let source = Source::read(&read(&name), &module);
        for (child, is_test_only) in &source.children {
            let child_module = [&module[..], std::slice::from_ref(child)].concat();
            let folder = Path::new("src").join(child_module.iter().collect::<PathBuf>());
            let file = folder.with_extension("rs");
            let path = if repository().join(&file).exists() { file } else { folder.join("mod.rs") };
            self.add(child_module, &path, is_test || *is_test_only);
        }
        self.files.insert(module, File { name, source, is_test });
    }

    fn rooms(&self) -> impl Iterator<Item = &String> {
        self.files.keys().filter_map(|module| match module.as_slice() {
            [room] => Some(room),
            _ => None,
        })
    }

    /// Which rooms each room names: file and line of the first time, and whether only tests do.
    fn uses(&self) -> BTreeMap<(String, String), (String, bool)> {
        let mut uses = BTreeMap::new();
        for (module, file) in &self.files {
            let Some(room) = module.first() else { continue };
            for named in &file.source.paths {
                let Some(other) = named.path.first().filter(|other| *other != room) else { continue };
                if self.files.contains_key(std::slice::from_ref(other)) {
                    let is_test = file.is_test || named.is_in_test;
                    let place = format!("{}:{}", file.name, named.line);
                    let first = uses.entry((room.clone(), other.clone())).or_insert((place.clone(), is_test));
                    if first.1 && !is_test {
                        *first = (place, false);
                    }
                }
            }
        }
        uses
    }

    /// The file in which a path ends: that of the module which has what it names, through all names that other modules give it.
    fn file_of(&self, path: &[String]) -> Option<&Vec<String>> {
        let mut path = path.to_vec();
        // A name that stands for itself would go round for ever.
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
            let (module, file) = self.files.get_key_value(&path[..length])?;
            let alias = path.get(length).and_then(|name| file.source.aliases.get(name));
            match alias {
                Some(target) if target[..] != path[..=length] => {
                    path = [target, &path[length + 1..]].concat();
                }
                _ => return Some(module),
            }
        }
        None
    }

    /// The files of a room that each of its files uses, with the line.
    fn uses_within(&self, room: &str) -> BTreeMap<&Vec<String>, BTreeMap<&Vec<String>, usize>> {
        let files = self
            .files
            .iter()
            .filter(|(module, file)| module.first().is_some_and(|of| of == room) && !file.is_test);
        let uses = files.map(|(module, file)| {
            let named = file.source.paths.iter().filter(|named| !named.is_in_test && !named.is_reexport);
            let targets = named.filter_map(|named| Some((self.file_of(&named.path)?, named.line)));
            let targets = targets.filter(|(target, _)| target.first() == module.first() && *target != module);
            (module, targets.collect())
        });
        uses.collect()
    }

    /// A ring of files in a room, if there is one.
    fn ring(&self, room: &str) -> Option<String> {
        let uses = self.uses_within(room);
        let mut without_ring = BTreeSet::new();
        uses.keys().find_map(|start| self.ring_from(start, &uses, &mut Vec::new(), &mut without_ring))
    }

    fn ring_from<'a>(
        &self,
        module: &'a Vec<String>,
        uses: &BTreeMap<&'a Vec<String>, BTreeMap<&'a Vec<String>, usize>>,
        way: &mut Vec<&'a Vec<String>>,
        without_ring: &mut BTreeSet<&'a Vec<String>>,
    ) -> Option<String> {
        if let Some(begin) = way.iter().position(|before| *before == module) {
            let ring = way[begin..].iter().zip(way[begin + 1..].iter().chain([&module]));
            let steps = ring.map(|(from, to)| {
                format!("{}:{} uses {}", self.files[*from].name, uses[from][to], self.files[*to].name)
            });
            return Some(steps.collect::<Vec<_>>().join("\n"));
        }
        if without_ring.contains(module) {
            return None;
        }
        way.push(module);
        let found = uses
            .get(module)
            .into_iter()
            .flatten()
            .find_map(|(next, _)| self.ring_from(next, uses, way, without_ring));
        way.pop();
        without_ring.insert(module);
        found
    }
}

/// What is wrong with the map of a house.
fn complaints(map: &Map, house: &House) -> Vec<String> {
    let mut complaints = Vec::new();
    let uses = house.uses();
    for ((room, other), (place, is_test)) in &uses {
        let is_allowed =
            map.room(room).is_none_or(|room| room.may_use(other)) || *is_test && other == OF_TESTS;
        if !is_allowed {
            complaints.push(format!("{place}: {room} uses {other}, which the map does not let it"));
        }
    }
    for room in house.rooms().filter(|room| map.room(room).is_none()) {
        complaints.push(format!("src/lib.rs: {room} has no row in the map"));
    }
    for (place, room) in map.rooms.iter().enumerate() {
        let Room { name, line, .. } = room;
        if !house.rooms().any(|other| other == name) {
            complaints.push(format!("src/lib.rs:{line}: the map has a row for {name}, which is not there"));
        }
        for other in room.uses.iter().flatten() {
            let is_used = uses.get(&(name.clone(), other.clone())).is_some_and(|(_, is_test)| !is_test);
            if !is_used {
                complaints
                    .push(format!("src/lib.rs:{line}: the map lets {name} use {other}, which it does not"));
            }
            if !map.rooms[..place].iter().any(|above| above.name == *other) {
                complaints.push(format!(
                    "src/lib.rs:{line}: {name} uses {other}, which stands below it in the map"
                ));
            }
        }
    }
    complaints
}

#[test]
fn every_room_uses_what_the_map_says() {
    let complaints = complaints(&library_map(), &House::read());
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// Where the map for those who contribute is another one than that of the library.
fn differences(library: &Map, contributors: &Map) -> Vec<String> {
    let rows =
        |map: &Map| map.rooms.iter().map(|room| (room.name.clone(), room.uses_text())).collect::<Vec<_>>();
    let (ours, theirs) = (rows(library), rows(contributors));
    let lacking = |rows: &[(String, String)], map: &Map, file: &str, other: &str| {
        let lacking = map.rooms.iter().filter(|room| !rows.contains(&(room.name.clone(), room.uses_text())));
        let told = lacking.map(|room| {
            format!("{file}:{}: {} may use {}, but not by {other}", room.line, room.name, room.uses_text())
        });
        told.collect::<Vec<_>>()
    };
    let mut differences = lacking(&theirs, library, "src/lib.rs", "CONTRIBUTING.md");
    differences.extend(lacking(&ours, contributors, "CONTRIBUTING.md", "src/lib.rs"));
    if differences.is_empty() && ours != theirs {
        differences.push("src/lib.rs and CONTRIBUTING.md have the rooms in different orders".to_owned());
    }
    differences
}

#[test]
fn both_maps_are_the_same() {
    let (library, contributors) = (library_map(), contributors_map());
    assert!(!library.rooms.is_empty(), "src/lib.rs has no map");
    let differences = differences(&library, &contributors);
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
}

#[test]
fn files_of_a_room_form_no_ring() {
    let house = House::read();
    for room in WITHOUT_RINGS {
        assert!(house.rooms().any(|name| name == room), "there is no room {room}");
        if let Some(ring) = house.ring(room) {
            panic!("files of {room} use each other in a ring:\n{ring}");
        }
    }
}

/// A house of files that are made up.
fn house_of(files: &[(&str, &str)]) -> House {
    let file = |&(module, text): &(&str, &str)| {
        let path: Vec<String> =
            module.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let name = format!("src/{}.rs", path.join("/"));
        (path.clone(), File { name, source: Source::read(text, &path), is_test: false })
    };
    House { files: files.iter().map(file).collect() }
}

/// A map of rows that are made up.
fn map(rows: &str) -> Map {
    Map::read(&format!("| room | may use |\n|---|---|\n{rows}"), str::to_owned)
}

#[test]
fn a_wrong_arrow_is_named_with_file_and_line() {
    let house = house_of(&[
        ("", "mod top; mod low;"),
        ("low", "\nfn f() -> crate::top::T {}\n#[cfg(test)] mod tests { use crate::notation::N; }"),
        ("top", "use crate::low::L;"),
        ("notation", ""),
    ]);
    let found = complaints(&map("| low | nothing |\n| notation | low |\n| gone | everything |"), &house);
    let expected = [
        "src/low.rs:2: low uses top, which the map does not let it",
        "src/lib.rs: top has no row in the map",
        "src/lib.rs:4: the map lets notation use low, which it does not",
        "src/lib.rs:5: the map has a row for gone, which is not there",
    ];
    assert_eq!(found, expected);
    let found = complaints(&map("| top | low |\n| low | top |\n| notation | nothing |"), &house);
    assert_eq!(found, ["src/lib.rs:3: top uses low, which stands below it in the map"]);
}

#[test]
fn maps_that_differ_are_told_row_by_row() {
    let (one, other) = (
        map("| a | nothing |\n| b | a |\n| c | a, b |"),
        map("| a | nothing |\n| b | nothing |\n| c | a, b |"),
    );
    let expected = [
        "src/lib.rs:4: b may use a, but not by CONTRIBUTING.md",
        "CONTRIBUTING.md:4: b may use nothing, but not by src/lib.rs",
    ];
    assert_eq!(differences(&one, &other), expected);
    assert_eq!(differences(&one, &one), [""; 0]);
    let turned = map("| a | nothing |\n| c | a, b |\n| b | a |");
    assert_eq!(differences(&one, &turned).len(), 1);
}

#[test]
fn a_ring_is_named_through_the_names_that_modules_give() {
    let house = house_of(&[
        ("", "mod a;"),
        ("a", "mod x; mod y; mod z; pub use x::X;"),
        ("a::x", "\nuse super::y::Y;"),
        ("a::y", "use super::z::Z;"),
        ("a::z", "use super::X;"),
    ]);
    let ring = "src/a/x.rs:2 uses src/a/y.rs\nsrc/a/y.rs:1 uses src/a/z.rs\nsrc/a/z.rs:1 uses src/a/x.rs";
    assert_eq!(house.ring("a").as_deref(), Some(ring));
}
