"""Limits: every kind of `level`, alone and combined."""

from __future__ import annotations

from .checks_search import stop_after
from .lab import CLIENTS, Lab, Wrong, check
from .searches import MIDDLE_GAME, Search, think


def timed(lab: Lab, levels: list[str], limit: float, mode: str = "think") -> str:
    """A search that must end within a limit plus the tolerance. If it does not, it is repeated up to twice: a machine
    may be busy now and then, but an engine must not be late every time."""
    engine = lab.ready()
    for _ in range(3):
        search = think(lab, engine, levels, MIDDLE_GAME, limit=limit, mode=mode)
        if search.seconds <= limit + lab.tolerance:
            return f"{search.seconds:.3f} s"
    raise Wrong(f"done within {limit:g} s (+{lab.tolerance:g})", f"{search.seconds:.3f} s, three times late")


def deepest(search: Search) -> int:
    return max((int(info.get("depth") or 0) for info in search.infos), default=0)


@check("levels", "depth", "level depth ends a search, and no info is deeper")
def depth(lab: Lab) -> str:
    engine = lab.ready()
    for limit in (1, 2, 6):
        search = think(lab, engine, [f"depth={limit}"], MIDDLE_GAME)
        if deepest(search) > limit:
            raise Wrong(f"info depth={limit} at most", f"depth={deepest(search)}")
    return "1, 2 and 6"


@check("levels", "nodes", "level nodes ends a search")
def nodes(lab: Lab) -> str:
    engine = lab.ready()
    shown = []
    for limit in (1, 1000, 100_000):
        search = think(lab, engine, [f"nodes={limit}"], MIDDLE_GAME)
        most = max((int(info.get("nodes") or 0) for info in search.infos), default=0)
        # Many engines count nodes in blocks.
        if most > 2 * limit + 100_000:
            raise Wrong(f"info nodes={limit} or a little more", f"nodes={most}")
        shown.append(str(most))
    return f"1, 1000, 100000: last info at {', '.join(shown)}"


@check("levels", "move-time", "level move-time is kept")
def move_time(lab: Lab) -> str:
    return timed(lab, ["move-time=0.5"], 0.5)


@check("levels", "short-move-time", "a short level move-time is kept")
def short_move_time(lab: Lab) -> str:
    return timed(lab, ["move-time=0.02"], 0.02)


@check("levels", "move-time-analyze", "level move-time is kept by go analyze")
def move_time_analyze(lab: Lab) -> str:
    return timed(lab, ["move-time=0.3"], 0.3, "analyze")


@check("levels", "time", "level time, sudden death: done before the clock runs out")
def sudden_death(lab: Lab) -> str:
    return timed(lab, ["time=2"], 2)


@check("levels", "time-inc", "level time and inc: done before the clock runs out")
def increment(lab: Lab) -> str:
    return timed(lab, ["time=1 inc=0.1"], 1.1)


@check("levels", "moves-time", "level moves and time: done before the clock runs out")
def moves_in_time(lab: Lab) -> str:
    return timed(lab, ["moves=10 time=2"], 2)


@check("levels", "last-move", "the last move before the time control: done in time")
def last_move(lab: Lab) -> str:
    return timed(lab, ["moves=1 time=0.5"], 0.5)


@check("levels", "little-time", "little time on the clock: done in time")
def little_time(lab: Lab) -> str:
    return timed(lab, ["time=0.05"], 0.05)


@check("levels", "infinite", "level infinite: a long search is ended by stop")
def infinite(lab: Lab) -> str:
    return stop_after(lab, "analyze", 1.0)


@check(
    "levels", "time-and-depth", "limits add up, in any order: the time ends a search that has depth", CLIENTS
)
def time_and_depth(lab: Lab) -> str:
    return " and ".join(timed(lab, levels, 0.3) for levels in in_both_orders("depth=60", "move-time=0.3"))


@check(
    "levels", "depth-and-time", "limits add up, in any order: the depth ends a search that has time", CLIENTS
)
def depth_and_time(lab: Lab) -> str:
    return " and ".join(timed(lab, levels, 2) for levels in in_both_orders("depth=3", "move-time=20"))


def in_both_orders(one: str, other: str) -> list[list[str]]:
    return [[one, other], [other, one]]


@check("levels", "one-line", "several limits in one line add up", CLIENTS)
def one_line(lab: Lab) -> str:
    return timed(lab, ["depth=60 nodes=1000000000 move-time=0.3"], 0.3)


@check("levels", "used-up", "the limits of one search do not hold for the next", CLIENTS)
def used_up(lab: Lab) -> str:
    engine = lab.ready()
    think(lab, engine, ["depth=1"])
    search = think(lab, engine, ["move-time=0.4"], MIDDLE_GAME, limit=0.4, mode="analyze")
    if search.infos and deepest(search) <= 1:
        raise Wrong("a search deeper than the last one's depth=1", f"depth={deepest(search)}")
    return f"depth {deepest(search)}"
