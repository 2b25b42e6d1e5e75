"""Estimates with 95 % intervals. Shares, Elo and pairs are counted as docs/matches.md explains."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# The 97.5 % quantile of the normal distribution.
QUANTILE = 1.959963984540054


class Estimate(NamedTuple):
    value: float
    low: float
    high: float

    def has(self, value: float) -> bool:
        """Whether the value is in the interval, give or take the rounding of its bounds."""
        return self.low - 1e-9 <= value <= self.high + 1e-9

    def of(self, function) -> Estimate:
        """The same interval of a quantity that grows with this one."""
        return Estimate(*map(function, self))


def share(count: int, all_: int) -> Estimate:
    """A proportion with its interval by Wilson's formula."""
    if all_ == 0:
        return Estimate(math.nan, 0.0, 1.0)
    found, squared = count / all_, QUANTILE**2
    middle = (found + squared / (2 * all_)) / (1 + squared / all_)
    spread = math.sqrt(found * (1 - found) / all_ + squared / (4 * all_**2))
    margin = QUANTILE * spread / (1 + squared / all_)
    return Estimate(found, max(middle - margin, 0.0), min(middle + margin, 1.0))


def mean(value: float, deviation: float, count: int) -> Estimate:
    margin = QUANTILE * deviation / math.sqrt(count) if count > 1 else math.inf
    return Estimate(value, value - margin, value + margin)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """one - other of two independent shares, by Newcombe's method from their intervals.

    CITE: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
    Medicine 17 (1998), pages 873-890, method 10.
    """
    value = one.value - other.value
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above)


def moments(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of a sample; not a number if it is empty, no deviation if it has one value."""
    if not values:
        return math.nan, math.nan
    middle = math.fsum(values) / len(values)
    squares = math.fsum((value - middle) ** 2 for value in values)
    return middle, math.sqrt(squares / (len(values) - 1)) if len(values) > 1 else 0.0


def pooled_moments(parts: Sequence[tuple[int, float, float]]) -> tuple[float, float]:
    """Mean and standard deviation of samples together; the size, mean and deviation of each."""
    size = sum(count for count, _, _ in parts)
    middle = math.fsum(count * mean for count, mean, _ in parts) / size
    squares = math.fsum((count - 1) * deviation**2 + count * (mean - middle) ** 2 for count, mean, deviation in parts)
    return middle, math.sqrt(squares / (size - 1)) if size > 1 else 0.0


def ratio_deviation(parts: Sequence[tuple[float, int]]) -> float:
    """The deviation, from game to game, that gives the interval of a mean over the plies of all games; for each game
    the sum over its plies, and their number. The plies of a game are not independent, but the games are."""
    plies = sum(count for _, count in parts)
    if plies == 0:
        return math.nan
    ratio = math.fsum(total for total, _ in parts) / plies
    return moments([(total - ratio * count) * len(parts) / plies for total, count in parts])[1]


def elo(score: float) -> float:
    return math.inf if score >= 1 else -math.inf if score <= 0 else 400 * math.log10(score / (1 - score))


def elo_of_pairs(pairs: Sequence[int]) -> Estimate:
    """Elo from the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points."""
    count = sum(pairs)
    score = sum(place / 4 * number for place, number in enumerate(pairs)) / count
    variance = sum(number * (place / 4 - score) ** 2 for place, number in enumerate(pairs)) / count
    margin = QUANTILE * math.sqrt(variance / count)
    return Estimate(score, score - margin, score + margin).of(elo)


def slope(points: Iterable[tuple[float, Sequence[int]]]) -> Estimate:
    """The slope of the least-squares line through results (1, 1/2, 0) over x; for each x the wins, draws and losses."""
    rows = [(x, y, number) for x, results in points for y, number in zip((1.0, 0.5, 0.0), results)]
    count = sum(number for _, _, number in rows)
    x_mean = sum(x * number for x, _, number in rows) / max(count, 1)
    y_mean = sum(y * number for _, y, number in rows) / max(count, 1)
    spread = sum((x - x_mean) ** 2 * number for x, _, number in rows)
    if count < 3 or spread == 0:
        return Estimate(math.nan, -math.inf, math.inf)
    value = sum((x - x_mean) * (y - y_mean) * number for x, y, number in rows) / spread
    rest = sum((y - y_mean - value * (x - x_mean)) ** 2 * number for x, y, number in rows)
    margin = QUANTILE * math.sqrt(rest / (count - 2) / spread)
    return Estimate(value, value - margin, value + margin)
