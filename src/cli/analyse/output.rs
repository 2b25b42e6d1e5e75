//! What an analysis prints and writes.

use serde_json::json;

use super::Readable;
use crate::analysis::{
    AnalysedGame, GameAnalysis, Mark, PlayerFigures, annotate, figures_by_player, page, player_figures,
    turning_points,
};
use crate::notation::pdn_text;

/// The names of White and Black.
fn players(game: &Readable) -> [&str; 2] {
    ["White", "Black"].map(|side| game.played.game.tag(side).filter(|name| *name != "?").unwrap_or(side))
}

/// All games as PDN; those that were not analysed are as they were.
pub(super) fn pdn(games: &[Readable], analyses: &[Option<GameAnalysis>]) -> String {
    let texts = games.iter().zip(analyses).map(|(game, analysis)| {
        let mut annotated = game.played.game.clone();
        if let Some(analysis) = analysis {
            annotate(&mut annotated, &game.replay, analysis);
        }
        pdn_text(&annotated)
    });
    texts.collect()
}

/// The games with their analyses.
fn analysed<'a>(games: &'a [Readable], analyses: &'a [Option<GameAnalysis>]) -> Vec<AnalysedGame<'a>> {
    let pairs = games.iter().zip(analyses);
    let analysed = pairs.filter_map(|(game, analysis)| {
        Some(AnalysedGame {
            title: game.name.rules.title,
            players: players(game),
            result: game.played.game.ending.as_deref().or(game.played.game.tag("Result")).unwrap_or("*"),
            replay: &game.replay,
            analysis: analysis.as_ref()?,
        })
    });
    analysed.collect()
}

pub(super) fn html(games: &[Readable], analyses: &[Option<GameAnalysis>]) -> String {
    page(&analysed(games, analyses))
}

pub(super) fn json(games: &[Readable], analyses: &[Option<GameAnalysis>], problems: &[String]) -> String {
    let games = games.iter().zip(analyses).map(|(game, analysis)| {
        let [white, black] = players(game);
        let figures = analysis.as_ref().map(|analysis| {
            player_figures(analysis)
                .map(|figures| json!({ "accuracy": figures.accuracy(), "figures": figures }))
        });
        json!({
            "place": game.played.place,
            "variant": game.played.label(game.name),
            "white": white,
            "black": black,
            "players": figures,
            "moves": analysis.as_ref().map(|analysis| &analysis.moves),
        })
    });
    json!({ "games": games.collect::<Vec<_>>(), "unreadable": problems }).to_string()
}

/// The most turning points that are listed.
const MOST_LISTED: usize = 20;

/// A table of the players, and the turning points of a single game.
pub(super) fn summary(games: &[Readable], analyses: &[Option<GameAnalysis>]) -> String {
    let analysed = analysed(games, analyses);
    let rows = figures_by_player(&analysed);
    let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or_default().max(6);
    let mut lines = vec![format!(
        "{:width$}  {:>5}  {:>6}  {:>8}  {:>4}  {:>4}  {:>4}  {:>4}",
        "player", "games", "moves", "accuracy", "!", "?!", "?", "??"
    )];
    lines.extend(rows.iter().map(|(name, count, figures)| player_row(name, *count, figures, width)));
    if let [game] = analysed.as_slice() {
        let points = turning_points(game);
        lines.push(String::new());
        lines.extend(points.iter().take(MOST_LISTED).map(|point| point.text.clone()));
        if points.is_empty() {
            lines.push(format!(
                "No mistake that costs {} expected points or more.",
                Mark::Mistake.least_loss()
            ));
        }
    }
    lines.join("\n")
}

fn player_row(name: &str, games: u64, figures: &PlayerFigures, width: usize) -> String {
    let accuracy = figures.accuracy().map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"));
    let [only, inaccuracies, mistakes, blunders] = figures.marks;
    format!(
        "{name:width$}  {games:>5}  {:>6}  {accuracy:>8}  {only:>4}  {inaccuracies:>4}  {mistakes:>4}  {blunders:>4}",
        figures.moves
    )
}
