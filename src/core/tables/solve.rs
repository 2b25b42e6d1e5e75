//! Retrograde analysis: finds the values of a class by working backwards from positions with known values.
//!
//! Initialization visits every position once. Captures lead to classes that are already solved, so positions with
//! captures get their value immediately, and so do positions in which the rules end the game. In all others, promotions
//! are evaluated and the remaining quiet moves are counted.
//!
//! Propagation then runs once for each number of plies, in ascending order. Every position decided in that many plies
//! updates its predecessors, the positions from which a quiet move leads to it. If the position is lost, its
//! predecessors are won in one ply more. If it is won, they have one fewer move that might save them, and they are lost
//! when no such move is left.
//!
//! The result does not depend on the order in which threads visit positions.

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
use super::value::{Choice, DRAW, MAX_PLIES, Plies, byte_of, is_loss, plies_of_ending};
use super::{Bitboard, Board, Move, MoveList};
use crate::memory;
use crate::rules::{ByColor, Color, Game, Kind, Placement};

/// `OPEN + n`: an undecided position with `n` quiet moves that may still save the side to move.
const OPEN: u16 = 0x8000;
/// An undecided position that cannot be lost: a promotion draws.
const SAFE: u16 = 0xc000;

/// A class that is being solved.
pub(super) struct Class<'a> {
    /// Contains all classes that captures and promotions lead to.
    set: &'a TableSet,
    layout: Layout,
    /// By side to move and place. A value, which is final if it is at most the current number of plies or if the
    /// position has a capture; or [`OPEN`] plus a count; or [`SAFE`]; or [`DRAW`], which can only result from a
    /// capture.
    entries: ByColor<Vec<AtomicU16>>,
    /// The largest value so far.
    longest: AtomicU16,
}

/// The reason why a class could not be solved.
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

/// Solves the class of `layout`. `set` contains all classes that captures and promotions lead to.
pub(super) fn solve(set: &TableSet, layout: Layout, workers: &Workers) -> Result<EndgameTable, Failure> {
    let (game, len, lens) = (set.game, layout.index.len(), layout.lens());
    let bytes = (lens.white() + lens.black()) * (size_of::<u16>() + size_of::<u8>());
    if !memory::has_mebibytes(bytes.div_ceil(1 << 20)) {
        return Err(Failure::OutOfMemory);
    }
    let entries = ByColor::new(allocate(*lens.white())?, allocate(*lens.black())?);
    let class = Class { set, layout, entries, longest: AtomicU16::new(0) };
    workers.share(len, &|part| (game.initialize)(&class, part))?;
    let mut plies = 0;
    while plies <= class.longest.load(Ordering::Relaxed) {
        workers.share(len, &|part| (game.propagate)(&class, plies, part))?;
        plies += 1;
    }
    class.finish()
}

impl Class<'_> {
    fn finish(self) -> Result<EndgameTable, Failure> {
        if self.longest.into_inner() > MAX_PLIES {
            return Err(Failure::TooLong);
        }
        let bytes = |side: Color| -> Result<Box<[u8]>, Failure> {
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(self.entries[side].len()).map_err(|_| Failure::OutOfMemory)?;
            let entries = self.entries[side].iter().map(|entry| entry.load(Ordering::Relaxed));
            bytes.extend(entries.map(|entry| byte_of(if entry < OPEN { entry } else { DRAW })));
            Ok(bytes.into_boxed_slice())
        };
        let values = ByColor::new(bytes(Color::White)?, bytes(Color::Black)?);
        Ok(EndgameTable::in_memory(self.layout, values))
    }

    /// The sides to move that have stored values.
    fn sides(&self) -> impl Iterator<Item = Color> {
        let values = self.layout.values;
        Color::ALL.into_iter().filter(move |&side| values[side] > 0)
    }

    #[inline]
    fn store(&self, Slot { side, place }: Slot, entry: u16) {
        self.entries[side][place].store(entry, Ordering::Relaxed);
        // Reading first avoids contention between threads.
        if entry < OPEN && entry > self.longest.load(Ordering::Relaxed) {
            self.longest.fetch_max(entry, Ordering::Relaxed);
        }
    }
}

/// The part of the solver that needs the moves of a game, and is therefore compiled for each game.
pub(super) struct Solver<'a, G: Game<Word = u64>> {
    class: &'a Class<'a>,
    options: G::Options,
}

impl<'a, G: Game<Word = u64>> Solver<'a, G> {
    #[inline]
    pub(super) fn new(class: &'a Class<'a>) -> Self {
        Self { class, options: options_of::<G>(class.set.rules(), &class.set.options) }
    }

