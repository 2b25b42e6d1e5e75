"""Games with the package py-draughts: its boards, its rules, its `HubEngine`."""

from __future__ import annotations

import os
import random
import re
import subprocess
import threading
from pathlib import Path
from typing import IO, Any, Callable, Optional

from draughts import BaseBoard, FrisianBoard, HubEngine, RussianBoard, StandardBoard
from draughts.engines.hub import (
    SearchResult,
    board_to_hub_position,
    move_to_hub_notation,
    parse_hub_move,
)
from draughts.models import Color
from draughts.move import Move

from hub_process import PATIENCE, START
from judge import Judge

Chooser = Callable[[BaseBoard], Move]
"""A player: an engine, or a random one."""


class UnbufferedLines:
    """The engine's output, read byte by byte, so that no line stays hidden in a buffer.

    On Linux the client waits for its engine with `select`, but reads lines from a buffered stream. When two lines
    arrive together, it reads one and waits for the other, which is already in the buffer, where `select` does not see
    it. That is a bug in py-draughts 1.10.1. Without a buffer the client works.
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
                # The client would keep reading forever.
                raise EOFError("the engine has ended")
            line += byte
        return line.decode()


class Client(HubEngine):
    """The client, with unbuffered engine output. It remembers its processes and its last search."""

    def __init__(self, program: Path, **limits: Any) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        self.result = SearchResult(move="")
        super().__init__(program, **limits)

    def _read_search_result(self) -> SearchResult:
        self.result = super()._read_search_result()
        return self.result

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "process" and value is not None:
            value.stdout = UnbufferedLines(value.stdout)
            self.processes.append(value)
        super().__setattr__(name, value)


class Clients:
    """Clients with their engines, killed after `seconds`: a client waits forever for an answer."""

    def __init__(self, program: Path, seconds: float) -> None:
        self._program = program
        self._started: list[Client] = []
        self._watchdog = threading.Timer(seconds, self._kill_all)
        self._watchdog.daemon = True
        self._watchdog.start()

    def start(self, variant: Optional[str] = None, **limits: Any) -> Client:
        """A client with an engine that is ready to play, by default International Draughts."""
        client = Client(self._program, **limits)
        self._started.append(client)
        client.start()
        if variant:
            # The client's `set_variant` stores the name and sends nothing to the engine.
            client._send(f"set-param name=variant value={variant}")
        return client

    def _kill_all(self) -> None:
        for client in self._started:
            for process in client.processes:
                process.kill()

    def leave(self) -> None:
        """Sends `quit` to all remaining engines, and checks that they exit without more output."""
        self._watchdog.cancel()
        try:
            for client in self._started:
                client.quit()
                for process in client.processes:
                    check_end(process)
        finally:
            self._kill_all()


def check_end(process: subprocess.Popen[str]) -> None:
    """Checks that a process has quit promptly, without more output."""
    assert process.wait(PATIENCE) == 0, "the client had to kill the engine"
    assert process.stdout is not None and process.stderr is not None
    assert os.read(process.stdout.fileno(), 1000) == b""
    assert process.stderr.read() == ""


def engine_player(client: Client, *before: str) -> Chooser:
    """The engine, with the client's limit for every move and more limits from the lines in `before`."""
    nodes = re.search(r"nodes=(\d+)", " ".join(before))
    most_nodes = int(nodes[1]) if nodes else 10**12

    def choose(board: BaseBoard) -> Move:
        for line in before:
            client._send(line)
        move = client.get_best_move(board)
        assert isinstance(move, Move)
        info = client.result.info
        assert (info.depth or 0) <= (client.depth_limit or 100)
        assert (info.nodes or 0) <= most_nodes
        assert info.pv is None or info.pv.split()[0] == client.result.move
        return move

    return choose


def random_player(seed: int) -> Chooser:
    """A random legal move."""
    rng = random.Random(seed)
    return lambda board: rng.choice(board.legal_moves)


