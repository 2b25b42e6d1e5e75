//! Adjudication: ends games whose result is no longer in doubt, to save time.

use super::record::{GameResult, MoveRecord};
use crate::rules::{AnyPosition, Color};
use crate::tables::{TableSet, Value, Wdl};

/// When a game ends before the rules end it; by default, never.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// Both engines agree that one of them is lost.
    pub resign: Option<Agreement>,
    /// Both engines agree that the position is level.
    pub draw: Option<Agreement>,
    /// After this many moves by each side, the game is a draw.
    pub move_limit: Option<usize>,
}

/// A score on which both engines agree for some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The score in men: the minimum for a resignation, the maximum for a draw.
    pub score: f64,
    /// The number of consecutive moves by each side.
    pub moves: usize,
    /// No game is adjudicated before each side has made this many moves.
    pub from_move: usize,
}

/// The result of a game that was adjudicated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) result: GameResult,
    pub(super) termination: &'static str,
    pub(super) detail: String,
}

impl Adjudication {
    /// Judges a game by its moves; `last` is the player who made the last move.
    pub(super) fn judge(&self, moves: &[MoveRecord], last: Color) -> Option<Verdict> {
        self.judge_lost(moves, last).or_else(|| self.judge_draw(moves)).or_else(|| self.judge_length(moves))
    }

    fn judge_lost(&self, moves: &[MoveRecord], last: Color) -> Option<Verdict> {
        let agreement = self.resign?;
        let scores = agreement.scores(moves)?;
        let sign = if *scores.last()? > 0.0 { 1.0 } else { -1.0 };
        // Scores are relative to the side to move, so the signs alternate.
        let signs =
            scores.iter().rev().scan(sign, |sign, score| Some((std::mem::replace(sign, -*sign), score)));
        if !signs.into_iter().all(|(sign, score)| score * sign >= agreement.score) {
            return None;
        }
        let winner = if sign > 0.0 { last } else { !last };
        let result = GameResult::win_of(winner);
        let detail = format!("both engines saw {winner:?} ahead by {} men", agreement.score);
        Some(Verdict { result, termination: "resign", detail })
    }

    fn judge_draw(&self, moves: &[MoveRecord]) -> Option<Verdict> {
        let agreement = self.draw?;
        let is_level = agreement.scores(moves)?.iter().all(|score| score.abs() <= agreement.score);
        let detail = format!("both engines saw neither side ahead by more than {} men", agreement.score);
        is_level.then_some(Verdict { result: GameResult::Draw, termination: "draw-agreed", detail })
    }

    /// Grants a draw claimed by a player that reports no scores, if the last scores of its `opponent` agree. `last` is
    /// the player who made the last move.
    pub(super) fn grants_draw(&self, moves: &[MoveRecord], opponent: Color, last: Color) -> Option<Verdict> {
        let agreement = self.draw?;
        let wanted = agreement.moves.max(1);
        let before = usize::from(opponent != last);
        let seen: Vec<f64> =
            moves.iter().rev().skip(before).step_by(2).take(wanted).map_while(|mv| mv.score).collect();
        let is_late = moves.len() >= 2 * agreement.from_move;
        let is_level = seen.len() == wanted && seen.iter().all(|score| score.abs() <= agreement.score);
        let detail = format!(
            "{:?} said 'draw', and {opponent:?} saw neither side ahead by more than {} men",
            !opponent, agreement.score
        );
        let verdict = Verdict { result: GameResult::Draw, termination: "draw-agreed", detail };
        (is_late && is_level).then_some(verdict)
    }

    fn judge_length(&self, moves: &[MoveRecord]) -> Option<Verdict> {
        let limit = self.move_limit?;
        let detail = format!("{limit} moves by each side");
        (moves.len() >= 2 * limit).then_some(Verdict {
            result: GameResult::Draw,
            termination: "move-limit",
            detail,
        })
    }
}

