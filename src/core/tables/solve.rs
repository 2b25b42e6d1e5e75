//! Retrograde analysis, which finds the values of a class backwards: from positions whose value is known to those
//! that lead there.
//!
//! First every position is looked at once. Captures lead to classes that are finished, so positions with
//! captures are decided at once, and so are those in which the rules end the game. In the others promotions are
//! decided too, and the remaining moves are counted. Then the plies to the end are counted up. Each position that is decided with the present number
//! tells all positions from which a quiet move leads to it: if it is lost, they are won one ply longer; if it
//! is won, they have one move fewer that might save them, and are lost when there is none left.
//!
//! Values depend on nothing but the rules, so it does not matter in which order threads come upon them.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use super::build::BuildError;
use super::extra;
use super::game::options_of;
use super::index::{Cursor, Number};
use super::layout::{Layout, Slot};
use super::parallel::{Stopped, Workers};
use super::pieces::{Material, Pieces, sort};
use super::set::{EndgameTable, TableSet};
use super::symmetry::Symmetries;
use super::value::{Choice, DRAW, LONGEST, Plies, byte_of, is_loss, plies_of_ending};
use crate::memory;
use crate::rules::{Bitboard, Board, ByColor, Color, Game, Kind, Move, MoveList, Placement};

/// From here on a number says that a position is open, and how many quiet moves it has that may yet save
/// its side.
const OPEN: u16 = 0x8000;
/// Open as well, but not to be lost, whatever its quiet moves lead to.
const SAFE: u16 = 0xc000;

/// A class that is being solved.
pub(super) struct Class<'a> {
    /// Has all classes that captures and promotions lead to.
    set: &'a TableSet,
    layout: Layout,
    /// By side to move and place: a value, final if it is not more than the plies counted so far or if the
    /// position has a capture; or one of [`OPEN`], [`SAFE`] and [`DRAW`], the last for captures only.
    found: ByColor<Vec<AtomicU16>>,
    /// The largest value so far.
    longest: AtomicU16,
}

/// Why a class has no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    Stopped,
    OutOfMemory,
    /// A win or a loss takes more plies than a table can hold.
    TooLong,
}

impl Failure {
    /// The error of building the class with `material`.
    pub(super) fn of(self, material: Material) -> BuildError {
        match self {
            Self::Stopped => BuildError::Stopped,
            Self::OutOfMemory => BuildError::OutOfMemory(material),
            Self::TooLong => BuildError::TooLong(material),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Solves the class of `layout` with the help of `set`, which has all classes that captures and promotions lead to.
pub(super) fn solve(set: &TableSet, layout: Layout, workers: &Workers) -> Result<EndgameTable, Failure> {
    let (game, len, lens) = (set.game, layout.index.len(), layout.lens());
    let bytes = (lens.white() + lens.black()) * (size_of::<u16>() + size_of::<u8>());
    if !memory::has_mebibytes(bytes.div_ceil(1 << 20)) {
        return Err(Failure::OutOfMemory);
    }
    let found = ByColor::new(room(*lens.white())?, room(*lens.black())?);
    let class = Class { set, layout, found, longest: AtomicU16::new(0) };
    workers.share(len, &|part| (game.begin)(&class, part))?;
    let mut plies = 0;
    while plies <= class.longest.load(Ordering::Relaxed) {
        workers.share(len, &|part| (game.propagate)(&class, plies, part))?;
        plies += 1;
    }
    class.finish()
}

impl Class<'_> {
    fn finish(self) -> Result<EndgameTable, Failure> {
        if self.longest.into_inner() > LONGEST {
            return Err(Failure::TooLong);
        }
        let bytes = |side: Color| -> Result<Box<[u8]>, Failure> {
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(self.found[side].len()).map_err(|_| Failure::OutOfMemory)?;
            let plies = self.found[side].iter().map(|found| found.load(Ordering::Relaxed));
            bytes.extend(plies.map(|found| byte_of(if found < OPEN { found } else { DRAW })));
            Ok(bytes.into_boxed_slice())
        };
        let values = ByColor::new(bytes(Color::White)?, bytes(Color::Black)?);
        Ok(EndgameTable::in_memory(self.layout, values))
    }

    /// The sides with which to move there are values.
    fn sides(&self) -> impl Iterator<Item = Color> {
        let values = self.layout.values;
        Color::ALL.into_iter().filter(move |&side| values[side] > 0)
    }

    #[inline]
    fn store(&self, Slot { side, place }: Slot, found: u16) {
        self.found[side][place].store(found, Ordering::Relaxed);
        // Threads get in each other's way where they write, so they read first.
        if found < OPEN && found > self.longest.load(Ordering::Relaxed) {
            self.longest.fetch_max(found, Ordering::Relaxed);
        }
    }
}

/// The moves of a game, by which its classes are solved. Only this is compiled for each game.
pub(super) struct Solver<'a, G: Game> {
    class: &'a Class<'a>,
    options: G::Options,
}

impl<'a, G: Game> Solver<'a, G> {
    #[inline]
    pub(super) fn new(class: &'a Class<'a>) -> Self {
        Self { class, options: options_of::<G>(&class.set.options) }
    }

