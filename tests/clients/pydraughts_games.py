"""Games with the package pydraughts: its boards, its rules, its `HubEngine`."""

from __future__ import annotations

import logging
import random
import signal
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Optional

from draughts import WHITE, Board, Move
from draughts.engine import HubEngine, Limit

from hub_process import PATIENCE, START
from judge import Judge

SLACK = 1.0
"""Seconds of delay allowed on a busy machine."""

Chooser = Callable[[Board, list[Move]], Move]
"""A player: an engine, or a random one. It is given the legal moves, because the client generates them slowly."""


class Warnings(logging.Handler):
    """The client's warnings: unexpected answers, and all output on stderr."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


class Clients:
    """Clients with their engines, killed after `seconds`: a client waits forever for an answer."""

    def __init__(self, program: Path, seconds: float) -> None:
        self._program = program
        self._started: list[HubEngine] = []
        self._warnings = Warnings()
        logging.getLogger("pydraughts").addHandler(self._warnings)
        self._watchdog = threading.Timer(seconds, self._kill_all)
        self._watchdog.daemon = True
        self._watchdog.start()

    def start(self, parameters: Optional[dict[str, Any]] = None) -> HubEngine:
        """A client with an engine that is ready to play. Only repetition is a draw, unless `parameters` say otherwise:
        pydraughts counts endgame moves differently, and cannot read the bare `done` of an engine that sees a draw."""
        engine = HubEngine([str(self._program), "hub"])
        self._started.append(engine)
        engine.configure({"draw-rule": "repetition", **(parameters or {})})
        engine.init()
        return engine

    def _kill_all(self) -> None:
        for engine in self._started:
            if engine.p.poll() is None:
                engine.p.send_signal(signal.SIGKILL)

    def leave(self) -> None:
        """Sends `quit` to all engines, and checks that they exit without more output."""
        self._watchdog.cancel()
        logging.getLogger("pydraughts").removeHandler(self._warnings)
        try:
            for engine in self._started:
                self._leave(engine)
        finally:
            self._kill_all()
        assert self._warnings.messages == []

    @staticmethod
    def _leave(engine: HubEngine) -> None:
        engine.quit()
        left, _ = engine.p.communicate(timeout=PATIENCE)
        assert (engine.p.returncode, left) == (0, "")


@dataclass
class Clock:
    """The clock of one player: `inc` seconds are added before every move, `time` after every `session`."""

    time: float
    inc: float = 0.0
    session: int = 0
    left: float = field(init=False)
    played: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.left = self.time + self.inc

    def arguments(self) -> dict[str, Any]:
        """The arguments for the client's `go`."""
        moves_left = self.session - self.played % self.session if self.session else None
        return {"my_time": self.left, "inc": self.inc, "moves_left": moves_left}

    def move(self, seconds: float) -> None:
        """Subtracts the time for a move. A clock that started at 0 may go below it."""
        assert seconds < max(self.left, 0) + SLACK, f"the flag fell at move {self.played + 1}"
        self.left += self.inc - seconds
        self.played += 1
        if self.session and self.played % self.session == 0:
            self.left += self.time


def hub_moves(board: Board) -> list[str]:
    """The moves of the game so far."""
    return [move.hub_move for move in board.move_stack]


def named(name: str, legal: list[Move]) -> Move:
    """The legal move with this name."""
    matches = [move for move in legal if move.hub_move == name]
    assert matches, f"{name} is not among {[move.hub_move for move in legal]}"
    return matches[0]


def check_info(engine: HubEngine, best: str) -> None:
    """Checks the info that the client has read. A forced move has none."""
    if engine.info:
        assert set(engine.info) >= {"depth", "mean-depth", "score", "nodes", "time", "nps", "pv"}
        assert engine.info["pv"].strip('"').split()[0] == best


def clock_player(engine: HubEngine, clock: Clock) -> Chooser:
    """The engine, playing on a clock."""

    def choose(board: Board, legal: list[Move]) -> Move:
        start = time.monotonic()
        best, _ = engine.go(START, " ".join(hub_moves(board)), **clock.arguments())
        clock.move(time.monotonic() - start)
        check_info(engine, best)
        return named(best, legal)

    return choose


