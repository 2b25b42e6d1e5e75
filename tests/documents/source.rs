//! Which modules the source text of a file names: enough of Rust's grammar for paths, no more.

use std::collections::BTreeMap;

/// A word or a sign of the source, and its line, from 1.
#[derive(Clone, Debug, PartialEq)]
struct Token {
    text: String,
    line: usize,
}

/// A path that a file names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedPath {
    /// From the root of the crate: `["rules", "games", "Dameo"]`.
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
    /// Whether only tests are compiled with it.
    pub(crate) is_in_test: bool,
    /// Whether it only gives a name of another module to those who use this one.
    pub(crate) is_reexport: bool,
}

/// What one file names.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) paths: Vec<NamedPath>,
    /// What names stand for that a `use` brings in, by their last words, as paths from the root.
    pub(crate) aliases: BTreeMap<String, Vec<String>>,
    /// Modules in files of their own, and whether only tests are compiled with them.
    pub(crate) children: Vec<(String, bool)>,
}

impl Source {
    /// Reads the text of the file of `module`, a path from the root.
    pub(crate) fn read(text: &str, module: &[String]) -> Self {
        let tokens = tokens(text);
        let mut source = Self { children: children(&tokens), ..Self::default() };
        let names = source.children.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let mut reader = Reader { tokens: &tokens, at: 0, scopes: Vec::new(), depth: 0 };
        while let Some(start) = reader.next_path(&names) {
            let base: Vec<String> = module
                .iter()
                .chain(reader.scopes.iter().filter_map(|scope| scope.name.as_ref()))
                .cloned()
                .collect();
            let is_in_test = reader.scopes.iter().any(|scope| scope.is_test);
            let (is_use, is_reexport) = use_before(&tokens, start);
            for (path, line) in reader.paths() {
                let path = absolute(&path, &base);
                if is_use && let Some(name) = path.last() {
                    source.aliases.insert(name.clone(), path.clone());
                }
                source.paths.push(NamedPath { path, line, is_in_test, is_reexport });
            }
        }
        source
    }
}

/// A stretch of the source between braces, or up to a semicolon.
struct Scope {
    /// The name of the module whose body it is.
    name: Option<String>,
    is_test: bool,
    /// The scope ends where braces are as deep again as this.
    depth: usize,
    /// Whether a semicolon ends it as well: no brace of it has been opened yet.
    is_open: bool,
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    scopes: Vec<Scope>,
    depth: usize,
}

impl Reader<'_> {
    fn is(&self, place: usize, text: &str) -> bool {
        self.tokens.get(place).is_some_and(|token| token.text == text)
    }

    /// Goes to the beginning of the next path that starts with `crate`, `self`, `super` or a child module.
    fn next_path(&mut self, children: &[String]) -> Option<usize> {
        while let Some(token) = self.tokens.get(self.at) {
            self.enter_and_leave();
            let starts =
                ["crate", "self", "super"].contains(&token.text.as_str()) || children.contains(&token.text);
            let is_inside = self.at > 0 && (self.is(self.at - 1, "::") || self.is(self.at - 1, "in"));
            if starts && self.is(self.at + 1, "::") && !is_inside {
                return Some(self.at);
            }
            self.at += 1;
        }
        None
    }

    /// Keeps account of the modules and tests that begin or end at this token.
    fn enter_and_leave(&mut self) {
        let text = self.tokens[self.at].text.as_str();
        if text == "#" && is_test_attribute(&self.tokens[self.at..]) {
            self.scopes.push(Scope { name: None, is_test: true, depth: self.depth, is_open: true });
        }
        match text {
            "mod" if self.is(self.at + 2, "{") => {
                let name = Some(self.tokens[self.at + 1].text.clone());
                self.scopes.push(Scope { name, is_test: false, depth: self.depth, is_open: true });
            }
            "{" => {
                self.depth += 1;
                self.scopes.iter_mut().for_each(|scope| scope.is_open = false);
            }
            "}" => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let depth = self.depth;
        let ends = |scope: &Scope| match text {
            "}" => !scope.is_open && scope.depth >= depth,
            ";" => scope.is_open && scope.depth == depth,
            _ => false,
        };
        self.scopes.retain(|scope| !ends(scope));
    }

    /// Reads a path, or all paths of a tree of them, and goes behind it.
    fn paths(&mut self) -> Vec<(Vec<String>, usize)> {
        let mut prefix = Vec::new();
        let line = self.tokens[self.at].line;
        loop {
            prefix.push(self.tokens[self.at].text.clone());
            self.at += 1;
            if !self.is(self.at, "::") {
                return vec![(prefix, line)];
            }
            self.at += 1;
            if self.is(self.at, "{") {
                return self.tree(&prefix);
            }
            let is_name = self.tokens.get(self.at).is_some_and(|token| is_word(&token.text));
            if !is_name {
                // A star, or the types of a turbofish.
                return vec![(prefix, line)];
            }
        }
    }

    fn tree(&mut self, prefix: &[String]) -> Vec<(Vec<String>, usize)> {
        let mut paths = Vec::new();
        self.at += 1;
        while self.at < self.tokens.len() && !self.is(self.at, "}") {
            if self.is(self.at, "as") {
                self.at += 2;
            } else if is_word(&self.tokens[self.at].text) {
                let rest = self.paths();
                paths.extend(rest.into_iter().map(|(path, line)| ([prefix, &path].concat(), line)));
            } else {
                self.at += 1;
            }
        }
        self.at += 1;
        paths
    }
}

/// Whether these tokens begin with an attribute by which what follows is compiled for tests only.
fn is_test_attribute(tokens: &[Token]) -> bool {
    let is = |place: usize, text: &str| tokens.get(place).is_some_and(|token: &Token| token.text == text);
    is(1, "[") && is(2, "cfg") && is(3, "(") && is(4, "test") && is(5, ")")
}

