"""Searches: starting one, waiting for its output, and judging its answer by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hublib.engine import Arrival, Engine, EngineEnded, NoAnswer
from hublib.lines import HubLine, LineFault, parse_line

from .lab import Lab, Wrong, texts
from .rules import START, BadMoveText, Move, Position, parse_move

START_POSITION = Position.parse(START)
# Far from opening books, with many pieces and no capture: no search ends early here.
MIDDLE_GAME = Position.parse("Wbbbbbbbbebbbeebbeeebebeeeeeeewewweewwwwewwwewwweww")


@dataclass
class Search:
    """The result of a search."""

    position: Position
    infos: list[HubLine] = field(default_factory=list)
    move: Move | None = None
    ponder: str | None = None
    seconds: float = 0.0


def pos_line(position: Position, moves: Sequence[Move | str] = ()) -> str:
    played = f' moves="{" ".join(map(str, moves))}"' if moves else ""
    return f"pos pos={position}{played}"


def begin(
    lab: Lab,
    engine: Engine,
    levels: Sequence[str],
    mode: str = "think",
    position: Position = START_POSITION,
    moves: Sequence[Move | str] = (),
) -> float:
    """Sets up and starts a search; returns the time at which `go` was sent. `pos` comes first: it may reset levels."""
    engine.send(pos_line(position, moves), *(f"level {level}" for level in levels), timeout=lab.timeout)
    return engine.send(f"go {mode}", timeout=lab.timeout)


def wait_for_done(
    lab: Lab, engine: Engine, position: Position, began: float, limit: float = 0.0, only: bool = True
) -> Search:
    """Waits for `done`, up to a limit plus the usual patience, and judges its move. With `only`, makes sure that no
    second `done` follows."""
    before: list[Arrival] = []
    try:
        arrival = engine.wait_for("done", limit + lab.timeout, before)
    except NoAnswer:
        raise Wrong("done", f"none within {limit + lab.timeout:g} s; before: {texts(before[-3:])}") from None
    except EngineEnded as ended:
        raise Wrong("done", f"{ended}; before: {texts(before[-3:])}") from None
    search = judge_done(arrival, position)
    search.seconds = arrival.time - began
    search.infos = [parse(line) for line in before if line.command == "info"]
    if only:
        expect_no_more_done(lab, engine)
    return search


def think(
    lab: Lab,
    engine: Engine,
    levels: Sequence[str],
    position: Position = START_POSITION,
    moves: Sequence[Move] = (),
    mode: str = "think",
    limit: float = 0.0,
) -> Search:
    """A whole search, judged in the position after the moves."""
    began = begin(lab, engine, levels, mode, position, moves)
    return wait_for_done(lab, engine, after(position, moves), began, limit)


def after(position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def expect_no_more_done(lab: Lab, engine: Engine) -> None:
    extra = [line for line in lab.settle(engine) if line.command == "done"]
    if extra:
        raise Wrong("exactly one done", f"{len(extra)} more: {texts(extra)}")


def parse(arrival: Arrival) -> HubLine:
    try:
        return parse_line(arrival.text)
    except LineFault as fault:
        raise Wrong("a line in the syntax of Hub", str(fault)) from None


def judge_done(arrival: Arrival, position: Position) -> Search:
    """Reads a `done`: its move must be legal, and written with all captured cells."""
    line = parse(arrival)
    text = line.get("move")
    if not text:
        raise Wrong("done with a move", arrival.text)
    move = judge_move(text, position, arrival.text)
    return Search(position, move=move, ponder=line.get("ponder"))


def judge_move(text: str, position: Position, where: str) -> Move:
    legal = position.legal_moves()
    try:
        move = parse_move(text)
    except BadMoveText as fault:
        raise Wrong(f"a move such as {legal[0] if legal else '32-28'}", f"{fault}, in: {where}") from None
    if move not in legal:
        some = " ".join(map(str, legal[:4]))
        raise Wrong(f"a legal move, such as {some}, of {position}", f"{text}, in: {where}")
    return move
