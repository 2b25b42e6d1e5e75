//! A naive referee for all games: the rules taken literally, without any optimisation.
//!
//! Its purpose is to disagree with the engine if one of the two is wrong, so they share neither code nor ideas: cells
//! are coordinates, the board holds one piece per cell, and captures are found by walking every route. Its interface is
//! text in the forms of the Hub protocol.
//!
//! | file | what it contains |
//! |---|---|
//! | `game` | the names of the games and of their parameters |
//! | `geometry` | cells, directions, starting and promotion cells of each board |
//! | `board` | colours, pieces, the board |
//! | `moves` | a move and its text |
//! | `quiet` | moves that capture nothing |
//! | `captures` | captures: all routes, the priority among captures, halting |
//! | `king_moves` | the extra state of Frisian Draughts: kings that must rest |
//! | `position` | a position: reading, writing, legal moves, playing one |
//! | `endgames` | positions with few pieces, played to the end |
//! | `fen` | reading FEN |
//! | `history` | a whole game: how it ends |
//! | `limits` | draw limits |
//! | `random` | random positions |

mod board;
mod captures;
mod endgames;
mod fen;
mod game;
mod geometry;
mod history;
mod king_moves;
mod limits;
mod moves;
mod position;
mod quiet;
mod random;

pub use endgames::{End, Endgames, end_by_rule, end_of};
pub use game::{DrawRule, Game, Halt, KingAgainstMan, Options, Scope};
pub use history::NaiveGame;
pub use position::NaivePosition;
pub use random::{random_feast, random_position};
