"""The files of the suite: one for each game, with one problem per line and fields separated by tabs."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "data" / "tactics"
FIELDS = ("fen", "best moves", "line", "claim", "source")


class SuiteFault(ValueError):
    """A file that cannot be read."""


@dataclass(frozen=True)
class Problem:
    """A position, the moves that solve it, the forced line, its gain, and its source."""

    fen: str
    best: tuple[str, ...]
    line: tuple[str, ...]
    claim: str
    source: str

    def is_solved_by(self, move: str) -> bool:
        return any(same_move(move, best) for best in self.best)


def games_with_problems(folder: Path = FOLDER) -> list[str]:
    """The games with a file."""
    return sorted(path.stem for path in folder.glob("*.tsv"))


def read(variant: str, folder: Path = FOLDER) -> list[Problem]:
    """The problems of a game."""
    path = folder / f"{variant}.tsv"
    problems = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text or text.startswith("#"):
            continue
        fields = text.split("\t")
        if len(fields) != len(FIELDS):
            raise SuiteFault(f"{path}, line {number}: {len(fields)} fields, expected {', '.join(FIELDS)}")
        fen, best, line, claim, source = fields
        problems.append(Problem(fen, tuple(best.split()), tuple(line.split()), claim, source))
    return problems


def same_move(one: str, other: str) -> bool:
    """Whether two texts are the same move. Captured cells may be in any order, and some engines leave them out."""
    first, second = one.split("x"), other.split("x")
    if len(first) == 1 or len(second) == 1:
        return one == other
    if first[:2] != second[:2]:
        return False
    return 2 in (len(first), len(second)) or sorted(first[2:]) == sorted(second[2:])


@lru_cache
def cells(variant: str) -> tuple[str, ...]:
    """The cells of a board in the order of Hub positions, row by row, as printed by `coupturc board --cells`. Calls the
    program that the variable COUPTURC names, or the one of this checkout."""
    program = os.environ.get("COUPTURC") or str(ROOT / "target/release/coupturc")
    command = [program, "board", "--variant", variant, "--cells"]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    except FileNotFoundError:
        hint = "build it with 'cargo build --release', or set COUPTURC"
        raise SuiteFault(f"no program {program}, which is needed for the boards: {hint}") from None
    if done.returncode:
        raise SuiteFault(f"{' '.join(command)}: {done.stderr.strip()}")
    return tuple(done.stdout.split())


def hub_arguments(variant: str, fen: str) -> str:
    """The arguments of `pos` for a FEN, in the form that every Hub engine reads."""
    side, *fields = fen.split(":")
    order = cells(variant)
    board = dict.fromkeys(order, "e")
    more = ""
    for text in fields:
        if text[0] == "V":
            more = f" vanguard={text[1:]}"
        elif text[0] == "+":
            more = f" king-moves={king_moves(fen, text)}"
        elif text[0] in "WB":
            for piece in filter(None, text[1:].split(",")):
                for cell in pieces(piece.removeprefix("K")):
                    if cell not in board:
                        raise SuiteFault(f"FEN {fen}: no cell {cell} in {variant}")
                    board[cell] = text[0] if piece[0] == "K" else text[0].lower()
        else:
            raise SuiteFault(f"FEN {fen}: field {text}, expected pieces of W or B, a vanguard, or king moves")
    return f"pos={side}{''.join(board.values())}{more}"


def king_moves(fen: str, text: str) -> str:
    """Converts the king moves of a FEN, such as +305+246, to an argument of Hub: W46+2,B5+3."""
    found = re.fullmatch(r"\+(?:0|([1-3])(\d\d))\+(?:0|([1-3])(\d\d))", text)
    if not found:
        raise SuiteFault(f"FEN {fen}: field {text}, expected a field such as +305+246 or +0+246")
    black, black_cell, white, white_cell = found.groups()
    kings = [("W", white_cell, white), ("B", black_cell, black)]
    return ",".join(f"{side}{int(cell)}+{moves}" for side, cell, moves in kings if moves)


def pieces(text: str) -> list[str]:
    """The cells of a piece or of a range, such as 31-35."""
    bounds = re.fullmatch(r"(\d+)-(\d+)", text)
    return [str(cell) for cell in range(int(bounds[1]), int(bounds[2]) + 1)] if bounds else [text]
