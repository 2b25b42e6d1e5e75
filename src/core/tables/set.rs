//! Table set: the tables of many classes, and how they are probed.

use std::sync::Arc;

use super::combinations::MOST_PIECES;
use super::files::{BlockCache, TableFile};
use super::game::{TableGame, options_of};
use super::layout::{Layout, Slot, State};
use super::pieces::Material;
use super::symmetry::Symmetries;
use super::value::{Plies, Value, Wdl, at_end, plies_of};
use crate::rules::{AnyPosition, ByColor, Color, Game, Placement, Position, RuleOptions, Rules};

/// The values of all positions of a class.
#[derive(Debug)]
pub struct EndgameTable {
    pub(super) layout: Layout,
    pub(super) values: Values,
}

/// The values of a class, in memory or in files.
#[derive(Debug)]
pub(super) enum Values {
    /// One byte per value, by side to move.
    InMemory(ByColor<Box<[u8]>>),
    /// In one file, or in two.
    InFiles {
        /// Wins, draws and losses.
        wdl: Option<Box<TableFile>>,
        /// The plies to the end.
        dtw: Option<Box<TableFile>>,
    },
}

impl EndgameTable {
    /// The table with these values, one byte each.
    pub(super) fn in_memory(layout: Layout, values: ByColor<Box<[u8]>>) -> Self {
        Self { layout, values: Values::InMemory(values) }
    }

    /// The class.
    #[must_use]
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// The number of placements of the pieces, counting symmetric images once.
    #[must_use]
    pub fn placements(&self) -> usize {
        self.layout.index.len()
    }

    /// Whether the table has the plies to the end, not only wins, draws and losses.
    #[must_use]
    pub fn has_distances(&self) -> bool {
        matches!(self.values, Values::InMemory(_) | Values::InFiles { dtw: Some(_), .. })
    }

    /// The values of all positions with `side` to move, in the order in which they are stored. If both sides have the
    /// same pieces, only White has values. Empty without [distances](Self::has_distances); in files they end before a
    /// damaged block, which [`take_problems`](TableSet::take_problems) reports.
    pub fn values(&self, side: Color) -> impl Iterator<Item = Value> + '_ {
        let (in_memory, in_file) = match &self.values {
            Values::InMemory(values) => (Some(&values[side]), None),
            Values::InFiles { dtw, .. } => (None, dtw.as_deref()),
        };
        let in_memory = in_memory.into_iter().flatten().copied();
        let in_file =
            in_file.into_iter().flat_map(move |file| file.unpacked(side).map_while(Result::ok)).flatten();
        in_memory.chain(in_file).map(|byte| Value::of(plies_of(byte), self.layout.at_end))
    }

    /// Win, draw or loss of all positions with `side` to move, in the same order; also available if the table has no
    /// distances.
    pub fn outcomes(&self, side: Color) -> impl Iterator<Item = Wdl> + '_ {
        let in_file = match &self.values {
            Values::InFiles { wdl, .. } => wdl.as_deref(),
            Values::InMemory(_) => None,
        };
        let others = in_file.is_none().then(|| self.values(side).map(Value::wdl));
        let in_file =
            in_file.into_iter().flat_map(move |file| file.unpacked(side).map_while(Result::ok)).flatten();
        let in_file = in_file.filter_map(|digit| Wdl::ALL.get(usize::from(digit)).copied());
        in_file.chain(others.into_iter().flatten())
    }

    /// The plies stored at `slot`, if they are known.
    #[inline]
    fn plies(&self, slot: Slot) -> Option<Plies> {
        let byte = match &self.values {
            Values::InMemory(values) => values[slot.side][slot.place],
            Values::InFiles { dtw, .. } => dtw.as_ref()?.value(slot)?,
        };
        Some(plies_of(byte))
    }

    /// What the table knows at the least cost of memory: from files only the result, if there is a file of results.
    #[inline]
    fn verdict(&self, slot: Slot) -> Option<Verdict> {
        match &self.values {
            Values::InFiles { wdl: Some(_), .. } => self.wdl(slot).map(Verdict::Result),
            _ => self.plies(slot).map(|plies| Verdict::Value(Value::of(plies, self.layout.at_end))),
        }
    }

    /// Win, draw or loss for the position stored at `slot`, if it is known.
    #[inline]
    fn wdl(&self, slot: Slot) -> Option<Wdl> {
        if let Values::InFiles { wdl: Some(wdl), .. } = &self.values
            && let Some(digit) = wdl.value(slot)
        {
            return Wdl::ALL.get(usize::from(digit)).copied();
        }
        self.plies(slot).map(Wdl::of)
    }
}

