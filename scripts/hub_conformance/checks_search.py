"""Searching: `go`, `stop`, `ponder-hit`, and commands during a search."""

from __future__ import annotations

from hublib.engine import Arrival, EngineFault

from .lab import CLIENTS, Lab, NotOffered, Wrong, check, milliseconds, texts
from .positions import random_positions
from .rules import Position
from .searches import (
    MIDDLE_GAME,
    START_POSITION,
    begin,
    expect_no_more_done,
    judge_move,
    think,
    wait_for_done,
)

ENDLESS = "infinite"
# A man that must capture: there is no other move.
FORCED = Position.parse("W" + "e" * 22 + "b" + "e" * 4 + "w" + "e" * 21 + "w")


@check("search", "think", "go think is answered by one done with a legal move")
def go_think(lab: Lab) -> str:
    return str(think(lab, lab.ready(), ["depth=4"]).move)


@check("search", "analyze", "go analyze is answered by one done with a legal move")
def go_analyze(lab: Lab) -> str:
    return str(think(lab, lab.ready(), ["depth=4"], mode="analyze").move)


@check("search", "forced", "a player with a single legal move gets it")
def forced(lab: Lab) -> str:
    return str(think(lab, lab.ready(), ["move-time=0.3"], FORCED, limit=0.3).move)


@check("search", "expected-answer", "the ponder move of done is legal after its move")
def expected_answer(lab: Lab) -> str:
    engine = lab.ready()
    offered = 0
    for position in [START_POSITION, *random_positions(4, seed=3)]:
        search = think(lab, engine, ["depth=5"], position)
        if search.ponder and search.move:
            offered += 1
            judge_move(
                search.ponder, position.play(search.move), f"done move={search.move} ponder={search.ponder}"
            )
    if not offered:
        raise NotOffered("done had no ponder")
    return f"{offered} moves"


def stop_after(lab: Lab, mode: str, seconds: float, level: str = ENDLESS) -> str:
    """The protocol says that any search may end by itself; then stop does nothing."""
    engine = lab.ready()
    begin(lab, engine, [level], mode, MIDDLE_GAME)
    engine.pause(seconds)
    ended = engine.has_said("done")
    stopped = engine.send("stop", timeout=lab.timeout)
    took = wait_for_done(lab, engine, MIDDLE_GAME, stopped).seconds
    return "ended by itself" if ended else milliseconds(took)


@check("search", "stop-think", "stop ends go think with one done")
def stop_think(lab: Lab) -> str:
    return stop_after(lab, "think", 0.3)


@check("search", "stop-analyze", "stop ends go analyze with one done")
def stop_analyze(lab: Lab) -> str:
    return stop_after(lab, "analyze", 0.3)


@check("search", "stop-ponder", "stop ends go ponder with one done")
def stop_ponder(lab: Lab) -> str:
    return stop_after(lab, "ponder", 0.3, "move-time=0.1")


@check("search", "stop-at-once", "stop directly after go ends it with one done")
def stop_at_once(lab: Lab) -> str:
    engine = lab.ready()
    slowest = 0.0
    for _ in range(20):
        sent = engine.send(
            f"pos pos={START_POSITION}", f"level {ENDLESS}", "go think", "stop", timeout=lab.timeout
        )
        slowest = max(slowest, wait_for_done(lab, engine, START_POSITION, sent).seconds)
    return f"20 times, {milliseconds(slowest)} at most"


@check("search", "stop-twice", "a second stop, too late, gives no second done", CLIENTS)
def stop_twice(lab: Lab) -> None:
    engine = lab.ready()
    began = begin(lab, engine, [ENDLESS], position=MIDDLE_GAME)
    engine.pause(0.1)
    engine.send("stop", "stop", timeout=lab.timeout)
    wait_for_done(lab, engine, MIDDLE_GAME, began)
    engine.send("stop", timeout=lab.timeout)
    expect_no_more_done(lab, engine)


@check("search", "stop-idle", "stop and ponder-hit without a search give no done", CLIENTS)
def stop_idle(lab: Lab) -> None:
    engine = lab.ready()
    engine.send("stop", "ponder-hit", timeout=lab.timeout)
    expect_no_more_done(lab, engine)
    think(lab, engine, ["depth=3"])


@check("search", "ponder-hit", "after ponder-hit the limit holds, and one done comes")
def ponder_hit(lab: Lab) -> str:
    engine = lab.ready()
    for _ in range(3):  # A busy machine may be late once.
        begin(lab, engine, ["move-time=0.4"], "ponder", MIDDLE_GAME)
        engine.pause(0.2)
        ended = engine.has_said("done")
        hit = engine.send("ponder-hit", timeout=lab.timeout)
        took = wait_for_done(lab, engine, MIDDLE_GAME, hit, limit=0.4).seconds
        if ended:
            return "ended by itself"
        if took <= 0.4 + lab.tolerance:
            return f"{took:.3f} s"
    raise Wrong(f"done within 0.4 s of ponder-hit (+{lab.tolerance:g})", f"{took:.3f} s, three times late")


@check("search", "ponder-hit-depth", "ponder-hit after the limit is reached gives done at once")
def ponder_hit_late(lab: Lab) -> str:
    engine = lab.ready()
    begin(lab, engine, ["depth=2"], "ponder", MIDDLE_GAME)
    engine.pause(0.3)
    ended = engine.has_said("done")
    hit = engine.send("ponder-hit", timeout=lab.timeout)
    took = wait_for_done(lab, engine, MIDDLE_GAME, hit).seconds
    return "ended by itself" if ended else milliseconds(took)


