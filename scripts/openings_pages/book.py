"""What a book says, from `coupturc book show --json`."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clusterlib.program import Refusal, run_program
from game_survey.first_moves import Row

# Of a move, as the program prints it: scores and points are those of the player who makes it.
Move = dict[str, Any]
# Of `coupturc book show`.
LONGEST_LINE = 100


class Book:
    """The book of a game, seen from the start."""

    def __init__(self, program: str, file: Path, plies: int, moves: int) -> None:
        def shown(plies: int, moves: int) -> dict[str, Any]:
            limits = ["--plies", str(plies), "--moves", str(moves)]
            return json.loads(run_program(program, "book", "show", str(file), "--json", *limits))

        tree, lines = shown(plies, moves), shown(LONGEST_LINE, 1)
        self.game: str = tree["game"]
        self.about: dict[str, str] = tree["about"]
        # Of this file, and before it was trimmed.
        self.positions: int = tree["positions"]
        self.whole = int(self.about.get("trimmed-from", self.positions))
        self.start: str = tree["fen"]
        self.tree: list[Move] = [move for move in tree["moves"] if "score" in move]
        self.lines = [list(line_of(move)) for move in lines["moves"] if "score" in move]
        if not self.tree:
            raise Refusal(f"{file} has no scores of first moves; build it with 'coupturc book build'")

    def first_moves(self) -> list[Row]:
        """The first moves, the best first. Those that lead to the same position, or to its mirror image, are one."""
        rows: dict[str, Row] = {}
        for move, line in zip(self.tree, self.lines):
            row = rows.setdefault(move["key"], {"game": self.game, "moves": "", "score": move["score"],
                "points": move["points"], "reply": line[1]["pdn"] if len(line) > 1 else "", "plies": len(line),
                "wins": 0, "draws": 0, "losses": 0})  # fmt: skip
            row["moves"] = f"{row['moves']} {move['pdn']}".strip()
            for name, count in zip(("wins", "draws", "losses"), move.get("results", ())):
                row[name] = count
        return list(rows.values())

    def best_lines(self, most: int) -> list[list[Move]]:
        """The lines after the best first moves that lead to different positions, as far as the book follows them."""
        found = {line[0]["key"]: line for line in reversed(self.lines)}
        return [line for line in self.lines if found[line[0]["key"]] is line and len(line) > 1][:most]


def picture_after(program: str, book: Book, line: Sequence[Move]) -> str:
    """The position after a line, as SVG."""
    plays = [f"play move={move['move']}" for move in line]
    commands = [f"set-param name=variant value={book.game}", f"pos fen={book.start}", *plays, "fen", ""]
    done = subprocess.run([program, "hub"], input="\n".join(commands), capture_output=True, encoding="utf-8")
    found = re.search(r'^fen fen="(.*)"', done.stdout, re.M)
    if not found or "\nerror" in done.stdout:
        raise Refusal(f"{program} does not play the best line of {book.game}: {done.stderr or done.stdout[:200]}")
    return run_program(program, "board", "--variant", book.game, "--fen", found[1], "--svg")


def line_of(move: Move) -> Iterator[Move]:
    """A move and the best moves after it."""
    yield move
    for following in move.get("moves", ())[:1]:
        yield from line_of(following)


def books_in(program: str, folder: Path, plies: int, moves: int) -> list[Book]:
    files = sorted(folder.glob("*.book"))
    if not files:
        raise Refusal(f"{folder} has no books; 'coupturc book trim' makes small ones")
    return [Book(program, file, plies, moves) for file in files]


def numbered(moves: Sequence[str]) -> str:
    """Moves with their numbers, from the start of the game."""
    return " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))
