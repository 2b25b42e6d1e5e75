//! The documents of the repository: all files that end in `.md`.

use std::fs;
use std::path::Path;

/// A document.
pub(crate) struct Page {
    /// Its path from the root of the repository, with slashes.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Folders with documents, not including their subfolders.
const FOLDERS: &[&str] = &["", "docs", "docs/rules", "fuzz"];

/// All documents, sorted by their names.
pub(crate) fn all() -> Vec<Page> {
    let mut pages: Vec<Page> = FOLDERS.iter().flat_map(|folder| of_folder(folder)).collect();
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(pages.len() > 15, "only {} documents", pages.len());
    pages
}

fn of_folder(folder: &str) -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let paths = entries.map(|entry| entry.expect("a file").path());
    let documents = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let page = |path: std::path::PathBuf| {
        let name = path.strip_prefix(root).expect("a file below the root").to_string_lossy();
        Page {
            name: name.replace('\\', "/"),
            text: fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        }
    };
    documents.map(page).collect()
}
