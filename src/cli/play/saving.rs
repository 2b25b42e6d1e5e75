//! Saving games to files.

use std::io;
use std::path::{Path, PathBuf};

use crate::escape::escaped_path;
use crate::exclusive::write_whole;

/// The files that a game may overwrite.
#[derive(Default)]
pub(super) struct Saving {
    /// The files that this game has been saved to.
    own: Vec<PathBuf>,
    /// A file with other content, which was not overwritten.
    refused: Option<PathBuf>,
}

impl Saving {
    /// Writes `text` atomically, and returns a message. A file with other content is overwritten only if the command
    /// is given twice in a row.
    pub(super) fn save(&mut self, path: &Path, text: &str) -> String {
        let shown = escaped_path(path);
        let may_replace = self.refused.take().iter().chain(&self.own).any(|known| known == path);
        match write_whole(path, text, may_replace) {
            Ok(()) => {
                self.own.push(path.to_owned());
                format!("saved in {shown}")
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !may_replace => {
                self.refused = Some(path.to_owned());
                format!(
                    "save: {shown} already exists, and is not this game; to replace it, type the same command again"
                )
            }
            Err(error) => {
                format!("save: {shown}: {error}; expected a file that can be written, such as game.pdn")
            }
        }
    }

    /// Forgets the refused file, because another command was typed.
    pub(super) fn forget_refusal(&mut self) {
        self.refused = None;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_files_of_this_game_are_overwritten_without_a_question() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (folder.path().join("one.pdn"), folder.path().join("other.pdn"));
        let content = |path: &Path| fs::read_to_string(path).expect("a file");
        fs::write(&other, "precious").expect("written");
        let mut saving = Saving::default();
        assert!(saving.save(&one, "1").starts_with("saved in "));
        assert!(saving.save(&one, "2").starts_with("saved in "), "the file has this game");
        assert_eq!(content(&one), "2");

        assert!(saving.save(&other, "3").contains("already exists"));
        assert!(saving.save(&one, "2").starts_with("saved in "), "the file still has this game");
        saving.forget_refusal();
        assert!(saving.save(&other, "3").contains("already exists"), "another command came between");
        assert_eq!(content(&other), "precious");
        assert!(saving.save(&other, "3").starts_with("saved in "));
        assert_eq!(content(&other), "3");

        assert!(Saving::default().save(&one, "4").contains("already exists"), "the file has another game");
        assert!(saving.save(&folder.path().join("none/x.pdn"), "5").starts_with("save: "));
        assert!(saving.save(folder.path(), "6").starts_with("save: "));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no temporary file remains");
    }
}
