"""Whole games through `HubEngine` in the package pydraughts, which lidraughts-bot also uses."""

from __future__ import annotations

import importlib.metadata
import random
import threading
import time
from pathlib import Path
from typing import Any, Iterator, Optional

import pytest
from draughts import BLACK, WHITE, Board, Move
from draughts.engine import HubEngine, Limit
from draughts.tournament import RoundRobin

from hub_process import PATIENCE, START
from judge import Judge
from pydraughts_games import (
    SLACK,
    Chooser,
    Clients,
    Clock,
    Pondering,
    random_player,
    clock_player,
    limit_player,
    check_position,
    hub_moves,
    named,
    play_game,
)

COLOURS = {"white": WHITE, "black": BLACK}


def test_the_right_package_is_installed() -> None:
    assert importlib.metadata.version("pydraughts")


@pytest.fixture
def clients(program: Path) -> Iterator[Clients]:
    """Starts clients; at the end they must have no warnings, and their engines must exit."""
    clients = Clients(program, seconds=60)
    yield clients
    clients.leave()


@pytest.fixture
def judge(judge: Judge) -> Judge:
    """The rules of the engine with draws by repetition only, as in `Clients.start`."""
    judge.set(draw_rule="repetition")
    return judge


def test_the_handshake_declares_names_and_variants(clients: Clients, declared_variants: list[str]) -> None:
    engine = clients.start()
    assert engine.id["name"] == "coupturc"
    assert engine.id["version"]
    assert engine.id["author"]
    assert engine.variants == set(declared_variants)
    assert engine.options >= {"variant", "draw-rule", "threads", "hash"}


CLOCKS = {
    "time": Clock(1.0),
    "time-inc": Clock(0.2, inc=0.01),
    "moves-time": Clock(0.2, session=10),
    "moves-time-inc": Clock(0.1, inc=0.01, session=5),
    "no-time": Clock(0.0),
}
LIMITS = {
    "move-time": (Limit(movetime=0.01), ()),
    "depth": (Limit(depth=4), ()),
    "nodes": (Limit(nodes=700), ()),
    "depth-before-move-time": (Limit(movetime=30), ("level depth=3",)),
    "nodes-before-depth": (Limit(depth=90), ("level nodes=700",)),
    "depth-and-nodes-before-time": (Limit(time=3600, inc=30), ("level depth=60", "level nodes=500")),
}


def chooser(kind: str, engine: HubEngine, colour: str) -> Chooser:
    """The engine with the limits named `kind`."""
    if kind in CLOCKS:
        clock = CLOCKS[kind]
        return clock_player(engine, Clock(clock.time, clock.inc, clock.session))
    limit, before = LIMITS[kind]
    method = "play" if colour == "white" and not before else "go"
    return limit_player(engine, limit, before, method)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("kind", [*CLOCKS, *LIMITS])
def test_whole_games_with_every_limit(clients: Clients, judge: Judge, kind: str, colour: str) -> None:
    player = chooser(kind, clients.start(), colour)
    opponent = random_player(seed=len(kind))
    white, black = (player, opponent) if colour == "white" else (opponent, player)
    board = play_game(white, black, judge)
    # A correct engine never loses to random moves.
    assert board.winner() in (COLOURS[colour], 0), board.fen
    assert len(board.move_stack) > 20


def test_the_engine_against_itself(clients: Clients, judge: Judge) -> None:
    engine = clients.start()
    play_game(limit_player(engine, Limit(depth=2)), limit_player(engine, Limit(nodes=300)), judge)


def test_a_tournament(program: Path, tmp_path: Path) -> None:
    pdn = tmp_path / "games.pdn"
    command = [str(program), "hub"]
    options = {"draw-rule": "repetition"}
    players = [(command, "hub", options, None), (command, "hub", {**options, "hash": "1"}, None)]
    scores = RoundRobin(
        str(pdn), players, start_time=0.1, increment=0.02, starting_fen="W:W31-40:B11-20", max_moves=60
    ).play()
    assert sum(scores) == 4, "two points for each of two games"
    assert pdn.read_text().count("[Result ") == 2


