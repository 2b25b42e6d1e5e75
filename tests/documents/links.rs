//! Links between documents: their files and headings must exist.

use std::path::{Component, Path, PathBuf};

use crate::pages::{self, Page};

/// The targets of all links in `text`, except those in fenced blocks.
fn links(text: &str) -> Vec<&str> {
    let mut is_fenced = false;
    let prose = text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    });
    let targets = |line: &'_ str| -> Vec<(usize, usize)> {
        let starts = line.match_indices("](").map(|(place, _)| place + 2);
        starts.filter_map(|start| Some((start, start + line[start..].find(')')?))).collect()
    };
    prose.flat_map(|line| targets(line).into_iter().map(|(start, end)| &line[start..end])).collect()
}

/// The anchor of a heading, as repository hosts generate it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn has_anchor(page: &Page, name: &str) -> bool {
    let headings = page.text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).any(|found| found == name)
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{} leads out of the repository", path.display()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The problem of a link on a page, if it has one.
fn complaint(page: &Page, link: &str, pages: &[Page]) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, name)| (file, Some(name)));
    let folder = Path::new(&page.name).parent().unwrap_or(Path::new(""));
    let target = if file.is_empty() { PathBuf::from(&page.name) } else { plain(&folder.join(file)) };
    if !pages::root().join(&target).exists() {
        return Some(format!("{}: {link}: there is no such file", page.name));
    }
    let target = pages.iter().find(|other| Path::new(&other.name) == target);
    let arrives = heading.is_none_or(|name| target.is_some_and(|page| has_anchor(page, name)));
    (!arrives).then(|| format!("{}: {link}: there is no such heading", page.name))
}

#[test]
fn every_link_has_a_target() {
    let pages = pages::all();
    let of_page = |page: &'_ Page| links(&page.text).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let links: Vec<_> =
        pages.iter().flat_map(|page| of_page(page).into_iter().map(move |link| (page, link))).collect();
    assert!(links.len() > 100, "only {} links", links.len());
    let complaints: Vec<_> = links.iter().filter_map(|(page, link)| complaint(page, link, &pages)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The heading of a moved chapter stays, with a link to its new page, because other sites link to it.
#[test]
fn old_links_lead_to_the_new_page() {
    let pages = pages::all();
    let protocol = pages.iter().find(|page| page.name == "protocol.md").expect("the protocol");
    assert!(has_anchor(protocol, "dxp"));
    let (_, section) = protocol.text.split_once("\n## DXP\n").expect("its section");
    assert_eq!(links(section), ["docs/dxp.md"]);
}

#[test]
fn broken_links_are_found() {
    let page = |name: &str, text: &str| Page { name: name.to_owned(), text: text.to_owned() };
    let pages = [page("protocol.md", "# One: *two* `three`"), page("docs/matches.md", "")];
    let wrong = |link: &str| complaint(&pages[1], link, &pages);
    assert_eq!(wrong("../protocol.md#one-two-three"), None);
    assert_eq!(wrong("https://nowhere.example/page#x"), None);
    assert!(wrong("../protocol.md#two").is_some_and(|text| text.ends_with("no such heading")));
    assert!(wrong("protocol.md").is_some_and(|text| text.ends_with("no such file")));
    let text = "[a](b) and [c](d#e)\n```\n[f](g)\n```\n![h](i)";
    assert_eq!(links(text), ["b", "d#e", "i"]);
}
