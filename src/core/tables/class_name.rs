//! Class names such as `1M2K-0M1K`: parsing.

use std::fmt;
use std::str::FromStr;

use super::combinations::MOST_PIECES;
use super::pieces::Material;
use crate::rules::Color;

/// The error for a string that is not the name of a class of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownClass(String);

impl fmt::Display for UnknownClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not a class of positions, expected White's and Black's men and kings, such as 1M2K-0M1K, \
             at most {MOST_PIECES} pieces, at least one on each side",
            self.0
        )
    }
}

impl std::error::Error for UnknownClass {}

impl Material {
    /// The class that the table is stored for: this class, or the class with the colours exchanged.
    #[must_use]
    pub fn with_stronger_white(self) -> Self {
        if self.has_stronger_white() { self } else { self.with_colors_exchanged() }
    }
}

impl FromStr for Material {
    type Err = UnknownClass;

    /// Parses the name of a class.
    ///
    /// ```
    /// use coupturc_core::tables::Material;
    ///
    /// assert_eq!("1M2K-0M1K".parse(), Ok(Material::new(1, 2, 0, 1)));
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (white, black) = text.split_once('-')?;
            let ((white_men, white_kings), (black_men, black_kings)) = (side(white)?, side(black)?);
            Some(Self::new(white_men, white_kings, black_men, black_kings))
        };
        let is_class = |material: &Self| {
            material.pieces() <= MOST_PIECES && Color::ALL.into_iter().all(|color| material.of(color) > 0)
        };
        read().filter(is_class).ok_or_else(|| UnknownClass(text.to_owned()))
    }
}

/// Men and kings of one side, as in `1M2K`.
fn side(text: &str) -> Option<(u8, u8)> {
    let (men, kings) = text.split_once('M')?;
    // One digit, without a sign.
    let count = |text: &str| text.parse().ok().filter(|_| text.len() == 1);
    Some((count(men)?, count(kings.strip_suffix('K')?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for pieces in 2..=4 {
            for class in Material::classes(pieces) {
                assert_eq!(class.to_string().parse(), Ok(class));
                assert!(class.with_colors_exchanged().with_stronger_white().has_stronger_white());
            }
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        for text in [
            "",
            "2K",
            "0M2K-",
            "0M2K-0M0K",
            "0M2K-1K",
            "5M0K-4M0K",
            "-1M2K-0M1K",
            "0M256K-0M1K",
            "0M2K-0M1Kx",
        ] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
