//! Sources of random choices: the bytes of a fuzzer, or a seed.

/// A source of choices.
pub trait Choices {
    /// A number below `n`, which must not be 0.
    fn below(&mut self, n: usize) -> usize;

    /// Whether the choices are used up: from then on every number is 0.
    fn is_spent(&self) -> bool;

    /// One of `items`, which must not be empty.
    fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Damages the bytes of a file in up to three places. Returns whether it did.
    fn damage(&mut self, bytes: &mut Vec<u8>) -> bool {
        let mut is_damaged = false;
        for _ in 0..self.below(4) {
            // The header is the most interesting part.
            let room = if self.below(2) == 0 { bytes.len().min(140) } else { bytes.len() };
            if room == 0 {
                break;
            }
            let place = self.below(room);
            match self.below(6) {
                0 => bytes.truncate(place),
                1 => bytes.extend(std::iter::repeat_n(7, place)),
                2 => drop(bytes.remove(place)),
                3 => bytes[place] ^= 1 << self.below(8),
                _ => bytes[place] = self.below(256) as u8,
            }
            is_damaged = true;
        }
        is_damaged
    }

    /// True once in `n` times, and never after the choices are used up.
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }
}

/// Choices from bytes: one byte for a choice among 256 or fewer, two for others. So a fuzzer that changes a byte
/// changes one choice.
pub struct Drawn {
    bytes: std::vec::IntoIter<u8>,
}

impl Drawn {
    pub fn from(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into_iter() }
    }

    fn next(&mut self) -> usize {
        usize::from(self.bytes.next().unwrap_or_default())
    }
}

impl Choices for Drawn {
    fn below(&mut self, n: usize) -> usize {
        let number = if n <= 256 { self.next() } else { self.next() << 8 | self.next() };
        number % n
    }

    fn is_spent(&self) -> bool {
        self.bytes.len() == 0
    }
}

/// Endless choices from a seed.
pub struct Seeded(fastrand::Rng);

impl Seeded {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }
}

impl Choices for Seeded {
    fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n)
    }

    fn is_spent(&self) -> bool {
        false
    }
}
