//! The embedded games.

/// Defines the list of embedded games, one file each.
macro_rules! games {
    ($($name:literal),+ $(,)?) => {
        /// Their names, as `like` and the Hub protocol have them.
        pub const NAMES: &[&str] = &[$($name),+];

        /// The text of the file of a game.
        #[must_use]
        pub fn text(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("games/", $name, ".toml"))),)+
                _ => None,
            }
        }
    };
}

/// Other names of some of them, which protocols accept too, and the names that files have instead.
pub const ALIASES: [(&str, &str); 6] = [
    ("international", "normal"),
    ("shashki", "russian"),
    ("dama", "turkish"),
    ("breakthrough", "bt"),
    ("antidraughts", "losing"),
    ("giveaway", "losing"),
];

games! {
    "normal", "vanguard", "dameo", "hexdame", "harzdame", "croda", "brazilian", "russian", "frisian", "turkish", "bt",
    "losing",
    "armenian", "big-dameo", "canadian", "czech", "damme", "english", "frysk", "italian", "killer", "killer-light",
    "pool", "portuguese", "spanish", "thai", "winther",
}
