"""Tests of the Python module: its file alone in an empty folder, with the oldest supported Python and others."""

from __future__ import annotations

import csv
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from test_recipes import GAMES, PATIENCE, PROGRAM, ROOT, SCRIPTS, Done, RecipeTest, run

sys.path.insert(0, str(SCRIPTS))

from coupturc import Ending, Engine, EngineError, Fault, Line, Node, Record, Search, Verdict, _words  # noqa: E402

GAME = """
import sys
from coupturc import Engine
with Engine(sys.argv[1], variant="dameo") as engine:
    game = engine.new_game()
    while game.result == "none":
        game.play(engine.think(game, nodes=300).move)
    print(len(game.moves), game.result, game.reason)
"""
VERSIONS = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]


def interpreters() -> list[str]:
    """All Python interpreters on this machine that are new enough."""
    found = [shutil.which(f"python{version}") for version in VERSIONS]
    return [sys.executable, *filter(works, filter(None, found))]


def works(python: str) -> bool:
    """Whether an interpreter runs, and is not a placeholder for a Python that is not installed."""
    return subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0


# Leaves an engine to the end of the interpreter, in the middle of a search, with a loop that is not over.
LEFT = """
import sys
from coupturc import Engine
engine = Engine(sys.argv[1])
search = engine.search(engine.new_game())
lines = iter(search)
print(next(lines).depth > 0)
if len(sys.argv) > 2:
    raise SystemExit(7)
"""

# Hands lines to the engine and back, but at a line that starts with a given text it dies, says nothing more, or gives
# another answer.
FLAWED = """
import subprocess, sys
program, text, flaw = sys.argv[1:]
engine = subprocess.Popen([program], stdin=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    if not line.startswith(text):
        engine.stdin.write(line)
    elif flaw == "dies":
        engine.kill()
        engine.wait()
        sys.exit(3)
    elif flaw == "says nothing":
        sys.stdin.read()
    else:
        print(flaw, flush=True)
engine.stdin.close()
engine.wait()
"""


INFO = "info depth=1 score=0.1 nodes=1 time=0.0\ndone move=32-28"


def flawed(text: str, flaw: str, **parameters: object) -> Engine:
    return Engine([sys.executable, "-c", FLAWED, PROGRAM, text, flaw], **parameters)


def stopped(search: Search) -> Search:
    search.stop()
    return search


def hit(search: Search) -> Search:
    search.ponder_hit()
    return search


class Alone(RecipeTest):
    def test_a_game_of_dameo(self) -> None:
        shutil.copy(SCRIPTS / "coupturc/__init__.py", self.directory / "coupturc.py")
        for python in interpreters():
            with self.subTest(python):
                done = subprocess.run(
                    [python, "-W", "error", "-c", GAME, PROGRAM],
                    cwd=self.directory,
                    capture_output=True,
                    encoding="utf-8",
                    timeout=300,
                    check=False,
                )
                self.assertRegex(self.works(done), r"^\d+ (white-win|black-win|draw) [a-z-]+\n$")
                self.assertEqual(done.stderr, "")

    def test_an_engine_that_is_not_closed_does_not_hold_up_the_exit(self) -> None:
        for arguments, status in (([], 0), (["fail"], 7)):
            done = subprocess.run(
                [sys.executable, "-c", LEFT, PROGRAM, *arguments],
                cwd=SCRIPTS,
                capture_output=True,
                encoding="utf-8",
                timeout=30,
                check=False,
            )
            self.assertEqual((done.returncode, done.stdout, done.stderr), (status, "True\n", ""))

    def test_the_example_of_the_page(self) -> None:
        shutil.copy(SCRIPTS / "coupturc/__init__.py", self.directory / "coupturc.py")
        text = '1. 33-28 20-24 2. 34-29 *\n\n[GameType "77"]\n\n1. 1-2 *\n'
        (self.directory / "games.pdn").write_text(text, encoding="utf-8")
        (example,) = re.findall(
            r"```python\n(.*?)```", (ROOT / "docs/recipes.md").read_text(encoding="utf-8"), re.DOTALL
        )
        path = f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
        output = self.works(run(sys.executable, "-W", "error", "-c", example, cwd=self.directory, PATH=path))
        written, _, lines = output.partition("\n8 1 ")
        self.assertRegex(written, r"1\. 33-28 20-24 2\. 34-29 \{better \S+, [+-]\d\.\d\d\} \*\n")
        self.assertEqual(len(lines.splitlines()), 1, output)
        self.assertIn("\n7 2 ", written)


