"""A second engine besides the one under test, for legal moves and results."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from hub_process import HubProcess


@dataclass(frozen=True)
class Verdict:
    """The legal moves of a position, and its result."""

    legal_moves: frozenset[str]
    result: str
    reason: str


class Judge(HubProcess):
    """The rules of the engine, queried over raw pipes so that the client's conversation is not disturbed."""

    def __init__(self, program: Path, **parameters: str) -> None:
        super().__init__(program)
        self.set(**parameters)

    def set(self, **parameters: str) -> None:
        """Sets parameters; `_` stands for `-` in their names."""
        for name, value in parameters.items():
            self.quietly(f"set-param name={name.replace('_', '-')} value={value}")

    def verdict(self, position: str, moves: Sequence[str] = ()) -> Verdict:
        """The legal moves and the result after `moves` from a position in Hub notation."""
        lines = self.answers(f'pos pos={position} moves="{" ".join(moves)}"', "legal-moves", "status")
        assert len(lines) == 2, lines
        words = lines[0].partition('moves="')[2].rstrip('"').split()
        result, reason = (word.partition("=")[2] for word in lines[1].split()[1:])
        assert lines[0].startswith(f"legal-moves count={len(words)} "), lines
        assert len(set(words)) == len(words), f"a duplicate move: {words}"
        return Verdict(frozenset(words), result, reason)
