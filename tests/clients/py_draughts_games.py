"""Games as a program with the package py-draughts plays them: its boards, its rules, its `HubEngine`."""

from __future__ import annotations

import os
import random
import subprocess
import threading
from pathlib import Path
from typing import IO, Any, Callable, Optional

from draughts import HubEngine, StandardBoard
from draughts.engines.hub import board_to_hub_position, move_to_hub_notation
from draughts.models import Color
from draughts.move import Move

from hub_process import PATIENCE
from judge import Judge

Chooser = Callable[[StandardBoard], Move]
"""Whoever makes a move: an engine, or chance."""


class UnbufferedLines:
    """The engine's output, read byte by byte, so that nothing is hidden in a buffer.

    On Linux the client waits for its engine with `select`, but reads lines from a buffered stream. When two lines
    arrive together it reads one and waits for the other, which is in the buffer already, where `select` does not
    see it. That is a mistake of py-draughts 1.10.1. Without a buffer the client works as it was meant to.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def fileno(self) -> int:
        return self._stream.fileno()

    def readline(self) -> str:
        line = bytearray()
        while not line.endswith(b"\n"):
            byte = os.read(self.fileno(), 1)
            if not byte:
                # The client would read on for ever.
                raise EOFError("the engine has ended")
            line += byte
        return line.decode()


class Client(HubEngine):
    """The client, with its engine's output unbuffered, and a memory of its processes and what they were told."""

    def __init__(self, program: Path, **limits: Any) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        super().__init__(program, **limits)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "process" and value is not None:
            value.stdout = UnbufferedLines(value.stdout)
            self.processes.append(value)
        super().__setattr__(name, value)


class Clients:
    """Clients with their engines. The client would wait for an answer for ever, so after a while they are ended."""

    def __init__(self, program: Path, seconds: float) -> None:
        self._program = program
        self._started: list[Client] = []
        self._watchdog = threading.Timer(seconds, self._kill_all)
        self._watchdog.daemon = True
        self._watchdog.start()

    def start(self, **limits: Any) -> Client:
        """A client with an engine that is ready to play."""
        client = Client(self._program, **limits)
        self._started.append(client)
        client.start()
        return client

    def _kill_all(self) -> None:
        for client in self._started:
            for process in client.processes:
                process.kill()

    def leave(self) -> None:
        """Says `quit` to all engines that are left, and sees that all have ended well, without another word."""
        self._watchdog.cancel()
        try:
            for client in self._started:
                client.quit()
                for process in client.processes:
                    check_end(process)
        finally:
            self._kill_all()


def check_end(process: subprocess.Popen[str]) -> None:
    """Checks that a process that was told to quit did so at once, with nothing left to say."""
    assert process.wait(PATIENCE) == 0, "the client had to kill the engine"
    assert process.stdout is not None and process.stderr is not None
    assert os.read(process.stdout.fileno(), 1000) == b""
    assert process.stderr.read() == ""


def by_client(client: HubEngine, *before: str) -> Chooser:
    """The engine, with the client's limit for every move; `before` are lines of more limits."""

    def choose(board: StandardBoard) -> Move:
        for line in before:
            client._send(line)
        move = client.get_best_move(board)
        assert isinstance(move, Move)
        return move

    return choose


def by_chance(seed: int) -> Chooser:
    """Any legal move."""
    chance = random.Random(seed)
    return lambda board: chance.choice(board.legal_moves)


def hub_move(move: Move) -> str:
    """A move as the engine writes it: with its captures in the order of the board."""
    squares = move_to_hub_notation(move).split("x")
    return "x".join(squares[:2] + sorted(squares[2:], key=int))


def expected_verdict(board: StandardBoard) -> tuple[str, set[str]]:
    """How the game stands by the client's rules, in the words of the engine, and the reasons that it may give."""
    draws = {
        "repetition": board.is_threefold_repetition,
        "25-moves": board.is_25_moves_rule,
        "16-moves": board.is_16_moves_rule,
        "5-moves": board.is_5_moves_rule,
    }
    result = {"-": "none", "1-0": "white-win", "0-1": "black-win", "1/2-1/2": "draw"}[board.result]
    if result == "draw":
        return result, {reason for reason, drawn in draws.items() if drawn}
    return result, {"none"} if result == "none" else {"no-pieces", "no-moves"}


ENDGAME_PLIES = {"16-moves": 32, "5-moves": 10}
"""The limits of the federation that begin when certain pieces are left, in moves of either side."""


def endgame_limit(board: StandardBoard) -> Optional[str]:
    """Which of these limits is for the pieces on the board: for a king alone against at most three pieces, one of
    them a king."""
    letters = board_to_hub_position(board)[1:].replace("e", "")
    white = "".join(letter for letter in letters if letter in "wW")
    black = "".join(letter for letter in letters if letter in "bB").replace("b", "w").replace("B", "W")
    alone, others = sorted((white, black), key=lambda side: (len(side), -side.count("W")))
    if alone != "W" or "W" not in others or len(others) > 3:
        return None
    return "16-moves" if len(others) == 3 else "5-moves"


class Game:
    """A game whose every position is judged by the client and by the engine, which have to agree."""

    def __init__(self, judge: Judge, board: Optional[StandardBoard] = None) -> None:
        self.board = board or StandardBoard()
        self._judge = judge
        self._start = board_to_hub_position(self.board)
        self.moves: list[str] = []
        self._limit = endgame_limit(self.board)
        self._limit_since = 0
        self.check()

    def check(self) -> None:
        verdict = self._judge.verdict(self._start, self.moves)
        result, reasons = self._expected()
        where = (self._start, self.moves)
        assert verdict.result == result, where
        assert verdict.reason in reasons, where
        assert verdict.legal_moves == {hub_move(move) for move in self.board.legal_moves}, where

    def _expected(self) -> tuple[str, set[str]]:
        """What the client says, but where it reads the federation's rules in another way than the engine: it goes
        on counting when other pieces are left, such as a man against a king. The engine counts from the beginning
        when the pieces of a limit come about again, and the pieces of one limit are not those of the other."""
        result, reasons = expected_verdict(self.board)
        counted = len(self.moves) - self._limit_since
        if reasons <= {name for name, plies in ENDGAME_PLIES.items() if name != self._limit or counted < plies}:
            return "none", {"none"}
        return result, reasons

    def push(self, move: Move) -> None:
        self.moves.append(hub_move(move))
        self.board.push(move)
        limit = endgame_limit(self.board)
        if limit != self._limit:
            self._limit, self._limit_since = limit, len(self.moves)
        self.check()

    def play(self, white: Chooser, black: Chooser) -> str:
        """Plays the game to its end by the client's rules; its result in their words."""
        while not self.board.game_over:
            self.push((white if self.board.turn == Color.WHITE else black)(self.board))
        return self.board.result
