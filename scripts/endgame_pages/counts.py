"""The counts of a game: a row for each class, from the report of the program."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, NamedTuple

from clusterlib.program import run_program
from game_survey.tables import Row, rows_of

RESULTS = ("won", "drawn", "lost")
NAMES = (
    "class", "positions", *(f"{side}_{result}" for side in ("white", "black") for result in RESULTS),
    "white_longest", "white_longest_fen", "black_longest", "black_longest_fen",
    "both_lose", "one_draws", "zugzwang_fen", "line",
)  # fmt: skip


class Class(NamedTuple):
    """The numbers of men and kings of both sides. White has more pieces, or as many and more kings."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int

    @property
    def pieces(self) -> int:
        return sum(self)

    @property
    def is_even(self) -> bool:
        return self[:2] == self[2:]


def class_of(text: str) -> Class:
    return Class(*(int(character) for character in text if character.isdigit()))


def count(program: str, game: str, tables: str, pieces: int, wins: Path) -> list[Row]:
    """The rows of a game, from its tables. The longest win of each class becomes a game in the file `wins`."""
    arguments = ["--variant", game, "--tables", tables, "--pieces", str(pieces), "--pdn", str(wins)]
    report = json.loads(run_program(program, "tables", "report", *arguments, "--json"))
    rows = [row_of(found) for found in report["classes"]]
    keep_longest_lines(rows)
    return rows


def row_of(found: dict[str, Any]) -> Row:
    row: Row = dict.fromkeys(NAMES, "")
    row["class"] = found["class"]
    row["positions"] = sum(sum(found[side]["all"].values()) for side in ("white", "black") if side in found)
    for side in ("white", "black"):
        if side not in found:
            continue
        row |= {f"{side}_{result}": found[side]["quiet"][result] for result in RESULTS}
        if longest := found[side]["longest-win"]:
            row |= {f"{side}_longest": longest["plies"], f"{side}_longest_fen": longest["fen"]}
            if longest["plies"] >= (row["white_longest"] or 0):
                row["line"] = " ".join(longest["line"])
    zugzwangs = found["zugzwangs"]
    row |= {"both_lose": zugzwangs["both-lose"], "one_draws": zugzwangs["one-draws"]}
    row["zugzwang_fen"] = zugzwangs["example"] or ""
    return row


def longest(row: Row) -> int:
    """The plies of the longest win of the class; 0 if there is none."""
    return max(row["white_longest"] or 0, row["black_longest"] or 0)


def keep_longest_lines(rows: list[Row]) -> None:
    """Removes the lines of all classes but the one with the longest win of each number of pieces."""
    for pieces in {class_of(row["class"]).pieces for row in rows}:
        of_pieces = [row for row in rows if class_of(row["class"]).pieces == pieces]
        for row in of_pieces:
            if row is not max(of_pieces, key=longest):
                row["line"] = ""


def store(file: Path, rows: list[Row]) -> None:
    with file.open("w", newline="", encoding="utf-8") as out:
        table = csv.DictWriter(out, NAMES, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def load(file: Path) -> list[Row]:
    return rows_of(file)
