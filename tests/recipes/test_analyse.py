"""`coupturc analyse`: marks, files, interruptions, and games of all variants."""

from __future__ import annotations

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from test_recipes import GAMES, PATIENCE, PROGRAM, RecipeTest, run

# 2. 35-30 loses two men for one.
BLUNDER = """[White "Ann"]
[Black "Bob"]
[GameType "20"]

{A lesson.} 1. 34-29 $14 {[%clk 0:59:01]} 19-23 2. 35-30?! {Not best?} (2. 40-34 {safe}) 2... 23x25 3. 32-28 *
"""


def games_of_match(folder: Path, rounds: int = 1) -> list[Path]:
    engines = [f"--engine=cmd='{PROGRAM}' name={name} param.hash=1 param.tables-pieces=0" for name in "ab"]
    limits = ["--tc=nodes=60", "--max-moves=40", f"--rounds={rounds}", f"--variants={','.join(GAMES)}"]
    command = [PROGRAM, "match", *engines, *limits, f"--out={folder}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    return sorted(folder.glob("*.pdn"))


def pdn_of_hub(text: str) -> list[str]:
    """What the engine reads in a PDN file."""
    text = text.replace("%", "%25").replace('"', "%22").replace("\n", "%0A")
    count = len(re.findall("^pdn-game", hub(f'pdn-text text="{text}"\npdn-read\n'), re.M))
    shown = "".join(f"pdn-show game={game}\n" for game in range(1, count + 1))
    return hub(f'pdn-text text="{text}"\npdn-read\n{shown}').split("\n")


def hub(lines: str) -> str:
    done = subprocess.run([PROGRAM, "hub"], input=lines, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    return done.stdout


class Analyse(RecipeTest):
    def analyse(self, *arguments: object) -> Any:
        return json.loads(self.works(run(PROGRAM, "analyse", *map(str, arguments), "--threads=1", "--json")))

    def file(self, name: str, text: str) -> Path:
        file = self.directory / name
        file.write_text(text)
        return file

    def test_a_blunder_is_marked_and_the_rest_is_kept(self) -> None:
        file, out, page = self.file("a.pdn", BLUNDER), self.directory / "out.pdn", self.directory / "out.html"
        found = self.analyse(file, "--nodes=30000", "--out", out, "--html", page)
        moves = found["games"][0]["moves"]
        self.assertEqual([move["ply"] for move in moves], list(range(1, 6)))
        blunder = moves[2]
        self.assertEqual((blunder["move"], blunder["mark"]), ("35-30", "??"), moves)
        self.assertGreaterEqual(blunder["loss"], 0.25)
        self.assertLess(blunder["score"], blunder["best_score"])
        self.assertEqual(blunder["line"][0], blunder["best"])
        self.assertNotEqual(blunder["best"], "35-30")
        text = " ".join(out.read_text().split())
        for kept in ("{A lesson.} 1. 34-29", "$14 {[%clk 0:59:01] [%eval", "{Not best? [%eval", "{safe}", '[White "Ann"]'):
            self.assertIn(kept, text)
        self.assertRegex(text, r"35-30 \$6 ", "the mark of the annotator stays, and there is no second one")
        self.assertIn("Ann", page.read_text())
        self.assertIn("35-30 ??", page.read_text())

    def test_marks_and_scores_are_added_once(self) -> None:
        file, out, again = self.file("a.pdn", BLUNDER), self.directory / "1.pdn", self.directory / "2.pdn"
        self.analyse(file, "--nodes=20000", "--out", out)
        self.analyse(out, "--nodes=20000", "--out", again)
        self.assertEqual(out.read_text(), again.read_text())

    def test_games_of_all_variants_survive(self) -> None:
        self.kept_scores: list[bool] = []
        for file in games_of_match(self.directory / "match"):
            out = self.directory / "out.pdn"
            found = self.analyse(file, "--nodes=200", "--out", out)
            self.assertEqual(found["unreadable"], [])
            before, after = pdn_of_hub(file.read_text()), pdn_of_hub(out.read_text())
            with self.subTest(file.name):
                self.assertEqual(main_lines(before), main_lines(after))
                self.assertEqual(tags(before), tags(after))
                self.assertNotIn("pdn-fault", "\n".join(after))
                for game in found["games"]:
                    self.check_moves(game["moves"])
        # A forced move changes nothing, unless the move before it looked like a blunder and was searched again.
        self.assertGreater(len(self.kept_scores), 50)
        self.assertGreater(sum(self.kept_scores), 0.9 * len(self.kept_scores))

    def check_moves(self, moves: list[Any]) -> None:
        for move in moves:
            self.assertGreaterEqual(move["loss"], 0)
            least = {"??": 0.25, "?": 0.1, "?!": 0.05}.get(move["mark"], 0)
            self.assertGreaterEqual(move["loss"], least)
            if move["mark"] in ("??", "?", "?!"):
                self.assertNotEqual(move["move"], move["best"])
            if move["forced"]:
                self.assertEqual((move["loss"], move["mark"], move["best"]), (0, None, move["move"]))
        for one, next_one in zip(moves, moves[1:]):
            if next_one["forced"] and abs(one["score"]) < 90:
                self.kept_scores.append(one["score"] == next_one["score"])

    def test_an_interrupted_analysis_gives_the_same_file(self) -> None:
        file = games_of_match(self.directory / "match", rounds=4)[0]
        options = [PROGRAM, "analyse", str(file), "--nodes=3000", "--threads=2"]
        whole, parts, progress = (self.directory / name for name in ("whole.pdn", "parts.pdn", "progress"))
        self.works(run(*options, "--out", str(whole)))
        for lines in (1, 3, 4):
            with subprocess.Popen([*options, "--out", str(parts), "--resume", str(progress)]) as process:
                while process.poll() is None and (not progress.exists() or progress.read_bytes().count(b"\n") < lines):
                    time.sleep(0.01)
                process.kill()
        with progress.open("a") as damaged:
            damaged.write('{"game":7,"analys')
        self.works(run(*options, "--out", str(parts), "--resume", str(progress)))
        self.assertEqual(whole.read_text(), parts.read_text())
        self.fails(run(*options, "--depth=3", "--resume", str(progress)), "--nodes", "--depth")
        self.fails(run(PROGRAM, "analyse", str(file), "--depth=3", "--resume", str(progress)), "another analysis")
        self.fails(run(PROGRAM, "analyse", str(file), "--resume", str(whole)), "whole.pdn", "not the progress")

    def test_scores_come_from_a_book(self) -> None:
        file, book = self.file("a.pdn", BLUNDER), self.directory / "a.book"
        built = run(PROGRAM, "book", "build", "--variant=normal", "--positions=4", "--nodes=2000", "--threads=1", "--out", str(book))
        self.works(built)
        shown = self.works(run(PROGRAM, "book", "show", str(book)))
        scores = dict(re.findall(r"^  (\d+-\d+) +([+-]\d+\.\d+)", shown, re.MULTILINE))
        moves = self.analyse(file, "--nodes=500", "--book", book)["games"][0]["moves"]
        self.assertEqual(moves[0]["score"], float(scores[moves[0]["move"]]))
        self.assertEqual(moves[0]["best_score"], max(map(float, scores.values())))
        book.write_bytes(book.read_bytes()[:-9])
        self.fails(run(PROGRAM, "analyse", str(file), "--nodes=500", "--book", str(book)), "a.book")

    def test_what_cannot_be_read_is_named(self) -> None:
        broken = self.file("b.pdn", '[GameType "20"]\n\n1. 32-28 19-23 2. 1-50 *\n\n[GameType "20"]\n\n1. 32-28 *\n')
        found = self.analyse(broken, "--nodes=100")
        self.assertEqual([len(game["moves"]) for game in found["games"]], [2, 1])
        self.assertEqual(len(found["unreadable"]), 1)
        self.assertIn("b.pdn: game 1: from line 3: 2. move '1-50' is not legal", found["unreadable"][0])
        self.fails(run(PROGRAM, "analyse", str(self.file("c.pdn", "no game"))), "no readable game")
        self.fails(run(PROGRAM, "analyse", str(self.directory / "none")), "none")
        nowhere = str(self.directory / "no/out.pdn")
        self.fails(run(PROGRAM, "analyse", str(broken), "--nodes=100", "--out", nowhere), "no/out.pdn")
        for tables in [self.directory / "no tables", broken]:
            self.fails(run(PROGRAM, "analyse", str(broken), "--nodes=100", "--tables", str(tables)), "--tables: ", str(tables))
        self.directory.joinpath("empty").mkdir()
        done = run(PROGRAM, "analyse", str(broken), "--nodes=100", "--tables", str(self.directory / "empty"))
        self.works(done)
        self.assertIn("empty has no tables of normal by these rules", done.stderr)

    def test_standard_input(self) -> None:
        done = subprocess.run(
            [PROGRAM, "analyse", "-", "--nodes=20000", "--threads=1"],
            input=BLUNDER, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=True,
        )  # fmt: skip
        self.assertIn("Ann ", done.stdout)
        self.assertIn("2. 35-30 ??", done.stdout)


def main_lines(shown: list[str]) -> list[str]:
    """The moves of the main line of each game: those whose parent is the move before in the line."""
    moves, last = [], 0
    for line in shown:
        if line.startswith("pdn-game"):
            last = 0
        node = re.match(r"pdn-node id=(\d+) parent=(\d+) move=(\S+)", line)
        if node and int(node[2]) == last:
            moves.append(node[3])
            last = int(node[1])
    return moves


def tags(shown: list[str]) -> list[str]:
    return [line for line in shown if line.startswith("pdn-tag")]
