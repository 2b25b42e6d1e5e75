"""Whole games of the engine against itself."""

from __future__ import annotations

from collections import Counter

from hublib.engine import Engine

from .lab import Lab, Wrong, check
from .positions import cut_to_live, random_game
from .rules import Move, Position
from .searches import START_POSITION, after, begin, think, wait_for_done

# When a game is stopped, because it could be drawn by some rules, and drawn games are not searched.
LONGEST, FEWEST_PIECES, QUIET_PLIES = 160, 5, 12


class Game:
    """A game in progress, both as moves from its first position and as Hub 2.1 sends it: the position after the last
    irreversible move, and the king moves since."""

    def __init__(self, opening: list[Move]):
        self.moves: list[Move] = []
        self.position = self.base = START_POSITION
        self.since: list[Move] = []
        self.seen: Counter[Position] = Counter()
        for move in opening:
            self.play(move)

    def play(self, move: Move) -> None:
        reversible = not move.captured and self.position.at(move.start).isupper()
        self.position = self.position.play(move)
        self.moves.append(move)
        self.since = [*self.since, move] if reversible else []
        if not reversible:
            self.base = self.position
        self.seen[self.position] += 1

    def is_over(self) -> bool:
        return (
            len(self.moves) >= LONGEST
            or len(self.since) >= QUIET_PLIES
            or self.seen[self.position] > 1
            or len(self.position.cells.replace("e", "")) < FEWEST_PIECES
            or not self.position.legal_moves()
        )


def play_game(lab: Lab, engine: Engine, opening: list[Move], level: str, whole: bool) -> int:
    engine.send("new-game", timeout=lab.timeout)
    game = Game(opening)
    while not game.is_over():
        base, moves = (START_POSITION, game.moves) if whole else (game.base, game.since)
        search = think(lab, engine, [level], base, moves)
        assert search.move is not None
        game.play(search.move)
    return len(game.moves)


def play_games(lab: Lab, level: str, whole: bool) -> str:
    engine = lab.ready()
    openings = [cut_to_live(random_game(seed))[:6] for seed in range(3)]
    lengths = [play_game(lab, engine, opening, level, whole) for opening in openings]
    return f"3 games, {sum(lengths)} moves"


@check("games", "whole-games", "three games, all moves sent every time: only legal moves")
def whole_games(lab: Lab) -> str:
    return play_games(lab, "depth=4", whole=True)


@check("games", "reversible-moves", "three games, only the last king moves sent: only legal moves")
def reversible_moves(lab: Lab) -> str:
    return play_games(lab, "depth=4", whole=False)


@check("games", "pondering", "a game with pondering, hits and misses by turns")
def pondering(lab: Lab) -> str:
    engine = lab.ready()
    game = Game(cut_to_live(random_game(5))[:6])
    hits = misses = 0
    while not game.is_over() and len(game.moves) < 40:
        search = think(lab, engine, ["move-time=0.03"], START_POSITION, game.moves, limit=0.03)
        assert search.move is not None
        game.play(search.move)
        answers = game.position.legal_moves()
        expected = next(
            (move for move in answers if str(move) == search.ponder), answers[0] if answers else None
        )
        if game.is_over() or expected is None or not game.position.play(expected).legal_moves():
            break
        if (hits + misses) % 2 == 0:
            hits += 1
            game.play(hit(lab, engine, game, expected))
        else:
            misses += 1
            miss(lab, engine, game, expected)
        if not game.position.legal_moves():
            break
    if hits + misses == 0:
        raise Wrong("a game of some moves", f"it is over after {len(game.moves)}")
    return f"{hits} hits, {misses} misses"


def hit(lab: Lab, engine: Engine, game: Game, expected: Move) -> Move:
    """The opponent plays the expected move; returns the engine's answer."""
    moves = [*game.moves, expected]
    began = begin(lab, engine, ["move-time=0.03"], "ponder", START_POSITION, moves)
    engine.pause(0.01)
    engine.send("ponder-hit", timeout=lab.timeout)
    game.play(expected)
    answer = wait_for_done(lab, engine, after(START_POSITION, moves), began, limit=0.05).move
    assert answer is not None
    return answer


def miss(lab: Lab, engine: Engine, game: Game, expected: Move) -> None:
    """The opponent plays another move, if there is one."""
    moves = [*game.moves, expected]
    began = begin(lab, engine, ["move-time=0.03"], "ponder", START_POSITION, moves)
    engine.pause(0.01)
    engine.send("stop", timeout=lab.timeout)
    wait_for_done(lab, engine, after(START_POSITION, moves), began)
    others = [move for move in game.position.legal_moves() if move != expected]
    game.play(others[-1] if others else expected)


@check("games", "two-engines", "two processes do not get into each other's way")
def two_engines(lab: Lab) -> None:
    first, second = lab.ready(), lab.ready()
    opening = cut_to_live(random_game(2))[:8]
    began = begin(lab, first, ["move-time=0.3"])
    begin(lab, second, ["move-time=0.3"], "think", START_POSITION, opening)
    wait_for_done(lab, first, START_POSITION, began, limit=0.6)
    wait_for_done(lab, second, after(START_POSITION, opening), began, limit=0.6)
