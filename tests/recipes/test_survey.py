"""scripts/survey.py: the whole way from games to pages at toy size, and the committed pages."""

from __future__ import annotations

import csv
import json
import math
import shlex
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

from test_recipes import PROGRAM, ROOT, SCRIPTS, RecipeTest, run

sys.path.insert(0, str(SCRIPTS))

from game_survey.count import Counts, Position  # noqa: E402
from game_survey.estimate import (  # noqa: E402
    Estimate,
    difference,
    elo_of_pairs,
    moments,
    pooled_moments,
    ratio_deviation,
    share,
    slope,
)
from game_survey.positions import Board  # noqa: E402

SURVEY = str(SCRIPTS / "survey.py")
GAME, GAMES, NODES = "normal", 20, "60"


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


class Survey(RecipeTest):
    def survey(self, *arguments: str) -> str:
        return self.works(run(sys.executable, SURVEY, *arguments))

    def play(self, *arguments: str, games: int = GAMES) -> str:
        out = str(self.directory / "games")
        # Without tables, which take each engine longer to build than its games.
        quick = ("--player", "param.hash=1 param.tables-pieces=0", "--levels", NODES)
        return self.survey("play", *quick, "--games", str(games), "--out", out, *arguments)

    def count_and_write(self) -> Path:
        docs = self.directory / "docs"
        (docs / "rules").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "docs/rules/README.md", docs / "rules")
        self.survey("count", "--out", str(self.directory / "games"), "--docs", str(docs))
        self.survey("write", "--docs", str(docs))
        return docs

    def test_from_games_to_pages(self) -> None:
        self.play("--variants", GAME)
        self.play("--variants", GAME, "--seed", "2")
        self.play("--variants", GAME, "--kind", "double", "--match", f'"{PROGRAM}" match')
        self.play("--kind", "remedy", games=20)
        docs = self.count_and_write()
        match, again, *remedies = sorted(
            rows_of(docs / "games/matches.csv"), key=lambda row: (row["kind"] != "self", row["seed"])
        )
        self.check_counts(match)
        self.assertEqual(again["seed"], "2")
        self.assertEqual([row["halt"] for row in remedies if row["game"] == GAME].count("none"), 1)
        self.assertEqual(len(remedies), 6, "four halt rules, Vanguard, and the plain rules")
        (doubling,) = rows_of(docs / "games/doublings.csv")
        pairs = [int(doubling[f"points_{points}"]) for points in range(5)]
        self.assertEqual(sum(pairs), GAMES // 2)
        self.assertEqual(pairs, self.pairs_in_log())
        page = (docs / "games/international.md").read_text(encoding="utf-8")
        self.assertIn(f"--variants {GAME} --levels {NODES} --games {GAMES} --seed 1", page)
        overview = (docs / "games.md").read_text(encoding="utf-8")
        for heading in ("At a glance", "Claims", "Remedies for draws", "The rear guard", "A second seed"):
            self.assertIn(f"\n## {heading}\n", overview)
        for plot in ("international", "draws", "remedies", "rear"):
            self.assertTrue((docs / f"games/{plot}.svg").read_text(encoding="utf-8").startswith("<svg "), plot)
        self.check_comparison(docs)

    def test_counts_are_added_to_those_that_are_there(self) -> None:
        """As if the games of the first seed had been lost, and one match had gone on elsewhere."""
        games = self.directory / "games"
        for seed, number in (("1", GAMES), ("2", 2 * GAMES)):
            shutil.rmtree(games, ignore_errors=True)
            self.play("--kind", "remedy", "--seed", seed, games=number)
            docs = self.count_and_write()
        counts = docs / "games/matches.csv"
        rows = rows_of(counts)
        self.assertEqual(sorted(row["seed"] for row in rows), ["1"] * 6 + ["2"] * 6)
        overview = (docs / "games.md").read_text(encoding="utf-8")
        draws = sum(int(row["draws"]) for row in rows if row["halt"] == "killer")
        shown = f"| halt `killer` | {3 * GAMES}, {3 * GAMES} | {100 * draws / (3 * GAMES):.1f} % ["
        self.assertIn(shown, overview)
        before = counts.read_bytes()
        for log in games.glob("*/games.jsonl"):
            lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
            log.write_text("".join(lines[:GAMES]), encoding="utf-8")
        self.count_and_write()
        self.assertEqual(counts.read_bytes(), before, "matches with fewer games than were counted change nothing")

    def check_counts(self, row: dict[str, str]) -> None:
        """Compares some counts with those in the log of the match."""
        log = (self.directory / f"games/{GAME}-{NODES}-1/games.jsonl").read_text(encoding="utf-8")
        games = [json.loads(line) for line in log.splitlines()]
        results = [game["result"] for game in games]
        expected = [len(games), *(results.count(result) for result in ("1-0", "1/2-1/2", "0-1"))]
        self.assertEqual([int(row[name]) for name in ("games", "white", "draws", "black")], expected)
        captures = [sum("x" in move["move"] for move in game["moves"][6:]) for game in games]
        self.assertAlmostEqual(float(row["captures"]), sum(captures) / len(games), places=1)
        self.assertLess(0, float(row["captures_sd"]))
        # The winner has pieces left, and each legal move of a game is counted once.
        self.assertLess(0, float(row["left_won"]))
        self.assertLess(0, float(row["tree"]))

    def pairs_in_log(self) -> list[int]:
        """The pairs of games by the points of the player with twice the nodes."""
        log = (self.directory / f"games/{GAME}-{NODES}-1-double/games.jsonl").read_text(encoding="utf-8")
        points = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
        of_pair = [0] * (GAMES // 2)
        for game in map(json.loads, log.splitlines()):
            of_pair[game["pair"] - 1] += points[game["result"]][game["black"] == "double"]
        return [of_pair.count(number) for number in range(5)]

    def check_comparison(self, docs: Path) -> None:
        self.survey("write", "--check", "--docs", str(docs))
        with (docs / "games.md").open("a", encoding="utf-8") as page:
            page.write("changed by hand\n")
        done = run(sys.executable, SURVEY, "write", "--check", "--docs", str(docs))
        self.fails(done, "games.md", "survey.py write")

    def test_interrupted_matches_go_on(self) -> None:
        out = self.directory / "games"
        self.play("--variants", GAME)
        whole = out / f"{GAME}-{NODES}-1/games.jsonl"
        lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
        whole.write_text("".join(lines[:5]), encoding="utf-8")
        self.play("--variants", GAME)
        moves = [[move["move"] for move in json.loads(line)["moves"]] for line in lines]
        resumed = whole.read_text(encoding="utf-8").splitlines()
        self.assertEqual([[move["move"] for move in json.loads(line)["moves"]] for line in resumed], moves)

    def test_committed_pages_are_those_of_the_counts(self) -> None:
        self.survey("write", "--check")

    def test_games_from_files_have_pages_of_their_own(self) -> None:
        file = self.directory / "short kings/short.toml"
        file.parent.mkdir()
        file.write_text('title = "Short Kings"\nlike = "dameo"\nkings.flying = false\n', encoding="utf-8")
        self.play("--rules", str(file), "--variants", "english")
        self.play("--rules", str(file), "--kind", "double")
        docs, games = self.directory / "docs", self.directory / "games"
        written = self.survey("count", "--out", str(games), "--docs", str(docs))
        self.assertFalse(docs.exists(), "the counts of the other games stay as they are")
        for name, title in (("short", "Short Kings"), ("english", "English Draughts")):
            page = (games / f"{name}.md").read_text(encoding="utf-8")
            self.assertIn(str(games / f"{name}.md"), written)
            self.assertIn(f"# {title}: what the game is like", page)
            self.assertIn(f"| games, planned | {GAMES}, {GAMES} |", page)
            self.assertEqual("## What twice the effort is worth" in page, name == "short")
            plot = (games / f"{name}.svg").read_text(encoding="utf-8")
            self.assertIn(f"<title>{title}: legal moves by ply", plot)
        page = (games / "short.md").read_text(encoding="utf-8")
        again = next(line for line in page.splitlines() if line.startswith("scripts/survey.py play"))
        self.assertIn(f"--rules {shlex.quote(str(file.resolve()))} --levels {NODES}", again)

    def test_games_that_cannot_be_played(self) -> None:
        out = self.directory / "games"
        play = ("play", "--out", str(out))
        nonsense = run(sys.executable, SURVEY, *play, "--variants", f"{GAME},nonsense")
        self.fails(nonsense, "no game nonsense", "--rules FILE")
        self.fails(run(sys.executable, SURVEY, *play, "--rules", str(self.directory / "no.toml")), "no.toml")
        self.assertFalse(out.exists(), "nothing is played")

    def test_wrong_usage(self) -> None:
        self.fails(run(sys.executable, SURVEY, "count", "--out", str(self.directory)), "no folder with games")
        self.fails(run(sys.executable, SURVEY, "play", "--levels", "0", "--out", "x"), "--levels")
        self.fails(run(sys.executable, SURVEY, "--program", "/nowhere", "play", "--out", "x"), "/nowhere")


class Estimates(RecipeTest):
    def test_shares_and_differences(self) -> None:
        # Newcombe's paper, table II, first column: 56/70 - 48/80, method 10.
        found = difference(share(56, 70), share(48, 80))
        for number, published in zip(found, (0.2, 0.0524, 0.3339)):
            self.assertAlmostEqual(number, published, places=4)

    def test_elo_agrees_with_the_match(self) -> None:
        # Published values: src/arena/stats/published.rs.
        found = elo_of_pairs([34, 54, 31 + 32, 64, 75])
        self.assertAlmostEqual(found.value, 55.58, places=2)
        self.assertAlmostEqual((found.high - found.low) / 2, 27.65, places=1)

    def test_samples_together(self) -> None:
        parts = [[3.0, 5.0, 10.0], [4.0], [1.0, 1.5]]
        found = pooled_moments([(len(part), *moments(part)) for part in parts])
        for one, other in zip(found, moments([value for part in parts for value in part])):
            self.assertAlmostEqual(one, other)

    def test_means_over_plies(self) -> None:
        """Games of the same length: then it is the deviation of the means of the games."""
        self.assertAlmostEqual(ratio_deviation([(10, 10), (20, 10), (30, 10)]), 1.0)
        # A long game with the same mean adds no deviation, but weight.
        self.assertAlmostEqual(ratio_deviation([(10, 10), (30, 10), (40, 20)]), 0.75)

    def test_a_slope(self) -> None:
        found = slope([(-1, (0, 0, 10)), (0, (0, 10, 0)), (1, (10, 0, 0))])
        for number in found:
            self.assertAlmostEqual(number, 0.5)
        self.assertTrue(math.isnan(slope([]).value))
        self.assertTrue(Estimate(1.0, 0.0, 2.0).has(2.0))

    def test_positions_are_counted(self) -> None:
        """Compares the formula with all placements, one by one, on a board of a few cells."""
        board = Board("brazilian", PROGRAM)
        self.assertEqual((len(board.cells), board.men), (32, 12))
        self.assertEqual((len(board.white), len(board.black)), (28, 28))
        board.men, board.cells = 2, list("abcde")
        board.white, board.black = set("abcd"), set("bcde")
        self.assertEqual(board.positions(), 2 * placements("abcde", "abcd", "bcde", 2))


class Counting(RecipeTest):
    """Counts of a game whose positions are made up."""

    def counts(self) -> Counts:
        return Counts(SimpleNamespace(game="normal"))  # type: ignore[arg-type]

    def test_the_first_side_ahead(self) -> None:
        equal, kings = Position("W:W31,32:B1,2", 3, False), Position("W:W31,K5:B1", 3, False)
        less, threat = Position("W:W32:B1,2", 3, False), Position("W:W32:B1,2", 1, True)
        game = {"opening_plies": 1, "result": "0-1"}
        after_capture = [equal, equal, less]
        for last, ahead in (([less, less], [1, 0, 0]), ([threat, less], [0, 0, 0]), ([kings, less], [0, 0, 0])):
            counts = self.counts()
            moves = ["31-27", "1x10x27", "32-28", "2x11x28"][: len(after_capture + last) - 1]
            counts.add_ahead(game, moves, after_capture + last)
            self.assertEqual(counts.ahead, ahead)

    def test_the_rear_guard(self) -> None:
        position = Position("W:W31,41,50:B10,11,20", 3, False)
        counts = self.counts()
        counts.add_rear({"result": "1-0"}, ["31-27"] * 50, [position] * 51)
        self.assertEqual(counts.rear[20, "own", 2], [1, 0, 0])
        self.assertEqual(counts.rear[20, "own", 1], [0, 0, 1])
        self.assertEqual(counts.rear[20, "more", 1], [1, 0, 0])
        self.assertEqual({move for move, _, _ in counts.rear}, {20}, "the game has 25 moves by each side")
        unequal = Position("W:W31,41,50:B10,11", 3, False)
        counts = self.counts()
        counts.add_rear({"result": "1-0"}, ["31-27"] * 50, [unequal] * 51)
        self.assertFalse(counts.rear)


def placements(cells: str, white: str, black: str, most: int) -> int:
    """The ways to place up to `most` pieces of each side, at least one, men only on their own cells."""
    count = 0
    for code in range(5 ** len(cells)):
        pieces = [code // 5**place % 5 for place in range(len(cells))]
        men = all((piece != 1 or cell in white) and (piece != 2 or cell in black) for piece, cell in zip(pieces, cells))
        sides = [sum(piece in side for piece in pieces) for side in ((1, 3), (2, 4))]
        count += men and all(1 <= number <= most for number in sides)
    return count