/// The tables of a game under certain options: all classes with up to a given number of pieces if they are
/// [built](super::BuildPlan::build), or those found [in files](Self::open).
#[derive(Debug)]
pub struct TableSet {
    pub(super) game: &'static TableGame,
    pub(super) options: RuleOptions,
    pub(super) symmetries: &'static Symmetries,
    tables: Vec<EndgameTable>,
    /// By [`key`]: the index of the table plus one, or 0.
    places: Box<[u16]>,
    /// The set is complete up to this number of pieces.
    pieces: usize,
    /// The blocks of files that are in memory.
    pub(super) cache: Arc<BlockCache>,
}

/// A small number for each class, used as an array index.
#[inline]
fn key(material: Material) -> usize {
    material.counts().into_iter().fold(0, |key, count| key * (MOST_PIECES + 1) + usize::from(count))
}

/// What a set tells at the least cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The value, from a table in memory.
    Value(Value),
    /// The result alone, from a file.
    Result(Wdl),
}

/// The result of looking up a placement.
enum Found<'a> {
    /// The plies of its value, because the game is over or ends with the next move.
    Known(Plies),
    /// The table of its class, and where its value is stored there.
    In(&'a EndgameTable, Slot),
}

impl TableSet {
    /// An empty set for a game. Options that the game does not have, and draw limits, are ignored.
    #[must_use]
    pub fn new(rules: &'static Rules, options: &RuleOptions) -> Self {
        let game = TableGame::of(rules);
        let places = vec![0; (MOST_PIECES + 1).pow(4)].into();
        let symmetries = Symmetries::of(rules);
        Self {
            game,
            options: *options,
            symmetries,
            tables: Vec::new(),
            places,
            pieces: 0,
            cache: Arc::default(),
        }
    }

    /// Limits the memory for the blocks of files that are opened from now on, in MiB; otherwise it is
    /// [`DEFAULT_CACHE_MEBIBYTES`](super::files::DEFAULT_CACHE_MEBIBYTES).
    pub fn limit_cache(&mut self, mebibytes: usize) {
        self.cache = Arc::new(BlockCache::with_mebibytes(mebibytes));
    }

