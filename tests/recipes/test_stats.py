"""`coupturc stats` on a thousand games, against figures computed here from the engine's answers about each position."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import statistics
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

from test_recipes import GAMES, PATIENCE, PROGRAM, RecipeTest, run

ROUNDS = 1000 // (2 * len(GAMES)) + 1
OPENING = 4
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
Record = "dict[str, Any]"


def play(folder: Path) -> list[Record]:
    """Plays slightly more than a thousand games, and afterwards marks some of them as crashes."""
    engines = [f"--engine=cmd='{PROGRAM}' name={name} param.hash=1 param.tables-pieces=0" for name in "ab"]
    limits = ["--tc=nodes=150", f"--plies={OPENING}", "--max-moves=60", "--concurrency=2", f"--rounds={ROUNDS}"]
    command = [PROGRAM, "match", *engines, f"--variants={','.join(GAMES)}", *limits, f"--out={folder}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=4 * PATIENCE)
    log = folder / "games.jsonl"
    games = [json.loads(line) for line in log.read_text().splitlines()]
    for game in games[::97]:
        game["termination"] = "crash"
    log.write_text("".join(json.dumps(game) + "\n" for game in games))
    return games


class Position:
    """The facts about a position in the engine's answers."""

    def __init__(self, fen: str, legal: str) -> None:
        sides = {side[0]: list(filter(None, side[1:].split(","))) for side in fen.split(":")[1:3]}
        self.fen, self.pieces = fen, sum(map(len, sides.values()))
        self.kings = {side: sum(piece[0] == "K" for piece in pieces) for side, pieces in sides.items()}
        self.legal = int(re.findall(r"count=(\d+)", legal)[0])


def positions_of(games: list[Record]) -> list[list[Position]]:
    """Every position of every game, in one session."""
    lines: list[str] = []
    for game in games:
        lines += [f"set-param name=variant value={game['variant']}", f"pos fen={game['fen']}"]
        for move in [*(move["move"] for move in game["moves"]), None]:
            lines += ["fen", "legal-moves"] + ([f"play move={move}"] if move else [])
    output = subprocess.run(
        [PROGRAM, "hub"], input="\n".join(lines), capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE
    ).stdout
    assert "error" not in output, output
    fens, legal = re.findall(r'^fen fen="(.*)"', output, re.M), re.findall("^legal-moves .*", output, re.M)
    found = iter(list(map(Position, fens, legal)))
    return [[next(found) for _ in range(len(game["moves"]) + 1)] for game in games]


