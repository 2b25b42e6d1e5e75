//! Endgame tables: the value of every position with few pieces, computed by retrograde analysis.
//!
//! A table holds one class of positions: those with the same [`Material`]. For each it stores whether the side
//! to move wins, draws or loses, and in how many plies. Positions that the rules distinguish are distinct: by
//! side to move and by extra state such as the vanguard. Each combination of rule options has its own set of tables.
//!
//! Tables ignore the moves played before a position. Draws by repetition do not matter, because the winner never needs
//! to repeat a position. Move limits do matter, but tables ignore them.
//!
//! ```
//! use coupturc_core::rules::games::{International, Variant};
//! use coupturc_core::rules::{Color, Kind, Position, RuleOptions, Setup};
//! use coupturc_core::tables::{BuildPlan, Value};
//!
//! let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
//! let set = plan.build(Variant::International.rules(), &RuleOptions::default())?;
//! let square = |number: usize| International::GEOMETRY.squares()[number - 1];
//! # use coupturc_core::rules::Game;
//! let mut setup = Setup::empty(Color::White);
//! setup.put(Color::White, Kind::King, square(46));
//! setup.put(Color::Black, Kind::Man, square(10));
//! let position = Position::<International>::from_setup(&setup, &RuleOptions::default())?;
//! assert!(matches!(set.probe(&position), Some(Value::Win(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what lives there |
//! |---|---|
//! | `pieces` | the pieces of a position, and its class |
//! | `symmetry` | the symmetries of a game: images of a position with the same value |
//! | `combinations`, `ranked_set`, `index` | the numbering of positions, without gaps |
//! | `extra` | the numbering of extra states |
//! | `layout` | where the value of each position is stored |
//! | `game` | a game as tables see it, with the functions compiled for each game |
//! | `value` | wins, draws and losses |
//! | `solve`, `parallel` | retrograde analysis of one class, on several threads |
//! | `build` | building all classes with up to a given number of pieces |
//! | `set` | a set of tables, and how it is probed |
//! | [`files`] | tables in files, two per class |
//! | `walk` | iteration over all positions of a class |
//! | `class_name` | parsing of class names |

mod build;
mod class_name;
mod combinations;
mod extra;
pub mod files;
mod game;
mod index;
mod layout;
mod parallel;
mod per_game;
mod pieces;
mod ranked_set;
mod set;
mod solve;
mod symmetry;
mod value;
mod walk;

use crate::rules;

// Only games whose sets of cells have 64 bits have tables.
type Bitboard = rules::Bitboard<u64>;
type Board = rules::Board<u64>;
type Move = rules::Move<u64>;
type MoveList = rules::MoveList<u64>;

pub use build::{BuildError, BuildPlan, expect_tables};
pub use class_name::UnknownClass;
pub use pieces::Material;
pub(crate) use set::Verdict;
pub use set::{EndgameTable, TableSet};
pub use symmetry::{is_fair, mirrors, turn};
pub use value::{Value, Wdl};
