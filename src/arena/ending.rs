//! Ending: the result of a game of a match and its reason.

use super::adjudication::{Adjudication, Verdict};
use super::failure::Failure;
use super::record::{GameResult, MoveRecord};
use crate::notation::{FenFields, fen_text};
use crate::protocol::dxp::EndReason;
use crate::rules::{AnyPosition, Color, Outcome};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) result: GameResult,
    pub(super) termination: String,
    pub(super) detail: String,
}

impl Ending {
    pub(super) fn loss(loser: Color, termination: &str, detail: String) -> Self {
        Self { result: GameResult::win_of(!loser), termination: termination.to_owned(), detail }
    }

    /// The loss of a player whose answer was not a legal move.
    pub(super) fn of_illegal_move(loser: Color, why: &str) -> Self {
        Self::loss(loser, "illegal-move", format!("{loser:?}: {why}"))
    }

    /// The loss of a player who answered without a move, perhaps after an error message.
    pub(super) fn of_no_move(loser: Color, complaint: Option<&str>) -> Self {
        let said = complaint.map_or_else(String::new, |complaint| format!("; it said '{complaint}'"));
        Self::loss(loser, "no-move", format!("{loser:?} answered without a move{said}"))
    }

    /// Adds the position to the detail if a player broke the rules of the game or of the protocol.
    pub(super) fn in_position(mut self, position: &dyn AnyPosition) -> Self {
        if matches!(self.termination.as_str(), "illegal-move" | "no-move" | "unasked-answer") {
            let fen = fen_text(position, &FenFields::of(position));
            self.detail.push_str(&format!("; the position was {fen}"));
        }
        self
    }

    /// A draw at the agreed number of moves.
    pub(super) fn of_moves(limit: usize) -> Self {
        let detail = format!("{limit} moves by each side");
        Self { result: GameResult::Draw, termination: "move-limit".to_owned(), detail }
    }

    /// A draw because the captures cannot all be generated.
    pub(super) fn undecidable(detail: String) -> Self {
        Self { result: GameResult::Draw, termination: "too-many-captures".to_owned(), detail }
    }

    /// The loss of an engine that failed; `None` if the match was stopped.
    pub(super) fn of_failure(loser: Color, failure: &Failure) -> Option<Self> {
        Some(Self::loss(loser, failure.termination()?, failure.to_string()))
    }

    pub(super) fn by_the_rules(outcome: Outcome) -> Self {
        let result = match outcome {
            Outcome::Win { winner, .. } => GameResult::win_of(winner),
            Outcome::Draw(_) => GameResult::Draw,
        };
        Self { result, termination: outcome.reason().to_owned(), detail: String::new() }
    }

    /// The end of a game that the rules leave undecided, but that the player of `color` ended over DXP. Resigning is
    /// always allowed. `last` is the player who made the last move.
    pub(super) fn of_claim(
        color: Color,
        reason: EndReason,
        adjudication: &Adjudication,
        moves: &[MoveRecord],
        last: Color,
    ) -> Self {
        let undecided =
            |what: &str| format!("{color:?} said '{what}', but by our rules the game is not decided");
        match reason {
            EndReason::IGiveUp => Self::loss(color, "given-up", format!("{color:?} gives up")),
            EndReason::Draw => match adjudication.grants_draw(moves, !color, last) {
                Some(verdict) => verdict.into(),
                None => Self::loss(color, "wrong-claim", undecided("draw")),
            },
            EndReason::IWin => Self::loss(color, "wrong-claim", undecided("I win")),
            EndReason::Unknown => {
                Self::loss(color, "left", format!("{color:?} ended the game without a reason"))
            }
        }
    }

    /// The reason in the GAMEEND that is sent to a DXP peer of this colour.
    pub(super) fn reason_for(&self, peer: Color) -> EndReason {
        match (self.result, peer) {
            (GameResult::Draw, _) => EndReason::Draw,
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                EndReason::IGiveUp
            }
            (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => EndReason::IWin,
        }
    }
}

impl From<Verdict> for Ending {
    fn from(verdict: Verdict) -> Self {
        let Verdict { result, termination, detail } = verdict;
        Self { result, termination: termination.to_owned(), detail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Agreement;

    fn scored(scores: &[f64]) -> Vec<MoveRecord> {
        scores.iter().map(|&score| MoveRecord { score: Some(score), ..MoveRecord::default() }).collect()
    }

    #[test]
    fn a_wrong_claim_loses() {
        let rules = Adjudication::default();
        let claim = |reason| {
            let ending = Ending::of_claim(Color::Black, reason, &rules, &scored(&[0.0; 8]), Color::White);
            assert_eq!(ending.result, GameResult::WhiteWins);
            assert!(ending.detail.contains("Black"), "{ending:?}");
            ending.termination
        };
        let words = EndReason::ALL.iter().map(|&reason| claim(reason)).collect::<Vec<_>>();
        assert_eq!(words, ["left", "given-up", "wrong-claim", "wrong-claim"]);
    }

    #[test]
    fn a_claimed_draw_needs_level_scores_of_the_opponent() {
        let draw = Some(Agreement { score: 0.1, moves: 2, from_move: 3 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        // White reports no scores; the last move is Black's, or White's if `more`.
        let moves = |of_black: &[f64], more: bool| {
            let both = scored(of_black).into_iter().flat_map(|mv| [MoveRecord::default(), mv]);
            both.chain(more.then(MoveRecord::default)).collect::<Vec<_>>()
        };
        for (of_black, more, is_drawn) in [
            (&[5.0, 0.1, -0.1][..], false, true),
            (&[5.0, 0.1, -0.1], true, true),
            (&[0.0, 0.0], true, false),
            (&[0.0, 0.2, 0.0], true, false),
            (&[0.0, 0.0, -0.2], false, false),
        ] {
            let last = if more { Color::White } else { Color::Black };
            let moves = moves(of_black, more);
            let ending = Ending::of_claim(Color::White, EndReason::Draw, &rules, &moves, last);
            assert_eq!(ending.result == GameResult::Draw, is_drawn, "{of_black:?} {more} {ending:?}");
        }
        let unknown =
            Ending::of_claim(Color::White, EndReason::Draw, &rules, &moves(&[], true), Color::White);
        assert_eq!(unknown.termination, "wrong-claim");
    }

    #[test]
    fn each_peer_receives_the_result_from_its_opponent() {
        let won = Ending::loss(Color::White, "time", String::new());
        assert_eq!(won.reason_for(Color::White), EndReason::IWin);
        assert_eq!(won.reason_for(Color::Black), EndReason::IGiveUp);
        assert_eq!(Ending::of_moves(3).reason_for(Color::Black), EndReason::Draw);
    }
}
