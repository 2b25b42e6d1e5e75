//! The games of a match as PDN, with what the engines said in comments.

use super::record::{GameRecord, GameResult};
use crate::notation::{
    NotationError, PdnGame, PdnResult, VariantName, parse_fen, parse_move, pdn_comment, pdn_game, pdn_text,
};
use crate::rules::{Game, Record, RuleOptions};

/// All games, one after the other.
///
/// # Errors
///
/// If a game has moves that are not legal.
pub fn pdn_of(games: &[GameRecord]) -> Result<String, NotationError> {
    games.iter().map(|game| Ok(pdn_text(&pdn_of_game(game)?))).collect()
}

fn pdn_of_game(record: &GameRecord) -> Result<PdnGame, NotationError> {
    let VariantName { variant, halt } = record.variant.parse()?;
    let rules = RuleOptions { halt: halt.unwrap_or_default(), ..RuleOptions::default() };
    let mut game = with_game!(variant, G => replayed::<G>(record, &rules)?);
    let date: String = record.began.chars().take(10).map(|c| if c == '-' { '.' } else { c }).collect();
    game.set_tag("Event", "coupturc match");
    game.set_tag("Date", date);
    game.set_tag("Round", format!("{}.{}", record.pair, 2 - record.number % 2));
    game.set_tag("White", &record.white);
    game.set_tag("Black", &record.black);
    game.set_tag("TimeControl", &record.time_control);
    game.set_tag("Termination", &record.termination);
    for (played, mv) in game.moves.iter_mut().zip(&record.moves) {
        played.comment = pdn_comment(mv.score, mv.depth, mv.seconds);
    }
    Ok(game)
}

fn replayed<G: Game>(record: &GameRecord, rules: &RuleOptions) -> Result<PdnGame, NotationError> {
    let start = parse_fen::<G>(&record.fen, rules)?.position;
    let mut game = Record::new(start);
    let mut moves = Vec::new();
    for mv in &record.moves {
        let mv = parse_move(game.position(), &mv.text)?;
        game.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
        moves.push(mv);
    }
    let result = match record.result {
        GameResult::WhiteWins => PdnResult::WhiteWins,
        GameResult::BlackWins => PdnResult::BlackWins,
        GameResult::Draw => PdnResult::Draw,
    };
    pdn_game(&start, &moves, Some(result)).map_err(|error| NotationError::new(error.to_string()))
}
