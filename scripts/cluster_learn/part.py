"""The work of a worker: playing the games of a part. This module is sent to the workers, which need not have it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence

from distributed import get_worker

from clusterlib.worker import run_watched


def play_part(program: str, arguments: Sequence[str], weights: str | None, name: str, partial: bytes) -> bytes:
    """Completes the part `partial`, and returns the whole file, which has this name.

    The file of weights, if any, was sent to all workers. Only a temporary folder changes, so any worker can play the
    part again.
    """
    worker = get_worker()
    # Inside the worker's folder, which is removed if the worker dies.
    with tempfile.TemporaryDirectory(prefix="part-", dir=worker.local_directory) as folder:
        path = os.path.join(folder, name)
        if partial:
            with open(path, "wb") as file:
                file.write(partial)
        command = [program, "learn", "games", *arguments, f"--out={folder}"]
        if weights:
            command.append(f"--eval={os.path.join(worker.local_directory, weights)}")
        status, complaint = run_watched(command, folder)
        if status != 0 or not os.path.exists(path):
            complaint = complaint or f"no games, exit status {status}"
            raise ChildProcessError(f"{worker.address}, {name}: {complaint}")
        with open(path, "rb") as file:
            return file.read()
