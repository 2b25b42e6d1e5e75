//! Files of the page, embedded in the program. Except for the transport to the engine, the same files form a static
//! site.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io, iter};

use miniz_oxide::inflate::decompress_to_vec;
use once_cell::sync::Lazy;

use super::games::games_module;
use super::script::joined;
use crate::book::embedded_files;
use crate::rules::Rules;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The path of the puzzles, in the form that [`puzzles_text`](crate::puzzles::puzzles_text) writes.
pub(super) const PUZZLES: &str = "/puzzles.tsv";

/// The files that `build.rs` packed, by their paths: those in `page`, and the pages about what the games are like.
static TEXTS: Lazy<BTreeMap<&str, &str>> = Lazy::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/page"));
    let unpacked = decompress_to_vec(packed).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let mut parts = unpacked.unwrap_or_default().leak().split('\0');
    iter::from_fn(|| Some((parts.next()?, parts.next()?))).collect()
});

/// The text of a module in `page`.
fn module(name: &str) -> &'static str {
    TEXTS.get(format!("/{name}.js").as_str()).copied().unwrap_or_default()
}

/// All files that are sent as they are: their paths, content types and texts.
fn files() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    TEXTS.iter().filter_map(|(path, text)| Some((*path, kind(path)?, *text)))
}

/// The content type of a file that is sent as it is.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

/// The names of modules in `page`.
macro_rules! modules {
    ($($name:ident),+ $(,)?) => {
        &[$(stringify!($name)),+]
    };
}

/// The other modules of the page than `games` and `transport`, which import nothing. Each is after those that it
/// imports.
static MODULES: &[&str] = modules![
    notation, marks, pvs, tree, game, analyst, curve, words, lesson, review, analysis, board, encoding,
    field, picture, setup, editor, hub, pdn, own, library, markdown, about, openings, play, puzzles, rules,
    twice, writing, shelf, store, moves, table, texts, app,
];

static SERVER_SCRIPT: Lazy<String> = Lazy::new(|| script(module("transport"), None));

/// The script of a server's page that offers one more game, as the first.
pub(super) fn script_with(game: &'static Rules) -> String {
    script(module("transport"), Some(game))
}

/// The script of the page, with the text of the module that connects it to the engine.
fn script(transport: &str, more: Option<&'static Rules>) -> String {
    let games = games_module(more);
    let first = [("games", games.as_str()), ("transport", transport)];
    joined(first.into_iter().chain(MODULES.iter().map(|name| (*name, module(name)))))
}

/// The path of the script.
pub(super) const PAGE_SCRIPT: &str = "/page.js";

/// The content type and the text of the file at `path`.
pub(super) fn page(path: &str) -> Option<(&'static str, &'static str)> {
    let path = if path == "/" { "/index.html" } else { path };
    if path == PAGE_SCRIPT {
        return Some((SCRIPT, &SERVER_SCRIPT));
    }
    files().find(|(name, ..)| *name == path).map(|(_, kind, text)| (kind, text))
}

/// The content security policy: nothing from other hosts, except for the sources in `scripts` and `connections`.
pub(super) fn policy(scripts: &str, connections: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' {scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self' \
         {connections}; base-uri 'none'; form-action 'none'"
    )
}

/// The tag after which a site's page declares its policy, which a server sends as a header.
const CHARSET: &str = "<meta charset=\"utf-8\">";

/// Adds the policy to the page of a site. The worker uses `blob:` addresses to notice that a search should stop.
fn with_policy(page: &str) -> String {
    let policy = policy("'wasm-unsafe-eval'", "blob:");
    let tags = format!(
        "{CHARSET}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}; worker-src 'self'\">"
    );
    page.replacen(CHARSET, &tags, 1)
}

