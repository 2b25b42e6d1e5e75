//! The analysis as an HTML page: players, and for each game its graph and its turning points with boards.

use super::{GameAnalysis, Mark, MoveAnalysis, Phase, PlayerFigures, pdn_line, player_figures};
use crate::html::chart::{BOTTOM, Scale, TOP, figure, horizontal_lines, labels_below};
use crate::html::{Boards, Cell, STYLE, escape, table};
use crate::notation::{PdnReplay, PdnStep};
use crate::rules::{AnyPosition, Color};

/// A game and its analysis.
pub struct AnalysedGame<'a> {
    /// The title of the draughts game.
    pub title: &'static str,
    /// The names of White and Black.
    pub players: [&'a str; 2],
    /// The result as written.
    pub result: &'a str,
    /// The game.
    pub replay: &'a PdnReplay,
    /// Its analysis.
    pub analysis: &'a GameAnalysis,
}

/// A mistake or a blunder.
pub struct TurningPoint<'a> {
    /// The position before it.
    pub before: &'a dyn AnyPosition,
    /// The mark, the scores and the better line in words: `13. 32-28 ?? -1.20 after +0.35; better 13. 37-31 18-23`.
    pub text: String,
}

/// The number of moves of a better line that are shown.
const LONGEST_LINE: usize = 8;

/// The mistakes and blunders of a game in order.
#[must_use]
pub fn turning_points<'a>(game: &AnalysedGame<'a>) -> Vec<TurningPoint<'a>> {
    let nodes = game.replay.main_line().filter(|node| matches!(node.step, PdnStep::Move(_)));
    let moves = nodes.map(|node| game.replay.before(node)).zip(&game.analysis.moves);
    let is_error = |mv: &MoveAnalysis| matches!(mv.mark, Some(Mark::Mistake | Mark::Blunder));
    let starts_black = game.replay.start.side() == Color::Black;
    let errors = moves.filter(|(_, mv)| is_error(mv));
    errors.map(|(before, mv)| TurningPoint { before, text: in_words(before, mv, starts_black) }).collect()
}

fn in_words(before: &dyn AnyPosition, mv: &MoveAnalysis, starts_black: bool) -> String {
    let number = number(mv, starts_black);
    let mark = mv.mark.map(|mark| mark.to_string()).unwrap_or_default();
    let mut line = pdn_line(before, &mv.line);
    line.truncate(LONGEST_LINE);
    let (best, score) = (score_text(mv.best_score), score_text(mv.score));
    let played = pdn_line(before, std::slice::from_ref(&mv.played));
    format!(
        "{number} {} {mark} {score} instead of {best}; better {number} {}",
        played.concat(),
        line.join(" ")
    )
}

/// The number of a move: `13.` or `13...`.
fn number(mv: &MoveAnalysis, starts_black: bool) -> String {
    let number = (mv.ply + 1 + usize::from(starts_black)) / 2;
    if mv.white { format!("{number}.") } else { format!("{number}...") }
}

/// A score for White in words.
fn score_text(score: f64) -> String {
    match score {
        score if score > 90.0 => "White wins".to_owned(),
        score if score < -90.0 => "Black wins".to_owned(),
        score => format!("{score:+.2}"),
    }
}

/// The number of games and the figures of each player in all games, in the order in which they appear.
#[must_use]
pub fn figures_by_player<'a>(games: &[AnalysedGame<'a>]) -> Vec<(&'a str, u64, PlayerFigures)> {
    let mut players: Vec<(&str, u64, PlayerFigures)> = Vec::new();
    for game in games {
        for (name, figures) in game.players.into_iter().zip(player_figures(game.analysis)) {
            match players.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, count, sum)) => {
                    *count += 1;
                    sum.add(&figures);
                }
                None => players.push((name, 1, figures)),
            }
        }
    }
    players
}

