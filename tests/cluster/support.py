"""Shared code for the tests of the cluster scripts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

PROGRAM = os.environ.get("COUPTURC", str(ROOT / "target/release/coupturc"))
# Longer than anything takes here on a busy machine.
PATIENCE = 120.0


def wait_until(what: str, condition: Callable[[], Any]) -> Any:
    """Waits until the condition is true; returns its result."""
    deadline = time.monotonic() + PATIENCE
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {PATIENCE:g} s: {what}")
        time.sleep(0.01)
    return result


def is_watched(process: psutil.Process) -> bool:
    """Whether a worker started this process."""
    try:
        return "--until-eof" in process.cmdline()
    except psutil.Error:
        return False


class ClusterTest(unittest.TestCase):
    """A test of the script with a folder."""

    script: Path

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)
        self.folder = self.directory / "played"

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(self.script), f"--program={PROGRAM}", *arguments]
        head = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(self.end, head)
        return head

    @staticmethod
    def end(head: "subprocess.Popen[str]") -> None:
        head.kill()
        head.communicate()

    def finish(self, head: "subprocess.Popen[str]") -> str:
        output, errors = head.communicate(timeout=PATIENCE)
        self.assertEqual(head.returncode, 0, errors)
        return output

    def complaint(self, *arguments: str) -> str:
        """The error output of a command that fails, which must not be a Python traceback."""
        head = self.start(*arguments)
        output, errors = head.communicate(timeout=PATIENCE)
        self.assertNotEqual(head.returncode, 0)
        self.assertNotIn("Traceback", errors)
        self.assertEqual(output, "")
        return errors

    def broken_program(self, instead: str) -> str:
        """A program that runs `instead` when it should do the work of a worker."""
        broken = self.directory / "broken"
        broken.write_text(
            f"#!/bin/sh\ncase $* in *--until-eof*) {instead};; esac\nexec '{PROGRAM}' \"$@\"\n"
        )
        broken.chmod(0o755)
        return f"--program={broken}"

    @staticmethod
    def watched_below(head: "subprocess.Popen[str]") -> list[psutil.Process]:
        """The processes that the workers have started."""
        try:
            return [process for process in psutil.Process(head.pid).children(recursive=True) if is_watched(process)]
        except psutil.NoSuchProcess:
            return []

    def check_is_gone(self, what: str, processes: list[psutil.Process]) -> None:
        def is_running(process: psutil.Process) -> bool:
            try:
                return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
            except psutil.NoSuchProcess:
                return False

        wait_until(f"the end of {what}", lambda: not any(map(is_running, processes)))
