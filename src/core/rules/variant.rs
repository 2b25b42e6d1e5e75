//! The list of games: their names, and the one place where a name becomes a type.

use super::game::Game;
use super::options::named_option;
use super::rule_set::Rules;

/// Generates the enumeration of game names and the one `match` from a name to a type. The first argument, `$`, is the
/// dollar sign of the inner macro.
macro_rules! list_of_games {
    (($d:tt) $($(#[$attribute:meta])* $game:ident = $name:literal),+ $(,)?) => {
        named_option! {
            /// The name of a game.
            Variant { $($(#[$attribute])* $game = $name),+ }
        }

        impl Variant {
            /// The rules of the game.
            // Inlining into another crate would compile the code of all games there again.
            #[inline(never)]
            #[must_use]
            pub fn rules(self) -> &'static Rules {
                match self { $(Self::$game => <super::games::$game as Game>::RULES),+ }
            }
        }

        /// Compiles an expression once for every game of the list, and evaluates it for the game of a `&Rules`, which
        /// must be one of them. In the expression, the given name is the type of that game.
        ///
        /// ```
        /// use coupturc_core::rules::{Game, games::Variant};
        ///
        /// let cells = coupturc_core::with_game!(Variant::Hexdame.rules(), G => G::GEOMETRY.len());
        /// assert_eq!(cells, 61);
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($d rules:expr, $d game_type:ident => $d body:expr) => {
                match $d rules.variant.unwrap_or_default() {
                    $($crate::rules::games::Variant::$game => {
                        type $d game_type = $crate::rules::games::$game;
                        $d body
                    })+
                }
            };
        }

        /// Like [`with_game`], for all games: the expression is also compiled for [`FileGame`](
        /// $crate::rules::FileGame), which has no constants.
        #[macro_export]
        macro_rules! with_any_game {
            ($d rules:expr, $d game_type:ident => $d body:expr) => {
                match $d rules.variant {
                    $(Some($crate::rules::games::Variant::$game) => {
                        type $d game_type = $crate::rules::games::$game;
                        $d body
                    })+
                    None => match $d rules.geometry.word_bits() {
                        u64::BITS => {
                            type $d game_type = $crate::rules::FileGame<u64>;
                            $d body
                        }
                        $crate::rules::Large::BITS => {
                            type $d game_type = $crate::rules::FileGame<$crate::rules::Large>;
                            $d body
                        }
                        _ => {
                            type $d game_type = $crate::rules::FileGame<$crate::rules::Wide>;
                            $d body
                        }
                    },
                }
            };
        }
    };
}

list_of_games! { ($)
    /// International Draughts on the 50 dark squares of a 10x10 board.
    #[default]
    International = "normal",
    /// International Draughts with the vanguard rule.
    Vanguard = "vanguard",
    /// Christian Freeling's game on all squares of the 8x8 board, with linear moves.
    Dameo = "dameo",
    /// Christian Freeling's game on a hexagon of 61 cells.
    Hexdame = "hexdame",
    /// Benedikt Rosenau's game across the 8x8 board, from corner to corner.
    Harzdame = "harzdame",
    /// Ljuban Dedić's game on all squares of the 8x8 board.
    Croda = "croda",
    /// International Draughts on the 32 dark squares of the 8x8 board.
    Brazilian = "brazilian",
    /// The game on the same board in which any capture may be chosen.
    Russian = "russian",
    /// The game on the 10x10 board in which pieces also capture along files and ranks.
    Frisian = "frisian",
    /// The game on all squares of the 8x8 board in which men go forward and sideways.
    Turkish = "turkish",
    /// International Draughts, won by the first player to crown a king.
    Breakthrough = "bt",
    /// International Draughts in which a player who cannot move wins.
    Losing = "losing",
}
