"""Tests how scripts find the list of games: from the engine, and from the files of perft counts."""

from __future__ import annotations

import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from hub_conformance.checks_extensions import MAIN_GAME, moves_at_start  # noqa: E402
from hub_conformance.lab import CHECKS, NOT_OFFERED, Lab  # noqa: E402
from hub_tactics.suite import games_with_problems  # noqa: E402
from hublib.engine import Arrival, EngineFault  # noqa: E402
from hublib.games import declared_games, games_of, values_of  # noqa: E402

FAKE = [sys.executable, str(HERE / "fake_engine.py")]


def answers(*lines: str) -> list[Arrival]:
    return [Arrival(line, time.perf_counter()) for line in lines]


class Declared(unittest.TestCase):
    def test_games_are_read_from_the_engine(self) -> None:
        lines = answers(
            "id name=test version=1",
            'param name=variant value=nogame type=enum values="normal nogame killer damme"',
            'param name=halt value=none type=enum values="none killer damme"',
        )
        self.assertEqual(values_of(lines, "variant"), ["normal", "nogame", "killer", "damme"])
        self.assertEqual(declared_games(lines), ["normal", "nogame"])

    def test_an_engine_without_variants_plays_one_game(self) -> None:
        self.assertEqual(declared_games(answers("id name=test version=1")), ["normal"])
        self.assertEqual(games_of(FAKE), ["normal"])

    def test_malformed_lines_are_skipped(self) -> None:
        lines = answers('param name="variant', "param", 'param name=variant values="dameo"')
        self.assertEqual(declared_games(lines), ["dameo"])

    def test_a_silent_engine_is_a_fault(self) -> None:
        with self.assertRaises(EngineFault):
            games_of([*FAKE, "hangs"], timeout=0.1)


class Files(unittest.TestCase):
    def test_every_other_game_with_counts_has_a_check(self) -> None:
        games = {path.stem for path in (ROOT / "tests/data").glob("*.tsv")} - {MAIN_GAME}
        self.assertLessEqual(games, {one.name for one in CHECKS if one.section == "extensions"})
        self.assertGreaterEqual(len(games), 4)

    def test_a_new_file_of_counts_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            text = "# counts\n# start\n-\tWbeew\t17 289\n# later\n-\tWbeew\t5\n"
            (folder / "nogame.tsv").write_text(text, encoding="utf-8")
            self.assertEqual(moves_at_start(folder), {"nogame": 17})
            self.assertEqual(games_with_problems(folder), ["nogame"])

    def test_an_undeclared_game_is_not_offered(self) -> None:
        lab = Lab(FAKE)
        for one in CHECKS:
            if one.section == "extensions" and one.name in moves_at_start():
                result = lab.judge(one)
                self.assertEqual(result.verdict, NOT_OFFERED, result)
                self.assertIn(one.name, result.detail)


if __name__ == "__main__":
    unittest.main()
