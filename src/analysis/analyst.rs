//! Searches of the positions of a game.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

use super::known::{Assessment, KnownPositions, SharedPosition};
use super::steps::{Step, steps};
use super::{GameAnalysis, Mark, MoveAnalysis, Phase};
use crate::engine::{Engine, Event, Limits, Mode, ResourceError, Settings};
use crate::notation::{PdnReplay, move_text};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, Color, Move, Outcome, RuleOptions};
use crate::search::{Line, MAX_DEPTH, Score};

/// How hard each position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The time of a search.
    Time(Duration),
    /// Its nodes.
    Nodes(u64),
    /// Its depth in plies.
    Depth(u32),
}

impl Effort {
    /// The limits of a search with `2^doublings` times the effort.
    fn limits(self, doublings: i32) -> Limits {
        match self {
            Self::Time(time) => {
                Limits { move_time: Some(time.mul_f64(f64::from(doublings).exp2())), ..Limits::default() }
            }
            Self::Nodes(nodes) => {
                let nodes =
                    if doublings < 0 { nodes >> -doublings } else { nodes.saturating_mul(1 << doublings) };
                Limits { nodes: Some(nodes.max(1)), ..Limits::default() }
            }
            // Each ply takes about twice the time of the one before.
            Self::Depth(depth) => {
                let depth = depth.saturating_add_signed(doublings).clamp(1, MAX_DEPTH);
                Limits { depth: Some(depth), ..Limits::default() }
            }
        }
    }
}

/// The error of an analysis that was stopped, or whose engine has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The flag was raised.
    Interrupted,
    /// The engine has failed, which is a bug, with the message.
    Failed(String),
}

/// An engine that analyses one game after the other.
pub struct Analyst {
    engine: Engine,
    events: Receiver<Event>,
    effort: Effort,
    stop: Arc<AtomicBool>,
}

/// The effort for finding out whether other moves would have done as well, and that for confirming that they would
/// not, in doublings.
const DOUBTS: [i32; 2] = [-3, -1];
/// The effort for confirming a blunder.
const CONFIRMING: i32 = 2;
/// The time between two looks at the flag that stops the analysis.
const PATIENCE: Duration = Duration::from_millis(50);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Failed(why) => write!(f, "internal error, please report it: {why}"),
        }
    }
}

impl std::error::Error for Stopped {}

impl Analyst {
    /// An analyst whose engine has these settings. It stops soon after `stop` is raised.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the engine, or its threads cannot be started.
    pub fn new(settings: Settings, effort: Effort, stop: Arc<AtomicBool>) -> Result<Self, ResourceError> {
        let (sender, events) = unbounded();
        let game = Variant::International.rules().start(&RuleOptions::default());
        Ok(Self { engine: Engine::new(game, settings, sender)?, events, effort, stop })
    }