/// The page of all games.
#[must_use]
pub fn page(games: &[AnalysedGame<'_>]) -> String {
    let boards = Boards::of(games.iter().map(|game| game.replay.start.rules()));
    let sections: String =
        games.iter().enumerate().map(|(index, game)| section(index + 1, game, &boards)).collect();
    format!(
        include_str!("page.html"),
        style = STYLE,
        own_style = include_str!("style.css"),
        drawings = boards.drawings(),
        players = players_table(games),
        games = sections,
    )
}

/// One row for each player, by name.
fn players_table(games: &[AnalysedGame<'_>]) -> String {
    let mut figures = figures_by_player(games);
    figures.sort_by_key(|(player, ..)| *player);
    let row = |(player, count, figures): &(&str, u64, PlayerFigures)| {
        let mut row = vec![Cell::head(player), Cell::count(*count), Cell::count(figures.moves)];
        row.push(Cell::percent(figures.accuracy().map(|percent| percent / 100.0)));
        row.extend(figures.marks.map(Cell::count));
        row.extend(figures.errors.map(Cell::count));
        row
    };
    let rows: Vec<_> = figures.iter().map(row).collect();
    let marks = Mark::ALL.map(|mark| format!("{mark} {}", mark.plural()));
    let phases = Phase::ALL.map(|phase| format!("errors in the {}", phase.name()));
    let head: Vec<&str> = ["Player", "games", "moves", "accuracy"]
        .into_iter()
        .chain(marks.iter().map(String::as_str))
        .chain(phases.iter().map(String::as_str))
        .collect();
    table(
        "Players: moves with a choice, the share of the expected points that they kept, and marks",
        &head,
        &rows,
    )
}

fn section(number: usize, game: &AnalysedGame<'_>, boards: &Boards) -> String {
    let [white, black] = game.players.map(escape);
    let points = turning_points(game);
    let figures: String = points.iter().map(|point| board_figure(point, boards)).collect();
    let nothing = if points.is_empty() { "<p>Neither side made a mistake.</p>\n" } else { "" };
    format!(
        "<section aria-labelledby=\"g-{number}\">\n<h2 id=\"g-{number}\">{white} – {black} <small>{} · {}</small></h2>\n{}\
         {nothing}<div class=\"boards\">\n{figures}</div>\n</section>\n",
        escape(game.result),
        escape(game.title),
        curve(game)
    )
}

fn board_figure(point: &TurningPoint<'_>, boards: &Boards) -> String {
    let (board, text) = (boards.board(point.before), escape(&point.text));
    format!("<figure>\n{board}<figcaption>{text}</figcaption>\n</figure>\n")
}

/// White's expected points by move.
fn curve(game: &AnalysedGame<'_>) -> String {
    let moves = &game.analysis.moves;
    let plies = moves.len().max(1) as f64;
    let (across, upwards) = (Scale::across(0.0, plies / 2.0), Scale::upwards(0.0, 100.0));
    let starts_black = usize::from(game.replay.start.side() == Color::Black);
    let place =
        |mv: &MoveAnalysis| (across.at((mv.ply + starts_black) as f64 / 2.0), upwards.at(100.0 * mv.chance));
    let line: Vec<String> = moves.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let dots: String = moves
        .iter()
        .filter_map(|mv| Some((mv, mv.mark?)))
        .map(|(mv, mark)| {
            let (x, y) = place(mv);
            let text = format!("{} {} {mark}", number(mv, starts_black == 1), mv.played);
            let class = if mark == Mark::Only { "only" } else { "error" };
            format!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{}</title></circle>\n",
                escape(&text)
            )
        })
        .collect();
    let body = format!(
        "{}{}<path class=\"zero\" d=\"M{:.1} {TOP}V{BOTTOM}\"/>\n<polyline class=\"curve\" points=\"{}\"/>\n{dots}",
        horizontal_lines(&upwards, 4.0, |value| format!("{value:.0} %")),
        labels_below(&across, 10.0, "move"),
        across.at(0.0),
        line.join(" ")
    );
    figure("White's expected points after each move", &body)
}
