"""Whole games through `HubEngine` in the package py-draughts."""

from __future__ import annotations

import importlib.metadata
import subprocess
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
    safe_player,
    random_player,
    engine_player,
    expected_player,
    check_end,
    hub_move,
)

SLACK = 1.0
"""Seconds of delay allowed on a busy machine."""


def test_the_right_package_is_installed() -> None:
    assert importlib.metadata.version("py-draughts")


@pytest.fixture
def clients(program: Path) -> Iterator[Clients]:
    """Starts clients; at the end their engines must exit."""
    clients = Clients(program, seconds=60)
    yield clients
    clients.leave()


def test_the_handshake_declares_names_and_parameters(clients: Clients, declared_variants: list[str]) -> None:
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


# The client itself sends a time per move or a depth, in addition to earlier limits.
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
    player = engine_player(clients.start(**limits), *before)
    game = Game(judge)
    start = time.monotonic()
    if colour == "white":
        result = game.play(player, random_player(seed=len(kind)))
    else:
        result = game.play(random_player(seed=len(kind)), player)
    # A correct engine never loses to random moves.
    assert result in ("1-0" if colour == "white" else "0-1", "1/2-1/2"), game.moves
    assert len(game.moves) > 20
    assert time.monotonic() - start < 0.02 * len(game.moves) + 3 * SLACK


def test_game_after_game_in_one_process(clients: Clients, judge: Judge) -> None:
    # Leftovers of an earlier game would change the result of a search with a node limit.
    client = clients.start(depth_limit=90)
    # Tables built in the background would arrive at a different time in each run.
    client._send("set-param name=tables-pieces value=0")
    player = engine_player(client, "level nodes=2000")

    def game(seed: int) -> list[str]:
        client.new_game()
        game = Game(judge)
        white, black = (player, random_player(seed)) if seed % 2 else (random_player(seed), player)
        game.play(white, black)
        return game.moves

    first = [game(seed) for seed in range(4)]
    assert len({tuple(moves) for moves in first}) == 4
    # The games in between must have left no trace.
    assert [game(seed) for seed in range(4)] == first
    assert len(client.processes) == 1


def test_the_engine_against_itself(clients: Clients, judge: Judge) -> None:
    deep = clients.start(depth_limit=5)
    quick = clients.start(time_limit=0.005)
    Game(judge).play(engine_player(deep), engine_player(quick))
    Game(judge).play(engine_player(deep), engine_player(deep))


def test_an_analysis_is_read(program: Path, tmp_path: Path) -> None:
    """The main line of an annotated game: 2. 35-30 is a blunder, so there is a variation."""
    plain, annotated = tmp_path / "plain.pdn", tmp_path / "annotated.pdn"
    plain.write_text('[GameType "20"]\n\n1. 34-29 19-23 2. 35-30 23x25 3. 32-28 *\n')
    analyse = [program, "analyse", plain, "--nodes=30000", "--threads=1", "--out", annotated]
    subprocess.run(analyse, check=True, stdout=subprocess.DEVNULL)
    assert "(2. " in annotated.read_text() and "$4" in annotated.read_text()
    boards = [StandardBoard.from_pdn(file.read_text()) for file in (plain, annotated)]
    assert len(boards[0]._moves_stack) == 5
    assert boards[0]._moves_stack == boards[1]._moves_stack


def test_benchmark_against_the_package_engine(clients: Clients) -> None:
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
    opponent = expected_player(player, seed=1)
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


# The start, and positions where the move limits soon apply, some after promotions.
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


def test_rules_and_results_agree_in_random_games(judge: Judge) -> None:
    reasons = set()
    for fen in POSITIONS:
        for seed in range(6):
            for player in (random_player, safe_player):
                game = Game(judge, StandardBoard.from_fen(fen))
                game.play(player(seed), player(seed + 1000))
                reasons.add(game.reason)
    # Random games must reach all of these ends.
    assert reasons >= {"no-pieces", "no-moves", "25-moves", "16-moves", "5-moves"}


def test_threefold_repetition_is_a_draw(judge: Judge) -> None:
    game = Game(judge, StandardBoard.from_fen("W:W31,K47:BK3,6"))
    for name in 2 * ["47-41", "3-8", "41-47", "8-3"]:
        assert game.reason == "none"
        game.push(parse_hub_move(name, game.board.legal_moves))
    assert game.reason == "repetition"


# By their Hub names. The client supports engines on large boards only.
OTHER_BOARDS: dict[str, type[BaseBoard]] = {
    "bt": BreakthroughBoard,
    "losing": AntidraughtsBoard,
    "frisian": FrisianBoard,
    "brazilian": BrazilianBoard,
    "russian": RussianBoard,
}
LARGE = [name for name, board in OTHER_BOARDS.items() if board.SQUARES_COUNT == 50]


@pytest.mark.parametrize("variant", OTHER_BOARDS)
def test_rules_of_other_games_agree_in_random_games(judge: Judge, variant: str) -> None:
    judge.set(variant=variant, draw_rule="repetition")
    boards = [OTHER_BOARDS[variant]() for _ in range(20)]
    for seed, board in enumerate(boards):
        OtherGame(judge, board).play(random_player(seed), random_player(seed + 1000))
    assert {"1-0", "0-1"} <= {board.result for board in boards}
    # The games are long, although those of Frisian Draughts end with the first king.
    assert sum(len(board._moves_stack) for board in boards) > 20 * 40


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("variant", LARGE)
def test_the_engine_plays_other_games(clients: Clients, judge: Judge, variant: str, colour: str) -> None:
    judge.set(variant=variant, draw_rule="repetition")
    player, opponent = engine_player(clients.start(variant, depth_limit=4)), random_player(seed=len(variant))
    white, black = (player, opponent) if colour == "white" else (opponent, player)
    result = OtherGame(judge, OTHER_BOARDS[variant]()).play(white, black)
    # A correct engine never loses to random moves; games of Frisian Draughts end with the first king.
    won = "1-0" if colour == "white" else "0-1"
    assert result in ((won, "-") if variant == "frisian" else (won,))
