"""The folder of a match: `coupturc match` creates it, writes its report and can resume it; this module adds the games
of the workers to its log."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from clusterlib.program import Refusal, run_counts, run_program

STATE = "cluster.json"
LOG = "games.jsonl"
OPENINGS = "openings.json"


@dataclass(frozen=True)
class Unit:
    """Some pairs of games, the last one included."""

    first: int
    last: int


class Folder:
    """The folder of a match, to which only this process adds games."""

    def __init__(self, path: Path, program: str) -> None:
        self._path = path
        self._program = program
        try:
            state = json.loads((path / STATE).read_text(encoding="utf-8"))
            self._log = open(path / LOG, "r+b")
        except FileNotFoundError as error:
            raise Refusal(f"{path} is not the folder of a match on a cluster: no {error.filename}") from error
        self.arguments: list[str] = state["arguments"]
        self.has_sprt: bool = state["has_sprt"]
        self.pairs: int = state["pairs"]
        # Two, or one if each opening is played once.
        self.games_a_pair: int = state["games"] // max(1, self.pairs)
        try:
            fcntl.flock(self._log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Refusal(f"{path}: another process is playing this match") from error
        self._numbers = self._read_log()

    @classmethod
    def begin(
        cls, path: Path, program: str, arguments: Sequence[str], openings: Sequence[str], test: Sequence[str]
    ) -> Folder:
        """Creates the folder. The program checks the arguments, finds openings, and counts pairs and games. Workers get
        the openings that were found instead of the options in `test` and `openings`."""
        counts = run_counts(program, "match", *arguments, *test, *openings, f"--out={path}", "--begin-only")
        state = {"arguments": list(arguments), "has_sprt": len(test) > 0}
        state |= {what: counts[what] for what in ("pairs", "games")}
        unfinished = path / f"{STATE}.tmp"
        unfinished.write_text(json.dumps(state, indent=2), encoding="utf-8")
        unfinished.rename(path / STATE)
        return cls(path, program)

    def _read_log(self) -> set[int]:
        """The numbers of all games in the log. An incomplete last line is removed."""
        text = self._log.read()
        complete = text[: text.rfind(b"\n") + 1]
        self._log.truncate(len(complete))
        self._log.seek(len(complete))
        return {json.loads(line)["number"] for line in complete.split(b"\n") if line}

    def units(self, size: int) -> list[Unit]:
        """All incomplete pairs, in runs of at most `size` pairs."""
        units: list[Unit] = []
        for pair in range(1, self.pairs + 1):
            # The games of a pair are consecutive: 1 and 2, 3 and 4, ...
            end = pair * self.games_a_pair + 1
            if self._numbers.issuperset(range(end - self.games_a_pair, end)):
                continue
            last = units[-1] if units else None
            if last and last.last == pair - 1 and pair - last.first < size:
                units[-1] = Unit(last.first, pair)
            else:
                units.append(Unit(pair, pair))
        return units

    @property
    def openings(self) -> Path:
        """The file of openings."""
        return self._path / OPENINGS

    def add(self, lines: Iterable[str]) -> None:
        """Adds games to the log, except those that it already has."""
        games = {json.loads(line)["number"]: line for line in lines}
        fresh = {number: line for number, line in games.items() if number not in self._numbers}
        self._log.write("".join(f"{line}\n" for line in fresh.values()).encode())
        self._log.flush()
        os.fsync(self._log.fileno())
        self._numbers |= fresh.keys()

    def remove_unplayed(self) -> bool:
        """Removes the files of `begin`, if no game was played."""
        if self._numbers:
            return False
        for name in (STATE, LOG, OPENINGS, "match.json"):
            (self._path / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._path.rmdir()
        return True

    def report(self) -> str:
        """Writes the report, and returns the results in a few lines."""
        return run_program(self._program, "match", "--report", str(self._path))

    def is_decided(self) -> bool:
        """Whether there is a sequential test that has decided."""
        return self.has_sprt and any(
            line.startswith("SPRT") and "accepted" in line for line in self.report().splitlines()
        )
