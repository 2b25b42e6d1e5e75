//! Texts for positions, moves, games and boards: written, read back, and refused where they are none.

#[path = "../support/mod.rs"]
mod support;

/// Runs a check that is generic over the game for every game, with random numbers from the same seed.
macro_rules! with_every_game {
    ($seed:expr, $check:ident) => {
        for_every_game(|variant| with_game!(variant, G => $check::<G>(&mut Rng::new($seed))))
    };
}

mod board_pictures;
mod faults;
mod pdn;
mod pdn_files;
mod pdn_reading;
mod texts;
