//! Every number of search and evaluation that matches can improve, in one list.
//!
//! A build with the feature `tuning` declares them all as parameters of the engine, so that a tuner can change them from
//! outside; any other build has them as constants. A game may have a value of its own.

use crate::rules::games::Variant;

#[cfg(feature = "tuning")]
pub use outside::{Setting, Tunable, get, set, tunables};

macro_rules! tunables {
    (@value $variant:ident, [$($value:literal),+]) => {
        [$($value),+][$variant as usize]
    };
    (@value $variant:ident, $value:literal) => {{
        let _ = $variant;
        $value
    }};
    ($($(#[$doc:meta])* $name:ident: $min:literal..=$max:literal = $value:tt;)+) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tuning"))]
            #[inline(always)]
            pub(crate) const fn $name(game: Variant) -> i32 {
                tunables!(@value game, $value)
            }

            $(#[$doc])*
            #[cfg(feature = "tuning")]
            #[inline(always)]
            pub(crate) fn $name(game: Variant) -> i32 {
                let own = || tunables!(@value game, $value);
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
    /// For a man near the end of a game; at its start it is worth a hundred.
    man_ending: 10..=250 = [63, 37, 100, 50, 100];
    /// For every step that a man has come closer to promotion than the furthest cell, at the start of a game.
    man_advance_opening: -500..=500 = [-12, -17, 0, 3, 9];
    /// The same near its end.
    man_advance_ending: -500..=500 = [7, 11, 0, 11, 9];
    /// For a man that stands as far from promotion as it can, at the start of a game.
    man_home_opening: -500..=500 = [-133, -123, 0, 38, 0];
    /// The same near its end.
    man_home_ending: -500..=500 = [42, 68, 0, -53, 0];
    /// For a man that is one step from promotion, at the start of a game.
    man_promotes_in_one_opening: -500..=500 = [350, 272, 56, -119, 0];
    /// The same near its end.
    man_promotes_in_one_ending: -500..=500 = [38, 26, 56, 203, 0];
    /// The same for two steps, at the start of a game.
    man_promotes_in_two_opening: -500..=500 = [-42, -5, 17, -38, -9];
    /// The same near its end.
    man_promotes_in_two_ending: -500..=500 = [30, 26, 17, -8, -9];
    /// The same for three steps, at the start of a game.
    man_promotes_in_three_opening: -500..=500 = [-36, -25, 2, -13, -13];
    /// The same near its end.
    man_promotes_in_three_ending: -500..=500 = [18, 10, 2, 17, -13];
    /// For each direction of captures in which a man stands at the edge: there it cannot be captured, at the start of a game.
    man_edge_opening: -500..=500 = [63, 57, 14, 21, 46];
    /// The same near its end.
    man_edge_ending: -500..=500 = [-18, -11, 14, 13, 46];
    /// The same in which it stands next to a cell at the edge, at the start of a game.
    man_near_edge_opening: -500..=500 = [3, -5, 0, 13, 0];
    /// The same near its end.
    man_near_edge_ending: -500..=500 = [-9, -1, 0, -6, 0];
    /// For each man that has an empty cell to step to, for each such cell, at the start of a game.
    man_mobility_opening: -500..=500 = [78, 73, -3, -9, -5];
    /// The same near its end.
    man_mobility_ending: -500..=500 = [-4, 5, -3, 35, -5];
    /// For each own man that stands in front of another, at the start of a game.
    man_support_opening: -500..=500 = [80, 77, -3, -2, -2];
    /// The same near its end.
    man_support_ending: -500..=500 = [-9, -3, -3, 26, -2];
    /// For each own man next to another along a line of captures: neither can be captured along that line, at the start of a game.
    man_line_opening: -500..=500 = [0, 0, 0, -3, 0];
    /// The same near its end.
    man_line_ending: -500..=500 = [0, 0, 0, 12, 0];
    /// For each man that stands left or right of the middle, where the other half has none for it, at the start of a game.
    man_balance_opening: -500..=500 = [4, -5, 0, -7, 0];
    /// The same near its end.
    man_balance_ending: -500..=500 = [-18, -11, 0, -21, 0];
    /// For having the move, at the start of a game.
    tempo_opening: -500..=500 = [3, 1, 9, 4, 8];
    /// The same near its end.
    tempo_ending: -500..=500 = [7, 11, 9, 11, 8];
    /// For having the move where the opponent threatens a capture, at the start of a game.
    threat_opening: -500..=500 = [-17, -23, 0, -22, 0];
    /// The same near its end.
    threat_ending: -500..=500 = [-53, -27, 0, -28, 0];
    /// For a king, at the start of a game.
    king_value_opening: 0..=1500 = [444, 406, 298, 269, 390];
    /// The same near its end.
    king_value_ending: 0..=1500 = [97, 193, 298, 652, 390];
    /// For each direction of captures in which a king stands at the edge, at the start of a game.
    king_edge_opening: -500..=500 = [170, 53, 0, -29, 0];
    /// The same near its end.
    king_edge_ending: -500..=500 = [-31, -9, 0, -11, 0];
    /// For each empty cell that a king can step to, at the start of a game.
    king_mobility_opening: -500..=500 = [210, 206, 0, -12, 0];
    /// The same near its end.
    king_mobility_ending: -500..=500 = [-32, -56, 0, -25, 0];
    /// From this depth on, a node is first searched with a raised window, much shallower.
    probcut_depth: 2..=100 = 3;
    /// And for every ply of depth.
    probcut_margin: 0..=50 = [10, 5, 5, 5, 5];
    /// The depth of that search, in hundredths of the depth of the node.
    probcut_share: 10..=90 = 40;
    /// Up to this depth, a node whose evaluation is far above the window is left.
    reverse_futility_depth: 0..=20 = 6;
    /// How far above, in hundredths of a man for every ply.
    reverse_futility_margin: 5..=200 = 40;
    /// The first move that is reduced in nodes with an open window, counted from 0.
    reduction_first_open: 1..=20 = 3;
    /// The same in other nodes.
    reduction_first: 1..=20 = 3;
    /// A reduction in hundredths of a ply for every late move.
    reduction_base: -200..=300 = 0;
    /// What divides the product of the logarithms of depth and place, in hundredths.
    reduction_divisor: 50..=600 = 200;
    /// What a depth is worth in histories.
    history_bonus: 1..=64 = 4;
    /// The most that a depth is worth there.
    history_bonus_limit: 100..=4000 = 1600;
    /// How much the history by the previous move counts, in hundredths.
    continuation_history_weight: 0..=300 = 100;
    /// The half width of the first window at the root, in hundredths of a man.
    aspiration_window: 4..=200 = 30;
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
