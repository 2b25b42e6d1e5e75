"""Counts what happens in the games of a survey: by `coupturc stats` where it has the figure, and otherwise by replaying
the games in the engine, which knows the position and the legal moves after each move."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from clusterlib.program import Refusal, run_program

from .estimate import moments, ratio_deviation
from .matches import DOUBLE, PLIES, REAR_MOVES, STRONGER, Setting, folders

Record = dict[str, Any]
# Games that are sent to the engine at a time.
BATCH = 100
REAR_GAMES = ("normal", "vanguard")
# The two back rows of the 10x10 board.
BACK_ROWS = {"W": range(41, 51), "B": range(1, 11)}
POINTS = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}


class Position:
    """What the engine says about a position."""

    def __init__(self, fen: str, legal: int, is_capture: bool) -> None:
        sides = {side[0]: side[1:] for side in fen.split(":")[1:3]}
        self.turn, self.legal, self.is_capture = fen[0], legal, is_capture
        self.pieces = {side: text.split(",") if text else [] for side, text in sides.items()}
        self.kings = {side: text.count("K") for side, text in sides.items()}

    def size(self, side: str) -> int:
        return len(self.pieces[side])

    def rear(self, side: str) -> int:
        return sum(int(man) in BACK_ROWS[side] for man in self.pieces[side])


def positions_of(program: str, setting: Setting, games: list[Record]) -> Iterator[list[Position]]:
    """All positions of each game, in order."""
    for start in range(0, len(games), BATCH):
        batch = games[start : start + BATCH]
        game = f'rules-file value="{setting.rules}"' if setting.rules else f"variant value={setting.game}"
        lines = [f"set-param name={game}", f"set-param name=halt value={setting.halt}"]
        for game in batch:
            lines.append(f"pos fen={game['fen']}")
            for move in [*(move["move"] for move in game["moves"]), None]:
                lines += ["fen", "legal-moves"] + ([f"play move={move}"] if move else [])
        done = subprocess.run([program, "hub"], input="\n".join(lines), capture_output=True, encoding="utf-8")
        if "\nerror" in done.stdout or done.returncode != 0:
            raise Refusal(f"{program} does not play the games of {setting.game}: {done.stderr or done.stdout[:200]}")
        fens = re.findall(r'^fen fen="(.*)"', done.stdout, re.M)
        legal = re.findall(r'^legal-moves count=(\d+)(?: moves="(\S*))?', done.stdout, re.M)
        found = (Position(fen, int(count), "x" in first) for fen, (count, first) in zip(fens, legal))
        for game in batch:
            yield [next(found) for _ in range(len(game["moves"]) + 1)]


class Counts:
    """The figures that `coupturc stats` does not have."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.samples: dict[str, list[float]] = defaultdict(list)
        # Of means over plies: their sum in a game, and their number.
        self.ratios: dict[str, list[tuple[float, int]]] = defaultdict(list)
        self.by_ply: dict[int, list[float]] = defaultdict(list)
        self.ahead = [0, 0, 0]
        self.rear: dict[tuple[int, str, int], list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(self, game: Record, positions: list[Position]) -> None:
        moves = [move["move"] for move in game["moves"]]
        chosen = range(game["opening_plies"], len(moves))
        # The captured cells follow the first and the last cell of a capture.
        captured = [moves[ply].count("x") - 1 for ply in chosen if "x" in moves[ply]]
        self.samples["captures"].append(len(captured))
        self.ratios["pieces_each"].append((sum(captured), len(captured)))
        legal = [position.legal for position in positions[:-1]]
        self.ratios["legal"].append((sum(legal[ply] for ply in chosen), len(chosen)))
        self.ratios["forced"].append((sum(legal[ply] == 1 for ply in chosen), len(chosen)))
        self.samples["tree"].append(math.fsum(map(math.log10, legal)))
        for start in range(0, len(legal), PLIES):
            self.by_ply[start].append(moments(legal[start : start + PLIES])[0])
        promotions = [ply for ply in chosen if promotes(positions[ply], positions[ply + 1])]
        self.samples["promotions"].append(len(promotions))
        self.samples["first_promotion"] += [ply + 1 for ply in promotions[:1]]
        self.add_end(game, positions[-1])
        self.add_ahead(game, moves, positions)
        if self.setting.game in REAR_GAMES:
            self.add_rear(game, moves, positions)

    def add_end(self, game: Record, last: Position) -> None:
        if game["result"] == "1/2-1/2":
            self.samples["left_drawn"].append(last.size("W") + last.size("B"))
        else:
            self.samples["left_won"].append(last.size("W" if game["result"] == "1-0" else "B"))

    def add_ahead(self, game: Record, moves: list[str], positions: list[Position]) -> None:
        """Counts the result of the side that is the first to be a man ahead, before there are kings."""
        for ply in range(game["opening_plies"] + 1, len(moves)):
            position = positions[ply]
            if any(position.kings.values()):
                return
            more = position.size("W") - position.size("B")
            if abs(more) == 1 and is_settled(moves, positions, ply):
                result = POINTS[game["result"]]
                self.ahead[result if more > 0 else 2 - result] += 1
                return

    def add_rear(self, game: Record, moves: list[str], positions: list[Position]) -> None:
        for move in REAR_MOVES:
            ply = 2 * move
            if ply >= len(moves) or not is_settled(moves, positions, ply):
                continue
            position = positions[ply]
            if any(position.kings.values()) or position.size("W") != position.size("B"):
                continue
            white, black, result = position.rear("W"), position.rear("B"), POINTS[game["result"]]
            self.rear[move, "own", white][result] += 1
            self.rear[move, "own", black][2 - result] += 1
            self.rear[move, "more", white - black][result] += 1


def promotes(before: Position, after: Position) -> bool:
    """Whether the side that has moved has one more king."""
    return after.kings[before.turn] > before.kings[before.turn]


def is_settled(moves: list[str], positions: list[Position], ply: int) -> bool:
    """Whether no exchange is going on: the last move was no capture, and there is none now."""
    return "x" not in moves[ply - 1] and not positions[ply].is_capture


def rounded(number: float | None) -> float | int | str:
    if number is None or (isinstance(number, float) and math.isnan(number)):
        return ""
    return number if isinstance(number, int) else round(number, 4 if abs(number) < 1 else 3 if abs(number) < 10 else 2)


def match_row(setting: Setting, stats: Record, counts: Counts) -> Record:
    """The row of a match in matches.csv."""
    plies, legal, captures = stats["plies"], stats["legal_moves"], stats["captures"]
    row = {
        "game": setting.game, "kind": setting.kind, "halt": setting.halt, "nodes": setting.nodes, "seed": setting.seed,
        "planned": setting.planned, "games": stats["games"], "distinct": stats["distinct"],
        "white": stats["white_wins"]["count"], "draws": stats["draws"]["count"], "black": stats["black_wins"]["count"],
        "plies": plies["mean"], "plies_sd": plies["deviation"], "plies_least": plies["least"],
        "plies_median": plies["median"], "plies_most": plies["most"],
        "legal": legal["mean"], "forced": legal["forced"], "captures": captures["a_game"],
        "most_captured": captures["most_pieces"], "pieces_each": captures["pieces_each"],
        "promotions": stats["promotions"]["a_game"],
        "promotion_games": round(stats["promotions"]["games"] * stats["games"]),
    }  # fmt: skip
    for name in ("legal", "forced", "pieces_each"):
        row[f"{name}_sd"] = ratio_deviation(counts.ratios[name])
    for name in ("captures", "promotions"):
        row[f"{name}_sd"] = moments(counts.samples[name])[1]
    for name in ("tree", "first_promotion", "left_won", "left_drawn"):
        row[name], row[f"{name}_sd"] = moments(counts.samples[name])
    row |= dict(zip(("ahead_wins", "ahead_draws", "ahead_losses"), counts.ahead))
    row["endings"] = " ".join(f"{word}:{number}" for word, number in stats["endings"].items())
    return {name: value if isinstance(value, str) else rounded(value) for name, value in row.items()}


def key(setting: Setting) -> Record:
    return {
        "game": setting.game,
        "kind": setting.kind,
        "halt": setting.halt,
        "nodes": setting.nodes,
        "seed": setting.seed,
    }


def ply_rows(setting: Setting, counts: Counts) -> Iterator[Record]:
    for ply, means in sorted(counts.by_ply.items()):
        middle, deviation = moments(means)
        yield key(setting) | {"ply": ply, "games": len(means), "legal": rounded(middle), "legal_sd": rounded(deviation)}


def rear_rows(setting: Setting, counts: Counts) -> Iterator[Record]:
    for (move, what, men), results in sorted(counts.rear.items()):
        yield key(setting) | {"move": move, "what": what, "men": men} | dict(zip(("wins", "draws", "losses"), results))


def pair_row(setting: Setting, games: Iterable[Record]) -> Record:
    """The numbers of pairs in which the player with twice the nodes had 0, 1/2, 1, 3/2 and 2 points."""
    pairs: dict[int, list[int]] = defaultdict(list)
    for game in games:
        points = 2 - POINTS[game["result"]]
        pairs[game["pair"]].append(points if game["white"] == STRONGER else 2 - points)
    found = Counter(sum(points) for points in pairs.values() if len(points) == 2)
    return key(setting) | {"planned": setting.planned} | {f"points_{points}": found[points] for points in range(5)}


def games_in(folder: Path) -> list[Record]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]