@check("search", "ponder-miss", "stop with the next position and go directly after it: a done for each")
def ponder_miss(lab: Lab) -> None:
    engine = lab.ready()
    first, second = random_positions(2, seed=5)
    began = begin(lab, engine, ["move-time=1"], "ponder", first)
    engine.pause(0.1)
    engine.send("stop", f"pos pos={second}", "level move-time=0.1", "go think", timeout=lab.timeout)
    wait_for_done(lab, engine, first, began, only=False)
    wait_for_done(lab, engine, second, began)


@check(
    "search",
    "one-after-the-other",
    "ten searches, each with a stop, without waiting: ten dones, in order",
    CLIENTS,
)
def one_after_the_other(lab: Lab) -> None:
    engine = lab.ready()
    positions = random_positions(10, seed=9)
    for position in positions:
        engine.send(f"pos pos={position}", "level depth=2", "go think", "stop", timeout=lab.timeout)
    for number, position in enumerate(positions, 1):
        wait_for_done(lab, engine, position, 0.0, only=number == len(positions))


@check("search", "repeated", "a position is searched again without a new pos", CLIENTS)
def repeated(lab: Lab) -> None:
    engine = lab.ready()
    think(lab, engine, ["depth=3"])
    for _ in range(3):
        began = engine.send("level depth=3", "go think", timeout=lab.timeout)
        wait_for_done(lab, engine, START_POSITION, began)


@check("search", "new-game", "new-game is accepted between searches, without an answer")
def new_game(lab: Lab) -> None:
    engine = lab.ready()
    for position in random_positions(3, seed=11):
        engine.send("new-game", timeout=lab.timeout)
        said = [line for line in lab.settle(engine) if line.command != "info"]
        if said:
            raise Wrong("nothing", texts(said))
        think(lab, engine, ["depth=4"], position)


@check("search", "ping-idle", "ping is answered by one pong")
def ping_idle(lab: Lab) -> str:
    engine = lab.ready()
    slowest = 0.0
    for _ in range(20):
        sent = engine.send("ping", timeout=lab.timeout)
        slowest = max(slowest, engine.wait_for("pong", lab.timeout).time - sent)
    extra = engine.lines_for(0.1)
    if extra:
        raise Wrong("exactly one pong each", texts(extra))
    return f"20 times, {milliseconds(slowest)} at most"


@check("search", "ping-first", "ping is answered before hub and init", CLIENTS)
def ping_first(lab: Lab) -> None:
    engine = lab.start()
    engine.send("ping", timeout=lab.timeout)
    engine.wait_for("pong", lab.timeout)


def ping_during(lab: Lab, mode: str, times: int) -> str:
    engine = lab.ready()
    began = begin(lab, engine, ["infinite"], mode, MIDDLE_GAME)
    engine.pause(0.1)
    if engine.has_said("done"):
        raise NotOffered("the search ended by itself")
    slowest = 0.0
    for number in range(times):
        sent = engine.send("ping", timeout=lab.timeout)
        before: list[Arrival] = []
        try:
            slowest = max(slowest, engine.wait_for("pong", lab.timeout, before).time - sent)
        except EngineFault as fault:
            raise Wrong("pong during the search", f"{fault}, ping {number + 1}") from None
        if any(line.command == "done" for line in before):
            raise Wrong("the search to go on", texts(before[-1:]))
        engine.pause(0.01)
    engine.send("stop", timeout=lab.timeout)
    wait_for_done(lab, engine, MIDDLE_GAME, began)
    return f"{times} times, {milliseconds(slowest)} at most"


@check("search", "ping-think", "ping is answered during go think, which goes on")
def ping_think(lab: Lab) -> str:
    return ping_during(lab, "think", 20)


@check("search", "ping-ponder", "ping is answered during go ponder, which goes on")
def ping_ponder(lab: Lab) -> str:
    return ping_during(lab, "ponder", 20)


@check("search", "ping-analyze", "ping is answered during go analyze, which goes on")
def ping_analyze(lab: Lab) -> str:
    return ping_during(lab, "analyze", 20)


@check("search", "pings-at-once", "100 pings at once during a search: 100 pongs", CLIENTS)
def pings_at_once(lab: Lab) -> None:
    engine = lab.ready()
    began = begin(lab, engine, ["infinite"], position=MIDDLE_GAME)
    engine.pause(0.1)
    engine.send(*["ping"] * 100, timeout=lab.timeout)
    said: list[Arrival] = []
    for _ in range(100):
        engine.wait_for("pong", lab.timeout, said)
    if any(line.command == "done" for line in said):
        raise NotOffered("the search ended by itself")
    engine.send("stop", timeout=lab.timeout)
    wait_for_done(lab, engine, MIDDLE_GAME, began)


@check("search", "garbage-during", "unknown commands during a search do no harm, and one done comes", CLIENTS)
def garbage_during(lab: Lab) -> None:
    engine = lab.ready()
    began = begin(lab, engine, ["move-time=0.3"])
    engine.send("sing", "", "a=b", timeout=lab.timeout)
    wait_for_done(lab, engine, START_POSITION, began, limit=0.3)
