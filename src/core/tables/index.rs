//! Index: the positions of a class, numbered without gaps.
//!
//! The sorts of pieces are numbered one after the other, each as a set of so many of the cells that are open
//! to it: men do not stand on their promotion cells, and nothing stands where an earlier sort does. Of
//! positions that are turned or reflected images of each other, where the rules keep such images, only one
//! has a number.
//!
//! To find that one, the first sort, the *lead*, is looked up in a list of all its sets: of those that are
//! images of each other one is representatives. Most lead sets change under every symmetry, and then the other pieces
//! are free. Where a lead set is its own image, the images of the other pieces are tried too, and a
//! [`RankedSet`] numbers those that are representatives.

use super::combinations::{Combination, binomial, rank};
use super::game::TableGame;
use super::pieces::{Material, Pieces, SORTS};
use super::ranked_set::RankedSet;
use super::symmetry::Permutation;
use crate::rules::{Bitboard, Kind};

/// The numbers of the positions of one class.
#[derive(Debug)]
pub(super) struct Index {
    symmetries: Vec<Permutation>,
    lead: Group,
    /// The sorts of which there are pieces, without the lead.
    rest: Vec<Group>,
    /// By the number of the lead set; empty where there is no symmetry and each set stands for itself.
    leads: Vec<Lead>,
    representatives: Vec<Representative>,
    len: usize,
}

/// The pieces of one sort.
#[derive(Clone, Copy, Debug)]
struct Group {
    sort: usize,
    count: usize,
    /// Where they may stand.
    cells: Bitboard,
    /// In how many ways they can be placed after the others before them, which does not depend on where those
    /// are; not for the lead and the first sort after it.
    ways: usize,
}

/// What becomes of a lead set.
#[derive(Clone, Copy, Debug)]
struct Lead {
    /// The place of the representatives image.
    representatives: u32,
    /// The symmetry that leads to it.
    symmetry: u8,
}

/// A lead set representatives among its images.
#[derive(Debug)]
struct Representative {
    set: Bitboard,
    /// The number of the first position with it.
    start: usize,
    /// How many ways there are to place the other pieces.
    ways: usize,
    stabilizer: Option<Box<Stabilizer>>,
}

/// What there is to know of a lead set that is its own image.
#[derive(Debug)]
struct Stabilizer {
    /// The symmetries that do not change it, without the one that changes nothing.
    symmetries: Vec<u8>,
    fold: RankedSet,
}

/// The number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) number: usize,
    /// Whether the position might be its own image.
    pub(super) may_be_own_image: bool,
}

