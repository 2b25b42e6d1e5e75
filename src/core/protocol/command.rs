//! Hub commands as values: what a client can say.

use crate::engine::{GameClock, Mode};
use crate::notation::PdnMove;
use std::time::Duration;

/// A line from the client, understood. Texts that depend on the game are not read yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `hub`: who are you, and what are your parameters?
    Hub,
    /// `init`: get ready.
    Init,
    /// `set-param name=<name> value=<value>`
    SetParam {
        /// The parameter.
        name: String,
        /// Its new value, as text.
        value: String,
    },
    /// `new-game`: forget what was learnt.
    NewGame,
    /// `pos pos=<position>|fen=<fen> [<extra state>=<value>] [moves="<moves>"]`
    Pos {
        /// The position the moves begin at.
        position: PositionText,
        /// The name and the value of extra state, such as the vanguard's cell.
        extra: Option<(&'static str, String)>,
        /// Moves with spaces between them.
        moves: String,
    },
    /// `level ...`: limits, which add up until `go`.
    Level(Vec<LevelChange>),
    /// `go think|ponder|analyze`
    Go(Mode),
    /// `ponder-hit`: the expected move was played.
    PonderHit,
    /// `stop`: give your answer now.
    Stop,
    /// `ping`, answered by `pong`.
    Ping,
    /// `quit`
    Quit,
    /// `legal-moves` (extension)
    LegalMoves,
    /// `paths moves="<moves>"` (extension): over which cells do these moves go?
    Paths {
        /// Moves with spaces between them, one after the other.
        moves: String,
    },
    /// `perft depth=<n>` (extension)
    Perft {
        /// Plies.
        depth: u32,
    },
    /// `fen` (extension)
    Fen,
    /// `play move=<move>` (extension)
    Play {
        /// The move.
        text: String,
    },
    /// `status` (extension)
    Status,
    /// `eval` (extension)
    Eval,
    /// `wait-done` (extension): read nothing more until the running search has ended.
    WaitDone,
    /// `pdn-text text="<text>"` (extension): a piece of a file.
    PdnText {
        /// The piece.
        text: String,
    },
    /// `pdn-read` (extension): which games are in the file?
    PdnRead,
    /// `pdn-show game=<n> [variant=<game>]` (extension): all of a game of the file.
    PdnShow {
        /// Its number in the file, from 1.
        game: usize,
        /// The game that it is taken for.
        variant: Option<String>,
    },
    /// `pdn-tag name=<name> value=<value>` (extension): a tag of a game to be written.
    PdnTag {
        /// The name of the tag.
        name: String,
        /// Its value.
        value: String,
    },
    /// `pdn-node id=<n> parent=<n> move=<move>|fen=<fen> ...` (extension): a move of a game to be written.
    PdnNode {
        /// Its number, from 1 in the order of the lines.
        id: usize,
        /// The move in the form of the protocol, or a position that is set up.
        node: PdnMove,
    },
    /// `pdn-write [result=<result>] [comment=<text>]` (extension): write the game.
    PdnWrite {
        /// How it ended, as it is to be written.
        result: Option<String>,
        /// What is said before its first move.
        comment: Option<String>,
    },
    /// `pdn-new` (extension): forget what was told of a game to be written.
    PdnNew,
}

/// The position of a `pos` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionText {
    /// In Hub's form.
    Hub(String),
    /// As FEN.
    Fen(String),
}

/// One change to the limits of the next search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelChange {
    /// `depth=<plies>`
    Depth(u32),
    /// `nodes=<count>`
    Nodes(u64),
    /// `move-time=<seconds>`
    MoveTime(Duration),
    /// `[moves=<moves>] time=<seconds> [inc=<seconds>]`
    Clock(GameClock),
    /// `infinite`: no limits, whatever was said before.
    Infinite,
}
