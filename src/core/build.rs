//! Lists the opening books that become part of the program: the files in `book/books`. A page that has the engine as
//! WebAssembly fetches each when it is asked for, since together they would nearly double what it loads.

use std::{env, fs, io, path::Path};

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
    let list: String = files.iter().map(|path| format!("include_bytes!({path:?}),")).collect();
    let out = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("books.rs");
    fs::write(out, format!("&[{list}]"))
}
