//! Croda: nobody has tuned its numbers yet, so they are the defaults, those of Dameo.

use crate::eval::Playable;
use crate::rules::games::Croda;

impl Playable for Croda {}
