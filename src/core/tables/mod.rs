//! Endgame tables: the value of every position with few pieces, found by retrograde analysis, backwards from the end.
//!
//! A table holds one class of positions, those with the same [`Material`]. It knows for each whether the side
//! to move wins, draws or loses, and in how many plies. All that distinguishes positions under the rules is
//! looked at: the side to move, extra state such as the vanguard, and the options of the rules, for which
//! there are sets of tables of their own.
//!
//! Tables know nothing of what has been played before. Draws by repetition do not matter: who can win need not
//! repeat anything. The limits of so many moves do matter, and are not looked at.
//!
//! ```
//! use coupturc_core::rules::games::{International, Variant};
//! use coupturc_core::rules::{Color, Kind, Position, RuleOptions, Setup};
//! use coupturc_core::tables::{BuildPlan, Value};
//!
//! let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
//! let set = plan.build(Variant::International, &RuleOptions::default())?;
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
//! | `symmetry` | which images of a position are worth the same |
//! | `combinations`, `fold`, `index` | positions as numbers without gaps |
//! | `extra` | extra state as numbers |
//! | `layout` | where each value stands |
//! | `game` | what there is to know of a game; what is compiled for each of them |
//! | `value` | wins, draws and losses |
//! | `solve`, `parallel` | the values of one class |
//! | `build` | all classes up to some number of pieces |
//! | `set` | tables, and how they are asked |
//! | [`files`] | tables in files, two a class |
//! | `walk` | all positions of a class, one after the other |
//! | `class_name` | classes by their names |

mod build;
mod class_name;
mod combinations;
mod extra;
pub mod files;
mod game;
mod index;
mod layout;
mod parallel;
mod pieces;
mod ranked_set;
mod set;
mod solve;
mod symmetry;
mod value;
mod walk;

pub use build::{BuildError, BuildPlan};
pub use class_name::UnknownClass;
pub use pieces::Material;
pub use set::{EndgameTable, TableSet};
pub use symmetry::mirrors;
pub use value::{Value, Wdl};
