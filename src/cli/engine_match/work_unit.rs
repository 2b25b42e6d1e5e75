//! Work units: ranges of pairs of games, into which other programs split a match.

use std::str::FromStr;

use crate::arena::Pairing;

/// A range of pairs of games, by their numbers in the schedule of the whole match; both ends are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairRange {
    first: u64,
    last: u64,
}

impl PairRange {
    /// Keeps only the games of these pairs. Their numbers, openings and colours do not change.
    pub(super) fn choose(self, schedule: &mut Vec<Pairing>) -> Result<(), String> {
        let pairs = pairs_of(schedule);
        if self.last > pairs {
            let Self { first, last } = self;
            return Err(format!("pairs {first}-{last} do not exist, expected pairs from 1 to {pairs}"));
        }
        schedule.retain(|game| (self.first..=self.last).contains(&game.pair));
        Ok(())
    }
}

impl FromStr for PairRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        match ends {
            Some((first, last)) if 1 <= first && first <= last => Ok(Self { first, last }),
            _ => Err(format!(
                "'{text}' is not a range of pairs, expected FROM-TO, counted from 1, such as 1-4"
            )),
        }
    }
}

/// The number of pairs of games.
pub(super) fn pairs_of(schedule: &[Pairing]) -> u64 {
    schedule.first().zip(schedule.last()).map_or(0, |(first, last)| last.pair - first.pair + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Format, Repeat, schedule};

    #[test]
    fn a_part_of_the_schedule_keeps_its_numbers() {
        let whole = schedule(Format::RoundRobin, Repeat::Twice, 2, 5, 4);
        let mut part = whole.clone();
        "3-5".parse::<PairRange>().expect("pairs").choose(&mut part).expect("there are such");
        assert_eq!(part, whole[4..10]);
        assert_eq!((pairs_of(&whole), pairs_of(&part), pairs_of(&[])), (20, 3, 0));
        let error = PairRange { first: 20, last: 21 }.choose(&mut part.clone()).expect_err("too many");
        assert!(error.contains("20-21"), "{error}");
    }

    #[test]
    fn an_invalid_range_is_rejected() {
        for text in ["", "3", "0-2", "3-2", "-", "1-x", "1--2"] {
            let error = text.parse::<PairRange>().expect_err(text);
            assert!(error.contains("FROM-TO"), "{error}");
        }
    }
}
