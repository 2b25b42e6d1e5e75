#!/usr/bin/env python3
"""Drives one engine process from Python: a game of the engine against random moves, or against itself.

This is an example for test harnesses, short enough to be copied together with the folder coupturc, which talks to the
engine.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from coupturc import Engine, EngineError, Game

PROGRAM = Path(__file__).resolve().parents[1] / "target/release/coupturc"


def play_game(engine: Engine, nodes: int, rng: random.Random | None, max_moves: int) -> Game:
    """Plays until the rules end the game or `max_moves` moves have been played. The engine plays White, and
    Black too if `rng` is None."""
    game = engine.new_game()
    while game.result == "none" and len(game.moves) < max_moves:
        ply, score = len(game.moves), ""
        if rng and game.turn == "B":
            move = rng.choice(game.legal_moves)
        else:
            found = engine.think(game, nodes=nodes)
            move, score = found.move, "" if found.score is None else f"{found.score:.2f}"
        print(f"{ply // 2 + 1:3}{'...' if ply % 2 else '.  '} {move:20} {score}".rstrip())
        game.play(move)
    return game


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--variant", default="dameo", metavar="GAME", help="a game that the engine declares (default: %(default)s)"
    )
    parser.add_argument("--opponent", choices=("random", "self"), default="random", help="the player of Black")
    parser.add_argument("--nodes", type=int, default=2000, metavar="N", help="nodes per search")
    parser.add_argument("--moves", type=int, default=400, metavar="N", help="stop after this many moves by both sides")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the random moves")
    parser.add_argument("engine", nargs="*", help=f"command of the engine (default: {PROGRAM.name} as built by cargo)")
    options = parser.parse_args()
    command = options.engine or [str(PROGRAM)]
    rng = random.Random(options.seed) if options.opponent == "random" else None
    try:
        # Leaving the block ends the process in any case.
        with Engine(command if len(command) > 1 else command[0], variant=options.variant, threads=1) as engine:
            print(f"{engine.name} {engine.version} plays {options.variant}")
            game = play_game(engine, options.nodes, rng, options.moves)
            print(f"result: {game.result}, reason: {game.reason}")
    except EngineError as error:
        print(f"drive-engine.py: {' '.join(command)}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
