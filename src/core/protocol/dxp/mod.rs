//! DXP, the DamExchange protocol, over TCP or any pair of streams; described in `docs/dxp.md`.
//!
//! CITE: the pages of the protocol at mesander.nl/damexchange. Facts about other programs come from tests with them.
//!
//! | file | contents |
//! |---|---|
//! | `message`, `fields` | messages as values and as text |
//! | `link` | bytes: ends of messages, rate limits, threads |
//! | `board` | positions and moves in messages |
//! | `plan` | the games that an initiator requests, and a follower's answers |
//! | `conversation` | the order of messages: one state machine for all conversations, without any I/O |
//! | `session`, `player` | its first user: the playing engine, as a state machine and with threads |
//! | `connection` | its second user: a peer as an engine that this program drives |
//! | `server` | accepting peers |

mod board;
mod connection;
mod conversation;
mod fields;
mod link;
mod message;
mod plan;
mod player;
mod server;
mod session;

pub use board::{find_move, move_message, parse_start, start_text};
pub use connection::{Connection, ConnectionError, Reply, connect};
pub use conversation::{Action, Closing, FinishedGame};
pub use fields::{ChatText, LONGEST_MESSAGE, Minutes, Name, may_mean, named_game, own_name};
pub use link::{Excess, Framing, Link, Received};
pub use message::{
    AcceptanceCode, BackCode, BackRequest, EndReason, GameAcceptance, GameEnd, GameRequest, Message,
    MoveMessage, StartText, VERSION, parse_message,
};
pub use plan::{Colors, NewGame, Plan};
pub use player::{Observer, converse};
pub use server::{Peer, Server, Turn};
pub use session::{Conduct, Session};
