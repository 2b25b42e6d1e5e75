//! The documents of the repository: all files that end in `.md`.

use std::fs;
use std::path::Path;

/// A document.
pub(crate) struct Page {
    /// Its path from the root of the repository, with slashes.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Folders that have documents, themselves and not their children.
const FOLDERS: &[&str] =
    &["", "docs", "docs/dev", "docs/games", "docs/log", "docs/openings", "docs/rules", "fuzz"];

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the repository.
pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All documents, sorted by their names.
pub(crate) fn all() -> Vec<Page> {
    let mut pages: Vec<Page> = FOLDERS.iter().flat_map(|folder| of_folder(folder)).collect();
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(pages.len() > 15, "only {} documents", pages.len());
    pages
}

fn of_folder(folder: &str) -> Vec<Page> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let paths = entries.map(|entry| entry.expect("a file").path());
    let documents = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let page = |path: std::path::PathBuf| {
        let name = path.strip_prefix(root()).expect("a file below the root").to_string_lossy();
        let name = name.replace('\\', "/");
        Page { text: read(&name), name }
    };
    documents.map(page).collect()
}
