//! Matches between engines, over pipes and over DXP, and DXP itself.

#[path = "../support/mod.rs"]
mod support;

mod arena;
mod dxp;
mod dxp_faults;
mod dxp_games;
mod dxp_peers;
mod faults;
mod interrupted;
mod options;
mod parts;
mod replay;
