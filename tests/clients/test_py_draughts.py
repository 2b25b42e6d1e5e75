"""Whole games through `HubEngine` of the package py-draughts."""

from __future__ import annotations

import importlib.metadata
import time
from pathlib import Path
from typing import Any, Iterator

import pytest
from draughts import (
    STANDARD_OPENINGS,
    AntidraughtsBoard,
    BaseBoard,
    Benchmark,
    BrazilianBoard,
    BreakthroughBoard,
    FrisianBoard,
    RussianBoard,
    SimpleEngine,
    StandardBoard,
)
from draughts.engines.hub import VARIANT_MAP, parse_hub_move

from judge import Judge
from py_draughts_games import (
    Clients,
    Game,
    OtherGame,
    PonderingPlayer,
    by_caution,
    by_chance,
    by_client,
    by_expectation,
    check_end,
    hub_move,
)

SLACK = 1.0
"""Seconds that a busy machine may take from an engine that is on time."""


def test_the_package_is_the_one_that_is_meant() -> None:
    assert importlib.metadata.version("py-draughts")


@pytest.fixture
def clients(program: Path) -> Iterator[Clients]:
    """Starts clients; at the end their engines must leave."""
    clients = Clients(program, seconds=60)
    yield clients
    clients.leave()


def test_the_handshake_tells_names_and_parameters(clients: Clients, declared_variants: list[str]) -> None:
    client = clients.start()
    assert client.info.name == "coupturc"
    assert client.info.version and client.info.author
    variant = client.params["variant"]
    assert (variant.value, variant.param_type) == ("normal", "enum")
    assert variant.values == declared_variants
    assert VARIANT_MAP[StandardBoard.VARIANT_NAME] in variant.values
    for parameter in client.params.values():
        if parameter.param_type == "int":
            assert int(parameter.min_val or "?") <= int(parameter.value) <= int(parameter.max_val or "?")
        elif parameter.param_type == "enum":
            assert parameter.value in (parameter.values or [])


# The client itself sends a time for each move or a depth; limits that were sent before add up with it.
LIMITS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "move-time": ({"time_limit": 0.01}, ()),
    "depth": ({"depth_limit": 4}, ()),
    "nodes": ({"depth_limit": 90}, ("level nodes=700",)),
    "nodes-and-move-time": ({"time_limit": 30.0}, ("level nodes=700",)),
    "time": ({"depth_limit": 90}, ("level time=0.3",)),
    "time-inc": ({"depth_limit": 90}, ("level time=0.1 inc=0.01",)),
    "moves-time": ({"depth_limit": 90}, ("level moves=20 time=0.2",)),
    "moves-time-inc-depth-nodes": ({"depth_limit": 3}, ("level moves=20 time=9 inc=9", "level nodes=100000")),
}


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("kind", LIMITS)
def test_whole_games_with_every_limit(clients: Clients, judge: Judge, kind: str, colour: str) -> None:
    limits, before = LIMITS[kind]
    player = by_client(clients.start(**limits), *before)
    game = Game(judge)
    began = time.monotonic()
    if colour == "white":
        result = game.play(player, by_chance(seed=len(kind)))
    else:
        result = game.play(by_chance(seed=len(kind)), player)
    # Nobody loses against chance who knows which side to play for.
    assert result in ("1-0" if colour == "white" else "0-1", "1/2-1/2"), game.moves
    assert len(game.moves) > 20
    assert time.monotonic() - began < 0.02 * len(game.moves) + 3 * SLACK


def test_game_after_game_in_one_process(clients: Clients, judge: Judge) -> None:
    # What is left of a game before changes what a search comes to within so many nodes.
    client = clients.start(depth_limit=90)
    # Tables that are built beside the search come at another time each time.
    client._send("set-param name=tables-pieces value=0")
    player = by_client(client, "level nodes=2000")

    def game(seed: int) -> list[str]:
        client.new_game()
        game = Game(judge)
        white, black = (player, by_chance(seed)) if seed % 2 else (by_chance(seed), player)
        game.play(white, black)
        return game.moves

    first = [game(seed) for seed in range(4)]
    assert len({tuple(moves) for moves in first}) == 4
    # Nothing of the games between is left.
    assert [game(seed) for seed in range(4)] == first
    assert len(client.processes) == 1


def test_the_engine_against_itself(clients: Clients, judge: Judge) -> None:
    deep = clients.start(depth_limit=5)
    quick = clients.start(time_limit=0.005)
    Game(judge).play(by_client(deep), by_client(quick))
    Game(judge).play(by_client(deep), by_client(deep))


def test_a_benchmark_against_the_engine_of_the_package(clients: Clients) -> None:
    openings = [fen for name, fen in STANDARD_OPENINGS if name == "Starting position" and fen]
    client = clients.start(depth_limit=5)
    opponent = SimpleEngine(depth_limit=1)
    stats = Benchmark(client, opponent, games=2, openings=openings, max_moves=120).run()
    assert [result.error for result in stats.results] == [None, None]
    assert stats.e2_wins == 0, stats