def test_game_after_game(clients: Clients, judge: Judge) -> None:
    engine = clients.start()
    # Tables built in the background would arrive at a different time in each run.
    engine.send("set-param name=tables-pieces value=0")
    player = limit_player(engine, Limit(nodes=2000))

    def game(seed: int) -> list[str]:
        # The client has no method for this.
        engine.send("new-game")
        white, black = (player, random_player(seed)) if seed % 2 else (random_player(seed), player)
        return hub_moves(play_game(white, black, judge))

    first = game(1)
    second = game(2)
    assert second != first
    # The game in between must have left no trace.
    assert game(1) == first


class PonderingPlayer:
    """A player that ponders on each expected move."""

    def __init__(self, engine: HubEngine, limits: dict[str, Any]) -> None:
        self._engine = engine
        self._limits = limits
        self._pondering: Optional[Pondering] = None
        self.expected: Optional[str] = None
        self.hits = 0
        self.misses = 0

    def __call__(self, board: Board, legal: list[Move]) -> Move:
        answer = None
        if self._pondering and board.move_stack[-1].hub_move == self.expected:
            start = time.monotonic()
            best = self._pondering.hit()
            assert time.monotonic() - start < self._limits.get("movetime", 2) + SLACK
            self.hits += 1
        else:
            self.stop()
            best, answer = self._engine.go(START, " ".join(hub_moves(board)), **self._limits)
        move = named(best, legal)
        self._ponder(board.copy().push(move), answer)
        return move

    def _ponder(self, board: Board, expected: Optional[str]) -> None:
        self.expected = expected
        self._pondering = None
        if expected:
            board.push(Move(board, hub_move=expected))
            if not board.is_over():
                self._pondering = Pondering(self._engine, hub_moves(board), **self._limits)

    def stop(self) -> None:
        """Ends the running search after another move or the end of the game."""
        if self._pondering:
            self._pondering.miss()
            self._pondering = None
            self.misses += 1


def expected_player(player: PonderingPlayer, seed: int) -> Chooser:
    """Mostly the expected move, sometimes another one."""
    rng = random.Random(seed)

    def choose(board: Board, legal: list[Move]) -> Move:
        others = [move for move in legal if move.hub_move != player.expected]
        if player.expected and (not others or rng.random() < 0.6):
            return named(player.expected, legal)
        return rng.choice(others)

    return choose


PONDERING: dict[str, dict[str, Any]] = {
    "white-depth": {"depth": 4},
    "black-move-time": {"movetime": 0.01},
    "white-clock": {"my_time": 2, "inc": 0.01},
    "black-nodes": {"nodes": 3000},
}


@pytest.mark.parametrize("kind", PONDERING)
def test_pondering(clients: Clients, judge: Judge, kind: str) -> None:
    player = PonderingPlayer(clients.start(), PONDERING[kind])
    opponent = expected_player(player, seed=1)
    white, black = (player, opponent) if kind.startswith("white") else (opponent, player)
    play_game(white, black, judge)
    player.stop()
    assert player.hits > 1 and player.misses > 1, (player.hits, player.misses)


def test_no_limit_means_until_stop(clients: Clients) -> None:
    engine = clients.start()
    moves: list[str] = []
    thread = threading.Thread(target=lambda: moves.append(engine.go(START)[0]), daemon=True)
    thread.start()
    time.sleep(0.2)
    assert thread.is_alive()
    engine.stop()
    thread.join(PATIENCE)
    assert moves and moves[0] in {move.hub_move for move in Board().legal_moves()}


def test_wins_and_losses_are_read_in_moves(clients: Clients) -> None:
    engine = clients.start()
    win = engine.play(Board(fen="W:WK46,K47,K3:BK5"), Limit(depth=5), False)
    assert win.info["score"] == {"win": 2}
    assert (win.move.hub_move, win.ponder.hub_move) == ("3-14", "5x19x14")
    loss = engine.play(Board(fen="B:W26,K46:B16,6"), Limit(depth=12), False)
    assert loss.info["score"] == {"win": -3}


