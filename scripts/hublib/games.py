"""The games of an engine, from its handshake. Scripts have no other list of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .engine import Arrival, Engine
from .lines import LineFault, parse_line

PATIENCE = 60.0
# The game of engines that do not declare a parameter `variant`.
ONLY_GAME = "normal"


def values_of(answers: Iterable[Arrival], parameter: str) -> list[str]:
    """The values of a parameter in an answer to `hub`; empty if it is not declared."""
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
    """The games in an answer to `hub`. A value that is also one of `halt`, such as `killer`, is not a separate game,
    but one with that rule."""
    rules = values_of(answers, "halt")
    return [game for game in values_of(answers, "variant") if game not in rules] or [ONLY_GAME]


def introduction(engine: Engine, timeout: float = PATIENCE) -> list[Arrival]:
    """Sends `hub`; returns the lines of the answer, without `wait`."""
    lines: list[Arrival] = []
    engine.send("hub")
    engine.wait_for("wait", timeout, lines)
    return lines


def games_of(command: Sequence[str], timeout: float = PATIENCE) -> list[str]:
    """The games of the engine that a command starts. Raises EngineFault, or OSError if there is no engine."""
    with Engine(command) as engine:
        return declared_games(introduction(engine, timeout))