def limit_player(engine: HubEngine, limit: Limit, before: tuple[str, ...] = (), method: str = "go") -> Chooser:
    """The engine, with the same limit for every move and more limits from the lines in `before`. The client's method
    `play` does more than `go` and takes much longer."""
    arguments = {
        "my_time": limit.time,
        "inc": limit.inc,
        "depth": limit.depth,
        "nodes": limit.nodes,
        "movetime": limit.movetime,
    }

    def choose(board: Board, legal: list[Move]) -> Move:
        for line in before:
            engine.send(line)
        start = time.monotonic()
        if method == "play":
            best = engine.play(board, limit, False).move.hub_move
        else:
            best, _ = engine.go(START, " ".join(hub_moves(board)), **arguments)
        seconds = time.monotonic() - start
        check_info(engine, best)
        assert limit.depth is None or engine.info.get("depth", 0) <= limit.depth
        assert limit.nodes is None or engine.info.get("nodes", 0) <= limit.nodes
        assert limit.movetime is None or seconds < limit.movetime + SLACK
        return named(best, legal)

    return choose


def random_player(seed: int) -> Chooser:
    """A random legal move."""
    rng = random.Random(seed)
    return lambda board, legal: rng.choice(legal)


def is_one_king_each(board: Board, legal: list[Move]) -> bool:
    """Whether Turkish Draughts is drawn: one king each, no capture. The client would play on."""
    pieces = sorted(board._game.get_fen()[1:].replace("e", ""))
    return board.variant == "turkish" and pieces == ["B", "W"] and not any("x" in move.hub_move for move in legal)


def jumps_over(board: Board, move: Move) -> bool:
    """Whether a piece jumps over others without capturing them, which the client allows kings in Turkish Draughts."""
    if board.variant != "turkish" or "x" in move.hub_move:
        return False
    start, end = sorted(int(number) - 1 for number in move.hub_move.split("-"))
    step = 8 if start % 8 == end % 8 else 1
    rows = [board._game.get_fen()[1:][row : row + 8] for row in range(56, -1, -8)]
    return any(rows[cell // 8][cell % 8] != "e" for cell in range(start + step, end, step))


def expected_result(board: Board, legal: list[Move]) -> tuple[str, str]:
    """The result by the client's rules, with draws by repetition only, in the engine's words."""
    if is_one_king_each(board, legal):
        return "draw", "king-against-king"
    winner = board.winner()
    if winner:
        return f"{'white' if winner == WHITE else 'black'}-win", reason_of_win(board)
    return ("draw", "repetition") if board._game.is_threefold() else ("none", "none")


def reason_of_win(board: Board) -> str:
    """The reason for a win."""
    if is_won_by_king(board):
        return "promotion"
    position = board._game.get_fen()
    return "no-moves" if position[0].lower() in position[1:].lower() else "no-pieces"


def is_won_by_king(board: Board) -> bool:
    """Whether the first king has won. The client still generates moves then."""
    position = board._game.get_fen()
    return board.variant == "breakthrough" and not {"W", "B"}.isdisjoint(position[1:])


def check_position(board: Board, judge: Judge) -> list[Move]:
    """Checks that the engine and the client agree about the legal moves and the result. Returns the legal moves."""
    verdict = judge.verdict(board._game.initial_hub_fen, hub_moves(board))
    legal = [] if is_won_by_king(board) else [move for move in board.legal_moves() if not jumps_over(board, move)]
    assert (verdict.result, verdict.reason) == expected_result(board, legal), board.fen
    assert verdict.legal_moves == {move.hub_move for move in legal}, board.fen
    return legal


def play_game(white: Chooser, black: Chooser, judge: Judge, board: Optional[Board] = None) -> Board:
    """Plays a game to its end by the client's rules, and compares the rules in every position."""
    board = board or Board()
    while True:
        legal = check_position(board, judge)
        if board.is_over() or is_one_king_each(board, legal):
            return board
        board.push((white if board.turn == WHITE else black)(board, legal))


class Pondering:
    """A ponder search, in a thread because the client waits for its answer."""

    def __init__(self, engine: HubEngine, moves: list[str], **limits: Any) -> None:
        self._engine = engine
        self._answers: list[str] = []
        self._thread = threading.Thread(target=self._run, args=(" ".join(moves), limits), daemon=True)
        self._thread.start()
        while engine._last_sent != "go ponder":
            assert self._thread.is_alive()
            time.sleep(0.0005)

    def _run(self, moves: str, limits: dict[str, Any]) -> None:
        self._answers.append(self._engine.go(START, moves, ponder=True, **limits)[0])

    def hit(self) -> str:
        """Reports that the expected move was played, and returns the reply."""
        assert self._thread.is_alive(), "the engine answered before the expected move was played"
        self._engine.ponderhit()
        return self._answer()

    def miss(self) -> None:
        """Ends the search and drops its answer."""
        assert self._thread.is_alive(), "the engine answered before it was stopped"
        self._engine.stop()
        self._answer()

    def _answer(self) -> str:
        self._thread.join(PATIENCE)
        assert len(self._answers) == 1, "no answer"
        return self._answers[0]
