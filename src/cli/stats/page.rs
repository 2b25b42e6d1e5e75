//! The page: the lines of the text, and plots, tables and boards of the same figures.

use super::course::Stretch;
use super::figures::{Figures, Share, Spread, ratio};
use crate::html::chart::{Scale, curve, figure, horizontal_lines, labels_below};
use crate::html::{Boards, Cell, escape, page as html_page, table};

/// The page of several games.
pub(super) fn page(all: &[Figures]) -> String {
    let boards = Boards::of(all.iter().map(|figures| figures.rules));
    let sections = all.iter().map(|figures| {
        let title = format!("<h2>{} <small>{}</small></h2>\n", escape(figures.title), escape(&figures.game));
        title + &body(figures, &boards)
    });
    html_page("Statistics of games", "", &(boards.drawings() + &sections.collect::<String>()))
}

/// The figures of a game, without a heading.
pub(in crate::cli) fn body(figures: &Figures, boards: &Boards) -> String {
    let lines = [vec![("games", figures.number_of_games())], figures.lines()].concat();
    if figures.games == 0 {
        return facts(&lines);
    }
    [
        results(figures),
        facts(&lines),
        plots(figures),
        numbers(figures),
        "<div class=\"charts\">\n".to_owned(),
        captures(figures),
        endings(figures),
        "</div>\n".to_owned(),
        examples(figures, boards),
    ]
    .concat()
}

/// Names and what is to be said about them.
pub(in crate::cli) fn facts<Name: AsRef<str>>(lines: &[(Name, String)]) -> String {
    let line = |(name, text): &(Name, String)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escape(name.as_ref()), escape(text))
    };
    format!("<dl class=\"facts\">\n{}</dl>\n", lines.iter().map(line).collect::<String>())
}

fn results(figures: &Figures) -> String {
    let Figures { white_wins, draws, black_wins, first_move, .. } = figures;
    let row = |(name, share): (&str, &Share)| {
        vec![
            Cell::head(name),
            Cell::count(share.count),
            Cell::Share(share.share),
            Cell::Number(share.interval()),
        ]
    };
    let rows = [("White won", white_wins), ("drawn", draws), ("Black won", black_wins)].map(row);
    let table = table("Results", &["Result", "Games", "Share", "95 % interval"], &rows);
    format!("{table}<p>{}</p>\n", first_move.verdict())
}

/// The distributions as plots.
fn plots(figures: &Figures) -> String {
    let Figures { plies, lengths, course, .. } = figures;
    let whole = |number: Option<usize>| number.unwrap_or_default();
    let words = format!(
        "Shortest {}, median {}, longest {} plies after the opening",
        whole(plies.least),
        whole(plies.median),
        whole(plies.most)
    );
    format!(
        "<div class=\"charts\">\n{}{}{}{}</div>\n",
        lengths.figure(&words),
        by_ply("Legal moves", 0, course, |part| &part.legal_moves),
        by_ply("Pieces on the board", 2, course, |part| &part.pieces),
        captures_by_ply(course)
    )
}

/// The plies from the start, and the middle of a stretch.
fn across(course: &[Stretch]) -> (Scale, impl Fn(&Stretch) -> f64) {
    let scale = Scale::across(0.0, course.last().map_or(1.0, |last| (last.ply + last.plies) as f64));
    (scale, move |part| scale.at(part.ply as f64 + (part.plies as f64 - 1.0) / 2.0))
}

/// The medians of a number by ply, and the band of the middle half of the positions.
fn by_ply(what: &str, color: usize, course: &[Stretch], spread: fn(&Stretch) -> &Spread) -> String {
    let ends = |part: &Stretch| {
        let Spread { lower_quartile, median, upper_quartile, .. } = spread(part);
        [lower_quartile, median, upper_quartile].map(|number| number.unwrap_or_default() as f64)
    };
    let highest = course.iter().map(|part| ends(part)[2]).fold(1.0, f64::max);
    let (across, middle) = across(course);
    let upwards = Scale::upwards(0.0, highest);
    let points = course.iter().map(|part| (middle(part), ends(part).map(|value| upwards.at(value))));
    let body = [
        horizontal_lines(&upwards, 5.0, |value| format!("{value:.0}")),
        curve(color, &points.collect::<Vec<_>>()),
        labels_below(&across, 8.0, "plies from the start"),
    ];
    figure(&format!("{what} by ply: the median, and a band with half of the positions"), &body.concat())
}

