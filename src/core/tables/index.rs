//! Index: numbers the positions of a class without gaps.
//!
//! The piece types (White's men, Black's men, White's kings, Black's kings) are placed one after the other. Each type
//! is a combination of the cells open to it: men never stand on their promotion cells, and no piece stands on a cell
//! that an earlier type occupies. Positions that are images of each other under a symmetry of the game share one
//! number.
//!
//! To find that number, the first type, the *lead*, is looked up in a list of all its combinations. Each orbit, that is
//! each set of leads that are images of each other, has one *representative*: the lead with the smallest rank. The
//! position is first mapped so that its lead becomes the representative. The symmetries that then still keep the lead
//! unchanged are its *stabilizer*. For most leads this is only the identity, and every arrangement of the other pieces
//! is a position. Otherwise only the arrangements with the smallest rank among their images count, and a [`RankedSet`]
//! closes the gaps.
//!
//! Example: one king each in Dameo, 8 symmetries. Cells are ordered a8, b8, ... h8, a7, ... h1. The lead is the white
//! king; the black king has 63 arrangements.
//!
//! | lead | rank | representative | stabilizer | arrangements that count | numbers |
//! |---|---|---|---|---|---|
//! | a8 | 0 | itself | reflection in the diagonal a8-h1 | 35 of 63 | 0 to 34 |
//! | b8 | 1 | itself | none | 63 of 63 | 35 to 97 |
//! | h8 | 7 | a8, by a left-right reflection | | | those of a8 |
//!
//! With the lead on a8, the black king has the following numbers. The reflection exchanges b8 and a7.
//!
//! | black king | rank | smallest rank of its images | number |
//! |---|---|---|---|
//! | b8 | 0 | 0 | 0 + 0 |
//! | a7 | 7 | 0 (b8) | 0 + 0 |
//! | b7 | 8 | 8 | 0 + 7: of the ranks below 8, all except rank 7 count |

use super::Bitboard;
use super::combinations::{Combination, binomial, rank};
use super::game::TableGame;
use super::pieces::{Material, Pieces, SORTS};
use super::ranked_set::RankedSet;
use super::symmetry::Permutation;
use crate::rules::Kind;

/// The numbering of the positions of one class.
#[derive(Debug)]
pub(super) struct Index {
    symmetries: Vec<Permutation>,
    lead: Group,
    /// The other piece types that the class has.
    rest: Vec<Group>,
    /// Indexed by the rank of the lead; empty if the identity is the only symmetry, so that every lead is a
    /// representative.
    leads: Vec<Lead>,
    representatives: Vec<Representative>,
    len: usize,
}

/// The pieces of one type.
#[derive(Clone, Copy, Debug)]
struct Group {
    sort: usize,
    count: usize,
    /// The cells that they may stand on.
    cells: Bitboard,
    /// The number of arrangements of these pieces once the earlier types are placed, wherever those stand; unused for
    /// the lead and the first type after it.
    arrangements: usize,
}

/// How a lead is mapped to its representative.
#[derive(Clone, Copy, Debug)]
struct Lead {
    /// The index of the representative.
    representative: u32,
    /// The index of the symmetry that maps the lead to it.
    symmetry: u8,
}

/// A lead that represents its orbit.
#[derive(Debug)]
struct Representative {
    set: Bitboard,
    /// The number of the first position with this lead.
    start: usize,
    /// The number of arrangements of the other pieces.
    arrangements: usize,
    /// `None` if only the identity keeps the lead unchanged.
    stabilizer: Option<Box<Stabilizer>>,
}

/// The symmetries that keep a lead unchanged.
#[derive(Debug)]
struct Stabilizer {
    /// The indices of the symmetries, without the identity.
    symmetries: Vec<u8>,
    /// The arrangements of the other pieces that have the smallest rank among their images.
    ranks: RankedSet,
}

