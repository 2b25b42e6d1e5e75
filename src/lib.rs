//! **coupturc** is an engine for International Draughts and its relatives, which
//! [`Variant`](rules::games::Variant) lists. The engine is the crate [`coupturc_core`], whose modules are here under
//! the same names; this library is the rest of the program, a thin shell around it.
//!
//! Other programs need [`rules`], [`notation`], [`engine`], [`search`] and [`tables`], all in [`coupturc_core`], and
//! `crossbeam-channel` for events. The other modules are public only for this program's tests, or private, and change
//! without notice.
//!
//! # Legal moves
//!
//! ```
//! use coupturc::notation::{move_text, parse_move, svg};
//! use coupturc::rules::{RuleOptions, games::Variant};
//!
//! let mut game = Variant::Dameo.rules().start(&RuleOptions::default());
//! let moves: Vec<String> = game.legal_moves().iter().map(|&mv| move_text(game.rules(), mv)).collect();
//! assert!(moves.contains(&"a1-d4".to_owned()), "a line of men moves as one");
//!
//! game.play(parse_move(game.position(), "a1-d4")?)?;
//! assert_eq!(game.outcome(), None);
//! assert!(svg(game.position()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A search
//!
//! ```
//! use coupturc::engine::{Engine, Event, Limits, Mode, Settings};
//! use coupturc::rules::{RuleOptions, games::Variant};
//!
//! let (events, inbox) = crossbeam_channel::unbounded();
//! let game = Variant::Hexdame.rules().start(&RuleOptions::default());
//! let mut engine = Engine::new(game, Settings { hash_mebibytes: 1, ..Settings::default() }, events)?;
//! engine.go(Mode::Think, &Limits { nodes: Some(10_000), ..Limits::default() })?;
//! for event in inbox {
//!     match event {
//!         Event::Info(info) => println!("{:?}", info.lines.first().map(|line| (line.depth, line.score.men()))),
//!         Event::Done(done) => {
//!             assert!(done.best.is_some_and(|best| engine.game().legal_moves().contains(&best)));
//!             break;
//!         }
//!         _ => {}
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A table probe
//!
//! ```
//! use coupturc::notation::parse_fen_setup;
//! use coupturc::rules::{RuleOptions, games::Variant};
//! use coupturc::tables::{BuildPlan, Value};
//!
//! let (rules, options) = (Variant::Dameo.rules(), RuleOptions::default());
//! let (setup, _) = parse_fen_setup(rules, "W:WKa1,Kb2:BKg7")?;
//! let position = rules.position(&setup, &options)?;
//! let tables = BuildPlan { pieces: 3, ..BuildPlan::default() }.build(Variant::Dameo.rules(), &options)?;
//! assert_eq!(tables.probe_any(&*position), Some(Value::Win(3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | what lives there | may use |
//! |---|---|---|
//! | `exclusive` | files that one process at a time may write to | nothing |
//! | `html` | the parts shared by all HTML pages | rules, notation |
//! | `probe` | what endgame tables say about a position | rules, notation, tables |
//! | `analysis` | the mistakes in whole games | html, rules, notation, search, book, engine |
//! | [`arena`] | matches between engines | memory, escape, exclusive, html, rules, notation, tables, tunables, search, protocol |
//! | [`puzzles`] | positions with one winning or saving move | memory, rules, notation, tables, search |
//! | `expansion` | opening books built by searches | memory, panics, exclusive, rules, notation, tables, eval, search, book |
//! | `web` | a board in the browser, and the server for it | probe, rules, notation, tables, eval, book, protocol |
//! | `learn` | nets from games of the engine against itself | memory, exclusive, html, rules, notation, tables, eval, search |
//! | [`cli`] | the command line | everything |
//!
//! A module may use only the modules in its last column. `tests/documents/module_map.rs` checks this table and that of
//! CONTRIBUTING.md, which has the same columns.

// `pub` in a private module means: for the other modules.
#![allow(unreachable_pub)]

#[cfg(feature = "tuning")]
use coupturc_core::tunables;
pub use coupturc_core::{book, engine, notation, protocol, rules, search, tables, with_game};
use coupturc_core::{escape, eval, memory, panics};

mod analysis;
pub mod arena;
pub mod cli;
mod exclusive;
mod expansion;
mod html;
mod learn;
mod probe;
pub mod puzzles;
mod web;