    /// Initializes the entries of a range of positions.
    pub(super) fn initialize(&self, part: Range<usize>) {
        let mut list = MoveList::new();
        let mut cursor = Cursor::at(&self.class.layout.index, part.start);
        for number in part {
            cursor.go_to(number);
            let pieces = cursor.pieces();
            for side in self.class.sides() {
                let values = self.class.layout.values[side];
                for value in 0..values {
                    let placement = self.placement(&pieces, side, value);
                    let entry = self.initial_entry(&placement, &mut list);
                    self.class.store(Slot { side, place: number * values + value }, entry);
                }
            }
        }
    }

    /// The placement of a position with `side` to move and extra state number `value`.
    #[inline]
    fn placement(&self, pieces: &Pieces, side: Color, value: usize) -> Placement<G> {
        self.class.layout.placement(pieces, side, value, self.options)
    }

    /// The entry of a position before any other position of the class is known.
    fn initial_entry(&self, placement: &Placement<G>, list: &mut MoveList) -> u16 {
        placement.captures(list);
        if !list.is_empty() {
            return self.choice(placement, list).best();
        }
        let moves = placement.count_quiet_moves() as u16;
        if moves == 0 {
            return self.class.layout.at_end;
        }
        if let Some(outcome) = G::ending(&placement.board, placement.side, &placement.options) {
            return plies_of_ending(outcome, placement.side);
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

    /// The values that the captures or promotions in `list` lead to.
    #[inline]
    fn choice(&self, placement: &Placement<G>, list: &MoveList) -> Choice {
        let mut choice = Choice::NOTHING;
        for &mv in list.iter() {
            let after = placement.after(placement.side, mv);
            // The caller guarantees that the table exists.
            choice.add(self.class.set.value(&after).unwrap_or(DRAW));
            if choice.win() == Some(1) {
                // No win is shorter.
                break;
            }
        }
        choice
    }

    /// Updates the predecessors of those positions in a range that are decided in `plies`.
    pub(super) fn propagate(&self, plies: Plies, part: Range<usize>) {
        let mut lists = Lists::default();
        for side in self.class.sides() {
            let values = self.class.layout.values[side];
            let mut cursor = None;
            let places = part.start * values..part.end * values;
            for (place, entry) in places.clone().zip(&self.class.entries[side][places]) {
                if entry.load(Ordering::Relaxed) == plies {
                    let number = place / values;
                    let cursor = cursor.get_or_insert_with(|| Cursor::at(&self.class.layout.index, number));
                    cursor.go_to(number);
                    self.update_predecessors(plies, cursor, side, place % values, &mut lists);
                }
            }
        }
    }

    /// Updates all predecessors of the position at the cursor, with `side` to move and extra state number `value`,
    /// which is decided in `plies`.
    ///
    /// A position and its images share one entry. So one retro-move stands for every move from the predecessor that
    /// leads to an image of the position. Their number is the number of symmetries of the predecessor divided by the
    /// number it shares with the position. Conversely, when the position is symmetric, retro-moves that are images of
    /// each other lead to the same entry, and only one of them is used. Three examples from Dameo with one king per
    /// side: one has just moved, the other is on d5. The reflection in the diagonal a8-h1 keeps d5 in place.
    ///
    /// | position | retro-move | predecessor | symmetries of predecessor, shared | moves |
    /// |---|---|---|---|---|
    /// | Kb8 | b8-a8 | Ka8 | 2, 1 | 2: a8-b8 and a8-a7 |
    /// | Ka8 | a8-b8, a8-a7 | Kb8, Ka7: one entry | 1, 1 | 1: only one of the two is used |
    /// | Kb7 | b7-a8 | Ka8 | 2, 2 | 1: a8-b7 |
    ///
    /// If the position is lost in 6 plies, the predecessor is won in 7. If the position is won in 5, the predecessor
    /// has `moves` fewer that might save it: in the first example `OPEN + 9` becomes `OPEN + 7`. At `OPEN` the
    /// predecessor is lost in 6.
    fn update_predecessors(
        &self,
        plies: Plies,
        cursor: &Cursor,
        side: Color,
        value: usize,
        lists: &mut Lists,
    ) {
        let (index, pieces) = (&self.class.layout.index, cursor.pieces());
        let placement = self.placement(&pieces, side, value);
        placement.moves_taken_back(&mut lists.taken_back);
        let movers = self.movers(&placement);
        let symmetries_after = if cursor.may_be_symmetric() { index.symmetries_of(&pieces) } else { 1 };
        for &mv in lists.taken_back.iter().filter(|mv| movers.contains(mv.from())) {
            let (before, moved) = with_move(&pieces, !side, mv);
            // Of retro-moves that are images of each other, use one.
            if symmetries_after != 1 && index.images(&before, symmetries_after).any(|image| image < before) {
                continue;
            }
            // Where both sides have the same pieces, only White is to move: exchange the colours.
            let turned;
            let (normal, mover, Number { number, may_be_symmetric }) = if self.class.layout.values[!side] > 0
            {
                (&before, !side, cursor.number_of(&before, moved))
            } else {
                turned = self.class.set.symmetries.turned(&before);
                (&turned, side, index.number(&turned))
            };
            let moves = if may_be_symmetric {
                let symmetries = index.symmetries_of(&before);
                (symmetries.count_ones() / (symmetries & symmetries_after).count_ones()) as u16
            } else {
                1
            };
            let values = self.class.layout.values[mover];
            let step = (values > 1).then(|| self.step(&placement, mv, mover));
            for value in 0..values {
                if step.is_some_and(|step| !step.starts_at(normal, value)) {
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

    /// The pieces that could have made the last move, given the extra state.
    #[inline]
    fn movers(&self, placement: &Placement<G>) -> Bitboard {
        let (board, mover) = (&placement.board, !placement.side);
        if self.class.layout.values[placement.side] == 1 {
            return board.pieces(mover);
        }
        extra::last_movers(placement.extra, mover, board)
    }

    /// The forward move to `after` that the retro-move `mv` undoes, with the colours as stored for the predecessor, in
    /// which `mover` is to move.
    #[inline]
    fn step(&self, after: &Placement<G>, mv: Move, mover: Color) -> Step<G> {
        let forward =
            Step { mover, mv: Move::quiet(mv.to(), mv.from()), after: after.board, extra: after.extra };
        if mover == after.side { forward.turned(self.class.set.symmetries) } else { forward }
    }

    /// Records that a position has a quiet move that wins in `plies`, unless the position has a capture.
    #[inline]
    fn win(&self, plies: Plies, pieces: &Pieces, value: usize, slot: Slot) {
        let entry = self.class.entries[slot.side][slot.place].load(Ordering::Relaxed);
        if entry <= plies || entry == DRAW {
            return;
        }
        // A longer win by a promotion is replaced; a win or loss by a capture stays, since captures are compulsory. A
        // stored loss must have come from a capture, because a quiet move wins here.
        let is_longer = entry < OPEN;
        let by_capture = || self.placement(pieces, slot.side, value).could_capture(slot.side);
        if is_longer && (is_loss(entry) || by_capture()) {
            return;
        }
        self.class.store(slot, plies);
    }

    /// Records that a position has `moves` quiet moves that lose in `plies`, unless the position has a capture. Of the
    /// moves seen so far only a promotion can hold out longer.
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
        let entry = &self.class.entries[slot.side][slot.place];
        if !(OPEN..SAFE).contains(&entry.load(Ordering::Relaxed)) {
            return;
        }
        if entry.fetch_sub(moves, Ordering::Relaxed) == OPEN + moves {
            let placement = self.placement(pieces, slot.side, value);
            placement.promotions(list);
            self.class.store(slot, plies.max(self.choice(&placement, list).loss()));
        }
    }
}

/// A quiet move and the position after it.
#[derive(Clone, Copy)]
struct Step<G: Game<Word = u64>> {
    mover: Color,
    mv: Move,
    after: Board,
    extra: G::Extra,
}

impl<G: Game<Word = u64>> Step<G> {
    /// The step with the colours exchanged, except for the mover.
    fn turned(self, symmetries: &Symmetries) -> Self {
        let turned = |square| symmetries.turn.square(square);
        Self {
            mv: Move::quiet(turned(self.mv.from()), turned(self.mv.to())),
            after: symmetries.turned(&Pieces::of(&self.after)).board(),
            extra: extra::turned(self.extra, turned),
            ..self
        }
    }

    /// Whether the move can be made in a position with these pieces and extra state number `value`.
    #[inline]
    fn starts_at(&self, before: &Pieces, value: usize) -> bool {
        let before = extra::numbered(value, &before.board(), self.mover);
        extra::follows(self.extra, before, self.mover, self.mv, &self.after)
    }
}

/// Move lists that are reused.
#[derive(Default)]
struct Lists {
    taken_back: MoveList,
    promotions: MoveList,
}

/// Makes a retro-move, from `mv.from()` to `mv.to()`. Returns the pieces before the move and the piece type that moved.
#[inline]
fn with_move(pieces: &Pieces, color: Color, mv: Move) -> (Pieces, usize) {
    let kind = if pieces.men(color).contains(mv.from()) { Kind::Man } else { Kind::King };
    let (moved, both) = (sort(color, kind), mv.from().bitboard() | mv.to().bitboard());
    // A new value: modifying a copy and reading it back immediately would stall the processor.
    let set = |sort| if sort == moved { pieces.0[sort] ^ both } else { pieces.0[sort] };
    (Pieces(std::array::from_fn(set)), moved)
}

fn allocate(len: usize) -> Result<Vec<AtomicU16>, Failure> {
    let mut entries = Vec::new();
    entries.try_reserve_exact(len).map_err(|_| Failure::OutOfMemory)?;
    entries.resize_with(len, || AtomicU16::new(DRAW));
    Ok(entries)
}