/// The number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) number: usize,
    /// Whether a symmetry other than the identity might keep the position unchanged.
    pub(super) may_be_symmetric: bool,
}

impl Index {
    /// Numbers the positions with `material`, in which both sides have pieces. The first of `symmetries` is the
    /// identity.
    pub(super) fn new(game: &TableGame, material: Material, symmetries: &[Permutation]) -> Self {
        let (mut groups, mut taken) = (Vec::new(), 0);
        for (sort, count) in material.counts().into_iter().enumerate().filter(|&(_, count)| count > 0) {
            let (color, kind) = SORTS[sort];
            let closed =
                if kind == Kind::Man { game.rules.promotion[color].narrow() } else { Bitboard::EMPTY };
            let count = usize::from(count);
            // Only kings come third or later, and any empty cell is open to them.
            let arrangements =
                if kind == Kind::King { binomial(game.rules.geometry.len() - taken, count) } else { 0 };
            groups.push(Group {
                sort,
                count,
                cells: game.rules.geometry.board().narrow() & !closed,
                arrangements,
            });
            taken += count;
        }
        let lead = groups.remove(0);
        let symmetries = symmetries.to_vec();
        let (leads, representatives) = (Vec::new(), Vec::new());
        let mut index = Self { symmetries, lead, rest: groups, leads, representatives, len: 0 };
        index.number_leads();
        index
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn number_leads(&mut self) {
        let Group { cells, count, .. } = self.lead;
        let mut combination = Combination::first(cells, count);
        loop {
            self.add_lead(combination.set());
            if !combination.advance() {
                break;
            }
        }
    }

    /// Adds the next lead: an image of a known representative, or a new representative.
    fn add_lead(&mut self, set: Bitboard) {
        let image = |place: usize| rank(self.symmetries[place].set(set), self.lead.cells);
        let own = rank(set, self.lead.cells);
        let all = 1..self.symmetries.len();
        if let Some(symmetry) =
            all.clone().filter(|&place| image(place) < own).min_by_key(|&place| image(place))
        {
            // The image with the smallest rank was added earlier, as a representative.
            let representative = self.leads[image(symmetry)].representative;
            self.leads.push(Lead { representative, symmetry: symmetry as u8 });
            return;
        }
        let arrangements = self.arrangements(set);
        let own: Vec<u8> = all.filter(|&place| image(place) == own).map(|place| place as u8).collect();
        let stabilizer = (!own.is_empty()).then(|| Box::new(self.stabilizer(set, own, arrangements)));
        if self.symmetries.len() > 1 {
            self.leads.push(Lead { representative: self.representatives.len() as u32, symmetry: 0 });
        }
        let start = self.len;
        self.len += stabilizer.as_ref().map_or(arrangements, |stabilizer| stabilizer.ranks.len());
        self.representatives.push(Representative { set, start, arrangements, stabilizer });
    }

    /// The number of arrangements of the piece type at `place` in `rest`, given the lead.
    fn arrangements_of(&self, place: usize, lead: Bitboard) -> usize {
        let group = &self.rest[place];
        if place > 0 {
            group.arrangements
        } else {
            binomial((group.cells & !lead).count() as usize, group.count)
        }
    }

    /// The number of arrangements of the other pieces.
    fn arrangements(&self, lead: Bitboard) -> usize {
        (0..self.rest.len()).map(|place| self.arrangements_of(place, lead)).product()
    }

    /// Finds which arrangements of the other pieces count, given a lead that `symmetries` keep unchanged.
    fn stabilizer(&self, lead: Bitboard, symmetries: Vec<u8>, arrangements: usize) -> Stabilizer {
        let mut combinations = self.combinations(lead, 0);
        let ranks = RankedSet::new(arrangements, |number| {
            if number > 0 {
                self.advance(&mut combinations, lead);
            }
            let pieces = self.pieces(lead, &combinations);
            let mut images = symmetries.iter().map(|&symmetry| self.rank_of_image(&pieces, symmetry, lead));
            images.all(|image| number <= image)
        });
        Stabilizer { symmetries, ranks }
    }

    /// The number of a position of the class; its images have the same number.
    #[inline]
    pub(super) fn number(&self, pieces: &Pieces) -> Number {
        let set = pieces.0[self.lead.sort];
        let place = rank(set, self.lead.cells);
        if self.leads.is_empty() {
            let number = self.representatives[place].start + self.rank_of_rest(pieces, set);
            return Number { number, may_be_symmetric: false };
        }
        let Lead { representative, symmetry } = self.leads[place];
        let Representative { set, start, ref stabilizer, .. } = self.representatives[representative as usize];
        let Some(stabilizer) = stabilizer else {
            let rest = self.rank_of_image(pieces, symmetry, set);
            return Number { number: start + rest, may_be_symmetric: false };
        };
        let pieces = self.symmetries[usize::from(symmetry)].pieces(pieces);
        let images = stabilizer.symmetries.iter().map(|&symmetry| self.rank_of_image(&pieces, symmetry, set));
        let rest = images.fold(self.rank_of_rest(&pieces, set), usize::min);
        Number { number: start + stabilizer.ranks.place(rest), may_be_symmetric: true }
    }

    /// The rank of the arrangement of the other pieces.
    #[inline]
    fn rank_of_rest(&self, pieces: &Pieces, lead: Bitboard) -> usize {
        let (mut number, mut occupied) = (0, lead);
        for group in &self.rest {
            let set = pieces.0[group.sort];
            // For the first type `number` is still 0.
            number = number * group.arrangements + rank(set, group.cells & !occupied);
            occupied |= set;
        }
        number
    }

    /// The rank of the arrangement of the other pieces after applying a symmetry that maps the lead of the position to
    /// `lead`.
    #[inline]
    fn rank_of_image(&self, pieces: &Pieces, symmetry: u8, lead: Bitboard) -> usize {
        if symmetry == 0 {
            return self.rank_of_rest(pieces, lead);
        }
        let cells = &self.symmetries[usize::from(symmetry)];
        let mut image = Pieces::default();
        for group in &self.rest {
            image.0[group.sort] = cells.set(pieces.0[group.sort]);
        }
        self.rank_of_rest(&image, lead)
    }

    /// The symmetries that keep `pieces` unchanged, one bit each.
    pub(super) fn symmetries_of(&self, pieces: &Pieces) -> u16 {
        let places = self.symmetries.iter().enumerate();
        places
            .filter(|(_, cells)| cells.pieces(pieces) == *pieces)
            .fold(0, |all, (place, _)| all | 1 << place)
    }

    /// The images of `pieces` under the symmetries whose bits are set in `which`.
    pub(super) fn images<'a>(&'a self, pieces: &'a Pieces, which: u16) -> impl Iterator<Item = Pieces> + 'a {
        let places = self.symmetries.iter().enumerate();
        places.filter(move |(place, _)| which >> place & 1 != 0).map(|(_, cells)| cells.pieces(pieces))
    }

    /// The combinations of the other piece types in the arrangement of rank `rest`.
    fn combinations(&self, lead: Bitboard, mut rest: usize) -> [Combination; 3] {
        let mut ranks = [0; 3];
        for place in (0..self.rest.len()).rev() {
            let arrangements = self.arrangements_of(place, lead);
            ranks[place] = rest % arrangements;
            rest /= arrangements;
        }
        let mut combinations = [Combination::empty(), Combination::empty(), Combination::empty()];
        let mut occupied = lead;
        for (place, group) in self.rest.iter().enumerate() {
            combinations[place] = Combination::at(group.cells & !occupied, group.count, ranks[place]);
            occupied |= combinations[place].set();
        }
        combinations
    }

    /// Advances to the next arrangement of the other pieces; unspecified after the last one.
    #[inline]
    fn advance(&self, combinations: &mut [Combination; 3], lead: Bitboard) {
        let Some(changed) = (0..self.rest.len()).rev().find(|&place| combinations[place].advance()) else {
            return;
        };
        let before = combinations[..=changed].iter();
        let mut occupied = before.fold(lead, |occupied, combination| occupied | combination.set());
        for (place, group) in self.rest.iter().enumerate().skip(changed + 1) {
            combinations[place] = Combination::first(group.cells & !occupied, group.count);
            occupied |= combinations[place].set();
        }
    }

    #[inline]
    fn pieces(&self, lead: Bitboard, combinations: &[Combination; 3]) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.0[self.lead.sort] = lead;
        for (group, combination) in self.rest.iter().zip(combinations) {
            pieces.0[group.sort] = combination.set();
        }
        pieces
    }
}

