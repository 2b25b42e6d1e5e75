"""An engine of this project that analyses positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hub_report.player import Player
from hublib.engine import Arrival
from hublib.lines import parse_line


@dataclass(frozen=True)
class Line:
    """A report of a search: the principal variation, the score in men, the depth and the nodes."""

    moves: tuple[str, ...]
    score: float
    depth: int
    nodes: int

    @property
    def move(self) -> str:
        return self.moves[0]


class Analyst(Player):
    """An engine whose searches begin with an empty table, so that their results depend only on the limit."""

    def histories(self, fens: Sequence[str], nodes: int, lines: int = 1) -> list[list[list[Line]]]:
        """For each position, all reports of a search about the best line, about the second best, and so on."""
        commands = [f"set-param name=multi-pv value={lines}"]
        for fen in fens:
            commands += ["new-game", f'pos fen="{fen}"', f"level nodes={nodes}", "go analyze", "wait-done"]
        # Sent in one write, so that no time is lost between searches on a busy machine.
        self.engine.send(*commands)
        return [self._ranks(lines) for _ in fens]

    def _ranks(self, lines: int) -> list[list[Line]]:
        arrivals: list[Arrival] = []
        self.engine.wait_for("done", self.setting.timeout, arrivals)
        ranks: list[list[Line]] = [[] for _ in range(lines)]
        for info in (parse_line(arrival.text) for arrival in arrivals if arrival.command == "info"):
            values = dict(info.arguments)
            line = Line(
                tuple(values["pv"].split()), float(values["score"]), int(values["depth"]), int(values["nodes"])
            )
            ranks[int(values.get("multipv", 1)) - 1].append(line)
        return ranks

    def history(self, fen: str, nodes: int, lines: int = 1) -> list[list[Line]]:
        """The reports of a search of one position."""
        return self.histories([fen], nodes, lines)[0]

    def play(self, nodes: int, blunders: float, longest: int) -> list[str]:
        """Plays quick moves, a proportion `blunders` of which are random; returns the positions with a choice of
        moves."""
        fens = []
        for _ in range(longest):
            self.engine.send("fen", "legal-moves", f"level nodes={nodes}", "go think")
            fen = parse_line(self.engine.wait_for("fen", self.setting.timeout).text).get("fen") or ""
            moves = parse_line(self.engine.wait_for("legal-moves", self.setting.timeout).text).get("moves")
            move = parse_line(self.engine.wait_for("done", self.setting.timeout).text).get("move")
            legal = (moves or "").split()
            if move is None:
                break
            if len(legal) > 1:
                fens.append(fen.split(":H")[0])
            if self.setting.chance.random() < blunders:
                move = self.setting.chance.choice(legal)
            self.engine.send(f"play move={move}")
        return fens

    def best(self, fen: str, nodes: int, lines: int = 1) -> list[Line]:
        """The best lines at the end of a search, best first."""
        return [rank[-1] for rank in self.history(fen, nodes, lines) if rank]

    def after(self, fen: str, *moves: str) -> str:
        """The position after some moves."""
        self.engine.send(f'pos fen="{fen}" moves="{" ".join(moves)}"' if moves else f'pos fen="{fen}"')
        return (self.ask("fen").get("fen") or "").split(":H")[0]
