"""Runs the program on workers. This module is sent to the workers, which need not have it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from distributed import get_worker


def run_watched(command: Sequence[str], folder: str) -> tuple[int, str]:
    """Runs the program, which ends when this worker dies. Returns its exit status and its error output, which goes to
    a file in the folder."""
    errors = os.path.join(folder, "errors")
    with open(errors, "wb") as stderr:
        try:
            # The program's input stays empty and open: it ends when this worker dies, and that ends the program.
            # Leaving the block closes the input and waits.
            with subprocess.Popen(
                [*command, "--until-eof"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stderr
            ) as process:
                status = process.wait()
        except OSError as error:
            raise ChildProcessError(f"{get_worker().address} cannot start {command[0]}: {error}") from error
    with open(errors, encoding="utf-8", errors="replace") as text:
        return status, text.read().strip()
