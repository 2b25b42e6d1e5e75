"""Positions and games for testing engines: famous ones, and reproducible random ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from .rules import START, Move, Position

# Each tests a difficult part of the rules.
NOTABLE = {
    "Woldouby": "Weeeeeeeeeeebbbebebbebebbwbwwewewwwwewweeeeeeeeeeee",
    "all kings": "WBBBBBBBBBBBBBBBBBBBBeeeeeeeeeeWWWWWWWWWWWWWWWWWWWW",
    "all about to promote": "Weeeeewwwwweeeeeeeeeeeeeeeeeeeeeeeeeeeeeebbbbbeeeee",
    "random, many captures": "BeeeeeweewwweeeeeBeewwwwBeeeeewWeweeeweeewwwweweeee",
}


def notable() -> list[tuple[str, Position]]:
    return [(name, Position.parse(text)) for name, text in NOTABLE.items()]


@lru_cache(maxsize=1000)
def random_game(seed: int, longest: int = 200) -> tuple[Move, ...]:
    """A game of random moves from the start, up to its end or until it could count as a draw."""
    chance = random.Random(seed)
    position, quiet = Position.parse(START), 0
    game: list[Move] = []
    while len(game) < longest and quiet < 16:
        moves = position.legal_moves()
        if not moves:
            break
        move = moves[chance.randrange(len(moves))]
        quiet = quiet + 1 if not move.captured and position.at(move.start).isupper() else 0
        position = position.play(move)
        game.append(move)
    return tuple(game)


def cut_to_live(game: Sequence[Move]) -> list[Move]:
    """The game without its end, so that a few pieces are left and the side to move has a legal move."""
    position, live = Position.parse(START), 0
    for ply, move in enumerate(game, 1):
        position = position.play(move)
        if len(position.cells.replace("e", "")) > 6 and position.legal_moves():
            live = ply
    return list(game[:live])


def random_positions(count: int, seed: int = 1) -> list[Position]:
    """Positions from random games, with either side to move, each with a legal move."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        game = cut_to_live(random_game(chance.randrange(1 << 30)))
        # Several positions from each game, because playing it to its end takes longer than all the rest.
        plies = {chance.randrange(4, max(5, len(game))) for _ in range(4)}
        position = Position.parse(START)
        for ply, move in enumerate(game):
            position = position.play(move)
            if ply in plies and position.legal_moves():
                found.append(position)
    return found[:count]


def capture_games(count: int, least: int) -> list[list[Move]]:
    """Games that end with a capture of this many pieces."""
    found: list[list[Move]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        game = cut_to_live(random_game(seed))
        for ply, move in enumerate(game, 1):
            if len(move.captured) >= least:
                found.append(game[:ply])
                break
    return found
