"""What each first move is worth, from the opening book of a game: rows of first-moves.csv, which scripts/openings.py
writes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from . import plots
from .estimate import Estimate, share
from .figures import paragraph, percent, signed, table
from .tables import Row

HEADING = "What each first move is worth"


def points_of_results(row: Row) -> Estimate | None:
    """The share of the points in games, if there are any; a draw counts as half a success in Wilson's formula."""
    games = row["wins"] + row["draws"] + row["losses"]
    return share(row["wins"] + row["draws"] / 2, games) if games else None


def first_moves_table(rows: Sequence[Row]) -> str:
    """The moves, the best first."""
    has_games = any(points_of_results(row) for row in rows)
    head = ["move", "score", "points", "best reply", "plies", *(["games", "points in games"] if has_games else [])]
    lines = []
    for row in rows:
        found = points_of_results(row)
        games = [str(row["wins"] + row["draws"] + row["losses"]), percent(found) if found else ""] if has_games else []
        lines.append([row["moves"].replace(" ", ", "), signed(row["score"], 2), f"{100 * row['points']:.1f}",
                      row["reply"], str(row["plies"]), *games])  # fmt: skip
    return table(head, lines)


def about(rows: Sequence[Row], analysis: str) -> str:
    """What the columns of the table say; `analysis` is the way to docs/analysis.md."""
    mirrored = " Moves in one row lead to the same position, or to its mirror image." if has_images(rows) else ""
    return paragraph(
        "*Score* is White's, in men, backed up from the ends of the lines of the book; *points* is what White can then"
        f" expect of a hundred games of the engine against itself ([scale]({analysis}#marks)). *Plies* is how far the"
        " book follows the best moves: a move without a reply was searched, and not followed."
        + mirrored
    )


def has_images(rows: Sequence[Row]) -> bool:
    return any(" " in row["moves"] for row in rows)


def first_moves_plot(title: str, rows: Sequence[Row]) -> str:
    """What each move loses against the best one, as bars."""
    best = rows[0]["points"]
    losses = [100 * (best - row["points"]) for row in rows]
    bars = [(place, Estimate(loss, 0, loss)) for place, loss in enumerate(losses)]
    unit = "points lost against the best move, of a hundred games"
    high = max(1, math.ceil(max(losses)))
    return plots.rows(title, [row["moves"].replace(" ", ", ") for row in rows], [plots.Series("", bars)], unit, high)


def section(rows: Sequence[Row], file: str) -> str:
    """The section of a page in docs/games."""
    if not rows:
        return ""
    link = f"From [the opening book](../openings/{file}.md), which has the lines. "
    text = about(rows, "../analysis.md")
    return f"\n## {HEADING}\n\n{paragraph(link + text.replace(chr(10), ' '))}\n{first_moves_table(rows)}"
