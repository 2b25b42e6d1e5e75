//! Tables of results: by engine, by opponent, by game, by colour and by termination.

use super::elo::interval_text;
use super::lengths::mean_length;
use super::results::{Results, player, ratio, score, termination_title, variant_title};
use crate::arena::MatchResults;
use crate::arena::stats::{Interval, Tally};
use crate::html::{Cell, table};
use crate::rules::Color;

/// All tables of results.
pub(super) fn standings(results: &Results<'_>) -> String {
    if results.games.is_empty() {
        return String::new();
    }
    let counted = &results.counted;
    let mut tables = vec![by_engine(results, counted), by_thinking(results, counted)];
    if counted.fault_count() > 0 {
        tables.push(by_fault(results, counted));
    }
    if results.engines.len() > 2 {
        tables.push(crosstable(results));
    }
    tables.push(by_color(results));
    tables.push(by_variant(results));
    tables.concat()
}

/// The engines, best first.
fn ranked<'a>(results: &Results<'a>) -> Vec<&'a str> {
    let of = |engine: &str| score(&results.tally(engine, |_, _| true)).unwrap_or(0.0);
    let mut engines = results.engines.clone();
    engines.sort_by(|a, b| of(b).total_cmp(&of(a)));
    engines
}

/// A difference, if known: games that ended by a fault say nothing about strength.
fn difference(elo: Option<Interval>, counted: &MatchResults) -> Cell {
    let elo = elo.filter(|_| !counted.are_all_faults());
    Cell::Number(elo.map_or_else(|| "–".to_owned(), |elo| interval_text(&elo)))
}

fn by_engine(results: &Results<'_>, counted: &MatchResults) -> String {
    let row = |engine: &&str| {
        let tally = counted.of(engine);
        vec![
            Cell::head(engine),
            difference(tally.elo(), counted),
            difference(tally.normalized_elo(), counted),
            Cell::percent(Some(tally.los()).filter(|_| !counted.are_all_faults())),
            Cell::percent(score(&tally)),
            Cell::count(tally.game_count()),
            Cell::count(tally.wins()),
            Cell::count(tally.draws()),
            Cell::count(tally.losses()),
            Cell::Number(pairs_text(&tally)),
        ]
    };
    let rows: Vec<_> = ranked(results).iter().map(row).collect();
    let head = [
        "Engine",
        "Elo",
        "nElo",
        "LOS",
        "Score",
        "Games",
        "Wins",
        "Draws",
        "Losses",
        "Pairs 0 · ½ · 1 · 1½ · 2 points",
    ];
    let table = table("By engine", &head, &rows);
    format!("{table}{EXPLANATION}")
}

const EXPLANATION: &str = "<p class=\"note\">Elo and normalised Elo (nElo) with the margins of their 95 % intervals, and \
    the likelihood of superiority (LOS), from the scores of pairs of games with the same opening, or from single games \
    if there are no pairs. The last column counts pairs by the points of their two games.</p>\n";

/// Depth, speed and time of each engine.
fn by_thinking(results: &Results<'_>, counted: &MatchResults) -> String {
    let row = |engine: &&str| {
        let figures = counted.thinking_of(engine).figures();
        let cells = figures.map(|text| Cell::Number(text.unwrap_or_else(|| "–".to_owned())));
        std::iter::once(Cell::head(engine)).chain(cells).collect()
    };
    let rows: Vec<Vec<Cell>> = ranked(results).iter().map(row).collect();
    let head = ["Engine", "Depth", "Nodes a second", "Time a move", "Clock at the end", "Lowest clock"];
    let table = table("Depth, speed and time", &head, &rows);
    format!("{table}{THINKING}")
}

const THINKING: &str = "<p class=\"note\">Opening moves are left out. Depth is the mean of the last depths that the \
    engine reported; nodes are those it reported, time is measured by the match. The clock at the end is a mean over \
    its games; the lowest clock is the least time left after any of its moves.</p>\n";

