//! Descriptions of how games end.

use crate::notation::PdnResult;
use crate::rules::{Color, DrawReason, Outcome, Rules, WinReason, WithoutMove};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Ended by the rules.
    Rules(Outcome),
    /// This player resigned.
    Resigned(Color),
    /// The players agreed on a draw.
    Agreed,
}

impl Ending {
    /// The winner, if there is one.
    fn winner(self) -> Option<Color> {
        match self {
            Self::Rules(Outcome::Win { winner, .. }) => Some(winner),
            Self::Resigned(loser) => Some(!loser),
            Self::Rules(Outcome::Draw(_)) | Self::Agreed => None,
        }
    }

    /// The result in PDN.
    pub(super) fn result(self) -> PdnResult {
        match self.winner() {
            Some(Color::White) => PdnResult::WhiteWins,
            Some(Color::Black) => PdnResult::BlackWins,
            None => PdnResult::Draw,
        }
    }

    /// The winner and the reason, such as `White wins: Black cannot move`.
    pub(super) fn in_words(self, rules: &Rules) -> String {
        let why = self.why(rules);
        match self.winner() {
            Some(winner) => format!("{} wins: {why}", name(winner)),
            None => format!("Draw: {why}"),
        }
    }

    fn why(self, rules: &Rules) -> String {
        match self {
            Self::Resigned(loser) => format!("{} resigns", name(loser)),
            Self::Agreed => "agreed".to_owned(),
            Self::Rules(Outcome::Draw(reason)) => draw(reason),
            Self::Rules(Outcome::Win { winner, reason }) => {
                let stuck = if rules.without_move == WithoutMove::Wins { winner } else { !winner };
                match reason {
                    WinReason::NoPieces => format!("{} has no pieces left", name(stuck)),
                    WinReason::NoMoves => format!("{} cannot move", name(stuck)),
                    WinReason::Promotion => format!("{} has the first king", name(winner)),
                    WinReason::KingAgainstMan => format!("{} has one man against a king", name(!winner)),
                }
            }
        }
    }
}

fn draw(reason: DrawReason) -> String {
    let words = match reason {
        DrawReason::Moves(moves) => return format!("{moves} moves by each side"),
        DrawReason::Repetition => "threefold repetition",
        DrawReason::TwentyFiveMoves => "25 moves with kings only",
        DrawReason::SixteenMoves => "16 moves in this ending",
        DrawReason::FiveMoves => "5 moves in this ending",
        DrawReason::FifteenMoves => "15 moves with kings only",
        DrawReason::ThirtyMoves => "30 moves with these pieces",
        DrawReason::SixtyMoves => "60 moves with these pieces",
        DrawReason::SevenMoves => "7 moves in this ending",
        DrawReason::TwoMoves => "2 moves in this ending",
        DrawReason::KingAgainstKing => "one king each",
        DrawReason::KingAgainstMan => "a king against a man",
    };
    words.to_owned()
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;

    #[test]
    fn a_player_without_moves_loses_except_in_losing_draughts() {
        let ending = |reason| Ending::Rules(Outcome::Win { winner: Color::White, reason });
        for &variant in Variant::ALL {
            let words = |reason| ending(reason).in_words(variant.rules());
            let stuck = if variant == Variant::Losing { "White" } else { "Black" };
            assert_eq!(words(WinReason::NoMoves), format!("White wins: {stuck} cannot move"), "{variant}");
            assert_eq!(
                words(WinReason::NoPieces),
                format!("White wins: {stuck} has no pieces left"),
                "{variant}"
            );
            assert_eq!(words(WinReason::Promotion), "White wins: White has the first king", "{variant}");
        }
        let resigned = Ending::Resigned(Color::White);
        assert_eq!(resigned.in_words(Variant::Dameo.rules()), "Black wins: White resigns");
        assert_eq!((resigned.result(), Ending::Agreed.result()), (PdnResult::BlackWins, PdnResult::Draw));
    }
}
