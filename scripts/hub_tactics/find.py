"""Searches quick games or given positions for problems: sacrifices that only a longer search finds."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from hub_report.setting import Setting
from hublib.engine import EngineFault, command_words
from hublib.games import games_of

from .analyst import Analyst, Line
from .suite import Problem, balance

# The nodes of the searches, from short to long.
PLAY, OVERLOOK, SCREEN, FIND, CONFIRM = 100, 200, 20_000, 300_000, 5_000_000
FIND_HASH, CONFIRM_HASH = 16, 96
# In men: the minimum gain of the best move, and its minimum lead over the second best.
GAIN = GAP = 1.5
# The maximum gain of the second best move in a problem.
SECOND_AT_MOST = 2.0
# The maximum material advantage before the combination, in men.
AHEAD = 2.0
OPENING, LONGEST_GAME = 12, 60
BLUNDERS = 0.2

# Greater scores are forced wins.
WIN = 90.0
# Games in which material is a burden: in these a combination must win the game.
GIVEN_AWAY = {"losing"}


@dataclass(frozen=True)
class Combination:
    """The criteria of a combination in a game."""

    variant: str

    def before(self, fen: str) -> float:
        """The value of a position without the combination."""
        return 0.0 if self.variant in GIVEN_AWAY else balance(fen)

    def wins(self, fen: str, score: float) -> bool:
        """Whether a score means a gain."""
        return score >= self.before(fen) + (WIN if self.variant in GIVEN_AWAY else GAIN)

    def is_one(self, fen: str, best: Line, second: Line) -> bool:
        """Whether the first of two lines wins something, and the second does not."""
        return (
            self.wins(fen, best.score)
            and best.score >= second.score + GAP
            and second.score <= self.before(fen) + SECOND_AT_MOST
        )

    def is_promising(self, fen: str, history: Sequence[Line]) -> bool:
        """Whether a search found a winning sacrifice late."""
        last = history[-1]
        return is_sacrifice(last) and self.wins(fen, last.score) and last.move != move_by(OVERLOOK, history)

    def claim(self, fen: str, best: Line) -> str:
        """The value of the best line, as text."""
        if best.score > WIN:
            return f"win in {round((100 - best.score) * 100)} plies"
        return f"gain of {best.score - self.before(fen):.1f} men"


def is_sacrifice(line: Line) -> bool:
    """Whether a line begins with a quiet move that offers material."""
    return len(line.moves) > 1 and "x" not in line.move and "x" in line.moves[1]


def move_by(nodes: int, history: Sequence[Line]) -> str:
    """The move that a search would have played after this number of nodes."""
    return ([line.move for line in history if line.nodes <= nodes] or [history[0].move])[-1]


def forced_line(analyst: Analyst, fen: str, best: Line) -> list[str]:
    """The line, as far as each answer is the only legal move and each move of the solver is the only good one."""
    line = [best.move]
    for ply, move in enumerate(best.moves[1:], 1):
        here = analyst.after(fen, *line)
        legal = analyst.legal_moves()
        if move not in legal:
            break
        if len(legal) > 1:
            first, *others = analyst.best(here, FIND // 3, 2)
            if ply % 2 or first.move != move or first.score < others[0].score + GAP:
                break
        line.append(move)
    return line


@dataclass(frozen=True)
class Finder:
    """A search for problems in a game."""

    setting: Setting
    variant: str
    confirm: int

    def analyst(self, hash_mebibytes: int = FIND_HASH) -> Analyst:
        return Analyst(self.setting, self.variant, hash_mebibytes=hash_mebibytes)

    @property
    def combination(self) -> Combination:
        return Combination(self.variant)

    def stands_out(self, analyst: Analyst, fen: str, move: str, nodes: int) -> list[Line] | None:
        """The two best lines of a search with `nodes` nodes, if this move is its only good one."""
        lines = analyst.best(fen, nodes, 2)
        sound = len(lines) == 2 and lines[0].move == move and self.combination.is_one(fen, *lines)
        return lines if sound else None

    def confirmed(self, fen: str, history: Sequence[Line]) -> Problem | None:
        """The problem, if a new process with another table and a much longer search confirms it."""
        move = history[-1].move
        with self.analyst(CONFIRM_HASH) as judge:
            lines = self.stands_out(judge, fen, move, self.confirm)
            if lines is None:
                return None
            best, second = lines
            seen = next(line.nodes for line in history if line.move == move and line.nodes > OVERLOOK)
            source = (
                f"search: not in {OVERLOOK} nodes, first in {seen}, found by {FIND}, "
                f"confirmed by {best.nodes} to depth {best.depth}; "
                f"second best {second.move} {second.score:+.2f}"
            )
            return Problem(fen, (move,), tuple(forced_line(judge, fen, best)), self.combination.claim(fen, best), source)

    def problem(self, analyst: Analyst, fens: Sequence[str], screen: int) -> Problem | None:
        """The first problem among some positions that a search of `screen` nodes finds promising."""
        for fen, ranks in zip(fens, analyst.histories(fens, screen), strict=True):
            history = ranks[0]
            move = history[-1].move
            is_promising = self.combination.is_promising(fen, history)
            if is_promising and self.stands_out(analyst, fen, move, FIND):
                problem = self.confirmed(fen, history)
                if problem:
                    return problem
        return None

    def from_games(self) -> Iterator[Problem]:
        """Problems from quick games, at most one from each."""
        with self.analyst() as analyst:
            while True:
                analyst.random_opening(most=OPENING, least=OPENING // 2)
                fens = analyst.play(PLAY, BLUNDERS, LONGEST_GAME)
                problem = self.problem(analyst, [fen for fen in fens if abs(self.combination.before(fen)) <= AHEAD], SCREEN)
                if problem:
                    yield problem

    def from_positions(self, fens: Iterable[str]) -> Iterator[Problem]:
        """The problems among some positions."""
        with self.analyst() as analyst:
            for fen in fens:
                problem = self.problem(analyst, [fen], FIND)
                if problem:
                    yield problem


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="find-tactics.py", description=__doc__)
    parser.add_argument("--variants", nargs="+", metavar="GAME", help="default: all games of the engine")
    parser.add_argument("--count", type=int, default=25, help="problems a game (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the games (default: %(default)s)"
    )
    parser.add_argument(
        "--positions",
        type=argparse.FileType(),
        metavar="FILE",
        help="search these positions, a FEN a line, instead of games",
    )
    parser.add_argument(
        "--confirm",
        type=int,
        default=CONFIRM,
        metavar="NODES",
        help="nodes of the last search (default: %(default)s)",
    )
    parser.add_argument("--engine", default="target/release/coupturc", help="default: %(default)s")
    return parser.parse_args(words)


def chosen(wanted: Sequence[str] | None, games: Sequence[str]) -> Sequence[str]:
    """The requested games. Raises LookupError for one that the engine does not play."""
    for variant in wanted or ():
        if variant not in games:
            raise LookupError(f"it does not play {variant}, expected some of: {', '.join(games)}")
    return wanted or games


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    command = command_words([options.engine])
    try:
        variants = chosen(options.variants, games_of(command))
    except (EngineFault, LookupError, OSError) as fault:
        print(f"find-tactics.py: {options.engine}: {fault}", file=sys.stderr)
        return 2
    for variant in variants:
        setting = Setting(command, timeout=600.0, chance=random.Random(f"{variant} {options.seed}"))
        finder = Finder(setting, variant, options.confirm)
        given = options.positions
        problems = finder.from_positions(map(str.strip, given)) if given else finder.from_games()
        for problem in islice(problems, options.count):
            print(problem.row(), flush=True)
    return 0
