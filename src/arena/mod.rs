//! Matches between engines: processes, clocks, a referee, openings, schedules, statistics and reports.
//!
//! | file | what lives there |
//! |---|---|
//! | `runner` | a match: checks its engines, plays its games, several at once |
//! | `events` | reports of a match while it is running |
//! | `schedule` | pairings |
//! | `openings` | the positions from which games begin |
//! | `referee` | plays single games by our rules |
//! | `players` | the engines of a referee: `engine_process` for Hub, `dxp` for DXP |
//! | `spec`, `time_control` | descriptions of engines and their time controls |
//! | `engine_line`, `parameters` | the lines and the declared parameters of an engine |
//! | `engine_input`, `process` | writing to engines, starting and ending them |
//! | `adjudication`, `ending`, `failure` | the ends of games: early ones, their results, faults |
//! | `record`, `game_rules`, `journal`, `pdn` | game records, their replay, and the folder of a match |
//! | `results`, `search_figures` | totals of all games: results, depth and speed of the engines |
//! | [`stats`], `sequential_test`, [`report`] | Elo, tests and the HTML report |
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
pub use journal::{GAMES_FILE, Journal};
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