/// The losses of each engine by faults, and the results without such games.
fn by_fault(results: &Results<'_>, counted: &MatchResults) -> String {
    let row = |engine: &&str| {
        let faults: Vec<_> = counted.faults_of(engine).collect();
        let words = faults.iter().map(|(word, count)| format!("{} {count}", termination_title(word)));
        let tally = counted.without_faults(engine);
        vec![
            Cell::head(engine),
            Cell::count(faults.iter().map(|(_, count)| count).sum()),
            Cell::head(&words.collect::<Vec<_>>().join(", ")),
            difference(tally.elo(), counted),
            Cell::percent(score(&tally)),
            Cell::count(tally.game_count()),
            Cell::Number(pairs_text(&tally)),
        ]
    };
    let rows: Vec<_> = ranked(results).iter().map(row).collect();
    let head = ["Engine", "Faults", "By", "Elo", "Score", "Games", "Pairs 0 · ½ · 1 · 1½ · 2 points"];
    let table = table("Faults, and results without games that ended by a fault", &head, &rows);
    format!("{table}{FAULTS}")
}

const FAULTS: &str = "<p class=\"note\">Faults are losses on time, missing answers, crashes, illegal moves and the \
    like. If more than one game in twenty ends by a fault, the result says little about strength.</p>\n";

/// The numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
fn pairs_text(tally: &Tally) -> String {
    match tally.pair_count() {
        0 => "–".to_owned(),
        _ => tally.pairs().map(|count| count.to_string()).join(" · "),
    }
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
    table("Head to head: wins, draws, losses", &head, &rows)
}

fn wins_draws_losses(tally: &Tally) -> String {
    match tally.game_count() {
        0 => "–".to_owned(),
        _ => format!("{} · {} · {}", tally.wins(), tally.draws(), tally.losses()),
    }
}

fn by_color(results: &Results<'_>) -> String {
    let row = |engine: &&str| {
        let as_color = |wanted| results.tally(engine, move |color, _| color == wanted);
        let cells = Color::ALL.into_iter().flat_map(|color| {
            let tally = as_color(color);
            [Cell::percent(score(&tally)), Cell::Number(wins_draws_losses(&tally))]
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
        let mut cells = vec![Cell::Head(variant_title(variant)), Cell::count(white.game_count())];
        let scores = engines.iter().map(|engine| results.tally(engine, |_, game| game.variant == **variant));
        cells.extend(scores.map(|tally| Cell::percent(score(&tally))));
        let share = |count: u64| Cell::percent(ratio(count as f64, white.game_count()));
        cells.extend([white.wins(), white.draws(), white.losses()].map(share));
        cells.push(Cell::Number(mean_length(games.copied())));
        cells
    };
    let rows: Vec<Vec<Cell>> = results.variants.iter().map(row).collect();
    let mut head = vec!["Game", "Games"];
    head.extend(&engines);
    head.extend(["White wins", "Draws", "Black wins", "Plies"]);
    table("By game: scores of the engines, results, mean length", &head, &rows)
}

/// The table of terminations, most frequent first.
pub(super) fn terminations(results: &Results<'_>) -> String {
    if results.games.is_empty() {
        return String::new();
    }
    let all = results.games.len() as u64;
    let tally = |name: &str| results.white_tally(|game| game.termination == name);
    let mut tallies: Vec<(&str, Tally)> =
        results.terminations.iter().map(|&name| (name, tally(name))).collect();
    tallies.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.game_count()));
    let row = |(name, tally): &(&str, Tally)| {
        vec![
            Cell::Head(termination_title(name)),
            Cell::count(tally.game_count()),
            Cell::Share(ratio(tally.game_count() as f64, all)),
            Cell::count(tally.wins()),
            Cell::count(tally.draws()),
            Cell::count(tally.losses()),
        ]
    };
    let rows: Vec<_> = tallies.iter().map(row).collect();
    let head = ["Reason", "Games", "Share", "White won", "Drawn", "Black won"];
    table("How the games ended", &head, &rows)
}
