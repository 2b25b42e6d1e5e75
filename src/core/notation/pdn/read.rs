//! Reading games.

use super::game::{PdnGame, PdnMove, PdnResult, add_comment};
use super::tokens::{Token, blanks, token};
use crate::notation::text::{NotationError, Parsed, failure, parse_lines};

/// Reads a PDN file: any number of games, none if there is nothing but blanks.
///
/// Read are tags, moves and comments, and the result at the end of each game; where that says nothing,
/// the tag `Result` counts. A game also ends where tags follow its moves. Moves are not looked at: that
/// is left to [`replay_pdn`](crate::notation::replay_pdn).
///
/// Read as well are comments from `;` to the end of a line, lines that begin with `%`, blanks within moves
/// (`32 - 28`), captures with `:`, results in the way of chess, games without tags, and a position set up
/// before the first move (`/FEN "..."/`). Variations, move numbers, marks (`!`, `?`, `$7`) and moves that
/// nobody knows (`...`, `- -`) are passed over. Clock times stay where they are, in comments.
///
/// ```
/// use coupturc_core::notation::{PdnResult, parse_pdn};
///
/// let games = parse_pdn("[White \"Cat\"]\n\n1. 32-28 {[%clk 0:59:01]} 19-23?! (18-23 2. 38-32) 2-0")?;
/// let game = &games[0];
/// assert_eq!(game.tag("White"), Some("Cat"));
/// assert_eq!(game.moves[0].comment.as_deref(), Some("[%clk 0:59:01]"));
/// assert_eq!(game.moves[1].text, "19-23");
/// assert_eq!(game.result, Some(PdnResult::WhiteWins));
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// Where the text is no PDN, or sets up a position in the middle of a game. The error names the line
/// and the character in it.
pub fn parse_pdn(text: &str) -> Result<Vec<PdnGame>, NotationError> {
    parse_lines("PDN", text, file)
}

fn file(input: &str) -> Parsed<'_, Vec<PdnGame>> {
    let mut games = Games::default();
    let (mut rest, ()) = blanks(input)?;
    while !rest.is_empty() {
        let (after, token) = token(rest)?;
        if matches!(token, Token::SetUp(_)) && !games.current.moves.is_empty() {
            return failure(rest, "a move: positions set up within a game are not read");
        }
        games.add(token);
        (rest, _) = blanks(after)?;
    }
    games.end(None);
    Ok((rest, games.done))
}

/// The games read so far, and the one that is being read.
#[derive(Default)]
struct Games {
    done: Vec<PdnGame>,
    current: PdnGame,
}

impl Games {
    fn add(&mut self, token: Token) {
        match token {
            Token::Tag(name, value) => {
                if !self.current.moves.is_empty() {
                    self.end(None);
                }
                self.current.tags.push((name, value));
            }
            Token::Comment(text) => match self.current.moves.last_mut() {
                Some(last) => add_comment(&mut last.comment, &text),
                None => add_comment(&mut self.current.comment, &text),
            },
            Token::Move(text) => self.current.moves.push(PdnMove { text, comment: None }),
            Token::End(result) => self.end(result),
            Token::SetUp(fen) => self.current.set_tag("FEN", fen),
            Token::Other => {}
        }
    }

    /// Ends the current game, if there is one: a comment alone is none.
    fn end(&mut self, result: Option<PdnResult>) {
        let mut game = std::mem::take(&mut self.current);
        game.result = result.or_else(|| game.tag("Result").and_then(PdnResult::from_text));
        if !game.tags.is_empty() || !game.moves.is_empty() {
            self.done.push(game);
        }
    }
}
