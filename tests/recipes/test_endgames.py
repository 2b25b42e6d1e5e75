"""scripts/endgames.py: from tables to pages at toy size, and the committed pages."""

from __future__ import annotations

import csv
import re
import shutil
import sys

from test_recipes import PROGRAM, ROOT, SCRIPTS, RecipeTest, run

ENDGAMES = str(SCRIPTS / "endgames.py")


class Endgames(RecipeTest):
    def setUp(self) -> None:
        super().setUp()
        self.docs, self.tables = self.directory / "docs", str(self.directory / "tables")
        (self.docs / "rules").mkdir(parents=True)
        shutil.copy(ROOT / "docs/rules/README.md", self.docs / "rules")

    def endgames(self, *arguments: str) -> str:
        return self.works(run(sys.executable, ENDGAMES, *arguments, "--docs", str(self.docs)))

    def test_from_tables_to_pages(self) -> None:
        where = ["--variant", "russian", "--pieces", "3", "--tables", self.tables]
        self.works(run(PROGRAM, "tables", "build", *where))
        self.endgames("count", *where)
        self.endgames("write")
        page = (self.docs / "endgames/russian.md").read_text(encoding="utf-8")
        report = self.works(run(PROGRAM, "tables", "report", "--variant", "russian", "--quiet"))
        classes = re.findall(r"^(\dM\dK-\dM\dK): .*\n.*\n.*\nWhite +(\d+) +(\d+) +(\S+)", report, re.M)
        self.assertEqual(len(classes), 9)
        for name, quiet, _, won in classes:
            self.assertIn(f"| `{name}` | {int(quiet):,} | {won.rstrip('%')} / ", page)
        longest = re.search(r"The longest win takes (\d+) plies, in `(.*)`", page)
        with (self.docs / "endgames/russian.csv").open(encoding="utf-8", newline="") as rows:
            row = next(row for row in csv.DictReader(rows) if longest and row["class"] == longest[2])
        self.assertEqual(len(row["line"].split()), int(longest[1]) if longest else None)
        self.assertIn("[Russian](russian.md) | 3 |", (self.docs / "endgames/README.md").read_text(encoding="utf-8"))
        with (self.docs / "endgames/russian.pdn").open(encoding="utf-8") as games:
            self.assertEqual(games.read().count("[FEN "), 9)
        self.endgames("write", "--check")
        with (self.docs / "endgames/russian.md").open("a", encoding="utf-8") as file:
            file.write("changed by hand\n")
        done = run(sys.executable, ENDGAMES, "write", "--check", "--docs", str(self.docs))
        self.fails(done, "endgames/russian.md", "scripts/endgames.py")

    def test_some_classes_are_added_to_what_was_counted(self) -> None:
        where = ["--variant", "russian", "--tables", self.tables]
        self.works(run(PROGRAM, "tables", "build", *where, "--only", "2M0K-2M0K"))
        self.endgames("count", *where, "--pieces", "3")
        files = [self.docs / f"endgames/russian.{suffix}" for suffix in ("csv", "pdn")]
        at_once = [file.read_text(encoding="utf-8") for file in files]
        self.endgames("count", *where, "--pieces", "2")
        for _ in range(2):
            self.endgames("count", *where, "--only", "2M0K-1M0K")
            self.assertEqual([file.read_text(encoding="utf-8") for file in files], at_once)
        self.endgames("count", *where, "--only", "2M0K-2M0K")
        self.endgames("write")
        page = (self.docs / "endgames/russian.md").read_text(encoding="utf-8")
        self.assertIn("All endgames of up to 3 pieces, and those of 2 against 2,", page)
        self.assertIn("--variant russian --only 2M0K-2M0K", page)
        self.assertEqual(len(re.findall(r"^\| `\dM\dK-\dM\dK`", page, re.M)), 3 + 6 + 6)
        overview = (self.docs / "endgames/README.md").read_text(encoding="utf-8")
        self.assertIn("[Russian](russian.md) | 3, 2 against 2 |", overview)

    def test_missing_tables_are_named(self) -> None:
        where = ["--variant", "dameo", "--pieces", "3", "--tables", str(self.directory)]
        done = run(sys.executable, ENDGAMES, "count", *where, "--docs", str(self.docs))
        self.fails(done, "tables build --variant dameo --pieces 3")

    def test_committed_pages_are_those_of_the_counts(self) -> None:
        self.works(run(sys.executable, ENDGAMES, "write", "--check"))
