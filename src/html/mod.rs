//! HTML of all reports: escaped text, tables, JSON for scripts, charts, boards, and the style.
//!
//! A page needs no network and no other file. All text from outside goes through [`escape`], a [`Cell`] or
//! [`json_in_script`].

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod board;
pub mod chart;
mod lengths;
pub mod time;

use std::borrow::Cow;

pub use board::Boards;
pub use lengths::Lengths;

/// The colours, tables and charts of all pages, as CSS.
pub const STYLE: &str = include_str!("style.css");

/// Escapes a string for HTML, between tags or in a quoted attribute.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// JSON that is safe in a script element: `<` occurs only in strings, and is escaped so that it cannot begin a tag.
#[must_use]
pub fn json_in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// A page. The title is plain text; `below`, the text under the title, and the body are HTML.
#[must_use]
pub fn page(title: &str, below: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"data:,\"/>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n{below}\n</header>\n{body}</body>\n</html>\n"
    )
}

/// The width of a bar of 100 %, in rem.
const WIDEST_BAR: f64 = 4.5;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// The header of a row.
    Head(String),
    /// A number, aligned right.
    Number(String),
    /// A share from 0 to 1, in percent and as a bar.
    Share(Option<f64>),
}

impl Cell {
    /// The header of a row.
    #[must_use]
    pub fn head(text: &str) -> Self {
        Self::Head(text.to_owned())
    }

    /// A whole number.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Number(count.to_string())
    }

    /// A share in percent, or a dash for `None`.
    #[must_use]
    pub fn percent(part: Option<f64>) -> Self {
        Self::Number(percent(part, 1))
    }

    fn html(&self) -> String {
        match self {
            Self::Head(text) => format!("<th scope=\"row\">{}</th>", escape(text)),
            Self::Number(text) => format!("<td class=\"n\">{}</td>", escape(text)),
            Self::Share(part) => format!(
                "<td><span class=\"share\">{}</span><span class=\"bar\" style=\"width:{:.2}rem\"></span></td>",
                escape(&percent(*part, 1)),
                WIDEST_BAR * part.unwrap_or(0.0).clamp(0.0, 1.0)
            ),
        }
    }

    /// The class of the column's title, which aligns it with the numbers.
    const fn class(&self) -> &'static str {
        match self {
            Self::Number(_) => " class=\"n\"",
            Self::Head(_) | Self::Share(_) => "",
        }
    }
}

/// A share in percent with `places` decimal places, or a dash for `None`. A share that is not exactly 0 % or 100 % is
/// not shown as such.
#[must_use]
pub fn percent(part: Option<f64>, places: usize) -> String {
    let Some(part) = part else { return "–".to_owned() };
    let (percent, least) = (100.0 * part, 0.1_f64.powi(places as i32));
    if percent > 0.0 && percent < least / 2.0 {
        return format!("<{least:.places$} %");
    }
    if percent > 100.0 - least / 2.0 && percent < 100.0 {
        return format!(">{:.places$} %", 100.0 - least);
    }
    format!("{percent:.places$} %")
}

/// A table that scrolls sideways on narrow pages.
#[must_use]
pub fn table(caption: &str, head: &[&str], rows: &[Vec<Cell>]) -> String {
    let first = rows.first();
    let titles = head.iter().enumerate().map(|(column, title)| {
        let class = first.and_then(|row| row.get(column)).map_or("", Cell::class);
        format!("<th scope=\"col\"{class}>{}</th>", escape(title))
    });
    let titles: String = titles.collect();
    let rows: String = rows.iter().map(|row| row_html(row)).collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n<caption><span>{0}</span></caption>\n<thead><tr>{titles}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n",
        escape(caption)
    )
}

fn row_html(row: &[Cell]) -> String {
    let cells: String = row.iter().map(Cell::html).collect();
    format!("<tr>{cells}</tr>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_escaped() {
        assert_eq!(escape("<b> & 'c'"), "&lt;b&gt; &amp; &#39;c&#39;");
        let page = page("Men & kings", "<p>All of them.</p>", "<h2>Men</h2>");
        assert!(page.contains("<h1>Men &amp; kings</h1>"), "{page}");
    }

    #[test]
    fn shares_are_not_rounded_to_0_or_100_percent() {
        let shares = [None, Some(0.0), Some(0.000_4), Some(0.123_45), Some(0.999_6), Some(1.0)];
        let texts = shares.map(|share| percent(share, 1));
        assert_eq!(texts, ["–", "0.0 %", "<0.1 %", "12.3 %", ">99.9 %", "100.0 %"]);
    }

    #[test]
    fn json_cannot_end_its_script() {
        let json = json_in_script(r#"["</script>", "<!--"]"#);
        assert!(!json.contains('<'), "{json}");
        let read: [String; 2] = serde_json::from_str(&json).expect("JSON");
        assert_eq!(read, ["</script>", "<!--"], "the value is unchanged");
    }
}
