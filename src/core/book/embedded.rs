//! The books that are part of the program: the files in the folder `books`, and on a page with the engine as
//! WebAssembly those that the page has fetched.

use std::path::Path;

use once_cell::sync::Lazy;
use parking_lot::Mutex;

use super::Book;
use crate::rules::Rules;
use crate::tables::files::FileProblem;

/// The files, as `build.rs` packed them.
static FILES: &[&[u8]] = include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// The books with their bytes, which are never freed.
static BOOKS: Lazy<Vec<(Book, &[u8])>> = Lazy::new(|| {
    let unpacked = FILES.iter().filter_map(|packed| unpacked(packed));
    unpacked.filter_map(|bytes| Some((read(bytes)?, bytes))).collect()
});

/// The books that were added, which are never freed.
static ADDED: Mutex<Vec<&'static Book>> = Mutex::new(Vec::new());

/// The book of a game that is part of the program, if there is one.
#[must_use]
pub fn embedded(rules: &'static Rules) -> Option<&'static Book> {
    let own = BOOKS.iter().map(|(book, _)| book).find(|book| book.about().rules == rules);
    own.or_else(|| ADDED.lock().iter().copied().find(|book| book.about().rules == rules))
}

/// The games of the books that are part of the program, each with the bytes of its book.
pub fn embedded_files() -> impl Iterator<Item = (&'static Rules, &'static [u8])> {
    BOOKS.iter().map(|&(ref book, bytes)| (book.about().rules, bytes))
}

/// Adds a book to those of the program, unless it has one of the same game.
///
/// # Errors
///
/// If these are not the bytes of a book.
pub fn add_embedded(bytes: Vec<u8>) -> Result<(), FileProblem> {
    let book = Book::read(Box::new(bytes), Path::new("the book of the page"))?;
    if embedded(book.about().rules).is_none() {
        ADDED.lock().push(Box::leak(Box::new(book)));
    }
    Ok(())
}

#[cfg(not(target_family = "wasm"))]
fn unpacked(packed: &[u8]) -> Option<&'static [u8]> {
    miniz_oxide::inflate::decompress_to_vec(packed).ok().map(|bytes| &*bytes.leak())
}

/// A page has none to unpack.
#[cfg(target_family = "wasm")]
fn unpacked(_: &[u8]) -> Option<&'static [u8]> {
    None
}

/// A test opens all files, so none is left out.
fn read(bytes: &'static [u8]) -> Option<Book> {
    Book::read(Box::new(bytes), Path::new("the book in the program")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_books_are_added_and_none_replaces_another() {
        let (rules, bytes) = embedded_files().next().expect("a book");
        let before = embedded(rules).map(std::ptr::from_ref);
        add_embedded(bytes.to_vec()).expect("a book");
        assert_eq!(embedded(rules).map(std::ptr::from_ref), before);
        assert!(add_embedded(bytes[1..].to_vec()).is_err());
        // The books are damaged, not only their beginnings.
        assert!(
            add_embedded(bytes[..bytes.len() - 1].to_vec()).is_err() && add_embedded(Vec::new()).is_err()
        );
    }

    #[test]
    fn every_embedded_book_is_small_and_valid() {
        const MOST_BYTES: usize = 60_000;
        assert_eq!(BOOKS.len(), FILES.len());
        for (book, bytes) in &*BOOKS {
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
