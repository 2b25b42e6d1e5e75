"""Matches on a cluster of processes on this machine. Started by run.sh, which makes the environment."""

from __future__ import annotations

import json
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import psutil
from distributed import LocalCluster

from support import PATIENCE, PROGRAM, ROOT, ClusterTest, wait_until

from cluster_match.folder import Folder
from cluster_match.unit import lines_of


def engine(name: str, nodes: int) -> str:
    # Without endgame tables, because they become available at random times.
    parameters = "param.threads=1 param.hash=1 param.tables-pieces=0"
    return f"--engine=cmd='{PROGRAM}' name={name} {parameters} tc=nodes={nodes}"


# With node limits and one thread, the games are the same wherever they are played.
MATCH = [engine("a", 1500), engine("b", 1000), "--variants=normal,dameo,hexdame", "--rounds=4"]
GAMES = 2 * 3 * 4


def text_of(log: Path) -> str:
    return log.read_text() if log.exists() else ""


def games_of(folder: Path) -> list[dict[str, Any]]:
    """The games in order, without what depends on the clock."""
    games = [json.loads(line) for line in text_of(folder / "games.jsonl").splitlines()]
    for game in games:
        del game["began"]
        for move in game["moves"]:
            move.pop("seconds", None)
    return sorted(games, key=lambda game: game["number"])


def has_children(process: psutil.Process) -> bool:
    try:
        return bool(process.children())
    except psutil.NoSuchProcess:
        return False


