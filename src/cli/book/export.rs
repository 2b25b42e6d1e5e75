//! `coupturc book export`: a book as JSON or PDN.

use std::collections::HashSet;

use clap::Args;
use serde_json::{Value as Json, json};

use super::{BookFile, mark_name, position_of};
use crate::book::{Book, BookMove, Key};
use crate::cli::Failure;
use crate::cli::terminal::say;
use crate::notation::{
    FenFields, PdnMove, fen_text, move_text, pdn_comment, pdn_game, pdn_move_text, pdn_text,
};
use crate::rules::AnyPosition;
use crate::rules::Rules;
use crate::tables::files::FileProblem;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    form: Form,
    /// With --pdn: follow moves that lose at most this many men
    #[arg(long, value_name = "MEN", default_value_t = 0.05, conflicts_with = "json")]
    margin: f64,
    /// With --pdn: the length of lines in plies
    #[arg(long, value_name = "NUMBER", default_value_t = 40, conflicts_with = "json", value_parser = clap::value_parser!(u8).range(1..=100))]
    plies: u8,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Form {
    /// JSON: a line for each position, as White sees it, with all moves
    #[arg(long)]
    json: bool,
    /// PDN: one game with variations, each position once
    #[arg(long)]
    pdn: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let book = options.book.open()?;
    if options.form.json {
        return export_json(&book);
    }
    let start = position_of(book.about(), None)?;
    let mut game = pdn_game(&*start, &[], None)?;
    add_variations(&book, &*start, 0, options, &mut game.moves, &mut HashSet::new())?;
    say(pdn_text(&game).trim_end())
}

fn export_json(book: &Book) -> Result<(), Failure> {
    let about = book.about();
    for (key, moves) in book.all()? {
        // A key that is no position is of no use.
        let Ok(position) = book.views().position(&key, &about.options) else { continue };
        let legal = book.views().view(&*position).moves(&*position);
        let known = moves.iter().filter_map(|mv| {
            let text = move_text(about.rules, *legal.get(mv.number as usize)?);
            Some(json_of(&text, mv, about.rules))
        });
        let known: Vec<Json> = known.collect();
        let fen = fen_text(&*position, &FenFields::default());
        say(&json!({ "fen": fen, "moves": known }).to_string())?;
    }
    Ok(())
}

/// What the book knows about a move, for the player who makes it.
pub(super) fn json_of(text: &str, mv: &BookMove, rules: &'static Rules) -> Json {
    let mut json = json!({ "move": text });
    if let Some(score) = mv.score {
        json["score"] = score.men().into();
        json["points"] = ((1e4 * score.chance(rules)).round() / 1e4).into();
    }
    if mv.results.games() > 0 {
        json["results"] = json!([mv.results.wins, mv.results.draws, mv.results.losses]);
    }
    if let Some(mark) = mv.mark {
        json["mark"] = mark_name(mark).into();
    }
    if !mv.note.is_empty() {
        json["note"] = mv.note.as_str().into();
    }
    json
}

/// Adds the good moves of a position, and the moves after them.
fn add_variations(
    book: &Book,
    position: &dyn AnyPosition,
    parent: usize,
    options: &Options,
    moves: &mut Vec<PdnMove>,
    seen: &mut HashSet<Key>,
) -> Result<(), FileProblem> {
    let mut waiting = vec![(position.copy(), parent, 0)];
    // The main line first, so that each position is where the best moves lead to it.
    while let Some((position, parent, plies)) = waiting.pop() {
        if plies >= usize::from(options.plies) || !seen.insert(book.views().view(&*position).key) {
            continue;
        }
        let Some(known) = book.look_up(&*position)? else { continue };
        let best = known.iter().filter_map(|(_, mv)| mv.score).max().map(|score| score.men());
        let good = known.iter().filter(|(_, mv)| match (mv.score, best) {
            (Some(score), Some(best)) => best - score.men() <= options.margin + 1e-9,
            _ => best.is_none(),
        });
        let first = waiting.len();
        for (mv, known) in good {
            let text = pdn_move_text(&*position, *mv);
            let note = (!known.note.is_empty()).then(|| known.note.clone());
            let score = pdn_comment(known.score.map(|score| score.men()), None, None);
            let comment = [score, note].into_iter().flatten().collect::<Vec<_>>().join(" ");
            let comment = (!comment.is_empty()).then_some(comment);
            moves.push(PdnMove { comment, ..PdnMove::new(parent, text) });
            waiting.push((position.after(*mv), moves.len(), plies + 1));
        }
        // The last one is popped first.
        waiting[first..].reverse();
    }
    Ok(())
}
