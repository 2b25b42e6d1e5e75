"""Tests of coupturc.py: alone in an empty folder, with the oldest supported Python and others."""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest
from unittest import mock

from test_recipes import GAMES, PATIENCE, PROGRAM, SCRIPTS, Done, RecipeTest, run

sys.path.insert(0, str(SCRIPTS))

from coupturc import Engine, EngineError, _words  # noqa: E402

GAME = """
import sys
from coupturc import Engine
with Engine(sys.argv[1], variant="dameo") as engine:
    game = engine.new_game()
    while game.result == "none":
        game.play(engine.think(game, nodes=300).move)
    print(len(game.moves), game.result, game.reason)
"""
VERSIONS = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]


def interpreters() -> list[str]:
    """All Python interpreters on this machine that are new enough."""
    found = [shutil.which(f"python{version}") for version in VERSIONS]
    return [sys.executable, *filter(works, filter(None, found))]


def works(python: str) -> bool:
    """Whether an interpreter runs, and is not a placeholder for a Python that is not installed."""
    return subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0


class Alone(RecipeTest):
    def test_a_game_of_dameo(self) -> None:
        shutil.copy(SCRIPTS / "coupturc.py", self.directory)
        for python in interpreters():
            with self.subTest(python):
                done = subprocess.run(
                    [python, "-W", "error", "-c", GAME, PROGRAM],
                    cwd=self.directory,
                    capture_output=True,
                    encoding="utf-8",
                    timeout=300,
                    check=False,
                )
                self.assertRegex(self.works(done), r"^\d+ (white-win|black-win|draw) [a-z-]+\n$")
                self.assertEqual(done.stderr, "")


class Module(RecipeTest):
    def setUp(self) -> None:
        super().setUp()
        self.engine = Engine(PROGRAM)
        self.addCleanup(self.engine.close)

    def refused(self, *words: str):
        return self.assertRaisesRegex(EngineError, ".*".join(words))

    def test_all_games_concurrently(self) -> None:
        games = []
        for name in GAMES:
            self.engine.set(variant=name)
            games.append(self.engine.new_game())
        for _ in range(6):
            for game in games:
                game.play(game.legal_moves[0])
        for name, game in zip(GAMES, games):
            self.assertEqual((game.variant, len(game.moves), game.turn), (name, 6, "W"))
            copy = Engine(PROGRAM, variant=name)
            self.addCleanup(copy.close)
            self.assertEqual(copy.new_game(moves=game.moves).fen, game.fen)

    def test_moves_are_played_all_or_none(self) -> None:
        game = self.engine.new_game()
        with self.refused("32-29"):
            game.play("32-28", "19-23", "32-29")
        self.assertEqual(game.moves, [])
        game.play("32-28", "19-23")
        self.assertEqual(game.legal_moves, ["28x19x23"])
        game.take_back()
        self.assertEqual((game.moves, game.turn), (["32-28"], "B"))

    def test_search_results(self) -> None:
        game = self.engine.new_game(fen="W:WK46,K47,K3:BK5")
        found = self.engine.think(game, depth=5)
        self.assertEqual((found.move, found.lines[0].moves[0]), ("3-14", "3-14"))
        self.assertGreater(found.score, 90)
        several = self.engine.think(self.engine.new_game(), nodes=2000, lines=3)
        self.assertEqual(len({line.moves[0] for line in several.lines}), 3)
        self.assertGreaterEqual(several.lines[0].score, several.lines[2].score)
        self.assertEqual(self.engine.count_leaves(self.engine.new_game(), 4), 4_265)
        self.assertLess(abs(self.engine.evaluate(self.engine.new_game())), 0.5)

    def test_errors_say_what_was_expected(self) -> None:
        with self.refused("no parameter speed, expected", "variant"):
            self.engine.set(speed=3)
        with self.refused("level '21'", "expected 1 to 20"):
            self.engine.set(level=21)
        with self.refused("quote"):
            self.engine.set(tables='a"b')
        with self.refused("single line"):
            self.engine.new_game(fen="W:W1:B50\nquit")
        with self.refused("FEN"):
            self.engine.new_game(fen="nonsense")
        with self.refused("perft"):
            self.engine.count_leaves(self.engine.new_game(), 101)
        over = self.engine.new_game(fen="B:WK1:B")
        self.assertEqual(over.result, "white-win")
        for command, words in (
            ("", "is empty"),
            ("/nowhere", "expected the program"),
            ("true", "has ended"),
            ("cat", "does not answer"),
        ):
            with self.refused(words):
                Engine(command, patience=1)

    def test_commands_are_split_like_in_a_shell(self) -> None:
        self.assertEqual(_words(r'"a b"/c\ d --e'), ["a b/c d", "--e"])
        with mock.patch("coupturc.os.name", "nt"):
            self.assertEqual(_words(r'"C:\Program Files\coupturc.exe" hub'), [r"C:\Program Files\coupturc.exe", "hub"])


