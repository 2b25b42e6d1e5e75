//! DXP peers as players of a match.
//!
//! | file | what lives there |
//! |---|---|
//! | `spec` | what the command line says of a peer |
//! | `access` | the way to a peer: its process, its address, the port where it is waited for |
//! | `peer` | a peer at the table |

mod access;
mod peer;
mod spec;

pub(super) use peer::DxpPeer;
pub(super) use spec::DxpKeys;
pub use spec::{DxpAddress, DxpSpec};