class ModuleTest(RecipeTest):
    def setUp(self) -> None:
        super().setUp()
        self.engine = Engine(PROGRAM)
        self.addCleanup(self.engine.close)

    def refused(self, *words: str):
        return self.assertRaisesRegex(EngineError, ".*".join(words))


class Module(ModuleTest):
    def test_all_games_concurrently(self) -> None:
        games = []
        for name in GAMES:
            self.engine.set(variant=name)
            games.append(self.engine.new_game())
        for _ in range(6):
            for game in games:
                game.play(game.legal_moves[0])
        for name, game in zip(GAMES, games):
            self.assertEqual((game.variant, len(game.moves), game.turn), (name, 6, "W"))
            copy = Engine(PROGRAM, variant=name)
            self.addCleanup(copy.close)
            self.assertEqual(copy.new_game(moves=game.moves).fen, game.fen)

    def test_moves_are_played_all_or_none(self) -> None:
        game = self.engine.new_game()
        with self.refused("32-29"):
            game.play("32-28", "19-23", "32-29")
        self.assertEqual(game.moves, [])
        game.play("32-28", "19-23")
        self.assertEqual(game.legal_moves, ["28x19x23"])
        game.take_back()
        self.assertEqual((game.moves, game.turn), (["32-28"], "B"))

    def test_search_results(self) -> None:
        game = self.engine.new_game(fen="W:WK46,K47,K3:BK5")
        found = self.engine.think(game, depth=5)
        self.assertEqual((found.move, found.lines[0].moves[0]), ("3-14", "3-14"))
        self.assertGreater(found.score, 90)
        several = self.engine.think(self.engine.new_game(), nodes=2000, lines=3)
        self.assertEqual(len({line.moves[0] for line in several.lines}), 3)
        self.assertGreaterEqual(several.lines[0].score, several.lines[2].score)
        self.assertEqual(self.engine.count_leaves(self.engine.new_game(), 4), 4_265)
        self.assertLess(abs(self.engine.evaluate(self.engine.new_game())), 0.5)

    def test_errors_say_what_was_expected(self) -> None:
        with self.refused("no parameter speed, expected", "variant"):
            self.engine.set(speed=3)
        with self.refused("level '21'", "expected 1 to 20"):
            self.engine.set(level=21)
        with self.refused("quote"):
            self.engine.set(tables='a"b')
        with self.refused("single line"):
            self.engine.new_game(fen="W:W1:B50\nquit")
        with self.refused("FEN"):
            self.engine.new_game(fen="nonsense")
        with self.refused("perft"):
            self.engine.count_leaves(self.engine.new_game(), 101)
        over = self.engine.new_game(fen="B:WK1:B")
        self.assertEqual(over.result, "white-win")
        for command, words in (
            ("", "is empty"),
            ("/nowhere", "expected the program"),
            ("true", "has ended"),
            ("cat", "does not answer"),
        ):
            with self.refused(words):
                Engine(command, patience=1)

    def test_commands_are_split_like_in_a_shell(self) -> None:
        self.assertEqual(_words(r'"a b"/c\ d --e'), ["a b/c d", "--e"])
        with mock.patch("coupturc.os.name", "nt"):
            self.assertEqual(_words(r'"C:\Program Files\coupturc.exe" hub'), [r"C:\Program Files\coupturc.exe", "hub"])