class GamesToTable(RecipeTest):
    script = str(SCRIPTS / "games-to-table.py")

    def setUp(self) -> None:
        super().setUp()
        self.file = self.directory / "games.csv"

    def play(self, *arguments: str) -> Done:
        return run(sys.executable, self.script, "--out", str(self.file), *arguments, PROGRAM)

    def rows(self) -> list[dict[str, str]]:
        with open(self.file, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_every_game_has_its_rows(self) -> None:
        output = self.works(self.play("--games", "2", "--nodes", "50", "--max-plies", "60"))
        rows = self.rows()
        self.assertEqual(len(rows), 2 * len(GAMES))
        for name in GAMES:
            self.assertRegex(output, rf"(?m)^{name} +2 ")
            self.assertEqual(sorted(row["seed"] for row in rows if row["game"] == name), ["1", "2"])
        self.assertTrue(output.endswith(f"{len(rows)} games\n"), output)

    def test_a_row_matches_a_replay_of_its_game(self) -> None:
        self.works(self.play("--variants", "dameo", "--games", "1", "--nodes", "50", "--seed", "7"))
        (row,) = self.rows()
        with Engine(PROGRAM, variant="dameo", threads=1, hash=16, tables_pieces=0) as engine:
            game = engine.new_game(moves=row["opening"].split())
            self.assertEqual(len(game.moves), 6)
            choices = []
            while game.result == "none":
                choices.append(len(game.legal_moves))
                game.play(engine.think(game, nodes=50).move)
            self.assertEqual((row["result"], row["reason"]), (game.result, game.reason))
            self.assertEqual(int(row["plies"]), len(game.moves))
            self.assertAlmostEqual(float(row["choice"]), sum(choices) / len(choices), places=2)
            self.assertEqual(int(row["captures"]), sum("x" in move for move in game.moves))
            # Missing pieces were captured.
            left = sum(len(pieces.split(",")) for pieces in game.fen.split(":")[1:] if len(pieces) > 1)
            self.assertEqual(int(row["captured"]), 2 * 18 - left)
            crowned = int(row["promotions"])
            self.assertGreaterEqual(crowned, game.fen.count("K"))

    def test_written_rows_survive_an_interruption(self) -> None:
        command = [sys.executable, self.script, "--out", str(self.file), "--nodes", "20", "--processes", "2", PROGRAM]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # The parent process may ignore SIGINT, which Python would inherit.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        deadline = time.monotonic() + PATIENCE
        while not (self.file.exists() and len(self.file.read_text().splitlines()) > 3):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        # Sent to all processes of the group, as a terminal does.
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, errors)
        self.assertNotIn("Traceback", errors)
        self.assertIn("interrupted", errors)
        rows = self.rows()
        self.assertGreaterEqual(len(rows), 3)
        self.assertTrue(all(row["seconds"] for row in rows), "the last row is complete")
        self.assertIn(f": {len(rows)} games", output)

    def test_complaints(self) -> None:
        self.fails(self.play("--variants", "dameo,chess"), "chess", "expected")
        self.assertFalse(self.file.exists(), "no file was written")
        self.fails(self.play("--games", "0"), "--games", "expected a whole number from 1")
        self.file.write_text("mine")
        self.fails(self.play("--games", "1"), "exists; choose another file")
        self.assertEqual(self.file.read_text(), "mine")
        self.fails(run(sys.executable, self.script, "/nowhere", cwd=self.directory), "expected the program coupturc")


if __name__ == "__main__":
    unittest.main()
