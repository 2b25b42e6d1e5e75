#!/usr/bin/env python3
"""Drives one engine process from Python: a game of the engine against random moves, or against itself.

This is an example for test harnesses. The whole conversation is here, line by line; `hublib` only holds
the process and its pipes. It needs no package.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from hublib.engine import Engine, EngineFault, command_words
from hublib.games import introduction, values_of
from hublib.lines import HubLine, parse_line

PROGRAM = Path(__file__).resolve().parents[1] / "target/release/coupturc"
PATIENCE = 60.0


def ask(engine: Engine, question: str, answer: str) -> HubLine:
    """Sends a line and waits for the line that answers it, with its arguments taken apart."""
    engine.send(question)
    return parse_line(engine.wait_for(answer, PATIENCE).text)


def begin(engine: Engine, variant: str) -> None:
    """The handshake, then a new game of a variant from its start."""
    answers = introduction(engine, PATIENCE)
    games = values_of(answers, "variant")
    if variant not in games:
        raise ValueError(f"it does not play {variant}, expected one of: {', '.join(games)}")
    name = parse_line(answers[0].text)
    print(f"{name.get('name')} {name.get('version')} plays {variant}")
    engine.send(f"set-param name=variant value={variant}", "set-param name=threads value=1")
    ask(engine, "init", "ready")
    engine.send("new-game")


def think(engine: Engine, nodes: int) -> tuple[str, str]:
    """A move of the engine, and its score in men for the side that moves."""
    before: list = []
    engine.send(f"level nodes={nodes}", "go think")
    done = parse_line(engine.wait_for("done", PATIENCE, before).text)
    scores = [parse_line(line.text).get("score") for line in before if line.command == "info"]
    return done.get("move") or "", scores[-1] or "" if scores else ""


def choose(engine: Engine, chance: random.Random) -> str:
    """A random legal move."""
    return chance.choice((ask(engine, "legal-moves", "legal-moves").get("moves") or "").split())


def play_game(engine: Engine, nodes: int, chance: random.Random | None, most: int) -> HubLine:
    """Plays until the engine's rules end the game, or so many moves were made. White is the engine; Black too,
    unless there is chance."""
    for ply in range(most):
        status = ask(engine, "status", "status")
        if status.get("result") != "none":
            return status
        is_chance = chance is not None and ply % 2 == 1
        move, score = (choose(engine, chance), "") if is_chance else think(engine, nodes)
        print(f"{ply // 2 + 1:3}{'...' if ply % 2 else '.  '} {move:20} {score}".rstrip())
        # The move is made on the engine's own board. Who keeps a board may send `pos` with all moves instead.
        engine.send(f"play move={move}")
    return ask(engine, "status", "status")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--variant", default="dameo", metavar="GAME", help="one that the engine declares (default: %(default)s)"
    )
    parser.add_argument("--opponent", choices=("random", "self"), default="random", help="who plays Black")
    parser.add_argument("--nodes", type=int, default=2000, metavar="N", help="the engine searches so much a move")
    parser.add_argument("--moves", type=int, default=400, metavar="N", help="stop after so many moves of both")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with")
    parser.add_argument("engine", nargs="*", help=f"its command (default: {PROGRAM.name} as built by cargo)")
    options = parser.parse_args()
    command = command_words(options.engine) if options.engine else [str(PROGRAM)]
    chance = random.Random(options.seed) if options.opponent == "random" else None
    try:
        # Leaving the block ends the process, whatever has happened.
        with Engine(command) as engine:
            begin(engine, options.variant)
            status = play_game(engine, options.nodes, chance, options.moves)
            print(f"result: {status.get('result')}, reason: {status.get('reason')}")
            engine.send("quit")
            return engine.wait_for_end(PATIENCE)
    except (EngineFault, OSError, ValueError) as error:
        print(f"drive-engine.py: {' '.join(command)}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
