"""The counts of a game: a row for each class, from the report of the program."""

from __future__ import annotations

import csv
import json
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
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
    def men(self) -> int:
        return self.white_men + self.black_men

    @property
    def division(self) -> tuple[int, int]:
        """The numbers of pieces of both sides."""
        return sum(self[:2]), sum(self[2:])

    @property
    def with_stronger_white(self) -> Class:
        """This class, or the class with the colours exchanged."""
        reverse = Class(*self[2:], *self[:2])
        return max(self, reverse, key=lambda side: (side.division[0], side.white_kings))

    @property
    def promoted(self) -> list[Class]:
        """The class and those of as many pieces that its promotions lead to, each once."""
        kings = product(range(self.white_men + 1), range(self.black_men + 1))
        reached = (
            Class(self.white_men - white, self.white_kings + white, self.black_men - black, self.black_kings + black)
            for white, black in kings
        )
        return sorted({found.with_stronger_white for found in reached}, key=place)

    def __str__(self) -> str:
        return "{}M{}K-{}M{}K".format(*self)


def place(found: Class) -> tuple[Any, ...]:
    """Orders classes as the program does: those that others lead to first."""
    return found.pieces, found.men, found


def class_of(text: str) -> Class:
    return Class(*(int(character) for character in text if character.isdigit()))


def classes_of(pieces: int, with_kings: bool = True) -> set[Class]:
    """All classes with this number of pieces."""
    starts = (Class(white, 0, pieces - white, 0) for white in range((pieces + 1) // 2, pieces))
    return {found for start in starts for found in (start.promoted if with_kings else [start])}


def complete_pieces(rows: Iterable[Row]) -> int:
    """The largest number of pieces of which all classes were counted."""
    found = {class_of(row["class"]) for row in rows}
    with_kings = any(material.men < material.pieces for material in found)
    numbers = sorted({material.pieces for material in found})
    return max((pieces for pieces in numbers if classes_of(pieces, with_kings) <= found), default=0)


def count(program: str, game: str, tables: str, pieces: int, wins: Path) -> list[Row]:
    """The rows of a game, from its tables. The longest win of each class becomes a game in the file `wins`."""
    arguments = ["--variant", game, "--tables", tables, "--pieces", str(pieces), "--pdn", str(wins)]
    report = json.loads(run_program(program, "tables", "report", *arguments, "--json"))
    rows = [row_of(found) for found in report["classes"]]
    keep_longest_lines(rows)
    return rows


def count_class(program: str, game: str, tables: str, only: Class, folder: Path) -> tuple[Row, str]:
    """The row of a class, and its longest win as a game."""
    wins = folder / f"{only}.pdn"
    arguments = ["--variant", game, "--tables", tables, "--class", str(only), "--pdn", str(wins)]
    report = json.loads(run_program(program, "tables", "report", *arguments, "--json"))
    return row_of(report["classes"][0]), wins.read_text(encoding="utf-8")


def count_more(
    program: str, game: str, tables: str, only: Class, rows: Sequence[Row], wins: Path
) -> list[Row]:
    """The rows with those of a class and of its promotions, counted at once on all processors. The longest wins of
    these classes are added to the file `wins`."""
    wanted = only.promoted
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as at_once:
        found = list(at_once.map(lambda each: count_class(program, game, tables, each, Path(folder)), wanted))
    names = {str(material) for material in wanted}
    games = games_of_classes(wins.read_text(encoding="utf-8")) if wins.exists() else {}
    games |= {row["class"]: text for row, text in found}
    all_rows = [row for row in rows if row["class"] not in names] + [row for row, _ in found]
    all_rows.sort(key=lambda row: place(class_of(row["class"])))
    keep_longest_lines(all_rows)
    wins.write_text("".join(games.get(row["class"], "") for row in all_rows), encoding="utf-8")
    return all_rows


def games_of_classes(text: str) -> dict[str, str]:
    """The games in a file of longest wins, by class."""
    games = re.split(r"^(?=\[Event )", text, flags=re.M)[1:]
    return {game.removeprefix('[Event "').partition(":")[0]: game for game in games}


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
