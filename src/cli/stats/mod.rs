//! `coupturc stats`: statistics of the games in logs and PDN files, for each variant.

mod course;
mod examples;
mod figures;
mod page;
mod survey;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};

use super::sources::{Games, GamesOptions, complain_of_guesses};
use super::terminal::{complain, long_bar};
use super::{Failure, say};
use crate::escape::in_file;
use crate::exclusive::write_whole;
pub(super) use figures::Figures;
pub(super) use page::{body, facts};
pub(super) use survey::Survey;

/// Up to this many unreadable games are reported individually.
const MOST_PROBLEMS: usize = 5;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    games: GamesOptions,
    /// Ignore this many initial plies of games that do not mark their opening, since the players did not choose them
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    opening: usize,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV with three columns: variant, name of the statistic as in JSON, and value; lists are only in JSON
    #[arg(long)]
    csv: bool,
    /// Also write the statistics as an HTML page, with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let mut games = options.games.read()?;
    let (surveys, guessed) = survey_all(&mut games, options);
    let problems = &games.problems;
    if surveys.is_empty() {
        report_problems(problems);
        return Err("no readable game found, expected logs of matches or PDN files".into());
    }
    let figures: Vec<Figures> =
        surveys.into_iter().map(|(name, survey)| Figures::of(&name, survey)).collect();
    if let Some(file) = &options.html {
        write_whole(file, page::page(&figures), true).map_err(|error| in_file(file, &error))?;
    }
    if options.json {
        say(&json!({ "games": figures, "unreadable": problems }).to_string())?;
    } else if options.csv {
        write_csv(&figures)?;
    } else {
        let texts: Vec<String> = figures.iter().map(Figures::text).collect();
        say(&texts.join("\n\n"))?;
    }
    report_problems(problems);
    complain_of_guesses(guessed);
    Ok(())
}

/// Surveys all games by variant and rules. Also returns how many were counted as International Draughts although they
/// fit other variants as well. Records unreadable games as problems.
fn survey_all(games: &mut Games, options: &Options) -> (BTreeMap<String, Survey>, usize) {
    let mut surveys = BTreeMap::new();
    let mut guessed = 0;
    let bar = long_bar();
    bar.set_length(games.played.len() as u64);
    for played in &games.played {
        let counted = played.name(options.games.usual(), &options.games.rules.rules(None)).and_then(
            |(name, is_guess)| {
                guessed += usize::from(is_guess);
                let survey = surveys.entry(played.label(name)).or_insert_with(|| Survey::of(name.rules));
                survey.add(played, &options.games.rules.rules(name.halt), options.opening)
            },
        );
        games.problems.extend(counted.err().map(|fault| format!("{}: {fault}", played.place)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    surveys.retain(|_, survey: &mut Survey| !survey.is_empty());
    (surveys, guessed)
}

fn report_problems(problems: &[String]) {
    problems.iter().take(MOST_PROBLEMS).for_each(|problem| complain(problem));
    let more = problems.len().saturating_sub(MOST_PROBLEMS);
    if more > 0 {
        complain(&format!("{more} more games cannot be read; --json lists them all"));
    }
}

/// Writes a line for each value, named by its path in the JSON output.
fn write_csv(figures: &[Figures]) -> Result<(), Failure> {
    let mut csv = csv::Writer::from_writer(io::stdout().lock());
    let mut written = csv.write_record(["game", "statistic", "value"]);
    for figures in figures {
        for (path, value) in flat("", &json!(figures)) {
            written = written.and_then(|()| csv.write_record([figures.game.as_str(), &path, &value]));
        }
    }
    written.and_then(|()| Ok(csv.flush()?)).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => format!("{other:?}").into(),
    })
}

/// Flattens a JSON value into paths and strings, such as `plies.mean` and `81.5`.
fn flat(path: &str, value: &Json) -> Vec<(String, String)> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Json::Object(fields) => fields.iter().flat_map(|(name, value)| flat(&below(name), value)).collect(),
        Json::Array(_) => Vec::new(),
        Json::Null => vec![(path.to_owned(), String::new())],
        Json::String(text) => vec![(path.to_owned(), text.clone())],
        other => vec![(path.to_owned(), other.to_string())],
    }
}