impl Index {
    /// Numbers the positions with `material`, which both sides have some of, under `symmetries`, the first of
    /// which changes nothing.
    pub(super) fn new(game: &TableGame, material: Material, symmetries: &[Permutation]) -> Self {
        let (mut groups, mut taken) = (Vec::new(), 0);
        for (sort, count) in material.counts().into_iter().enumerate().filter(|&(_, count)| count > 0) {
            let (color, kind) = SORTS[sort];
            let closed = if kind == Kind::Man { game.rules.promotion[color] } else { Bitboard::EMPTY };
            let count = usize::from(count);
            // Only kings come third and later, and to them all cells are open that are not taken.
            let ways =
                if kind == Kind::King { binomial(game.rules.geometry.len() - taken, count) } else { 0 };
            groups.push(Group { sort, count, cells: game.rules.geometry.board() & !closed, ways });
            taken += count;
        }
        let lead = groups.remove(0);
        let symmetries = symmetries.to_vec();
        let (leads, representatives) = (Vec::new(), Vec::new());
        let mut index = Self { symmetries, lead, rest: groups, leads, representatives, len: 0 };
        index.choose_leads();
        index
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn choose_leads(&mut self) {
        let Group { cells, count, .. } = self.lead;
        let mut combination = Combination::first(cells, count);
        loop {
            self.add_lead(combination.set());
            if !combination.advance() {
                break;
            }
        }
    }

    /// Adds the next lead set: an image of one that is representatives already, or a new one.
    fn add_lead(&mut self, set: Bitboard) {
        let image = |place: usize| rank(self.symmetries[place].set(set), self.lead.cells);
        let own = rank(set, self.lead.cells);
        let all = 1..self.symmetries.len();
        if let Some(symmetry) =
            all.clone().filter(|&place| image(place) < own).min_by_key(|&place| image(place))
        {
            // The smallest of all images came first, so it is known, and representatives.
            let representatives = self.leads[image(symmetry)].representatives;
            self.leads.push(Lead { representatives, symmetry: symmetry as u8 });
            return;
        }
        let ways = self.ways(set);
        let own: Vec<u8> = all.filter(|&place| image(place) == own).map(|place| place as u8).collect();
        let stabilizer = (!own.is_empty()).then(|| Box::new(self.stabilizer(set, own, ways)));
        if self.symmetries.len() > 1 {
            self.leads.push(Lead { representatives: self.representatives.len() as u32, symmetry: 0 });
        }
        let start = self.len;
        self.len += stabilizer.as_ref().map_or(ways, |own| own.fold.len());
        self.representatives.push(Representative { set, start, ways, stabilizer });
    }

    /// In how many ways the pieces of a sort can be placed, given the lead set and the place of the sort among
    /// the others.
    fn ways_of(&self, place: usize, lead: Bitboard) -> usize {
        let group = &self.rest[place];
        if place > 0 { group.ways } else { binomial((group.cells & !lead).count() as usize, group.count) }
    }

    /// In how many ways the other pieces can be placed.
    fn ways(&self, lead: Bitboard) -> usize {
        (0..self.rest.len()).map(|place| self.ways_of(place, lead)).product()
    }

    /// Chooses among the ways to place the other pieces, given a lead set that `symmetries` do not change.
    fn stabilizer(&self, lead: Bitboard, symmetries: Vec<u8>, ways: usize) -> Stabilizer {
        let mut combinations = self.combinations(lead, 0);
        let fold = RankedSet::new(ways, |number| {
            if number > 0 {
                self.advance(&mut combinations, lead);
            }
            let pieces = self.pieces(lead, &combinations);
            let mut images = symmetries.iter().map(|&symmetry| self.rank_of_image(&pieces, symmetry, lead));
            images.all(|image| number <= image)
        });
        Stabilizer { symmetries, fold }
    }

    /// The number of a position of the class, or of its representatives image.
    #[inline]
    pub(super) fn number(&self, pieces: &Pieces) -> Number {
        let set = pieces.0[self.lead.sort];
        let place = rank(set, self.lead.cells);
        if self.leads.is_empty() {
            let number = self.representatives[place].start + self.rank_of_rest(pieces, set);
            return Number { number, may_be_own_image: false };
        }
        let Lead { representatives, symmetry } = self.leads[place];
        let representatives = &self.representatives[representatives as usize];
        let Some(own) = &representatives.stabilizer else {
            let rest = self.rank_of_image(pieces, symmetry, representatives.set);
            return Number { number: representatives.start + rest, may_be_own_image: false };
        };
        let pieces = self.symmetries[usize::from(symmetry)].pieces(pieces);
        let images =
            own.symmetries.iter().map(|&symmetry| self.rank_of_image(&pieces, symmetry, representatives.set));
        let rest = images.fold(self.rank_of_rest(&pieces, representatives.set), usize::min);
        Number { number: representatives.start + own.fold.place(rest), may_be_own_image: true }
    }

    /// The number of the way in which the other pieces are placed.
    #[inline]
    fn rank_of_rest(&self, pieces: &Pieces, lead: Bitboard) -> usize {
        let (mut number, mut occupied) = (0, lead);
        for group in &self.rest {
            let set = pieces.0[group.sort];
            // For the first sort there is nothing to multiply.
            number = number * group.ways + rank(set, group.cells & !occupied);
            occupied |= set;
        }
        number
    }

    /// The same after a symmetry, which makes `lead` of the lead set.
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

    /// The symmetries that do not change `pieces`, one bit each.
    pub(super) fn symmetries_of(&self, pieces: &Pieces) -> u16 {
        let places = self.symmetries.iter().enumerate();
        places
            .filter(|(_, cells)| cells.pieces(pieces) == *pieces)
            .fold(0, |all, (place, _)| all | 1 << place)
    }

    /// The images of `pieces` under the symmetries of which `which` has a bit.
    pub(super) fn images<'a>(&'a self, pieces: &'a Pieces, which: u16) -> impl Iterator<Item = Pieces> + 'a {
        let places = self.symmetries.iter().enumerate();
        places.filter(move |(place, _)| which >> place & 1 != 0).map(|(_, cells)| cells.pieces(pieces))
    }

    /// The combinations that show the way of number `rest` to place the other pieces.
    fn combinations(&self, lead: Bitboard, mut rest: usize) -> [Combination; 3] {
        let mut ranks = [0; 3];
        for place in (0..self.rest.len()).rev() {
            let ways = self.ways_of(place, lead);
            ranks[place] = rest % ways;
            rest /= ways;
        }
        let mut combinations = [Combination::empty(), Combination::empty(), Combination::empty()];
        let mut occupied = lead;
        for (place, group) in self.rest.iter().enumerate() {
            combinations[place] = Combination::at(group.cells & !occupied, group.count, ranks[place]);
            occupied |= combinations[place].set();
        }
        combinations
    }

    /// Goes on to the next way to place the other pieces; after the last one nothing is promised.
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

/// Goes through the positions of a class in the order of their numbers.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    index: &'a Index,
    /// The number of the present position.
    number: usize,
    /// The place of its lead among the representatives ones.
    lead: usize,
    /// The number of the way in which the other pieces are placed.
    rest: usize,
    combinations: [Combination; 3],
}

/// Further than this it is quicker to set out anew than to go on step by step.
const STEPS: usize = 12;

impl<'a> Cursor<'a> {
    /// The position of `number`, which there is.
    pub(super) fn at(index: &'a Index, number: usize) -> Self {
        let lead =
            index.representatives.partition_point(|representatives| representatives.start <= number) - 1;
        let representatives = &index.representatives[lead];
        let place = number - representatives.start;
        let rest = representatives.stabilizer.as_ref().map_or(place, |own| own.fold.number(place));
        Self { index, number, lead, rest, combinations: index.combinations(representatives.set, rest) }
    }

