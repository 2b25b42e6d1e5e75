"""The `info` lines of a search. Engines need not send any; then nothing is judged."""

from __future__ import annotations

import math
import re

from hublib.engine import Arrival
from hublib.lines import HubLine

from .lab import CLIENTS, Lab, NotOffered, Wrong, check, texts
from .positions import random_positions
from .rules import Position
from .searches import START_POSITION, begin, judge_move, parse, think

ORDER = ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"]
WHOLE, REAL = re.compile(r"\d+"), re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
FORMS = {"depth": WHOLE, "nodes": WHOLE, "mean-depth": REAL, "score": REAL, "time": REAL, "nps": REAL}
# After one capture, Black has nothing left.
WON = Position.parse("W" + "e" * 22 + "b" + "e" * 4 + "w" + "e" * 21 + "w")
BIGGEST_SCORE, SURE_WIN = 100.0, 90.0


def raw_infos(
    lab: Lab, level: str = "depth=7", position: Position = START_POSITION, mode: str = "analyze"
) -> list[Arrival]:
    engine = lab.ready()
    begin(lab, engine, [level], mode, position)
    before: list[Arrival] = []
    engine.wait_for("done", lab.timeout, before)
    infos = [line for line in before if line.command == "info"]
    if not infos:
        raise NotOffered("no info in this search")
    return infos


def parsed_infos(lab: Lab, level: str = "depth=7", position: Position = START_POSITION) -> list[HubLine]:
    return [parse(line) for line in raw_infos(lab, level, position)]


@check("info", "form", "depth and nodes are whole numbers, the other figures are real numbers")
def form(lab: Lab) -> str:
    infos = raw_infos(lab)
    for raw in infos:
        for name, value in parse(raw).arguments:
            if name in FORMS and not FORMS[name].fullmatch(value):
                raise Wrong(f"a number as {name}", raw.text)
    return f"{len(infos)} lines"


@check("info", "order", "the order is " + " ".join(ORDER), CLIENTS)
def order(lab: Lab) -> str:
    """Some clients read the line with one regular expression."""
    for raw in raw_infos(lab):
        names = [name for name in parse(raw).names() if name in ORDER]
        if names != sorted(names, key=ORDER.index):
            raise Wrong(" ".join(sorted(names, key=ORDER.index)), raw.text)
    return " ".join(names)


@check("info", "complete", "the last info has depth, mean-depth, score, nodes and pv", CLIENTS)
def complete(lab: Lab) -> None:
    last = parsed_infos(lab)[-1]
    missing = [name for name in ("depth", "mean-depth", "score", "nodes", "pv") if name not in last.names()]
    if missing:
        raise Wrong("all of them", f"no {' and no '.join(missing)}")


@check("info", "twice", "no field comes twice in a line", CLIENTS)
def twice(lab: Lab) -> None:
    for raw in raw_infos(lab):
        names = parse(raw).names()
        if len(set(names)) < len(names):
            raise Wrong("every field once", raw.text)


@check("info", "pv", "the moves of pv are legal, one after the other")
def pv(lab: Lab) -> str:
    lines = longest = 0
    for position in [START_POSITION, *random_positions(3, seed=13)]:
        for info in parsed_infos(lab, "depth=6", position):
            moves = (info.get("pv") or "").split()
            board = position
            for text in moves:
                board = board.play(judge_move(text, board, f'pv="{" ".join(moves)}"'))
            lines, longest = lines + 1, max(longest, len(moves))
        lab.release()
    if not longest:
        raise NotOffered("no pv")
    return f"{lines} lines, {longest} moves at most"


@check("info", "score", f"scores are in men, within -{BIGGEST_SCORE:g} to {BIGGEST_SCORE:g}", CLIENTS)
def score(lab: Lab) -> str:
    scores = [float(text) for info in parsed_infos(lab) if (text := info.get("score")) is not None]
    if not scores:
        raise NotOffered("no score")
    odd = [one for one in scores if not math.isfinite(one) or abs(one) > BIGGEST_SCORE]
    if odd:
        raise Wrong(f"a number from -{BIGGEST_SCORE:g} to {BIGGEST_SCORE:g}", str(odd[0]))
    # The start is balanced, so even one man would be a large score.
    if abs(scores[-1]) > 2:
        raise Wrong("about 0 at the start of the game", str(scores[-1]))
    return f"{scores[-1]:g} at the start"


@check("info", "won", f"a win in sight scores more than {SURE_WIN:g}", CLIENTS)
def won(lab: Lab) -> str:
    scores = [float(text) for info in parsed_infos(lab, "depth=8", WON) if (text := info.get("score"))]
    if not scores:
        raise NotOffered("no score")
    if scores[-1] <= SURE_WIN:
        raise Wrong(f"score above {SURE_WIN:g} of {WON}", str(scores[-1]))
    return f"{scores[-1]:g}"


@check("info", "grows", "depth, nodes and time do not fall during a search", CLIENTS)
def grows(lab: Lab) -> str:
    infos = parsed_infos(lab, "move-time=0.5")
    for name in ("depth", "nodes", "time"):
        values = [float(text) for info in infos if (text := info.get(name)) is not None]
        for earlier, later in zip(values, values[1:]):
            if later < earlier:
                raise Wrong(f"{name} of {earlier:g} or more", f"{name}={later:g}")
    return f"{len(infos)} lines"


@check("info", "time", "time is in seconds, and not above what has passed", CLIENTS)
def seconds(lab: Lab) -> str:
    search = think(lab, lab.ready(), ["move-time=0.5"], mode="analyze", limit=0.5)
    times = [float(text) for info in search.infos if (text := info.get("time")) is not None]
    if not times:
        raise NotOffered("no time")
    if times[-1] > search.seconds + 0.01:
        raise Wrong(f"{search.seconds:.3f} at most", f"time={times[-1]:g}")
    return f"{times[-1]:g} of {search.seconds:.3f} s"


@check("info", "equals", "no value contains =", CLIENTS)
def equals(lab: Lab) -> None:
    """pydraughts splits lines at every =."""
    for raw in raw_infos(lab):
        if any("=" in value for _, value in parse(raw).arguments):
            raise Wrong("values without =", texts([raw]))