def safe_player(seed: int) -> Chooser:
    """A random legal move that allows no capture, if there is one, so that games last until a draw limit."""
    rng = random.Random(seed)

    def is_safe(board: StandardBoard, move: Move) -> bool:
        board.push(move)
        replies = board.legal_moves
        board.pop()
        return bool(replies) and not replies[0].captured_list

    def choose(board: StandardBoard) -> Move:
        legal = board.legal_moves
        return rng.choice([move for move in legal if is_safe(board, move)] or legal)

    return choose


def hub_move(move: Move) -> str:
    """A move as the engine writes it, with its captures in board order."""
    squares = move_to_hub_notation(move).split("x")
    return "x".join(squares[:2] + sorted(squares[2:], key=int))


def expected_verdict(board: StandardBoard) -> tuple[str, set[str]]:
    """The result by the client's rules, in the engine's words, and the possible reasons."""
    draws = {
        "repetition": board.is_threefold_repetition,
        "25-moves": board.is_25_moves_rule,
        "16-moves": board.is_16_moves_rule,
        "5-moves": board.is_5_moves_rule,
    }
    result = {"-": "none", "1-0": "white-win", "0-1": "black-win", "1/2-1/2": "draw"}[board.result]
    if result == "draw":
        return result, {reason for reason, drawn in draws.items() if drawn}
    if result == "none":
        return result, {"none"}
    loser = "b" if result == "white-win" else "w"
    has_pieces = loser in board_to_hub_position(board)[1:].lower()
    return result, {"no-moves" if has_pieces else "no-pieces"}


ENDGAME_PLIES = {"16-moves": 32, "5-moves": 10}
"""The move limits for certain endgames, in plies."""


def endgame_limit(board: StandardBoard) -> Optional[str]:
    """The limit for the pieces on the board, if any: a lone king against at most three pieces, one of them a king."""
    letters = board_to_hub_position(board)[1:].replace("e", "")
    white = "".join(letter for letter in letters if letter in "wW")
    black = "".join(letter for letter in letters if letter in "bB").replace("b", "w").replace("B", "W")
    alone, others = sorted((white, black), key=lambda side: (len(side), -side.count("W")))
    if alone != "W" or "W" not in others or len(others) > 3:
        return None
    return "16-moves" if len(others) == 3 else "5-moves"


class Game:
    """A game in which the client and the engine must agree about every position."""

    def __init__(self, judge: Judge, board: Optional[StandardBoard] = None) -> None:
        self.board = board or StandardBoard()
        self._judge = judge
        self._start = board_to_hub_position(self.board)
        self.moves: list[str] = []
        self.reason = "none"
        self._limit = endgame_limit(self.board)
        self._limit_since = 0
        self.check()

    def check(self) -> None:
        verdict = self._judge.verdict(self._start, self.moves)
        result, reasons = self._expected()
        self.reason = verdict.reason
        where = (self._start, self.moves)
        assert verdict.result == result, where
        assert verdict.reason in reasons, where
        assert verdict.legal_moves == {hub_move(move) for move in self.board.legal_moves}, where

    def _expected(self) -> tuple[str, set[str]]:
        """The client's result, corrected for one difference: when the pieces change, for example to a man against a
        king or to those of another limit, the engine restarts its count, but the client does not."""
        result, reasons = expected_verdict(self.board)
        counted = len(self.moves) - self._limit_since
        limits = ENDGAME_PLIES.items()
        if reasons <= {name for name, plies in limits if name != self._limit or counted < plies}:
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
        """Plays the game to its end by the client's rules, and returns the client's result."""
        while not self.board.game_over:
            self.push((white if self.board.turn == Color.WHITE else black)(self.board))
        return self.board.result


