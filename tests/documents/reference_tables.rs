//! The tables of commands and scripts in `docs` leave none out.

use std::fs;
use std::process::Command;

use crate::pages::{read, root};

/// The names of the subcommands, as `coupturc --help` lists them.
fn commands() -> Vec<String> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_coupturc")).arg("--help").output().expect("the program runs");
    let help = String::from_utf8(output.stdout).expect("text");
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Lines that go on with a description are indented further.
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|&name| !name.is_empty() && name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_is_in_the_table() {
    let page = read("docs/commands.md");
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let is_listed = page.lines().any(|line| {
            line.starts_with("| ")
                && (line.contains(&format!("`coupturc {command}`"))
                    || line.contains(&format!("`coupturc {command} ")))
        });
        assert!(is_listed, "docs/commands.md: add a row for coupturc {command}");
    }
}

#[test]
fn every_script_is_in_the_table() {
    let page = read("docs/recipes.md");
    let files = fs::read_dir(root().join("scripts")).expect("scripts");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let scripts: Vec<String> = names.filter(|name| name.ends_with(".sh") || name.ends_with(".py")).collect();
    assert!(scripts.len() > 15, "{scripts:?}");
    for script in scripts {
        let is_listed =
            page.lines().any(|line| line.starts_with("| ") && line.contains(&format!("`scripts/{script}")));
        assert!(is_listed, "docs/recipes.md: add a row for scripts/{script}");
    }
}
