//! Files of the page, embedded in the program. Except for the transport to the engine, the same files form a static
//! site.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use once_cell::sync::Lazy;

use super::games::games_script;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files in `page`, with their paths and content types.
macro_rules! files {
    ($($kind:ident $name:literal),+ $(,)?) => {
        &[$((concat!("/", $name), $kind, include_str!(concat!("page/", $name)))),+]
    };
}

static FILES: &[(&str, &str, &str)] = files![
    HTML "index.html",
    HTML "puzzles.html",
    HTML "rules.html",
    CSS "style.css",
    SCRIPT "analysis.js",
    SCRIPT "app.js",
    SCRIPT "board.js",
    SCRIPT "editor.js",
    SCRIPT "field.js",
    SCRIPT "game.js",
    SCRIPT "hub.js",
    SCRIPT "library.js",
    SCRIPT "moves.js",
    SCRIPT "notation.js",
    SCRIPT "pdn.js",
    SCRIPT "picture.js",
    SCRIPT "play.js",
    SCRIPT "puzzles.js",
    SCRIPT "pvs.js",
    SCRIPT "rules.js",
    SCRIPT "setup.js",
    SCRIPT "shelf.js",
    SCRIPT "store.js",
    SCRIPT "table.js",
    SCRIPT "texts.js",
    SCRIPT "transport.js",
    SCRIPT "tree.js",
    SCRIPT "twice.js",
];

/// The data of the games, as a script.
static GAMES: Lazy<String> = Lazy::new(games_script);

/// The content type and the text of the file at `path`.
pub(super) fn page(path: &str) -> Option<(&'static str, &'static str)> {
    let path = if path == "/" { "/index.html" } else { path };
    if path == "/games.js" {
        return Some((SCRIPT, &GAMES));
    }
    FILES.iter().find(|(name, ..)| *name == path).map(|&(_, kind, text)| (kind, text))
}

/// The files of a site that replace others or are additional.
const SITE_FILES: &[(&str, &str)] =
    &[("/transport.js", include_str!("site/transport.js")), ("/worker.js", include_str!("site/worker.js"))];

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

/// Writes a static site into `folder`, which is created if necessary. It has everything except the engine, which must
/// be added as `engine.wasm`.
///
/// # Errors
///
/// If the folder or a file cannot be written.
pub fn write_site(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let games = ("/games.js", GAMES.as_str());
    let shared = FILES.iter().map(|&(name, _, text)| (name, text)).chain([games]);
    for (name, text) in shared.chain(SITE_FILES.iter().copied()) {
        let text = if name == "/index.html" { Cow::Owned(with_policy(text)) } else { Cow::Borrowed(text) };
        fs::write(folder.join(name.trim_start_matches('/')), &*text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_self_contained() {
        let all = || {
            let files = FILES.iter().map(|(name, _, text)| (*name, *text));
            files.chain([("/games.js", GAMES.as_str())]).chain(SITE_FILES.iter().copied())
        };
        let bytes: usize = all().map(|(_, text)| text.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
        for (name, text) in all() {
            let elsewhere = ["src=\"http", "href=\"http", "url(", "@import", "from \"http"];
            for link in elsewhere {
                assert!(!text.contains(link), "{name} has {link}");
            }
        }
        assert_eq!(page("/"), page("/index.html"));
        let (_, index) = page("/").unwrap_or_default();
        for (name, ..) in FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            // Otherwise the browser would discover them one after the other.
            assert!(
                index.contains(&format!("=\"{}\">", name.trim_start_matches('/'))),
                "{name} is preloaded"
            );
        }
        assert!(page("/..").is_none() && page("/../Cargo.toml").is_none() && page("").is_none());
    }

    #[test]
    fn a_site_has_all_files_and_its_policy() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| unreachable!("{error}"));
        let site = folder.path().join("a/site");
        assert!(write_site(&site).is_ok() && write_site(&site).is_ok(), "a second time too");
        let read = |name: &str| fs::read_to_string(site.join(name)).unwrap_or_default();
        assert!(read("index.html").contains("'wasm-unsafe-eval'"));
        assert!(read("transport.js").contains("new Worker") && read("games.js").contains("GAMES"));
        let count = fs::read_dir(&site).map(Iterator::count).unwrap_or_default();
        assert_eq!(count, FILES.len() + 2, "games.js and worker.js");
        assert!(write_site(&site.join("index.html")).is_err());
    }
}
