"""What a worker does: it plays a few pairs of games. This module travels to the workers, which need not have it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence

from distributed import get_worker

from clusterlib.worker import run_watched


def play_unit(
    program: str, arguments: Sequence[str], openings: str, first: int, last: int, games: int
) -> list[str]:
    """Plays the pairs from `first` to `last` of the match, so many games, and gives the lines of its log, one a game.

    The file of openings was sent to all workers. Nothing outside a temporary folder changes, so the unit may be played
    again, by anybody.
    """
    worker = get_worker()
    # Below the worker's own folder: whoever cleans up behind a dead worker takes it along.
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
    """The lines of a log; none if it is not there."""
    if not os.path.exists(path):
        return []
    # Only line feeds end a line of the log: other line ends may stand in a text.
    with open(path, encoding="utf-8", newline="\n") as text:
        return [line.removesuffix("\n") for line in text]
