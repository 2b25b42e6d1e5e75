"""The file for Python: alone in an empty folder, with the oldest Python that will do and others."""

from __future__ import annotations

import shutil
import subprocess
import sys
import unittest

from test_recipes import GAMES, PROGRAM, SCRIPTS, RecipeTest

sys.path.insert(0, str(SCRIPTS))

from coupturc import Engine, EngineError  # noqa: E402

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
    """Every Python on this machine that is new enough."""
    found = [shutil.which(f"python{version}") for version in VERSIONS]
    return [sys.executable, *filter(works, filter(None, found))]


def works(python: str) -> bool:
    """Whether it is one, and no placeholder for one that is not installed."""
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

    def test_all_games_side_by_side(self) -> None:
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

    def test_moves_are_all_played_or_none(self) -> None:
        game = self.engine.new_game()
        with self.refused("32-29"):
            game.play("32-28", "19-23", "32-29")
        self.assertEqual(game.moves, [])
        game.play("32-28", "19-23")
        self.assertEqual(game.legal_moves, ["28x19x23"])
        game.take_back()
        self.assertEqual((game.moves, game.turn), (["32-28"], "B"))

    def test_what_a_search_finds(self) -> None:
        game = self.engine.new_game(fen="W:WK46,K47,K3:BK5")
        found = self.engine.think(game, depth=5)
        self.assertEqual((found.move, found.lines[0].moves[0]), ("3-14", "3-14"))
        self.assertGreater(found.score, 90)
        several = self.engine.think(self.engine.new_game(), nodes=2000, lines=3)
        self.assertEqual(len({line.moves[0] for line in several.lines}), 3)
        self.assertGreaterEqual(several.lines[0].score, several.lines[2].score)
        self.assertEqual(self.engine.count_leaves(self.engine.new_game(), 4), 4_265)
        self.assertLess(abs(self.engine.evaluate(self.engine.new_game())), 0.5)

    def test_complaints_say_what_was_expected(self) -> None:
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
        for command, words in (("/nowhere", "expected the program"), ("true", "has ended"), ("cat", "does not answer")):
            with self.refused(words):
                Engine(command, patience=1)


if __name__ == "__main__":
    unittest.main()
