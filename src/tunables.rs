//! Every number of search and evaluation that matches can improve, in one list.
//!
//! A build with the feature `tuning` declares them all as parameters of the engine, so that a tuner can change them from
//! outside; any other build has them as constants. A game may have a value of its own.

use crate::rules::games::Variant;

#[cfg(feature = "tuning")]
pub use outside::{Setting, Tunable, get, set, tunables};

macro_rules! tunables {
    (@value $variant:ident, $default:literal) => {{
        let _ = $variant;
        $default
    }};
    (@value $variant:ident, $default:literal [$($game:ident: $value:literal),+]) => {
        match $variant {
            $(Variant::$game => $value,)+
            _ => $default,
        }
    };
    ($($(#[$doc:meta])* $name:ident: $min:literal..=$max:literal = $default:literal $([$($game:ident: $value:literal),+])?;)+) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tuning"))]
            #[inline(always)]
            pub(crate) const fn $name(game: Variant) -> i32 {
                tunables!(@value game, $default $([$($game: $value),+])?)
            }

            $(#[$doc])*
            #[cfg(feature = "tuning")]
            #[inline(always)]
            pub(crate) fn $name(game: Variant) -> i32 {
                let own = || tunables!(@value game, $default $([$($game: $value),+])?);
                outside::value(Place::$name as usize).unwrap_or_else(own)
            }
        )+

        #[cfg(feature = "tuning")]
        #[allow(non_camel_case_types)]
        enum Place { $($name),+ }

        #[cfg(feature = "tuning")]
        const LIST: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            min: $min,
            max: $max,
            default: $default,
        }),+];

        #[cfg(feature = "tuning")]
        fn default_of(name: &str, game: Variant) -> Option<i32> {
            match name {
                $(stringify!($name) => Some($name(game)),)+
                _ => None,
            }
        }

        #[cfg(test)]
        mod tests {
            use super::*;

            #[test]
            fn all_values_are_in_range() {
                for &game in Variant::ALL {
                    $(assert!(($min..=$max).contains(&$name(game)), "{} of {game}", stringify!($name));)+
                }
            }
        }
    };
}

tunables! {
    /// For every step that a man has come closer to promotion than the furthest cell.
    man_advance: -20..=30 = -6 [Dameo: 0, Hexdame: 12, Harzdame: 9];
    /// Once more, for a man that is one step from promotion.
    man_promotes_in_one: -40..=150 = 64 [Dameo: 56, Hexdame: 27, Harzdame: 0];
    /// The same for two steps.
    man_promotes_in_two: -40..=100 = 27 [Dameo: 17, Hexdame: -38, Harzdame: -9];
    /// The same for three steps.
    man_promotes_in_three: -40..=80 = 4 [Dameo: 2, Hexdame: -8, Harzdame: -13];
    /// For each direction of captures in which a man stands at the edge: there it cannot be captured.
    man_edge: -20..=80 = 3 [Dameo: 14, Hexdame: 23, Harzdame: 46];
    /// For each man that has an empty cell to step to, for each such cell.
    man_mobility: -20..=30 = 6 [Dameo: -3, Hexdame: 5, Harzdame: -5];
    /// For each own man that stands right in front of another: it cannot be captured along that line.
    man_support: -30..=40 = 1 [Dameo: -3, Hexdame: 10, Harzdame: -2];
    /// For having the move.
    tempo: -20..=60 = -1 [Dameo: 9, Hexdame: 8, Harzdame: 8];
    /// What a king is worth, in hundredths of a man.
    king_value: 50..=900 = 239 [Dameo: 298, Hexdame: 466, Harzdame: 390];
    /// From this depth on, a node is first searched with a raised window, much shallower.
    probcut_depth: 2..=100 = 3;
    /// And for every ply of depth.
    probcut_slope: 0..=50 = 5;
    /// The depth of that search, in hundredths of the depth of the node.
    probcut_share: 10..=90 = 40;
    /// Up to this depth, a node whose evaluation is far above the window is left.
    static_depth: 0..=20 = 6;
    /// How far above, in hundredths of a man for every ply.
    static_slope: 5..=200 = 40;
    /// The first move that is reduced in nodes with an open window, counted from 0.
    reduction_first_open: 1..=20 = 3;
    /// The same in other nodes.
    reduction_first: 1..=20 = 3;
    /// A reduction in hundredths of a ply for every late move.
    reduction_base: -200..=300 = 0;
    /// What divides the product of the logarithms of depth and place, in hundredths.
    reduction_divisor: 50..=600 = 200;
    /// What a depth is worth in histories.
    history_slope: 1..=64 = 4;
    /// The most that a depth is worth there.
    history_most: 100..=4000 = 1600;
    /// How much the history by the previous move counts, in hundredths.
    continuation_weight: 0..=300 = 100;
    /// The half width of the first window at the root, in hundredths of a man.
    aspiration: 4..=200 = 30;
}

#[cfg(feature = "tuning")]
mod outside {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    use super::{LIST, default_of};
    use crate::rules::games::Variant;

    /// A number that can be changed from outside.
    #[derive(Clone, Copy, Debug)]
    pub struct Tunable {
        /// Its name.
        pub name: &'static str,
        /// The least value that makes sense.
        pub min: i32,
        /// The greatest.
        pub max: i32,
        /// The value in games that have none of their own.
        pub default: i32,
    }

    const UNSET: i32 = i32::MIN;
    static EVERYWHERE: [AtomicI32; LIST.len()] = [const { AtomicI32::new(UNSET) }; LIST.len()];

    thread_local! {
        static HERE: [Cell<i32>; LIST.len()] = const { [const { Cell::new(UNSET) }; LIST.len()] };
    }

    #[inline]
    pub(super) fn value(place: usize) -> Option<i32> {
        let here = HERE.with(|values| values[place].get());
        let value = if here == UNSET { EVERYWHERE[place].load(Relaxed) } else { here };
        (value != UNSET).then_some(value)
    }

    /// All of them.
    #[must_use]
    pub fn tunables() -> &'static [Tunable] {
        LIST
    }

    /// The value in force in a game.
    #[must_use]
    pub fn get(name: &str, game: Variant) -> Option<i32> {
        default_of(name, game)
    }

    fn place_of(name: &str) -> Option<usize> {
        LIST.iter().position(|tunable| tunable.name == name)
    }

    /// Changes a value for all games and threads; whether there is one of that name.
    pub fn set(name: &str, value: i32) -> bool {
        let place = place_of(name);
        if let Some(place) = place {
            EVERYWHERE[place].store(value, Relaxed);
        }
        place.is_some()
    }

    /// Values that one player of a game in this process searches with.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Setting([i32; LIST.len()]);

    impl Default for Setting {
        fn default() -> Self {
            Self([UNSET; LIST.len()])
        }
    }

    impl Setting {
        /// Changes a value; whether there is one of that name.
        pub fn set(&mut self, name: &str, value: i32) -> bool {
            let place = place_of(name);
            if let Some(place) = place {
                self.0[place] = value;
            }
            place.is_some()
        }

        /// From now on this thread searches with these values.
        pub fn apply_here(&self) {
            HERE.with(|values| values.iter().zip(self.0).for_each(|(cell, value)| cell.set(value)));
        }
    }
}