/// Writes a static site into `folder`, which is created if necessary, with the text of a file of puzzles, or with those
/// of the program. It has everything except the engine, which must be added as `engine.wasm`.
///
/// # Errors
///
/// If the folder or a file cannot be written.
pub fn write_site(folder: &Path, puzzles: Option<&str>) -> io::Result<()> {
    fs::create_dir_all(folder.join("games"))?;
    for (path, _, text) in files() {
        let name = path.trim_start_matches('/');
        let text = puzzles.filter(|_| path == PUZZLES).unwrap_or(text);
        if name == "index.html" {
            fs::write(folder.join(name), with_policy(text))?;
        } else {
            fs::write(folder.join(name), text)?;
        }
    }
    fs::create_dir_all(folder.join("books"))?;
    for (game, bytes) in embedded_files() {
        fs::write(folder.join("books").join(format!("{}.book", game.name)), bytes)?;
    }
    fs::write(folder.join("page.js"), script(include_str!("npm/transport.js"), None))?;
    let worker = [("session", include_str!("npm/session.js")), ("worker", include_str!("npm/worker.js"))];
    fs::write(folder.join("worker.js"), joined(worker))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_self_contained() {
        let files = files().map(|(name, _, text)| (name, text));
        let all: Vec<_> = files.chain([("/page.js", SERVER_SCRIPT.as_str())]).collect();
        let size = |wanted: fn(&str) -> bool| -> usize {
            all.iter().filter(|(name, _)| wanted(name)).map(|(_, text)| text.len()).sum()
        };
        // Only the page of puzzles loads them, only the pages about the games their figures, and only people who write
        // a game the text about it.
        let is_figure = |name: &str| name.starts_with("/game");
        let (puzzles, figures) = (size(|name| name == PUZZLES), size(is_figure));
        let others = size(|_| true) - puzzles - figures;
        let sizes = (puzzles, figures, others);
        assert!(puzzles < 100_000 && figures < 160_000 && others < 320_000, "{sizes:?} bytes");
        for (name, text) in all {
            let elsewhere = ["src=\"http", "href=\"http", "url(", "@import", "from \"http"];
            for link in elsewhere {
                assert!(!text.contains(link), "{name} has {link}");
            }
        }
        assert_eq!(page("/"), page("/index.html"));
        assert!(page("/..").is_none() && page("/../Cargo.toml").is_none() && page("").is_none());
    }

    #[test]
    fn all_modules_are_in_the_script_after_those_that_they_import() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        let scripts = files.filter(|file| file.path().extension().is_some_and(|end| end == "js")).count();
        assert_eq!(scripts, MODULES.len() + 1, "transport.js is not listed");
        let mut earlier = vec!["games", "transport"];
        for name in MODULES {
            for import in module(name).lines().filter(|line| line.starts_with("import ")) {
                assert!(
                    earlier.iter().any(|module| import.ends_with(&format!("\"./{module}.js\";"))),
                    "{name}: {import}"
                );
            }
            earlier.push(name);
        }
        for start in ["import ", "export default", "export {"] {
            assert!(SERVER_SCRIPT.lines().all(|line| !line.starts_with(start)), "a line starts with {start}");
        }
    }

    #[test]
    fn all_figures_are_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games");
        let paths = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let shown = paths.filter(|path| path.extension().is_some_and(|end| end == "md" || end == "svg"));
        let figures = files().filter(|(path, ..)| path.starts_with("/games/"));
        assert_eq!(figures.map(|(_, _, text)| usize::from(!text.is_empty())).sum::<usize>(), shown.count());
    }

    #[test]
    fn a_site_has_all_files_and_its_policy() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| unreachable!("{error}"));
        let site = folder.path().join("a/site");
        assert!(write_site(&site, None).is_ok() && write_site(&site, None).is_ok(), "a second time too");
        let read = |name: &str| fs::read_to_string(site.join(name)).unwrap_or_default();
        assert!(read("index.html").contains("'wasm-unsafe-eval'"));
        assert!(read("page.js").contains("new Worker") && !read("page.js").contains("new WebSocket"));
        assert!(read("page.js").contains("GAMES") && read("worker.js").contains("engine.wasm"));
        assert!(!read("worker.js").contains("import {"), "one file");
        let count = |folder: &Path| fs::read_dir(folder).map(Iterator::count).unwrap_or_default();
        let outside = files().filter(|(path, ..)| !path.starts_with("/games/")).count();
        assert_eq!(count(&site), outside + 4, "page.js, worker.js, and the folders of figures and books");
        assert_eq!(count(&site.join("books")), embedded_files().count());
        assert_eq!(count(&site.join("games")), files().count() - outside);
        assert_eq!(read("puzzles.tsv"), page(PUZZLES).unwrap_or_default().1);
        assert!(write_site(&site, Some("other puzzles")).is_ok());
        assert_eq!(read("puzzles.tsv"), "other puzzles");
        assert!(write_site(&site.join("index.html"), None).is_err());
    }
}