class MatchTest(ClusterTest):
    script = ROOT / "scripts/cluster-match.py"

    def matches_below(self, head: "subprocess.Popen[str]") -> list[psutil.Process]:
        """The parts of the match that are being played, each with its engines."""
        return [process for process in self.watched_below(head) if has_children(process)]

    def undistributed(self) -> list[dict[str, Any]]:
        folder = self.directory / "alone"
        command = [PROGRAM, "match", *MATCH, f"--out={folder}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        return games_of(folder)

    def check_whole(self) -> None:
        """Checks that every game was played once, with the same result as on one machine, that there is a report, and
        that nothing is left to play."""
        games = games_of(self.folder)
        self.assertEqual([game["number"] for game in games], list(range(1, GAMES + 1)))
        self.assertEqual(games, self.undistributed())
        self.assertIn("hexdame", (self.folder / "report.html").read_text())
        pdn = [file.read_text().count("[Result ") for file in self.folder.glob("games-*.pdn")]
        self.assertEqual(pdn, [GAMES // 3] * 3, "a file for each game")
        log = text_of(self.folder / "games.jsonl")
        resume = [PROGRAM, "match", "--resume", str(self.folder)]
        done = subprocess.run(resume, check=True, capture_output=True, encoding="utf-8", timeout=PATIENCE)
        self.assertNotRegex(done.stdout, "missing|not needed")
        self.assertEqual(text_of(self.folder / "games.jsonl"), log)


class Deaths(MatchTest):
    """Regardless of what is killed, no game is lost or counted twice, and nothing is left running."""

    def test_a_worker_is_killed(self) -> None:
        head = self.start(*MATCH, "--workers=3", "--unit=1", f"--out={self.folder}")
        wait_until("the first games", lambda: text_of(self.folder / "games.jsonl"))
        victim = wait_until("a part that is played", lambda: self.matches_below(head))[0]
        orphans = [victim, *victim.children(recursive=True)]
        worker = victim.parent()
        worker.kill()
        self.check_is_gone("a match whose worker was killed, and its engines", orphans)
        # The worker was one of three, and was not the head or its monitor.
        self.assertNotEqual(worker.pid, head.pid)
        self.assertIsNone(head.poll(), "the match ended too early: no worker was killed during it")
        output = self.finish(head)
        self.assertRegex(output, r"(?m)^a: \+\d+ =\d+ -\d+")
        self.check_whole()

    def test_the_head_is_killed(self) -> None:
        head = self.start(*MATCH, "--workers=2", "--unit=2", f"--out={self.folder}")
        wait_until("the first games", lambda: text_of(self.folder / "games.jsonl"))
        family = psutil.Process(head.pid).children(recursive=True)
        head.kill()
        head.communicate()
        self.check_is_gone("all that the head has started", family)
        log = self.folder / "games.jsonl"
        before = text_of(log)
        self.assertLess(before.count("\n"), GAMES)
        # As if the script had been killed in the middle of a line.
        with log.open("a") as file:
            file.write(before.splitlines()[0][:50])
        output = self.finish(self.start("--resume", str(self.folder), "--workers=1", "--unit=5"))
        self.assertTrue(text_of(log).startswith(before))
        already = before.count("\n") // 2
        self.assertIn(f"{GAMES // 2 - already} pairs left", f"{self.left_before(output)} pairs left")
        self.check_whole()

    @staticmethod
    def left_before(output: str) -> int:
        """The number of pairs that remained before the first unit in the output."""
        first = output.splitlines()[0]
        pairs, left = first.split(" ")[1], int(first.split(" ")[3])
        start, end = map(int, pairs.split("-"))
        return left + end - start + 1


class Clusters(MatchTest):
    def test_a_running_scheduler(self) -> None:
        with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster:
            address = cluster.scheduler_address
            self.finish(self.start(*MATCH, f"--scheduler={address}", "--unit=3", f"--out={self.folder}"))
        self.check_whole()

    def test_openings_that_are_played_once(self) -> None:
        once = [engine("a", 50), engine("b", 50), "--variants=dameo", "--rounds=5", "--repeat=1"]
        self.finish(self.start(*once, "--workers=1", "--unit=3", f"--out={self.folder}"))
        games = games_of(self.folder)
        self.assertEqual([(game["number"], game["white"]) for game in games], list(enumerate("ababa", 1)))

    def test_a_sequential_test_ends_the_match(self) -> None:
        far_apart = [engine("strong", 3000), engine("weak", 1), "--variants=dameo", "--rounds=100"]
        output = self.finish(
            self.start(*far_apart, "--sprt=0,200", "--alpha=0.04", "--workers=2", "--unit=2", f"--out={self.folder}")
        )
        self.assertIn("H1 accepted", output)
        played = len(games_of(self.folder))
        self.assertIn(f"{200 - played} games were not needed", output)
        # Resuming the match changes nothing.
        again = self.finish(self.start("--resume", str(self.folder), "--workers=1"))
        self.assertEqual(len(games_of(self.folder)), played)
        self.assertIn("H1 accepted", again)


class Logs(unittest.TestCase):
    def test_only_line_feeds_end_a_line(self) -> None:
        """JSON texts may contain other line separators, at which games must not be split."""
        games = [{"number": number, "white": "a\u2028b\u2029c\x85d"} for number in (1, 2)]
        lines = [json.dumps(game, ensure_ascii=False) for game in games]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            log = folder / "games.jsonl"
            log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            self.assertEqual(lines_of(str(log)), lines)
            self.assertEqual(lines_of(str(folder / "nothing.jsonl")), [])
            state = {"arguments": [], "has_sprt": False, "pairs": 2, "games": 4}
            (folder / "cluster.json").write_text(json.dumps(state))
            cluster_folder = Folder(folder, "no program")
            self.assertEqual([(unit.first, unit.last) for unit in cluster_folder.units(5)], [(2, 2)])
            cluster_folder.add([json.dumps({"number": 3, "white": "a\u2028b"}, ensure_ascii=False)])
            self.assertEqual(len(lines_of(str(log))), 3)


class Complaints(MatchTest):
    def test_complaints(self) -> None:
        out = f"--out={self.folder}"
        two = [engine("a", 9), engine("b", 9)]
        self.folder.mkdir()
        for arguments, word in (
            ([], "--out"),
            ([out], "--engine"),
            ([out, *two, "--variants=chess"], "chess"),
            ([out, *two, "--pairs=1-2"], "--pairs"),
            ([out, *two, "--unit=0"], "--unit"),
            ([out, *two, "--program=/nowhere"], "cargo build"),
            (["--resume", str(self.folder)], "not the folder of a match"),
            (["--resume", str(self.folder), *two], "--resume"),
            ([f"--out={self.directory / 'other'}", *two, "--rounds=1", "--scheduler=tcp://127.0.0.1:1"], "--resume"),
        ):
            with self.subTest(word):
                self.assertIn(word, self.complaint(*arguments))

    def test_a_program_that_workers_cannot_play_with(self) -> None:
        """The program creates matches, but plays none."""
        two = [engine("a", 9), engine("b", 9)]
        broken = self.broken_program("echo 'no, thanks' >&2; exit 3")
        errors = self.complaint(broken, *two, "--rounds=1", "--workers=1", f"--out={self.folder}")
        self.assertIn("no, thanks", errors)
        self.assertNotIn("--resume", errors)
        self.assertFalse(self.folder.exists(), "no game was played")

    def test_an_engine_that_cannot_play(self) -> None:
        """The workers report the engine, and the corrected command works."""
        limits = ["--rounds=2", "--workers=1", f"--out={self.folder}"]
        errors = self.complaint(engine("a", 9), "--engine=cmd=/nowhere/none name=b", *limits)
        self.assertIn("engine b cannot be started: No such file", errors)
        self.assertIn("no folder is left", errors)
        self.finish(self.start(engine("a", 9), engine("b", 9), *limits))
        self.assertEqual(len(games_of(self.folder)), 4)

    def test_openings_in_another_order(self) -> None:
        """The openings are ordered once, and not again by each worker."""
        start = "W:W31-50:B1-20"
        fens = [start.replace("W31-50", f"W31-{last}") for last in range(44, 51)]
        openings = self.directory / "openings.fen"
        openings.write_text("\n".join(fens))
        two = [engine("a", 9), engine("b", 9), f"--openings={openings}", "--order=random", "--start=3", "--repeat=1"]
        limits = ["--rounds=7", "--max-moves=1"]
        self.finish(self.start(*two, *limits, "--workers=1", "--unit=3", f"--out={self.folder}"))
        alone = self.directory / "alone"
        command = [PROGRAM, "match", *two, *limits, f"--out={alone}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        self.assertEqual(games_of(self.folder), games_of(alone))
        self.assertNotEqual([game["fen"] for game in games_of(alone)], fens)


if __name__ == "__main__":
    unittest.main()
