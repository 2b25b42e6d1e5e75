//! Checks of HTML pages.

use std::collections::BTreeSet;

/// The tags of a page, in order, with their attributes, except for the style sheet.
fn tags(page: &str) -> Vec<&str> {
    let (before, style) = page.split_once("<style>").expect("a style sheet");
    let (_, after) = style.split_once("</style>").expect("its end");
    let tags = [before, after].into_iter().flat_map(|part| part.split('<').skip(1));
    tags.map(|rest| rest.split_once('>').unwrap_or_else(|| panic!("<{rest} has no end")).0).collect()
}

/// The values of an attribute.
fn attributes<'a>(tags: &[&'a str], name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    tags.iter().filter_map(|tag| tag.split_once(&begin)?.1.split('"').next()).collect()
}

/// Checks that elements are closed, that names are unique and known, and that the page needs no other file.
pub fn check_page(page: &str) {
    let tags = tags(page);
    let mut open = Vec::new();
    for tag in tags.iter().filter(|tag| !tag.starts_with('!') && !tag.ends_with('/')) {
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None => open.push(tag.split(' ').next().unwrap_or(tag)),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let ids = attributes(&tags, "id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    for reference in attributes(&tags, "href").into_iter().chain(attributes(&tags, "aria-labelledby")) {
        assert!(reference == "data:," || ids.contains(&reference.trim_start_matches('#')), "{reference}");
    }
    assert!(!page.contains("://") && !page.contains(" src=") && !page.contains("@import"));
}
