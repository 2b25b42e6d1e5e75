//! Building: backed-up scores, interruptions, and books of several machines.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::export::{Positions, complaint_of, output_of, positions, text};
use crate::support::Rng;
use crate::support::naive::{Game, NaivePosition, Options};

fn build(game: &str, positions: usize, more: &str, out: &Path) {
    let positions = positions.to_string();
    let mut arguments = vec!["build", "--variant", game, "--positions", &positions, "--out", text(out)];
    arguments.extend(more.split(' '));
    output_of(&arguments);
}

/// The images of a position with Black to move, with the sides exchanged: board order turned round, and mirrored where
/// the game has a mirror.
fn seen_by_black(hub: &str, mirrored_rows: Option<usize>) -> Vec<String> {
    let exchanged = hub[1..].chars().rev().map(|piece| match piece {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        empty => empty,
    });
    let turned: Vec<char> = exchanged.collect();
    let mut images = vec![turned.clone()];
    images.extend(
        mirrored_rows.map(|row| turned.chunks(row).flat_map(|row| row.iter().rev().copied()).collect()),
    );
    images.into_iter().map(|cells| format!("W{}", String::from_iter(cells))).collect()
}

/// A score one ply earlier, for the other side: wins and losses get longer.
fn one_ply_earlier(score: i32) -> i32 {
    if score.abs() >= 9_000 { -(score - score.signum()) } else { -score }
}

/// Checks that the score of each move to a position of the book is what can be forced from there. Scores of other moves
/// are those of searches. Returns the number of moves that lead to a position of the book.
fn check_scores(game: Game, mirrored_rows: Option<usize>, book: &Positions) -> usize {
    let read = |fen: &String| NaivePosition::from_fen(game, Options::default(), fen);
    let places: BTreeMap<String, usize> =
        book.keys().enumerate().map(|(place, fen)| (read(fen).to_hub(), place)).collect();
    // For each move: what it leads to, if that is in the book, and its score.
    let moves: Vec<Vec<(Option<usize>, i32)>> = book
        .iter()
        .map(|(fen, scores)| {
            let position = read(fen);
            assert_eq!(position.moves().len(), scores.len(), "{fen}: all moves have scores");
            let of_move = |(mv, score): (&String, &i32)| {
                let after = position.play(mv).to_hub();
                let known = seen_by_black(&after, mirrored_rows).iter().find_map(|image| places.get(image));
                (known.copied(), *score)
            };
            scores.iter().map(of_move).collect()
        })
        .collect();
    // What can be forced in any number of plies, and a draw if nothing can.
    let mut values = vec![0; book.len()];
    loop {
        let value = |(to, score): &(Option<usize>, i32)| to.map_or(*score, |to| one_ply_earlier(values[to]));
        let next: Vec<i32> =
            moves.iter().map(|moves| moves.iter().map(value).max().expect("a move")).collect();
        if next == values {
            break;
        }
        values = next;
    }
    let known = moves.iter().flatten().filter_map(|&(to, score)| Some((to?, score)));
    known.inspect(|&(to, score)| assert_eq!(score, one_ply_earlier(values[to]))).count()
}

#[test]
fn scores_are_backed_up_as_a_naive_search_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = [
        (Game::Dameo, "dameo", Some(8)),
        (Game::Turkish, "turkish", Some(8)),
        (Game::Normal, "normal", None),
    ];
    for (naive, game, mirrored_rows) in games {
        let file = folder.path().join(game);
        build(game, 60, "--nodes 200 --threads 1", &file);
        let book = positions(&file);
        assert_eq!(book.len(), 60, "{game}");
        let inner = check_scores(naive, mirrored_rows, &book);
        assert!(inner >= 59, "{game}: {inner}");
    }
}

#[test]
fn the_same_command_builds_the_same_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two, more] = ["one", "two", "more"].map(|name| folder.path().join(name));
    build("frisian", 12, "--nodes 300 --threads 1", &one);
    build("frisian", 12, "--nodes 300 --threads 1", &two);
    assert!(fs::read(&one).expect("a book") == fs::read(&two).expect("a book"));
    // A finished book is continued as if it had not been finished.
    build("frisian", 20, "--nodes 300 --threads 1", &one);
    build("frisian", 20, "--nodes 300 --threads 1", &more);
    assert!(fs::read(&one).expect("a book") == fs::read(&more).expect("a book"));
    let other = ["build", "--variant", "frisian", "--positions", "30", "--nodes", "500", "--out", text(&one)];
    assert!(complaint_of(&other).contains("its searches had 300 nodes each, not 500 nodes"));
}

