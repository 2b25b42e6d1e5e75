//! Sources of openings: a file, the folder of a match, or random generation.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::arena::{KeptOpenings, Match, Opening, RandomOpenings, read_openings};
use crate::book::{Book, best_score};
use crate::cli::options::{Failure, is_pdn};
use crate::cli::terminal::complain_of;
use crate::escape::{escaped_path, in_file};
use crate::notation::{FenFields, fen_text, file_text, move_text};
use crate::rules::{Move, RuleOptions, Rules};
use crate::search::Score;
use crate::tables::files::FileProblem;

/// The file with the openings in the folder of a match.
pub(super) const KEPT: &str = "openings.json";

pub(super) enum Source {
    /// Openings that a match has stored in a file.
    Kept { file: PathBuf, openings: KeptOpenings },
    /// The text of a file of positions or games.
    File { file: PathBuf, text: String, plies: Option<u32> },
    /// The positions of an opening book that are reached in this many plies and have a score in this range, in
    /// hundredths of a man for either side.
    Book { book: Box<Book>, plies: u32, window: (i32, i32) },
    /// Generated when the match starts.
    Random(RandomOpenings),
}

impl Source {
    /// Reads the file of `--openings`.
    pub(super) fn of_file(file: &Path, plies: Option<u32>, window: (i32, i32)) -> Result<Self, Failure> {
        if file.extension().is_some_and(|extension| extension == "book") {
            let (book, plies) = (Box::new(Book::open(file)?), plies.unwrap_or(PLIES));
            return Ok(Self::Book { book, plies, window });
        }
        let text = fs::read(file).map_err(|error| in_file(file, &error))?;
        let text = file_text(&text);
        let file = file.to_owned();
        // PDN may start with a comment in braces, like a JSON object.
        if is_pdn(&file) || !KeptOpenings::is_meant(&text) {
            return Ok(Self::File { file, text, plies });
        }
        let openings = KeptOpenings::read(&text).map_err(|error| in_file(&file, &error))?;
        Ok(Self::Kept { file, openings })
    }

    /// Reads the openings stored by the match in a folder. `None` if it was interrupted before it had any.
    pub(super) fn of_match(folder: &Path) -> Result<Option<Self>, Failure> {
        let file = folder.join(KEPT);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| in_file(&file, &error))?,
        };
        let openings = KeptOpenings::read(&text).map_err(|error| in_file(&file, &error))?;
        Ok(Some(Self::Kept { file, openings }))
    }

    /// The openings of a variant of the match; `rounds` of them if they are random.
    pub(super) fn openings(
        &self,
        name: &str,
        game: &'static Rules,
        rules: &RuleOptions,
        rounds: usize,
    ) -> Result<Vec<Opening>, Failure> {
        match self {
            Self::Kept { file, openings } => {
                let openings = openings.of(name).map_err(|error| in_file(file, &error))?;
                Ok(openings.to_vec())
            }
            Self::File { file, text, plies } => {
                let read = read_openings(text, is_pdn(file), *plies, game, rules)
                    .map_err(|error| in_file(file, &error))?;
                complain_of(
                    &format!("{}: left out as openings of {name}", escaped_path(file)),
                    &read.left_out,
                );
                Ok(read.openings)
            }
            Self::Book { book, plies, window } => {
                if !book.about().fits(game, rules) {
                    return Err(
                        in_file(book.path(), &format!("not a book of {name} under these rules")).into()
                    );
                }
                let openings = of_book(book, *plies, *window)?;
                if openings.is_empty() {
                    return Err(in_file(book.path(), &"no opening of this length within --window").into());
                }
                Ok(openings)
            }
            Self::Random(random) => Ok(random.generate(game, rules, rounds)?),
        }
    }
}

/// The default length of openings that are not taken from games.
pub(super) const PLIES: u32 = 6;

/// The openings of `plies` plies in a book, those with the smallest losses first. The last score must be within the
/// window, and no move may lose more than its larger limit.
fn of_book(book: &Book, plies: u32, (least, most): (i32, i32)) -> Result<Vec<Opening>, FileProblem> {
    let start = book.about().rules.start(&book.about().options);
    let fen = fen_text(start.position(), &FenFields::default());
    let mut lines = vec![(start.position().copy(), Vec::new(), 0)];
    for ply in 1..=plies {
        let (mut longer, mut seen) = (Vec::new(), HashSet::new());
        for (position, moves, lost) in lines {
            let known = book.look_up(&*position)?.unwrap_or_default();
            let Some(best) = best_score(&known).map(hundredths) else { continue };
            for (mv, score) in known.iter().filter_map(|(mv, known)| Some((*mv, hundredths(known.score?)))) {
                let is_level = ply < plies || (least..=most).contains(&score.abs());
                let after = position.after(mv);
                if is_level && best - score <= most && seen.insert(book.views().view(&*after).key) {
                    let moves = moves.iter().copied().chain([mv]).collect();
                    longer.push((after, moves, lost + best - score));
                }
            }
        }
        longer.sort_by_key(|(_, _, lost)| *lost);
        lines = longer;
    }
    let text = |mv: Move| move_text(book.about().rules, mv);
    let opening =
        |moves: Vec<Move>| Opening { fen: fen.clone(), moves: moves.into_iter().map(text).collect() };
    Ok(lines.into_iter().map(|(_, moves, _)| opening(moves)).collect())
}

fn hundredths(score: Score) -> i32 {
    (100.0 * score.men()).round() as i32
}

/// The content of [`KEPT`] for a match.
pub(super) fn kept_text(the_match: &Match) -> Result<String, Failure> {
    let variants = the_match.variants.iter();
    let kept = KeptOpenings::of_variants(variants.map(|variant| (variant.name.as_str(), &*variant.openings)));
    Ok(kept.text()?)
}
