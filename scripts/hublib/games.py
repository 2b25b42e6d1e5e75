"""The games that an engine plays, as its own handshake tells them. No script has a list of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .engine import Arrival, Engine
from .lines import LineFault, parse_line

PATIENCE = 60.0
# What an engine plays that declares no parameter `variant`.
ONLY_GAME = "normal"


def values_of(answers: Iterable[Arrival], parameter: str) -> list[str]:
    """What a parameter can be, according to the lines of an answer to `hub`; nothing if it is not declared."""
    for answer in answers:
        if answer.command != "param":
            continue
        try:
            line = parse_line(answer.text)
        except LineFault:
            continue
        if line.get("name") == parameter:
            return (line.get("values") or "").split()
    return []


def declared_games(answers: Sequence[Arrival]) -> list[str]:
    """The games in an answer to `hub`. A value of `halt` among them, such as `killer`, is no game of its own: it stands
    for one with that rule."""
    rules = values_of(answers, "halt")
    return [game for game in values_of(answers, "variant") if game not in rules] or [ONLY_GAME]


def introduction(engine: Engine, timeout: float = PATIENCE) -> list[Arrival]:
    """Sends `hub`; gives the lines of the answer, without `wait`."""
    lines: list[Arrival] = []
    engine.send("hub")
    engine.wait_for("wait", timeout, lines)
    return lines


def games_of(command: Sequence[str], timeout: float = PATIENCE) -> list[str]:
    """The games of the engine that a command starts. Raises EngineFault, or OSError where there is no engine."""
    with Engine(command) as engine:
        return declared_games(introduction(engine, timeout))
