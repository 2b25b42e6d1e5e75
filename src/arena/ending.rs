//! Ending: how a game of a match ends, and with which result.

use super::adjudication::{Adjudication, Verdict};
use super::failure::Failure;
use super::record::{GameResult, MoveRecord};
use crate::notation::{FenFields, fen_text};
use crate::protocol::dxp::EndReason;
use crate::rules::{AnyPosition, Color, Outcome};

/// How a game has ended.
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

    /// The end of a game in which a player has answered with what is no legal move.
    pub(super) fn of_illegal_move(loser: Color, why: &str) -> Self {
        Self::loss(loser, "illegal-move", format!("{loser:?}: {why}"))
    }

    /// The end of a game in which a player has answered with nothing, perhaps after an error.
    pub(super) fn of_no_move(loser: Color, complaint: Option<&str>) -> Self {
        let said = complaint.map_or_else(String::new, |complaint| format!("; it said '{complaint}'"));
        Self::loss(loser, "no-move", format!("{loser:?} answered without a move{said}"))
    }

    /// The same, with the position in which the rules of the game or of the protocol were broken, so that it can be
    /// set up.
    pub(super) fn in_position(mut self, position: &dyn AnyPosition) -> Self {
        if matches!(self.termination.as_str(), "illegal-move" | "no-move" | "unasked-answer") {
            let fields = FenFields { quiet_plies: position.quiet_plies() > 0, move_number: None };
            self.detail.push_str(&format!("; the position was {}", fen_text(position, &fields)));
        }
        self
    }

    /// A draw after all moves that were agreed upon.
    pub(super) fn of_moves(limit: usize) -> Self {
        let detail = format!("{limit} moves by each side");
        Self { result: GameResult::Draw, termination: "move-limit".to_owned(), detail }
    }

    /// The end of a game that nobody can referee any further.
    pub(super) fn undecidable(detail: String) -> Self {
        Self { result: GameResult::Draw, termination: "too-many-captures".to_owned(), detail }
    }

    /// The end of a game in which an engine failed; none if nobody did.
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

    /// The end of a game that is not decided by the rules, but was ended over DXP by the player of `color`. It may
    /// always give up. `last` has made the last of the moves.
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
            EndReason::Unknown => Self::loss(color, "left", format!("{color:?} ended the game, but not why")),
        }
    }

    /// What the opponent of a DXP peer, which has this colour, says of the game.
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
    fn who_ends_a_game_without_right_has_lost_it() {
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
    fn a_draw_is_given_if_the_other_side_sees_one() {
        let draw = Some(Agreement { score: 0.1, moves: 2, from_move: 3 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        // White knows no scores; Black has made the last of the moves or not.
        let moves = |of_black: &[f64], more: bool| {
            let both = scored(of_black).into_iter().flat_map(|mv| [MoveRecord::default(), mv]);
            both.chain(more.then(MoveRecord::default)).collect::<Vec<_>>()
        };
        for (of_black, more, is_given) in [
            (&[5.0, 0.1, -0.1][..], false, true),
            (&[5.0, 0.1, -0.1], true, true),
            (&[0.0, 0.0], true, false),
            (&[0.0, 0.2, 0.0], true, false),
            (&[0.0, 0.0, -0.2], false, false),
        ] {
            let last = if more { Color::White } else { Color::Black };
            let moves = moves(of_black, more);
            let ending = Ending::of_claim(Color::White, EndReason::Draw, &rules, &moves, last);
            assert_eq!(ending.result == GameResult::Draw, is_given, "{of_black:?} {more} {ending:?}");
        }
        let unknown =
            Ending::of_claim(Color::White, EndReason::Draw, &rules, &moves(&[], true), Color::White);
        assert_eq!(unknown.termination, "wrong-claim");
    }

    #[test]
    fn each_peer_hears_the_result_from_its_opponent() {
        let won = Ending::loss(Color::White, "time", String::new());
        assert_eq!(won.reason_for(Color::White), EndReason::IWin);
        assert_eq!(won.reason_for(Color::Black), EndReason::IGiveUp);
        assert_eq!(Ending::of_moves(3).reason_for(Color::Black), EndReason::Draw);
    }
}
