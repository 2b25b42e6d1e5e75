//! Matches between engines: processes, clocks, a referee, openings, schedules, statistics and reports.
//!
//! | file | what lives there |
//! |---|---|
//! | `runner` | a match: its engines are checked, its games played, several at once |
//! | `events` | what it tells meanwhile |
//! | `schedule` | who plays whom |
//! | `openings` | where games begin |
//! | `referee` | one game after the other by our rules |
//! | `players` | the engines of a referee: `engine_process` for Hub, `dxp` for DXP |
//! | `spec`, `time_control` | how an engine is described, and how much time it has |
//! | `engine_line`, `parameters` | what engines say, and what they can be told |
//! | `engine_input`, `process` | how they are written to, started and ended |
//! | `adjudication`, `ending`, `failure` | how games end: early, with which result, by which fault |
//! | `record`, `game_rules`, `journal`, `pdn` | a game as it is written down and played once more, and the folder of a match |
//! | `results`, `search_figures` | what all games come to: counts, and how deep and fast the engines have searched |
//! | [`stats`], `sequential_test`, [`report`] | Elo and tests, a page |
//! | `self_play` | games within this process, for tuning |

mod adjudication;
mod dxp;
mod ending;
mod engine_input;
mod engine_line;
mod engine_process;
mod events;
mod failure;
mod game_rules;
mod journal;
mod openings;
mod parameters;
mod pdn;
mod players;
mod process;
pub mod record;
mod referee;
pub mod report;
mod results;
mod runner;
mod schedule;
mod search_figures;
#[cfg(feature = "tuning")]
mod self_play;
mod sequential_test;
mod spec;
pub mod stats;
mod time_control;

pub use adjudication::{Adjudication, Agreement};
pub use dxp::{DxpAddress, DxpSpec};
pub use engine_process::{Answer, EngineProcess};
pub use events::MatchEvent;
pub use failure::{Failure, MatchError};
pub use game_rules::GameRules;
pub use journal::Journal;
pub use openings::{KeptOpenings, MatchVariant, Opening, RandomOpenings, ReadOpenings, read_openings};
pub use pdn::{OPENING_TAG, pdn_game_of, pdn_of};
pub use record::{ChatRecord, GameRecord, GameResult, MoveRecord};
pub use report::html_report;
pub use results::MatchResults;
pub use runner::{Continue, Match, Ready};
pub use schedule::{Format, Pairing, Repeat, schedule};
pub use search_figures::SearchFigures;
#[cfg(feature = "tuning")]
pub use self_play::{SelfPlay, Thinking};
pub use sequential_test::SequentialTest;
pub use spec::{Conditions, EngineKeys, EngineSpec};
pub use time_control::{Clock, Overstep, TimeControl};