    /// The pieces of the present position.
    #[inline]
    pub(super) fn pieces(&self) -> Pieces {
        self.index.pieces(self.index.representatives[self.lead].set, &self.combinations)
    }

    /// Whether the present position might be its own image.
    #[inline]
    pub(super) fn may_be_own_image(&self) -> bool {
        self.index.representatives[self.lead].stabilizer.is_some()
    }

    /// The number of a position that differs from the present one by a piece of the sort `moved` on another cell.
    /// Unless it is the lead, it is quicker found than that of any position.
    #[inline]
    pub(super) fn number_of(&self, pieces: &Pieces, moved: usize) -> Number {
        let representatives = &self.index.representatives[self.lead];
        if moved == self.index.lead.sort || representatives.stabilizer.is_some() {
            return self.index.number(pieces);
        }
        let number = representatives.start + self.index.rank_of_rest(pieces, representatives.set);
        Number { number, may_be_own_image: false }
    }

    /// Goes on to the position of `number`, which is not before the present one.
    #[inline]
    pub(super) fn go_to(&mut self, number: usize) {
        if number - self.number > STEPS {
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
            let representatives = &self.index.representatives[self.lead];
            self.rest += 1;
            if self.rest == representatives.ways {
                // A lead set has at least one position, and that is the first.
                self.lead += 1;
                self.rest = 0;
                self.combinations = self.index.combinations(self.index.representatives[self.lead].set, 0);
                return;
            }
            self.index.advance(&mut self.combinations, representatives.set);
            if representatives.stabilizer.as_ref().is_none_or(|own| own.fold.contains(self.rest)) {
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
        let Symmetries { of_men, of_kings, .. } = Symmetries::of(game);
        Index::new(game, material, if material.men() > 0 { &of_men } else { &of_kings })
    }

    /// All placements of a class, images of each other included.
    fn placements(game: &TableGame, material: Material) -> Vec<Pieces> {
        let all = material.counts().into_iter().zip(SORTS).enumerate();
        all.fold(vec![Pieces::default()], |before, (sort, (count, (color, kind)))| {
            let closed = if kind == Kind::Man { game.rules.promotion[color] } else { Bitboard::EMPTY };
            let mut after = Vec::new();
            for pieces in before {
                let occupied = pieces.0.into_iter().fold(closed, |all, set| all | set);
                let mut combination =
                    Combination::first(game.rules.geometry.board() & !occupied, count.into());
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

    /// Every position must have a number, the same as its images, and every number must be taken.
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
            assert_eq!(found, Number { number, may_be_own_image: cursor.may_be_own_image() }, "{material}");
            let stabilizer = index.symmetries_of(&pieces).count_ones() as usize;
            assert_eq!(images * stabilizer, index.symmetries.len(), "images of {number} of {material}");
            assert!(stabilizer == 1 || cursor.may_be_own_image(), "{number} of {material}");
            if number % 97 == 0 {
                assert_eq!(Cursor::at(&index, number).pieces(), pieces, "{number} of {material}");
                let mut later = Cursor::at(&index, number / 2);
                later.go_to(number);
                assert_eq!(later.pieces(), pieces, "{number} of {material}");
                check_moves(game, &cursor);
            }
        }
    }

    /// A position with one piece on another cell must have the number that it has anyway.
    fn check_moves(game: &TableGame, cursor: &Cursor<'_>) {
        let pieces = cursor.pieces();
        let occupied = pieces.0.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        for (sort, (color, kind)) in SORTS.into_iter().enumerate() {
            let closed = if kind == Kind::Man { game.rules.promotion[color] } else { Bitboard::EMPTY };
            for from in pieces.0[sort] {
                for to in game.rules.geometry.board() & !occupied & !closed {
                    let mut moved = pieces;
                    moved.0[sort] = moved.0[sort] ^ from.bitboard() ^ to.bitboard();
                    assert_eq!(cursor.number_of(&moved, sort), cursor.index.number(&moved), "{moved:?}");
                }
            }
        }
    }

    #[test]
    fn positions_and_numbers_are_the_same() {
        for &variant in Variant::ALL {
            for material in [2, 3].into_iter().flat_map(Material::classes) {
                check(TableGame::of(variant), material);
            }
        }
    }

    #[test]
    fn images_have_one_number() {
        for material in [Material::new(1, 1, 2, 0), Material::new(0, 2, 0, 3), Material::new(2, 1, 1, 1)] {
            for &variant in Variant::ALL {
                let index = index(TableGame::of(variant), material);
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
