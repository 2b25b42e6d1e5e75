"""The counts of a survey as CSV files, from which the pages are written."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from clusterlib.program import Refusal

from .estimate import pooled_moments
from .matches import REMEDIES, REMEDY, SELF

Row = dict[str, Any]
Tables = dict[str, list[Row]]
NAMES = ("boards", "matches", "doublings", "plies", "rear")
# What first moves are worth, from opening books; scripts/openings.py writes it.
FIRST_MOVES = "first-moves.csv"
# Means over fewer games say little.
LEAST_GAMES = 20
# As many say something about a share.
ENOUGH = 100


def is_kept(name: str, row: Row) -> bool:
    """The branching is shown for the first seed, the rear guard for games from the same openings."""
    if name == "matches" and row["games"] < LEAST_GAMES:
        return False
    if name == "plies":
        return row["kind"] == SELF and row["seed"] == 1 and row["games"] >= LEAST_GAMES
    return name != "rear" or (row["kind"] == REMEDY and row["halt"] == REMEDIES[0])


def key(row: Row) -> tuple[Any, ...]:
    """Which match a row counts."""
    return tuple(row[name] for name in ("game", "kind", "halt", "nodes", "seed"))


def sizes(tables: Tables) -> dict[tuple[Any, ...], int]:
    """The numbers of games of all matches."""
    found = {key(row): row["games"] for row in tables.get("matches", [])}
    return found | {
        key(row): 2 * sum(row[f"points_{number}"] for number in range(5)) for row in tables.get("doublings", [])
    }


def merged(stored: Tables, found: Tables) -> Tables:
    """The counts of all matches; of a match that is in both those of more games."""
    before, now = sizes(stored), sizes(found)
    stay = {match for match, games in before.items() if games > now.get(match, 0)}
    return {
        name: [row for row in stored.get(name, []) if key(row) in stay]
        + [row for row in found.get(name, []) if key(row) not in stay]
        for name in NAMES
        if name != "boards"
    }


def split(tables: Tables, games: Sequence[str]) -> tuple[Tables, Tables]:
    """The rows of these games and those of others; a table without rows is left out."""
    parts: tuple[Tables, Tables] = ({}, {})
    for name, rows in tables.items():
        for row in rows:
            parts[row["game"] not in games].setdefault(name, []).append(row)
    return parts


def kept(tables: Tables, name: str) -> list[Row]:
    return [row for row in tables.get(name, []) if is_kept(name, row)]


def store(folder: Path, tables: dict[str, list[Row]], games: Sequence[str]) -> None:
    """Writes the tables, in the order of the games."""
    folder.mkdir(exist_ok=True)
    for name in NAMES:
        rows = kept(tables, name)
        rows.sort(key=lambda row: (row.get("kind", ""), games.index(row["game"]), row.get("nodes", 0)))
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


def number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def load(folder: Path) -> Tables:
    for name in NAMES:
        if not (folder / f"{name}.csv").exists():
            raise Refusal(f"{folder / name}.csv is missing; `survey.py count` writes it")
    return load_some(folder)


def load_some(folder: Path) -> Tables:
    """The tables that are there."""
    files = {name: folder / f"{name}.csv" for name in NAMES}
    return {name: rows_of(file) for name, file in files.items() if file.exists()}


def rows_of(file: Path) -> list[Row]:
    with file.open(newline="", encoding="utf-8") as lines:
        return [{name: number(text) for name, text in row.items()} for row in csv.DictReader(lines)]


def chosen(rows: Iterable[Row], **values: Any) -> list[Row]:
    """The rows with these values."""
    return [row for row in rows if all(row[name] == value for name, value in values.items())]


class Game(NamedTuple):
    hub: str
    title: str
    # Of its pages, without the suffix.
    file: str

    @property
    def short(self) -> str:
        return self.title.removesuffix(" Draughts")


class Survey:
    """The tables, and those of the games of which they have any."""

    def __init__(self, tables: Tables, games: Sequence[Game]) -> None:
        self.tables = tables
        self.games = [game for game in games if chosen(tables["matches"], game=game.hub, kind=SELF)]

    @classmethod
    def of_docs(cls, docs: Path) -> Survey:
        """What is in docs/games, in the order of the table of rules."""
        tables = load(docs / "games")
        first_moves = docs / "games" / FIRST_MOVES
        tables["first moves"] = rows_of(first_moves) if first_moves.exists() else []
        return cls(tables, games_of(docs))

    def name(self, hub: str) -> str:
        """The title of a game without the word Draughts."""
        return next(game.short for game in self.games if game.hub == hub)

    def matches(self, hub: str) -> list[Row]:
        """The matches of a game between equal players by strength, those of the first seed of each."""
        rows = sorted(chosen(self.tables["matches"], game=hub, kind=SELF), key=lambda row: (row["nodes"], row["seed"]))
        return list({row["nodes"]: row for row in reversed(rows)}.values())[::-1]

    def best(self, hub: str) -> Row:
        """The strongest match of a game with enough games, or else the weakest."""
        rows = self.matches(hub)
        return next((row for row in reversed(rows) if row["games"] >= ENOUGH), rows[0])

    def board(self, hub: str) -> Row:
        return chosen(self.tables["boards"], game=hub)[0]

    def remedy_levels(self) -> list[int]:
        """The strengths at which rules can be compared."""
        return [nodes for nodes in levels(chosen(self.tables["matches"], kind=REMEDY)) if len(self.remedies(nodes)) > 1]

    def remedies(self, nodes: int) -> dict[str, Row]:
        """The matches from the same openings, by rule, those of all seeds together."""
        found: dict[str, list[Row]] = {}
        for row in chosen(self.tables["matches"], kind=REMEDY, nodes=nodes):
            found.setdefault("vanguard" if row["game"] == "vanguard" else row["halt"], []).append(row)
        return {rule: pooled(found[rule]) for rule in REMEDIES if rule in found}


def pooled(rows: Sequence[Row]) -> Row:
    """The results and the lengths of matches with other seeds together."""
    row: Row = {name: sum(row[name] for row in rows) for name in ("planned", "games", "white", "draws", "black")}
    for name in ("plies", "promotions", "captures"):
        parts = [(row["games"], row[name], row[f"{name}_sd"]) for row in rows]
        row[name], row[f"{name}_sd"] = pooled_moments(parts)
    return row


def levels(rows: Iterable[Row]) -> list[int]:
    return sorted({row["nodes"] for row in rows})


def games_of(docs: Path) -> list[Game]:
    """The games, from the table of rules."""
    text = (docs / "rules/README.md").read_text(encoding="utf-8")
    return [
        Game(hub, title, file) for title, file, hub in re.findall(r"^\| \[(.*?)\]\((\w+)\.md\) \| `(\w+)`", text, re.M)
    ]
