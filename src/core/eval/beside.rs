//! Nets beside the rules: `mine.net` in the folder of `mine.toml`.

use std::path::Path;

use parking_lot::Mutex;

use super::net::{Net, NetError};
use crate::rules::Rules;
use crate::rules::file::CannotPlay;

/// The nets found so far, the last at the end. Like the rules of files, they are never freed.
static NETS: Mutex<Vec<&'static Net>> = Mutex::new(Vec::new());

/// The net that was found beside the rules of a game.
pub(super) fn net_of(rules: &Rules) -> Option<&'static Net> {
    NETS.lock().iter().rev().find(|net| net.is_of(rules)).copied()
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
            if net_of(rules) != Some(&net) {
                NETS.lock().push(Box::leak(Box::new(net)));
            }
            Ok(true)
        }
        Err(NetError::OtherGame) => Ok(false),
        Err(error) => Err(cannot(&error)),
    }
}
