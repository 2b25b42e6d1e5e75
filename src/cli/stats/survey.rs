//! Survey: counts of the games that were played by the same rules.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::course::AtPly;
use super::examples::{LongestCapture, ShortestGame};
use crate::analysis::Phase;
use crate::cli::sources::Played;
use crate::notation::{PdnFault, PdnGame, PdnReplay, PdnResult, pdn_comment_score};
use crate::rules::{AnyGame, AnyPosition, Color, Move, Outcome, RuleOptions, Rules};

/// Values of `Termination` for games that ended by a fault: loss on time, breach of rules, crash.
const FAULTS: [&str; 3] = ["time forfeit", "rules infraction", "abandoned"];

/// Scores of shallower searches are left out: engines hardly search when they have a single move.
const LEAST_DEPTH: u32 = 4;
/// A score of at least this many men is a win, not an evaluation.
const DECIDED: f64 = 50.0;

/// Counts of games. Games that ended by a fault or without a result appear only in `faults` and `unfinished`.
#[derive(Debug)]
pub(in crate::cli) struct Survey {
    pub(super) rules: &'static Rules,
    pub(super) faults: u64,
    pub(super) unfinished: u64,
    /// Wins, draws and losses of the player who moved first.
    pub(super) first_moves: [u64; 3],
    /// The lengths of the games after their openings: White's wins, draws, and Black's wins.
    pub(super) plies: [Vec<usize>; 3],
    /// The positions of all games by ply, openings included.
    pub(super) course: Vec<AtPly>,
    /// In the order of [`Phase::ALL`].
    pub(super) phases: [Choices; 3],
    /// The number of moves that captured each number of pieces.
    pub(super) captures: BTreeMap<u64, u64>,
    pub(super) longest_capture: Option<LongestCapture>,
    pub(super) shortest_game: Option<ShortestGame>,
    pub(super) promotions: u64,
    pub(super) games_with_promotions: u64,
    pub(super) endings: BTreeMap<String, u64>,
    /// Searched positions and the points scored by the side to move, by score in hundredths of a man.
    pub(super) scores: BTreeMap<i32, Points>,
    distinct: HashSet<u64>,
}

/// Positions with the same score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Points {
    pub(super) positions: u64,
    /// The sum of the points of the side to move: 1 for a win, 0.5 for a draw.
    pub(super) points: f64,
}

/// The positions of a phase, and how many moves were legal in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choices {
    pub(super) positions: u64,
    pub(super) legal_moves: u64,
    /// Positions with one legal move.
    pub(super) forced: u64,
}

impl Survey {
    pub(in crate::cli) fn of(rules: &'static Rules) -> Self {
        Self {
            rules,
            faults: 0,
            unfinished: 0,
            first_moves: [0; 3],
            plies: Default::default(),
            course: Vec::new(),
            phases: [Choices::default(); 3],
            captures: BTreeMap::new(),
            longest_capture: None,
            shortest_game: None,
            promotions: 0,
            games_with_promotions: 0,
            endings: BTreeMap::new(),
            scores: BTreeMap::new(),
            distinct: HashSet::new(),
        }
    }

    /// Whether no game has been added.
    pub(super) fn is_empty(&self) -> bool {
        self.faults + self.unfinished == 0 && self.plies.iter().all(Vec::is_empty)
    }

