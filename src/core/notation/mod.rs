//! Notation: parses and writes positions, moves and games as text. No file access.
//!
//! All input is parsed with nom; every error says what was found, where, and what was expected.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cells;
mod diagram;
mod extra;
mod fen;
mod hub_position;
mod layout;
mod moves;
mod path;
pub mod pdn;
mod svg;
pub mod text;
mod variant;

pub use cells::CellNames;
pub use diagram::{cell_diagram, diagram, diagram_place, text_diagram};
pub use extra::fen_field_form;
pub use extra::{ExtraText, extra_names, hub_extra_text};
pub use fen::{Fen, FenFields, fen_text, parse_fen};
pub use fen::{game_of_fen, parse_fen_setup};
pub use hub_position::parse_hub_setup;
pub use hub_position::{hub_position_text, parse_hub_position};
pub use moves::{move_text, parse_move, parse_moves};
pub use moves::{move_text_with, parse_move_with, parse_moves_with};
pub use path::path_texts;
pub use pdn::{FileLine, PdnFault, PdnGame, PdnMove, PdnNode, PdnReplay, PdnResult, PdnSource, PdnStep};
pub use pdn::{file_text, pdn_variants, usual_variant};
pub use pdn::{
    game_type, parse_game_type, parse_pdn, parse_pdn_move, pdn_comment, pdn_comment_score, pdn_game,
    pdn_move_text, pdn_start, pdn_text,
};
pub use svg::{BlankBoard, BlankCell, PIECE_SYMBOLS, blank_board, pieces_drawing};
pub use svg::{cell_svg, starts_svg, svg, text_svg};
pub use text::NotationError;
pub use variant::{VariantName, names_of_files, offered_variant_names};
pub use variant::{fen_of_others, hub_position_of_others};
