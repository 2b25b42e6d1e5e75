//! DXP, the DamExchange protocol, over TCP or any pair of streams. `docs/dxp.md` is its description.
//!
//! CITE: the pages of the protocol at mesander.nl/damexchange. Facts about other programs come from meeting them.
//!
//! | file | what lives there |
//! |---|---|
//! | `message`, `fields` | messages: values, texts, and the way between |
//! | `link` | bytes: where messages end, how many may come, threads |
//! | `board` | positions and moves as messages carry them |
//! | `plan` | the games that an initiator asks for, and what a follower thinks of them |
//! | `conversation` | the order of messages: one state machine for all conversations, without any I/O |
//! | `session`, `player` | its first user: the engine that plays, as a state machine, and at work |
//! | `connection` | its second user: a peer as an engine that another program drives |
//! | `server` | waiting for peers |

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
pub use link::{Excess, Framing, Heard, Link};
pub use message::{
    AcceptanceCode, BackCode, BackRequest, EndReason, GameAcceptance, GameEnd, GameRequest, Message,
    MoveMessage, StartText, VERSION, parse_message,
};
pub use plan::{Colors, NewGame, Plan};
pub use player::{Observer, converse};
pub use server::{Peer, Server, Turn};
pub use session::{Conduct, Session};
