//! The bytes of a book.

use super::record::write_moves;
use super::{About, BLOCK, CHECKSUM, ENTRY, FIXED, Key, MAGIC, Positions, VERSION, Views};

/// A finished block: its first key, its length and its checksum.
struct Block {
    first: Key,
    len: u32,
    checksum: u32,
}

/// The bytes of a book with these positions and their moves.
#[must_use]
pub fn book_bytes(about: &About, positions: &Positions) -> Vec<u8> {
    let views = Views::of(about.rules);
    let (mut blocks, mut content) = (Vec::new(), Vec::new());
    let mut open: Option<(Key, usize)> = None;
    for (key, moves) in positions {
        let before = content.len();
        content.extend(views.key_bytes(key));
        write_moves(moves, &mut content);
        match open {
            Some((_, start)) if content.len() - start <= BLOCK => {}
            _ => {
                blocks.extend(open.map(|(first, start)| finished(first, &content[start..before])));
                open = Some((*key, before));
            }
        }
    }
    blocks.extend(open.map(|(first, start)| finished(first, &content[start..])));
    let mut bytes = header(about, positions.len(), &blocks, content.len(), &views);
    bytes.extend(content);
    bytes
}

fn finished(first: Key, bytes: &[u8]) -> Block {
    Block { first, len: bytes.len() as u32, checksum: crc32fast::hash(bytes) }
}

fn header(about: &About, positions: usize, blocks: &[Block], content: usize, views: &Views) -> Vec<u8> {
    let text = about.text();
    let head = FIXED + text.len() + blocks.len() * (views.key_len() + ENTRY) + CHECKSUM;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((views.key_len() as u16).to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(((head + content) as u64).to_le_bytes());
    bytes.extend((positions as u64).to_le_bytes());
    bytes.extend((blocks.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    for block in blocks {
        bytes.extend(views.key_bytes(&block.first));
        bytes.extend(block.len.to_le_bytes());
        bytes.extend(block.checksum.to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}
