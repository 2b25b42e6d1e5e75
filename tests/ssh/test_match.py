"""A match against the engine at the other end of an ssh connection."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from connection import DIRECTORY, SCRIPT, engines, is_gone, script_environment, wait_until

MATCH = str(SCRIPT.parent / "match-over-ssh.sh")
# Long enough for whole games on a busy machine.
LONG = 120.0


def run_match(*arguments: str, remote: str = "coupturc") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [MATCH, *arguments],
        cwd=DIRECTORY,
        env=script_environment(remote=remote),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
    )


class Matches(unittest.TestCase):
    """The recipe match-over-ssh.sh. The local program is the one that COUPTURC names, as in all tests."""

    def test_a_match_of_two_games(self) -> None:
        before = len(engines())
        limits = ("--variants", "dameo,hexdame", "--tc=nodes=200", "--rounds=1")
        with tempfile.TemporaryDirectory() as folder:
            done = run_match("loopback", *limits, f"--out={folder}")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            log = (Path(folder) / "games.jsonl").read_text().splitlines()
            self.assertTrue((Path(folder) / "report.html").exists())
        games = [json.loads(line) for line in log]
        self.assertEqual(len(games), 4)
        for game in games:
            self.assertEqual({game["white"], game["black"]}, {"here", "loopback"})
            # A fault would have a detail.
            self.assertEqual(game["detail"], "", game)
        there = engines()[before:]
        # One for `--version`, and one for each colour and variant.
        self.assertGreater(len(there), 2)
        wait_until(lambda: all(is_gone(engine) for engine in there))

    def test_a_missing_engine(self) -> None:
        done = run_match("loopback", remote="no such engine")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no program no such engine", done.stderr)
        self.assertIn("no engine on loopback", done.stderr)
        self.assertFalse((DIRECTORY / "match-loopback").exists())
