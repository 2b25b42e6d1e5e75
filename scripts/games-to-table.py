#!/usr/bin/env python3
"""Plays many quick games of the engine against itself, writes a CSV table with a row for each game, for R, pandas or a
spreadsheet, and prints a summary.

This is an example for research, short enough to copy together with the folder coupturc, which talks to the engine. A
game begins with random moves from its seed: with --nodes, the same seed gives the same game. The column captures counts
the capturing moves, captured the pieces taken; choice is the mean number of legal moves, and forced the share of plies
with only one, both after the opening.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import random
import signal
import sys
import time
from pathlib import Path
from statistics import mean

from coupturc import Engine, EngineError, Game

PROGRAM = Path(__file__).resolve().parents[1] / "target/release/coupturc"
COLUMNS = "game seed opening result reason plies choice forced captures captured promotions seconds".split()


def kings(fen: str, side: str) -> int:
    """The number of kings of a side."""
    return next(pieces.count("K") for pieces in fen.split(":")[1:] if pieces.startswith(side))


def play(game: Game, move: str, row: dict) -> None:
    side, before = game.turn, kings(game.fen, game.turn)
    game.play(move)
    row["captures"] += "x" in move
    row["captured"] += max(move.count("x") - 1, 0)
    row["promotions"] += kings(game.fen, side) - before


def play_game(engine: Engine, seed: int, options: argparse.Namespace) -> dict:
    """A game, as a row of the table."""
    began, dice, choices = time.monotonic(), random.Random(seed), []
    row = dict(game=engine.variant, seed=seed, captures=0, captured=0, promotions=0)
    game = engine.new_game()
    while game.result == "none" and len(game.moves) < options.opening_plies:
        play(game, dice.choice(game.legal_moves), row)
    row["opening"] = " ".join(game.moves)
    while game.result == "none" and len(game.moves) < options.max_plies:
        choices.append(len(game.legal_moves))
        play(game, engine.think(game, nodes=options.nodes, seconds=options.seconds).move, row)
    row.update(result=game.result, reason=game.reason, plies=len(game.moves), choice=round(mean(choices or [0]), 2))
    row.update(forced=round(choices.count(1) / max(len(choices), 1), 3), seconds=round(time.monotonic() - began, 3))
    return row


ENGINE: Engine | None = None  # The engine of this process.


def work(task: tuple[str, int, argparse.Namespace]) -> dict | str:
    """Plays one game in a process of the pool, or returns an error message."""
    global ENGINE
    variant, seed, options = task
    try:
        # For deterministic searches: one thread, and no tables, since they are loaded in the background.
        ENGINE = ENGINE or Engine(options.engine, threads=1, hash=16, tables_pieces=0)
        ENGINE.set(variant=variant)
        return play_game(ENGINE, seed, options)
    except EngineError as error:
        return str(error)


def ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one should handle it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_all(tasks: list, table: csv.DictWriter, file, options: argparse.Namespace) -> list[dict]:
    """Plays the games, and writes each one when it ends. After Ctrl-C the games already written are kept."""
    rows: list[dict] = []
    with multiprocessing.Pool(options.processes, ignore_interrupts) as pool:
        try:
            for row in pool.imap_unordered(work, tasks):
                if isinstance(row, str):
                    raise EngineError(row)
                rows.append(row)
                table.writerow(row)
                file.flush()
                print(f"\r{len(rows)} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("\ninterrupted", end="", file=sys.stderr)
    print(file=sys.stderr)
    return rows


def summary(rows: list[dict]) -> None:
    print(f"{'game':10} {'games':>6} {'White':>7} {'draws':>7} {'Black':>7} {'plies':>7} {'choice':>7} {'captured':>9}")
    for name in dict.fromkeys(row["game"] for row in rows):
        of = [row for row in rows if row["game"] == name]
        part = [f"{100 * mean(row['result'] == end for row in of):6.1f}%" for end in ("white-win", "draw", "black-win")]
        means = [mean(row[column] for row in of) for column in ("plies", "choice", "captured")]
        print(f"{name:10} {len(of):6}", *part, f"{means[0]:7.1f} {means[1]:7.1f} {means[2]:9.1f}")


def count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}': expected a whole number from 1")
    return int(text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", metavar="GAMES", help="games, separated by commas (default: all)")
    parser.add_argument("--games", type=count, default=1000, metavar="N", help="games of each (default: %(default)s)")
    parser.add_argument("--nodes", type=count, metavar="N", help="nodes a move (default: 500)")
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds a move, in addition or instead")
    parser.add_argument("--opening-plies", type=int, default=6, metavar="N", help="random moves (default: 6)")
    parser.add_argument("--max-plies", type=int, default=400, metavar="N", help="end longer games (default: 400)")
    parser.add_argument("--processes", type=count, default=os.cpu_count(), metavar="N", help="games at the same time")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first game; counts up")
    parser.add_argument("--out", default="games.csv", metavar="FILE", help="the table (default: %(default)s)")
    parser.add_argument("engine", nargs="*", default=[str(PROGRAM)], help="its command (default: as built by cargo)")
    options = parser.parse_args()
    if options.nodes is None and options.seconds is None:
        options.nodes = 500
    return options


def main() -> int:
    options = arguments()
    try:
        with Engine(options.engine) as engine:
            # A halt rule in this list, such as killer, is not a separate game.
            halts = engine.parameters.get("halt", {}).get("values", "").split()
            games = [name for name in engine.variants if name not in halts]
            names = options.variants.split(",") if options.variants else games
            for name in names:
                engine.set(variant=name)
        tasks = [(name, options.seed + number, options) for name in names for number in range(options.games)]
        with open(options.out, "x", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, COLUMNS)
            table.writeheader()
            rows = play_all(tasks, table, file, options)
    except FileExistsError:
        return complain(f"--out {options.out} exists; choose another file, or remove it")
    except (EngineError, OSError) as error:
        return complain(str(error))
    summary(rows)
    print(f"{options.out}: {len(rows)} games")
    return 0 if len(rows) == len(tasks) else 130


def complain(text: str) -> int:
    print(f"games-to-table.py: {text}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
