//! Symmetries: rotations and reflections of the board that preserve the rules.
//!
//! Symmetries are computed for each game: every candidate is checked against the steps, captures and promotions.

use super::per_game::PerGame;
use super::pieces::Pieces;
use crate::rules::{Bitboard, Color, Direction, ExtraKind, Geometry, MOST_BITS, Rules, Square, Word};

/// A permutation of the cells: where each cell is mapped to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Permutation([u8; MOST_BITS]);

impl Permutation {
    #[inline]
    pub(super) fn square(&self, square: Square) -> Square {
        Square::new(self.0[square.index()])
    }

    #[inline]
    pub(super) fn set<W: Word>(&self, set: Bitboard<W>) -> Bitboard<W> {
        set.into_iter().map(|square| self.square(square)).collect()
    }

    #[inline]
    pub(super) fn pieces(&self, pieces: &Pieces) -> Pieces {
        Pieces(pieces.0.map(|set| self.set(set)))
    }
}

/// The symmetries of a game.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    /// Symmetries for all pieces; the first is the identity.
    pub(super) of_men: Vec<Permutation>,
    /// Symmetries for positions with kings only; the first is the identity.
    pub(super) of_kings: Vec<Permutation>,
    /// The symmetry that maps Black's game to White's; the identity if the sides play different games.
    pub(super) turn: Permutation,
    /// Whether both sides play the same game.
    pub(super) is_fair: bool,
}

