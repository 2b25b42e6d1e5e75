"""The rules of game files against those of pydraughts, in games that the engine does not play."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from draughts.core.game import Game

GAMES = int(os.environ.get("COUPTURC_GAMES", "10"))
"""The number of random games of each kind."""

NAMES = {"english": "english", "italian": "italian", "frysk": "frysk!"}
"""The names of our files, and of the same games in pydraughts."""


def lines(program: Path, name: str) -> list[tuple[str, str, set[str]]]:
    """The positions of random games, with their extra state and their legal moves."""
    command = [str(program), "check", name, "--positions", f"--games={GAMES}"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = []
    for line in output.splitlines():
        position, *words = line.split()
        extra = [word for word in words if "=" in word]
        found.append((position, "".join(extra), set(words) - set(extra)))
    return found


def turned(position: str) -> str:
    """The same position from the other side, with the colours exchanged: in English Draughts pydraughts lets White
    begin within, and turns the board for its callers."""
    side, cells = position[0], position[1:]
    return side.translate(EXCHANGED) + cells[::-1].translate(EXCHANGED)


EXCHANGED = str.maketrans("wWbB", "bBwW")


def their_moves(name: str, position: str) -> set[str]:
    """The legal moves of pydraughts, as texts of ours."""
    is_turned = name == "english"
    game = Game(NAMES[name], turned(position) if is_turned else position)
    cell = (lambda number: 33 - number) if is_turned else (lambda number: number)
    texts = set()
    for steps, captures in zip(*game.legal_moves()):
        start, end = cell(steps[0][0]), cell(steps[-1][1])
        captured = sorted(cell(capture) for capture in captures if capture is not None)
        texts.add(f"{start}x{end}" + "".join(f"x{number}" for number in captured) if captured else f"{start}-{end}")
    return texts


@pytest.mark.parametrize("name", NAMES)
def test_the_legal_moves_of_files_agree(program: Path, name: str) -> None:
    kings = captures = compared = 0
    for position, extra, moves in lines(program, name):
        # The rule of resting kings depends on the moves before, which pydraughts is not told.
        if "+3" in extra:
            continue
        assert moves == their_moves(name, position), position
        compared += 1
        kings += "W" in position[1:] or "B" in position[1:]
        captures += any("x" in move for move in moves)
    assert compared > 20 * GAMES and captures > GAMES and kings > GAMES, (compared, captures, kings)
