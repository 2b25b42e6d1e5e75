"""An upper bound for the number of positions of a game: all ways to place pieces, counted exactly.

Each side has between one piece and as many as at the start, its men on any cells but its promotion cells and its kings
anywhere, and each side may be to move. Many of these positions cannot be reached; repetitions and counters for draws
are left out. In Vanguard Draughts each man of the side that has moved may be the vanguard. In Breakthrough Draughts a
king ends the game, so there are only men.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from math import comb
from typing import Any

NUMBERS = [str(number) for number in range(1, 51)]
NAMES = [f"{letter}{number}" for letter in "abcdefghi" for number in range(1, 10)]
WITHOUT_KINGS = ("bt",)
WITH_VANGUARD = ("vanguard",)


class Board:
    """The cells of a board, as the engine accepts them."""

    def __init__(self, game: str, program: str) -> None:
        self.game = game
        self.men = self.ask(program, "fen")[0].split(":")[1].count(",") + 1
        self.cells = self.accepted(program, NUMBERS, "W:WK{}:B") or self.accepted(program, NAMES, "W:WK{}:B")
        self.white = set(self.accepted(program, self.cells, "W:W{}:B"))
        self.black = set(self.accepted(program, self.cells, "W:W:B{}"))

    def ask(self, program: str, *lines: str) -> list[str]:
        commands = "\n".join([f"set-param name=variant value={self.game}", *lines])
        return subprocess.run([program, "hub"], input=commands, capture_output=True, encoding="utf-8").stdout.split(
            "\n"
        )

    def accepted(self, program: str, names: Sequence[str], form: str) -> list[str]:
        """The names of cells at which the piece in `form` may stand."""
        # The answer to ping marks the end of the answers about a cell.
        commands = [word for name in names for word in (f"pos fen={form.format(name)}", "ping")]
        answers = self.ask(program, *commands)
        refused = [before.startswith("error") for before, line in zip(["", *answers], answers) if line == "pong"]
        return [name for name, is_refused in zip(names, refused) if not is_refused]

    def placements(self, white: int, black: int) -> int:
        """The ways to place these numbers of men."""
        both, only_white, only_black = map(
            len, (self.white & self.black, self.white - self.black, self.black - self.white)
        )
        total = 0
        for w in range(max(white - both, 0), min(white, only_white) + 1):
            left = both - (white - w)
            black_ways = sum(comb(only_black, b) * comb(left, black - b) for b in range(min(black, only_black) + 1))
            total += comb(only_white, w) * comb(both, white - w) * black_ways
        return total

    def positions(self) -> int:
        most_kings = 0 if self.game in WITHOUT_KINGS else self.men
        total = 0
        for white in range(self.men + 1):
            for black in range(self.men + 1):
                rest = len(self.cells) - white - black
                # With white kings w and black kings b.
                kings = sum(
                    comb(rest, w) * comb(rest - w, b)
                    for w in range(white == 0, min(most_kings, self.men - white) + 1)
                    for b in range(black == 0, min(most_kings, self.men - black) + 1) if w <= rest
                )  # fmt: skip
                states = 2 + white + black if self.game in WITH_VANGUARD else 2
                total += self.placements(white, black) * kings * states
        return total


def boards(games: list[str], program: str) -> list[dict[str, Any]]:
    """The rows of boards.csv."""
    rows = []
    for game in games:
        board = Board(game, program)
        promotion = len(board.cells) - len(board.white)
        rows.append({"game": game, "cells": len(board.cells), "men": board.men, "promotion_cells": promotion,
                     "positions": board.positions()})  # fmt: skip
    return rows
