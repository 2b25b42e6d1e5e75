//! PDN, Portable Draughts Notation: games as texts that other programs read, and back.
//!
//! What is written follows PDN 3.0, with these choices:
//!
//! * **`GameType`** is `20` for International, `25` for Russian, `26` for Brazilian, `30` for Turkish and `40` for Frisian
//!   Draughts, and as Lidraughts has it `96` for Breakthrough and `98` for Losing Draughts. There is no number for the other
//!   games, so they go by the names that the Hub protocol gives them, such as `dameo`, and `killer`
//!   for International Draughts with that rule. Numbers not yet given away are reserved by PDN.
//! * **Cells** are called by letter and number on boards of 8x8, in moves and in the tag `FEN`, as PDN 3.0 wants it; the
//!   Hub protocol may have numbers for the dark squares. Both are read.
//! * **Rules** that differ from the usual ones of a game stand in tags of our own: `Halt`, `VanguardScope`,
//!   `DrawRule` and `KingAgainstMan`, with the values that the protocol has for `halt`, `vanguard-scope`, `draw-rule` and
//!   `king-against-man`.
//! * **Moves** have the same form in all games: `from-to` or `from`x`to`, in Russian Draughts `from:to`, cells by number or
//!   by name. Where two legal captures share both cells, every cell stands between them on which the piece turned, or, where
//!   it went straight on, the one right behind the captured piece: `47x38x24x13x36`. Captured cells
//!   are never named; readers would take them for cells on the way.
//! * **Results** of our own games are `2-0`, `1-1`, `0-2` in International Draughts and `1-0`,
//!   `1/2-1/2`, `0-1` in the other games: these are the result types of PDN 3.0. What was read is written as it was.
//! * **A game ends** with its result once more, or with `*` where there is none. PDN 3.0 writes `*` always,
//!   but wants readers to know both; many programs take the result from here and not from the tag.
//! * **Move numbers** stand before White's moves only, before the first move of a line, and behind variations. Repeating one
//!   after a comment, as chess programs do, is allowed, but not every reader survives it.
//! * **Marks** are written as numbers: `$1` for `!`.
//! * **Comments** are written as they were, between braces; those with braces behind `;`, which PDN 3.0 does not have, but PGN.
//!
//! What is read may differ from that in every way known from other programs: see [`parse_pdn`]. The way of a game is: [`file_text`]
//! makes text of the bytes of a file, [`parse_pdn`] a [`PdnGame`] of each game, as it is written; [`pdn_variants`] tells which games it
//! can be, and [`PdnReplay`] plays it by the rules of one. [`PdnReplay::to_pdn`] and [`pdn_text`] lead back.
//!
//! The attributes of `GameType` that say how squares are numbered are passed over, since real files have them wrong.

mod encoding;
mod fitting;
mod game;
mod game_type;
mod line;
mod moves;
mod numbers;
mod read;
mod replay;
mod result;
mod tag;
mod tokens;
mod tree;
mod write;

pub use encoding::file_text;
pub use fitting::{pdn_variants, usual_variant};
pub use game::{FileLine, PdnFault, PdnGame, PdnMove, PdnResult};
pub(super) use game_type::numbered_variant;
pub use game_type::{game_type, parse_game_type};
pub use moves::{parse_pdn_move, pdn_move_text};
pub use read::parse_pdn;
pub use replay::{PdnNode, PdnReplay, PdnStep, pdn_game};
pub use write::{pdn_comment, pdn_text};
