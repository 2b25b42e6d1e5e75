//! Names of programs. In the games that only our own programs play over this protocol, the name says which game is
//! meant: that is how both ends know.

use super::fields::Name;
use crate::rules::games::Variant;

/// The name under which this program plays a game: `coupturc 0.1.0`, or `coupturc 0.1.0 [dameo]`.
///
/// ```
/// use coupturc::protocol::dxp::{named_game, own_name};
/// use coupturc::rules::games::Variant;
///
/// assert!(own_name(Variant::Dameo).as_str().ends_with(" [dameo]"));
/// assert_eq!(named_game(&own_name(Variant::Dameo)), Variant::Dameo);
/// ```
#[must_use]
pub fn own_name(variant: Variant) -> Name {
    let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    match variant {
        Variant::International => Name::new(program),
        other => Name::new(&format!("{program} [{other}]")),
    }
}

/// The game that a program means by its name: International Draughts, unless the name ends with that of another in
/// square brackets.
#[must_use]
pub fn named_game(name: &Name) -> Variant {
    let bracketed = name.as_str().strip_suffix(']').and_then(|name| name.rsplit_once('['));
    bracketed.and_then(|(_, game)| game.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_understood_from_the_name() {
        for &variant in Variant::ALL {
            let name = own_name(variant);
            assert_eq!(named_game(&name), variant);
            assert!(name.as_str().starts_with("coupturc "), "{name}");
        }
        for other in ["Scan 3.1", "Truus [64 bit]", "]", "[", "dameo", ""] {
            assert_eq!(named_game(&Name::new(other)), Variant::International, "{other}");
        }
    }
}
