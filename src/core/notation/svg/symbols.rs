//! Symbols of the pieces, defined once and referenced by name.

use crate::rules::{Color, Kind};

/// The definitions in every document: a man and a king of each colour, centred at 0,0, and the ring around a marked
/// cell.
pub const SYMBOLS: &str = r##"<defs>
<g id="white-man" stroke-width="1.5">
<circle cy="1.5" r="17" fill="#2a211a" opacity=".3"/>
<circle r="17" fill="#faf5ea" stroke="#a99674"/>
<circle r="11.5" fill="none" stroke="#d9ccb2"/>
</g>
<g id="black-man" stroke-width="1.5">
<circle cy="1.5" r="17" fill="#2a211a" opacity=".3"/>
<circle r="17" fill="#3b3837" stroke="#171514"/>
<circle r="11.5" fill="none" stroke="#5e5955"/>
</g>
<path id="crown" d="M-8 6L-9.5-4.5-4.5-.5 0-7.5 4.5-.5 9.5-4.5 8 6z" stroke-width="1.2" stroke-linejoin="round"/>
<g id="white-king" stroke-width="1.5">
<circle cy="5" r="17" fill="#2a211a" opacity=".3"/>
<circle cy="3.5" r="17" fill="#e4d8c0" stroke="#a99674"/>
<circle cy="-3" r="17" fill="#faf5ea" stroke="#a99674"/>
<use href="#crown" y="-3" fill="#c79a3a" stroke="#8f6a1d"/>
</g>
<g id="black-king" stroke-width="1.5">
<circle cy="5" r="17" fill="#2a211a" opacity=".3"/>
<circle cy="3.5" r="17" fill="#2a2726" stroke="#171514"/>
<circle cy="-3" r="17" fill="#3b3837" stroke="#171514"/>
<use href="#crown" y="-3" fill="#d8ae55" stroke="#171514"/>
</g>
<circle id="mark" r="20" fill="none" stroke="#c8452f" stroke-width="2.5"/>
</defs>"##;

/// The name of the symbol of a piece.
pub(super) const fn symbol(color: Color, kind: Kind) -> &'static str {
    match (color, kind) {
        (Color::White, Kind::Man) => "white-man",
        (Color::White, Kind::King) => "white-king",
        (Color::Black, Kind::Man) => "black-man",
        (Color::Black, Kind::King) => "black-king",
    }
}
