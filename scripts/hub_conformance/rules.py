"""The rules of International Draughts, written to be read, not to be fast.

Independent of any engine: cells are the numbers 1 to 50, a position is the text that Hub uses for it, and the moves are
found by trying everything the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
FORWARD = {"W": -1, "B": 1}
START = "W" + "b" * 20 + "e" * 10 + "w" * 20


def _row_and_column(cell: int) -> tuple[int, int]:
    row, place = divmod(cell - 1, 5)
    # Even rows, counted from 0 at the top, begin with a light square.
    return row, 2 * place + (1 if row % 2 == 0 else 0)


def _rays() -> dict[int, list[tuple[int, list[int]]]]:
    """For every cell and each of four directions: the change of row, and the cells up to the edge."""
    cell_at = {_row_and_column(cell): cell for cell in range(1, 51)}
    rays: dict[int, list[tuple[int, list[int]]]] = {}
    for cell in range(1, 51):
        rays[cell] = []
        for down, right in DIAGONALS:
            row, column = _row_and_column(cell)
            ray = []
            while (row + down, column + right) in cell_at:
                row, column = row + down, column + right
                ray.append(cell_at[row, column])
            rays[cell].append((down, ray))
    return rays


RAYS = _rays()


@dataclass(frozen=True, order=True)
class Move:
    """Two moves are the same if they begin and end on the same cells and capture the same pieces."""

    start: int
    end: int
    captured: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.captured:
            return f"{self.start}-{self.end}"
        return "x".join(map(str, (self.start, self.end, *self.captured)))


class BadMoveText(ValueError):
    """A string that cannot be a move of International Draughts as Hub writes it."""


def parse_move(text: str) -> Move:
    """Reads `32-28` or `28x19x23`, the captured cells in any order."""
    try:
        if "x" in text:
            start, end, *captured = [int(cell) for cell in text.split("x")]
            if not captured:
                raise BadMoveText(f"{text} names no captured cell")
            return Move(start, end, tuple(sorted(captured)))
        start, end = [int(cell) for cell in text.split("-")]
        return Move(start, end)
    except ValueError as error:
        if isinstance(error, BadMoveText):
            raise
        raise BadMoveText(f"{text!r} is not a move like 32-28 or 28x19x23") from None


@dataclass(frozen=True)
class Position:
    """The side to move, `W` or `B`, and the contents of cells 1 to 50: `w b W B` or `e`."""

    side: str
    cells: str

    @classmethod
    def parse(cls, text: str) -> Position:
        if len(text) != 51 or text[0] not in "WB" or set(text[1:]) - set("wbWBe"):
            raise ValueError(f"not a position: {text!r}")
        return cls(text[0], text[1:])

    @classmethod
    def from_fen(cls, text: str) -> Position:
        """Reads the output of `fen`; anything after the pieces is ignored."""
        side, *parts = text.split(":")
        cells = ["e"] * 50
        for part in parts[:2]:
            for name in filter(None, part[1:].split(",")):
                piece = part[0] if name.startswith("K") else part[0].lower()
                cells[int(name.lstrip("K")) - 1] = piece
        return cls.parse(side + "".join(cells))

    def fen(self) -> str:
        """The position as FEN, the pieces in the order of their cells."""
        parts = [self.side]
        for side in "WB":
            own = [cell for cell in range(1, 51) if self.at(cell).upper() == side]
            parts.append(
                side + ",".join(("K" if self.at(cell).isupper() else "") + str(cell) for cell in own)
            )
        return ":".join(parts)

    def __str__(self) -> str:
        return self.side + self.cells

    def at(self, cell: int) -> str:
        return self.cells[cell - 1]

    def is_own(self, cell: int) -> bool:
        return self.at(cell).upper() == self.side

    def is_enemy(self, cell: int) -> bool:
        return self.at(cell) != "e" and not self.is_own(cell)

    def other_side(self) -> str:
        return "B" if self.side == "W" else "W"

    def legal_moves(self) -> list[Move]:
        """The longest captures if there are any captures, otherwise the quiet moves."""
        captures = {move for cell in range(1, 51) if self.is_own(cell) for move in self._captures(cell)}
        if captures:
            most = max(len(move.captured) for move in captures)
            return sorted(move for move in captures if len(move.captured) == most)
        return sorted(move for cell in range(1, 51) if self.is_own(cell) for move in self._quiet_moves(cell))

    def play(self, move: Move) -> Position:
        cells = list(self.cells)
        piece = cells[move.start - 1]
        cells[move.start - 1] = "e"
        for cell in move.captured:
            cells[cell - 1] = "e"
        last_row = range(1, 6) if self.side == "W" else range(46, 51)
        # Only the end of a move counts: a man that passes over the last row in a capture stays a man.
        cells[move.end - 1] = piece.upper() if move.end in last_row else piece
        return Position(self.other_side(), "".join(cells))

    def _quiet_moves(self, start: int) -> Iterator[Move]:
        is_king = self.at(start).isupper()
        for down, ray in RAYS[start]:
            if not is_king and down != FORWARD[self.side]:
                continue
            for cell in ray if is_king else ray[:1]:
                if self.at(cell) != "e":
                    break
                yield Move(start, cell)

    def _captures(self, start: int) -> Iterator[Move]:
        """All sequences of jumps of a piece, including unfinished ones, which are shorter and are dropped later."""
        # The capturing piece has left its cell, and can pass over it again.
        without = Position(self.side, self.cells[: start - 1] + "e" + self.cells[start:])
        reach = len(self.cells) if self.at(start).isupper() else 1
        unfinished: list[tuple[int, tuple[int, ...]]] = [(start, ())]
        seen = set(unfinished)
        while unfinished:
            cell, captured = unfinished.pop()
            for victim, landing in without._jumps(cell, reach, captured):
                state = (landing, tuple(sorted((*captured, victim))))
                if state not in seen:
                    seen.add(state)
                    unfinished.append(state)
                    yield Move(start, *state)

    def _jumps(self, cell: int, reach: int, captured: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The single jumps from a cell: victim and landing cell. Captured pieces are still on the board, in the way."""
        for _, ray in RAYS[cell]:
            for distance, victim in enumerate(ray[:reach]):
                if self.at(victim) == "e":
                    continue
                if self.is_enemy(victim) and victim not in captured:
                    for landing in ray[distance + 1 : distance + 1 + reach]:
                        if self.at(landing) != "e":
                            break
                        yield victim, landing
                break


def perft(position: Position, depth: int) -> int:
    """The number of sequences of legal moves of this length."""
    moves = position.legal_moves()
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(position.play(move), depth - 1) for move in moves)
