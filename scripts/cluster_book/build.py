"""The folder of a book and its parts, and the distribution of the parts to the workers of a cluster."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from distributed import Client

from clusterlib.cluster import Job, Work, hand_out
from clusterlib.folder import lock, store
from clusterlib.program import Refusal, run_program

from . import part as part_module
from .part import build_part

# How the parts were built.
STATE = "cluster.json"


class Folder:
    """The folder of a book, to which no other process of this script adds parts."""

    def __init__(self, path: Path, program: str, game: str, arguments: Sequence[str], seeds: range) -> None:
        self._path, self._game, self._seeds = path, game, seeds
        self.program, self.arguments = program, list(arguments)
        path.mkdir(parents=True, exist_ok=True)
        lock(path)
        self._check_parts()
        self.missing = [seed for seed in seeds if not self._part(seed).exists()]

    def _check_parts(self) -> None:
        """Rejects a folder with parts that were built in another way."""
        file = self._path / STATE
        if file.exists() and file.read_bytes() != self._state():
            raise Refusal(f"{self._path}: its parts were built with other options; give these, or use another folder")

    def _state(self) -> bytes:
        return json.dumps({"arguments": sorted(self.arguments)}, indent=2).encode()

    def _part(self, seed: int) -> Path:
        return self._path / f"{self._game}-{seed}.book"

    @property
    def parts(self) -> int:
        return len(self._seeds)

    def add(self, seed: int, book: bytes) -> bool:
        """Adds a part, in one step. Returns true: more parts are always wanted."""
        store(self._path / STATE, self._state())
        store(self._part(seed), book)
        return True

    def merge(self) -> str:
        """Merges all parts, and returns what the program says."""
        parts = [str(self._part(seed)) for seed in self._seeds]
        return run_program(self.program, "book", "merge", *parts, "--out", str(self._path / f"{self._game}.book"))


def build(client: Client, folder: Folder) -> None:
    """Builds all missing parts, each on a worker."""

    def job(seed: int) -> Job:
        name = f"seed-{seed}.book"
        task = (folder.program, [*folder.arguments, f"--seed={seed}"], name)
        return Job(f"part {seed}", 1, task, lambda book: folder.add(seed, book))

    hand_out(client, Work(build_part, part_module, "part", folder.parts, "built"), list(map(job, folder.missing)))
