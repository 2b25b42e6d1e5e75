"""The folder of the games, and the distribution of its parts to the workers of a cluster."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from distributed import Client

from clusterlib.cluster import Job, Work, hand_out, send_file
from clusterlib.folder import lock
from clusterlib.program import Refusal, run_counts

from . import part as part_module
from .part import play_part

# The values of --eval that do not name files of weights.
NO_FILES = ("", "auto", "hand-made")


@dataclass(frozen=True)
class Plan:
    """The requested games: `parts` parts with consecutive seeds, of `games` games each."""

    program: str
    # The arguments of `coupturc learn games`, without those below.
    arguments: Sequence[str]
    evaluation: str
    games: int
    seed: int
    parts: int

    def arguments_of(self, seed: int) -> list[str]:
        """The arguments of a part, without its evaluation."""
        return [*self.arguments, f"--games={self.games}", f"--seed={seed}"]

    def count(self, folder: Path, seed: int, parts: int) -> dict[str, int]:
        """The number of games of each part, by its name. A folder with other games is rejected."""
        further = (f"--eval={self.evaluation}", f"--out={folder}", f"--count={parts}")
        return run_counts(self.program, "learn", "games", *self.arguments_of(seed), *further)


@dataclass(frozen=True)
class Part:
    """An incomplete part, and its existing games."""

    name: str
    seed: int
    partial: bytes


class Folder:
    """A folder of games, to which no other process of this script adds parts."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._path = path
        self.plan = plan
        # The program checks the arguments and the existing parts first.
        counts = plan.count(path, plan.seed, plan.parts)
        path.mkdir(parents=True, exist_ok=True)
        lock(path)
        self.missing = [
            Part(name, seed, self._bytes_of(name))
            for seed, (name, games) in enumerate(counts.items(), plan.seed)
            if games < plan.games
        ]

    def _bytes_of(self, name: str) -> bytes:
        path = self._path / name
        return path.read_bytes() if path.exists() else b""

    def add(self, part: Part, file: bytes) -> bool:
        """Adds a part from a worker, if it is complete, in one step. Returns true: more parts are always wanted."""
        arriving = self._path / "arriving"
        # A leftover of a process that was killed.
        shutil.rmtree(arriving, ignore_errors=True)
        arriving.mkdir()
        try:
            with open(arriving / part.name, "wb") as unfinished:
                unfinished.write(file)
                unfinished.flush()
                os.fsync(unfinished.fileno())
            self._check(part, arriving)
            if self._bytes_of(part.name) != part.partial:
                raise Refusal(f"{self._path / part.name}: another process has added games; stop that one first")
            (arriving / part.name).rename(self._path / part.name)
        finally:
            shutil.rmtree(arriving)
        return True

    def _check(self, part: Part, arriving: Path) -> None:
        try:
            games = self.plan.count(arriving, part.seed, 1)[part.name]
        except Refusal as error:
            raise Refusal(f"a worker has sent other games than requested: {error}") from error
        if games < self.plan.games:
            raise Refusal(f"{part.name}: a worker has sent {games} of {self.plan.games} games")


def play(client: Client, folder: Folder, threads: int) -> None:
    """Plays all missing parts, each by a worker on `threads` threads."""
    plan = folder.plan
    is_file = plan.evaluation not in NO_FILES
    weights = send_file(client, Path(plan.evaluation)) if is_file else None
    further = [f"--threads={threads}", *([] if is_file else [f"--eval={plan.evaluation}"])]

    def job(part: Part) -> Job:
        arguments = [*plan.arguments_of(part.seed), *further]
        task = (plan.program, arguments, weights, part.name, part.partial)
        return Job(f"part {part.name}", 1, task, lambda file: folder.add(part, file))

    hand_out(client, Work(play_part, part_module, "part", plan.parts), list(map(job, folder.missing)))
