"""scripts/openings.py: from books to pages at toy size, and the committed pages."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
from pathlib import Path

from test_recipes import PROGRAM, ROOT, SCRIPTS, RecipeTest, run

sys.path.insert(0, str(SCRIPTS))

from game_survey.first_moves import points_of_results  # noqa: E402
from openings_pages.book import numbered  # noqa: E402

OPENINGS = str(SCRIPTS / "openings.py")
EMBEDDED = ROOT / "src/core/book/books"
GAMES = '[GameType "25"]\n[Result "1-0"]\n1. c3-d4 1-0\n\n[GameType "25"]\n[Result "1/2-1/2"]\n1. c3-d4 1/2-1/2\n'


class Openings(RecipeTest):
    def setUp(self) -> None:
        super().setUp()
        self.books, self.docs = self.directory / "books", self.directory / "docs"
        self.books.mkdir()
        (self.docs / "rules").mkdir(parents=True)
        shutil.copy(ROOT / "docs/rules/README.md", self.docs / "rules")

    def book(self, *arguments: str) -> str:
        return self.works(run(PROGRAM, "book", *arguments))

    def build(self, game: str, positions: int) -> Path:
        file = self.books / f"{game}.book"
        limits = ["--positions", str(positions), "--nodes", "50", "--threads", "1"]
        self.book("build", "--variant", game, *limits, "--out", str(file))
        return file

    def openings(self, *arguments: str) -> str:
        where = ["--books", str(self.books), "--docs", str(self.docs)]
        return self.works(run(sys.executable, OPENINGS, *where, *arguments))

    def page(self, name: str) -> str:
        return (self.docs / "openings" / name).read_text(encoding="utf-8")

    def exported_start(self, file: Path) -> dict[str, float]:
        """The scores of the first moves, from another command."""
        shown = json.loads(self.book("show", str(file), "--json"))
        positions = map(json.loads, self.book("export", str(file), "--json").splitlines())
        return next({move["move"]: move["score"] for move in position["moves"]}
                    for position in positions if position["fen"] == shown["fen"])  # fmt: skip

    def test_from_books_to_pages(self) -> None:
        file = self.build("russian", 8)
        dameo = self.build("dameo", 3)
        games = self.directory / "games.pdn"
        games.write_text(GAMES, encoding="utf-8")
        self.book("import", str(games), "--out", str(file))
        self.openings()
        page = self.page("russian.md")
        table = re.findall(r"^\| ((?:[a-h]\d-[a-h]\d(?:, )?)+) \| ([+-]\d\.\d\d) \| (\d+\.\d) \|", page, re.M)
        expected = self.exported_start(file)
        self.assertEqual({move: float(score) for moves, score, _ in table for move in moves.split(", ")}, expected)
        self.assertEqual([float(score) for _, score, _ in table], sorted(expected.values(), reverse=True))
        # A win and a draw: Wilson's interval of 75 % of two.
        self.assertRegex(page, r"c3-d4 \|.*\| 2 \| 75\.0 % \[19\.8, 97\.3\] \|")
        self.assertIn("## The best lines", page)
        tree = page.partition("```text\n")[2].partition("```")[0].splitlines()
        best = max(expected, key=lambda move: expected[move])
        self.assertTrue(tree[0].startswith(f"1. {best} "), tree[0])
        self.assertTrue(tree[1].startswith("  1... "), tree[1])
        # All of a line has the score of the move that the line begins with.
        self.assertEqual(tree[0].split()[-2], tree[1].split()[-2])
        self.check_dameo(dameo)
        for picture in ("russian.svg", "russian-line.svg"):
            self.assertTrue(self.page(picture).startswith("<svg "), picture)
        with (self.docs / "games/first-moves.csv").open(encoding="utf-8", newline="") as rows:
            found = {(row["game"], move): float(row["score"])
                     for row in csv.DictReader(rows) for move in row["moves"].split()}  # fmt: skip
        self.assertEqual({move: score for (game, move), score in found.items() if game == "russian"}, expected)
        self.check_comparison()

    def check_dameo(self, file: Path) -> None:
        page = self.page("dameo.md")
        self.assertIn("| b1-a2, g1-h2 |", page.replace("g1-h2, b1-a2", "b1-a2, g1-h2"), "mirror images are one move")
        scores = self.exported_start(file)
        for move in ("d1-b3", "d1-d4", "d1-g4", "d2-d4"):
            self.assertIn(f"\n- {move}: {scores[move]:+.2f}, ", page)
        self.assertIn("[Dameo](dameo.md)", self.page("README.md"))

    def check_comparison(self) -> None:
        self.openings("--check")
        with (self.docs / "openings/dameo.md").open("a", encoding="utf-8") as page:
            page.write("changed by hand\n")
        done = run(sys.executable, OPENINGS, "--books", str(self.books), "--docs", str(self.docs), "--check")
        self.fails(done, "openings/dameo.md", "scripts/openings.py")
        self.assertNotIn("russian", done.stderr)

    def test_committed_pages_are_those_of_the_books_in_the_program(self) -> None:
        done = run(sys.executable, OPENINGS, "--check")
        if list(EMBEDDED.glob("*.book")):
            self.works(done)
        else:
            self.fails(done, "has no books")

    def test_a_book_without_scores(self) -> None:
        games = self.directory / "games.pdn"
        games.write_text(GAMES, encoding="utf-8")
        self.book("import", str(games), "--out", str(self.books / "russian.book"))
        done = run(sys.executable, OPENINGS, "--books", str(self.books), "--docs", str(self.docs))
        self.fails(done, "russian.book has no scores", "coupturc book build")


class Texts(RecipeTest):
    def test_numbers_of_moves(self) -> None:
        self.assertEqual(numbered(["32-28", "19-23", "28x19"]), "1. 32-28 19-23 2. 28x19")

    def test_no_games_have_no_points(self) -> None:
        self.assertIsNone(points_of_results({"wins": 0, "draws": 0, "losses": 0}))
