//! `coupturc stats`: what the games in logs and PDN files come to, for each game by itself.

mod figures;
mod source;
mod survey;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};

use super::options::RuleArgs;
use super::terminal::{complain, long_bar};
use super::{Failure, games, say};
use crate::notation::VariantName;
use figures::Figures;
use source::Games;
use survey::Survey;

/// So many games that cannot be read are told of one by one.
const MOST_PROBLEMS: usize = 5;

#[derive(Args)]
pub(super) struct Options {
    /// Logs of matches (games.jsonl), folders of matches, and PDN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(
        long,
        value_name = "GAME",
        help = format!(
            "What PDN games without a GameType are; else it is the one that fits, or normal if several do: {}",
            games::names()
        )
    )]
    variant: Option<VariantName>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Leave out so many plies of every game whose opening is not marked, as engines did not choose them
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    opening: usize,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV: the game, what was counted, by its name in JSON, and the value
    #[arg(long)]
    csv: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let mut games = Games::default();
    options.files.iter().try_for_each(|file| games.read(file))?;
    let (surveys, guessed) = survey_all(&mut games, options);
    let problems = &games.problems;
    if surveys.is_empty() {
        tell(problems);
        return Err("there is no game that can be read, expected logs of matches or PDN files".into());
    }
    let figures: Vec<Figures> = surveys.iter().map(|(name, survey)| Figures::of(name, survey)).collect();
    if options.json {
        say(&json!({ "games": figures, "unreadable": problems }).to_string())?;
    } else if options.csv {
        write_csv(&figures)?;
    } else {
        let texts: Vec<String> = figures.iter().map(Figures::text).collect();
        say(&texts.join("\n\n"))?;
    }
    tell(problems);
    if guessed > 0 {
        complain(&format!(
            "games without GameType that fit several games and are counted as normal: {guessed}; --variant says what they are"
        ));
    }
    Ok(())
}

/// What was counted of each game, by its name and rules, and how many were taken for International Draughts although they fit
/// others as well. Notes which games cannot be read.
fn survey_all(games: &mut Games, options: &Options) -> (BTreeMap<String, Survey>, usize) {
    let mut surveys = BTreeMap::new();
    let mut guessed = 0;
    let bar = long_bar();
    bar.set_length(games.played.len() as u64);
    for played in &games.played {
        let counted =
            played.name(options.variant, &options.rules.rules(None)).and_then(|(name, is_guess)| {
                guessed += usize::from(is_guess);
                let survey =
                    surveys.entry(played.label(name)).or_insert_with(|| Survey::of(name.variant.rules()));
                survey.add(played, &options.rules.rules(name.halt), options.opening)
            });
        games.problems.extend(counted.err().map(|fault| format!("{}: {fault}", played.place)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    surveys.retain(|_, survey: &mut Survey| !survey.is_empty());
    (surveys, guessed)
}

fn tell(problems: &[String]) {
    problems.iter().take(MOST_PROBLEMS).for_each(|problem| complain(problem));
    let more = problems.len().saturating_sub(MOST_PROBLEMS);
    if more > 0 {
        complain(&format!("{more} more games cannot be read; --json names them all"));
    }
}

/// Each number in a line of its own, under its path in the JSON form.
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

/// The numbers and texts in a value, with their paths.
fn flat(path: &str, value: &Json) -> Vec<(String, String)> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Json::Object(fields) => fields.iter().flat_map(|(name, value)| flat(&below(name), value)).collect(),
        Json::Null => vec![(path.to_owned(), String::new())],
        Json::String(text) => vec![(path.to_owned(), text.clone())],
        other => vec![(path.to_owned(), other.to_string())],
    }
}
