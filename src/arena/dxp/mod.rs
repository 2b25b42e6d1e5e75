//! Peers that speak DXP, as players of a match.
//!
//! | file | what lives there |
//! |---|---|
//! | `spec` | what the command line says of a peer |
//! | `line` | the way to a peer: its process, its address, the port where it is waited for |
//! | `peer` | a peer at the table |

mod line;
mod peer;
mod spec;

pub(super) use peer::{DxpPeer, Reply};
pub(super) use spec::DxpWords;
pub use spec::{DxpLine, DxpSpec};
