//! Dameo: its numbers are the defaults. SPSA has found them.

use crate::eval::Playable;
use crate::rules::games::Dameo;

impl Playable for Dameo {}
