//! The DamExchange protocol, over TCP or any pair of streams. `protocol.md` is its description.
//!
//! CITE: the pages of the protocol at mesander.nl/damexchange. Facts about other programs come from meeting them.
//!
//! | file | what lives there |
//! |---|---|
//! | `message`, `fields`, `grammar` | messages: values, texts, and the way between |
//! | `framing`, `rate`, `link` | bytes: where messages end, how many may come, threads |
//! | `board`, `names` | positions, moves and games as messages carry them |
//! | `plan`, `request` | the games that an initiator asks for, and what a follower thinks of them |
//! | `clock`, `session` | a conversation as a state machine, without any I/O |
//! | `player` | the engine in a conversation |
//! | `server` | waiting for peers |
//! | `connection`, `agreement` | a peer as an engine that another program drives, and how their games begin |

mod agreement;
mod board;
mod clock;
mod connection;
mod fields;
mod framing;
mod grammar;
mod link;
mod message;
mod names;
mod plan;
mod player;
mod rate;
mod request;
mod server;
mod session;

pub use board::{find_move, move_message, parse_start, start_text};
pub use connection::{Connection, ConnectionError, Reply, connect};
pub use fields::{ChatText, LONGEST_MESSAGE, Minutes, Name, NoMinutes};
pub use framing::Framing;
pub use grammar::parse_message;
pub use link::Link;
pub use message::{
    AcceptanceCode, BackCode, BackRequest, EndReason, GameAcceptance, GameEnd, GameRequest, Message,
    MoveMessage, StartText, VERSION,
};
pub use names::{named_game, own_name};
pub use plan::{Colors, NewGame, Plan};
pub use player::{Observer, converse};
pub use server::{Peer, Server, Turn};
pub use session::{Action, Closing, Conduct, FinishedGame, Session};
