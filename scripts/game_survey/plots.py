"""Plots as small SVG files, readable on a light and on a dark page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from .estimate import Estimate

# Paul Tol's bright scheme, which colour-blind people can tell apart.
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44")
STYLE = (
    "text{font:12px sans-serif;fill:#222}.end{text-anchor:end}.middle{text-anchor:middle}"
    "path{fill:none;stroke:#ddd}.line{stroke-width:1.5}.band{stroke:none;opacity:.2}"
)
WIDTH, LEFT, RIGHT, TOP, ROW = 560, 130, 545, 34, 26


class Series(NamedTuple):
    """A row of estimates for each label, or estimates over numbers."""

    name: str
    points: Sequence[tuple[float, Estimate]]


def ticks(high: float) -> list[float]:
    """About five round numbers from 0."""
    step = 10 ** math.floor(math.log10(high / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if high / (factor * step) <= 6)
    return [step * place for place in range(math.floor(high / step + 1e-9) + 1)]


def scale(high: float, begin: float, end: float) -> Callable[[float], float]:
    return lambda value: begin + min(max(value, 0), high) / high * (end - begin)


def page(title: str, height: float, body: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
                      f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fff"/>', *body, "</svg>", ""])  # fmt: skip


def legend(names: Sequence[str]) -> list[str]:
    body, x = [], LEFT
    for colour, name in zip(COLOURS, names):
        body.append(f'<circle cx="{x}" cy="14" r="4" fill="{colour}"/><text x="{x + 8}" y="18">{escape(name)}</text>')
        x += 26 + round(6.6 * len(name))
    return body


def label(value: float) -> str:
    return f"{value:.10g}".replace("-", "−")


def rows(title: str, labels: Sequence[str], series: Sequence[Series], unit: str, high: float) -> str:
    """A row for each label, with a point and an interval for each series, between 0 and `high`. The points of a series
    begin with the number of their row. A series without a name has no legend."""
    x, bottom = scale(high, LEFT, RIGHT), TOP + ROW * len(labels)
    body = legend([one.name for one in series if one.name])
    for tick in ticks(high):
        body.append(f'<path d="M{x(tick):.1f} {TOP}V{bottom}"/>')
        body.append(f'<text class="middle" x="{x(tick):.1f}" y="{bottom + 16}">{label(tick)}</text>')
    body.append(f'<text class="middle" x="{(LEFT + RIGHT) / 2}" y="{bottom + 33}">{escape(unit)}</text>')
    for row, text in enumerate(labels):
        body.append(f'<text class="end" x="{LEFT - 8}" y="{TOP + ROW * (row + 0.5) + 4}">{escape(text)}</text>')
    for number, (colour, one) in enumerate(zip(COLOURS, series)):
        shift = (number + 0.5) / len(series) * 0.7 + 0.15
        for place, found in one.points:
            y = TOP + ROW * (place + shift)
            ends = f"M{x(found.low):.1f} {y:.1f}H{x(found.high):.1f}"
            body.append(f'<path class="line" style="stroke:{colour}" d="{ends}"/>')
            body.append(f'<circle cx="{x(found.value):.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')
    return page(title, bottom + 40, body)


def lines(title: str, series: Sequence[Series], across: str, unit: str) -> str:
    """Lines with bands for their intervals."""
    left, bottom = 50, 230
    all_points = [point for one in series for point in one.points]
    last = max(x for x, _ in all_points)
    most = max(found.high for _, found in all_points)
    x, y = scale(last, left, RIGHT), scale(most, bottom, TOP)
    body = legend([one.name for one in series])
    for tick in ticks(most):
        body.append(f'<path d="M{left} {y(tick):.1f}H{RIGHT}"/>')
        body.append(f'<text class="end" x="{left - 6}" y="{y(tick) + 4:.1f}">{label(tick)}</text>')
    for tick in ticks(last):
        body.append(f'<text class="middle" x="{x(tick):.1f}" y="{bottom + 16}">{label(tick)}</text>')
    body.append(f'<text class="middle" x="{(left + RIGHT) / 2}" y="{bottom + 34}">{escape(across)}</text>')
    body.append(f'<text x="4" y="18">{escape(unit)}</text>')

    def path(points: Sequence[tuple[float, float]]) -> str:
        # Across in whole units, which looks the same: the plots are in the program, and points are most of them.
        return "M" + "L".join(f"{x(place):.0f} {y(value):.1f}" for place, value in points)

    for colour, one in zip(COLOURS, series):
        above = [(place, found.high) for place, found in one.points]
        below = [(place, found.low) for place, found in reversed(one.points)]
        middle = [(place, found.value) for place, found in one.points]
        body.append(f'<path class="band" style="fill:{colour}" d="{path(above + below)}Z"/>')
        body.append(f'<path class="line" style="stroke:{colour}" d="{path(middle)}"/>')
    return page(title, bottom + 45, body)