def wilson(count: int, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share, by bisection."""
    share = count / games

    def is_near(truth: float) -> bool:
        return abs(share - truth) <= 1.959963984540054 * math.sqrt(truth * (1 - truth) / games)

    def bound(near: float, far: float) -> float:
        for _ in range(60):
            middle = (near + far) / 2
            near, far = (middle, far) if is_near(middle) else (near, middle)
        return near

    return bound(share, 0.0), bound(share, 1.0)


def phase(position: Position, start: Position) -> str:
    left = position.pieces / start.pieces
    return "opening" if left > 2 / 3 else "middlegame" if left > 1 / 3 else "endgame"


def expected(games: list[Record], positions: list[list[Position]]) -> dict[str, Any]:
    """The figures of one variant, by their names in the CSV."""
    sound = [(game, found) for game, found in zip(games, positions) if game["termination"] != "crash"]
    count = len(sound)
    results = Counter(game["result"] for game, _ in sound)
    plies = sorted(len(game["moves"]) - OPENING for game, _ in sound)
    shown = [(position, found[0]) for _, found in sound for position in found[OPENING:-1]]
    legal: dict[str, list[int]] = {"opening": [], "middlegame": [], "endgame": []}
    for position, start in shown:
        legal[phase(position, start)].append(position.legal)
    captured = [
        len(move["move"].split("x")) - 2
        for game, _ in sound
        for move in game["moves"][OPENING:]
        if "x" in move["move"]
    ]
    promotions = [
        sum(promotes(before, after) for before, after in zip(found[OPENING:], found[OPENING + 1 :]))
        for _, found in sound
    ]
    figures: dict[str, Any] = {
        "games": count,
        "distinct": len({json.dumps([move["move"] for move in game["moves"]]) for game, _ in sound}),
        "left_out.faults": len(games) - count,
        "left_out.unfinished": 0,
        "first_move.score": statistics.fmean(SCORES[game["result"]] for game, _ in sound),
        "plies.mean": statistics.fmean(plies),
        "plies.deviation": statistics.stdev(plies),
        "plies.least": plies[0],
        "plies.lower_quartile": plies[(count - 1) // 4],
        "plies.median": statistics.median_low(plies),
        "plies.upper_quartile": plies[(count - 1) * 3 // 4],
        "plies.most": plies[-1],
        "legal_moves.mean": statistics.fmean(position.legal for position, _ in shown),
        "legal_moves.forced": statistics.fmean(position.legal == 1 for position, _ in shown),
        "captures.a_game": len(captured) / count,
        "captures.share_of_plies": len(captured) / sum(plies),
        "captures.pieces_each": statistics.fmean(captured),
        "captures.most_pieces": max(captured),
        "promotions.a_game": sum(promotions) / count,
        "promotions.games": statistics.fmean(number > 0 for number in promotions),
    }
    scored = [
        (move["score"], SCORES[game["result"]] if found[ply].fen[0] == "W" else 1 - SCORES[game["result"]])
        for game, found in sound
        for ply, move in enumerate(game["moves"])
        if move.get("depth", 0) >= 4 and abs(move["score"]) < 50
    ]
    figures |= {"scores.positions": len(scored), "scores.scale": scale(scored)}
    figures |= {f"legal_moves.{name}": statistics.fmean(numbers) for name, numbers in legal.items()}
    for name, result in (("white_wins", "1-0"), ("draws", "1/2-1/2"), ("black_wins", "0-1")):
        low, high = wilson(results[result], count)
        shares = {"count": results[result], "share": results[result] / count, "low": low, "high": high}
        figures |= {f"{name}.{what}": number for what, number in shares.items()}
    endings = Counter(game["termination"] for game, _ in sound)
    return figures | {f"endings.{word}": number for word, number in endings.items()}


def scale(scored: list[tuple[float, float]]) -> float | None:
    """The scale of the logistic curve of the greatest likelihood, by bisection; none if it hardly rises or is a step."""

    def is_too_flat(slope: float) -> bool:
        return sum(score * (points - (1 + math.tanh(slope * score / 2)) / 2) for score, points in scored) >= 0

    low, high = 0.0, 100.0
    if is_too_flat(high):
        return None
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_too_flat(middle) else (low, middle)
    return 1 / low if low > 0.01 else None


def promotes(before: Position, after: Position) -> bool:
    """Whether the side that has moved has one more king."""
    return after.kings[before.fen[0]] > before.kings[before.fen[0]]


class Stats(RecipeTest):
    def test_a_thousand_games(self) -> None:
        folder = self.directory / "match"
        games = play(folder)
        self.assertGreaterEqual(len(games), 1000)
        table = csv.DictReader(io.StringIO(self.works(run(PROGRAM, "stats", str(folder), "--csv"))))
        found: dict[str, dict[str, str]] = {}
        for row in table:
            found.setdefault(row["game"], {})[row["statistic"]] = row["value"]
        self.assertEqual(sorted(found), sorted(GAMES))
        for name in GAMES:
            ours = [game for game in games if game["variant"] == name]
            for what, number in expected(ours, positions_of(ours)).items():
                with self.subTest(game=name, what=what):
                    if number is None:
                        self.assertEqual(found[name][what], "")
                        continue
                    self.assertAlmostEqual(float(found[name][what]), number, places=7)
        self.assertTrue(any(found[name]["scores.scale"] for name in GAMES), "a score means something in some game")
        self.check_forms(folder)

    def check_forms(self, folder: Path) -> None:
        """Checks that the log and its PDN give the same figures, as text and as JSON."""
        run(PROGRAM, "match", "--report", str(folder))
        files = sorted(str(file) for file in folder.glob("*.pdn"))
        self.assertEqual(len(files), len(GAMES))
        log, pdn = (self.figures(*names) for names in ([str(folder / "games.jsonl")], files))
        self.assertEqual(log["unreadable"], [])
        self.assertEqual(pdn, log)
        text = self.works(run(PROGRAM, "stats", str(folder)))
        for game in log["games"]:
            self.assertIn(f"{game['title']} ({game['game']}): {game['games']} games, {game['distinct']} of them", text)

    def figures(self, *files: str) -> Record:
        """The figures as JSON; of the examples, which are the first of their kind in the files, only what they show."""
        answer = json.loads(self.works(run(PROGRAM, "stats", *files, "--json")))
        for game in answer["games"]:
            for example, figure in (("longest_capture", "pieces"), ("shortest_game", "plies")):
                game[example] = game[example][figure]
        return answer

    def test_games_of_other_programs(self) -> None:
        file = self.directory / "games.pdn"
        games = [
            '[GameType "20"] [Result "2-0"] 1. 32-28 19-23 2. 28x19 14x23 2-0',
            '[GameType "20"] [FEN "B:W28:B19"] 1. ... 19-23 0-2',
            '[GameType "Dameo"] [Termination "time forfeit"] 1-0',
            '1. 32-28 *',
            '[GameType "77"] 1. 9-13 1-0',
            '1. 1-2 1-0',
            '[White "M\xfcller"] 1. 32-28 1-1',
        ]
        file.write_bytes("\n\n".join(games).encode("latin-1"))
        done = run(PROGRAM, "stats", str(file), "--json")
        answer = json.loads(self.works(done))
        normal = next(game for game in answer["games"] if game["game"] == "normal")
        self.assertEqual([normal[what]["count"] for what in ("white_wins", "draws", "black_wins")], [1, 1, 1])
        self.assertEqual(normal["first_move"]["score"], 2.5 / 3, "in one of them Black moves first")
        self.assertEqual(normal["left_out"], {"faults": 0, "unfinished": 1})
        dameo = next(game for game in answer["games"] if game["game"] == "dameo")
        self.assertEqual((dameo["games"], dameo["left_out"]["faults"], dameo["plies"]["mean"]), (0, 1, None))
        self.assertEqual(len(answer["unreadable"]), 2)
        for word in ("game 5: line 9: GameType '77' is unknown", "game 6: ", "1-2"):
            self.assertIn(word, done.stderr)
        opening = json.loads(self.works(run(PROGRAM, "stats", str(file), "--json", "--opening=3")))["games"]
        self.assertEqual([game["plies"]["most"] for game in opening], [None, 1])
        self.assertIn("0 games", self.works(run(PROGRAM, "stats", str(file))))

    def test_invalid_files(self) -> None:
        empty = self.directory / "empty.pdn"
        empty.write_text("")
        self.fails(run(PROGRAM, "stats", str(empty)), "no readable game")
        self.fails(run(PROGRAM, "stats", str(self.directory)), str(self.directory), "No such file")
        self.fails(run(PROGRAM, "stats", str(self.directory / "none.pdn")), "none.pdn")
        self.fails(run(PROGRAM, "stats"), "FILE")
        broken = self.directory / "broken.pdn"
        broken.write_text('1. 32-28 what 19-23 *')
        self.fails(run(PROGRAM, "stats", str(broken)), "broken.pdn", "line 1")
        log = self.directory / "log.jsonl"
        log.write_text("{}\n")
        self.fails(run(PROGRAM, "stats", str(log)), "log.jsonl", "line 1 is not a game")
