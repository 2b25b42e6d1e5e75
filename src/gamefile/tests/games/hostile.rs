//! Hostile and damaged files: each gets an error soon or can be played, and none a panic or endless work.

use coupturc_gamefile::play::{Game, Position};
use coupturc_gamefile::{Rules, builtin};

use super::faults::{faults, refuse};

#[test]
fn hostile_files_cost_little() {
    refuse(&"#".repeat(1 << 20), 0, &["the file has more than 65536 bytes"]);
    for text in [
        format!("title = {}", "[".repeat(30_000)),
        format!("title = {}{}", "[".repeat(30_000), "]".repeat(30_000)),
        format!("title = {}", "{a=".repeat(20_000)),
        format!("{}a = 1", "a.".repeat(30_000)),
        "[a]\n".repeat(10_000),
        (0..8_000).map(|number| format!("k{number}=1\n")).collect(),
        format!("like = \"{}\"", "x".repeat(60_000)),
        format!("like = \"normal\"\nboard.start = \"{}\"", "w".repeat(60_000)),
        format!("like = \"normal\"\nboard.start = \"{}\"", "\\n".repeat(30_000)),
        format!("like = \"normal\"\nmen.moves = [{}]", "\"forward\",".repeat(5_000)),
        format!("like = \"dameo\"\npromotion.cells = [{}]", "\"z9\",".repeat(9_000)),
        format!("like = \"normal\"\ncaptures.order = [{}]", "\"by-king\",".repeat(5_000)),
    ] {
        let shown = faults(&text).to_string();
        assert!(shown.len() < 4_000, "{} bytes are shown", shown.len());
    }
    // The number of captures grows with the board; whether it can be followed is found out before the game.
    let pair = "B . B . B . B . B . B .\n. B . B . B . B . B . B\n";
    let start = format!("{}{}", pair.repeat(5), pair.replacen("\n.", "\nW", 1));
    let crowded = format!("like = \"dameo\"\nboard.size = 12\nboard.start = '''\n{start}'''");
    refuse(&crowded, 3, &["more captures than can be followed"]);
}

/// A file with one random change.
fn changed(text: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.push(String::new());
    let at = random.usize(0..lines.len());
    match random.u8(0..7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = random.usize(0..lines.len());
            lines.swap(at, other);
        }
        3 => lines.truncate(at),
        // A letter of the line is lost, or another takes its place.
        4 | 5 => {
            let mut letters: Vec<char> = lines[at].chars().collect();
            if let Some(place) = (0..letters.len()).nth(random.usize(0..=letters.len())) {
                letters[place] = random
                    .choice("wbWB.#-\"[]=0123456789 \u{7f}ñ".chars().collect::<Vec<_>>())
                    .expect("a letter");
                lines[at] = letters.into_iter().collect();
            }
        }
        _ => {
            let values =
                ["true", "\"every\"", "[]", "0", "9", "\"all\"", "{}", "\"at-once\"", "\"goes-on\"", "-1"];
            if let Some((key, _)) = lines[at].split_once(" = ") {
                lines[at] = format!("{key} = {}", random.choice(values).expect("a value"));
            }
        }
    }
    lines.join("\n")
}

#[test]
fn changed_files_are_refused_or_can_be_played() {
    let mut random = fastrand::Rng::with_seed(1979);
    let (mut refused, mut played) = (0, 0);
    for name in builtin::NAMES {
        let original = builtin::text(name).expect("a file");
        for _ in 0..60 {
            let mut text = changed(original, &mut random);
            if random.bool() {
                text = changed(&text, &mut random);
            }
            match Rules::read("changed.toml", &text) {
                Ok(rules) => {
                    let mut game = Game::new(&rules, Position::start(&rules));
                    // Either is right, as long as it comes.
                    let _ = game.play_random(120, &mut random);
                    played += 1;
                }
                Err(faults) => {
                    assert!(faults.all().iter().all(|fault| !fault.message().is_empty()), "{text}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 300 && played > 300, "{refused} refused, {played} played");
}
