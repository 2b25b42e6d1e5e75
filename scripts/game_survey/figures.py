"""The figures of a match, as estimates and as text."""

from __future__ import annotations

import math
import shlex
import textwrap
from collections.abc import Callable, Iterable, Sequence

from .estimate import Estimate, elo_of_pairs, mean, moments, share, slope
from .matches import DOUBLE, REMEDY
from .tables import Row, chosen

# Openings have this many random plies.
OPENING = 6


def grouped(number: int) -> str:
    return f"{number:,}"


def estimate(row: Row, name: str, games: str = "games") -> Estimate:
    """The mean of a figure for which the row has the deviation over games."""
    return mean(row[name], row[f"{name}_sd"], row[games])


def draws(row: Row) -> Estimate:
    return share(row["draws"], row["games"])


def white_score(row: Row) -> Estimate:
    """White's share of the points."""
    results = (row["white"], row["draws"], row["black"])
    middle, deviation = moments([points for points, count in zip((1.0, 0.5, 0.0), results) for _ in range(count)])
    return mean(middle, deviation, row["games"])


def length(row: Row) -> Estimate:
    """In plies, from the start of the game."""
    return mean(row["plies"] + OPENING, row["plies_sd"], row["games"])


def tree(row: Row) -> Estimate:
    """The decimal logarithm of the product of the numbers of legal moves in a game."""
    return mean(row["tree"], row["tree_sd"], row["games"])


def simple_tree(row: Row) -> Estimate:
    """The decimal logarithm of the mean number of legal moves to the power of the mean length, with the interval of
    a function of two independent estimates."""
    plies, legal = length(row), estimate(row, "legal")
    value = plies.value * math.log10(legal.value)
    of_plies = (plies.high - plies.value) * math.log10(legal.value)
    of_legal = plies.value * (legal.high - legal.value) / legal.value / math.log(10)
    margin = math.hypot(of_plies, of_legal)
    return Estimate(value, value - margin, value + margin)


def decided(row: Row) -> int:
    return row["white"] + row["black"]


def percent(found: Estimate) -> str:
    value, low, high = (100 * number for number in found)
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def plain(found: Estimate, digits: int = 1) -> str:
    return f"{found.value:.{digits}f} [{found.low:.{digits}f}, {found.high:.{digits}f}]"


def signed(number: float, digits: int = 0) -> str:
    return "beyond measure" if math.isinf(number) else f"{number:+.{digits}f}"


def elo_text(pairs: Sequence[int]) -> str:
    found = elo_of_pairs(pairs)
    return f"{signed(found.value)} [{signed(found.low)}, {signed(found.high)}]"


def ahead(row: Row) -> str:
    """How often the first side that is a man ahead wins, draws and loses."""
    results = [row[f"ahead_{result}"] for result in ("wins", "draws", "losses")]
    counts = " ".join(f"{sign}{number}" for sign, number in zip("+=-", results))
    return f"{percent(share(results[0], sum(results)))}, {counts}" if sum(results) else ""


def of_part(row: Row, name: str, count: int) -> Estimate | None:
    """A mean over some of the games."""
    return estimate({**row, "part": count}, name, "part") if count > 1 else None


COUNTS: list[tuple[str, Callable[[Row], object]]] = [
    ("games, planned", lambda row: f"{grouped(row['games'])}, {grouped(row['planned'])}"),
    ("draws", lambda row: percent(draws(row))),
    ("White wins", lambda row: percent(share(row["white"], row["games"]))),
    ("Black wins", lambda row: percent(share(row["black"], row["games"]))),
    ("White's points", lambda row: percent(white_score(row))),
    ("length in plies", length),
    ("shortest, median, longest", lambda row: ", ".join(
        str(row[f"plies_{which}"] + OPENING) for which in ("least", "median", "most"))),
    ("legal moves", lambda row: estimate(row, "legal")),
    ("plies with one legal move", lambda row: percent(estimate(row, "forced"))),
    ("capturing moves per game", lambda row: estimate(row, "captures")),
    ("pieces per capture", lambda row: plain(estimate(row, "pieces_each"), 2)),
    ("the longest capture", lambda row: str(row["most_captured"])),
    ("promotions per game", lambda row: estimate(row, "promotions")),
    ("games with a promotion", lambda row: percent(share(row["promotion_games"], row["games"]))),
    ("first promotion, in plies", lambda row: of_part(row, "first_promotion", row["promotion_games"])),
    ("pieces left to the winner", lambda row: of_part(row, "left_won", decided(row))),
    ("pieces left in a draw", lambda row: of_part(row, "left_drawn", row["draws"])),
    ("the first side a man ahead wins", ahead),
    ("game tree: product of the legal moves", lambda row: f"10<sup>{plain(tree(row))}</sup>"),
    ("game tree: mean legal moves to the mean length", lambda row: f"10<sup>{plain(simple_tree(row))}</sup>"),
    ("endings", lambda row: row["endings"].replace(" ", ", ").replace(":", " ")),
]  # fmt: skip


def text_of(figure: object) -> str:
    if isinstance(figure, Estimate):
        return plain(figure)
    return "" if figure is None else str(figure)


def commands(rows: Iterable[Row], rules: str = "") -> str:
    """The commands that play these matches again; `rules` is the file of the game, if it has one."""
    lines = []
    for row in rows:
        kind = f"--kind {row['kind']} " if row["kind"] in (DOUBLE, REMEDY) else ""
        game = f"--rules {shlex.quote(rules)}" if rules else f"--variants {row['game']}"
        game = "" if row["kind"] == REMEDY else f"{game} "
        games, seed = row["planned"], row["seed"]
        lines.append(f"scripts/survey.py play {kind}{game}--levels {row['nodes']} --games {games} --seed {seed}"
                     " --out target/survey")  # fmt: skip
    return "```sh\n" + "".join(f"{line}\n" for line in dict.fromkeys(lines)) + "```\n"


def rear_slope(rows: Sequence[Row], game: str, nodes: int, move: int) -> tuple[Estimate, int]:
    """Points per man more than the opponent on the own back rows, and the number of positions, from rear.csv."""
    found = chosen(rows, game=game, nodes=nodes, move=move, what="more")
    results = [(row["men"], (row["wins"], row["draws"], row["losses"])) for row in found]
    return slope(results), sum(sum(counts) for _, counts in results)


def points(found: Estimate) -> str:
    """Of a hundred, with a sign."""
    value, low, high = (100 * number for number in found)
    return f"{value:+.1f} [{low:+.1f}, {high:+.1f}]"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], align: str = "---:") -> str:
    """A table in Markdown, whose first column is aligned to the left."""
    lines = [f"| {' | '.join(line)} |\n" for line in (head, *rows)]
    return "".join([lines[0], f"|---|{'|'.join([align] * (len(head) - 1))}|\n", *lines[1:]])


def paragraph(text: str) -> str:
    """Text in lines of at most 120 columns."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) + "\n"