/// An iterator-like cursor over the positions of a class, in the order of their numbers.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    index: &'a Index,
    /// The number of the current position.
    number: usize,
    /// The index of its representative.
    lead: usize,
    /// The rank of the arrangement of the other pieces.
    rest: usize,
    combinations: [Combination; 3],
}

/// For larger distances a new cursor is faster than single steps.
const MAX_STEPS: usize = 12;

impl<'a> Cursor<'a> {
    /// The cursor at position `number`, which must exist.
    pub(super) fn at(index: &'a Index, number: usize) -> Self {
        let lead = index.representatives.partition_point(|lead| lead.start <= number) - 1;
        let Representative { set, start, ref stabilizer, .. } = index.representatives[lead];
        let place = number - start;
        let rest = stabilizer.as_ref().map_or(place, |stabilizer| stabilizer.ranks.number(place));
        Self { index, number, lead, rest, combinations: index.combinations(set, rest) }
    }

    /// The pieces of the current position.
    #[inline]
    pub(super) fn pieces(&self) -> Pieces {
        self.index.pieces(self.index.representatives[self.lead].set, &self.combinations)
    }

    /// Whether a symmetry other than the identity might keep the current position unchanged.
    #[inline]
    pub(super) fn may_be_symmetric(&self) -> bool {
        self.index.representatives[self.lead].stabilizer.is_some()
    }