/// Judges a position by endgame tables. The winner need not repeat a position to win, but a draw limit may come first:
/// then there is no verdict, and the game goes on.
pub(super) fn judge_by_tables(tables: &TableSet, position: &dyn AnyPosition) -> Option<Verdict> {
    let limit = position.plies_to_draw_limit();
    let (wdl, how_soon) = match tables.probe_any(position) {
        Some(Value::Win(plies) | Value::Loss(plies)) if plies > limit => return None,
        Some(Value::Draw) => (Wdl::Draw, String::new()),
        Some(value @ (Value::Win(plies) | Value::Loss(plies))) => (value.wdl(), format!(" in {plies} plies")),
        // Without a distance, the win may come too late.
        None => match tables.probe_wdl_any(position)? {
            Wdl::Win | Wdl::Loss if limit < u16::MAX => return None,
            wdl => (wdl, String::new()),
        },
    };
    let winner = match wdl {
        Wdl::Draw => None,
        Wdl::Win => Some(position.side()),
        Wdl::Loss => Some(!position.side()),
    };
    let what = winner
        .map_or_else(|| "neither side can win".to_owned(), |winner| format!("{winner:?} wins{how_soon}"));
    let result = winner.map_or(GameResult::Draw, GameResult::win_of);
    Some(Verdict { result, termination: "tables", detail: format!("by the endgame tables {what}") })
}

