//! Course of a tuning run: a file with the values after each pair of games, from which the run can continue, and a
//! page that plots each value.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::escape::escaped_path;
use crate::exclusive::{open_alone, whole_lines_after};
use crate::html::chart::{Scale, figure, horizontal_lines, labels_below};
use crate::html::{Cell, page, table};

/// The configuration of a tuning run, as the first line of its file. A run continues only with the same configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) game: String,
    /// The limit of each search, in words.
    pub(super) limit: String,
    pub(super) pairs: usize,
    pub(super) plies: u32,
    pub(super) seed: u64,
    pub(super) rate: f64,
    pub(super) numbers: Vec<Number>,
}

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Number {
    pub(super) name: String,
    pub(super) begin: f64,
    pub(super) step: f64,
}

/// A pair of games that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pair {
    /// The number of the pair in the plan.
    pub(super) number: usize,
    /// The values after it.
    pub(super) values: Vec<f64>,
}

/// The open file of a tuning run.
#[derive(Debug)]
pub(super) struct Course {
    path: PathBuf,
    file: File,
    plan: Plan,
    pairs: Vec<Pair>,
}

impl Course {
    /// Opens or creates the file of a plan in `folder`. An incomplete last line is removed.
    pub(super) fn open(folder: &Path, plan: Plan) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.jsonl", plan.game));
        let mut file = open_alone(File::options().read(true).append(true).create(true), &path)?;
        let first = line_of(&plan)?;
        let bytes = whole_lines_after(&first, &file)?;
        file.set_len(bytes.len() as u64)?;
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        match lines.next() {
            None => file.write_all(first.as_bytes())?,
            Some(line) if serde_json::from_slice::<Plan>(line).ok().as_ref() == Some(&plan) => {}
            Some(_) => {
                let why = "started with other options, expected the same ones, or another folder";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
            }
        }
        let pairs = lines.map(serde_json::from_slice).collect::<Result<Vec<Pair>, _>>()?;
        if pairs.iter().any(|pair| pair.values.len() != plan.numbers.len()) {
            let why = "a line has a wrong number of values";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(Self { path, file, plan, pairs })
    }

    /// The pairs in the order in which they were played.
    pub(super) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Adds a pair that was played.
    pub(super) fn add(&mut self, pair: Pair) -> io::Result<()> {
        self.file.write_all(line_of(&pair)?.as_bytes())?;
        self.pairs.push(pair);
        Ok(())
    }

    /// Writes the page next to the file, and returns its path.
    pub(super) fn write_page(&self) -> io::Result<String> {
        let path = self.path.with_extension("html");
        fs::write(&path, self.page())?;
        Ok(escaped_path(&path).to_string())
    }

    fn page(&self) -> String {
        let Plan { game, limit, plies, rate, seed, pairs, .. } = &self.plan;
        let below = format!(
            "<p>{} of {} games, {limit} per move, openings of {plies} plies, seed {seed}, rate {rate}</p>",
            2 * self.pairs.len(),
            2 * pairs
        );
        let rows = self.plan.numbers.iter().enumerate().map(|(index, number)| {
            let now = self.pairs.last().map_or(number.begin, |pair| pair.values[index]);
            let figures = [number.begin, now, number.step].map(|value| Cell::Number(format!("{value:.1}")));
            [vec![Cell::head(&number.name)], figures.to_vec()].concat()
        });
        let head = ["Parameter", "Initial", "Now", "Step"];
        let table = table("Tuned parameters", &head, &rows.collect::<Vec<_>>());
        let figures: String = (0..self.plan.numbers.len()).map(|index| self.figure(index)).collect();
        page(
            &format!("Tuning the search of {game}"),
            &below,
            &format!("{table}<div class=\"charts\">\n{figures}</div>\n"),
        )
    }

    /// A plot of a value. For a long course, it shows only every n-th pair and the last one.
    fn figure(&self, index: usize) -> String {
        const POINTS: usize = 400;
        let number = &self.plan.numbers[index];
        let every = self.pairs.len().div_ceil(POINTS).max(1);
        let seen = self.pairs.iter().enumerate();
        let shown = seen.filter(|(place, _)| (place + 1) % every == 0 || place + 1 == self.pairs.len());
        let points: Vec<_> = std::iter::once((0, number.begin))
            .chain(shown.map(|(place, pair)| (place + 1, pair.values[index])))
            .collect();
        let values = points.iter().map(|(_, value)| *value);
        // The games were played with values up to a step away.
        let lowest = values.clone().fold(number.begin, f64::min) - number.step;
        let highest = values.fold(number.begin, f64::max) + number.step;
        let (across, upwards) =
            (Scale::across(0.0, 2.0 * self.plan.pairs as f64), Scale::upwards(lowest, highest));
        let mut path = String::new();
        for (place, value) in points {
            let command = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{command}{:.1} {:.1}", across.at(2.0 * place as f64), upwards.at(value));
        }
        let body = format!(
            "{}<path class=\"line c0\" d=\"{path}\"/>\n{}",
            horizontal_lines(&upwards, 5.0, |value| format!("{value:.0}")),
            labels_below(&across, 5.0, "games")
        );
        figure(&number.name, &body)
    }
}

fn line_of(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let number = Number { name: "probcut_margin".to_owned(), begin: 5.0, step: 1.0 };
        Plan {
            game: "dameo".to_owned(),
            limit: "1000 nodes".to_owned(),
            pairs: 10,
            plies: 6,
            seed: 1,
            rate: 0.01,
            numbers: vec![number],
        }
    }

    fn pair(number: usize) -> Pair {
        Pair { number, values: vec![5.0 + number as f64 / 8.0] }
    }

    #[test]
    fn a_course_continues_after_the_last_whole_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut course = Course::open(folder.path(), plan()).expect("a new file");
        course.add(pair(1)).expect("room");
        course.add(pair(0)).expect("room");
        let file = course.path.clone();
        drop(course);
        let mut text = fs::read(&file).expect("a file");
        text.extend_from_slice(b"{\"number\":2,\"val");
        fs::write(&file, text).expect("room");
        let mut course = Course::open(folder.path(), plan()).expect("the same plan");
        assert_eq!(course.pairs(), [pair(1), pair(0)]);
        course.add(pair(2)).expect("room");
        drop(course);
        let course = Course::open(folder.path(), plan()).expect("the same plan");
        assert_eq!(course.pairs(), [pair(1), pair(0), pair(2)]);
    }

    #[test]
    fn a_course_of_another_plan_is_rejected() {
        let folder = tempfile::tempdir().expect("a folder");
        Course::open(folder.path(), plan()).expect("a new file");
        let error = Course::open(folder.path(), Plan { seed: 2, ..plan() }).expect_err("another seed");
        assert!(error.to_string().contains("other options"), "{error}");
    }

    #[test]
    fn the_page_plots_each_value() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut course = Course::open(folder.path(), plan()).expect("a new file");
        for number in 0..10 {
            course.add(pair(number)).expect("room");
        }
        let path = course.write_page().expect("room");
        let page = fs::read_to_string(path).expect("a page");
        assert!(page.contains("probcut_margin") && page.contains("20 of 20 games"), "{page}");
        let line = page.split("line c0").nth(1).and_then(|rest| rest.split('>').next()).expect("a line");
        assert_eq!(line.matches('L').count(), 10, "{line}");
    }
}