    /// The number of a position that differs from the current one in the cell of one piece of the type `moved`. Faster
    /// than [`Index::number`] unless that type is the lead.
    #[inline]
    pub(super) fn number_of(&self, pieces: &Pieces, moved: usize) -> Number {
        let representative = &self.index.representatives[self.lead];
        if moved == self.index.lead.sort || representative.stabilizer.is_some() {
            return self.index.number(pieces);
        }
        let number = representative.start + self.index.rank_of_rest(pieces, representative.set);
        Number { number, may_be_symmetric: false }
    }

    /// Advances to position `number`, which is not before the current one.
    #[inline]
    pub(super) fn go_to(&mut self, number: usize) {
        if number - self.number > MAX_STEPS {
            *self = Self::at(self.index, number);
        }
        while self.number < number {
            self.advance();
        }
    }

    #[inline]
    fn advance(&mut self) {
        self.number += 1;
        loop {
            let representative = &self.index.representatives[self.lead];
            self.rest += 1;
            if self.rest == representative.arrangements {
                // Rank 0 is never larger than the rank of an image, so it counts for every lead.
                self.lead += 1;
                self.rest = 0;
                self.combinations = self.index.combinations(self.index.representatives[self.lead].set, 0);
                return;
            }
            self.index.advance(&mut self.combinations, representative.set);
            let stabilizer = representative.stabilizer.as_ref();
            if stabilizer.is_none_or(|stabilizer| stabilizer.ranks.contains(self.rest)) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;
    use crate::tables::symmetry::Symmetries;

    fn index(game: &TableGame, material: Material) -> Index {
        let Symmetries { of_men, of_kings, .. } = Symmetries::of(game.rules);
        Index::new(game, material, if material.men() > 0 { of_men } else { of_kings })
    }

    /// All placements of a class, including symmetric images.
    fn placements(game: &TableGame, material: Material) -> Vec<Pieces> {
        let all = material.counts().into_iter().zip(SORTS).enumerate();
        all.fold(vec![Pieces::default()], |before, (sort, (count, (color, kind)))| {
            let closed =
                if kind == Kind::Man { game.rules.promotion[color].narrow() } else { Bitboard::EMPTY };
            let mut after = Vec::new();
            for pieces in before {
                let occupied = pieces.0.into_iter().fold(closed, |all, set| all | set);
                let mut combination =
                    Combination::first(game.rules.geometry.board().narrow() & !occupied, count.into());
                loop {
                    let mut more = pieces;
                    more.0[sort] = combination.set();
                    after.push(more);
                    if !combination.advance() {
                        break;
                    }
                }
            }
            after
        })
    }

    /// Every position must share its number with its images only, and every number must be used.
    fn check(game: &TableGame, material: Material) {
        let index = index(game, material);
        let mut images = vec![0; index.len()];
        for pieces in placements(game, material) {
            images[index.number(&pieces).number] += 1;
        }
        let mut cursor = Cursor::at(&index, 0);
        for (number, images) in images.into_iter().enumerate() {
            cursor.go_to(number);
            let pieces = cursor.pieces();
            let found = index.number(&pieces);
            assert_eq!(found, Number { number, may_be_symmetric: cursor.may_be_symmetric() }, "{material}");
            let stabilizer = index.symmetries_of(&pieces).count_ones() as usize;
            assert_eq!(images * stabilizer, index.symmetries.len(), "images of {number} of {material}");
            assert!(stabilizer == 1 || cursor.may_be_symmetric(), "{number} of {material}");
            if number % 97 == 0 {
                assert_eq!(Cursor::at(&index, number).pieces(), pieces, "{number} of {material}");
                let mut later = Cursor::at(&index, number / 2);
                later.go_to(number);
                assert_eq!(later.pieces(), pieces, "{number} of {material}");
                check_moves(game, &cursor);
            }
        }
    }

    /// [`Cursor::number_of`] must agree with [`Index::number`].
    fn check_moves(game: &TableGame, cursor: &Cursor<'_>) {
        let pieces = cursor.pieces();
        let occupied = pieces.0.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        for (sort, (color, kind)) in SORTS.into_iter().enumerate() {
            let closed =
                if kind == Kind::Man { game.rules.promotion[color].narrow() } else { Bitboard::EMPTY };
            for from in pieces.0[sort] {
                for to in game.rules.geometry.board().narrow() & !occupied & !closed {
                    let mut moved = pieces;
                    moved.0[sort] = moved.0[sort] ^ from.bitboard() ^ to.bitboard();
                    assert_eq!(cursor.number_of(&moved, sort), cursor.index.number(&moved), "{moved:?}");
                }
            }
        }
    }

    #[test]
    fn positions_and_numbers_map_to_each_other() {
        for &variant in Variant::ALL {
            for material in [2, 3].into_iter().flat_map(Material::classes) {
                check(TableGame::of(variant.rules()), material);
            }
        }
    }

    #[test]
    fn images_share_one_number() {
        for material in [Material::new(1, 1, 2, 0), Material::new(0, 2, 0, 3), Material::new(2, 1, 1, 1)] {
            for &variant in Variant::ALL {
                let index = index(TableGame::of(variant.rules()), material);
                for step in 1..2000 {
                    let number = step * (index.len() / 2000);
                    let pieces = Cursor::at(&index, number).pieces();
                    assert_eq!(pieces.material(), material, "{variant}");
                    for image in index.images(&pieces, u16::MAX) {
                        assert_eq!(index.number(&image).number, number, "{variant} {pieces:?}");
                    }
                }
            }
        }
    }
}
