//! The constants of the search as parameters.

use super::Change;
use crate::eval::tunables_of;
use crate::notation::NotationError;
use crate::notation::text::{expect, parse_all};
use crate::rules::Rules;
use crate::tunables::{set as set_tunable, tunables};
use nom::character::complete::i32 as number;

pub(super) fn declarations(game: &'static Rules) -> Vec<String> {
    let declare = |tunable: &crate::tunables::Tunable| {
        let value = tunables_of(game).get(tunable.name).unwrap_or_default();
        format!(
            "param name={} value={value} type=int min={} max={}",
            tunable.name.replace('_', "-"),
            tunable.min,
            tunable.max
        )
    };
    tunables().iter().map(declare).collect()
}

pub(super) fn set(name: &str, value: &str) -> Result<Change, NotationError> {
    let what = format!("set-param: {name}");
    let place = tunables().iter().find(|tunable| tunable.name.replace('_', "-") == name);
    let Some(tunable) = place else { return Ok(Change::Nothing) };
    let value = parse_all(&what, value, expect("a whole number", number))?;
    if !(tunable.min..=tunable.max).contains(&value) {
        let (min, max) = (tunable.min, tunable.max);
        return Err(NotationError::new(format!("{what} '{value}' is out of range, expected {min} to {max}")));
    }
    set_tunable(tunable.name, value);
    Ok(Change::Nothing)
}