/// Whether the path at `start` belongs to a `use`, and whether that `use` is public.
fn use_before(tokens: &[Token], start: usize) -> (bool, bool) {
    let before =
        |back: usize| start.checked_sub(back).and_then(|place| tokens.get(place)).map(|token| &*token.text);
    let is_use = before(1) == Some("use");
    (is_use, is_use && matches!(before(2), Some("pub" | ")")))
}

/// The modules that a file declares without a body.
fn children(tokens: &[Token]) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (place, window) in tokens.windows(3).enumerate() {
        let [word, name, end] = window else { continue };
        if word.text == "mod" && end.text == ";" {
            // An attribute stands before it, and perhaps `pub`.
            let first = place.saturating_sub(11);
            let since = tokens[first..place].iter().rposition(|token| [";", "}"].contains(&&*token.text));
            let first = since.map_or(first, |since| first + since + 1);
            let is_test = (first..place).any(|place| is_test_attribute(&tokens[place..]));
            found.push((name.text.clone(), is_test));
        }
    }
    found
}

/// A path from the root of the crate, of one as it stands in the module `base`.
fn absolute(path: &[String], base: &[String]) -> Vec<String> {
    let mut from = base.to_vec();
    let mut rest = path.iter().peekable();
    if rest.next_if(|word| *word == "crate").is_some() {
        from.clear();
    }
    while let Some(word) = rest.next_if(|word| *word == "self" || *word == "super") {
        if word == "super" {
            from.pop();
        }
    }
    // What `self` names at the end of a tree is the module itself.
    from.into_iter().chain(rest.filter(|word| *word != "self").cloned()).collect()
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Takes a text apart into words and signs, without comments, texts and numbers.
fn tokens(text: &str) -> Vec<Token> {
    let (mut tokens, mut line, mut rest) = (Vec::new(), 1, text);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '"' => string(rest),
            'r' | 'b' => prefixed_string(rest).unwrap_or_else(|| word(rest)),
            '\'' => character_or_lifetime(rest),
            _ if first.is_alphanumeric() || first == '_' => word(rest),
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        let (found, behind) = rest.split_at(length);
        let is_sign = length <= 2 && !found.starts_with(['\'', '"', '/']) && !first.is_whitespace();
        if is_word(found) && !found.contains('"') || is_sign {
            tokens.push(Token { text: found.to_owned(), line });
        }
        line += found.matches('\n').count();
        rest = behind;
    }
    tokens
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn comment(text: &str) -> usize {
    let mut depth = 0_usize;
    for (place, _) in text.char_indices() {
        let rest = &text[place..];
        if rest.starts_with("/*") {
            depth += 1;
        } else if rest.starts_with("*/") {
            depth -= 1;
            if depth == 0 {
                return place + 2;
            }
        }
    }
    text.len()
}

/// The length of a text in quotes, in which a backslash takes the next character's meaning away.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return place + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw text or one of bytes, if there is one.
fn prefixed_string(text: &str) -> Option<usize> {
    let prefix = text.len() - text.trim_start_matches(['b', 'r']).len();
    let hashes = text[prefix..].chars().take_while(|&c| c == '#').count();
    let quote = prefix + hashes;
    if prefix > 2 || !text[quote..].starts_with('"') {
        return None;
    }
    if !text[..prefix].contains('r') {
        return (hashes == 0).then(|| prefix + string(&text[prefix..]));
    }
    let end = format!("\"{}", "#".repeat(hashes));
    Some(text[quote + 1..].find(&end).map_or(text.len(), |place| quote + 1 + place + end.len()))
}

fn character_or_lifetime(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        // What is escaped may be a quote.
        Some((_, '\\')) => text[3..].find('\'').map_or(text.len(), |place| place + 4),
        Some((place, c)) if text[place + c.len_utf8()..].starts_with('\'') => place + c.len_utf8() + 1,
        _ => 1,
    }
}

#[test]
fn paths_are_found_where_they_stand() {
    let text = r####"
//! [`crate::comment`]
mod child;
#[cfg(test)]
mod checks;
pub use child::Public;
use super::sibling::{self, inner::{A, B as C}};
const TEXT: &str = "crate::text \" crate::text"; const RAW: &str = r#"crate::raw"#; const QUOTE: char = '"';
pub(in crate::one) fn f<'a>() -> crate::two::Type<'a> { child::g(); /* crate::comment /* */ crate::comment */ }
#[cfg(test)]
pub(crate) fn for_tests() -> super::three::Type { let x = [0; 3]; crate::four::f() }
mod inline { use super::super::five::*; }
#[cfg(test)]
mod tests { use super::*; use crate::six::X; }
use crate::seven::Y;
"####;
    let source = Source::read(text, &["one".to_owned(), "two".to_owned()]);
    assert_eq!(source.children, [("child".to_owned(), false), ("checks".to_owned(), true)]);
    let named = source.paths.iter().map(|named| {
        let marks = [(named.is_in_test, " test"), (named.is_reexport, " reexport")];
        let marks: String = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| *mark).collect();
        format!("{} {}{marks}", named.line, named.path.join("::"))
    });
    let expected = [
        "6 one::two::child::Public reexport",
        "7 one::sibling",
        "7 one::sibling::inner::A",
        "7 one::sibling::inner::B",
        "9 two::Type",
        "9 one::two::child::g",
        "11 one::three::Type test",
        "11 four::f test",
        "12 one::five",
        "14 one::two test",
        "14 six::X test",
        "15 seven::Y",
    ];
    assert_eq!(named.collect::<Vec<_>>(), expected);
    assert_eq!(source.aliases["Public"].join("::"), "one::two::child::Public");
}
