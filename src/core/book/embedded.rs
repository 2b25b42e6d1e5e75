//! The books that are part of the program: the files in the folder `books`.

use std::path::Path;

use once_cell::sync::Lazy;

use super::Book;
use crate::rules::Rules;

/// The files, as `build.rs` found them.
static FILES: &[&[u8]] = include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// The book of a game that is part of the program, if there is one.
#[must_use]
pub fn embedded(rules: &'static Rules) -> Option<&'static Book> {
    static BOOKS: Lazy<Vec<Book>> = Lazy::new(|| FILES.iter().filter_map(|bytes| read(bytes)).collect());
    BOOKS.iter().find(|book| book.about().rules == rules)
}

/// A test opens all files, so none is left out.
fn read(bytes: &'static [u8]) -> Option<Book> {
    Book::read(Box::new(bytes), Path::new("the book in the program")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_book_is_small_and_valid() {
        const MOST_BYTES: usize = 60_000;
        for bytes in FILES {
            let book = read(bytes).expect("a book");
            assert!(bytes.len() <= MOST_BYTES, "{}", book.about().rules);
            book.all().expect("no damage");
            assert_eq!(
                embedded(book.about().rules).map(Book::positions),
                Some(book.positions()),
                "one for each game"
            );
        }
    }
}
