"""The PDN of a match, read by the package pydraughts."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from draughts import BLACK, WHITE, Board, Move
from draughts.PDN import PDNReader, _PDNGame

from pydraughts_games import hub_moves

START = "W:W31-50:B1-20"
OPENINGS = [
    START,
    "W:WK46,K48,32,38:BK1,K5,13,19,20",
    "B:W28,32,33,38,43,48:B8,12,13,18,19,24",
    "B:WK45,41:BK4,K6,9",
]

POINTS = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}
"""The results in the log, in the notation of International Draughts."""
WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": 0}


@dataclass(frozen=True)
class Match:
    """The games in the log, in order, and the same games as read by the package, also with an analysis."""

    log: list[dict[str, Any]]
    read: list[_PDNGame]
    annotated: list[_PDNGame]


@pytest.fixture(scope="module")
def match(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Match:
    folder = tmp_path_factory.mktemp("pdn")
    openings = folder / "openings.fen"
    openings.write_text("\n".join(OPENINGS))
    engines = [f"--engine=cmd='{program}' name={name} param.hash=1" for name in ("ours", "theirs")]
    # The package generates legal moves slowly.
    limits = ["--tc=nodes=200", "--max-moves=50", f"--rounds={len(OPENINGS)}", f"--openings={openings}", f"--out={folder}"]
    subprocess.run([program, "match", *engines, *limits], check=True, stdout=subprocess.DEVNULL)
    lines = (folder / "games.jsonl").read_text().splitlines()
    log = sorted((json.loads(line) for line in lines), key=lambda game: game["number"])
    file, annotated = str(folder / "games.pdn"), str(folder / "annotated.pdn")
    analyse = ["analyse", file, "--nodes=2000", f"--out={annotated}"]
    subprocess.run([program, *analyse], check=True, stdout=subprocess.DEVNULL)
    assert "(" in Path(annotated).read_text(), "there is at least one variation"
    return Match(log, PDNReader(filename=file).games, PDNReader(filename=annotated).games)


def moves_of(game: _PDNGame) -> list[str]:
    """The moves in the file. If Black moves first, the package lists the first move twice: once before its loop over
    all moves and once inside."""
    if game.tags.get("FEN", START).startswith("B"):
        assert game.moves[0] == game.moves[1], "the package has fixed its bug: simplify this test"
        return game.moves[1:]
    return game.moves


def fen_of(fen: str) -> str:
    return Board(fen=fen).fen


def test_all_games_are_read(match: Match) -> None:
    assert len(match.log) == 2 * len(OPENINGS)
    assert all(game["moves"] for game in match.log)
    assert len(match.read) == len(match.log)


def test_tags_and_results(match: Match) -> None:
    for logged, read in zip(match.log, match.read):
        assert read.game_ending == read.tags["Result"] == POINTS[logged["result"]]
        for tag, field in (("White", "white"), ("Black", "black"), ("TerminationDetails", "termination")):
            # Details may follow the word.
            assert read.tags[tag].partition(": ")[0] == logged[field]
        assert read.tags["Round"] == f"{logged['pair']}.{logged['number']}"
        assert fen_of(read.tags.get("FEN", START)) == fen_of(logged["fen"])
        assert read.variant == "standard"


def test_an_analysis_leaves_the_main_line_readable(match: Match) -> None:
    assert [game.moves for game in match.annotated] == [game.moves for game in match.read]


def test_games_follow_the_rules_of_the_package(match: Match) -> None:
    for logged, read in zip(match.log, match.read):
        board = Board(fen=read.tags.get("FEN", START))
        for move in moves_of(read):
            legal = [legal.hub_move for legal in board.legal_moves()]
            board.push(Move(board, pdn_move=move))
            assert board.move_stack[-1].hub_move in legal, (read.tags, move)
        assert hub_moves(board) == [move["move"] for move in logged["moves"]]
        # The package counts move limits differently (see Clients.start), and does not limit the length of games.
        if logged["termination"] in ("no-moves", "no-pieces", "repetition"):
            assert board.winner() == WINNERS[logged["result"]], logged