class Searches(ModuleTest):
    def test_clocks(self) -> None:
        game = self.engine.new_game(moves=["32-28"])
        sent = []
        with mock.patch.object(self.engine, "_send", side_effect=sent.append), self.refused("does not answer"):
            self.engine._patience = 0
            self.engine.search(game, time=60, inc=0.5, moves=40, depth=7, nodes=None)
        self.assertEqual(sent[-2:], ["level infinite time=60 inc=0.5 moves=40 depth=7", "ping"])
        self.engine._patience, self.engine._pings = PATIENCE, 0
        began = time.monotonic()
        self.assertIn(self.engine.think(game, time=0.4).move, game.legal_moves)
        self.assertIn(self.engine.think(game, time=4, inc=0.1, moves=40).move, game.legal_moves)
        self.assertLess(time.monotonic() - began, 4)
        with self.refused("time"):
            self.engine.think(game, inc=1)
        with self.refused("no limit speed, expected", "seconds", "moves"):
            self.engine.think(game, speed=1)

    def test_limits_of_a_refused_search_are_forgotten(self) -> None:
        game = self.engine.new_game()
        with self.refused("99-98"):
            self.engine.ponder(game, "99-98", depth=1)
        self.assertGreater(self.engine.think(game, nodes=20_000).lines[0].depth, 1)

    def test_lines_arrive_during_the_search(self) -> None:
        game = self.engine.new_game()
        with self.engine.search(game, lines=2) as search:
            lines = iter(search)
            seen = [next(lines) for _ in range(4)]
            with self.refused("a search is running"):
                game.play("32-28")
            self.assertEqual([line.rank for line in seen], [1, 2, 1, 2])
            self.assertTrue(all(type(line) is Line and line.moves and line.nodes and line.depth for line in seen))
            search.stop()
            seen.extend(lines)
        found = search.result()
        self.assertEqual(found.lines, [[line for line in seen if line.rank == rank][-1] for rank in (1, 2)])
        self.assertEqual(found.move, found.lines[0].moves[0])
        self.assertEqual(list(search), [])
        self.assertEqual(search.result(), found)

    def test_leaving_a_loop_stops_its_search(self) -> None:
        game = self.engine.new_game()
        for line in self.engine.search(game):
            if line.depth >= 3:
                break
        game.play("32-28")
        with self.assertRaisesRegex(ValueError, "mine"):
            for _ in self.engine.search(game):
                raise ValueError("mine")
        with self.engine.search(game) as search:
            pass
        self.assertLess(self.engine.evaluate(game), 9)
        self.assertIn(search.result().move, game.legal_moves)

    def test_another_thread_stops_a_search(self) -> None:
        game = self.engine.new_game()
        search = self.engine.search(game)
        threading.Timer(0.1, search.stop).start()
        self.assertIn(search.result().move, game.legal_moves)
        # The stop of a search that is over does not reach the next one.
        search = self.engine.search(game, depth=1)
        search.result()
        next_one = self.engine.search(game, nodes=50_000)
        search.stop()
        self.assertGreaterEqual(list(next_one)[-1].nodes, 50_000)

    def test_another_thread_closes_the_engine(self) -> None:
        search = self.engine.search(self.engine.new_game())
        threading.Timer(0.1, self.engine.close).start()
        # The engine still sends the move that it has.
        self.assertTrue(search.result().move)
        with self.refused("the engine has ended"):
            self.engine.new_game()

    def test_pondering(self) -> None:
        game = self.engine.new_game(moves=["32-28"])
        pondering = self.engine.ponder(game, "19-23", seconds=0.1)
        with self.refused("a search is running"):
            self.engine.evaluate(game)
        pondering.ponder_hit()
        found = pondering.result()
        self.assertEqual((found.move, game.moves), ("28x19x23", ["32-28"]))
        with self.refused("not a ponder search"):
            pondering.ponder_hit()
        game.play("19-23", found.move)
        pondering = self.engine.ponder(game, "14x23x19", time=60)
        time.sleep(0.05)
        pondering.stop()
        with self.refused("not a ponder search"):
            pondering.ponder_hit()
        game.play("13x24x19")
        self.assertEqual(pondering.result().lines[0].rank, 1)
        with self.engine.search(game, depth=1) as search, self.refused("not a ponder search"):
            search.ponder_hit()

    def test_a_search_of_a_finished_game_is_refused(self) -> None:
        over = self.engine.new_game(fen="B:WK1:B")
        for request in (self.engine.think, lambda game: list(self.engine.search(game))):
            with self.refused("the game is over, white-win"):
                request(over)
        with self.refused("found no mode"):
            self.engine.search(over, mode="guess").result()

    def test_engines_that_die(self) -> None:
        for text in ("go", "stop", "ponder-hit", "eval", "perft", "pos"):
            with self.subTest(text), self.refused("the engine has ended"):
                with flawed(text, "dies") as engine:
                    game = engine.new_game()
                    engine.evaluate(game)
                    engine.count_leaves(game, 2)
                    search = engine.ponder(game, "32-28")
                    if text == "stop":
                        search.stop()
                    elif text != "go":
                        search.ponder_hit()
                    search.result()
        with flawed("go", "dies") as engine:
            search = engine.search(engine.new_game())
            for request in (lambda: list(search), search.result, lambda: engine.set(level=3), engine.new_game):
                with self.refused("ended|running"):
                    request()

    def test_engines_that_fail_or_fall_silent(self) -> None:
        made_up = 'error message="made up"'
        for text, request in (
            ("go", lambda engine, game: engine.think(game)),
            ("level", lambda engine, game: engine.search(game)),
            ("eval", lambda engine, game: engine.evaluate(game)),
            ("perft", lambda engine, game: engine.count_leaves(game, 1)),
        ):
            with self.subTest(text), flawed(text, made_up + "\ndone" * (text == "go")) as engine:
                game = engine.new_game()
                with self.refused("made up"):
                    request(engine, game)
                self.assertEqual(len(engine.new_game().legal_moves), 9)
        with self.refused("an info of the engine is not as expected.*pv"), flawed("go", INFO) as engine:
            engine.think(engine.new_game())
        for text, request in (
            ("go", lambda engine, game: engine.think(game, seconds=0.1)),
            ("go", lambda engine, game: engine.think(game, time=0.1, inc=0.1)),
            ("stop", lambda engine, game: stopped(engine.search(game)).result()),
            ("ponder-hit", lambda engine, game: hit(engine.ponder(game, "32-28", seconds=0.1)).result()),
        ):
            with self.subTest(text), flawed(text, "says nothing", patience=1) as engine:
                with self.refused("does not answer, expected done"):
                    request(engine, engine.new_game())

    def test_a_process_that_keeps_the_pipe_open_does_not_hold_up_the_end(self) -> None:
        began = time.monotonic()
        sleeper = self.directory / "sleeper"
        shell = 'sleep 60 & echo $! >"$1"; exec "$2"'
        with Engine(["sh", "-c", shell, "sh", str(sleeper), PROGRAM]) as engine:
            self.addCleanup(os.kill, int(sleeper.read_text()), signal.SIGKILL)
            self.assertEqual(engine.name, "coupturc")
        self.assertLess(time.monotonic() - began, 30)

    def test_an_interrupted_request_does_not_spoil_the_next(self) -> None:
        game = self.engine.new_game()
        with mock.patch.object(self.engine, "_receive", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                self.engine.set(level=99)
        game.play("32-28")
        self.assertEqual((game.turn, len(game.legal_moves)), ("B", 9))


# Four games: one with all that a game can have, one whose second move is not legal, one that fits several variants, and
# one that cannot be read.
FILE = """[White "Čapek \\"K\\" 100%"]
[Result "2-0"]
[GameType "20"]

{At the start} 1. 32-28 $1 $5 {"Good",
50% sure} (1. 33-28 {Also} 18-23 (1... 19-23 2. 28x19)) 1... {Then} 19-23
2. 28x19 14x23 2-0

[White "B"]
[GameType "20"]

1. 32-28 1-50 1-1

1. 32-28 19-23 *

[GameType "77"]

1. 1-2 *
"""


class Pdn(ModuleTest):
    def written_and_read(self, record: Record) -> Record:
        (read,) = self.engine.read_pdn(self.engine.write_pdn(record))
        self.assertEqual(read.faults, [])
        return read

    def test_a_file_becomes_records(self) -> None:
        whole, faulty, plain, unreadable = self.engine.read_pdn(FILE)
        self.assertEqual((whole.variant, whole.result, whole.line, whole.start), ("normal", "2-0", 1, ""))
        self.assertEqual(whole.tags["White"].replace("\\", ""), 'Čapek "K" 100%')
        self.assertEqual([node.move for node in whole.main_line()], ["32-28", "19-23", "28x19x23", "14x23x19"])
        self.assertEqual(whole.comment, "At the start")
        first, other = whole.next
        self.assertEqual((first.nags, first.comment), ([1, 5], '"Good", 50% sure'))
        self.assertEqual((first.next[0].before, other.comment), ("Then", "Also"))
        self.assertEqual([node.move for node in other.next], ["18-23", "19-23"])
        self.assertEqual(other.next[1].next[0].move, "28x19x23")
        self.assertEqual((faulty.tags["White"], [node.move for node in faulty.main_line()]), ("B", ["32-28"]))
        self.assertEqual([fault.line for fault in faulty.faults], [12])
        self.assertIn("1-50' is not legal", faulty.faults[0].message)
        self.assertEqual((plain.variant, plain.line, plain.faults), ("normal", 14, []))
        self.assertEqual((unreadable.variant, unreadable.line, unreadable.next), ("", 16, []))
        self.assertIsInstance(unreadable.faults[0], Fault)
        self.assertIn("GameType '77' is unknown", unreadable.faults[0].message)
        for request in (self.engine.write_pdn, self.engine.replay):
            with self.refused("cannot be read", "GameType"):
                request(unreadable)
        self.engine.set(variant="losing")
        self.assertEqual([record.variant for record in self.engine.read_pdn(FILE)], ["normal"] * 2 + ["losing", ""])
        self.engine.set(variant="dameo")
        self.assertEqual(self.engine.read_pdn(FILE)[2].variant, "normal")
        self.assertEqual(self.engine.read_pdn(""), [])
        # A byte that is not UTF-8, read with errors="surrogateescape".
        self.assertEqual(self.engine.read_pdn("{caf\udce9} 1. 32-28 *")[0].comment, "caf?")

    def test_records_survive_writing(self) -> None:
        record = self.engine.read_pdn(FILE)[0]
        written = self.engine.write_pdn(record)
        self.assertIn('{"Good", 50% sure}', written)
        self.assertEqual(self.engine.write_pdn(self.written_and_read(record)), written)
        record.result, record.comment = "1-1", 'a "b"\n100 % é %22'
        record.next.reverse()
        again = self.written_and_read(record)
        self.assertEqual((again.result, again.tags["Result"]), ("1-1", "1-1"))
        self.assertEqual(again.comment, 'a "b" 100 % é %22')
        self.assertEqual([node.move for node in again.next], ["33-28", "32-28"])

    def test_rules_and_positions(self) -> None:
        record = Record(rules={"halt": "killer"}, start="W:WK46:B5,K32", next=[Node("46x23x32")])
        with self.refused("46x23x32' is not legal"):
            self.engine.write_pdn(record)
        record.next = [Node("46x28x32"), Node(fen="W:WK46:BK5", next=[Node("46-10", nags=[2])])]
        again = self.written_and_read(record)
        self.assertEqual((again.rules, again.start), ({"halt": "killer"}, "W:WK46:B5,K32"))
        self.assertEqual([(node.move, node.fen) for node in again.next], [("46x28x32", ""), ("", "W:WK46:BK5")])
        self.assertEqual(again.next[1].next[0].nags, [2])
        game = self.engine.replay(again)
        self.assertEqual(
            (game.moves, game.start, self.engine.parameters["halt"]["value"]),
            (
                ["46x28x32"],
                "W:WK46:B5,K32",
                "killer",
            ),
        )
        with self.refused("set up in the middle"):
            self.engine.replay(Record(next=[Node(fen="W:WK46:BK5")]))
        self.engine.replay(Record(next=[Node("32-28")]))
        self.assertEqual(self.engine.parameters["halt"]["value"], "none")
        self.assertEqual(self.engine.replay(Record("killer")).variant, "killer")

    def test_games_of_all_variants_survive(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                self.engine.set(variant=name)
                game = self.engine.new_game()
                while game.result == "none" and len(game.moves) < 30:
                    game.play(game.legal_moves[-1])
                record = self.written_and_read(game.record(White="Cat", Black='"Dog"\\'))
                self.assertEqual((record.variant, record.start, record.tags["White"]), (name, "", "Cat"))
                self.assertEqual((game.record().start, "FEN" in record.tags), ("", False))
                copy = self.engine.replay(record)
                self.assertEqual((copy.moves, copy.fen), (game.moves, game.fen))
        self.engine.set(variant="normal")
        for fen, result in (("B:WK1:B", "2-0"), ("W:W:BK1", "0-2"), ("W:WK1:BK6", "*")):
            record = self.written_and_read(self.engine.new_game(fen).record())
            self.assertEqual((record.start, record.result), (fen, result))

    def test_long_files_and_games(self) -> None:
        moves = ["46-41", "4-9", "41-46", "9-4"] * 300
        record = self.engine.new_game("W:WK46:BK4,6").record()
        following = record.next
        for move in moves:
            following.append(Node(move, comment="Ōsaka %" * 20))
            following = following[0].next
        text = self.engine.write_pdn(record)
        self.assertGreater(len(text), 100_000)
        first, second = self.engine.read_pdn(text * 2)
        self.assertEqual([node.move for node in second.main_line()], moves)
        self.assertEqual({node.comment for node in first.main_line()}, {("Ōsaka %" * 20)})
        with self.refused("the file is longer"):
            self.engine.read_pdn("x" * (17 << 20))
        self.assertEqual(len(self.engine.read_pdn(text)), 1)

    def test_engines_that_die_or_fail(self) -> None:
        for text, request in (
            ("pdn-text", lambda engine: engine.read_pdn(FILE)),
            ("pdn-read", lambda engine: engine.read_pdn(FILE)),
            ("pdn-show", lambda engine: engine.read_pdn(FILE)),
            ("pdn-node", lambda engine: engine.write_pdn(engine.new_game(moves=["32-28"]).record())),
            ("pdn-write", lambda engine: engine.write_pdn(Record())),
            ("new-game", lambda engine: engine.replay(Record())),
        ):
            for flaw, words in (("dies", "has ended"), ('error message="made up"', "made up")):
                with self.subTest(text, flaw=flaw), flawed(text, flaw) as engine, self.refused(words):
                    request(engine)
        with self.engine.search(self.engine.new_game()), self.refused("a search is running"):
            self.engine.read_pdn(FILE)


class Analysis(ModuleTest):
    def setUp(self) -> None:
        super().setUp()
        self.engine.set(variant="dameo", tables_pieces=0)

    def test_a_won_game(self) -> None:
        game = self.engine.new_game("W:We2,e3,f2,f4,g3:BKd8,e6,f7")
        game.play("f2-d4", "d8xe4xd4xf4xg3xe2", "e3xg7xf7xe6xe4")
        self.assertEqual(
            self.engine.analyse(game, depth=8),
            [
                Verdict(1, "f2-d4", 99.97, 99.98, "f2-d4"),
                Verdict(2, "d8xe4xd4xf4xg3xe2", 99.98, 99.99, "d8xe4xd4xf4xg3xe2"),
                Verdict(3, "e3xg7xf7xe6xe4", 99.99, 100.0, "e3xg7xf7xe6xe4"),
            ],
        )

    def test_mistakes_of_both_sides(self) -> None:
        game = self.engine.new_game("W:We2,e3,f2,f4,g3:BKd8,e6,f7", ["g3-g4"])
        (verdict,) = self.engine.analyse(game, depth=8)
        self.assertEqual((verdict.best, verdict.before, verdict.best_score), ("f2-d4", 99.97, 99.97))
        self.assertLess(verdict.after, -90)
        game = self.engine.new_game("B:We2,e3,f2,f4,g3:BKd8,e6,f7", ["f7-f6"])
        (verdict,) = self.engine.analyse(game, depth=8)
        self.assertEqual((verdict.ply, verdict.move), (1, "f7-f6"))
        self.assertNotEqual(verdict.best, "f7-f6")
        self.assertLess(verdict.before, 0)
        self.assertGreater(verdict.after, 90)

    def test_scores_follow_each_other(self) -> None:
        self.engine.set(variant="normal")
        game = self.engine.new_game("W:WK46,50:BK4,6", ["46-41", "4-9", "41-46", "9-4"] * 2)
        self.assertEqual(game.result, "draw")
        verdicts = self.engine.analyse(game, nodes=500)
        self.assertEqual([verdict.ply for verdict in verdicts], list(range(1, 9)))
        self.assertEqual([verdict.move for verdict in verdicts], game.moves)
        scores = [verdict.before for verdict in verdicts]
        self.assertEqual([verdict.after for verdict in verdicts], [*scores[1:], 0.0])
        self.assertEqual(self.engine.analyse(self.engine.new_game(), nodes=10), [])
        self.assertEqual(self.engine.analyse(self.engine.new_game("B:WK1:B"), nodes=10), [])

    def test_engines_that_die_or_fail(self) -> None:
        for flaw, words in (
            ("dies", "has ended"),
            ('error message="made up"\ndone', "made up"),
            ("done move=32-28", "gives no score"),
        ):
            with self.subTest(flaw), flawed("go", flaw) as engine, self.refused(words):
                engine.analyse(engine.new_game(moves=["32-28"]), depth=1)


class Probes(ModuleTest):
    def test_endings(self) -> None:
        self.engine.set(variant="dameo")
        for fen, ending in (
            ("W:WKa1,Kb2:BKg7", Ending("win", 3, ["b2-b7", "g7xa7xb7", "a1xa8xa7"])),
            ("W:WKa1:BKh8", Ending("draw", None, [])),
            ("B:WKa1,Kb1,Kc1:B", Ending("loss", 0, [])),
            ("W:WKa1,Kb1:BKh8,Kg8", None),
        ):
            with self.subTest(fen):
                self.assertEqual(self.engine.probe(self.engine.new_game(fen)), ending)
        game = self.engine.new_game("W:WKa1,Kb2:BKg7", ["b2-b7"])
        self.engine.set(variant="normal")
        self.assertEqual(self.engine.probe(game), Ending("loss", 2, ["g7xa7xb7", "a1xa8xa7"]))
        self.assertIsNone(self.engine.probe(self.engine.new_game()))

    def test_rules_count(self) -> None:
        # One king against one man.
        for rule, ending in (("draw", Ending("draw", None, [])), ("win", Ending("win", 1, ["a1-a8"]))):
            self.engine.set(variant="turkish", king_against_man=rule)
            found = self.engine.probe(self.engine.new_game("W:WKa1:Bh5"))
            self.assertEqual(found, ending)

    def test_tables_in_files(self) -> None:
        folder = self.directory / "tables"
        self.works(run(PROGRAM, "tables", "build", "--variant", "dameo", "--pieces", "3", "--tables", str(folder)))
        self.engine.set(variant="dameo", tables=folder, tables_pieces=3)
        pair = self.engine.new_game("W:WKa1,Kb2:BKg7")
        self.assertEqual(self.engine.probe(pair, pieces=2).plies, 3)
        four = self.engine.new_game("W:WKa1,Kb1:BKh8,Kg8")
        self.assertIsNone(self.engine.probe(four))
        self.engine.set(tables_pieces=4)
        with self.refused("lacks distances"):
            self.engine.probe(four)

    def test_programs_that_fail(self) -> None:
        with Engine([PROGRAM, "hub"]) as engine:
            game = engine.new_game("W:WK46:BK5")
            self.assertEqual(engine.probe(game).result, "loss")
            with self.refused("pieces", "9"):
                engine.probe(game, pieces=9)
            for answer, words in (
                ("exit 3", "exit status 3"),
                ("echo {}", "not answer as expected"),
                ("echo", "expected"),
            ):
                engine._command = ["sh", "-c", answer]
                with self.subTest(answer), self.refused(words):
                    engine.probe(game)
            engine._command = ["/nowhere"]
            with self.refused("tables probe", "/nowhere"):
                engine.probe(game)
            engine._command, engine._patience = ["sh", "-c", "exec sleep 60"], 0.2
            with mock.patch.object(engine, "_ask"), self.refused("tables probe"):
                engine.probe(game)
        with self.refused("ended"):
            engine.probe(game)


class GamesToTable(RecipeTest):
    script = str(SCRIPTS / "games-to-table.py")

    def setUp(self) -> None:
        super().setUp()
        self.file = self.directory / "games.csv"

    def play(self, *arguments: str) -> Done:
        return run(sys.executable, self.script, "--out", str(self.file), *arguments, PROGRAM)

    def rows(self) -> list[dict[str, str]]:
        with open(self.file, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_every_game_has_its_rows(self) -> None:
        output = self.works(self.play("--games", "2", "--nodes", "50", "--max-plies", "60"))
        rows = self.rows()
        # Games from files too.
        self.assertEqual(len(rows), 2 * len({row["game"] for row in rows}))
        for name in GAMES:
            self.assertRegex(output, rf"(?m)^{name} +2 ")
            self.assertEqual(sorted(row["seed"] for row in rows if row["game"] == name), ["1", "2"])
        self.assertTrue(output.endswith(f"{len(rows)} games\n"), output)

    def test_a_row_matches_a_replay_of_its_game(self) -> None:
        self.works(self.play("--variants", "dameo", "--games", "1", "--nodes", "50", "--seed", "7"))
        (row,) = self.rows()
        with Engine(PROGRAM, variant="dameo", threads=1, hash=16, tables_pieces=0) as engine:
            game = engine.new_game(moves=row["opening"].split())
            self.assertEqual(len(game.moves), 6)
            choices = []
            while game.result == "none":
                choices.append(len(game.legal_moves))
                game.play(engine.think(game, nodes=50).move)
            self.assertEqual((row["result"], row["reason"]), (game.result, game.reason))
            self.assertEqual(int(row["plies"]), len(game.moves))
            self.assertAlmostEqual(float(row["choice"]), sum(choices) / len(choices), places=2)
            self.assertEqual(int(row["captures"]), sum("x" in move for move in game.moves))
            # Missing pieces were captured.
            left = sum(len(pieces.split(",")) for pieces in game.fen.split(":")[1:] if len(pieces) > 1)
            self.assertEqual(int(row["captured"]), 2 * 18 - left)
            crowned = int(row["promotions"])
            self.assertGreaterEqual(crowned, game.fen.count("K"))

    def test_written_rows_survive_an_interruption(self) -> None:
        command = [sys.executable, self.script, "--out", str(self.file), "--nodes", "20", "--processes", "2", PROGRAM]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # The parent process may ignore SIGINT, which Python would inherit.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        deadline = time.monotonic() + PATIENCE
        while not (self.file.exists() and len(self.file.read_text().splitlines()) > 3):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        # Sent to all processes of the group, as a terminal does.
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, errors)
        self.assertNotIn("Traceback", errors)
        self.assertIn("interrupted", errors)
        rows = self.rows()
        self.assertGreaterEqual(len(rows), 3)
        self.assertTrue(all(row["seconds"] for row in rows), "the last row is complete")
        self.assertIn(f": {len(rows)} games", output)

    def test_complaints(self) -> None:
        self.fails(self.play("--variants", "dameo,chess"), "chess", "expected")
        self.assertFalse(self.file.exists(), "no file was written")
        self.fails(self.play("--games", "0"), "--games", "expected a whole number from 1")
        self.file.write_text("mine")
        self.fails(self.play("--games", "1"), "exists; choose another file")
        self.assertEqual(self.file.read_text(), "mine")
        self.fails(run(sys.executable, self.script, "/nowhere", cwd=self.directory), "expected the program coupturc")


if __name__ == "__main__":
    unittest.main()
