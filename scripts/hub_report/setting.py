"""What all measurements share: the engine's command and games, the number of trials, random numbers, progress."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from hublib.games import ONLY_GAME


@dataclass
class Setting:
    """Everything that a measurement needs to know. `share` is the proportion of the full number of trials to make."""

    command: Sequence[str]
    share: float = 1.0
    moves: int = 1000
    games: int = 200
    timeout: float = 60.0
    variants: Sequence[str] = (ONLY_GAME,)
    chance: random.Random = field(default_factory=random.Random)
    shown_at: float = 0.0

    def trials(self, count: int) -> int:
        return max(2, round(count * self.share))

    def progress(self, what: str, done: int, of: int) -> None:
        """Prints progress on one line of a terminal, overwriting it; prints nothing if the output is not a terminal."""
        if not sys.stderr.isatty():
            return
        now = time.perf_counter()
        if done < of and now - self.shown_at < 0.2:
            return
        self.shown_at = now
        end = "\r\033[K" if done >= of else ""
        print(f"\r\033[K{what}: {done} of {of}{end}", end="", file=sys.stderr, flush=True)
