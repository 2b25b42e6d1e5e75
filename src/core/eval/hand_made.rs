//! Hand-crafted evaluation (HCE), for games without a net; the first training games of a net are played with it.

use super::{Evaluator, MAN};
use crate::rules::{Color, Game, Move, Position, WithoutMove};

/// Material and the advancement of men; negated in games in which the player who cannot move wins. Has no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

/// The value of a king.
const KING: i32 = 3 * MAN;
/// The bonus for each step of a man towards promotion.
const ADVANCE: i32 = 3;
/// In games won by the player who runs out of pieces or moves, the usual value is negated and divided by this, because
/// having few pieces left is still a long way from having none.
const GIVEN_AWAY: i32 = 4;
/// The bonus for the side to move.
const TEMPO: i32 = 8;

impl<G: Game> Evaluator<G> for HandMade {
    type State = ();

    fn start(&self, _: &Position<G>) {}

    #[inline(always)]
    fn make_move(&self, (): &(), _: &Position<G>, _: Move<G::Word>, _: &Position<G>, (): &mut ()) {}

    fn evaluate(&self, position: &Position<G>, (): &mut ()) -> i32 {
        let (us, them) = (position.side(), !position.side());
        let more = side_value(position, us) - side_value(position, them);
        TEMPO
            + match G::without_move(position.options()) {
                WithoutMove::Loses => more,
                WithoutMove::Wins => -more / GIVEN_AWAY,
            }
    }
}

fn side_value<G: Game>(position: &Position<G>, color: Color) -> i32 {
    let (men, kings) = (position.board().men(color), position.board().kings(color));
    let steps = &position.rules().steps_to_promotion[color];
    let to_go: i32 = men.into_iter().map(|square| i32::from(steps[square.index()])).sum();
    MAN * men.count() as i32 + KING * kings.count() as i32 - ADVANCE * to_go
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::RuleOptions;
    use crate::rules::games::{Dameo, Hexdame, International, Losing};

    #[test]
    fn more_pieces_are_better_except_in_losing_draughts() {
        fn value<G: Game>(fen: &str) -> i32 {
            let position = parse_fen::<G>(fen, &RuleOptions::default()).expect("a position").position;
            Evaluator::<G>::evaluate(&HandMade, &position, &mut ())
        }
        let (more, fewer) = ("W:W31,32,33:B18,19", "W:W31,32:B18,19,20");
        assert!(value::<International>(more) > value::<International>(fewer));
        assert!(value::<Losing>(more) < value::<Losing>(fewer));
    }

    #[test]
    fn steps_to_promotion_match_the_boards() {
        fn furthest<G: Game>() -> u8 {
            let most =
                |color: Color| G::RULES.steps_to_promotion[color].into_iter().max().unwrap_or_default();
            assert_eq!(most(Color::White), most(Color::Black));
            most(Color::White)
        }
        assert_eq!((furthest::<International>(), furthest::<Dameo>(), furthest::<Hexdame>()), (9, 7, 8));
    }
}
