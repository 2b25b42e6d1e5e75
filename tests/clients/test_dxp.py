"""Whole games over DXP with the client of the package pydraughts."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Callable, Iterator

import pytest
from draughts import WHITE, Board, Move
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication.dxp_communication import Sender

from dxp_server import DxpServer
from hub_process import PATIENCE

START = Board().initial_fen


@pytest.fixture
def server(program: Path) -> Iterator[DxpServer]:
    with DxpServer(program) as server:
        yield server


def wait(condition: Callable[[], bool]) -> None:
    """Waits for a condition, with a time limit, since the client has none."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "no message from the server"
        time.sleep(0.001)


def is_legal(move: Move, board: Board) -> bool:
    return move.hub_position_move in [legal.hub_position_move for legal in board.legal_moves()]


def play(sender: Sender, port: str, colour: str, rng: random.Random) -> str:
    """Plays random moves against the server, which has `colour`. Returns who ended it: `server` or `client`."""
    receiver = sender.receiver
    sender.connect("127.0.0.1", int(port))
    sender.setup(START, "standard")
    # The client names its own colour here. A fraction of a minute keeps games short.
    sender.gamereq("B" if colour == "white" else "W", ".10", 0)
    wait(lambda: receiver.accepted is not None)
    assert receiver.accepted
    assert sender.current.engineName.startswith("coupturc")
    board = sender.current.pos
    while True:
        if (board.turn == WHITE) == (colour == "white"):
            wait(lambda: receiver.last_move_changed or not sender.current.started)
            if not sender.current.started:
                return "server"
            receiver.last_move_changed = False
        else:
            moves = board.legal_moves()
            if not moves:
                receiver.gameend_sent = True
                sender.socket.send(sender.dxp.msg_gameend("1"))
                return "client"
            sender.send_move(rng.choice(moves))


@pytest.mark.parametrize("colour", ["white", "black"])
def test_whole_games_against_random_moves(server: DxpServer, colour: str) -> None:
    sender = Sender()
    ended_by = play(sender, server.port, colour, random.Random(colour))
    end = server.line(" ended after ")
    winner = "White" if colour == "white" else "Black"
    assert f"{winner} wins" in end or "draw" in end, (ended_by, end)
    assert "disputed" not in end
    assert len(sender.current.pos.move_stack) > 20
    sender.disconnect()
    server.line(" has left: ")


def test_take_back(server: DxpServer) -> None:
    engine = DXPEngine(options={"engine-opened": True, "port": server.port, "initial-time": 60})
    board = Board()
    first = engine.play(board).move
    board.push(first)
    board.push(board.legal_moves()[0])
    second = engine.play(board).move
    assert is_legal(second, board)
    accepted, back, again = engine.takeback(1, WHITE)
    assert accepted
    assert is_legal(again.move, Board())
    engine.quit()
    server.line(" ended after ")
    server.line(" has left: ")
