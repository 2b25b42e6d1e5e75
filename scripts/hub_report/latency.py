"""How soon the engine reacts: `stop`, `ping`, `quit`, the end of the input."""

from __future__ import annotations

import time
from collections.abc import Iterator

from hublib.engine import Engine

from .figures import Figure, within
from .player import Player, mebibytes, memory_kibibytes
from .setting import Setting

STOP_LIMIT, PING_LIMIT, END_LIMIT = 10.0, 5.0, 100.0
THREADS = (1, 2)


def machine(setting: Setting) -> Iterator[Figure]:
    """The time for a line through a program that does nothing but echo it: anything beyond that is due to the
    engine."""
    took: list[float] = []
    trials = setting.trials(500)
    with Engine(["cat"]) as echo:
        while len(took) < trials:
            echo.pause(setting.chance.uniform(0, 0.02))
            sent = echo.send("echo")
            took.append((echo.wait_for("echo", setting.timeout).time - sent) * 1000)
            setting.progress("machine", len(took), trials)
    yield Figure("for comparison: a line through cat", "none", True, took)


def stop_to_done(setting: Setting) -> Iterator[Figure]:
    """Endless searches, stopped at random moments, some of them immediately."""
    for threads in THREADS:
        in_all: list[float] = []
        for variant in setting.variants:
            took: list[float] = []
            wanted = setting.trials(100)
            with Player(setting, variant, threads) as player:
                while len(took) < wanted:
                    took += one_stop(player)
                    setting.progress(f"stop, {variant}, threads {threads}", len(took), wanted)
            in_all += took
            yield within(f"stop to done, {variant}, threads {threads}", took, STOP_LIMIT, 99)
        yield within(f"stop to done, all games, threads {threads}", in_all, STOP_LIMIT, 99)


def one_stop(player: Player) -> list[float]:
    """The milliseconds from `stop` to `done`; nothing if the search had ended by itself."""
    chance, engine = player.setting.chance, player.engine
    player.random_opening(40)
    engine.send("level infinite")
    engine.send(f"go {chance.choice(('think', 'analyze', 'ponder'))}")
    # About a tenth of them immediately, the others after up to a tenth of a second.
    engine.pause(max(0.0, chance.uniform(-0.01, 0.1)))
    ended = engine.has_said("done")
    stopped = engine.send("stop")
    arrival = engine.wait_for("done", player.setting.timeout)
    # With one legal move there is nothing to think about, and done may already be on its way.
    return [] if ended or arrival.time < stopped else [(arrival.time - stopped) * 1000]


def ping_to_pong(setting: Setting) -> Iterator[Figure]:
    for threads in THREADS:
        took: list[float] = []
        wanted = setting.trials(100)
        for number, variant in enumerate(setting.variants, 1):
            with Player(setting, variant, threads) as player:
                while len(took) < wanted * number:
                    took += some_pings(player, 10)
                    setting.progress(f"ping, threads {threads}", len(took), wanted * len(setting.variants))
        yield within(f"ping to pong during search, all games, threads {threads}", took, PING_LIMIT, 99)


def some_pings(player: Player, count: int) -> list[float]:
    chance, engine = player.setting.chance, player.engine
    player.random_opening(20)
    engine.send("level infinite", "go analyze")
    took = []
    for _ in range(count):
        engine.pause(chance.uniform(0, 0.02))
        sent = engine.send("ping")
        took.append((engine.wait_for("pong", player.setting.timeout).time - sent) * 1000)
    engine.send("stop")
    engine.wait_for("done", player.setting.timeout)
    return took


def end_of_process(setting: Setting) -> Iterator[Figure]:
    """The time from `quit`, or the end of the input, until the process is gone."""
    for hash_mebibytes in (16, 1024):
        for threads in THREADS:
            for how in ("quit", "end of input"):
                for searching in (False, True):
                    yield one_kind_of_end(setting, how, searching, threads, hash_mebibytes)


def one_kind_of_end(setting: Setting, how: str, searching: bool, threads: int, hash_mebibytes: int) -> Figure:
    what = f"{how} to exit, {'searching' if searching else 'idle'}, threads {threads}, hash {hash_mebibytes}"
    took: list[float] = []
    codes: set[int] = set()
    memory = 0
    trials = setting.trials(20)
    for trial in range(trials):
        variant = setting.variants[trial % len(setting.variants)]
        with Player(setting, variant, threads, hash_mebibytes) as player:
            occupy(player, searching)
            memory = max(memory, memory_kibibytes(player.engine.pid) or 0)
            began = player.engine.send("quit") if how == "quit" else player.engine.close_input()
            codes.add(player.engine.wait_for_end(setting.timeout))
            took.append((time.perf_counter() - began) * 1000)
        setting.progress(what, trial + 1, trials)
    figure = within(what, took, END_LIMIT, note=f"resident before: {mebibytes(memory)} at most")
    if codes != {0}:
        figure.ok, figure.note = False, f"{figure.note}; exit codes {sorted(codes)}, expected 0"
    return figure


def occupy(player: Player, searching: bool) -> None:
    """Puts something into the transposition table, then leaves the engine searching or idle."""
    player.think("move-time=0.05", "analyze")
    if searching:
        player.engine.send("level infinite", "go analyze")
        player.engine.pause(player.setting.chance.uniform(0.02, 0.2))
