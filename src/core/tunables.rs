//! Tunables: every parameter of the search that can be tuned by matches, with its range and default.
//!
//! The search parameters of a game are [`Tunables`], defined in the file of the game in `src/core/eval/games`. A build
//! with the feature `tuning` declares them all as engine parameters, so that a tuner can change them from outside; in
//! any other build they are constants.

#[cfg(feature = "tuning")]
pub use outside::{Setting, Tunable, set, tunables};

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $min:literal..=$max:literal = $value:literal;)+) => {
        /// The search parameters of one game.
        ///
        /// The search reads each parameter through the function of the same name, which respects changes from outside.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub $name: i32,)+
        }

        impl Tunables {
            /// The search parameters of a game that has not been tuned.
            pub const DEFAULT: Self = Self { $($name: $value),+ };

            /// The parameters that are outside their range, with the range.
            #[must_use]
            pub fn out_of_range(&self) -> Vec<String> {
                let mut found = Vec::new();
                $(if !($min..=$max).contains(&self.$name) {
                    found.push(format!("{} = {}, expected {} to {}", stringify!($name), self.$name, $min, $max));
                })+
                found
            }
        }

        #[cfg(not(feature = "tuning"))]
        impl Tunables {
            $($(#[$doc])* #[inline(always)] pub(crate) const fn $name(&self) -> i32 { self.$name })+
        }

        #[cfg(feature = "tuning")]
        impl Tunables {
            $($(#[$doc])* #[inline(always)] pub(crate) fn $name(&self) -> i32 {
                outside::value(Place::$name as usize).unwrap_or(self.$name)
            })+

            /// The current value of the parameter with this name, if it exists.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name()),)+
                    _ => None,
                }
            }
        }

        #[cfg(feature = "tuning")]
        #[allow(non_camel_case_types)]
        enum Place { $($name),+ }

        #[cfg(feature = "tuning")]
        const LIST: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            min: $min,
            max: $max,
        }),+];
    };
}

tunables! {
    /// ProbCut: from this depth on, a node is first searched to a much lower depth with a raised window.
    probcut_depth: 2..=100 = 3;
    /// How much the window is raised for every ply of depth, in hundredths of a man.
    probcut_margin: 0..=50 = 5;
    /// The depth of that search, in hundredths of the depth of the node.
    probcut_share: 10..=90 = 40;
    /// How much more the window is raised where the side to move must capture: the capture may accept a sacrifice
    /// whose purpose a shallow search does not see.
    probcut_capture_margin: 0..=300 = 0;
    /// Enhanced transposition cutoff: from this depth on, the positions after all moves are looked up first.
    transposition_cutoff_depth: 2..=100 = 3;
    /// Reverse futility pruning: up to this depth, a node whose evaluation is far above the window is cut off.
    reverse_futility_depth: 0..=20 = 6;
    /// How far above the window that is, in hundredths of a man for every ply of depth.
    reverse_futility_margin: 5..=200 = 40;
    /// Late move reduction: the first move that is reduced in nodes with an open window, counted from 0.
    reduction_first_open: 1..=20 = 3;
    /// Late move reduction: the first move that is reduced in other nodes, counted from 0.
    reduction_first: 1..=20 = 3;
    /// A reduction in hundredths of a ply for every late move.
    reduction_base: -200..=300 = 0;
    /// The divisor of the product of the logarithms of depth and place, in hundredths.
    reduction_divisor: 50..=600 = 200;
    /// Whether moves that force the opponent to capture are reduced: 1 if so.
    reduction_of_forcing: 0..=1 = 1;
    /// History heuristic: the bonus of a move that causes a cutoff, as a multiple of the square of the depth.
    history_bonus: 1..=64 = 4;
    /// The maximum of this bonus.
    history_bonus_limit: 100..=4000 = 1600;
    /// How much the continuation history counts, in hundredths.
    continuation_history_weight: 0..=300 = 100;
    /// Aspiration window: half the width of the first window at the root, in hundredths of a man.
    aspiration_window: 4..=200 = 30;
}

#[cfg(feature = "tuning")]
mod outside {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    use super::LIST;

    /// A parameter that can be changed from outside.
    #[derive(Clone, Copy, Debug)]
    pub struct Tunable {
        /// The name.
        pub name: &'static str,
        /// The minimum value that makes sense.
        pub min: i32,
        /// The maximum value that makes sense.
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

    /// All parameters that can be changed.
    #[must_use]
    pub fn tunables() -> &'static [Tunable] {
        LIST
    }

    fn place_of(name: &str) -> Option<usize> {
        LIST.iter().position(|tunable| tunable.name == name)
    }

    /// Changes a value for all games and threads; returns whether the name exists.
    pub fn set(name: &str, value: i32) -> bool {
        let place = place_of(name);
        if let Some(place) = place {
            EVERYWHERE[place].store(value, Relaxed);
        }
        place.is_some()
    }

    /// The values that one player of a game in this process searches with.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Setting([i32; LIST.len()]);

    impl Default for Setting {
        fn default() -> Self {
            Self([UNSET; LIST.len()])
        }
    }

    impl Setting {
        /// Changes a value; returns whether the name exists.
        pub fn set(&mut self, name: &str, value: i32) -> bool {
            let place = place_of(name);
            if let Some(place) = place {
                self.0[place] = value;
            }
            place.is_some()
        }

        /// Makes this thread search with these values from now on.
        pub fn apply_here(&self) {
            HERE.with(|values| values.iter().zip(self.0).for_each(|(cell, value)| cell.set(value)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tunables_out_of_range_are_named() {
        assert_eq!(Tunables::DEFAULT.out_of_range(), [""; 0]);
        let wrong = Tunables { probcut_depth: 1, history_bonus: 65, ..Tunables::DEFAULT };
        let expected = ["probcut_depth = 1, expected 2 to 100", "history_bonus = 65, expected 1 to 64"];
        assert_eq!(wrong.out_of_range(), expected);
    }
}
