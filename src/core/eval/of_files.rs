//! Nets of the games: those in the program, which are read when they are first needed, and `mine.net` beside `mine.toml`.

use std::path::Path;

use parking_lot::Mutex;

use super::net::{Net, NetError};
use crate::rules::Rules;
use crate::rules::file::{self, CannotPlay, Unplayable};

/// The nets of embedded games: of one generation, learned from 6,000 games as `docs/game-file.md` says, in Canadian
/// Draughts from 4,000. Portuguese Draughts has that of Spanish, from which it differs only in draws.
#[cfg(not(target_family = "wasm"))]
static EMBEDDED: &[&[u8]] = &[
    include_bytes!("games/armenian.net"),
    include_bytes!("games/big-dameo.net"),
    include_bytes!("games/canadian.net"),
    include_bytes!("games/czech.net"),
    include_bytes!("games/english.net"),
    include_bytes!("games/frysk.net"),
    include_bytes!("games/italian.net"),
    include_bytes!("games/pool.net"),
    include_bytes!("games/spanish.net"),
    include_bytes!("games/thai.net"),
];

/// A page loads no nets that it may never need.
#[cfg(target_family = "wasm")]
static EMBEDDED: &[&[u8]] = &[];

/// The nets used so far, the last to be found beside rules at the end. Like the rules of files, they are never freed.
static NETS: Mutex<Vec<&'static Net>> = Mutex::new(Vec::new());

/// The net that was found beside the rules of a game, or that is in the program: `listed` for a game of the list.
pub(super) fn net_of(rules: &Rules, listed: Option<&'static [u8]>) -> Option<&'static Net> {
    let mut nets = NETS.lock();
    if let Some(net) = nets.iter().rev().find(|net| net.is_of(rules)) {
        return Some(net);
    }
    let net = listed.iter().chain(EMBEDDED).find_map(|bytes| Net::from_bytes(rules, bytes).ok())?;
    let net: &Net = Box::leak(net);
    nets.insert(0, net);
    Some(net)
}

/// Reads a file of rules, and the net beside it, if there is one.
///
/// # Errors
///
/// If the engine cannot play by the file, or cannot use the net.
pub fn load_with_net(file: &Path) -> Result<&'static Rules, Unplayable> {
    let rules = file::load(file)?;
    load_net_beside(file, rules)?;
    Ok(rules)
}

/// Reads the net beside a file of rules, if there is one. From then on it evaluates the positions of this game. Returns
/// whether it does: a net that was learned for other rules is left alone.
///
/// # Errors
///
/// If there is such a file, and it cannot be read or is not a net.
pub fn load_net_beside(file: &Path, rules: &'static Rules) -> Result<bool, CannotPlay> {
    let path = file.with_extension("net");
    if !path.exists() {
        return Ok(false);
    }
    let cannot = |error: &dyn std::fmt::Display| CannotPlay {
        reason: format!("the net {} beside the rules cannot be used: {error}", path.display()),
        help: "Learn it again, or move it away.".to_owned(),
    };
    let bytes = Net::bytes_of(&path).map_err(|error| cannot(&error))?;
    match Net::from_bytes(rules, &bytes) {
        Ok(net) => {
            if net_of(rules, None) != Some(&*net) {
                NETS.lock().push(Box::leak(net));
            }
            Ok(true)
        }
        Err(NetError::OtherGame) => Ok(false),
        Err(error) => Err(cannot(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluation;
    use crate::rules::games::Variant;
    use crate::rules::{RuleOptions, file};

    #[test]
    fn each_listed_game_has_its_net() {
        for game in Variant::ALL {
            let start = game.rules().start(&RuleOptions::default());
            assert!(Evaluation::OfGame.evaluate(start.position()).by_net, "{game}");
        }
    }

    #[test]
    fn each_embedded_net_evaluates_its_game() {
        let rules: Vec<_> = file::names().into_iter().filter_map(|name| file::named(name).ok()).collect();
        for bytes in EMBEDDED {
            let of_net: Vec<_> = rules.iter().filter(|rules| Net::from_bytes(rules, bytes).is_ok()).collect();
            assert!(!of_net.is_empty());
            for rules in of_net {
                let start = rules.start(&RuleOptions::default());
                assert!(Evaluation::OfGame.evaluate(start.position()).by_net, "{rules}");
            }
        }
    }
}
