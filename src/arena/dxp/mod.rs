//! DXP peers as players of a match.
//!
//! | file | what lives there |
//! |---|---|
//! | `spec` | the description of a peer on the command line |
//! | `access` | connecting to a peer: its process, its address, the port that it connects to |
//! | `peer` | a peer as a player |

mod access;
mod peer;
mod spec;

pub(super) use peer::DxpPeer;
pub(super) use spec::DxpKeys;
pub use spec::{DxpAddress, DxpSpec};
