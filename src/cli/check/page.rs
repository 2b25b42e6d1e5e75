//! The page: the game and its start, what its games are like, its first moves, and what was checked.

use super::self_play::{DEPTH, FirstMove, MOST_PLIES, OPENING, SelfPlay};
use super::{Report, Tally};
use crate::cli::stats::{body, facts};
use crate::html::{Boards, Cell, escape, page as html_page, table};
use crate::rules::{RuleOptions, Rules};

pub(super) fn page(report: &Report, self_play: &SelfPlay, rules: &'static Rules) -> String {
    let boards = Boards::of([rules]);
    let sections = [
        boards.drawings(),
        the_game(report, &boards, rules),
        format!(
            "<h2>What its games are like</h2>\n<p>The engine has played against itself: {OPENING} random \
             moves, which are not counted below except in plots by ply, and then moves by searches to depth {DEPTH}. Players who see \
             further, or less, play other games. A game without a result after {MOST_PLIES} plies is left out. Scores \
             among the moves are in men, for the player who makes the move. Brackets hold 95 % intervals.</p>\n"
        ),
        body(&self_play.figures, &boards),
        first_moves(&self_play.first_moves),
        checks(report),
    ];
    let below = format!("<p>{}: {}</p>", escape(&report.game), escape(&self_play.figures.number_of_games()));
    html_page(&report.title, &below, &sections.concat())
}

fn the_game(report: &Report, boards: &Boards, rules: &'static Rules) -> String {
    let start = rules.start(&RuleOptions::default());
    let words = report.rules.iter().map(|line| format!("<li>{}</li>\n", escape(line)));
    format!(
        "<h2>The game</h2>\n<div class=\"beside\">\n<figure>\n{}</figure>\n<ul>\n{}</ul>\n</div>\n",
        boards.board(start.position()),
        words.collect::<String>()
    )
}

fn first_moves(moves: &[FirstMove]) -> String {
    let rows = moves
        .iter()
        .map(|FirstMove { text, score, .. }| vec![Cell::head(text), Cell::Number(format!("{score:+.2}"))]);
    let depth = moves.first().map_or(0, |best| best.depth);
    let caption = format!("Scores in men for the player who makes the move, by a search to depth {depth}");
    let table = table(&caption, &["Move", "Score"], &rows.collect::<Vec<_>>());
    format!("<h2>First moves</h2>\n{table}")
}

fn checks(report: &Report) -> String {
    let Report { first_moves, perft, random_games, engine, .. } = report;
    let mut lines = vec![("first moves", first_moves.join(" ")), ("perft", perft.text())];
    lines.extend(random_games.as_ref().map(Tally::text).map(|text| ("random games", text)));
    lines.extend(engine.iter().map(|line| ("engine", line.clone())));
    format!("<h2>Checks</h2>\n{}", facts(&lines))
}