def test_another_init_and_other_parameters_between_games(clients: Clients, judge: Judge) -> None:
    engine = clients.start({"threads": "2", "hash": "8"})
    board = Board()
    for parameters in [{"threads": "1"}, {"hash": "2", "move-overhead": "0"}, {"tt-size": "18"}, {}]:
        engine.configure(parameters)
        engine.init()
        engine.ping()
        board.push(engine.play(board, Limit(depth=3), False).move)
        check_position(board, judge)
    identity, options, variants = engine.hub()
    assert (identity, options, variants) == (engine.id, engine.options, engine.variants)


def test_an_unsupported_variant_changes_nothing(clients: Clients) -> None:
    engine = clients.start()
    for variant in ("checkers", "chess"):
        assert variant not in engine.variants
        engine.setoption("variant", variant)
        command, message = engine.recv_hub()
        assert command == "error" and variant in message
    assert engine.play(Board(), Limit(depth=3), False).move


@pytest.mark.parametrize("seed", range(4))
def test_the_rules_agree_in_random_games(judge: Judge, seed: int) -> None:
    # Kings from the start, or after promotions.
    fen = "W:WK46,K48,32,38:BK1,K5,13,19,20" if seed % 2 else "startpos"
    play_game(random_player(seed), random_player(seed + 100), judge, Board(fen=fen))


SMALL_BOARD = ["brazilian", "russian", "turkish"]
"""The client's games on 8x8 boards. It numbers squares from White's side in moves, from Black's side in positions."""

AS_THE_CLIENT = {"white_numbers": "true", "king_against_man": "play"}
"""Parameters that match the client: its square numbers in moves, and play continues with a king against a man."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", SMALL_BOARD)
def test_the_rules_of_the_small_board_agree_in_random_games(judge: Judge, variant: str, seed: int) -> None:
    judge.set(variant=variant, **AS_THE_CLIENT)
    fen = "W:WKa1,Kc3,b4,h2:BKh8,Ke7,b6,d6,g7" if seed % 2 else "startpos"
    play_game(random_player(seed), random_player(seed + 100), judge, Board(variant, fen))


@pytest.mark.parametrize("variant", SMALL_BOARD)
def test_a_whole_game_on_the_small_board(clients: Clients, judge: Judge, variant: str) -> None:
    judge.set(variant=variant, **AS_THE_CLIENT)
    engine = clients.start({"variant": variant, "white-numbers": "true", "king-against-man": "play"})
    player = limit_player(engine, Limit(nodes=2000), method="play")
    board = play_game(player, random_player(1), judge, Board(variant))
    assert board.winner() in (WHITE, 0), board.fen


LIKE_INTERNATIONAL = {"breakthrough": "bt", "antidraughts": "losing"}
"""The engine's names, by the client's names, of the games with the moves of International Draughts."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", LIKE_INTERNATIONAL)
def test_the_rules_of_games_with_another_aim_agree(judge: Judge, variant: str, seed: int) -> None:
    judge.set(variant=LIKE_INTERNATIONAL[variant])
    play_game(random_player(seed), random_player(seed + 100), judge, Board(variant))


@pytest.mark.parametrize("variant", LIKE_INTERNATIONAL)
def test_a_whole_game_with_another_aim(clients: Clients, judge: Judge, variant: str) -> None:
    judge.set(variant=LIKE_INTERNATIONAL[variant])
    engine = clients.start({"variant": LIKE_INTERNATIONAL[variant]})
    player = limit_player(engine, Limit(nodes=2000), method="play")
    board = play_game(player, random_player(1), judge, Board(variant))
    assert board.winner() in (WHITE, 0), board.fen


