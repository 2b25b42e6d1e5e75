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