    /// Looks at each position of a part for the first time.
    pub(super) fn begin(&self, part: Range<usize>) {
        let mut list = MoveList::new();
        let mut cursor = Cursor::at(&self.class.layout.index, part.start);
        for number in part {
            cursor.go_to(number);
            let pieces = cursor.pieces();
            for side in self.class.sides() {
                let values = self.class.layout.values[side];
                for value in 0..values {
                    let placement = self.placement(&pieces, side, value);
                    let found = self.first_look(&placement, &mut list);
                    self.class.store(Slot { side, place: number * values + value }, found);
                }
            }
        }
    }

    /// The placement that belongs to the value `value` of a position with `side` to move.
    #[inline]
    fn placement(&self, pieces: &Pieces, side: Color, value: usize) -> Placement<G> {
        self.class.layout.placement(pieces, side, value, self.options)
    }

    /// What can be said of a position without its neighbours in the class.
    fn first_look(&self, placement: &Placement<G>, list: &mut MoveList) -> u16 {
        placement.captures(list);
        if !list.is_empty() {
            return self.choice(placement, list).best();
        }
        if let Some(outcome) = G::ending(&placement.board, placement.side, &placement.options) {
            return plies_of_ending(outcome, placement.side);
        }
        let moves = placement.count_quiet_moves() as u16;
        if moves == 0 {
            return self.class.layout.at_end;
        }
        placement.promotions(list);
        let promotions = self.choice(placement, list);
        let others = moves - list.len() as u16;
        match promotions.win() {
            Some(plies) => plies,
            None if promotions.draws() => SAFE,
            None if others == 0 => promotions.loss(),
            None => OPEN + others,
        }
    }

    /// What the moves in `list`, captures or promotions, lead to.
    #[inline]
    fn choice(&self, placement: &Placement<G>, list: &MoveList) -> Choice {
        let mut choice = Choice::NOTHING;
        for &mv in list.iter() {
            let after = placement.after(placement.side, mv);
            // The caller has seen to it that there is a table.
            choice.add(self.class.set.value(&after).unwrap_or(DRAW));
            if choice.win() == Some(1) {
                // Nothing is better.
                break;
            }
        }
        choice
    }

    /// Tells what follows from the positions of a part that are decided in `plies`.
    pub(super) fn propagate(&self, plies: Plies, part: Range<usize>) {
        let mut lists = Lists::default();
        for side in self.class.sides() {
            let values = self.class.layout.values[side];
            let mut cursor = None;
            let places = part.start * values..part.end * values;
            for (place, found) in places.clone().zip(&self.class.found[side][places]) {
                if found.load(Ordering::Relaxed) == plies {
                    let number = place / values;
                    let cursor = cursor.get_or_insert_with(|| Cursor::at(&self.class.layout.index, number));
                    cursor.go_to(number);
                    self.take_back(plies, cursor, side, place % values, &mut lists);
                }
            }
        }
    }

    /// Tells all positions from which a quiet move leads to the one at the cursor, with `side` to move and the
    /// extra state of number `value`, that this one is decided in `plies`.
    fn take_back(&self, plies: Plies, cursor: &Cursor, side: Color, value: usize, lists: &mut Lists) {
        let (index, pieces) = (&self.class.layout.index, cursor.pieces());
        let placement = self.placement(&pieces, side, value);
        placement.moves_taken_back(&mut lists.taken_back);
        let movers = self.movers(&placement);
        let own_images = if cursor.may_be_own_image() { index.symmetries_of(&pieces) } else { 1 };
        for &mv in lists.taken_back.iter().filter(|mv| movers.contains(mv.from())) {
            let (before, moved) = with_move(&pieces, !side, mv);
            // Of moves that are images of each other one is enough.
            if own_images != 1 && index.images(&before, own_images).any(|image| image < before) {
                continue;
            }
            let turned;
            let (normal, mover, Number { number, may_be_own_image }) = if self.class.layout.values[!side] > 0
            {
                (&before, !side, cursor.number_of(&before, moved))
            } else {
                turned = self.class.set.symmetries.turned(&before);
                (&turned, side, index.number(&turned))
            };
            // And it stands for so many of the moves from there.
            let moves = if may_be_own_image {
                let symmetries = index.symmetries_of(&before);
                (symmetries.count_ones() / (symmetries & own_images).count_ones()) as u16
            } else {
                1
            };
            let values = self.class.layout.values[mover];
            let step = (values > 1).then(|| self.step(&placement, mv, mover));
            for value in 0..values {
                if step.is_some_and(|step| !step.begins_at(normal, value)) {
                    continue;
                }
                let slot = Slot { side: mover, place: number * values + value };
                if is_loss(plies) {
                    self.win(plies + 1, normal, value, slot);
                } else {
                    self.lose_moves(plies + 1, moves, normal, value, slot, &mut lists.promotions);
                }
            }
        }
    }

