"""Tests an engine with the tactical suite."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from hublib.engine import Arrival, Engine, EngineFault, command_words
from hublib.games import games_of, introduction
from hublib.lines import LineFault, parse_line

from .suite import Problem, SuiteFault, games_with_problems, hub_arguments, read, same_move

DEFAULT_ENGINE = "target/release/coupturc"
# How many seconds after its time an engine counts as hanging.
PATIENCE = 30.0


@dataclass(frozen=True)
class Attempt:
    """The move of an engine, and the number of seconds after which it no longer changed."""

    problem: Problem
    move: str
    seconds: float

    @property
    def is_solved(self) -> bool:
        return self.problem.is_solved_by(self.move)


def last_change(infos: Sequence[Arrival], move: str, began: float, ended: float) -> float:
    """The number of seconds after which the best move of a search no longer changed."""
    since = ended
    for info in reversed(infos):
        line = parse_line(info.text)
        if line.get("multipv") not in (None, "1") or not line.get("pv"):
            continue
        if not same_move((line.get("pv") or "").split()[0], move):
            break
        since = info.time
    return since - began


def attempt(engine: Engine, variant: str, problem: Problem, level: str, timeout: float) -> Attempt:
    """Makes one search, with an empty transposition table."""
    engine.send("new-game", f"pos {hub_arguments(variant, problem.fen)}", f"level {level}")
    # Clearing the table takes time, which must not count.
    engine.synchronise(PATIENCE)
    began = engine.send("go think")
    arrivals: list[Arrival] = []
    done = engine.wait_for("done", timeout, arrivals)
    move = parse_line(done.text).get("move") or ""
    infos = [arrival for arrival in arrivals if arrival.command == "info"]
    return Attempt(problem, move, last_change(infos, move, began, done.time))


def attempts(command: Sequence[str], variant: str, options: argparse.Namespace) -> list[Attempt]:
    """Tries all problems of a game, in one process."""
    level = f"nodes={options.nodes}" if options.nodes else f"move-time={options.time}"
    timeout = 600.0 if options.nodes else options.time + PATIENCE
    with Engine(command) as engine:
        introduction(engine, PATIENCE)
        for name, value in (("variant", variant), ("threads", options.threads), ("hash", options.hash)):
            engine.send(f"set-param name={name} value={value}")
        engine.send("init")
        engine.wait_for("ready", PATIENCE)
        return [attempt(engine, variant, problem, level, timeout) for problem in read(variant)]


def games_to_solve(command: Sequence[str]) -> list[str]:
    """The games that the engine plays and that have problems."""
    games = [game for game in games_of(command, PATIENCE) if game in games_with_problems()]
    if not games:
        raise SuiteFault("tests/data/tactics has no problems of the engine's games")
    return games


def report(variant: str, tried: Sequence[Attempt]) -> None:
    """Prints the results of a game."""
    solved = [one for one in tried if one.is_solved]
    times = [one.seconds for one in solved] or [0.0]
    print(
        f"{variant}: {len(solved)} of {len(tried)} solved ({len(solved) / len(tried):.1%}), "
        f"median {median(times):.3f} s, longest {max(times):.3f} s",
        flush=True,
    )
    for one in tried:
        if not one.is_solved:
            problem = one.problem
            best = " or ".join(problem.best)
            print(f"  {problem.fen}: played {one.move}, expected {best} ({problem.claim}; {problem.source})")


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tactics.py",
        description="Tests any Hub engine with the problems of tests/data/tactics.",
        epilog="exit code: 0 if enough problems are solved, 1 if not, 2 if the engine or a file has a fault",
    )
    parser.add_argument(
        "--variants",
        nargs="+",
        choices=games_with_problems(),
        metavar="GAME",
        help=f"some of: {', '.join(games_with_problems())} (default: the games of the engine)",
    )
    parser.add_argument("--time", type=float, default=1.0, help="seconds a problem (default: %(default)s)")
    parser.add_argument("--nodes", type=int, help="nodes a problem, instead of a time")
    parser.add_argument("--threads", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--hash", type=int, default=64, help="MiB (default: %(default)s)")
    parser.add_argument(
        "--least", type=float, default=0.95, help="share to be solved in each game (default: %(default)s)"
    )
    parser.add_argument(
        "engine", nargs="*", help=f"the command of the engine (default: {DEFAULT_ENGINE})"
    )
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    command = command_words(options.engine or [DEFAULT_ENGINE])
    enough = True
    try:
        for variant in options.variants or games_to_solve(command):
            tried = attempts(command, variant, options)
            if not tried:
                raise SuiteFault(f"{variant}: no problems, expected some in tests/data/tactics")
            report(variant, tried)
            enough &= sum(one.is_solved for one in tried) >= options.least * len(tried)
    except (EngineFault, LineFault, SuiteFault, OSError) as fault:
        print(f"tactics.py: {fault}", file=sys.stderr)
        return 2
    return 0 if enough else 1
