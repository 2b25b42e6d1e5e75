//! The commands `coupturc tables build`, `verify` and `probe`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tables(arguments: &str, root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coupturc"));
    command.arg("tables").args(arguments.split(' ')).arg("--tables").arg(root);
    command
}

/// The output of a successful command.
fn output_of(arguments: &str, root: &Path) -> String {
    let output = tables(arguments, root).output().expect("it runs");
    assert!(output.status.success(), "{arguments}: {}", complaint(&output));
    String::from_utf8(output.stdout).expect("text")
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().expect("a line")
}

#[test]
fn tables_are_built_once_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = "build --variant vanguard --vanguard-scope whole --pieces 2 --threads 2";
    let first = output_of(build, folder.path());
    assert_eq!(first.lines().filter(|line| line.contains(" built: 2 files, ")).count(), 3, "{first}");
    assert!(last_line(&first).starts_with("vanguard in "), "{first}");
    assert!(last_line(&first).contains(": 6 files, "), "{first}");
    let second = output_of(build, folder.path());
    assert_eq!(second.lines().filter(|line| line.contains(" found: 2 files, ")).count(), 3, "{second}");
    let verify = "verify --variant vanguard --vanguard-scope whole";
    assert!(
        output_of(verify, folder.path()).contains("3 classes of vanguard are valid, complete up to 2 pieces")
    );

    let path = folder.path().join("vanguard/none-whole/0M1K-0M1K.dtw");
    let away = folder.path().join("away");
    fs::rename(&path, &away).expect("renamed");
    assert!(output_of(verify, folder.path()).contains("2 pieces, 1 of them without distances"));
    fs::rename(&away, &path).expect("renamed back");
    let mut bytes = fs::read(&path).expect("a file");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&path, bytes).expect("written");
    let output = tables(verify, folder.path()).output().expect("it runs");
    assert!(complaint(&output).contains("damaged files of vanguard: 1"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("0M1K-0M1K.dtw: is damaged"), "{output:?}");
    let third = output_of(build, folder.path());
    assert!(third.contains("0M1K-0M1K.dtw: is damaged") && third.contains("it is built again"), "{third}");
    output_of(verify, folder.path());
}

#[test]
fn a_class_is_built_with_the_classes_that_it_leads_to() {
    let folder = tempfile::tempdir().expect("a folder");
    // The same class with the colours exchanged.
    let text = output_of("build --variant hexdame --only 0M1K-0M2K", folder.path());
    assert!(last_line(&text).contains(": 4 files, "), "{text}");
    assert!(folder.path().join("hexdame/none/0M2K-0M1K.wdl").exists());
}

#[test]
fn positions_are_looked_up_in_files() {
    let folder = tempfile::tempdir().expect("a folder");
    output_of("build --variant dameo --only 0M2K-0M1K", folder.path());
    let probe = "probe --variant dameo --fen W:WKa1,Kb2:BKg7";
    let in_memory =
        Command::new(env!("CARGO_BIN_EXE_coupturc")).arg("tables").args(probe.split(' ')).output();
    let in_memory = String::from_utf8(in_memory.expect("it runs").stdout).expect("text");
    assert!(in_memory.contains("White wins in "), "{in_memory}");
    assert_eq!(output_of(probe, folder.path()), in_memory);
    // The error for a missing table names the command that builds it.
    let more = "probe --variant dameo --fen W:WKa1,b2:BKg7";
    let message = complaint(&tables(more, folder.path()).output().expect("it runs"));
    let missing = "coupturc tables build --variant dameo --only 1M1K-0M1K --tables ";
    assert!(message.contains(missing), "{message}");
    output_of("build --variant dameo --only 1M1K-0M1K", folder.path());
    output_of(more, folder.path());

    let file = folder.path().join("dameo/none/0M2K-0M1K.dtw");
    let mut bytes = fs::read(&file).expect("a file");
    bytes.iter_mut().rev().take(200).for_each(|byte| *byte ^= 1);
    fs::write(&file, bytes).expect("written");
    let message = complaint(&tables(probe, folder.path()).output().expect("it runs"));
    assert!(message.contains("0M2K-0M1K.dtw: is damaged"), "{message}");
    fs::write(&file, "nothing").expect("written");
    let message = complaint(&tables(probe, folder.path()).output().expect("it runs"));
    assert!(message.contains("0M2K-0M1K.dtw: ") && message.contains("tables verify"), "{message}");
    let message =
        complaint(&tables(&format!("{probe} --pieces 3"), folder.path()).output().expect("it runs"));
    assert!(message.contains("--pieces"), "{message}");
}

