//! The games, one file each.

mod brazilian;
mod breakthrough;
mod croda;
mod dameo;
mod frisian;
mod harzdame;
mod hexdame;
mod international;
mod losing;
mod russian;
mod turkish;
mod vanguard;

pub use super::variant::Variant;
pub use brazilian::Brazilian;
pub use breakthrough::Breakthrough;
pub use croda::Croda;
pub use dameo::Dameo;
pub use frisian::{Frisian, KingMoves};
pub use harzdame::Harzdame;
pub use hexdame::Hexdame;
pub use international::International;
pub use losing::Losing;
pub use russian::Russian;
pub use turkish::Turkish;
pub(super) use turkish::ending_of_two;
pub use vanguard::{Vanguard, VanguardMan};
