//! Drop-out expansion: opening books built by searches.
//!
//! A book is a graph of positions. The score of a leaf is that of a search; the score of an inner node is that of its
//! best move, which a longer search chooses when the node is expanded. Again and again, the leaf is expanded that can
//! be reached from the start with the smallest sum of plies and losses, where a loss is the difference between the best
//! move of a position and the one that is made: the best lines are followed deeply, and dubious moves only as far as
//! needed to refute them. Losses of the opponent of the player whose book it is count less, for either player, so that
//! both have answers to weak moves.
//!
//! CITE: Thomas R. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games 2000:
//! drop-out expansion.
//!
//! The graph is a function of the results of searches alone: it depends neither on the order in which they arrived nor
//! on interruptions. So the journal only has to keep them.
//!
//! | file | what lives there |
//! |---|---|
//! | `graph` | the graph, backed-up scores, and the choice of the next leaf |
//! | `costs` | what the way to a leaf costs |
//! | `scores` | the scores of moves and of the positions after them |
//! | `scorer` | the search of a position |
//! | `journal` | the file that keeps the scores of an unfinished book |
//! | `build` | expanding on several threads |
//! | `contents` | the positions of a book in memory: merging, games, marks |

mod build;
mod contents;
mod costs;
mod graph;
mod journal;
mod scorer;
mod scores;

pub use build::{Builder, Limit, News};
pub use contents::Contents;
pub use scorer::Effort;