#[test]
fn many_positions_are_probed_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("fens.txt");
    fs::write(&file, "W:WKa1,Kb2:BKg7\r\n\n# a comment\nW:Wx9:BKg7\nB:WKa1:BKg7").expect("written");
    let probe = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_coupturc"));
        command.args(["tables", "probe", "--variant", "dameo"]).args(arguments);
        let output = command.output().expect("it runs");
        (
            String::from_utf8(output.stdout).expect("text"),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (text, message) = probe(&["--json", "--fens", &file.to_string_lossy()]);
    let answers: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 3, "{text}");
    assert!(message.contains("1 of 3 positions"), "{message}");
    assert_eq!(answers[1]["fen"], "W:Wx9:BKg7");
    assert!(answers[1]["error"].as_str().is_some_and(|error| error.contains("'x'")), "{text}");
    for (answer, fen) in [(&answers[0], "W:WKa1,Kb2:BKg7"), (&answers[2], "B:WKa1:BKg7")] {
        let (alone, _) = probe(&["--json", "--fen", fen]);
        assert_eq!(*answer, serde_json::from_str::<serde_json::Value>(&alone).expect("JSON"));
    }
    let (text, _) = probe(&["--fens", &file.to_string_lossy()]);
    assert!(text.starts_with("W:WKa1,Kb2:BKg7: wins in "), "{text}");
    fs::write(&file, "\u{feff}W:WKa1,Kb2:BKg7\rB:WKa1:BKg7\r").expect("written");
    let (text, message) = probe(&["--fens", &file.to_string_lossy()]);
    assert!(text.lines().count() == 2 && message.is_empty(), "{text}{message}");
    let (_, message) = probe(&["--fens", "nowhere"]);
    assert!(message.contains("nowhere: "), "{message}");
}

#[test]
fn invalid_arguments_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, expected) in [
        ("build --only 2M1K", "'2M1K' is not a class of positions"),
        ("build --only 0M0K-0M1K", "is not a class of positions"),
        ("build --only +1M1K-0M1K", "is not a class of positions"),
        ("build --only 0M9K-0M1K", "is not a class of positions"),
        ("build --pieces 1", "1 is not in 2..=6"),
        ("build --pieces 7", "7 is not in 2..=6"),
        ("build --only 0M6K-0M1K", "expected at most 6"),
    ] {
        let output = tables(arguments, folder.path()).output().expect("it runs");
        assert!(complaint(&output).contains(expected), "{arguments}: {output:?}");
    }
    let output = tables("verify", &folder.path().join("elsewhere")).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("elsewhere"), "{output:?}");
    complaint(&output);
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_no_partial_file() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempfile::tempdir().expect("a folder");
    let build = "build --variant vanguard --pieces 5 --threads 1";
    let mut child = tables(build, folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a class").expect("text");
    let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a number");
    kill_process(process, Signal::INT).expect("it is there");
    assert!(!child.wait().expect("an end").success());
    let mut complaint = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("text");
    assert!(complaint.contains("was stopped; run the same command to continue"), "{complaint}");
    let files = fs::read_dir(folder.path().join("vanguard/none-first")).expect("a folder");
    let names: Vec<_> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect();
    let class = first.split(' ').next().expect("a class");
    for kind in ["wdl", "dtw"] {
        assert!(names.contains(&format!("{class}.{kind}")), "{names:?}");
    }
    assert!(names.iter().all(|name| name.ends_with(".wdl") || name.ends_with(".dtw")), "{names:?}");
    output_of("verify --variant vanguard", folder.path());
}

