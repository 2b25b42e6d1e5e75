//! Dameo: its numbers are the defaults. SPSA has found them.

use crate::eval::{HandMade, Playable};
use crate::rules::games::Dameo;

impl Playable for Dameo {
    type Evaluator = HandMade;

    fn evaluator() -> &'static HandMade {
        &HandMade
    }
}
