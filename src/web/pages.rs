//! What the server has to show: the page and the files that belong to it. All of them are part of the program.

use once_cell::sync::Lazy;

use super::games::games_script;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files in `page`, under their paths.
macro_rules! files {
    ($($kind:ident $name:literal),+ $(,)?) => {
        &[$((concat!("/", $name), $kind, include_str!(concat!("page/", $name)))),+]
    };
}

static FILES: &[(&str, &str, &str)] = files![
    HTML "index.html",
    HTML "rules.html",
    CSS "style.css",
    SCRIPT "analysis.js",
    SCRIPT "app.js",
    SCRIPT "board.js",
    SCRIPT "hub.js",
    SCRIPT "notation.js",
    SCRIPT "rules.js",
    SCRIPT "setup.js",
    SCRIPT "table.js",
    SCRIPT "texts.js",
];

/// What is known of the games, as a script.
static GAMES: Lazy<String> = Lazy::new(games_script);

/// The kind and the text of the file at `path`.
pub(super) fn page(path: &str) -> Option<(&'static str, &'static str)> {
    let path = if path == "/" { "/index.html" } else { path };
    if path == "/games.js" {
        return Some((SCRIPT, &GAMES));
    }
    FILES.iter().find(|(name, ..)| *name == path).map(|&(_, kind, text)| (kind, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_needs_nothing_from_elsewhere() {
        let all =
            || FILES.iter().map(|(name, _, text)| (*name, *text)).chain([("/games.js", GAMES.as_str())]);
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
            // Else the browser would learn of them one after the other.
            assert!(
                index.contains(&format!("=\"{}\">", name.trim_start_matches('/'))),
                "{name} is asked for at once"
            );
        }
        assert!(page("/..").is_none() && page("/../Cargo.toml").is_none() && page("").is_none());
    }
}