@pytest.mark.parametrize("seed", range(4))
def test_the_rules_of_frisian_agree_in_random_games(judge: Judge, seed: int) -> None:
    """The client adds up capture values as floating-point numbers, in the order of capture, and sometimes mistakes
    equal sums for different ones, but not in these games."""
    judge.set(variant="frisian")
    fen = "W:WK46,K48,32,38:BK1,K5,13,19,20" if seed % 2 else "startpos"
    play_game(random_player(seed), random_player(seed + 100), judge, Board("frisian", fen))


def test_a_whole_game_of_frisian(clients: Clients, judge: Judge) -> None:
    judge.set(variant="frisian")
    player = limit_player(clients.start({"variant": "frisian"}), Limit(nodes=2000), method="play")
    board = play_game(player, random_player(1), judge, Board("frisian"))
    assert board.winner() in (WHITE, 0), board.fen


@pytest.mark.parametrize("fen, winner", [("W:W36:B31,27", BLACK), ("B:W20,24:B15", WHITE)])
def test_a_player_without_moves_loses(judge: Judge, fen: str, winner: int) -> None:
    board = Board(fen=fen)
    assert board.winner() == winner
    check_position(board, judge)


def test_threefold_repetition_is_a_draw(judge: Judge) -> None:
    board = Board(fen="W:W31,K47:BK3,6")
    for move in 2 * ["47-41", "3-8", "41-47", "8-3"]:
        assert board.winner() is None
        board.push(named(move, check_position(board, judge)))
    assert board.winner() == 0
    check_position(board, judge)


def test_the_client_plays_on_past_the_move_limit(clients: Clients, judge: Judge) -> None:
    """A king and a man against a king is a draw after five moves each, but the client counts from the last move of the
    man. With the draw rule that `Clients.start` sets, the engine plays on too."""
    board = Board(fen="W:WK48,36:BK2")
    moves = "36-31 2-11 31-26 11-44 48-34 44-28 34-45 28-44 26-21 44-35"
    for move in moves.split():
        board.push(named(move, check_position(board, judge)))
    check_position(board, judge)
    assert clients.start().play(board, Limit(depth=3), False).move
    judge.set(draw_rule="fmjd")
    assert judge.verdict(board._game.initial_hub_fen, moves.split()).reason == "5-moves"


def killer_moves(board: Board) -> set[str]:
    """The legal moves by the killer rule: a king whose last captured piece is a king must stop immediately behind
    it."""
    men = board._game.get_fen()[1:]
    kept: set[str] = set()
    moves = list(zip(board.legal_moves(), board._legal_moves_board()[1]))
    nearest: dict[tuple[Any, ...], int] = {}
    for move, captured in moves:
        path = (*move.steps_move[:-1], captured[-1])
        distance = abs(move.steps_move[-1] - (captured[-1] or 0))
        nearest[path] = min(distance, nearest.get(path, distance))
    for move, captured in moves:
        last = captured[-1]
        halts = last and men[last - 1] in "WB" and men[move.steps_move[0] - 1] in "WB"
        if not halts or abs(move.steps_move[-1] - last) == nearest[*move.steps_move[:-1], last]:
            kept.add(move.hub_move)
    return kept


@pytest.mark.parametrize("seed", range(2))
def test_killer_follows_its_rule(clients: Clients, judge: Judge, seed: int) -> None:
    judge.set(variant="killer")
    engine = clients.start({"variant": "killer"})
    board = Board(fen="W:WK46,K47,K48,K49,38,39:BK1,K2,K4,K5,11,13")
    rng = random.Random(seed)
    stops = 0
    while not board.is_over():
        legal = killer_moves(board)
        verdict = judge.verdict(board._game.initial_hub_fen, hub_moves(board))
        assert verdict.legal_moves == legal, board.fen
        stops += len(board.legal_moves()) > len(legal)
        if board.turn == WHITE:
            best = engine.play(board, Limit(depth=3), False).move.hub_move
            assert best in legal
        else:
            best = rng.choice(sorted(legal))
        board.push(Move(board, hub_move=best))
    assert stops > 0, "the rule never mattered"