    /// The cells of the pieces that can have moved last, given the extra state.
    #[inline]
    fn movers(&self, placement: &Placement<G>) -> Bitboard {
        let (board, mover) = (&placement.board, !placement.side);
        if self.class.layout.values[placement.side] == 1 {
            return board.pieces(mover);
        }
        extra::last_movers(placement.extra, mover, board)
    }

    /// The move that leads to `after` where `mv` takes it back, seen as the position before it is, with `mover` to move.
    #[inline]
    fn step(&self, after: &Placement<G>, mv: Move, mover: Color) -> Step<G> {
        let forward =
            Step { mover, mv: Move::quiet(mv.to(), mv.from()), after: after.board, extra: after.extra };
        if mover == after.side { forward.turned(&self.class.set.symmetries) } else { forward }
    }

    /// A position has a move that wins in `plies`, if it has no capture.
    #[inline]
    fn win(&self, plies: Plies, pieces: &Pieces, value: usize, slot: Slot) {
        let found = self.class.found[slot.side][slot.place].load(Ordering::Relaxed);
        if found <= plies || found == DRAW {
            return;
        }
        // A longer win is one by a promotion, which counts no more, or one by a capture, which counts alone.
        // A longer loss is one by a capture, for here is a move that wins.
        let is_longer = found < OPEN;
        let by_capture = || self.placement(pieces, slot.side, value).could_capture(slot.side);
        if is_longer && (is_loss(found) || by_capture()) {
            return;
        }
        self.class.store(slot, plies);
    }

    /// A position has `moves` that lose in `plies`, and none that holds out longer but perhaps a promotion, if
    /// it has no capture.
    #[inline]
    fn lose_moves(
        &self,
        plies: Plies,
        moves: u16,
        pieces: &Pieces,
        value: usize,
        slot: Slot,
        list: &mut MoveList,
    ) {
        let found = &self.class.found[slot.side][slot.place];
        if !(OPEN..SAFE).contains(&found.load(Ordering::Relaxed)) {
            return;
        }
        if found.fetch_sub(moves, Ordering::Relaxed) == OPEN + moves {
            let placement = self.placement(pieces, slot.side, value);
            placement.promotions(list);
            self.class.store(slot, plies.max(self.choice(&placement, list).loss()));
        }
    }
}

/// A quiet move, with what it leads to.
#[derive(Clone, Copy)]
struct Step<G: Game> {
    mover: Color,
    mv: Move,
    after: Board,
    extra: G::Extra,
}

impl<G: Game> Step<G> {
    /// The same with the colours exchanged, but for the mover.
    fn turned(self, symmetries: &Symmetries) -> Self {
        let turned = |square| symmetries.turn.square(square);
        Self {
            mv: Move::quiet(turned(self.mv.from()), turned(self.mv.to())),
            after: symmetries.turned(&Pieces::of(&self.after)).board(),
            extra: extra::turned(self.extra, turned),
            ..self
        }
    }

    /// Whether it leads on from a position with these pieces and the extra state of number `value`.
    #[inline]
    fn begins_at(&self, before: &Pieces, value: usize) -> bool {
        let before = extra::numbered(value, &before.board(), self.mover);
        extra::follows(self.extra, before, self.mover, self.mv, &self.after)
    }
}

/// Room for moves, used again and again.
#[derive(Default)]
struct Lists {
    taken_back: MoveList,
    promotions: MoveList,
}

/// The pieces before `mv`, which is taken back from `mv.from()` to `mv.to()`, and the sort that moved.
#[inline]
fn with_move(pieces: &Pieces, color: Color, mv: Move) -> (Pieces, usize) {
    let kind = if pieces.men(color).contains(mv.from()) { Kind::Man } else { Kind::King };
    let (moved, both) = (sort(color, kind), mv.from().bitboard() | mv.to().bitboard());
    // Made anew: to change a copy and read it at once would make the processor wait.
    let set = |sort| if sort == moved { pieces.0[sort] ^ both } else { pieces.0[sort] };
    (Pieces(std::array::from_fn(set)), moved)
}

fn room(len: usize) -> Result<Vec<AtomicU16>, Failure> {
    let mut room = Vec::new();
    room.try_reserve_exact(len).map_err(|_| Failure::OutOfMemory)?;
    room.resize_with(len, || AtomicU16::new(DRAW));
    Ok(room)
}
