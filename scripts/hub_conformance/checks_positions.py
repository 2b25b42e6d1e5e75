"""Positions and the moves played from them. The engine's answers are judged by this package's own rules."""

from __future__ import annotations

import random

from .lab import CLIENTS, Lab, Wrong, check
from .positions import capture_games, cut_to_live, notable, random_game, random_positions
from .rules import Move, Position
from .searches import START_POSITION, after, begin, pos_line, think, wait_for_done


@check("positions", "notable", "positions that are hard on the rules are answered with legal moves")
def notable_positions(lab: Lab) -> str:
    engine = lab.ready()
    for name, position in notable():
        try:
            think(lab, engine, ["depth=3"], position)
        except Wrong as wrong:
            raise Wrong(f"{wrong.expected} ({name})", wrong.came) from None
    return f"{len(notable())} positions"


@check("positions", "random", "random positions are answered with legal moves")
def random_ones(lab: Lab) -> str:
    engine = lab.ready()
    positions = random_positions(60)
    for position in positions:
        think(lab, engine, ["depth=3"], position)
    return f"{len(positions)} positions"


@check(
    "positions", "captures", "captures are chosen by the majority rule, and written with all captured cells"
)
def captures(lab: Lab) -> str:
    engine = lab.ready()
    positions = [p for p in random_positions(150, seed=2) if p.legal_moves()[0].captured]
    for position in positions:
        think(lab, engine, ["depth=2"], position)
    return f"{len(positions)} positions"


@check("positions", "few", "positions with a king and a man or two are answered with legal moves")
def few_pieces(lab: Lab) -> str:
    engine = lab.ready()
    chance = random.Random(4)
    for _ in range(20):
        think(lab, engine, ["depth=3"], few(chance))
    return "20 positions"


def few(chance: random.Random) -> Position:
    """A king and a man against a man, or the reverse, in which the side to move has a legal move."""
    while True:
        board = ["e"] * 50
        for piece in "Wwb" if chance.random() < 0.5 else "Bbw":
            board[chance.choice([cell for cell in range(5, 45) if board[cell] == "e"])] = piece
        position = Position(chance.choice("WB"), "".join(board))
        if position.legal_moves():
            return position


@check("positions", "moves", "the moves after a position are played")
def moves(lab: Lab) -> str:
    engine = lab.ready()
    for seed in range(20):
        game = cut_to_live(random_game(seed))[: 5 + 2 * seed]
        think(lab, engine, ["depth=2"], START_POSITION, game)
    return "20 games"


@check("positions", "long-game", "the moves of a whole long game are played")
def long_game(lab: Lab) -> str:
    game = max((cut_to_live(random_game(seed)) for seed in range(40)), key=len)
    engine = lab.ready()
    for length in range(len(game) - 3, len(game) + 1):
        think(lab, engine, ["depth=2"], START_POSITION, game[:length])
    return f"{len(game)} moves"


@check("positions", "capture-order", "captured cells are read in any order")
def capture_order(lab: Lab) -> str:
    engine = lab.ready()
    chance = random.Random(6)
    games = capture_games(6, least=3)
    for game in games:
        *earlier, last = game
        for text in orders(last, chance):
            # An engine that rejects the moves must not already have the right position.
            engine.send(pos_line(START_POSITION), timeout=lab.timeout)
            began = begin(lab, engine, ["depth=2"], "think", START_POSITION, [*earlier, text])
            try:
                wait_for_done(lab, engine, after(START_POSITION, game), began)
            except Wrong as wrong:
                raise Wrong(f"{wrong.expected} after {text}", wrong.came) from None
    return f"{len(games)} captures"


def orders(move: Move, chance: random.Random) -> list[str]:
    """A capture, written with its captured cells in ascending, descending and random order."""
    mixed = list(move.captured)
    chance.shuffle(mixed)
    return [
        "x".join(map(str, (move.start, move.end, *cells)))
        for cells in (move.captured, move.captured[::-1], mixed)
    ]


@check("positions", "repetition", "king moves to and fro are played")
def repetition(lab: Lab) -> None:
    engine = lab.ready()
    board = ["e"] * 50
    for cell, piece in ((46, "W"), (48, "w"), (41, "w"), (3, "b"), (5, "B"), (10, "b")):
        board[cell - 1] = piece
    position = Position("W", "".join(board))
    shuttle: list[Move] = []
    for wanted in ((48, 42), (5, 14), (46, 37)):
        here = after(position, shuttle)
        legal = here.legal_moves()
        shuttle.append(next((m for m in legal if (m.start, m.end) == wanted), legal[0]))
    think(lab, engine, ["depth=3"], position, shuttle)


@check("positions", "last-counts", "of several positions the last one counts", CLIENTS)
def last_counts(lab: Lab) -> None:
    engine = lab.ready()
    positions = random_positions(10, seed=8)
    engine.send(*(f"pos pos={position}" for position in positions[:-1]), timeout=lab.timeout)
    think(lab, engine, ["depth=2"], positions[-1])