    /// Analyses the main line of a game, from its end to its start, so that what is found later in the game helps with
    /// the positions before. Positions in `known` are not searched again.
    ///
    /// With an effort in nodes or depth and one thread the result depends on nothing else. `tick` is called after each
    /// move.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn analyse(
        &mut self,
        replay: &PdnReplay,
        known: &KnownPositions,
        tick: &dyn Fn(),
    ) -> Result<GameAnalysis, Stopped> {
        let steps = steps(replay);
        self.forget(steps.first().map(|step| &*step.before))?;
        let mut moves = Vec::with_capacity(steps.len());
        let mut next: Option<Assessment> = None;
        for (index, step) in steps.iter().enumerate().rev() {
            let after = match next.take().filter(|_| step.continues) {
                Some(after) => after,
                None => self.assess_after(&*step.before, step.mv, known)?,
            };
            let (assessment, analysis) = self.judge(step, index + 1, &after, known)?;
            moves.push(analysis);
            next = Some(assessment);
            tick();
        }
        moves.reverse();
        Ok(GameAnalysis { moves })
    }

    /// Searches a position on its own.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn share(&mut self, game: &dyn AnyGame) -> Result<SharedPosition, Stopped> {
        self.forget(Some(game))?;
        let found = self.assess(game, &KnownPositions::default())?;
        Ok(SharedPosition::of(game.rules(), &found))
    }

    /// Makes results independent of earlier games.
    fn forget(&mut self, game: Option<&dyn AnyGame>) -> Result<(), Stopped> {
        let Some(game) = game else { return Ok(()) };
        self.engine.set_game(game.copy()).and_then(|()| self.engine.forget()).map_err(|error| failed(&error))
    }

    /// Compares a move with the best one. Returns the assessment of the position before it, too.
    fn judge(
        &mut self,
        step: &Step,
        ply: usize,
        after: &Assessment,
        known: &KnownPositions,
    ) -> Result<(Assessment, MoveAnalysis), Stopped> {
        let Step { before, mv, .. } = step;
        let game = before.rules();
        let loss_of =
            |best: &Assessment, played: &Assessment| best.score.chance(game) - played.score.chance(game);
        let in_book = known.find_move(&**before, *mv);
        let mut played = in_book.unwrap_or_else(|| one_ply_earlier(*mv, after));
        let is_forced = before.legal_moves().len() == 1;
        let mut best = if is_forced { played.clone() } else { self.assess(&**before, known)? };
        let mut loss = 0.0;
        if best.line.first() == Some(mv) {
            // The search after the move has seen one ply more.
            best = played.clone();
        } else {
            loss = loss_of(&best, &played);
            if loss >= Mark::Inaccuracy.least_loss() {
                best = self.verified(&**before, best, known)?;
                loss = loss_of(&best, &played);
            }
            if loss >= Mark::Blunder.least_loss() {
                played = self.confirmed(&**before, played)?;
                best = self.confirmed(&**before, best)?;
                loss = loss_of(&best, &played);
            }
            if best.score <= played.score {
                best = played.clone();
            }
        }
        let loss = loss.max(0.0);
        let mut mark = Mark::of_loss(loss);
        if !is_forced && best.line.first() == Some(mv) && self.is_only_move(&**before, best.score)? {
            mark = Some(Mark::Only);
        }
        let analysis = move_analysis(&**before, *mv, ply, &played, &best, (loss, mark));
        Ok((best, analysis))
    }

    /// A best line whose score is that of a search after its first move, as it is for the move that was played.
    fn verified(
        &mut self,
        before: &dyn AnyGame,
        best: Assessment,
        known: &KnownPositions,
    ) -> Result<Assessment, Stopped> {
        let Some(&mv) = best.line.first() else { return Ok(best) };
        if let Some(found) = known.find_move(before, mv) {
            return Ok(found);
        }
        Ok(one_ply_earlier(mv, &self.assess_after(before, mv, known)?))
    }

    /// A line with the score of a longer search after its first move.
    fn confirmed(&mut self, before: &dyn AnyGame, found: Assessment) -> Result<Assessment, Stopped> {
        let Some(&mv) = found.line.first() else { return Ok(found) };
        let after = self.searched(&*game_after(before, mv)?, CONFIRMING)?;
        Ok(one_ply_earlier(mv, &after))
    }

    /// Assesses the position after a legal move.
    fn assess_after(
        &mut self,
        before: &dyn AnyGame,
        mv: Move,
        known: &KnownPositions,
    ) -> Result<Assessment, Stopped> {
        self.assess(&*game_after(before, mv)?, known)
    }

    /// Whether all moves but the best one, whose score is `best`, are blunders.
    fn is_only_move(&mut self, game: &dyn AnyGame, best: Score) -> Result<bool, Stopped> {
        let chance = best.chance(game.rules());
        if chance < Mark::Blunder.least_loss() {
            return Ok(false);
        }
        for doublings in DOUBTS {
            let lines = self.search(game, self.effort.limits(doublings), 2)?;
            let second = lines.get(1).map_or(1.0, |line| line.score.chance(game.rules()));
            if chance - second < Mark::Blunder.least_loss() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn assess(&mut self, game: &dyn AnyGame, known: &KnownPositions) -> Result<Assessment, Stopped> {
        match known.find(game) {
            Some(known) if game.outcome().is_none() => Ok(known),
            _ => self.searched(game, 0),
        }
    }

    /// Assesses a position by a search with `2^doublings` times the effort, unless the game is over.
    fn searched(&mut self, game: &dyn AnyGame, doublings: i32) -> Result<Assessment, Stopped> {
        if let Some(score) = final_score(game) {
            return Ok(Assessment { score, line: Vec::new() });
        }
        let lines = self.search(game, self.effort.limits(doublings), 1)?;
        let best = lines.into_iter().next();
        Ok(best.map_or_else(
            || Assessment { score: Score::DRAW, line: Vec::new() },
            |Line { score, moves, .. }| Assessment { score, line: moves },
        ))
    }

    /// The best lines of a position.
    fn search(&mut self, game: &dyn AnyGame, limits: Limits, lines: usize) -> Result<Vec<Line>, Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let settings = Settings { multi_pv: lines, ..self.engine.settings().clone() };
        self.engine.configure(settings).map_err(|error| failed(&error))?;
        self.engine.set_game(game.copy()).map_err(|error| failed(&error))?;
        self.engine.go(Mode::Think, &limits).map_err(|error| failed(&error))?;
        let mut best = Vec::new();
        loop {
            match self.events.recv_timeout(PATIENCE) {
                Ok(Event::Info(info)) => best = info.lines,
                Ok(Event::Done(_)) if self.stop.load(Ordering::Relaxed) => return Err(Stopped::Interrupted),
                Ok(Event::Done(_)) => return Ok(best),
                Ok(Event::Failed(why)) => return Err(Stopped::Failed(why)),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => self.engine.stop(),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(error @ RecvTimeoutError::Disconnected) => return Err(failed(&error)),
            }
        }
    }
}

