"""Games as a program with the package py-draughts plays them: its boards, its rules, its `HubEngine`."""

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
"""Whoever makes a move: an engine, or chance."""


class UnbufferedLines:
    """The engine's output, read byte by byte, so that nothing is hidden in a buffer.

    On Linux the client waits for its engine with `select`, but reads lines from a buffered stream. When two
    lines arrive together it reads one and waits for the other, which is in the buffer already, where `select`
    does not see it. That is a mistake of py-draughts 1.10.1. Without a buffer the client works as it should.
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
    """The client, with its engine's output unbuffered, and a memory: its processes, and its last search."""

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
    """Clients with their engines. They would wait for an answer for ever, so after a while they are ended."""

    def __init__(self, program: Path, seconds: float) -> None:
        self._program = program
        self._started: list[Client] = []
        self._watchdog = threading.Timer(seconds, self._kill_all)
        self._watchdog.daemon = True
        self._watchdog.start()

    def start(self, variant: Optional[str] = None, **limits: Any) -> Client:
        """A client with an engine that is ready to play, in the game of this name if it is not International."""
        client = Client(self._program, **limits)
        self._started.append(client)
        client.start()
        if variant:
            # Its own `set_variant` keeps the name and tells the engine nothing.
            client._send(f"set-param name=variant value={variant}")
        return client

    def _kill_all(self) -> None:
        for client in self._started:
            for process in client.processes:
                process.kill()

    def leave(self) -> None:
        """Says `quit` to all engines that are left, and sees that all end well, without another word."""
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


def by_client(client: Client, *before: str) -> Chooser:
    """The engine, with the client's limit for every move; `before` are lines of more limits."""
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


def by_chance(seed: int) -> Chooser:
    """Any legal move."""
    chance = random.Random(seed)
    return lambda board: chance.choice(board.legal_moves)


def by_caution(seed: int) -> Chooser:
    """Any legal move after which nothing can be captured, where there is one; so games last until they are
    drawn by some limit."""
    chance = random.Random(seed)

    def is_safe(board: StandardBoard, move: Move) -> bool:
        board.push(move)
        replies = board.legal_moves
        board.pop()
        return bool(replies) and not replies[0].captured_list

    def choose(board: StandardBoard) -> Move:
        legal = board.legal_moves
        return chance.choice([move for move in legal if is_safe(board, move)] or legal)

    return choose


def hub_move(move: Move) -> str:
    """A move as the engine writes it: with its captures in the order of the board."""
    squares = move_to_hub_notation(move).split("x")
    return "x".join(squares[:2] + sorted(squares[2:], key=int))


def expected_verdict(board: StandardBoard) -> tuple[str, set[str]]:
    """How the game stands by the client's rules, in the words of the engine, and what reasons it may give."""
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
"""The limits of the federation that begin when certain pieces are left, in moves of either side."""


def endgame_limit(board: StandardBoard) -> Optional[str]:
    """Which of these limits is for the pieces on the board: a king alone against at most three, one of them a
    king."""
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
        """What the client says, but where it reads the federation's rules in another way than the engine: it
        goes on counting when other pieces are left, such as a man against a king, or those of another limit.
        The engine counts from the beginning whenever the pieces of a limit come about."""
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
        """Plays the game to its end by the client's rules; its result in their words."""
        while not self.board.game_over:
            self.push((white if self.board.turn == Color.WHITE else black)(self.board))
        return self.board.result


class OtherGame:
    """A game of another kind than International, of which the client and the engine must know the same moves and winners. Draws
    end it when the client says so: each has limits of its own."""

    def __init__(self, judge: Judge, board: BaseBoard) -> None:
        self.board = board
        self._judge = judge
        self._start = hub_position(board)
        self.moves: list[str] = []

    def play(self, white: Chooser, black: Chooser) -> str:
        """Plays it to its end; its result in the client's words."""
        while not self.board.game_over:
            self.check()
            if type(self.board) is FrisianBoard and self.board.white_kings | self.board.black_kings:
                # The client does not have them rest.
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
    """What the client has only for large boards."""
    letters = {-1: "w", -2: "W", 1: "b", 2: "B", 0: "e"}
    side = "W" if board.turn == Color.WHITE else "B"
    return side + "".join(letters[int(piece)] for piece in board.position)


def named_hub_move(board: BaseBoard, move: Move) -> str:
    """A move as the engine writes it in the game of this board, Russian Draughts with letters."""
    numbers = re.split("[-x]", hub_move(move))
    is_lettered = type(board) is RussianBoard
    cells = [RussianBoard.SQUARE_NAMES[int(number) - 1] if is_lettered else number for number in numbers]
    return "-".join(cells) if not move.captured_list else "x".join(cells)


class PonderingPlayer:
    """The engine as a player that thinks on the opponent's time, in a game from the start. The client cannot
    do that by itself, but it has what it takes: it sends lines and reads answers."""

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
        """Begins to think about the answer to the move expected behind `move`, if there can be one."""
        self.expected = None
        board.push(move)
        if expected is None or board.game_over:
            return
        board.push(parse_hub_move(expected, board.legal_moves, board))
        if board.game_over:
            return
        self.expected = expected
        self._search([*self._game.moves, hub_move(move), expected], "ponder")
        # Nothing but information comes before the opponent has moved.
        self._client._send("ping")
        while not (line := self._client._read_line(timeout=5.0) or "").startswith("pong"):
            assert line.startswith("info "), line

    def stop(self) -> None:
        """Ends the search that is under way, because another move was played, or the game is over."""
        if self.expected:
            self._client._send("stop")
            self._client._read_search_result()
            self.expected = None
            self.misses += 1


def by_expectation(player: PonderingPlayer, seed: int) -> Chooser:
    """The expected move more often than not, otherwise another one."""
    chance = random.Random(seed)

    def choose(board: StandardBoard) -> Move:
        expected = [move for move in board.legal_moves if hub_move(move) == player.expected]
        others = [move for move in board.legal_moves if hub_move(move) != player.expected]
        return chance.choice(expected if expected and (not others or chance.random() < 0.6) else others)

    return choose
