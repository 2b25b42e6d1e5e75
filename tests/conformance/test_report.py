"""Tests the report: its arithmetic, its tables, and its verdicts on bad figures."""

from __future__ import annotations

import random
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts"))

from hub_report.figures import Figure, as_markdown, as_text, percentile, within  # noqa: E402
from hub_report.latency import one_kind_of_end  # noqa: E402
from hub_report.main import MEASUREMENTS, measure  # noqa: E402
from hub_report.memory import flat, flood_of  # noqa: E402
from hub_report.setting import Setting  # noqa: E402

FAKE = [sys.executable, str(HERE / "fake_engine.py")]


def setting(*fault: str, share: float = 0.02, timeout: float = 10.0) -> Setting:
    return Setting([*FAKE, *fault], share, moves=5, games=1, timeout=timeout, chance=random.Random(1))


class Arithmetic(unittest.TestCase):
    def test_percentiles(self) -> None:
        values = list(range(1, 101))
        self.assertEqual([percentile(values, p) for p in (0, 1, 50, 99, 100)], [1, 1, 50, 99, 100])
        self.assertEqual(percentile([7.0], 99), 7.0)

    def test_limits(self) -> None:
        values = [1.0] * 99 + [50.0]
        self.assertTrue(within("x", values, 10, 99).ok)
        self.assertFalse(within("x", values, 10).ok)
        self.assertFalse(within("x", [*values, 60.0], 10, 99).ok)
        self.assertFalse(within("x", [], 10).ok)

    def test_growing_memory_is_not_flat(self) -> None:
        self.assertTrue(flat("x", [20_000, 60_000] * 10, 20_000).ok)
        self.assertFalse(flat("x", [20_000 + 1000 * step for step in range(20)], 20_000).ok)
        self.assertFalse(flat("x", [20_000] * 20, None).ok)

    def test_tables(self) -> None:
        figures = [within("a", [1.0, 2.0, 3.0], 2), Figure("b", "none", True, note="found nothing")]
        text = as_text(figures)
        self.assertIn("2.0 ms", text)
        self.assertIn("NO", text.splitlines()[1])
        self.assertIn("    found nothing", text)
        markdown = as_markdown(figures)
        self.assertIn("| a | all within 2 ms | 3 | 1.0 ms | 2.0 ms | 3.0 ms | 3.0 ms | NO |", markdown)
        self.assertIn("- b: found nothing", markdown)


class Engines(unittest.TestCase):
    """Results with faulty engines, on machines of any speed."""

    def test_late_moves_are_found(self) -> None:
        figures = measure("moves", setting("slow"))
        self.assertEqual({figure.ok for figure in figures}, {False})
        self.assertEqual(sum(len(figure.values) for figure in figures), 5)

    def test_an_exceeded_clock_is_found(self) -> None:
        (figure,) = measure("games", setting("slow"))
        self.assertFalse(figure.ok)
        self.assertIn("overstepped: normal", figure.note)

    def test_a_missing_exit_is_found(self) -> None:
        figures = measure("end", setting("ignores-quit", timeout=2))
        self.assertFalse(figures[-1].ok)
        self.assertIn("still runs", figures[-1].note)

    def test_a_bad_exit_code_is_found(self) -> None:
        figure = one_kind_of_end(setting("exit-code"), "quit", False, 1, 16)
        self.assertFalse(figure.ok)
        self.assertIn("exit codes [3], expected 0", figure.note)

    def test_a_blocked_client_is_found(self) -> None:
        figure = flood_of(setting(timeout=3), b"ping\n", 40_000, 40_000)
        self.assertFalse(figure.ok)
        self.assertIn("blocked after", figure.note)
        self.assertIn("40000 answers, then read", figure.note)

    def test_lost_answers_are_found(self) -> None:
        figure = flood_of(setting("forgets-pings"), b"ping\n", 5000, 5000)
        self.assertFalse(figure.ok)
        self.assertIn("4995 answers", figure.note)

    def test_an_answered_flood_passes(self) -> None:
        figure = flood_of(setting(), b"ping\n", 1000, 1000)
        self.assertEqual(figure.ok, "unknown" not in figure.note, figure)

    def test_a_leak_is_found(self) -> None:
        for fault, ok in (("leaks", False), ("", True)):
            (figure,) = measure("changes", setting(*filter(None, [fault]), share=0.04))
            if "unknown" not in figure.note:
                self.assertEqual(figure.ok, ok, figure)

    def test_a_missing_hash_error_is_found(self) -> None:
        (figure,) = measure("hash", setting())
        self.assertFalse(figure.ok)
        self.assertIn("no error", figure.note)

    def test_interrupted_measurements_are_reported(self) -> None:
        for name in set(MEASUREMENTS) - {"machine"}:
            with self.subTest(name):
                figures = measure(name, setting("hangs", timeout=0.1))
                self.assertEqual([figure.ok for figure in figures], [False])
                self.assertIn("broken off", figures[0].what)


if __name__ == "__main__":
    unittest.main()
