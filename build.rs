//! Packs the files of the page, which get a third as large: behind one another, each behind its path on the server.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec;

/// The files and folders, and their paths on the server.
const FILES: [(&str, &str); 4] = [
    ("src/web/page", ""),
    ("docs/games", "/games"),
    ("docs/games.md", "/games.md"),
    ("docs/game-file.md", "/game-file.md"),
];

/// The ends of the names of files in folders.
const ENDS: [&str; 6] = ["css", "html", "js", "md", "svg", "tsv"];

fn main() -> io::Result<()> {
    let mut texts = Vec::new();
    for (file, path) in FILES {
        println!("cargo::rerun-if-changed={file}");
        let file = Path::new(file);
        let mut files = if file.is_dir() { in_folder(file)? } else { vec![(file.to_owned(), String::new())] };
        files.sort();
        for (file, name) in files {
            texts.push(format!("{path}{name}"));
            texts.push(fs::read_to_string(file)?);
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    // No text has this character.
    fs::write(out.join("page"), compress_to_vec(texts.join("\0").as_bytes(), 9))
}

/// The files in a folder, each with what its name adds to the path.
fn in_folder(folder: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let end = file.extension().and_then(|end| end.to_str());
        let name = file.file_name().and_then(|name| name.to_str()).map(|name| format!("/{name}"));
        files.extend(
            name.filter(|_| end.is_some_and(|end| ENDS.contains(&end))).map(|name| (file.clone(), name)),
        );
    }
    Ok(files)
}
