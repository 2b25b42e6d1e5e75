//! Help texts about the games, made from the list of games.

use crate::notation::offered_variant_names;
use crate::rules::RuleOption;
use crate::rules::games::Variant;

/// The names that `--variant` and `--variants` read, with commas between.
pub(super) fn names() -> String {
    offered_variant_names().join(", ")
}

/// What the program is: an engine for all games, by the names that people have for them.
pub(super) fn about() -> String {
    let titles: Vec<&str> = Variant::ALL.iter().map(|variant| variant.rules().title).collect();
    format!("An engine for {}", listed(&titles))
}

/// The games that have an option.
pub(super) fn with(option: &'static RuleOption) -> String {
    let games = Variant::ALL.iter().filter(|variant| variant.rules().has(option));
    listed(&games.map(|variant| variant.name()).collect::<Vec<_>>())
}

/// Words as a sentence lists them.
fn listed(words: &[&str]) -> String {
    match words {
        [others @ .., before, last] => [others, &[&format!("{before} and {last}")]].concat().join(", "),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_list_words() {
        let said = [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(listed);
        assert_eq!(said, ["", "a", "a and b", "a, b and c"]);
    }

    #[test]
    fn games_are_told_by_what_they_have() {
        let with = |name: &str| with(RuleOption::named(name).expect("an option"));
        assert_eq!(with("vanguard-scope"), Variant::Vanguard.name());
        assert_eq!(with("king-against-man"), Variant::Turkish.name());
        for games in [with("halt"), with("draw-rule")] {
            assert!(games.contains("normal") && !games.contains("dameo"), "{games}");
        }
    }
}
