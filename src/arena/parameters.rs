//! Parameters that an engine declares between `hub` and `wait`, and checks of the values that a match sets.

use super::engine_line::EngineLine;
use crate::rules::{Changes, RuleOption};

/// Further parameters of an engine are ignored.
const MAX_PARAMETERS: usize = 1000;
/// The parameter that selects the game, and the game of engines that do not declare it.
const VARIANT: (&str, &str) = ("variant", "normal");

/// The parameters that an engine declares.
#[derive(Debug, Default)]
pub(super) struct DeclaredParameters {
    parameters: Vec<Parameter>,
}

/// A declared parameter and its limits.
#[derive(Debug)]
struct Parameter {
    name: String,
    kind: String,
    values: Vec<String>,
    min: Option<f64>,
    max: Option<f64>,
}

impl DeclaredParameters {
    /// Adds the parameter of a `param` line.
    pub(super) fn add(&mut self, line: &EngineLine<'_>) {
        let Some(name) = line.value("name").filter(|_| self.parameters.len() < MAX_PARAMETERS) else {
            return;
        };
        let values = line.value("values").unwrap_or_default().split_whitespace();
        self.parameters.push(Parameter {
            name: name.to_owned(),
            kind: line.value("type").unwrap_or_default().to_owned(),
            values: values.map(str::to_owned).collect(),
            min: line.number("min"),
            max: line.number("max"),
        });
    }

    /// Checks a parameter from an engine's description; the error says why it cannot be set.
    pub(super) fn check(&self, name: &str, value: &str) -> Result<(), String> {
        if value.contains(['"', '\r', '\n']) {
            return Err(format!("parameter '{name}': a value can contain neither a quote nor a line end"));
        }
        let parameter = self.find(name).ok_or_else(|| self.unknown(name))?;
        parameter.check(value)
    }

    /// Whether a parameter of the game must be sent to the engine. An undeclared parameter need not be sent if the
    /// engine plays by its value anyway; otherwise it is an error that the parameter is missing.
    pub(super) fn check_game(&self, name: &str, value: &str) -> Result<bool, String> {
        if self.find(name).is_some() {
            return self.check(name, value).map(|()| true);
        }
        // Rules about the end of the game can be left to the referee.
        let only_changes_endings =
            RuleOption::named(name).is_some_and(|option| option.changes == Changes::Endings);
        if (name, value) == VARIANT || only_changes_endings {
            return Ok(false);
        }
        let plays =
            if name == VARIANT.0 { format!("it plays {} only", VARIANT.1) } else { self.unknown(name) };
        Err(format!("it does not declare the parameter '{name}', but the match has {name}={value}: {plays}"))
    }

    fn find(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    fn unknown(&self, name: &str) -> String {
        let likeness = |other: &Parameter| strsim::jaro_winkler(&other.name, name);
        let nearest = self.parameters.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let Some(nearest) = nearest else { return format!("parameter '{name}': it declares no parameter") };
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        format!(
            "it does not declare a parameter '{name}', did you mean '{}'? It declares: {}",
            nearest.name,
            names.join(", ")
        )
    }
}

impl Parameter {
    fn check(&self, value: &str) -> Result<(), String> {
        let is_in_range = |number: f64| {
            self.min.is_none_or(|min| number >= min) && self.max.is_none_or(|max| number <= max)
        };
        let is_right = match self.kind.as_str() {
            "enum" => self.values.is_empty() || self.values.iter().any(|known| known == value),
            "bool" => matches!(value, "true" | "false"),
            "int" => value.parse::<i64>().is_ok_and(|number| is_in_range(number as f64)),
            "real" => value.parse().is_ok_and(|number: f64| number.is_finite() && is_in_range(number)),
            _ => true,
        };
        let refusal = || {
            let Self { name, .. } = self;
            format!("parameter '{name}' cannot be '{value}', expected {}", self.expected())
        };
        if is_right { Ok(()) } else { Err(refusal()) }
    }

