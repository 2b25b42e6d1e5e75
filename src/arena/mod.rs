//! Matches between engines: processes, clocks, a referee, openings, schedules, statistics and reports.

mod adjudication;
mod declared;
mod dxp;
mod ending;
mod engine_input;
mod engine_process;
mod failure;
mod game_rules;
mod journal;
mod kept_openings;
mod news;
mod openings;
mod pdn;
mod players;
mod process;
pub mod record;
mod rehearsal;
pub mod report;
mod results;
mod runner;
mod schedule;
#[cfg(feature = "tuning")]
mod self_play;
mod sole_writer;
mod spec;
pub mod stats;
#[cfg(target_os = "linux")]
mod stragglers;
mod table;
mod time_control;
mod words;

pub use adjudication::{Adjudication, Agreement};
pub use dxp::{DxpAddress, DxpSpec};
pub use engine_process::{EngineProcess, Thought};
pub use failure::{Failure, MatchError};
pub use game_rules::GameRules;
pub use journal::Journal;
pub use kept_openings::KeptOpenings;
pub use news::News;
pub use openings::{Opening, RandomOpenings, read_openings};
pub use pdn::pdn_of;
pub use record::{ChatRecord, GameRecord, GameResult, MoveRecord};
pub use report::html_report;
pub use results::MatchResults;
pub use runner::{Continue, Match, MatchVariant};
pub use schedule::{Format, Pairing, Repeat, schedule};
#[cfg(feature = "tuning")]
pub use self_play::{SelfPlay, Thinking};
pub use spec::EngineSpec;
pub use table::Conditions;
pub use time_control::{Clock, Overstep, TimeControl};
