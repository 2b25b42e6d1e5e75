"""Tests the conformance checks: a faulty engine must fail the check for its fault, and an engine without
faults must pass it. Run with `python3 -m unittest discover tests/conformance`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
sys.path.insert(0, str(HERE))

import fake_engine  # noqa: E402
from hub_conformance import main as command_line  # noqa: E402
from hub_conformance.lab import CHECKS, NOT_OFFERED, RIGHT, SKIPPED, WRONG, Lab, Result  # noqa: E402
from hub_conformance.positions import NOTABLE, random_positions  # noqa: E402
from hub_conformance.rules import START, BadMoveText, Position, parse_move, perft  # noqa: E402
from hublib.engine import Engine, command_words  # noqa: E402
from hublib.lines import LineFault, parse_line  # noqa: E402

FAKE = [sys.executable, str(HERE / "fake_engine.py")]

# The checks that must find each fault.
CHECKS_FOR = {
    "bad-param": ["handshake/params"],
    "stubborn": ["handshake/set-and-ask"],
    "no-ready": ["handshake/init"],
    "no-second-ready": ["handshake/second-init"],
    "illegal-move": ["search/think", "search/analyze"],
    "short-capture": ["positions/captures"],
    "bare-capture": ["positions/captures"],
    "ordered-captures": ["positions/capture-order"],
    "no-moves": ["positions/moves", "lines/argument-order"],
    "two-dones": ["search/think", "search/stop-think"],
    "no-done-after-stop": ["search/stop-think", "search/stop-analyze", "search/stop-ponder"],
    "done-when-idle": ["search/stop-idle", "search/stop-twice"],
    "deaf-in-search": ["search/ping-think"],
    "ping-ends-search": ["search/ping-think", "search/ping-ponder"],
    "slow": ["levels/move-time", "levels/little-time"],
    "ignores-depth": ["levels/depth"],
    "one-limit": ["levels/depth-and-time"],
    "sticky-limits": ["levels/used-up"],
    "no-ponder-hit": ["search/ponder-hit"],
    "bad-ponder": ["search/expected-answer"],
    "info-order": ["info/order"],
    "info-form": ["info/form"],
    "bad-pv": ["info/pv"],
    "centipawns": ["info/score"],
    "falling-nodes": ["info/grows"],
    "equals-in-value": ["info/equals"],
    "stderr": ["lines/stderr"],
    "dies-of-garbage": ["lines/garbage-levels"],
    "dies-of-long-lines": ["lines/huge"],
    "needs-newline-only": ["lines/carriage-return"],
    "unquoted-only": ["lines/quotes"],
    "no-unknown": ["lines/unknown-command"],
    "ignores-end": ["end/input-idle", "end/input-search"],
    "ignores-quit": ["end/quit-idle"],
    "exit-code": ["end/exit-code"],
    "crashes-at-end": ["end/quit-idle"],
    "ignores-output": ["end/output-idle", "end/output-search"],
    "wrong-legal-moves": ["extensions/legal-moves"],
    "hashfull": ["extensions/hashfull"],
    "spews": ["handshake/second-init"],
    "forgets-pings": ["lines/ping-flood"],
    "hangs": ["handshake/hub"],
}


def judge(paths: list[str], *fault: str, timeout: float = 0.8, loading_time: float = 6.0) -> list[Result]:
    # A wide tolerance keeps a busy machine from looking like a fault; "slow" is slower still.
    lab = Lab([*FAKE, *fault], timeout=timeout, tolerance=0.35, loading_time=loading_time)
    return [lab.judge(one) for one in CHECKS if one.path in paths]


class Faults(unittest.TestCase):
    """Each fault is found, and an engine without faults passes."""

    def test_every_fault_has_a_check(self) -> None:
        # The report finds leaks; these checks do not.
        self.assertEqual(set(CHECKS_FOR), set(fake_engine.FAULTS) - {"leaks"})
        paths = {one.path for one in CHECKS}
        self.assertLessEqual({path for checks in CHECKS_FOR.values() for path in checks}, paths)

    def test_each_fault_is_found(self) -> None:
        # Most of the time goes into waiting for missing answers, so the faults run in parallel.
        with ThreadPoolExecutor(8) as pool:
            all_results = list(pool.map(lambda fault: judge(CHECKS_FOR[fault], fault), CHECKS_FOR))
        for fault, results in zip(CHECKS_FOR, all_results):
            for result in results:
                with self.subTest(fault=fault, check=result.name):
                    self.assertEqual(result.verdict, WRONG, result)
                    self.assertTrue(result.expected and result.came)

    def test_an_engine_without_faults_passes(self) -> None:
        paths = sorted({path for checks in CHECKS_FOR.values() for path in checks})
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda path: judge([path], timeout=10)[0], paths))
        for result in results:
            with self.subTest(result.name):
                self.assertIn(
                    result.verdict, (RIGHT, NOT_OFFERED) if result.name == "hashfull" else (RIGHT,), result
                )

    def test_another_process_may_hold_the_pipe_briefly(self) -> None:
        class Held(Lab):
            def ready(self) -> Engine:
                engine = super().ready()
                threading.Timer(0.3, os.close, [os.dup(engine.output)]).start()
                return engine

        [check] = [one for one in CHECKS if one.path == "end/output-idle"]
        result = Held(FAKE, timeout=10).judge(check)
        self.assertEqual(result.verdict, RIGHT, result)
        self.assertGreaterEqual(result.seconds, 0.3)

    def test_a_missing_extension_is_not_a_fault(self) -> None:
        for result in judge(["extensions/perft", "extensions/wait-done", "extensions/multi-pv"], timeout=10):
            self.assertEqual(result.verdict, NOT_OFFERED, result)

    def test_one_fault_does_not_hide_the_others(self) -> None:
        results = judge(["handshake/hub", "end/quit-idle", "end/input-idle"], "ignores-quit", timeout=2)
        self.assertEqual([one.verdict for one in results], [RIGHT, WRONG, RIGHT])

    def test_checks_are_skipped_without_a_handshake(self) -> None:
        results = judge([one.path for one in CHECKS if one.section == "info"], "no-ready", loading_time=0.3)
        self.assertEqual({one.verdict for one in results}, {SKIPPED})
        self.assertLess(sum(one.seconds for one in results), 5)


class CommandLine(unittest.TestCase):
    """The output and exit code of the script."""

    def run_script(self, *words: str) -> tuple[int, str]:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = command_line.main(list(words))
        return code, output.getvalue()

    def test_a_right_engine(self) -> None:
        code, output = self.run_script("--only", "handshake/hub", " ".join(FAKE))
        self.assertEqual(code, 0, output)
        self.assertIn("1 right, 0 wrong, 0 not offered, 0 skipped", output)

    def test_a_wrong_engine(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.json"
            code, output = self.run_script(
                "--json", str(file), "--only", "search/think", *FAKE, "illegal-move"
            )
            results = json.loads(file.read_text(encoding="utf-8"))
        self.assertEqual(code, 1, output)
        self.assertIn("WRONG", output)
        self.assertIn("came:     1-50", output)
        self.assertEqual(results["counts"], {"wrong": 1})
        self.assertEqual(results["checks"][0]["name"], "think")

    def test_errors_are_reported(self) -> None:
        for words, message in (
            (["--only", "nonsense", *FAKE], "no such section or check"),
            (["no-such-program-anywhere"], "cannot start"),
            ([], "no engine"),
        ):
            code, output = self.run_script(*words)
            self.assertEqual(code, 2)
            self.assertIn(message, output)

    def test_the_list_has_every_check(self) -> None:
        code, output = self.run_script("--list")
        self.assertEqual(code, 0)
        for one in CHECKS:
            self.assertIn(one.title, output)

    def test_verbose_shows_the_conversation(self) -> None:
        _, output = self.run_script("--verbose", "--only", "search/forced", *FAKE)
        self.assertIn("> go think", output)
        self.assertIn("< done move=28x19x23", output)

    def test_a_command_is_one_text_or_several_words(self) -> None:
        self.assertEqual(command_words(["engine 'two words' hub"]), ["engine", "two words", "hub"])
        self.assertEqual(command_words(["engine", "two words"]), ["engine", "two words"])

    def test_names_of_checks_differ(self) -> None:
        paths = [one.path for one in CHECKS]
        self.assertEqual(len(paths), len(set(paths)))


class Rules(unittest.TestCase):
    """The rules behind the checks, compared with published perft counts."""

    def test_perft_counts(self) -> None:
        compared = 0
        for line in (ROOT / "tests" / "data" / "normal.tsv").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            options, position, counts = line.split("\t")
            if options != "-":
                continue
            for depth, count in enumerate(map(int, counts.split()), 1):
                if count > 2000:
                    break
                self.assertEqual(
                    perft(Position.parse(position), depth), count, f"{position} at depth {depth}"
                )
                compared += 1
        self.assertGreater(compared, 100)

    def test_the_start(self) -> None:
        start = Position.parse(START)
        self.assertEqual([perft(start, depth) for depth in range(6)], [1, 9, 81, 658, 4265, 27117])

    def test_a_captured_piece_stays_in_the_way(self) -> None:
        # The coup turc: the king may neither capture a piece twice nor pass it again.
        position = Position.parse(
            "W"
            + "".join(
                {47: "W", 41: "b", 27: "b", 17: "b", 28: "b", 18: "b"}.get(cell, "e") for cell in range(1, 51)
            )
        )
        for move in position.legal_moves():
            self.assertEqual(len(set(move.captured)), len(move.captured))

    def test_a_man_does_not_promote_in_passing(self) -> None:
        # The man captures 7 on its way across the last row, and continues over 8 to 13.
        position = Position.parse(
            "W" + "".join({11: "w", 7: "b", 8: "b"}.get(cell, "e") for cell in range(1, 51))
        )
        moves = position.legal_moves()
        self.assertEqual([str(move) for move in moves], ["11x13x7x8"])
        self.assertEqual(position.play(moves[0]).at(13), "w")

    def test_fen_round_trip(self) -> None:
        for position in random_positions(20):
            self.assertEqual(Position.from_fen(position.fen()), position)
        self.assertTrue(Position.parse(START).fen().startswith("W:W31,32,33"))

    def test_captured_cells_are_read_in_any_order(self) -> None:
        self.assertEqual(parse_move("28x19x23x24"), parse_move("28x19x24x23"))
        for text in ("", "28", "28x19", "a-b", "28-19-3", "28x19x"):
            with self.assertRaises(BadMoveText):
                parse_move(text)

    def test_positions_have_legal_moves(self) -> None:
        for position in [*random_positions(20), *map(Position.parse, NOTABLE.values())]:
            self.assertTrue(position.legal_moves())


class Lines(unittest.TestCase):
    """The syntax of Hub."""

    def test_valid_lines(self) -> None:
        line = parse_line('  done move=32-28  ponder="19-23" flag empty="" ')
        self.assertEqual(line.command, "done")
        self.assertEqual(
            line.arguments, [("move", "32-28"), ("ponder", "19-23"), ("flag", ""), ("empty", "")]
        )

    def test_invalid_lines(self) -> None:
        for text in ("", "  ", "=", "a=b", 'info pv="32-28', "info =3", 'info "x"', 'info pv="a"b'):
            with self.assertRaises(LineFault, msg=text):
                parse_line(text)


if __name__ == "__main__":
    unittest.main()
