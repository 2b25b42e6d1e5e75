"""The command line of the report."""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from hublib.engine import EngineFault, command_words
from hublib.games import games_of

from . import captures, latency, memory, time_limits
from .figures import Figure, as_markdown, as_text
from .setting import Setting

DEFAULT_ENGINE = "target/release/coupturc"

MEASUREMENTS: dict[str, Callable[[Setting], Iterator[Figure]]] = {
    "machine": latency.machine,
    "stop": latency.stop_to_done,
    "ping": latency.ping_to_pong,
    "end": latency.end_of_process,
    "moves": time_limits.moves_in_time,
    "games": time_limits.games_in_time,
    "captures": captures.expensive_captures,
    "flood": memory.flood,
    "changes": memory.changes,
    "hash": memory.too_much,
    "searches": memory.many_searches,
}

DESCRIPTION = """\
Measures how soon the engine answers stop, ping, quit and the end of its input, whether it keeps its time in
moves and games, and whether its memory stays bounded. Uses the extensions of coupturc, so it is for this
engine. Figures are worth something only on a machine that has nothing else to do."""

EPILOG = """\
exit code: 0 if every figure meets its target, 1 if one does not, 2 if the engine cannot be started"""


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="hub-report.py",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=list(MEASUREMENTS),
        help="take only this measurement; may be repeated",
    )
    parser.add_argument("--quick", action="store_true", help="make a tenth of the trials")
    parser.add_argument(
        "--moves", type=int, default=1000, metavar="N", help="single moves (default: %(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="whole games (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, other openings (default: %(default)s)"
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="how long to wait before a measurement is given up (default: %(default)s)",
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument(
        "engine",
        nargs=argparse.REMAINDER,
        metavar="ENGINE_COMMAND",
        help=f"the command that starts the engine (default: {DEFAULT_ENGINE})",
    )
    return parser.parse_args(words)


def measure(name: str, setting: Setting) -> list[Figure]:
    """The figures of a measurement; if it breaks off, the last figure misses its target."""
    figures: list[Figure] = []
    try:
        for figure in MEASUREMENTS[name](setting):
            figures.append(figure)
    except EngineFault as fault:
        figures.append(Figure(f"{name}: broken off", "an answer", False, note=str(fault)))
    return figures


def circumstances(command: Sequence[str], began: float) -> str:
    """The circumstances on which the figures depend."""
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{' '.join(command)}: {platform.system()} {platform.machine()}, {os.cpu_count()} processors, "
        f"load {load}, Python {platform.python_version()}, taken in {time.perf_counter() - began:.0f} s"
    )


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    command = command_words(options.engine or [DEFAULT_ENGINE])
    try:
        variants = games_of(command, options.timeout)
    except OSError as error:
        print(f"hub-report.py: cannot start {' '.join(command)}: {error}", file=sys.stderr)
        return 2
    except EngineFault as fault:
        print(f"hub-report.py: {' '.join(command)} does not say which games it plays: {fault}", file=sys.stderr)
        return 2
    share = 0.1 if options.quick else 1.0
    setting = Setting(
        command,
        share,
        moves=max(5, round(options.moves * share)),
        games=max(1, round(options.games * share)),
        timeout=options.timeout,
        variants=variants,
        chance=random.Random(options.seed),
    )
    began = time.perf_counter()
    figures = [figure for name in options.only or MEASUREMENTS for figure in measure(name, setting)]
    print(as_markdown(figures) if options.markdown else as_text(figures))
    print(f"\n{circumstances(command, began)}")
    return 0 if all(figure.ok for figure in figures) else 1