class OtherGame:
    """A game other than International Draughts. The client and the engine must agree about moves and winners. The
    client decides when a game is drawn, because its limits differ."""

    def __init__(self, judge: Judge, board: BaseBoard) -> None:
        self.board = board
        self._judge = judge
        self._start = hub_position(board)
        self.moves: list[str] = []

    def play(self, white: Chooser, black: Chooser) -> str:
        """Plays the game to its end, and returns the client's result."""
        while not self.board.game_over:
            self.check()
            if type(self.board) is FrisianBoard and self.board.white_kings | self.board.black_kings:
                # The client does not limit king moves.
                return self.board.result
            move = (white if self.board.turn == Color.WHITE else black)(self.board)
            self.moves.append(named_hub_move(self.board, move))
            self.board.push(move)
        if not self.board.is_draw:
            won = {"1-0": "white-win", "0-1": "black-win"}[self.board.result]
            assert self._judge.verdict(self._start, self.moves).result == won, (self._start, self.moves)
        return self.board.result

    def check(self) -> None:
        verdict = self._judge.verdict(self._start, self.moves)
        expected = {named_hub_move(self.board, move) for move in self.board.legal_moves}
        assert verdict.legal_moves == expected, (self._start, self.moves, self.board.fen)


def hub_position(board: BaseBoard) -> str:
    """The position in Hub notation. The client can write it only for large boards."""
    letters = {-1: "w", -2: "W", 1: "b", 2: "B", 0: "e"}
    side = "W" if board.turn == Color.WHITE else "B"
    return side + "".join(letters[int(piece)] for piece in board.position)


def named_hub_move(board: BaseBoard, move: Move) -> str:
    """A move as the engine writes it in the game of this board, with letters in Russian Draughts."""
    numbers = re.split("[-x]", hub_move(move))
    is_lettered = type(board) is RussianBoard
    cells = [RussianBoard.SQUARE_NAMES[int(number) - 1] if is_lettered else number for number in numbers]
    return "-".join(cells) if not move.captured_list else "x".join(cells)


class PonderingPlayer:
    """A pondering player, in a game from the start position. The client cannot ponder, but it can send the lines and
    read the answers."""

    def __init__(self, client: Client, game: Game, level: str) -> None:
        self._client = client
        self._game = game
        self._level = level
        self.expected: Optional[str] = None
        self.hits = 0
        self.misses = 0

    def __call__(self, board: StandardBoard) -> Move:
        if self.expected and self.expected == self._game.moves[-1]:
            self._client._send("ponder-hit")
            self.hits += 1
        else:
            self.stop()
            self._search(self._game.moves, "think")
        result = self._client._read_search_result()
        move = parse_hub_move(result.move, board.legal_moves, board)
        self._ponder(board.copy(), move, result.ponder)
        return move

    def _search(self, moves: list[str], mode: str) -> None:
        self._client._send(f'pos pos={START} moves="{" ".join(moves)}"')
        self._client._send(self._level)
        self._client._send(f"go {mode}")

    def _ponder(self, board: StandardBoard, move: Move, expected: Optional[str]) -> None:
        """Starts pondering on the expected reply to `move`, unless the game ends."""
        self.expected = None
        board.push(move)
        if expected is None or board.game_over:
            return
        board.push(parse_hub_move(expected, board.legal_moves, board))
        if board.game_over:
            return
        self.expected = expected
        self._search([*self._game.moves, hub_move(move), expected], "ponder")
        # Only info lines may come before the opponent moves.
        self._client._send("ping")
        while not (line := self._client._read_line(timeout=5.0) or "").startswith("pong"):
            assert line.startswith("info "), line

    def stop(self) -> None:
        """Ends the running search after another move or the end of the game."""
        if self.expected:
            self._client._send("stop")
            self._client._read_search_result()
            self.expected = None
            self.misses += 1


def expected_player(player: PonderingPlayer, seed: int) -> Chooser:
    """Mostly the expected move, sometimes another one."""
    rng = random.Random(seed)

    def choose(board: StandardBoard) -> Move:
        expected = [move for move in board.legal_moves if hub_move(move) == player.expected]
        others = [move for move in board.legal_moves if hub_move(move) != player.expected]
        return rng.choice(expected if expected and (not others or rng.random() < 0.6) else others)

    return choose
