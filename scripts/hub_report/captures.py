"""How well the engine keeps its time where captures take longest to find: the positions in tests/data/captures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from .figures import Figure, within
from .latency import END_LIMIT, THREADS
from .player import Player
from .setting import Setting

MOVE_TIME = 0.05
LATE_LIMIT, STOP_LIMIT = 20.0, 100.0
FOLDER = Path(__file__).parents[2] / "tests/data/captures"


def expensive_captures(setting: Setting) -> Iterator[Figure]:
    """Searches each position in its own process."""
    for threads in THREADS:
        late: list[float] = []
        stopped: list[float] = []
        left: list[float] = []
        for variant in setting.variants:
            positions = read_positions(variant)[: setting.trials(1000)]
            for number, position in enumerate(positions, 1):
                with Player(setting, variant, threads) as player:
                    player.engine.send(f"pos pos={position}")
                    late.append(lateness(player))
                    stopped.append(stop_to_done(player))
                    left.append(quit_to_exit(player))
                setting.progress(f"captures, {variant}, threads {threads}", number, len(positions))
        what = f"expensive captures, threads {threads}"
        yield within(f"{what}: later than move-time={MOVE_TIME}", late, LATE_LIMIT)
        yield within(f"{what}: stop to done", stopped, STOP_LIMIT)
        yield within(f"{what}: quit to exit", left, END_LIMIT)


def read_positions(variant: str) -> list[str]:
    lines = (FOLDER / f"{variant}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.rsplit("\t", 1)[-1] for line in lines if not line.startswith("#")]


def lateness(player: Player) -> float:
    """By how many milliseconds `done` is late."""
    player.engine.send(f"level move-time={MOVE_TIME}")
    sent = player.engine.send("go think")
    took = player.engine.wait_for("done", player.setting.timeout).time - sent
    return max(0.0, took - MOVE_TIME) * 1000


def stop_to_done(player: Player) -> float:
    player.engine.send("level infinite", "go analyze")
    player.engine.pause(player.setting.chance.uniform(0, 0.1))
    sent = player.engine.send("stop")
    return max(0.0, player.engine.wait_for("done", player.setting.timeout).time - sent) * 1000


def quit_to_exit(player: Player) -> float:
    """The time from `quit` in the middle of a search until the process is gone, after the `done` of the search."""
    player.engine.send("level infinite", "go analyze")
    player.engine.pause(player.setting.chance.uniform(0, 0.05))
    sent = player.engine.send("quit")
    player.engine.wait_for("done", player.setting.timeout)
    player.engine.wait_for_end(player.setting.timeout)
    return (time.perf_counter() - sent) * 1000
