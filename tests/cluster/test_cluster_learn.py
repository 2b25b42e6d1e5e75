"""Training games from a cluster of processes on this machine. Started by run.sh, which makes the environment."""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
import subprocess
import unittest
import zlib
from pathlib import Path

import psutil

from support import PATIENCE, PROGRAM, ROOT, ClusterTest, wait_until

GAMES = 6
# A part of QUICK takes a moment; one of SLOW a second or more on an idle machine.
QUICK = ["--variant=dameo", f"--games={GAMES}", "--nodes=100"]
SLOW = ["--variant=dameo", f"--games={GAMES}", "--nodes=3000"]
WEIGHTS = ROOT / "src/core/eval/games/dameo.net"


def play_alone(folder: Path, *arguments: str) -> None:
    command = [PROGRAM, "learn", "games", *arguments, "--threads=1", f"--out={folder}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def inodes_of(folder: Path) -> dict[str, int]:
    """The inodes of the parts: a file that is replaced gets another inode, even if its content is the same."""
    return {path.name: path.stat().st_ino for path in folder.glob("*.games")}


def split(part: bytes) -> tuple[bytes, list[bytes]]:
    """The first line of a part, and its games, as src/learn/parts.rs describes them."""
    begin = part.index(b"\n") + 1
    head, games = part[:begin], []
    while begin < len(part):
        (positions,) = struct.unpack_from("<H", part, begin + 5)
        end = begin + 9 + 28 * positions + 4
        games.append(part[begin:end])
        begin = end
    return head, games


def played(output: str) -> list[str]:
    """The parts that workers have played, sorted."""
    return sorted(line.split()[1] for line in output.splitlines() if " played, " in line)


class LearnTest(ClusterTest):
    script = ROOT / "scripts/cluster-learn.py"

    def alone(self, *arguments: str, seeds: range) -> dict[str, bytes]:
        """The files of the same games when one machine plays them."""
        folder = self.directory / "alone"
        for seed in seeds:
            play_alone(folder, *arguments, f"--seed={seed}")
        return files_of(folder)


class Deaths(LearnTest):
    """Regardless of what is killed, existing parts stay, the others are played, and nothing is left running."""

    def first_parts(self, head: "subprocess.Popen[str]") -> dict[str, int]:
        return wait_until("the first part", lambda: self.folder.exists() and inodes_of(self.folder))

    def test_a_worker_is_killed(self) -> None:
        head = self.start(*SLOW, "--parts=6", "--workers=2", f"--out={self.folder}")
        before = self.first_parts(head)
        victim: psutil.Process = wait_until("a part that is played", lambda: self.watched_below(head))[0]
        seed = next(word for word in victim.cmdline() if word.startswith("--seed=")).partition("=")[2]
        worker = victim.parent()
        worker.kill()
        self.check_is_gone("a part whose worker was killed", [victim])
        # The worker was one of two, was not the head or its monitor, and had not delivered its part yet.
        self.assertNotEqual(worker.pid, head.pid)
        self.assertNotIn(f"dameo-{seed}.games", before)
        self.assertIsNone(head.poll(), "it ended too early: no worker was killed during the work")
        output = self.finish(head)
        self.assertEqual(played(output), [f"dameo-{seed}.games" for seed in range(1, 7)])
        self.assertLessEqual(before.items(), inodes_of(self.folder).items())
        self.assertEqual(files_of(self.folder), self.alone(*SLOW, seeds=range(1, 7)))

    def test_the_head_is_killed(self) -> None:
        command = [*SLOW, "--parts=4", "--workers=1", f"--out={self.folder}"]
        head = self.start(*command)
        self.first_parts(head)
        family = psutil.Process(head.pid).children(recursive=True)
        head.kill()
        head.communicate()
        self.check_is_gone("all that the head has started", family)
        before = inodes_of(self.folder)
        self.assertLess(len(before), 4)
        # As if the script had been killed while it was receiving a file.
        (self.folder / "arriving").mkdir(exist_ok=True)
        (self.folder / "arriving/dameo-9.games").write_text("half a file")
        output = self.finish(self.start(*command))
        names = {f"dameo-{seed}.games" for seed in range(1, 5)}
        self.assertEqual(played(output), sorted(names - before.keys()))
        self.assertLessEqual(before.items(), inodes_of(self.folder).items())
        self.assertEqual(files_of(self.folder), self.alone(*SLOW, seeds=range(1, 5)))


class Parts(LearnTest):
    def test_parts_equal_those_of_one_machine(self) -> None:
        alone = self.alone(*QUICK, seeds=range(5, 8))
        self.folder.mkdir()
        names = [f"dameo-{seed}.games" for seed in (5, 6, 7)]
        self.assertEqual(sorted(alone), names)
        # The first one is complete. The second one lacks its first game, but has another one and a half at its end.
        longer = self.directory / "longer"
        play_alone(longer, "--variant=dameo", "--nodes=100", "--seed=6", f"--games={GAMES + 2}")
        head, games = split(files_of(longer)[names[1]])
        self.assertEqual((len(games), split(alone[names[1]])), (GAMES + 2, (head, games[:GAMES])))
        (self.folder / names[0]).write_bytes(alone[names[0]])
        (self.folder / names[1]).write_bytes(head + b"".join(games[1:])[:-1])
        inode = inodes_of(self.folder)[names[0]]
        command = [*QUICK, "--seed=5", "--workers=1", f"--out={self.folder}"]
        output = self.finish(self.start(*command, "--parts=3"))
        self.assertEqual(played(output), names[1:])
        self.assertIn(f"3 parts of {GAMES} games in {self.folder}", output)
        # Existing games are kept, except the incomplete one.
        second = head + b"".join([*games[1:-1], games[0]])
        self.assertEqual(files_of(self.folder), {**alone, names[1]: second})
        self.assertEqual(inodes_of(self.folder)[names[0]], inode)
        # All parts exist, so broken workers do not matter, until one more part is requested.
        unable = self.broken_program("echo 'no, thanks' >&2; exit 3")
        before = inodes_of(self.folder)
        self.finish(self.start(*command, unable, "--parts=3"))
        errors = self.complaint(*command, unable, "--parts=4")
        self.assertIn("dameo-8.games: no, thanks", errors)
        self.assertIn("run the same command again", errors)
        self.assertEqual(inodes_of(self.folder), before)

    def test_weights_are_sent_to_the_workers(self) -> None:
        weights = self.directory / "some.net"
        shutil.copy(WEIGHTS, weights)
        # The workers cannot read the file at its path.
        far_away = self.broken_program(f"case $* in *{weights}*) echo 'where?' >&2; exit 3;; esac")
        command = [*QUICK, "--parts=1", f"--eval={weights}", "--workers=1", f"--out={self.folder}"]
        self.finish(self.start(*command, far_away))
        files = files_of(self.folder)
        self.assertEqual(files, self.alone(*QUICK, f"--eval={weights}", seeds=range(1, 2)))
        checksum = zlib.crc32(WEIGHTS.read_bytes())
        self.assertIn(f"evaluation={checksum:08x}\n".encode(), files["dameo-1.games"])
        # Weights of another game are rejected.
        shutil.copy(WEIGHTS.with_name("croda.net"), weights)
        self.assertIn("this is a net for croda", self.complaint(*command).lower())


class Complaints(LearnTest):
    def test_complaints(self) -> None:
        out = f"--out={self.folder}"
        for arguments, word in (
            ([*QUICK, "--parts=1"], "--out"),
            ([*QUICK, out], "--parts"),
            ([*QUICK, out, "--parts=0"], "--parts"),
            ([*QUICK, out, "--parts=1", "--count=1"], "--count"),
            ([*QUICK, out, "--parts=1", "--until-eof"], "--until-eof"),
            ([*QUICK, out, "--parts=1", "--seed=-1"], "--seed"),
            ([*QUICK, out, "--parts=1", "--program=/nowhere"], "cargo build"),
            ([*QUICK, out, "--parts=1", "--eval=/nowhere.net"], "/nowhere.net"),
            ([*QUICK, out, "--parts=1", "--scheduler=tcp://127.0.0.1:1"], "no scheduler"),
            (["--variant=chess", out, "--parts=1"], "chess"),
        ):
            with self.subTest(word):
                self.assertIn(word, self.complaint(*arguments))
                self.assertFalse(list(self.folder.glob("*")))

    def test_folders_with_other_games(self) -> None:
        """Such folders are rejected, and not changed."""
        command = [*QUICK, "--parts=2", "--eval=hand-made", f"--out={self.folder}"]
        other = [*QUICK, "--eval=hand-made"]
        for arguments, name in (
            ([*other, "--seed=9", "--variant=croda"], "croda-9.games"),
            ([*other, "--seed=2", "--nodes=101"], "dameo-2.games"),
            ([*other, "--seed=9", "--nodes=101"], "dameo-9.games"),
            ([*other, "--seed=9", "--eval=auto"], "dameo-9.games"),
        ):
            with self.subTest(arguments[-1], name=name):
                options = dict(word.split("=") for word in arguments)
                play_alone(self.folder, *map("=".join, options.items()))
                before = files_of(self.folder)
                errors = self.complaint(*command)
                self.assertRegex(errors, f"{name}: its games have other settings .*; use another folder")
                self.assertEqual(files_of(self.folder), before)
                shutil.rmtree(self.folder)

    def test_a_folder_that_another_process_uses(self) -> None:
        self.folder.mkdir()
        lock = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.assertIn("another process", self.complaint(*QUICK, "--parts=1", f"--out={self.folder}"))
        self.assertEqual(files_of(self.folder), {})

    def test_a_part_that_another_process_changes(self) -> None:
        """The part is not replaced by one that may have fewer games."""
        alone = self.alone(*QUICK, seeds=range(1, 2))
        growing = self.broken_program(f"cp '{self.directory}/alone/dameo-1.games' '{self.folder}'")
        errors = self.complaint(*QUICK, "--parts=1", "--workers=1", f"--out={self.folder}", growing)
        self.assertIn("dameo-1.games: another process has added games", errors)
        self.assertEqual(files_of(self.folder), alone)

    def test_workers_that_send_something_else(self) -> None:
        for change, words in (
            ("s/--nodes=100/--nodes=99/", "a worker has sent other games"),
            (f"s/--games={GAMES}/--games=2/", f"a worker has sent 2 of {GAMES} games"),
        ):
            with self.subTest(words):
                broken = self.broken_program(f"set -- $(echo \"$@\" | sed {change})")
                command = [*QUICK, "--parts=1", "--workers=1", f"--out={self.folder}", broken]
                self.assertIn(words, self.complaint(*command))
                self.assertEqual(files_of(self.folder), {})


if __name__ == "__main__":
    unittest.main()