#[cfg(unix)]
#[test]
fn control_characters_in_file_names_are_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("a\u{7}root\n");
    let games = root.join("dameo").join("none");
    fs::create_dir_all(&games).expect("a folder");
    fs::write(games.join("\u{1b}[2J\u{1b}]0;title\u{7}\ncoupturc: all is well.wdl"), b"").expect("a file");
    let output = tables("verify --variant dameo", &root).output().expect("it runs");
    assert!(!output.status.success());
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{printed:?}");
    assert!(printed.contains("a\\u{7}root\\n"), "{printed:?}");
    assert!(printed.contains("\\u{1b}[2J\\u{1b}]0;title\\u{7}\\ncoupturc: all is well.wdl"), "{printed:?}");
    assert_eq!(printed.lines().count(), 2, "{printed:?}");
}

#[cfg(unix)]
#[test]
fn a_file_in_place_of_a_folder_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("normal");
    let complains = |words: &[&str]| {
        let output = tables("verify --variant normal", folder.path()).output().expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            !output.status.success() && words.iter().all(|word| printed.contains(word)),
            "{words:?}: {printed}"
        );
    };
    fs::write(&place, b"").expect("a file");
    complains(&["normal: is not a folder"]);
    fs::remove_file(&place).expect("a file");
    for target in ["normal", "nowhere"] {
        std::os::unix::fs::symlink(target, &place).expect("a link");
        complains(&["normal: cannot be read"]);
        fs::remove_file(&place).expect("a link");
    }
    fs::create_dir(&place).expect("a folder");
    fs::write(place.join("none"), b"").expect("a file");
    complains(&["none: is not a folder"]);
    fs::remove_file(place.join("none")).expect("a file");
    assert!(
        output_of("verify --variant normal", folder.path()).contains("0 classes"),
        "no tables were built"
    );
}

#[cfg(unix)]
#[test]
fn leftovers_of_a_killed_run_are_reported_and_then_removed() {
    use rustix::fs::{FlockOperation, flock};

    let folder = tempfile::tempdir().expect("a folder");
    let build = "build --variant dameo --pieces 2";
    output_of(build, folder.path());
    let files = folder.path().join("dameo/none");
    let [left, written] = [".unfinished-left", ".unfinished-written"].map(|name| files.join(name));
    fs::write(&left, "half").expect("written");
    // Locked, as by a process that is writing it.
    let writer = fs::File::create(&written).expect("a file");
    flock(&writer, FlockOperation::NonBlockingLockExclusive).expect("the lock is free");
    let verified = output_of("verify --variant dameo", folder.path());
    assert_eq!(verified.matches("it is incomplete").count(), 2, "{verified}");
    assert!(last_line(&verified).contains("3 classes of dameo are valid"), "{verified}");
    output_of("probe --variant dameo --fen W:WKa1:BKh7", folder.path());
    output_of(build, folder.path());
    assert!(!left.exists() && written.exists());
    drop(writer);
    output_of(build, folder.path());
    assert!(!written.exists());
    assert!(!output_of("verify --variant dameo", folder.path()).contains("written"));
}

/// A process may have little memory.
#[cfg(target_os = "linux")]
#[test]
fn lack_of_memory_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let limited = |limit: &str, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_coupturc");
        let root = folder.path().display();
        let script = format!("{limit}; exec '{program}' tables {arguments} --tables '{root}'");
        Command::new("sh").args(["-c", &script]).output().expect("it runs")
    };
    let output = limited("ulimit -v 40000", "build --variant dameo --pieces 4 --threads 2");
    let message = complaint(&output);
    assert!(message.contains("not enough memory") && message.contains("ulimit -v"), "{message}");
    assert!(!message.contains("panicked") && !message.contains("internal"), "{message}");
}