impl Symmetries {
    /// The symmetries of a game. They are found once: every table, book and sample needs them.
    pub(super) fn of(rules: &'static Rules) -> &'static Self {
        static KNOWN: PerGame<Symmetries> = PerGame::new();
        KNOWN.of(rules, || Self::find(rules))
    }

    /// Finds the symmetries of a game.
    fn find(rules: &Rules) -> Self {
        let candidates = candidates(rules);
        let of_both = |exchanged: bool| {
            candidates.iter().filter(move |cells| {
                keeps_kings(rules, cells, exchanged) && keeps_men(rules, cells, exchanged)
            })
        };
        let (of_men, turn): (Vec<_>, _) = (of_both(false).cloned().collect(), of_both(true).next());
        debug_assert!(rules.variant.is_none() || turn.is_some(), "both sides play the same game");
        let (is_fair, turn) = (turn.is_some(), turn.or(of_men.first()).cloned());
        let turn = turn.unwrap_or(Permutation([0; MOST_BITS]));
        let of_kings = candidates.iter().filter(|cells| keeps_kings(rules, cells, false)).cloned().collect();
        Self { of_men, of_kings, turn, is_fair }
    }

    /// The same position with the colours exchanged and the board turned.
    #[inline]
    pub(super) fn turned(&self, pieces: &Pieces) -> Pieces {
        self.turn.pieces(&pieces.with_colors_exchanged())
    }
}

/// The symmetries of a game without the identity, as functions from cells to cells.
#[must_use]
pub fn mirrors(rules: &'static Rules) -> Vec<impl Fn(Square) -> Square> {
    let images = Symmetries::of(rules).of_men.iter().skip(1);
    images.map(|cells| move |square| cells.square(square)).collect()
}

/// The turn of the board that exchanges the two sides, as a function from cells to cells.
pub fn turn(rules: &'static Rules) -> impl Fn(Square) -> Square {
    let turn = &Symmetries::of(rules).turn;
    move |square| turn.square(square)
}

/// Whether both sides of a game play the same game, if the board is turned.
#[must_use]
pub fn is_fair(rules: &'static Rules) -> bool {
    Symmetries::of(rules).is_fair
}

/// The rotations, reflections and shears about the centre that map the board onto itself and may preserve the rules,
/// the identity first.
fn candidates(rules: &Rules) -> Vec<Permutation> {
    let mut matrices = matrices();
    if rules.variant.is_none() && rules.extra != ExtraKind::None {
        // What the extra state does depends on which way is backward.
        matrices.retain(|matrix| [((1, 0), (0, 1)), ((-1, 0), (0, -1))].contains(matrix));
    }
    matrices.into_iter().filter_map(|matrix| permutation(rules.geometry, matrix)).collect()
}

/// A 2x2 matrix that is applied to coordinates.
type Matrix = ((i8, i8), (i8, i8));

/// All matrices with entries from -1 to 1, the identity first.
fn matrices() -> Vec<Matrix> {
    let range = -1..=1;
    let entries = range.clone().flat_map(|a| range.clone().map(move |b| (a, b)));
    let mut matrices: Vec<_> = entries.clone().flat_map(|x| entries.clone().map(move |y| (x, y))).collect();
    matrices.sort_by_key(|&matrix| matrix != ((1, 0), (0, 1)));
    matrices
}

/// The permutation of the cells by `matrix`, applied about the centre; `None` if it does not map the board onto itself.
fn permutation(geometry: &Geometry, ((xx, xy), (yx, yy)): Matrix) -> Option<Permutation> {
    let coordinates = || geometry.squares().iter().map(|&square| geometry.coordinates(square));
    // Twice the centre, because it may lie between cells.
    let centre_x = coordinates().map(|(x, _)| x).max()?;
    let centre_y = coordinates().map(|(_, y)| y).max()?;
    let mut cells = [0; MOST_BITS];
    let mut reached = Bitboard::EMPTY;
    for &square in geometry.squares() {
        let (x, y) = geometry.coordinates(square);
        let (x, y) = (2 * x - centre_x, 2 * y - centre_y);
        let (x, y) = (xx * x + xy * y + centre_x, yx * x + yy * y + centre_y);
        if x % 2 != 0 || y % 2 != 0 {
            return None;
        }
        let to = geometry.at(x / 2, y / 2)?;
        cells[square.index()] = to.index() as u8;
        reached |= to.bitboard();
    }
    (reached == geometry.board()).then_some(Permutation(cells))
}

/// Whether `cells` preserves the moves and captures of kings, or, if `exchanged`, maps them to those of the other side.
fn keeps_kings(rules: &Rules, cells: &Permutation, exchanged: bool) -> bool {
    Color::ALL.into_iter().all(|color| {
        let other = if exchanged { !color } else { color };
        maps(rules.geometry, cells, rules.king_steps[color], rules.king_steps[other])
            && maps(rules.geometry, cells, &rules.king_captures(color), &rules.king_captures(other))
    })
}

/// The same for men, with their promotions.
fn keeps_men(rules: &Rules, cells: &Permutation, exchanged: bool) -> bool {
    Color::ALL.into_iter().all(|color| {
        let other = if exchanged { !color } else { color };
        maps(rules.geometry, cells, rules.man_steps[color], rules.man_steps[other])
            && maps(rules.geometry, cells, &rules.man_captures(color), &rules.man_captures(other))
            && cells.set(rules.promotion[color]) == rules.promotion[other]
    })
}

/// Whether `cells` maps every step in a direction of `from` to a step in a direction of `to`.
fn maps(geometry: &Geometry, cells: &Permutation, from: &[Direction], to: &[Direction]) -> bool {
    let becomes = |from: Direction, to: Direction| {
        geometry.squares().iter().all(|&square| {
            let before: Bitboard = square.bitboard();
            cells.set(before.step(from)) == cells.set(before).step(to)
        })
    };
    from.len() == to.len() && from.iter().all(|&from| to.iter().any(|&to| becomes(from, to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;

    #[test]
    fn every_game_has_its_known_symmetries() {
        let expected = [
            (Variant::International, 1, 4),
            (Variant::Vanguard, 1, 4),
            (Variant::Dameo, 2, 8),
            (Variant::Hexdame, 2, 12),
            (Variant::Harzdame, 2, 8),
            (Variant::Croda, 2, 8),
            (Variant::Brazilian, 1, 4),
            (Variant::Russian, 1, 4),
            (Variant::Frisian, 1, 4),
            (Variant::Turkish, 2, 8),
            (Variant::Breakthrough, 1, 4),
            (Variant::Losing, 1, 4),
        ];
        for (variant, of_men, of_kings) in expected {
            let found = Symmetries::of(variant.rules());
            assert_eq!((found.of_men.len(), found.of_kings.len()), (of_men, of_kings), "{variant}");
        }
    }

    #[test]
    fn the_turn_exchanges_the_starting_positions() {
        for &variant in Variant::ALL {
            let Symmetries { of_men, turn, .. } = Symmetries::of(variant.rules());
            let start = variant.rules().men;
            assert_eq!(turn.set(start[Color::White]), start[Color::Black], "{variant}");
            assert!(of_men.iter().all(|cells| cells.set(start[Color::White]) == start[Color::White]));
        }
    }
}