    /// The game.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        self.game.rules
    }

    /// The name of the options that values depend on.
    pub(super) fn options_name(&self) -> String {
        (self.game.options_name)(self.rules(), &self.options)
    }

    /// The layout of a class in which White is the stronger side.
    pub(super) fn layout(&self, material: Material) -> Layout {
        Layout::new(self.game, material, self.symmetries)
    }

    pub(super) fn add(&mut self, table: EndgameTable) {
        self.tables.push(table);
        self.reindex();
    }

    /// Removes all tables except those for which `is_kept` returns true.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Material) -> bool) {
        self.tables.retain(|table| is_kept(table.material()));
        self.reindex();
    }

    /// Rebuilds `places` and `pieces`.
    fn reindex(&mut self) {
        self.places.fill(0);
        for (place, table) in self.tables.iter().enumerate() {
            self.places[key(table.material())] = place as u16 + 1;
        }
        let is_complete = |&pieces: &usize| {
            self.game.classes(pieces).into_iter().all(|material| self.table(material).is_some())
        };
        self.pieces = (2..=MOST_PIECES).take_while(is_complete).last().unwrap_or(0);
    }

    /// The tables, in ascending order of pieces.
    #[must_use]
    pub fn tables(&self) -> &[EndgameTable] {
        &self.tables
    }

    /// The number of pieces up to which the set has all classes; 0 if classes of two pieces are missing.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The value of a position, if it has the game and the options of the set, and the set has the distances of its
    /// class. Draw rules are ignored.
    #[must_use]
    pub fn probe<G: Game<Word = u64>>(&self, position: &Position<G>) -> Option<Value> {
        let plies = self.is_of(position).then(|| self.value(position.placement()))??;
        Some(Value::of(plies, at_end(G::without_move(position.options()))))
    }

    /// Win, draw or loss for the side to move, if the position has the game and the options of the set, and the set has
    /// its class. Draw rules are ignored.
    #[must_use]
    pub fn probe_wdl<G: Game<Word = u64>>(&self, position: &Position<G>) -> Option<Wdl> {
        self.is_of(position).then(|| self.wdl(position.placement()))?
    }

    /// Win, draw or loss of a placement under the options of the set, if the set has its class.
    fn wdl<G: Game<Word = u64>>(&self, placement: &Placement<G>) -> Option<Wdl> {
        match self.find(placement)? {
            Found::Known(plies) => Some(Wdl::of(plies)),
            Found::In(table, slot) => table.wdl(slot),
        }
    }

    /// [`Self::wdl_after_pass`] for a position of `G`.
    pub(super) fn wdl_of_other_side<G: Game<Word = u64>>(&self, position: &Position<G>) -> Option<Wdl> {
        let placement = *position.placement();
        if !self.is_of(position) || placement.extra != G::Extra::default() {
            return None;
        }
        self.wdl(&Placement { side: !placement.side, ..placement })
    }

    /// What the set tells about a position without reading a file of distances, unless there is no other.
    pub(super) fn verdict<G: Game<Word = u64>>(&self, position: &Position<G>) -> Option<Verdict> {
        match self.is_of(position).then(|| self.find(position.placement()))?? {
            Found::Known(plies) => {
                Some(Verdict::Value(Value::of(plies, at_end(G::without_move(position.options())))))
            }
            Found::In(table, slot) => table.verdict(slot),
        }
    }

    /// Like [`probe`](Self::probe), for a position of any game.
    #[must_use]
    pub fn probe_any(&self, position: &dyn AnyPosition) -> Option<Value> {
        (self.game.probe)(self, position)
    }

    /// Like [`probe_wdl`](Self::probe_wdl), for a position of any game.
    #[must_use]
    pub fn probe_wdl_any(&self, position: &dyn AnyPosition) -> Option<Wdl> {
        (self.game.probe_wdl)(self, position)
    }

    /// Like [`verdict`](Self::verdict), for a position of any game.
    pub(crate) fn verdict_any(&self, position: &dyn AnyPosition) -> Option<Verdict> {
        (self.game.verdict)(self, position)
    }

    /// Win, draw or loss for the opponent if the side to move could pass. `None` also where the last move matters for
    /// what is legal, since after a pass there is none.
    #[must_use]
    pub fn wdl_after_pass(&self, position: &dyn AnyPosition) -> Option<Wdl> {
        (self.game.wdl_after_pass)(self, position)
    }

    /// Whether a position has the game and the options of the set.
    #[inline]
    fn is_of<G: Game<Word = u64>>(&self, position: &Position<G>) -> bool {
        position.rules() == self.game.rules
            && G::without_draw_limits(*position.options()) == options_of::<G>(self.rules(), &self.options)
    }

    /// The value of a placement under the options of the set, if the set has the distances of its class.
    #[inline]
    pub(super) fn value<G: Game<Word = u64>>(&self, placement: &Placement<G>) -> Option<Plies> {
        match self.find(placement)? {
            Found::Known(plies) => Some(plies),
            Found::In(table, slot) => table.plies(slot),
        }
    }

    /// Looks up a placement under the options of the set, if the set has its class.
    #[inline]
    fn find<G: Game<Word = u64>>(&self, placement: &Placement<G>) -> Option<Found<'_>> {
        let (us, board) = (placement.side, &placement.board);
        if let Some(winner) = G::first_crowned(board, &placement.options) {
            // Tables have no value for a side to move that has already won.
            return (winner != us).then_some(Found::Known(0));
        }
        let at_end = at_end(G::without_move(&placement.options));
        if board.pieces(us).is_empty() {
            return Some(Found::Known(at_end));
        }
        if board.pieces(!us).is_empty() {
            // A move ends the game, because the opponent cannot reply.
            let has_move = placement.count_quiet_moves() > 0;
            return Some(Found::Known(at_end + Plies::from(has_move)));
        }
        let state = State::of(placement).normal(self.symmetries);
        let table = self.table(state.pieces.material())?;
        Some(Found::In(table, table.layout.slot(&state)))
    }

    #[inline]
    pub(super) fn table(&self, material: Material) -> Option<&EndgameTable> {
        self.tables.get(self.place(material)?)
    }

    pub(super) fn table_mut(&mut self, material: Material) -> Option<&mut EndgameTable> {
        let place = self.place(material)?;
        self.tables.get_mut(place)
    }

    #[inline]
    fn place(&self, material: Material) -> Option<usize> {
        if material.counts().into_iter().any(|count| usize::from(count) > MOST_PIECES) {
            return None;
        }
        usize::from(self.places[key(material)]).checked_sub(1)
    }
}