PONDERING = {
    "white-depth": "level depth=4",
    "black-nodes": "level nodes=2000",
    "white-move-time": "level move-time=0.01",
    "black-clock": "level time=1 inc=0.01",
}


@pytest.mark.parametrize("kind", PONDERING)
def test_pondering(clients: Clients, judge: Judge, kind: str) -> None:
    game = Game(judge)
    player = PonderingPlayer(clients.start(depth_limit=4), game, PONDERING[kind])
    opponent = by_expectation(player, seed=1)
    white, black = (player, opponent) if kind.startswith("white") else (opponent, player)
    game.play(white, black)
    player.stop()
    assert player.hits > 1 and player.misses > 1, (player.hits, player.misses)


def test_scores_are_read(clients: Clients) -> None:
    client = clients.start(depth_limit=5)
    won = StandardBoard.from_fen("W:WK46,K47,K3:BK5")
    move, score = client.get_best_move(won, with_evaluation=True)
    assert (hub_move(move), score) == ("3-14", 99.97)
    _, score = client.get_best_move(StandardBoard(), with_evaluation=True)
    assert abs(score) < 1


def test_ping_parameters_and_another_init(clients: Clients) -> None:
    client = clients.start(depth_limit=3)
    for parameter in ("name=hash value=8", "name=threads value=2", "name=tt-size value=20"):
        client._send(f"set-param {parameter}")
        assert client.ping()
        client._send("init")
        assert client._read_line() == "ready"
        assert client.get_best_move(StandardBoard())


def test_a_client_can_start_its_engine_again(clients: Clients) -> None:
    client = clients.start(depth_limit=3)
    client.quit()
    with client:
        assert client.get_best_move(StandardBoard())
    for process in client.processes:
        check_end(process)
    assert len(client.processes) == 2


# The start, and positions in which the limits of the federation begin soon, some after promotions.
POSITIONS = [
    "W:W31-50:B1-20",
    "W:WK46,K48,32,38:BK1,K5,13,19,20",
    "W:WK46,K47,K48:BK5",
    "B:WK5:BK50,16,21",
    "W:WK47,12:BK5",
    "W:WK46,K48:BK1,K3",
    "W:WK46:BK4",
    "W:W6,7,8,9:B41,42,43,44",
    "W:W36,41,46:B31,27,37,32",
]


def test_rules_and_results_agree_in_games_of_chance(judge: Judge) -> None:
    reasons = set()
    for fen in POSITIONS:
        for seed in range(6):
            for player in (by_chance, by_caution):
                game = Game(judge, StandardBoard.from_fen(fen))
                game.play(player(seed), player(seed + 1000))
                reasons.add(game.reason)
    # Games have come to all of the ends that chance comes to.
    assert reasons >= {"no-pieces", "no-moves", "25-moves", "16-moves", "5-moves"}


def test_the_third_time_is_a_draw(judge: Judge) -> None:
    game = Game(judge, StandardBoard.from_fen("W:W31,K47:BK3,6"))
    for name in 2 * ["47-41", "3-8", "41-47", "8-3"]:
        assert game.reason == "none"
        game.push(parse_hub_move(name, game.board.legal_moves))
    assert game.reason == "repetition"


# By their Hub names. The client can play those on large boards with engines.
OTHER_BOARDS: dict[str, type[BaseBoard]] = {
    "bt": BreakthroughBoard,
    "losing": AntidraughtsBoard,
    "frisian": FrisianBoard,
    "brazilian": BrazilianBoard,
    "russian": RussianBoard,
}
LARGE = [name for name, board in OTHER_BOARDS.items() if board.SQUARES_COUNT == 50]


@pytest.mark.parametrize("variant", OTHER_BOARDS)
def test_rules_of_other_games_agree_in_games_of_chance(judge: Judge, variant: str) -> None:
    judge.set(variant=variant, draw_rule="repetition")
    boards = [OTHER_BOARDS[variant]() for _ in range(20)]
    for seed, board in enumerate(boards):
        OtherGame(judge, board).play(by_chance(seed), by_chance(seed + 1000))
    assert {"1-0", "0-1"} <= {board.result for board in boards}
    # They go far, though those of Frisian Draughts to the first king only.
    assert sum(len(board._moves_stack) for board in boards) > 20 * 40


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("variant", LARGE)
def test_the_engine_plays_other_games(clients: Clients, judge: Judge, variant: str, colour: str) -> None:
    judge.set(variant=variant, draw_rule="repetition")
    player, chance = by_client(clients.start(variant, depth_limit=4)), by_chance(seed=len(variant))
    white, black = (player, chance) if colour == "white" else (chance, player)
    result = OtherGame(judge, OTHER_BOARDS[variant]()).play(white, black)
    # Nobody loses against chance who knows what the aim is; games of Frisian Draughts go to the first king.
    won = "1-0" if colour == "white" else "0-1"
    assert result in ((won, "-") if variant == "frisian" else (won,))
