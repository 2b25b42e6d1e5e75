"""Measured figures and their targets, and tables of both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

HEAD = ("what", "target", "n", "min", "median", "99th", "max", "ok")


@dataclass
class Figure:
    """A line of the report. Without values, the note has the result."""

    what: str
    target: str
    ok: bool
    values: Sequence[float] = field(default_factory=list)
    unit: str = "ms"
    note: str = ""

    def cells(self) -> tuple[str, ...]:
        numbers = [""] * 5
        if self.values:
            found = (
                min(self.values),
                percentile(self.values, 50),
                percentile(self.values, 99),
                max(self.values),
            )
            numbers = [str(len(self.values)), *(f"{value:.1f} {self.unit}" for value in found)]
        return (self.what, self.target, *numbers, "yes" if self.ok else "NO")


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that this percentage of all values does not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * percent / 100) - 1)]


def within(
    what: str, milliseconds: Sequence[float], limit: float, percent: float = 100, note: str = ""
) -> Figure:
    """A figure that is good if this percentage of its values is at most the limit."""
    share = "all" if percent == 100 else f"{percent:g} %"
    ok = bool(milliseconds) and percentile(milliseconds, percent) <= limit
    return Figure(what, f"{share} within {limit:g} ms", ok, milliseconds, note=note)


def as_text(figures: Sequence[Figure]) -> str:
    rows = [HEAD, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = []
    for row, figure in zip(rows, [None, *figures]):
        cells = [
            cell.rjust(width) if 2 <= column <= 6 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
        if figure and figure.note:
            lines.append(f"    {figure.note}")
    return "\n".join(lines)


def as_markdown(figures: Sequence[Figure]) -> str:
    """A table for a document; the notes become a list below it."""
    aligned = ["---", "---", "---:", "---:", "---:", "---:", "---:", "---"]
    rows = [HEAD, aligned, *(figure.cells() for figure in figures)]
    table = ["| " + " | ".join(row) + " |" for row in rows]
    notes = [f"- {figure.what}: {figure.note}" for figure in figures if figure.note]
    return "\n".join([*table, "", *notes] if notes else table)