def count_match(folder: Path, program: str) -> dict[str, list[Record]]:
    """The rows of a match, by table."""
    setting, games = Setting(folder), games_in(folder)
    if setting.kind == DOUBLE:
        return {"doublings": [pair_row(setting, games)]}
    counts = Counts(setting)
    for game, positions in zip(games, positions_of(program, setting, games)):
        counts.add(game, positions)
    file = ["--rules", setting.rules] if setting.rules else []
    stats = json.loads(run_program(program, "stats", "--json", *file, str(folder / "games.jsonl")))["games"]
    tables = {"matches": [match_row(setting, stats[0], counts)], "rear": list(rear_rows(setting, counts))}
    game = {"game": setting.game, "title": stats[0]["title"], "rules": setting.rules}
    return tables | {"plies": list(ply_rows(setting, counts)), "games": [game]}


def count(out: Path, program: str) -> dict[str, list[Record]]:
    """The rows of all matches, by table. Each match stores its own, and is counted again only if it has more games."""
    tables: dict[str, list[Record]] = defaultdict(list)
    for folder in folders(out):
        store, games = folder / "counts.json", (folder / "games.jsonl").read_bytes().count(b"\n")
        stored = json.loads(store.read_text(encoding="utf-8")) if store.exists() else {}
        if stored.get("games") != games:
            print(f"counting {folder.name}: {games} games", flush=True)
            stored = {"games": games, "tables": count_match(folder, program)}
            store.write_text(json.dumps(stored), encoding="utf-8")
        for name, rows in stored["tables"].items():
            tables[name] += rows
    return tables