impl Agreement {
    /// The scores of the last moves, on which both must agree; `None` if there are too few.
    fn scores(&self, moves: &[MoveRecord]) -> Option<Vec<f64>> {
        let wanted = 2 * self.moves.max(1);
        if moves.len() < wanted.max(2 * self.from_move) {
            return None;
        }
        moves.iter().rev().take(wanted).rev().map(|mv| mv.score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::game_of_fen;
    use crate::rules::games::Variant;
    use crate::rules::{DrawRule, Kind, Move, Outcome, RuleOptions, Rules, Setup};
    use crate::tables::BuildPlan;

    fn moves(scores: &[f64]) -> Vec<MoveRecord> {
        scores.iter().map(|&score| MoveRecord { score: Some(score), ..MoveRecord::default() }).collect()
    }

    fn agreement(score: f64, moves: usize, from_move: usize) -> Option<Agreement> {
        Some(Agreement { score, moves, from_move })
    }

    #[test]
    fn resignation_needs_the_scores_of_both() {
        let rule = Adjudication { resign: agreement(3.0, 2, 0), ..Adjudication::default() };
        let judge = |scores: &[f64]| rule.judge(&moves(scores), Color::Black).map(|verdict| verdict.result);
        assert_eq!(judge(&[3.5, -4.0, 3.0, -5.0]), Some(GameResult::WhiteWins));
        assert_eq!(judge(&[-3.5, 4.0, -3.0, 5.0]), Some(GameResult::BlackWins));
        assert_eq!(judge(&[3.5, -4.0, 2.9, -5.0]), None, "one score is too low");
        assert_eq!(judge(&[3.5, 4.0, 3.0, 5.0]), None, "both believe they win");
        assert_eq!(judge(&[-4.0, 3.0, -5.0]), None, "not long enough");
    }

    #[test]
    fn level_and_long_games_are_drawn() {
        let rule =
            Adjudication { draw: agreement(0.1, 1, 3), move_limit: Some(4), ..Adjudication::default() };
        let judge =
            |scores: &[f64]| rule.judge(&moves(scores), Color::White).map(|verdict| verdict.termination);
        assert_eq!(judge(&[0.0; 4]), None, "too early");
        assert_eq!(judge(&[0.0; 6]), Some("draw-agreed"));
        assert_eq!(judge(&[0.0, 0.0, 0.0, 0.0, 0.3, 0.0]), None);
        assert_eq!(judge(&[1.0; 8]), Some("move-limit"));
        assert_eq!(Adjudication::default().judge(&moves(&[9.0; 800]), Color::White), None);
    }

    /// A random position with this number of pieces; `None` if it is not valid.
    fn random_position(
        rules: &'static Rules,
        pieces: usize,
        random: &mut fastrand::Rng,
    ) -> Option<Box<dyn AnyPosition>> {
        let side = if random.bool() { Color::White } else { Color::Black };
        let mut setup = Setup::empty(side);
        for piece in 0..pieces {
            let color = if piece % 2 == 0 { Color::White } else { Color::Black };
            let kind = if random.bool() { Kind::King } else { Kind::Man };
            setup.put(color, kind, *random.choice(rules.geometry.squares())?);
        }
        rules.position(&setup, &RuleOptions::default()).ok()
    }

    /// The outcome if the winner plays the fastest win of the tables, and the loser plays at random.
    fn play_out(
        tables: &TableSet,
        position: &dyn AnyPosition,
        winner: Color,
        random: &mut fastrand::Rng,
    ) -> Outcome {
        let mut game = position.to_game();
        loop {
            if let Some(outcome) = game.outcome() {
                return outcome;
            }
            let worth = |&&mv: &&Move| match tables.probe_any(&*game.position().after(mv)) {
                Some(Value::Loss(plies)) => plies,
                _ => u16::MAX,
            };
            let moves = game.legal_moves().iter();
            let best = if game.position().side() == winner {
                moves.min_by_key(worth)
            } else {
                random.choice(game.legal_moves())
            };
            game.play(*best.expect("a move")).expect("a legal move");
        }
    }

    /// Under the rules of every game, with all draw limits.
    #[test]
    fn table_wins_are_won_before_any_draw_limit() {
        let mut random = fastrand::Rng::with_seed(1);
        for variant in Variant::ALL {
            let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
            let tables = plan.build(variant.rules(), &RuleOptions::default()).expect("tables");
            let (mut wins, mut draws) = (0, 0);
            for _ in 0..400 {
                let Some(position) = random_position(variant.rules(), 2, &mut random) else { continue };
                if position.outcome().is_some() {
                    continue;
                }
                let Some(verdict) = judge_by_tables(&tables, &*position) else { continue };
                assert_eq!(verdict.termination, "tables");
                let winner = match verdict.result {
                    GameResult::Draw => {
                        draws += 1;
                        continue;
                    }
                    GameResult::WhiteWins => Color::White,
                    GameResult::BlackWins => Color::Black,
                };
                wins += 1;
                let outcome = play_out(&tables, &*position, winner, &mut random);
                let is_won = matches!(outcome, Outcome::Win { winner: by, .. } if by == winner);
                assert!(is_won, "{variant}: {position:?} {verdict:?} {outcome:?}");
            }
            assert!(wins > 0, "{variant}: {wins} wins, {draws} draws");
        }
    }

    /// Black wins in three plies; the limit of five moves leaves ten, three or two, or does not apply.
    #[test]
    fn a_draw_limit_that_comes_first_prevents_a_verdict() {
        let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
        let options = |draw_rule| RuleOptions { draw_rule, ..RuleOptions::default() };
        let judged = |fen: &str, draw_rule| {
            let rules = Variant::International.rules();
            let tables = plan.build(Variant::International.rules(), &options(draw_rule)).expect("tables");
            let game = game_of_fen(rules, fen, &options(draw_rule)).expect("a position");
            assert_eq!(game.outcome(), None, "{fen}");
            judge_by_tables(&tables, game.position()).map(|verdict| (verdict.result, verdict.detail))
        };
        let won = Some((GameResult::BlackWins, "by the endgame tables Black wins in 3 plies".to_owned()));
        assert_eq!(judged("B:WK46:BK10:H0", DrawRule::Fmjd), won);
        assert_eq!(judged("B:WK46:BK10:H7", DrawRule::Fmjd), won);
        assert_eq!(judged("B:WK46:BK10:H8", DrawRule::Fmjd), None);
        assert_eq!(judged("B:WK46:BK10:H8", DrawRule::Repetition), won);
    }

    #[test]
    fn moves_without_scores_are_not_adjudicated() {
        let rule =
            Adjudication { resign: agreement(1.0, 1, 0), draw: agreement(1.0, 1, 0), move_limit: None };
        let unknown = vec![MoveRecord::default(); 6];
        assert_eq!(rule.judge(&unknown, Color::White), None);
    }
}
