"""Habits of other clients: their exact input, and how they read the answers."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Optional

import pytest

from hub_process import PATIENCE, START, HubProcess

KINGS = "W" + "e" * 4 + "B" + "e" * 40 + "W" + "e" * 4
"""A white king on 46 and a black one on 5, which can be captured."""


def parameters(engine: HubProcess) -> dict[str, str]:
    """The parameters that the engine declares, and their values."""
    lines = engine.answers("hub")
    return dict(re.findall(r"param name=(\S+) value=(\S+)", "\n".join(lines)))


# The Hub GUI, version 2.1.


class HubGui:
    """The Hub GUI, which waits only for the answers of the handshake."""

    def __init__(self, engine: HubProcess, **wanted: str) -> None:
        self.engine = engine
        engine.send("hub")
        declared = dict(re.findall(r"param name=(\S+) value=(\S+)", "\n".join(engine.until("wait"))))
        for name, value in wanted.items():
            # Only known parameters, and only new values.
            if declared.get(name, value) != value:
                engine.send(f"set-param name={name} value={value}")
        engine.send("init")
        assert engine.line() == "ready"

    def position(self, position: str, *moves: str) -> None:
        """Sends a position and the king moves after it. Only values with a space are quoted."""
        text = " ".join(moves)
        quoted = f'"{text}"' if " " in text else text
        self.engine.send(f"pos pos={position} moves={quoted}" if moves else f"pos pos={position}")


def test_the_hub_gui_sets_changed_parameters(engine: HubProcess) -> None:
    HubGui(engine, variant="killer", threads="2", hash="64", book="false")
    declared = parameters(engine)
    assert (declared["variant"], declared["threads"], declared["hash"]) == ("killer", "2", "64")


def test_the_hub_gui_plays_a_game(engine: HubProcess) -> None:
    gui = HubGui(engine)
    engine.send("new-game")
    gui.position(START)
    engine.send("level moves=75 time=60.000", "go think")
    # The GUI does not wait for a move before it starts another game.
    engine.send("stop", "new-game")
    gui.position(START)
    engine.send("level time=1.000 inc=0.010", "go think")
    assert engine.rest_of_search().move
    assert engine.rest_of_search().move
    engine.send("ping")
    assert engine.line() == "pong"


def test_the_hub_gui_sends_only_king_moves(engine: HubProcess) -> None:
    """The GUI sends the moves since the last capture or man move. Here they end in a threefold repetition."""
    gui = HubGui(engine)
    position = START[:1] + "e" * 5 + "b" + "eB" + "e" * 23 + "w" + "e" * 15 + "Wee"
    assert len(position) == len(START)
    cycle = ["48-43", "8-3", "43-48", "3-8"]
    gui.position(position, "48-43")
    assert engine.answers("status") == ["status result=none reason=none"]
    gui.position(position, *cycle)
    assert engine.search("level depth=4", "go think").move
    gui.position(position, *cycle, *cycle)
    assert engine.answers("status") == ["status result=draw reason=repetition"]


def test_the_hub_gui_ponders(engine: HubProcess) -> None:
    """The time is enough for two plies on a busy machine: a one-ply search expects no reply."""
    gui = HubGui(engine)
    engine.send("new-game")
    gui.position(START)
    first = engine.search("level moves=75 time=30.000", "go think")
    gui.position(START, first.move, first.ponder)
    engine.send("level moves=74 time=30.000", "go ponder")
    assert engine.is_silent(0.1)
    engine.send("ponder-hit")
    second = engine.rest_of_search()
    gui.position(START, first.move, first.ponder, second.move, second.ponder)
    engine.send("level moves=73 time=30.000", "go ponder")
    # A move other than the expected one: the result is dropped.
    engine.send("stop")
    gui.position(START, first.move, first.ponder)
    engine.send("level moves=74 time=30.000", "go think")
    assert engine.rest_of_search().move
    assert engine.rest_of_search().move


def test_the_hub_gui_analyses(engine: HubProcess) -> None:
    gui = HubGui(engine)
    for moves in [("32-28",), ("32-28", "19-23"), ("32-28", "19-23", "28x19x23")]:
        gui.position(START, *moves)
        engine.send("level infinite", "go analyze")
        assert engine.line().startswith("info ")
        engine.send("stop")
        assert engine.rest_of_search().done.startswith("done move=")
    # The GUI quits before it reads the answers.
    gui.position(START)
    engine.send("level infinite", "go analyze", "stop", "quit")
    assert engine.end()[-1].startswith("done move=")


def test_the_hub_gui_steps_through_a_game(program: Path) -> None:
    """The GUI sends the next position immediately after each `stop`, and expects one `done` per search."""
    with HubProcess(program, "hub") as engine:
        gui = HubGui(engine)
        game = ["32-28", "19-23", "28x19x23", "14x23x19", "37-32", "10-14", "41-37", "14-19"]
        for plies in range(len(game) + 1):
            gui.position(START, *game[:plies])
            engine.send("level infinite", "go analyze", "stop")
        answers = [engine.rest_of_search().move for _ in range(len(game) + 1)]
        assert answers[2] == "28x19x23", "the only move after two"


# Lidraughts in the browser.

LIDRAUGHTS_INFO = re.compile(
    r"^info depth=(?P<depth>\d+) mean-depth=\S+ score=(?P<score>\S+) nodes=(?P<nodes>\d+) "
    r'time=(?P<time>\S+) (?:nps=\S+ )?pv="?(?P<pv>[-0-9xX\s]+)"?'
)
"""One expression for the whole line: these fields in this order; others may follow."""

LIDRAUGHTS_GREETING = (
    "hub",
    "set-param name=tt-size value=22",
    "set-param name=variant value=normal",
    "set-param name=bb-size value=3",
    "init",
)
"""Sent in one write, before any answer is read."""


def check_lidraughts_info(lines: list[str], depth: Optional[int] = None) -> None:
    """Checks that every line is read, up to the last depth."""
    assert lines
    matches = [LIDRAUGHTS_INFO.match(line) for line in lines]
    for line, match in zip(lines, matches):
        assert match, line
        assert abs(float(match["score"])) < 80 or abs(float(match["score"])) > 90, "mistaken for a win"
        assert float(match["time"]) >= 0
        assert all(re.fullmatch(r"\d+-\d+|\d+(x\d+){2,}", move) for move in match["pv"].split()), line
    assert depth is None or f"info depth={depth} " in lines[-1]


def greet(engine: HubProcess) -> None:
    engine.send(*LIDRAUGHTS_GREETING)
    lines = engine.until("ready")
    assert re.match(r"id name=coupturc version=\S+ author=", lines[0]), lines[0]
    assert lines[-1] == "wait" and not [line for line in lines if line.startswith("error")]


def test_lidraughts_reads_every_info(engine: HubProcess) -> None:
    greet(engine)
    limits = ("level move-time=90", "level depth=9", "go analyze")
    for position in (f"pos pos={START}", f'pos pos={START} moves="32-28 19-23 28x19"'):
        engine.send("set-param name=threads value=1", position, *limits)
        check_lidraughts_info(engine.rest_of_search().infos, depth=9)
    # The side to move loses.
    lost = engine.search(f"pos pos={KINGS}", *limits)
    check_lidraughts_info(lost.infos)
    assert " score=-99.98 " in lost.infos[-1]


def test_lidraughts_sets_parameters_and_inits_again_between_searches(engine: HubProcess) -> None:
    greet(engine)
    for size in (20, 18, 22):
        engine.send("set-param name=threads value=2", f"set-param name=tt-size value={size}", "init")
        assert engine.line() == "ready"
        engine.send(f"pos pos={START}", "level move-time=90", "level depth=6", "go analyze")
        check_lidraughts_info(engine.rest_of_search().infos, depth=6)
    assert parameters(engine)["hash"] == "64"


@pytest.mark.parametrize("time, depth, most", [("90", "5", 5), ("0.2", "98", 97)])
def test_the_first_of_two_lidraughts_limits_applies(
    engine: HubProcess, time: str, depth: str, most: int
) -> None:
    greet(engine)
    limits = (f"level move-time={time}", f"level depth={depth}")
    search = engine.search(f"pos pos={START}", *limits, "go analyze")
    match = LIDRAUGHTS_INFO.match(search.infos[-1])
    assert match and int(match["depth"]) <= most
    assert depth != "5" or int(match["depth"]) == 5


def test_lidraughts_analyses_until_it_stops(engine: HubProcess) -> None:
    greet(engine)
    engine.send(f"pos pos={START}", "level infinite", "go analyze")
    assert engine.is_silent(0.2)
    engine.send("stop")
    assert engine.rest_of_search().done.startswith("done move=")


def test_lidraughts_writes_squares_with_two_digits(engine: HubProcess) -> None:
    greet(engine)
    engine.quietly(f'pos pos=W{"e" * 4}B{"e" * 41}W{"e" * 3} moves="47-42 05-10"')
    assert engine.answers("fen") == ['fen fen="W:WK42:BK10"']


# lidraughts-bot: a configuration of pydraughts.


def test_lidraughts_bot_sets_scan_parameters(engine: HubProcess) -> None:
    before = parameters(engine)
    engine.quietly(
        "set-param name=tt-size value=20",
        "set-param name=bb-size value=auto",
        "set-param name=bb-size value=0",
        "set-param name=book value=true",
        "set-param name=book-ply value=4",
        "set-param name=book-margin value=4",
        "set-param name=ponder value=true",
        "set-param name=initial-time value=180",
        "set-param name=variant value=normal",
    )
    assert engine.answers("init") == ["ready"]
    after = parameters(engine)
    assert after.pop("hash") == "16" and before.pop("hash") == "64"
    # bb-size=0 switches the tables off.
    assert after.pop("tables-pieces") == "0" and before.pop("tables-pieces") == "4"
    # Its book is off unless a client asks for it, as this one does.
    assert after.pop("book") == "true" and before.pop("book") == "false"
    assert after.pop("book-margin") == "4" and before.pop("book-margin") == "0"
    # The engine may have a parameter `ponder`, which is then set.
    assert {**before, "ponder": ""} == {**after, "ponder": ""}
    assert engine.search(f"pos pos={START}", "level move-time=0.0", "go think").move


def test_lidraughts_bot_stops_a_search_after_a_ponder_hit(engine: HubProcess) -> None:
    """The bot may notice the end of the game too late."""
    engine.answers("hub", "init")
    engine.send(f'pos pos={START} moves="32-28 19-23"', "level time=179.0 inc=1.0", "go ponder")
    engine.send("ponder-hit", "stop", "stop")
    assert engine.rest_of_search().move
    assert engine.answers() == []


# Any client.


@pytest.mark.parametrize("captured", ["22x31x41", "41x31x22", "31x22x41"])
def test_captured_squares_are_read_in_any_order(engine: HubProcess, captured: str) -> None:
    position = "W" + "e" * 21 + "b" + "e" * 8 + "b" + "e" * 9 + "b" + "e" * 5 + "W" + "e" * 3
    engine.quietly(f'pos pos={position} moves="47x18x{captured}"')
    assert engine.answers("status") == ["status result=white-win reason=no-pieces"]


def test_unknown_commands_and_arguments_are_ignored(engine: HubProcess) -> None:
    engine.quietly(
        "gameinfo name=Anna rating=2000",
        "uci",
        f"pos pos={START} start-time=12:00 rated",
        "level depth=3 hurry=no",
        "new-game book=off",
        "set-param name=hash value=8 unit=MiB",
    )
    search = engine.search("go think please")
    assert search.infos[-1].startswith("info depth=3 ")


def test_a_web_page_sends_line_by_line(program: Path) -> None:
    """A web page sends lines over a socket, with Windows line endings. Its server passes on the engine's output, and
    closes the pipes when the page is closed."""
    process = subprocess.Popen(
        [str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
    )
    assert process.stdin and process.stdout
    try:
        for message, last in [
            (b"hub\r\n", b"wait\n"),
            (b"set-param name=variant value=normal\r\ninit\r\n", b"ready\n"),
            (f"pos pos={START}\r\nlevel depth=2\r\ngo think\r\n".encode(), b"done move="),
        ]:
            process.stdin.write(message)
            while not (line := process.stdout.readline()).startswith(last):
                assert line.endswith(b"\n") and not line.startswith(b"error"), line
        process.stdin.write(b"level infinite\r\ngo analyze\r\n")
        assert process.stdout.readline().startswith(b"info ")
        # The page is closed.
        process.stdin.close()
        process.stdout.close()
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()


def test_stderr_stays_empty_in_a_whole_session(program: Path) -> None:
    """Some clients mix stderr with the output and would read it as answers; others let its pipe fill up. Every test
    here checks that stderr stays empty; this one sends all kinds of errors, and plays every variant."""
    with HubProcess(program, "hub") as engine:
        engine.answers("hub", "init", "set-param name=hash value=none", "set-param name=variant value=chess")
        engine.answers("pos pos=W", f'pos pos={START} moves="1-2"', "play", "\x00")
        engine.answers("go nowhere", "level depth=x")
        for variant in parameters_of(engine, "variant"):
            engine.answers(f"set-param name=variant value={variant}")
            assert engine.search("level depth=4", "go think").move
        engine.send("level infinite", "go analyze", "pos pos=W", "stop", "quit")
        engine.end()


def parameters_of(engine: HubProcess, name: str) -> list[str]:
    """The values that the engine offers for a parameter."""
    lines = "\n".join(engine.answers("hub"))
    match = re.search(rf'param name={name} .*values="([^"]*)"', lines)
    assert match, lines
    return match.group(1).split()
