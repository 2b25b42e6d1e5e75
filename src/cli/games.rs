//! Help texts about the games, made from the list of games.

use crate::notation::offered_variant_names;
use crate::rules::games::Variant;
use crate::rules::{DrawRule, Game, Halt, KingAgainstMan, RuleOptions, VanguardScope};

/// The names that `--variant` and `--variants` read, with commas between.
pub(super) fn names() -> String {
    offered_variant_names().join(", ")
}

/// What the program is: an engine for all games, by the names that people have for them.
pub(super) fn about() -> String {
    let titles = Variant::ALL.iter().map(|&variant| with_game!(variant, G => G::TITLE));
    format!("An engine for {}", listed(&titles.collect::<Vec<_>>()))
}

/// The games that have halt rules.
pub(super) fn with_halts() -> String {
    that_heed(RuleOptions { halt: Halt::Killer, ..RuleOptions::default() })
}

/// The games in which it matters how far the vanguard rule reaches.
pub(super) fn with_vanguard() -> String {
    that_heed(RuleOptions { vanguard_scope: VanguardScope::Whole, ..RuleOptions::default() })
}

/// The games that the federation's limits can draw.
pub(super) fn with_draw_limits() -> String {
    that_heed(RuleOptions { draw_rule: DrawRule::Repetition, ..RuleOptions::default() })
}

/// The games that end with one king against one man.
pub(super) fn with_king_against_man() -> String {
    that_heed(RuleOptions { king_against_man: KingAgainstMan::Draw, ..RuleOptions::default() })
}

/// The games that these options change.
fn that_heed(rules: RuleOptions) -> String {
    let heed = |variant: &&Variant| with_game!(**variant, G => G::heeds(&rules));
    let names: Vec<&str> = Variant::ALL.iter().filter(heed).map(|variant| variant.name()).collect();
    listed(&names)
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
        assert_eq!(with_vanguard(), Variant::Vanguard.name());
        assert_eq!(with_king_against_man(), Variant::Turkish.name());
        for games in [with_halts(), with_draw_limits()] {
            assert!(games.contains("normal") && !games.contains("dameo"), "{games}");
        }
    }
}