/// A book that is being built by another process.
struct Building(Child);

impl Building {
    fn start(out: &Path) -> Self {
        let arguments = "book build --variant dameo --positions 40 --nodes 1500 --threads 2 --out";
        let mut command = Command::new(env!("CARGO_BIN_EXE_coupturc"));
        command.args(arguments.split(' ')).arg(out).stdout(Stdio::null());
        Self(command.spawn().expect("it starts"))
    }

    /// Waits until the journal has this many lines. Returns whether it has; the book may be finished before.
    fn reaches(&mut self, journal: &Path, lines: usize) -> bool {
        loop {
            if lines_of(journal).len() >= lines {
                return true;
            }
            if self.0.try_wait().expect("it can be asked").is_some() {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn kill(mut self) {
        self.0.kill().expect("it is killed");
        self.0.wait().expect("it ends");
    }
}

/// The whole lines of a file; none without one.
fn lines_of(file: &Path) -> Vec<String> {
    let text = fs::read(file).unwrap_or_default();
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    String::from_utf8_lossy(&text[..whole]).lines().map(str::to_owned).collect()
}

#[test]
fn a_killed_builder_loses_no_score() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let journal = folder.path().join("killed.journal");
    let mut rng = Rng::new(1);
    let mut kills = 0;
    for _ in 0..20 {
        let before = lines_of(&journal);
        let mut building = Building::start(&killed);
        if !building.reaches(&journal, before.len() + 1 + rng.below(60) as usize) {
            break;
        }
        building.kill();
        kills += 1;
        let after = lines_of(&journal);
        assert_eq!(after[..before.len()], before, "earlier scores are kept");
        // Leaves are searched for a score, and later, if they are expanded, for the best move.
        let words = after.iter().map(|line| line.split(' ').collect::<Vec<_>>());
        let mut keys: Vec<(&str, usize)> = words.map(|words| (words[0], words.len())).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "nothing is searched twice");
    }
    assert_eq!(kills, 20, "the book is large enough");
    let before = lines_of(&journal);
    build("dameo", 1, "--nodes 1500 --threads 2", &killed);
    assert_eq!(lines_of(&journal), before, "a smaller book does not need all scores, but a later one does");
    let last = Building::start(&killed).0.wait().expect("it ends");
    assert!(last.success() && !journal.exists());
    assert!(Building::start(&whole).0.wait().expect("it ends").success());
    assert!(fs::read(&killed).expect("a book") == fs::read(&whole).expect("a book"));
}

#[test]
fn a_merged_book_is_the_union_in_any_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (naive, game) in [(Game::Turkish, "turkish"), (Game::Dameo, "dameo")] {
        let parts = [1, 2, 3].map(|seed| path(&format!("{game}{seed}")));
        for (seed, part) in (1..).zip(&parts) {
            build(game, 30, &format!("--nodes 200 --threads 1 --seed {seed}"), part);
        }
        let merge = |order: [usize; 3], out: &str| {
            let out = path(out);
            let files = order.map(|index| text(&parts[index]));
            output_of(&["merge", files[0], files[1], files[2], "--out", text(&out)]);
            positions(&out)
        };
        let merged = merge([0, 1, 2], "merged");
        assert_eq!(merge([2, 0, 1], "again"), merged);
        let mut union: Vec<String> = parts.iter().flat_map(|part| positions(part).into_keys()).collect();
        let all = union.len();
        union.sort_unstable();
        union.dedup();
        assert!(union.len() < all, "they share positions");
        assert!(union.len() > 35, "seeds make different books: {}", union.len());
        assert_eq!(merged.keys().cloned().collect::<Vec<_>>(), union);
        check_scores(naive, Some(8), &merged);
        assert_eq!(merge([0, 0, 0], "same"), positions(&parts[0]));
    }
    let [dameo, turkish] = ["dameo1", "turkish1"].map(path);
    let complaint = complaint_of(&["merge", text(&dameo), text(&turkish), "--out", text(&path("none"))]);
    assert!(complaint.contains("expected two books of one game, found dameo and turkish"), "{complaint}");
}
