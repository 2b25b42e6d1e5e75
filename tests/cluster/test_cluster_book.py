"""An opening book from a cluster of processes on this machine. Started by run.sh, which makes the environment."""

from __future__ import annotations

import fcntl
import os
import subprocess
import unittest
from pathlib import Path

from support import PATIENCE, PROGRAM, ROOT, ClusterTest, wait_until

# A part of QUICK takes a moment; one of SLOW a second or more on an idle machine.
QUICK = ["--variant=russian", "--positions=4", "--nodes=50"]
SLOW = ["--variant=russian", "--positions=40", "--nodes=4000"]


def book(*arguments: str) -> None:
    subprocess.run([PROGRAM, "book", *arguments], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)


class BookTest(ClusterTest):
    script = ROOT / "scripts/cluster-book.py"

    def parts(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.glob("russian-*.book")}

    def check_equals_one_machine(self, *arguments: str, seeds: range) -> None:
        """Compares the parts and the whole book with those that one machine builds."""
        alone = self.directory / "alone"
        alone.mkdir()
        files = [str(alone / f"russian-{seed}.book") for seed in seeds]
        for seed, file in zip(seeds, files):
            book("build", *arguments, "--threads=1", f"--seed={seed}", f"--out={file}")
        self.assertEqual(self.parts(), {Path(file).name: Path(file).read_bytes() for file in files})
        book("merge", *files, "--out", str(alone / "russian.book"))
        self.assertEqual((self.folder / "russian.book").read_bytes(), (alone / "russian.book").read_bytes())


class Deaths(BookTest):
    def test_a_worker_is_killed(self) -> None:
        head = self.start(*SLOW, "--parts=5", "--workers=2", f"--out={self.folder}")
        before = wait_until("the first part", self.parts)
        victim = wait_until("a part that is being built", lambda: self.watched_below(head))[0]
        worker = victim.parent()
        worker.kill()
        self.check_is_gone("a part whose worker was killed", [victim])
        self.assertNotEqual(worker.pid, head.pid)
        self.assertIsNone(head.poll(), "it ended too early: no worker was killed during the work")
        output = self.finish(head)
        self.assertEqual(output.count(" built, "), 5)
        self.assertLessEqual(before.items(), self.parts().items())
        self.check_equals_one_machine(*SLOW, seeds=range(5))

    def test_an_interrupted_book_goes_on(self) -> None:
        command = [*SLOW, "--parts=3", "--workers=1", f"--out={self.folder}"]
        head = self.start(*command)
        before = wait_until("the first part", self.parts)
        head.kill()
        head.communicate()
        before = self.parts()
        self.assertLess(len(before), 3)
        output = self.finish(self.start(*command))
        self.assertEqual(output.count(" built, "), 3 - len(before))
        self.check_equals_one_machine(*SLOW, seeds=range(3))


class Parts(BookTest):
    def test_more_parts_are_added(self) -> None:
        command = [*QUICK, "--workers=1", "--seed=7", f"--out={self.folder}"]
        self.finish(self.start(*command, "--parts=1"))
        self.assertEqual(list(self.parts()), ["russian-7.book"])
        output = self.finish(self.start(*command, "--parts=2"))
        self.assertEqual(output.count(" built, "), 1)
        self.assertIn("russian.book: ", output)
        self.check_equals_one_machine(*QUICK, seeds=range(7, 9))


class Complaints(BookTest):
    def test_complaints(self) -> None:
        out = f"--out={self.folder}"
        for arguments, word in (
            ([*QUICK, "--parts=1"], "--out"),
            ([*QUICK, out], "--parts"),
            ([out, "--parts=1"], "--variant"),
            ([*QUICK, out, "--parts=1", "--until-eof"], "--until-eof"),
            ([*QUICK, out, "--parts=1", "--scheduler=tcp://127.0.0.1:1"], "no scheduler"),
            ([*QUICK, out, "--parts=1", "--workers=1", "--program=/nowhere"], "/nowhere"),
            (["--variant=chess", "--positions=1", out, "--parts=1", "--workers=1"], "chess"),
        ):
            with self.subTest(word):
                self.assertIn(word, self.complaint(*arguments))
                self.assertFalse(list(self.folder.glob("*")))

    def test_a_folder_with_other_parts(self) -> None:
        command = ["--parts=1", "--workers=1", f"--out={self.folder}"]
        self.finish(self.start(*QUICK, *command))
        before = self.parts()
        self.assertIn("other options", self.complaint(*QUICK, "--nodes=51", *command))
        self.assertEqual(self.parts(), before)

    def test_a_folder_that_another_process_uses(self) -> None:
        self.folder.mkdir()
        descriptor = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        self.assertIn("another process", self.complaint(*QUICK, "--parts=1", f"--out={self.folder}"))


if __name__ == "__main__":
    unittest.main()
