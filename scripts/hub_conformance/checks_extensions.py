"""The extensions of coupturc to Hub (see protocol.md). They are judged only if an engine offers them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from hublib.engine import Arrival, Engine, NoAnswer
from hublib.games import values_of
from hublib.lines import HubLine

from .checks_handshake import introduction, parameters
from .lab import EXTENSION, Lab, NotOffered, Wrong, check, milliseconds, texts
from .positions import cut_to_live, notable, random_game, random_positions
from .rules import Position, parse_move, perft
from .searches import START_POSITION, begin, parse, pos_line, think, wait_for_done

# Known positions of each game, with their perft counts.
COUNTS = Path(__file__).resolve().parents[2] / "tests" / "data"
# The game that all other checks use.
MAIN_GAME = "normal"


def ask(lab: Lab, engine: Engine, command: str, *lines: str) -> HubLine:
    """Sends lines, the last of which is a question; an engine without this command does not give the expected
    answer."""
    engine.send(*lines, timeout=lab.timeout)
    answers = [line for line in lab.settle(engine) if line.command == command]
    if answers:
        return parse(answers[-1])
    try:
        # A pong may overtake an answer that takes time to compute.
        return parse(engine.wait_for(command, 1.0))
    except NoAnswer:
        raise NotOffered(f"no answer to {lines[-1]}") from None


def listed_moves(lab: Lab, engine: Engine, *lines: str) -> list[str]:
    answer = ask(lab, engine, "legal-moves", *lines, "legal-moves")
    moves = (answer.get("moves") or "").split()
    if answer.get("count") != str(len(moves)):
        raise Wrong(f"count={len(moves)}", f"count={answer.get('count')}")
    return moves


def compare_moves(lab: Lab, engine: Engine, position: Position, lines: Sequence[str]) -> None:
    listed = sorted(parse_move(text) for text in listed_moves(lab, engine, *lines))
    expected = position.legal_moves()
    if listed != expected:
        raise Wrong(
            f"{len(expected)} moves of {position}: {' '.join(map(str, expected))}",
            f"{len(listed)}: {' '.join(map(str, listed))}",
        )


@check("extensions", "legal-moves", "legal-moves lists the legal moves", EXTENSION)
def legal_moves(lab: Lab) -> str:
    engine = lab.ready()
    positions = [START_POSITION, *random_positions(100, seed=21), *(one for _, one in notable())]
    for position in positions:
        compare_moves(lab, engine, position, [pos_line(position)])
    return f"{len(positions)} positions"


@check("extensions", "play", "play makes a move", EXTENSION)
def play(lab: Lab) -> str:
    engine = lab.ready()
    position = START_POSITION
    listed_moves(lab, engine, pos_line(position))
    game = cut_to_live(random_game(17))[:40]
    for move in game:
        position = position.play(move)
        try:
            compare_moves(lab, engine, position, [f"play move={move}"])
        except Wrong:
            if move == game[0]:
                raise NotOffered("play does not change the position") from None
            raise
    return f"{len(game)} moves"


@check("extensions", "perft", "perft counts the leaves", EXTENSION)
def count_leaves(lab: Lab) -> str:
    engine = lab.ready()
    for depth, position in [(4, START_POSITION), *((2, one) for one in random_positions(8, seed=23))]:
        answer = ask(lab, engine, "perft", pos_line(position), f"perft depth={depth}")
        expected = perft(position, depth)
        if answer.get("nodes") != str(expected):
            raise Wrong(f"nodes={expected} of {position} at depth {depth}", f"nodes={answer.get('nodes')}")
    return "9 positions"


@check("extensions", "fen", "fen gives the position, and pos fen= accepts it", EXTENSION)
def fen_both_ways(lab: Lab) -> str:
    engine = lab.ready()
    for position in random_positions(20, seed=27):
        reply = ask(lab, engine, "fen", pos_line(position), "fen").get("fen") or ""
        if reply.split(":")[:3] != position.fen().split(":"):
            raise Wrong(position.fen(), reply)
        again = ask(lab, engine, "fen", pos_line(START_POSITION), f'pos fen="{position.fen()}"', "fen").get(
            "fen"
        )
        if again != reply:
            raise Wrong(reply, str(again))
    return "20 positions"


@check("extensions", "status", "status says whether the game is over", EXTENSION)
def status(lab: Lab) -> None:
    engine = lab.ready()
    lone = Position.parse("B" + "e" * 40 + "w" + "e" * 9)
    blocked = Position.parse("B" + "eeeee" * 7 + "b" + "eeee" + "w" + "eeee" + "ew" + "eee")
    for position, result in ((START_POSITION, "none"), (lone, "white-win"), (blocked, "white-win")):
        reply = ask(lab, engine, "status", pos_line(position), "status").get("result")
        if reply != result:
            raise Wrong(f"result={result} of {position}", f"result={reply}")


@check("extensions", "go-when-over", "go in a finished game is answered by a done without a move", EXTENSION)
def go_when_over(lab: Lab) -> None:
    engine = lab.ready()
    lone = Position.parse("B" + "e" * 40 + "w" + "e" * 9)
    engine.send(pos_line(lone), "level depth=3", "go think", timeout=lab.timeout)
    dones = [line for line in engine.lines_for(0.5) if line.command == "done"]
    if not dones:
        raise NotOffered("no done, and Hub never asks")
    if len(dones) > 1 or parse(dones[0]).get("move"):
        raise Wrong("one done without a move", texts(dones))


@check(
    "extensions",
    "go-during-search",
    "a second go during a search is answered by a done of its own",
    EXTENSION,
)
def go_during_search(lab: Lab) -> None:
    engine = lab.ready()
    began = begin(lab, engine, ["infinite"])
    engine.pause(0.1)
    engine.send("go think", timeout=lab.timeout)
    meanwhile = engine.lines_for(0.2)
    refused = [line for line in meanwhile if line.command == "done"]
    if len(refused) != 1 or parse(refused[0]).get("move"):
        raise NotOffered(f"it does otherwise: {texts(refused)}")
    engine.send("stop", timeout=lab.timeout)
    wait_for_done(lab, engine, START_POSITION, began)


@check("extensions", "wait-done", "wait-done holds back later lines until done", EXTENSION)
def wait_done(lab: Lab) -> None:
    if holds_back(lab):
        raise NotOffered("it answers nothing during a search anyway")
    if not holds_back(lab, "wait-done"):
        raise NotOffered("later lines are answered before done")


def holds_back(lab: Lab, *lines: str) -> bool:
    """Whether `hub`, sent during a search after these lines, is answered after `done`."""
    engine = lab.ready()
    began = begin(lab, engine, ["move-time=0.4"])
    engine.send(*lines, "hub", timeout=lab.timeout)
    before: list[Arrival] = []
    engine.wait_for("wait", lab.timeout, before)
    held = any(line.command == "done" for line in before)
    if not held:
        wait_for_done(lab, engine, START_POSITION, began)
    return held


@check(
    "extensions",
    "multi-pv",
    "multi-pv reports that many lines, best first, each with another first move",
    EXTENSION,
)
def multi_pv(lab: Lab) -> str:
    engine = lab.ready()
    if not any(line.get("name") == "multi-pv" for line in parameters(lab, engine)):
        raise NotOffered("no parameter multi-pv")
    engine.send("set-param name=multi-pv value=3", timeout=lab.timeout)
    search = think(lab, engine, ["depth=5"], mode="analyze")
    last = [info for info in search.infos if info.get("depth") == search.infos[-1].get("depth")][-3:]
    ranks = [info.get("multipv") for info in last]
    firsts = {(info.get("pv") or "").split(" ")[0] for info in last}
    scores = [float(info.get("score") or 0) for info in last]
    if ranks != ["1", "2", "3"] or len(firsts) != 3 or scores != sorted(scores, reverse=True):
        raise Wrong(
            "multipv=1, 2 and 3 with three moves and falling scores", f"{ranks} {sorted(firsts)} {scores}"
        )
    if any(info.names()[-1] != "multipv" for info in last):
        raise Wrong("multipv as the last field", " ".join(last[0].names()))
    return " ".join(f"{one:g}" for one in scores)


@check("extensions", "hashfull", "hashfull is a number from 0 to 1000", EXTENSION)
def hashfull(lab: Lab) -> str:
    search = think(lab, lab.ready(), ["move-time=0.5"], mode="analyze", limit=0.5)
    values = [text for info in search.infos if (text := info.get("hashfull")) is not None]
    if not values:
        raise NotOffered("no hashfull in info")
    odd = [text for text in values if not text.isdigit() or int(text) > 1000]
    if odd:
        raise Wrong("0 to 1000", odd[0])
    return values[-1]


@check(
    "extensions",
    "output-closed",
    "the process ends when its output is closed, even if it is silent",
    EXTENSION,
)
def output_closed(lab: Lab) -> str:
    engine = lab.ready()
    began = engine.close_output()
    try:
        engine.wait_for_end(1.0)
    except NoAnswer:
        raise NotOffered("an idle process lives on") from None
    return milliseconds(time.perf_counter() - began)


def moves_at_start(folder: Path = COUNTS) -> dict[str, int]:
    """The number of moves at the start of each game that has a file of counts."""
    counts = {}
    for path in sorted(folder.glob("*.tsv")):
        lines = path.read_text(encoding="utf-8").splitlines()
        # Below this comment: options, position, and the counts at depth 1, 2, 3, ...
        row = lines[lines.index("# start") + 1].split("\t")
        counts[path.stem] = int(row[2].split()[0])
    return counts


def check_game(lab: Lab, variant: str, expected: int) -> str:
    """Plays a game of another variant, judged by the engine's own list of legal moves."""
    engine = lab.ready()
    if variant not in values_of(introduction(lab, engine), "variant"):
        raise NotOffered(f"variant has no value {variant}")
    moves = listed_moves(lab, engine, f"set-param name=variant value={variant}")
    if len(moves) != expected:
        raise Wrong(f"{expected} moves at the start", f"{len(moves)}")
    for played in range(30):
        if not moves:
            return f"{played} moves"
        engine.send("level depth=2", "go think", timeout=lab.timeout)
        move = parse(engine.wait_for("done", lab.timeout)).get("move")
        if move not in moves:
            raise Wrong(f"one of its own legal moves, such as {moves[0]}", f"done move={move}")
        moves = listed_moves(lab, engine, f"play move={move}")
    return "30 moves"


for _variant, _expected in moves_at_start().items():
    if _variant != MAIN_GAME:
        _run = partial(check_game, variant=_variant, expected=_expected)
        check("extensions", _variant, f"a game of {_variant}", EXTENSION)(_run)
