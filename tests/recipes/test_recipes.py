"""Tests of the recipes for matches."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(SCRIPTS))

from game_survey.tables import games_of  # noqa: E402

PROGRAM = os.environ.get("COUPTURC", str(ROOT / "target/release/coupturc"))
# Those with a page of rules.
GAMES = [game.hub for game in games_of(ROOT / "docs")]
PATIENCE = 300.0
# The user's endgame tables would change answers.
os.environ["XDG_CACHE_HOME"] = str(ROOT / "target" / "empty-cache")
Done = "subprocess.CompletedProcess[str]"


def run(*command: str, cwd: Path = ROOT, **environment: str) -> Done:
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "COUPTURC": PROGRAM, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


class RecipeTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory(prefix="it's a ")
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)

    def works(self, done: Done) -> str:
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def fails(self, done: Done, *words: str) -> None:
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("Traceback", done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)


class Help(RecipeTest):
    def test_every_recipe_has_help(self) -> None:
        clusters = ("cluster-match.py", "cluster-learn.py", "cluster-book.py")
        python = ("drive-engine.py", "games-to-table.py", "survey.py", "openings.py", "endgames.py", *clusters)
        builds = ("build-fast.sh", "build-site.sh", "check-release.sh", "release.sh")
        for name in (*builds, "smoke-match.sh", "sprt.sh", "ladder.sh", "match-over-ssh.sh", *python):
            with self.subTest(name):
                done = run(str(SCRIPTS / name), "--help")
                text = self.works(done)
                self.assertIn(name, text)
                self.assertEqual(done.stderr, "")
                self.assertLess(max(map(len, text.splitlines())), 121)


class SmokeMatch(RecipeTest):
    script = str(SCRIPTS / "smoke-match.sh")

    def test_the_engine_passes(self) -> None:
        output = self.works(run(self.script))
        # Games from files too.
        played = len(re.findall(r"(?m)^\d+ \S+ (?:first - second|second - first) ", output))
        self.assertIn(f"{played} games, all ended by the rules", output)
        for game in GAMES:
            self.assertIn(f" {game} first - second ", output)

    def test_a_program_with_an_odd_path_passes(self) -> None:
        program = self.directory / "the $engine \"here\""
        shutil.copy(PROGRAM, program)
        output = self.works(run(self.script, str(program), "hub", COUPTURC=str(program), VARIANTS="dameo"))
        self.assertIn("2 games, all", output)

    def test_faulty_engines_fail(self) -> None:
        mock = str(ROOT / "tests/matches/mock_engine.sh")
        lost = "2 of 2 games"
        absent = "engine first has ended with exit status: 3"
        for fault, words in {"illegal": lost, "crash": lost, "none": lost, "absent": absent}.items():
            with self.subTest(fault):
                numbers = str(self.directory / "numbers")
                self.fails(run(self.script, "sh", mock, fault, numbers, VARIANTS="normal"), words)

    def test_without_a_program(self) -> None:
        self.fails(run(self.script, COUPTURC="/nowhere"), "/nowhere")


# A program that builds in a second and runs the real one.
STAND_IN = """
use std::os::unix::process::CommandExt;
fn main() {
    let error = std::process::Command::new(env!("REAL")).args(std::env::args_os().skip(1)).exec();
    panic!("{error}");
}
"""


class RevisionsTest(RecipeTest):
    """Tests in a separate repository, whose program builds in a moment."""

    recipe: str

    def setUp(self) -> None:
        super().setUp()
        self.repository = self.directory / "repository"
        (self.repository / "src").mkdir(parents=True)
        shutil.copytree(SCRIPTS / "recipes", self.repository / "scripts/recipes")
        shutil.copy(SCRIPTS / self.recipe, self.repository / "scripts")
        self.script = str(self.repository / "scripts" / self.recipe)
        manifest = '[package]\nname = "coupturc"\nversion = "0.0.0"\nedition = "2024"\n'
        (self.repository / "Cargo.toml").write_text(manifest)
        self.git("init", "--quiet")
        self.revisions = [self.commit(STAND_IN), self.commit(STAND_IN + "// Better.\n")]

    def git(self, *arguments: str) -> str:
        who = ("-c", "user.name=test", "-c", "user.email=test@localhost")
        return self.works(run("git", *who, *arguments, cwd=self.repository)).strip()

    def commit(self, program: str) -> str:
        (self.repository / "src/main.rs").write_text(program)
        self.git("add", "src", "Cargo.toml", "scripts")
        self.git("commit", "--quiet", "--message", "A change")
        return self.git("rev-parse", "HEAD")

    def play(self, *arguments: str, **environment: str) -> Done:
        # Overrides the target directory of the environment.
        target = str(self.repository / "target")
        return run(self.script, *arguments, REAL=PROGRAM, CARGO_TARGET_DIR=target, **environment)


class Sprt(RevisionsTest):
    recipe = "sprt.sh"

    def test_two_revisions_play(self) -> None:
        limits = ("--variants", "dameo,hexdame", "--tc=nodes=100", "--rounds", "2")
        output = self.works(self.play("HEAD", "HEAD~1", *limits))
        self.assertEqual(output.count("building "), 2)
        self.assertIn("SPRT of 0 against 10 Elo", output)
        builds = self.repository / "target/sprt"
        short = [self.git("rev-parse", "--short", revision) for revision in reversed(self.revisions)]
        games = (builds / "-".join(short) / "games.jsonl").read_text().splitlines()
        self.assertEqual(len(games), 8)
        self.assertEqual({json.loads(game)["white"] for game in games}, set(short))
        self.assertEqual(self.git("worktree", "list").count("\n"), 0, "the work trees are gone")
        # Nothing is built the second time.
        out = self.directory / "again"
        output = self.works(self.play(*self.revisions, *limits, "--sprt=0,5", f"--out={out}"))
        self.assertNotIn("building", output)
        self.assertIn("SPRT of 0 against 5 Elo", output)
        self.assertTrue((out / "report.html").exists())

    def test_invalid_revisions(self) -> None:
        self.fails(self.play("HEAD"), "two revisions")
        self.fails(self.play("HEAD", "nonsense"), "'nonsense' is not a revision")
        self.fails(self.play("--all", "HEAD"), "'--all' is not a revision")

    def test_a_revision_that_does_not_build(self) -> None:
        broken = self.commit("This is no program.\n")
        self.fails(self.play(broken, "HEAD~1"), f"{broken} does not build")
        self.assertFalse(list((self.repository / "target/sprt").glob("coupturc-*")))


class Ladder(RevisionsTest):
    recipe = "ladder.sh"
    limits = ("--", "--tc=nodes=50", "--rounds", "1", "--max-moves=20")

    def setUp(self) -> None:
        super().setUp()
        self.table = self.repository / "docs/log/experiments.md"
        self.table.parent.mkdir(parents=True)
        self.table.write_text("# Experiments\n")

    def rows(self) -> list[list[str]]:
        lines = self.table.read_text().split("|---|---|---|---|---|---|---|\n")[1].splitlines()
        return [[field.strip() for field in line.strip("|").split("|")] for line in lines]

    def test_steps_of_both_kinds_get_rows(self) -> None:
        self.works(self.play("HEAD~1", f"name=other cmd='{PROGRAM}'", *self.limits, "--variants=dameo,croda"))
        rows = self.rows()
        self.assertEqual([row[2:5] for row in rows], [
            [opponent, game, "nodes=50"] for opponent in ("HEAD~1", "other") for game in ("dameo", "croda")
        ])
        for row in rows:
            self.assertRegex(row[1], f"^{self.git('rev-parse', '--short', 'HEAD')}")
            self.assertRegex(row[5], r"^\+\d =\d -\d$")
            self.assertRegex(row[6], r"^[-+].* \[.*, .*\]$")
        self.assertEqual(len(list((self.repository / "target/ladder").glob("*/match-*/games.jsonl"))), 4)

    def test_steps_of_a_file_and_an_existing_table(self) -> None:
        self.fails(self.play(), "ladder.txt")
        steps = self.repository / "ladder.txt"
        steps.write_text("# no steps\n\n")
        self.fails(self.play(), "ladder.txt has no step")
        steps.write_text(f"# one\nname=other cmd='{PROGRAM}'\n")
        for number in (1, 2):
            self.works(self.play(*self.limits))
            self.assertEqual([row[2:4] for row in self.rows()], [["other", "normal"]] * number)
        self.assertEqual(self.table.read_text().count("## Ladder"), 1)

    def test_invalid_steps(self) -> None:
        self.fails(self.play("nonsense"), "'nonsense' is not a revision")
        self.fails(self.play("--rounds", "2"), "--rounds", "after --")
        self.fails(self.play("HEAD", TABLE="/nowhere/table.md"), "/nowhere/table.md")
        self.fails(self.play("name=none cmd=/nowhere/none", *self.limits), "engine none cannot be started")
        self.assertEqual(self.table.read_text(), "# Experiments\n", "no row without a result")


class MatchOverSsh(RecipeTest):
    """Error messages; tests/ssh plays the match."""

    def test_wrong_usage(self) -> None:
        script = str(SCRIPTS / "match-over-ssh.sh")
        self.fails(run(script), "no HOST")
        self.fails(run(script, "-p", "22"), "'-p' is not a HOST")


class DriveEngine(RecipeTest):
    script = str(SCRIPTS / "drive-engine.py")

    def test_games(self) -> None:
        for game in GAMES:
            for opponent in ("random", "self"):
                with self.subTest(game=game, opponent=opponent):
                    # Games with kings can be long if only repetition ends them.
                    limits = ("--nodes=300", "--moves=10000", f"--opponent={opponent}", f"--variant={game}")
                    lines = self.works(run(sys.executable, self.script, *limits, PROGRAM, "hub")).splitlines()
                    self.assertRegex(lines[0], f"^coupturc .* plays {game}$")
                    self.assertRegex(lines[1], r"^  1\.   \S+ +-?\d+\.\d\d$")
                    result = "(white-win|black-win|draw)" if opponent == "self" else "(white-win|draw)"
                    self.assertRegex(lines[-1], f"^result: {result}, reason: [a-z0-9-]+$")

    def test_complaints(self) -> None:
        other = run(sys.executable, self.script, "--variant=chess", PROGRAM, "hub")
        self.fails(other, "variant 'chess' is unknown, expected one of: ", *GAMES)
        for command, word in (("/nowhere", "No such file"), ("true", "the engine")):
            self.fails(run(sys.executable, self.script, command), f"drive-engine.py: {command}: ", word)


if __name__ == "__main__":
    unittest.main()
