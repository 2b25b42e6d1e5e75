//! The boards, one file each: cells, bits, directions. A board serves several games.

pub(crate) mod dark_10x10;
pub(crate) mod hexagon;
pub(crate) mod square_8x8;
