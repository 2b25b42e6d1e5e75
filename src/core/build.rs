//! Packs the opening books that become part of the program: the files in `book/books`, which get a third as large. A page
//! that has the engine as WebAssembly fetches each when it is asked for, since together they would nearly double what it
//! loads.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec;

fn main() -> io::Result<()> {
    const FOLDER: &str = "book/books";
    println!("cargo::rerun-if-changed={FOLDER}");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join(FOLDER);
    let mut files = Vec::new();
    let is_page = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family.contains("wasm"));
    if folder.is_dir() && !is_page {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "book") {
                files.push(path);
            }
        }
    }
    files.sort();
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut list = String::new();
    for path in files {
        let packed = out.join(path.file_name().unwrap_or_default());
        fs::write(&packed, compress_to_vec(&fs::read(path)?, 9))?;
        list += &format!("include_bytes!({packed:?}),");
    }
    fs::write(out.join("books.rs"), format!("&[{list}]"))
}