    /// The number of games that differ in their moves or start position.
    pub(super) fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// Counts a game, by `rules` unless its tags name others. Its opening has `opening` plies unless a tag gives
    /// another number.
    ///
    /// # Errors
    ///
    /// If a move is not legal. Then nothing is counted.
    pub(in crate::cli) fn add(
        &mut self,
        played: &Played,
        rules: &RuleOptions,
        opening: usize,
    ) -> Result<(), PdnFault> {
        let game = &played.game;
        let replay = PdnReplay::of(game, self.rules, rules)?;
        if let Some(fault) = replay.fault {
            return Err(fault);
        }
        let moves: Vec<Move> = replay.moves().collect();
        let mut record = replay.start.to_game();
        let result = match game.result() {
            _ if game.tag("Termination").is_some_and(|word| FAULTS.contains(&word)) => {
                self.faults += 1;
                return Ok(());
            }
            Some(PdnResult::WhiteWins) => 0,
            Some(PdnResult::Draw) => 1,
            Some(PdnResult::BlackWins) => 2,
            Some(PdnResult::BothLose) | None => {
                self.unfinished += 1;
                return Ok(());
            }
        };
        let start = record.position();
        self.first_moves[if start.side() == Color::White { result } else { 2 - result }] += 1;
        let mut hasher = DefaultHasher::new();
        (start.key(), &moves).hash(&mut hasher);
        self.distinct.insert(hasher.finish());
        let opening = played.opening_plies().unwrap_or(opening).min(moves.len());
        let plies = moves.len() - opening;
        self.plies[result].push(plies);
        if self.shortest_game.as_ref().is_none_or(|known| plies < known.plies) {
            self.shortest_game = Some(ShortestGame::of(played, plies, replay.last()));
        }
        let outcome = self.add_moves(&mut *record, &moves, opening, &played.place);
        *self.endings.entry(ending(game, outcome)).or_default() += 1;
        self.add_scores(&replay, [1.0, 0.5, 0.0][result]);
        Ok(())
    }

    /// Counts the scores in the comments of the players, as engines write them; `points` are White's.
    fn add_scores(&mut self, replay: &PdnReplay, points: f64) {
        for node in replay.main_line() {
            let comment = node.comment.as_deref().and_then(pdn_comment_score);
            let Some((men, _)) = comment.filter(|&(men, depth)| depth >= LEAST_DEPTH && men.abs() < DECIDED)
            else {
                continue;
            };
            let own = if replay.before(node).side() == Color::White { points } else { 1.0 - points };
            let entry = self.scores.entry((100.0 * men).round() as i32).or_default();
            entry.positions += 1;
            entry.points += own;
        }
    }

    /// Plays and counts the moves of a game from its start position, and returns its outcome by the rules.
    fn add_moves(
        &mut self,
        game: &mut dyn AnyGame,
        moves: &[Move],
        opening: usize,
        place: &str,
    ) -> Option<Outcome> {
        if self.course.len() < moves.len() {
            self.course.resize_with(moves.len(), AtPly::default);
        }
        let mut promotions = 0;
        for (ply, &mv) in moves.iter().enumerate() {
            let (before, choices) = (game.position(), game.legal_moves().len());
            let (phase, us) = (Phase::of(before) as usize, before.side());
            let is_man = before.board().men(us).contains(mv.from());
            self.course[ply].add(before, choices, mv);
            if ply >= opening {
                self.add_capture(before, mv, place);
            }
            // A position with too many captures cannot be counted.
            game.play(mv).ok()?;
            if ply >= opening {
                self.phases[phase].add(choices);
                promotions += u64::from(is_man && game.position().board().kings(us).contains(mv.to()));
            }
        }
        self.promotions += promotions;
        self.games_with_promotions += u64::from(promotions > 0);
        game.outcome()
    }

    /// Counts a move, if it captures.
    fn add_capture(&mut self, before: &dyn AnyPosition, mv: Move, place: &str) {
        let pieces = u64::from(mv.captured().count());
        if pieces == 0 {
            return;
        }
        if self.captures.last_key_value().is_none_or(|(&most, _)| pieces > most) {
            self.longest_capture = Some(LongestCapture::of(before, mv, place));
        }
        *self.captures.entry(pieces).or_default() += 1;
    }
}

impl Choices {
    fn add(&mut self, legal_moves: usize) {
        self.positions += 1;
        self.legal_moves += legal_moves as u64;
        self.forced += u64::from(legal_moves == 1);
    }
}

/// The reason why a game ended, in one word: from its details, or else from the rules, or else from `Termination`.
fn ending(game: &PdnGame, outcome: Option<Outcome>) -> String {
    if let Some(details) = game.tag("TerminationDetails") {
        return details.split(':').next().unwrap_or_default().trim().to_owned();
    }
    let by_rule = outcome.map(Outcome::reason);
    by_rule.or(game.tag("Termination")).unwrap_or("unknown").to_owned()
}
