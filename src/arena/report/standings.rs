//! Tables of results: by engine, by opponent, by game and by colour.

use super::html::{Cell, table};
use super::lengths::mean_length;
use super::results::{Results, player, variant_title};
use super::tally::{Tally, ratio};
use crate::rules::Color;

/// All tables of results.
pub(super) fn standings(results: &Results<'_>) -> String {
    if results.games.is_empty() {
        return String::new();
    }
    let mut tables = vec![by_engine(results)];
    if results.engines.len() > 2 {
        tables.push(crosstable(results));
    }
    tables.push(by_color(results));
    tables.push(by_variant(results));
    tables.concat()
}

/// The engines, the best first.
fn ranked<'a>(results: &Results<'a>) -> Vec<&'a str> {
    let score = |engine: &str| results.tally(engine, |_, _| true).score().unwrap_or(0.0);
    let mut engines = results.engines.clone();
    engines.sort_by(|a, b| score(b).total_cmp(&score(a)));
    engines
}

fn by_engine(results: &Results<'_>) -> String {
    let row = |engine: &&str| {
        let tally = results.tally(engine, |_, _| true);
        let estimate = results.sums(engine).estimate();
        let elo = estimate.map_or_else(|| "–".to_owned(), |estimate| estimate.text());
        vec![
            Cell::head(engine),
            Cell::Number(elo),
            Cell::percent(tally.score()),
            Cell::count(tally.games()),
            Cell::count(tally.wins),
            Cell::count(tally.draws),
            Cell::count(tally.losses),
        ]
    };
    let rows: Vec<_> = ranked(results).iter().map(row).collect();
    table(
        "By engine",
        &["Engine", "Elo,\u{a0}±\u{a0}95\u{a0}%", "Score", "Games", "Wins", "Draws", "Losses"],
        &rows,
    )
}

fn crosstable(results: &Results<'_>) -> String {
    let engines = ranked(results);
    let against = |engine: &str, opponent: &str| {
        let tally = results.tally(engine, |color, game| player(game, !color) == opponent);
        if engine == opponent { Cell::Number(String::new()) } else { Cell::Number(wins_draws_losses(&tally)) }
    };
    let row = |engine: &&str| {
        let cells = engines.iter().map(|opponent| against(engine, opponent));
        std::iter::once(Cell::head(engine)).chain(cells).collect()
    };
    let rows: Vec<Vec<Cell>> = engines.iter().map(row).collect();
    let head: Vec<&str> = std::iter::once("Engine").chain(engines.iter().copied()).collect();
    table("Against each other: wins, draws, losses", &head, &rows)
}

fn wins_draws_losses(tally: &Tally) -> String {
    match tally.games() {
        0 => "–".to_owned(),
        _ => format!("{} · {} · {}", tally.wins, tally.draws, tally.losses),
    }
}

fn by_color(results: &Results<'_>) -> String {
    let row = |engine: &&str| {
        let as_color = |wanted| results.tally(engine, move |color, _| color == wanted);
        let cells = Color::ALL.into_iter().flat_map(|color| {
            let tally = as_color(color);
            [Cell::percent(tally.score()), Cell::Number(wins_draws_losses(&tally))]
        });
        std::iter::once(Cell::head(engine)).chain(cells).collect()
    };
    let rows: Vec<Vec<Cell>> = ranked(results).iter().map(row).collect();
    let head = ["Engine", "As White", "W · D · L", "As Black", "W · D · L"];
    table("By colour", &head, &rows)
}

fn by_variant(results: &Results<'_>) -> String {
    let engines = ranked(results);
    let row = |variant: &&str| {
        let white = results.white_tally(|game| game.variant == **variant);
        let games = results.games.iter().filter(|game| game.variant == **variant);
        let mut cells = vec![Cell::Head(variant_title(variant)), Cell::count(white.games())];
        let scores = engines.iter().map(|engine| results.tally(engine, |_, game| game.variant == **variant));
        cells.extend(scores.map(|tally| Cell::percent(tally.score())));
        let share = |count: usize| Cell::percent(ratio(count as f64, white.games()));
        cells.extend([white.wins, white.draws, white.losses].map(share));
        cells.push(Cell::Number(mean_length(games.copied())));
        cells
    };
    let rows: Vec<Vec<Cell>> = results.variants.iter().map(row).collect();
    let mut head = vec!["Game", "Games"];
    head.extend(&engines);
    head.extend(["White wins", "Draws", "Black wins", "Plies"]);
    table("By game: scores of the engines, results, mean length", &head, &rows)
}