fn captures_by_ply(course: &[Stretch]) -> String {
    let (across, middle) = across(course);
    let upwards = Scale::upwards(0.0, 100.0);
    let points = course.iter().map(|part| {
        (middle(part), [0.0, 100.0 * part.captures, 100.0 * part.captures].map(|y| upwards.at(y)))
    });
    let body = [
        horizontal_lines(&upwards, 5.0, |value| format!("{value:.0} %")),
        curve(1, &points.collect::<Vec<_>>()),
        labels_below(&across, 8.0, "plies from the start"),
    ];
    figure("Captures by ply, as a share of all moves", &body.concat())
}

/// The numbers of the plots, folded up.
fn numbers(figures: &Figures) -> String {
    let lengths = figures.lengths.rows().map(|(first, last, games)| {
        let mut row = vec![Cell::head(&range(first, last))];
        row.extend(games.map(Cell::count));
        row
    });
    let lengths = table(
        "Games by length in plies",
        &["Plies", "White won", "drawn", "Black won"],
        &lengths.collect::<Vec<_>>(),
    );
    let whole = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
    let spread = |Spread { lower_quartile, median, upper_quartile, .. }: &Spread| {
        [lower_quartile, median, upper_quartile].map(|number| Cell::Number(whole(*number)))
    };
    let course = figures.course.iter().map(|part| {
        let mut row =
            vec![Cell::head(&range(part.ply, part.ply + part.plies - 1)), Cell::count(part.positions as u64)];
        row.extend(spread(&part.legal_moves));
        row.extend(spread(&part.pieces));
        row.push(Cell::percent(Some(part.captures)));
        row
    });
    let quartiles = ["lower quartile", "median", "upper quartile"];
    let [moves, pieces] =
        ["Legal moves", "Pieces"].map(|what| quartiles.map(|quartile| format!("{what}, {quartile}")));
    let mut head = vec!["Plies from the start", "Positions"];
    head.extend(moves.iter().chain(&pieces).map(String::as_str));
    head.push("Captures");
    let course = table("Positions by ply", &head, &course.collect::<Vec<_>>());
    format!("<details>\n<summary>The numbers of these plots</summary>\n{lengths}{course}</details>\n")
}

fn range(first: usize, last: usize) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// How many pieces captures take.
fn captures(figures: &Figures) -> String {
    let sizes = &figures.captures.by_pieces;
    let rows = sizes.iter().map(|(pieces, &moves)| (pieces.to_string(), moves));
    shares("Pieces that a capture takes", ["Pieces", "Captures"], &rows.collect::<Vec<_>>())
}

/// Why games ended, the most common reason first.
fn endings(figures: &Figures) -> String {
    let mut endings: Vec<_> =
        figures.endings.iter().map(|(word, &games)| (word.replace('-', " "), games)).collect();
    endings.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
    shares("What ended the games", ["Reason", "Games"], &endings)
}

/// A table with a bar for each count.
fn shares(caption: &str, [what, of]: [&str; 2], counts: &[(String, u64)]) -> String {
    let all = counts.iter().map(|(_, count)| count).sum();
    let rows = counts
        .iter()
        .map(|(name, count)| vec![Cell::head(name), Cell::count(*count), Cell::Share(ratio(*count, all))]);
    table(caption, &[what, of, "Share"], &rows.collect::<Vec<_>>())
}

fn examples(figures: &Figures, boards: &Boards) -> String {
    let capture = figures.longest_capture.as_ref().map(|capture| {
        format!(
            "<figure>\n<figcaption>Before the longest capture</figcaption>\n{}<p>{}</p>\n</figure>\n",
            boards.board(&*capture.before),
            escape(&capture.text())
        )
    });
    let game = figures.shortest_game.as_ref().map(|game| {
        format!(
            "<figure>\n<figcaption>The end of the shortest game</figcaption>\n{}<p>{}</p>\n\
             <details>\n<summary>Its moves as PDN</summary>\n<pre>{}</pre>\n</details>\n</figure>\n",
            boards.board(&*game.end),
            escape(&game.text()),
            escape(game.pdn.trim_end())
        )
    });
    let figures: String = capture.into_iter().chain(game).collect();
    format!("<div class=\"boards\">\n{figures}</div>\n")
}
