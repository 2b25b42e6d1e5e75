//! A naive referee for all games, and for some that the engine does not play: the rules read literally, with nothing
//! done for speed.
//!
//! It exists to disagree with the engine whenever one of the two is wrong, so it shares neither code nor
//! ideas with it: cells are coordinates, the board holds one piece a cell, and captures are found by walking
//! every route. All that passes the border is text in the forms of the Hub protocol.
//!
//! | file | what lives there |
//! |---|---|
//! | `game` | the names of the games and of their parameters |
//! | `geometry` | cells, directions, starting and promotion cells of each board |
//! | `board` | colours, pieces, the board |
//! | `moves` | a move and its text |
//! | `quiet` | moves that take nothing |
//! | `captures` | moves that take: all routes, the order among captures, halting |
//! | `king_moves` | what Frisian Draughts remembers: kings that must rest |
//! | `position` | a position: reading, writing, legal moves, playing one |
//! | `endgames` | positions with few pieces, played to the end |
//! | `fen` | reading positions as games keep them |
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
