//! Playing a line of moves by the rules. The rest of the line resolves ambiguous moves.

use super::game::PdnMove;
use super::moves::{ambiguous, fitting_moves};
use super::replay::PdnStep;
use super::tokens::UNKNOWN_MOVE;
use crate::notation::fen::parse_fen_setup;
use crate::notation::text::{NotationError, shown};
use crate::rules::{AnyPosition, Move, Setup};

/// The number of moves after which the search for the right readings of ambiguous moves gives up.
const MAX_TRIES: usize = 20_000;

/// A line as far as it can be played.
#[derive(Default)]
pub(super) struct PlayedLine {
    /// Each step with the position after it.
    pub(super) steps: Vec<(PdnStep, Box<dyn AnyPosition>)>,
    /// The reason why the next step cannot be played, if there is a next step.
    pub(super) problem: Option<NotationError>,
}

/// Plays a line of moves from a position.
///
/// If a string matches several moves, each of them is tried. The right one is the move with which the line can be
/// played farthest. If several are equally good, the line ends before the ambiguous move.
pub(super) fn play_line(start: &dyn AnyPosition, line: &[&PdnMove]) -> PlayedLine {
    let mut search = LineSearch { start, line, path: Vec::new(), choices: Vec::new(), best: None, tries: 0 };
    loop {
        let problem = search.extend();
        search.note(problem);
        if search.tries > MAX_TRIES || !search.take_next_choice() {
            return search.finish();
        }
    }
}

struct LineSearch<'a> {
    start: &'a dyn AnyPosition,
    line: &'a [&'a PdnMove],
    path: Vec<(PdnStep, Box<dyn AnyPosition>)>,
    /// The untried alternatives, each with the number of steps before it.
    choices: Vec<(usize, Vec<Move>)>,
    best: Option<Best>,
    tries: usize,
}

/// The longest path so far.
struct Best {
    steps: Vec<PdnStep>,
    problem: Option<NotationError>,
    /// The number of steps that all paths of this length have in common, if there are several.
    common: Option<usize>,
}

impl LineSearch<'_> {
    fn position(&self) -> &dyn AnyPosition {
        self.path.last().map_or(self.start, |(_, position)| &**position)
    }

    /// Continues as long as moves match. Returns the reason why the line stops early, if it does.
    fn extend(&mut self) -> Option<NotationError> {
        let line = self.line;
        while let Some(next) = line.get(self.path.len()) {
            if next.is_setup {
                match set_up(self.position(), &next.text) {
                    Ok(position) => self.path.push((PdnStep::SetUp, position)),
                    Err(error) => return Some(error),
                }
                continue;
            }
            if next.text == UNKNOWN_MOVE {
                // Unknown moves at the end of a line do no harm.
                let continues = line.iter().skip(self.path.len()).any(|mv| mv.text != UNKNOWN_MOVE);
                let message = "the move '- -' is unknown, expected a move, since others follow";
                return continues.then(|| NotationError::new(message));
            }
            self.tries += 1;
            match fitting_moves(self.position(), &next.text) {
                Ok(mut fitting) => {
                    fitting.reverse();
                    let first = fitting.pop()?;
                    if !fitting.is_empty() {
                        self.choices.push((self.path.len(), fitting));
                    }
                    self.play(first);
                }
                Err(error) => return Some(error),
            }
        }
        None
    }

    fn play(&mut self, mv: Move) {
        let next = self.position().after(mv);
        self.path.push((PdnStep::Move(mv), next));
    }

    /// Records the path if it is the longest so far.
    fn note(&mut self, problem: Option<NotationError>) {
        let steps: Vec<PdnStep> = self.path.iter().map(|&(step, _)| step).collect();
        match &mut self.best {
            Some(best) if best.steps.len() > steps.len() => {}
            Some(best) if best.steps.len() == steps.len() => {
                let common = best.steps.iter().zip(&steps).take_while(|(one, other)| one == other).count();
                best.common = Some(best.common.map_or(common, |before| before.min(common)));
            }
            _ => self.best = Some(Best { steps, problem, common: None }),
        }
    }

    fn take_next_choice(&mut self) -> bool {
        let Some((before, others)) = self.choices.last_mut() else { return false };
        let (before, next) = (*before, others.pop());
        if others.is_empty() {
            self.choices.pop();
        }
        self.path.truncate(before);
        next.map(|mv| self.play(mv)).is_some()
    }

    fn finish(mut self) -> PlayedLine {
        let Some(best) = self.best.take() else { return PlayedLine::default() };
        let aborted = self.choices.first().map(|&(before, _)| before).filter(|_| self.tries > MAX_TRIES);
        let common = aborted.or(best.common);
        self.path.clear();
        for (step, written) in best.steps.iter().zip(self.line).take(common.unwrap_or(usize::MAX)) {
            match step {
                PdnStep::Move(mv) => self.play(*mv),
                PdnStep::SetUp => {
                    let position = set_up(self.position(), &written.text);
                    self.path.extend(position.ok().map(|position| (PdnStep::SetUp, position)));
                }
            }
        }
        let unclear = self.line.get(self.path.len()).filter(|_| common.is_some());
        let problem = unclear.map(|written| {
            let fitting = fitting_moves(self.position(), &written.text).unwrap_or_default();
            ambiguous(self.position(), &written.text, &fitting)
        });
        PlayedLine { problem: problem.or(best.problem), steps: self.path }
    }
}

/// The position that a FEN sets up within a game. `B::`, without pieces, only changes the side to move.
fn set_up(position: &dyn AnyPosition, fen: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
    let rules = position.rules();
    let only_side = fen.trim_end_matches([':', '.']);
    let setup = match super::numbers::fen_side(fen) {
        Some(side) if only_side.len() == 1 => Setup { side, ..position.to_setup() },
        _ => parse_fen_setup(rules, fen)?.0,
    };
    let problem =
        |error: crate::rules::SetupError| NotationError::new(format!("/FEN '{}'/: {error}", shown(fen)));
    rules.position(&setup, &position.rule_options()).map_err(problem)
}
