"""The work of a worker: playing a few pairs of games. This module is sent to the workers, which need not have it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence

from distributed import get_worker

from clusterlib.worker import run_watched


def play_unit(
    program: str, arguments: Sequence[str], openings: str, first: int, last: int, games: int
) -> list[str]:
    """Plays the pairs from `first` to `last` of the match, with `games` games. Returns the lines of its log.

    The file of openings was sent to all workers. Only a temporary folder changes, so any worker can play the unit
    again.
    """
    worker = get_worker()
    # Inside the worker's folder, which is removed if the worker dies.
    with tempfile.TemporaryDirectory(prefix="match-", dir=worker.local_directory) as folder:
        out = os.path.join(folder, "match")
        command = [program, "match", *arguments, f"--pairs={first}-{last}", f"--out={out}"]
        command.append(f"--openings={os.path.join(worker.local_directory, openings)}")
        status, complaint = run_watched(command, folder)
        lines = lines_of(os.path.join(out, "games.jsonl"))
        if status != 0 or len(lines) != games:
            complaint = complaint or f"{len(lines)} of {games} games, exit status {status}"
            raise ChildProcessError(f"{worker.address}, pairs {first}-{last}: {complaint}")
        return lines


def lines_of(path: str) -> list[str]:
    """The lines of a log; empty if it does not exist."""
    if not os.path.exists(path):
        return []
    # Only line feeds end a line of the log: texts may contain other line separators.
    with open(path, encoding="utf-8", newline="\n") as text:
        return [line.removesuffix("\n") for line in text]
