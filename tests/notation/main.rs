//! Texts for positions, moves, games and boards: they round trip, and invalid texts are rejected.

#[path = "../support/mod.rs"]
mod support;

/// Runs a generic check for every game, each with a random generator with the same seed.
macro_rules! with_every_game {
    ($seed:expr, $check:ident) => {
        for_every_game(|variant| with_game!(variant.rules(), G => $check::<G>(&mut Rng::new($seed))))
    };
}

mod board_pictures;
mod faults;
mod pdn;
mod pdn_files;
mod pdn_reading;
mod texts;
