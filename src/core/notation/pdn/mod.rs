//! PDN, Portable Draughts Notation: reads and writes games in the text format of draughts programs.
//!
//! Output follows PDN 3.0, with these choices:
//!
//! * **`GameType`** is `20` for International, `25` for Russian, `26` for Brazilian, `30` for Turkish and `40` for
//!   Frisian Draughts, and, as on Lidraughts, `96` for Breakthrough, `97` for Frysk! and `98` for Losing Draughts.
//!   Embedded games have PDN's numbers too, such as `21` for English Draughts. The other games have no number and use
//!   their Hub names, such as `dameo`, and `killer` for International Draughts with that rule. PDN reserves unassigned
//!   numbers.
//! * **Cells** have the names of the game, in moves and in the tag `FEN`, except in Brazilian Draughts, where PDN 3.0
//!   requires letters although the Hub protocol numbers the squares. Both forms are read on 8x8 boards.
//! * **Rules** other than the usual ones of a game are in tags of our own: `Halt`, `VanguardScope`, `DrawRule` and
//!   `KingAgainstMan`, with the values of the protocol's `halt`, `vanguard-scope`, `draw-rule` and `king-against-man`.
//! * **Moves** have the same form in all games: `from-to` or `from`x`to`, in Russian Draughts `from:to`. If two legal
//!   captures share both cells, all landing cells are written between them: `47x38x24x13x36`. A landing cell is where
//!   the piece turns or, if it continues straight ahead, the cell right after the captured piece. Captured cells are
//!   never written, because readers would take them for landing cells.
//! * **Results** of our own games are `2-0`, `1-1`, `0-2` in International Draughts and `1-0`, `1/2-1/2`, `0-1` in the
//!   other games: the result types of PDN 3.0. Results read from a file keep their form.
//! * **A game ends** with its result, or with `*` if there is none. PDN 3.0 always writes `*` but requires readers to
//!   accept both; many programs take the result from here instead of the tag.
//! * **Move numbers** are written before White's moves and before the first move of a line. PDN also allows repeating
//!   one after a comment or a variation, as chess programs do, but some readers, such as pydraughts, fail on it.
//! * **Marks** are written as numbers: `$1` for `!`.
//! * **Comments** are written unchanged, between braces. A comment that contains braces follows `;`, which is in PGN
//!   but not in PDN 3.0.
//!
//! Input may deviate from this in every way known from other programs: see [`parse_pdn`]. [`file_text`] decodes a file,
//! [`parse_pdn`] parses it into one [`PdnGame`] per game, [`pdn_variants`] finds the fitting variants, and
//! [`PdnReplay`] plays a game by the rules of one of them. [`PdnReplay::to_pdn`] and [`pdn_text`] convert it back.
//!
//! The attributes of `GameType` for the numbering of squares are ignored, because real files get them wrong.

mod encoding;
mod fitting;
mod game;
mod game_type;
mod line;
mod moves;
mod numbers;
mod place;
mod read;
mod replay;
mod result;
mod tag;
mod tokens;
mod tree;
mod write;

pub use encoding::file_text;
pub use fitting::{pdn_variants, usual_variant};
pub use game::{FileLine, PdnFault, PdnGame, PdnMove, PdnResult, PdnSource};
pub(super) use game_type::numbered_game;
pub use game_type::{game_type, parse_game_type};
pub use moves::{parse_pdn_move, pdn_move_text};
pub use read::parse_pdn;
pub use replay::{PdnNode, PdnReplay, PdnStep, pdn_game, pdn_start};
pub use write::{pdn_comment, pdn_comment_score, pdn_text};
