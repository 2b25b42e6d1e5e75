//! Where chance comes from: the bytes of a fuzzer, which it changes to get further, or a seed.

/// A source of choices.
pub trait Choices {
    /// A number below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize;

    /// Whether there are no more choices: from then on every number is 0.
    fn is_spent(&self) -> bool;

    /// One of `items`, which has some.
    fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// What happens seldom does not happen any more when the choices are spent.
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }
}

/// The choices that bytes stand for: one byte for a choice among 256 or fewer, two for others. So a fuzzer
/// that changes a byte changes one choice.
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

/// Choices without end that grow from a seed.
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