fn failed(error: &dyn fmt::Display) -> Stopped {
    Stopped::Failed(error.to_string())
}

/// The game after a legal move.
fn game_after(before: &dyn AnyGame, mv: Move) -> Result<Box<dyn AnyGame>, Stopped> {
    let mut game = before.copy();
    game.play(mv).map_err(|error| failed(&error))?;
    Ok(game)
}

/// The score of a game that is over, for the side to move.
fn final_score(game: &dyn AnyGame) -> Option<Score> {
    match game.outcome()? {
        Outcome::Win { winner, .. } if winner == game.position().side() => Some(Score::win_in(0)),
        Outcome::Win { .. } => Some(Score::loss_in(0)),
        Outcome::Draw(_) => Some(Score::DRAW),
    }
}

/// The assessment before a move, if the one after it is known.
fn one_ply_earlier(mv: Move, after: &Assessment) -> Assessment {
    let line = std::iter::once(mv).chain(after.line.iter().copied()).collect();
    Assessment { score: after.score.one_ply_earlier(), line }
}

fn move_analysis(
    before: &dyn AnyGame,
    mv: Move,
    ply: usize,
    played: &Assessment,
    best: &Assessment,
    (loss, mark): (f64, Option<Mark>),
) -> MoveAnalysis {
    let (rules, position) = (before.rules(), before.position());
    let white = position.side() == Color::White;
    // Adding 0.0 turns a negative zero into a positive one.
    let for_white = |score: Score| if white { score.men() } else { -score.men() } + 0.0;
    let chance = played.score.chance(rules);
    let text = |mv: &Move| move_text(rules, *mv);
    let is_error = mark.is_some_and(|mark| mark != Mark::Only);
    MoveAnalysis {
        ply,
        white,
        phase: Phase::of(position),
        forced: before.legal_moves().len() == 1,
        played: text(&mv),
        score: for_white(played.score),
        chance: if white { chance } else { 1.0 - chance },
        best: best.line.first().map(text).unwrap_or_default(),
        best_score: for_white(best.score),
        loss,
        mark,
        line: if is_error { best.line.iter().map(text).collect() } else { Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::shared_positions;
    use super::*;
    use crate::notation::parse_pdn;

    fn analyst(effort: Effort) -> Analyst {
        let settings = Settings { hash_mebibytes: 1, ..Settings::default() };
        Analyst::new(settings, effort, Arc::default()).expect("memory and threads")
    }

    fn replay(game: Variant, text: &str) -> PdnReplay {
        let pdn = parse_pdn(text).into_iter().next().expect("a game");
        let replay = PdnReplay::of(&pdn, game.rules(), &RuleOptions::default()).expect("its tags fit");
        assert_eq!(replay.fault, None);
        replay
    }

    fn analysis(game: Variant, text: &str, effort: Effort) -> Vec<MoveAnalysis> {
        let replay = replay(game, text);
        analyst(effort).analyse(&replay, &KnownPositions::default(), &|| ()).expect("not stopped").moves
    }

    #[test]
    fn a_win_of_the_tables_that_is_thrown_away_is_a_blunder_at_any_effort() {
        let text = "[FEN \"W:WKa1,Kb8:BKg3\"] 1. a1-c3 *";
        let moves = analysis(Variant::Dameo, text, Effort::Nodes(1));
        let [only] = moves.as_slice() else { panic!("{moves:?}") };
        assert_eq!((only.mark, only.best.as_str(), only.best_score), (Some(Mark::Blunder), "b8-b3", 99.97));
        assert_eq!((only.loss, only.line.len()), (0.5, 3));
    }

    #[test]
    fn the_effort_in_nodes_decides_alone() {
        let text = "1. 34-29 19-23 2. 35-30 23x25 3. 32-28 17-21 4. 40-34 *";
        let game = replay(Variant::International, text);
        let mut used = analyst(Effort::Nodes(3000));
        let none = KnownPositions::default();
        let first = used.analyse(&game, &none, &|| ()).expect("not stopped");
        assert_eq!(
            used.analyse(&game, &none, &|| ()),
            Ok(first.clone()),
            "nothing remains of an earlier analysis"
        );
        assert_eq!(analyst(Effort::Nodes(3000)).analyse(&game, &none, &|| ()), Ok(first.clone()));
        assert_eq!(first.moves[2].mark, Some(Mark::Blunder), "{:?}", first.moves[2]);
        assert_eq!((first.moves[3].forced, first.moves[3].loss), (true, 0.0));
    }

    #[test]
    fn a_stopped_analysis_says_so() {
        let stop = Arc::new(AtomicBool::new(true));
        let mut analyst =
            Analyst::new(Settings::default(), Effort::Depth(3), stop).expect("memory and threads");
        let game = replay(Variant::Dameo, "1. b1-b3 *");
        assert_eq!(analyst.analyse(&game, &KnownPositions::default(), &|| ()), Err(Stopped::Interrupted));
    }

    #[test]
    fn positions_of_several_games_are_shared_and_the_rest_is_not() {
        let games = ["1. 32-28 19-23 *", "1. 32-28 18-23 *", "1. 33-28 18-23 *"];
        let games = games.map(|text| replay(Variant::International, text));
        let shared = shared_positions(&games, &KnownPositions::default());
        assert_eq!(shared.len(), 2, "the start, and the position after 1. 32-28");
        assert_eq!(shared_positions(&games[..1], &KnownPositions::default()).len(), 0);
        let mut analyst = analyst(Effort::Nodes(500));
        let found = analyst.share(&*shared[0]).expect("not stopped");
        let mut known = KnownPositions::default();
        known.add(&*shared[0], &found);
        let with = analyst.analyse(&games[0], &known, &|| ()).expect("not stopped");
        let known_score = known.find(&*shared[0]).expect("it was added").score.men();
        let best = with.moves[0].best_score;
        assert!(best == known_score || with.moves[0].best == "32-28", "{best} {known_score}");
    }

    #[test]
    fn moves_after_a_setup_start_anew() {
        let text = "1. 32-28 /FEN \"B:W31,32:B1,2,3\"/ 1... 1-6 *";
        let moves = analysis(Variant::International, text, Effort::Depth(2));
        let played: Vec<&str> = moves.iter().map(|mv| mv.played.as_str()).collect();
        assert_eq!(played, ["32-28", "1-6"]);
        assert!(moves[0].score.abs() < 0.5 && moves[1].score < -0.1, "{moves:?}");
    }
}
