//! Hub commands as values.

use crate::book::Mark;
use crate::engine::{GameClock, Mode};
use crate::notation::PdnMove;
use std::time::Duration;

/// A parsed line from the client. Texts that depend on the game are not parsed yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `hub`: introduce the engine and declare its parameters.
    Hub,
    /// `init`: get ready.
    Init,
    /// `set-param name=<name> value=<value>`
    SetParam {
        /// The parameter.
        name: String,
        /// The new value, as text.
        value: String,
    },
    /// `new-game`: forget what earlier searches have learned.
    NewGame,
    /// `pos pos=<position>|fen=<fen> [<extra state>=<value>] [moves="<moves>"]`
    Pos {
        /// The position from which the moves are played.
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
    /// `stop`: end the search and answer.
    Stop,
    /// `ping`, answered by `pong`.
    Ping,
    /// `quit`
    Quit,
    /// `legal-moves` (extension)
    LegalMoves,
    /// `paths moves="<moves>"` (extension): the cells that the pieces of these moves visit.
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
    /// `books` (extension): the games for which there is a book.
    Books,
    /// `book-moves [from=book|games]` (extension): what a book or the counted games have on the position.
    BookMoves {
        /// Whether from the counted games instead of the book.
        from_games: bool,
    },
    /// `book-mark move=<move> [mark=veto|prefer|none] [note="<text>"]` (extension): marks a move in the book's file.
    BookMark {
        /// The move.
        text: String,
        /// The new mark, if it changes.
        mark: Option<Option<Mark>>,
        /// The new note, if it changes.
        note: Option<String>,
    },
    /// `eval` (extension)
    Eval,
    /// `wait-done` (extension): read nothing more until the running search has ended.
    WaitDone,
    /// `pdn-text text="<text>"` (extension): a chunk of a file.
    PdnText {
        /// The chunk.
        text: String,
    },
    /// `pdn-read` (extension): list the games of the file.
    PdnRead,
    /// `pdn-count [plies=<n>]` (extension): count the games of the file at each position.
    PdnCount {
        /// The first plies of a game that are counted.
        plies: u32,
    },
    /// `pdn-show game=<n> [variant=<game>]` (extension): one game of the file in full.
    PdnShow {
        /// The number of the game in the file, from 1.
        game: usize,
        /// The draughts game to read it as.
        variant: Option<String>,
    },
    /// `pdn-tag name=<name> value=<value>` (extension): a tag of a game to be written.
    PdnTag {
        /// The name of the tag.
        name: String,
        /// The value of the tag.
        value: String,
    },
    /// `pdn-node id=<n> parent=<n> move=<move>|fen=<fen> ...` (extension): a move of a game to be written.
    PdnNode {
        /// The number of the move, from 1 in the order of the lines.
        id: usize,
        /// The move in the protocol's notation, or a position that is set up.
        node: PdnMove,
    },
    /// `pdn-write [result=<result>] [comment=<text>]` (extension): write the game.
    PdnWrite {
        /// The result to write.
        result: Option<String>,
        /// The comment before its first move.
        comment: Option<String>,
    },
    /// `pdn-new` (extension): discard the game to be written.
    PdnNew,
    /// `rules-check text="<text>" [name=<name>]` (extension): what is wrong with the text of a game file.
    RulesCheck {
        /// The name of the file, without its ending.
        name: String,
        /// The text.
        text: String,
    },
    /// `rules-play name=<name> text="<text>"` (extension): play the game of the text.
    RulesPlay {
        /// The name of the file, without its ending.
        name: String,
        /// The text.
        text: String,
    },
    /// `rules-text name=<game>` (extension): the file of an embedded game.
    RulesText {
        /// The game.
        name: String,
    },
    /// `rules-board` (extension): the game on the board, and what the board looks like.
    RulesBoard,
}

/// The position of a `pos` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionText {
    /// In Hub notation.
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
    /// `infinite`: no limits; earlier ones are removed.
    Infinite,
}
