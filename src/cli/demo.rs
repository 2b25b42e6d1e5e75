//! `coupturc demo`: a combination that the engine finds, and its first move in each game. Also runs when the program
//! is started without arguments in a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::Args;
use crossbeam_channel::{Receiver, unbounded};

use super::{Failure, say};
use crate::engine::{Engine, Event, Limits, Mode, Settings};
use crate::notation::{diagram, game_of_fen, move_text};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, Color, Move, RuleOptions, Rules};
use crate::search::{Line, MAX_DEPTH, Score, ScoreKind};

#[derive(Args, Default)]
pub(super) struct Options {
    /// Search to this depth, with no time limit
    #[arg(
        long,
        value_name = "PLIES",
        hide = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u32>,
}

/// A coup turc in Dameo, the first position of `scripts/first-game.hub`.
const COUP_TURC: &str = "W:We2,e3,f2,f4,g3:BKd8,e6,f7";
/// The time of a search.
const MOVE_TIME: Duration = Duration::from_millis(500);
/// The number of moves of the principal variation that are printed.
const LONGEST_LINE: usize = 6;
const NEXT_STEPS: &str = "Now type `coupturc serve --open` for a board in the browser, `coupturc play` for one in the \
                          terminal,\n`coupturc hub` for the Hub protocol, or `coupturc --help` for all commands.";

/// Whether standard input and output are both terminals. A client program uses pipes.
pub(super) fn is_wanted() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let limits = match options.depth {
        None => Limits { move_time: Some(MOVE_TIME), ..Limits::default() },
        depth => Limits { depth, ..Limits::default() },
    };
    let (dameo, usual) = (Variant::Dameo.rules(), RuleOptions::default());
    let game = game_of_fen(dameo, COUP_TURC, &usual)?;
    let (sender, events) = unbounded();
    let mut engine = Engine::new(game.clone(), Settings::default(), sender)?;
    let version = env!("CARGO_PKG_VERSION");
    say(&format!(
        "coupturc {version} finds a coup turc in {}:\n\n{}",
        dameo.title,
        diagram(game.position())
    ))?;
    say(&in_words(&*game, &search(&mut engine, &events, game.clone(), &limits)?))?;
    say(&row(["Its first move in each game", "depth", "move", "score"]))?;
    for &variant in Variant::ALL {
        let rules = variant.rules();
        let Line { depth, score, moves } = search(&mut engine, &events, rules.start(&usual), &limits)?;
        let first = moves.first().map_or_else(String::new, |&mv| move_text(rules, mv));
        say(&row([rules.title, &depth.to_string(), &first, &score_text(score)]))?;
    }
    say(&format!("\n{NEXT_STEPS}"))
}

fn row([game, depth, mv, score]: [&str; 4]) -> String {
    format!("{game:<30} {depth:>5}  {mv:<8} {score:>7}")
}

/// Searches a game and returns the principal variation.
fn search(
    engine: &mut Engine,
    events: &Receiver<Event>,
    game: Box<dyn AnyGame>,
    limits: &Limits,
) -> Result<Line, Failure> {
    engine.set_game(game)?;
    engine.go(Mode::Think, limits)?;
    let mut best = None;
    loop {
        match events.recv()? {
            Event::Info(info) => best = info.lines.into_iter().next().or(best),
            Event::Done(_) => return best.ok_or_else(|| "the engine found no move".into()),
            Event::Failed(why) => return Err(format!("internal error, please report it: {why}").into()),
            _ => {}
        }
    }
}

/// The principal variation in words, one move per line, and its score.
fn in_words(game: &dyn AnyGame, line: &Line) -> String {
    let mut side = game.position().side();
    let mut text = String::new();
    for &mv in line.moves.iter().take(LONGEST_LINE) {
        text += &format!("  {}\n", move_in_words(game.rules(), side, mv));
        side = !side;
    }
    format!("{text}  Score: {}\n", score_text(line.score))
}

fn move_in_words(rules: &Rules, side: Color, mv: Move) -> String {
    let (name, text) = (if side == Color::White { "White" } else { "Black" }, move_text(rules, mv));
    match mv.captured().count() {
        0 => format!("{name} moves {text}"),
        1 => format!("{name} captures a piece, {text}"),
        pieces => format!("{name} captures {pieces} pieces, {text}"),
    }
}

/// A score for the side to move: men, or a win or loss.
fn score_text(score: Score) -> String {
    match score.kind() {
        ScoreKind::Evaluation(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        ScoreKind::WinIn(plies) => format!("win in {plies} plies"),
        ScoreKind::LossIn(plies) => format!("loss in {plies} plies"),
        ScoreKind::TableWinIn(_) => "win".to_owned(),
        ScoreKind::TableLossIn(_) => "loss".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_scores_are_described_in_words() {
        let rules = Variant::International.rules();
        let start = rules.start(&RuleOptions::default());
        let mv = start.legal_moves()[0];
        let line = Line { depth: 1, score: Score::DRAW, moves: vec![mv] };
        let words = in_words(&*start, &line);
        assert_eq!(words, format!("  White moves {}\n  Score: +0.00\n", move_text(rules, mv)));
    }
}
