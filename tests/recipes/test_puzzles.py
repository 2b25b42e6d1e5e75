"""`coupturc puzzles`: what it finds, checks and writes, and faults of its files."""

from __future__ import annotations

import csv
from pathlib import Path

from test_analyse import BLUNDER, hub
from test_recipes import PROGRAM, RecipeTest, run

FIELDS = ["game", "difficulty", "aim", "position", "solution"]
# A coup turc.
PUZZLE = "dameo\teasy\tgame\tW:We2,e3,f2,f4,g3:BKd8,e6,f7\tf2-d4 d8xe4xd4xf4xg3xe2 e3xg7xf7xe6xe4\n"


def search(game: str, fen: str, nodes: int) -> list[tuple[str, float]]:
    """The two best moves of a search, and their scores."""
    lines = hub(
        f'init\nset-param name=variant value={game}\nset-param name=multi-pv value=2\nnew-game\npos fen="{fen}"\n'
        f"level nodes={nodes}\ngo think\nwait-done\n"
    )
    found = {}
    for line in lines.splitlines():
        if line.startswith("info ") and "multipv=" in line:
            fields = dict(word.split("=", 1) for word in line.replace('"', "").split() if "=" in word)
            found[int(fields["multipv"])] = (fields["pv"], float(fields["score"]))
    return [found[1], found[2]]


class Puzzles(RecipeTest):
    def puzzles(self, *arguments: object) -> list[dict[str, str]]:
        out = self.directory / "out.tsv"
        self.works(run(PROGRAM, "puzzles", *map(str, arguments), f"--out={out}"))
        with out.open(encoding="utf-8", newline="") as rows:
            return list(csv.DictReader(rows, delimiter="\t"))

    def file(self, *rows: str) -> Path:
        file = self.directory / "puzzles.tsv"
        file.write_text("\t".join(FIELDS) + "\n" + "".join(rows))
        return file

    def test_games_against_itself_have_puzzles(self) -> None:
        tactics = self.directory / "tactics.tsv"
        options = ["--self-play=4", "--variants=losing,russian", "--nodes=10000", "--seed=3"]
        found = self.puzzles(*options, f"--tactics={tactics}")
        self.assertTrue(found, "there are some in Losing Draughts")
        self.assertEqual(found, self.puzzles(*options, "--threads=1"), "whatever the number of threads")
        for puzzle in found:
            with self.subTest(puzzle):
                self.assertEqual(list(puzzle), FIELDS)
                self.check(puzzle)
        wins = [puzzle for puzzle in found if puzzle["aim"] != "save"]
        problems = [row.split("\t") for row in tactics.read_text().splitlines()]
        self.assertEqual([row[0] for row in problems], [puzzle["position"] for puzzle in wins])
        self.assertEqual({len(row) for row in problems}, {5})

    def check(self, puzzle: dict[str, str]) -> None:
        """The solution is legal, and a deep search agrees with its first move."""
        line, fen = puzzle["solution"].split(" "), puzzle["position"]
        moves = f'pos fen="{fen}" moves="{" ".join(line)}"\nfen\n'
        self.assertRegex(hub(f"init\nset-param name=variant value={puzzle['game']}\n{moves}"), r"(?m)^fen fen=")
        (first, best), (_, second) = search(puzzle["game"], fen, 200_000)
        self.assertEqual(first, line[0])
        self.assertGreater(best, second + 0.3)

    def test_known_puzzles_are_checked_and_come_first(self) -> None:
        wrong = "dameo\teasy\tgame\tW:Wa1,b1,c1:Bf8,g8,h8\ta1-a2\n"
        found = self.puzzles(self.file(PUZZLE, wrong), "--nodes=5000")
        self.assertEqual([(one["position"], one["solution"]) for one in found], [tuple(PUZZLE.strip().split("\t")[3:])])

    def test_games_in_files_are_searched(self) -> None:
        games = self.directory / "games.pdn"
        fen = "B:W31,33,40,41,42,44,45,48,49:B3,4,11,13,14,15,19,32,35"
        games.write_text(f'{BLUNDER}\n[GameType "20"]\n[FEN "{fen}"]\n\n1... 4-9 *\n')
        found = self.puzzles(games, "--nodes=5000")
        self.assertIn((fen, "32-38"), [(one["position"], one["solution"].split(" ")[0]) for one in found])

    def test_faults_are_named(self) -> None:
        damaged = self.file(PUZZLE, PUZZLE.replace("dameo", "chess"))
        for command in ("puzzles", "serve"):
            option = [f"--puzzles={damaged}"] if command == "serve" else [str(damaged)]
            self.fails(run(PROGRAM, command, *option), "puzzles.tsv: line 3", "chess")
        self.fails(run(PROGRAM, "serve", f"--puzzles={self.file()}"), "no puzzle")
        self.fails(run(PROGRAM, "puzzles"), "FILE")
        self.fails(run(PROGRAM, "puzzles", str(self.directory / "none.tsv")), "none.tsv")
