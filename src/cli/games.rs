//! Help texts about the games, made from the list of games.

use coupturc_gamefile::builtin;

use crate::notation::{names_of_files, offered_variant_names};
use crate::rules::games::Variant;
use crate::rules::{RuleOption, Rules};

/// The names that `--variant` and `--variants` accept, separated by commas.
pub(super) fn names() -> String {
    [offered_variant_names(), names_of_files()].concat().join(", ")
}

/// The description of the program, with the titles of all games.
pub(super) fn about() -> String {
    let titles: Vec<&str> = Variant::ALL.iter().map(|variant| variant.rules().title).collect();
    format!("An engine for {}", listed(&titles))
}

/// The names of the games that have an option.
pub(super) fn with(option: &'static RuleOption) -> String {
    let games = Variant::ALL.iter().filter(|variant| variant.rules().has(option));
    listed(&games.map(|variant| variant.name()).collect::<Vec<_>>())
}

/// The option that chooses a game.
pub(super) fn choice(rules: &Rules) -> String {
    let has_name = rules.variant.is_some() || builtin::NAMES.contains(&rules.name);
    if has_name { format!("--variant {rules}") } else { "--rules FILE".to_owned() }
}

/// Joins words as in a sentence: `a, b and c`.
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
    fn words_are_joined_as_in_a_sentence() {
        let texts = [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(listed);
        assert_eq!(texts, ["", "a", "a and b", "a, b and c"]);
    }

    #[test]
    fn options_list_their_games() {
        let with = |name: &str| with(RuleOption::named(name).expect("an option"));
        assert_eq!(with("vanguard-scope"), Variant::Vanguard.name());
        assert_eq!(with("king-against-man"), Variant::Turkish.name());
        for games in [with("halt"), with("draw-rule")] {
            assert!(games.contains("normal") && !games.contains("dameo"), "{games}");
        }
    }
}
