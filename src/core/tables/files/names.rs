//! File names: the path of the file of a class, and the label that its header must match.

use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};

use super::kind::FileKind;
use super::problem::Fault;
use crate::rules::Rules;
use crate::tables::{Material, TableSet};

/// The identity of a file.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) kind: FileKind,
    pub(super) rules: &'static Rules,
    pub(super) options: String,
    pub(super) material: Material,
}

impl Label {
    pub(super) fn new(kind: FileKind, set: &TableSet, material: Material) -> Self {
        Self { kind, rules: set.rules(), options: set.options_name(), material }
    }

    /// The path of the file.
    pub(super) fn path(&self, root: &Path) -> PathBuf {
        let name = format!("{}.{}", self.material, self.kind);
        root.join(self.rules.file_name()).join(&self.options).join(name)
    }
}

/// The default folder for the files of all games: `coupturc/tables` in the user's cache directory, if that exists.
#[must_use]
pub fn default_root() -> Option<PathBuf> {
    let strategy = choose_base_strategy().ok()?;
    Some(strategy.cache_dir().join("coupturc").join("tables"))
}

/// The folder for the game and options of a set.
pub(super) fn folder(root: &Path, set: &TableSet) -> PathBuf {
    root.join(set.rules().file_name()).join(set.options_name())
}

/// Parses the name of a file.
pub(super) fn parse(name: &str) -> Result<(Material, FileKind), Fault> {
    let (material, extension) = name.split_once('.').ok_or(Fault::Name)?;
    let kind = FileKind::ALL.into_iter().find(|kind| kind.extension() == extension).ok_or(Fault::Name)?;
    Ok((material.parse().map_err(|_| Fault::Name)?, kind))
}