    fn expected(&self) -> String {
        let number = if self.kind == "int" { "a whole number" } else { "a number" };
        match (self.kind.as_str(), self.min, self.max) {
            ("enum", ..) => format!("one of: {}", self.values.join(", ")),
            ("bool", ..) => "true or false".to_owned(),
            (_, Some(min), Some(max)) => format!("{number} from {min} to {max}"),
            (_, Some(min), None) => format!("{number} from {min}"),
            (_, None, Some(max)) => format!("{number} up to {max}"),
            (_, None, None) => number.to_owned(),
        }
    }
}

/// The command that sets a parameter.
pub(super) fn set_param(name: &str, value: &str) -> String {
    let needs_quotes = value.is_empty() || value.contains(char::is_whitespace);
    let quote = if needs_quotes { "\"" } else { "" };
    format!("set-param name={name} value={quote}{value}{quote}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(lines: &[&str]) -> DeclaredParameters {
        let mut declared = DeclaredParameters::default();
        lines.iter().for_each(|line| declared.add(&EngineLine::of(line)));
        declared
    }

    /// Some of the parameters that Scan 3.1 declares, and some with only one bound.
    fn scan() -> DeclaredParameters {
        declared(&[
            "param name=variant value=normal type=enum values=\"normal killer bt frisian losing\"",
            "param name=book value=true type=bool",
            "param name=book-margin value=4 type=int min=0 max=100",
            "param name=threads value=1 type=int min=1",
            "param name=contempt value=0.5 type=real max=1.5",
            "param name=eval value=\"\" type=string",
            "param name=strange value=1 type=colour",
        ])
    }

    #[test]
    fn declared_parameters_can_be_set() {
        for (name, value) in [
            ("variant", "killer"),
            ("book", "false"),
            ("book-margin", "100"),
            ("threads", "4096"),
            ("contempt", "-2.5"),
            ("eval", "a file with spaces"),
            ("strange", "blue"),
        ] {
            assert_eq!(scan().check(name, value), Ok(()), "{name}={value}");
        }
    }

    #[test]
    fn undeclared_parameters_and_values_are_rejected_with_a_hint() {
        for (name, value, expected) in [
            ("boook", "false", "did you mean 'book'? It declares: variant, book, book-margin"),
            ("variant", "dameo", "one of: normal, killer, bt, frisian, losing"),
            ("book", "yes", "true or false"),
            ("book-margin", "101", "a whole number from 0 to 100"),
            ("book-margin", "4.5", "a whole number from 0 to 100"),
            ("threads", "banana", "a whole number from 1"),
            ("contempt", "nan", "a number up to 1.5"),
            ("eval", "a \"b\"", "neither a quote"),
        ] {
            let error = scan().check(name, value).expect_err(name);
            assert!(error.contains(expected) && error.contains(&format!("'{name}'")), "{name}: {error}");
        }
        let error = DeclaredParameters::default().check("hash", "1").expect_err("none is declared");
        assert!(error.contains("it declares no parameter"), "{error}");
    }

    #[test]
    fn engines_of_one_game_need_no_parameter_for_it() {
        let mute = DeclaredParameters::default();
        assert_eq!(mute.check_game("variant", "normal"), Ok(false));
        assert_eq!(mute.check_game("draw-rule", "repetition"), Ok(false));
        assert_eq!(scan().check_game("variant", "killer"), Ok(true));
        let error = mute.check_game("variant", "dameo").expect_err("it cannot be set");
        assert!(error.contains("plays normal only"), "{error}");
        let error = scan().check_game("halt", "damme").expect_err("it cannot be set");
        assert!(error.contains("halt=damme"), "{error}");
        scan().check_game("variant", "dameo").expect_err("Scan does not know it");
    }

    #[test]
    fn values_are_quoted_where_necessary() {
        assert_eq!(set_param("hash", "64"), "set-param name=hash value=64");
        assert_eq!(set_param("tables", "/my tables"), "set-param name=tables value=\"/my tables\"");
        assert_eq!(set_param("tables", ""), "set-param name=tables value=\"\"");
    }

    #[test]
    fn the_number_of_declarations_is_limited() {
        let mut declared = DeclaredParameters::default();
        (0..2 * MAX_PARAMETERS).for_each(|_| declared.add(&EngineLine::of("param name=x")));
        assert_eq!(declared.parameters.len(), MAX_PARAMETERS);
    }
}
