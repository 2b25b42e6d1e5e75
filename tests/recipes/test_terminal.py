"""The program at a terminal, as a user sees it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("COUPTURC", str(ROOT / "target/release/coupturc"))
PATIENCE = 60.0
# Control sequences for the cursor and colours.
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
# The control sequence for green.
GREEN = "\x1b[32m"
DECIDE_ON_COLORS = {"CI", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "NO_COLOR"}


class Terminal:
    """A program that runs in a pseudo-terminal."""

    def __init__(self, *arguments: str, **variables: str) -> None:
        self.master, slave = pty.openpty()
        # A usual width, for lists in columns.
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        # Without other variables that affect colours, such as the `CI` of a build machine.
        outside = {name: value for name, value in os.environ.items() if name not in DECIDE_ON_COLORS}
        environment = {**outside, "TERM": "xterm", **variables}
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.shown = ""
        # With control sequences.
        self.raw = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, pattern: str) -> str:
        """Reads until the pattern is on the screen. Returns the match, and drops the text up to its end."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = re.search(pattern, self.shown)
            if found:
                self.shown = self.shown[found.end() :]
                return found[0]
            ready, _, _ = select.select([self.master], [], [], deadline - time.monotonic())
            if not ready:
                raise AssertionError(f"{pattern!r} does not follow {self.shown!r}")
            read = os.read(self.master, 4096).decode(errors="replace")
            self.raw += read
            self.shown += CONTROL.sub("", read)

    def end(self) -> int:
        self.process.wait(PATIENCE)
        os.close(self.master)
        return self.process.returncode


class TerminalTest(unittest.TestCase):
    def test_the_bare_command_shows_a_demonstration(self) -> None:
        terminal = Terminal()
        terminal.wait_for(r"White moves f2-d4")
        terminal.wait_for(r"International Draughts +\d+")
        terminal.wait_for(r"coupturc serve --open[^\0]*--help")
        self.assertEqual(terminal.end(), 0)

    def test_a_user_is_greeted(self) -> None:
        terminal = Terminal("hub")
        greeting = terminal.wait_for(r"speaks the Hub protocol here[^\n]*\n")
        self.assertIn("coupturc serve --open", greeting)
        terminal.type("ping\n")
        terminal.wait_for(r"\npong")
        terminal.type("quit\n")
        self.assertEqual(terminal.end(), 0)

    def test_the_recipe_of_the_readme_for_playing_by_hand(self) -> None:
        terminal = Terminal("hub")
        terminal.type("set-param name=variant value=hexdame\nlevel move-time=0.2\ngo think\n")
        move = terminal.wait_for(r"\ndone move=\S+").split("=")[1]
        terminal.type(f"play move={move}\nstatus\nfen\nquit\n")
        terminal.wait_for("status result=none")
        # The move was played by `play`, not by the search.
        self.assertTrue(terminal.wait_for('fen fen="B:W').endswith("W"))
        self.assertEqual(terminal.end(), 0)

    def test_a_client_is_not_greeted(self) -> None:
        done = subprocess.run([PROGRAM], input="quit\n", capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_a_game_is_played(self) -> None:
        terminal = Terminal("play", "--variant", "dameo", "--level", "1", "--move-time", "0.1")
        terminal.wait_for(r"a b c d e f g h\s+White to move")
        # Tab completes the unique part of the cell.
        terminal.type("b2-b3\t\n")
        answer = terminal.wait_for(r"coupturc plays \S+")
        terminal.wait_for("White to move")
        terminal.type("hint\n")
        terminal.wait_for(r"\n[a-h]\d-[a-h]\d")
        terminal.type("undo\n")
        terminal.wait_for(r"2 \. w w w w w w \.")
        terminal.type("b2-b8\n")
        terminal.wait_for("'b2-b8' is not legal")
        terminal.type("level 99\n")
        terminal.wait_for("expected a number from 1 to 20")
        terminal.type("moves\n")
        terminal.wait_for("a1-a2 ")
        # Before the prompt appears, the terminal would swallow the end of the input.
        terminal.wait_for("\n> ")
        terminal.type("\x04")
        self.assertEqual(terminal.end(), 0)
        self.assertRegex(answer, r"[a-h]\d-[a-h]\d")

    def piped(self, lines: str, *options: str) -> str:
        """The output of a game with piped input."""
        done = subprocess.run(
            [PROGRAM, "play", *options], input=lines, capture_output=True, text=True, timeout=PATIENCE
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("\x1b", done.stdout)
        return done.stdout

    def test_the_last_move_is_marked(self) -> None:
        for variables, has_colors in [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]:
            with self.subTest(variables):
                terminal = Terminal("play", "--variant", "dameo", "--side", "both", **variables)
                terminal.wait_for("White to move")
                self.assertNotIn(GREEN, terminal.raw)
                terminal.type("b2-b3\n")
                terminal.wait_for(r"3 \.\[w\]w w w w \. \.\n2 \. \* w w w w w \.\n")
                terminal.wait_for("Black to move")
                self.assertEqual(GREEN in terminal.raw, has_colors)
                terminal.type("quit\n")
                self.assertEqual(terminal.end(), 0)

    def test_tab_lists_the_possible_input(self) -> None:
        terminal = Terminal("play", "--variant", "dameo", "--side", "both")
        terminal.wait_for("\n> ")
        terminal.type("\t")
        listed = terminal.wait_for(r"[^\0]*\bundo\b[^\0]*\n> ")
        for word in ["b2-b3", "a1-a2", "resign", "save", "new", "draw", "hint"]:
            self.assertRegex(listed, rf"\b{word}\b")
        # A unique completion.
        terminal.type("res\t\n")
        terminal.wait_for("Black wins: White resigns")
        terminal.type("new hex\t\n")
        terminal.wait_for("Hexdame, level 5")
        terminal.type("quit\n")
        self.assertEqual(terminal.end(), 0)

    def test_the_result_of_a_game_is_explained(self) -> None:
        for game, fen, move, words in [
            ("dameo", "W:Wa1:Ba2", "a1xa3", "White wins: Black has no pieces left."),
            ("losing", "W:W28:B23", "28x19", "Black wins: Black has no pieces left."),
            ("bt", "W:W6:B45", "6-1", "White wins: White has the first king."),
        ]:
            with self.subTest(game):
                shown = self.piped(f"{move}\n32-28\nundo\nquit\n", "--variant", game, "--side", "both", "--fen", fen)
                self.assertIn(f"{words}\nType new, undo, save FILE or quit.\n", shown)
                self.assertIn(f"the game is over ({words[:-1]}); expected new, undo, save FILE or quit", shown)

    def test_a_game_is_resigned_and_another_begins(self) -> None:
        shown = self.piped("resign\nresign\nundo\nnew\nnew killer\nnew chess\nquit\n", "--variant", "dameo")
        self.assertIn("Black wins: White resigns.\nType new, undo, save FILE or quit.\n", shown)
        self.assertIn("the game is over (Black wins: White resigns)", shown)
        self.assertEqual(shown.count("Dameo, level 5."), 2)
        self.assertIn("International Draughts, level 5.", shown)
        self.assertIn("new: variant 'chess' is unknown, expected one of: ", shown)

    def test_a_draw_is_offered(self) -> None:
        drawn = ["--fen", "W:WK2:BK50", "--draw-rule", "repetition"]
        won = ["--fen", "W:W50:BK1,K2,K3,K4,K5"]
        self.assertIn("Draw: agreed.\nType new, ", self.piped("draw\n", "--side", "both"))
        self.assertIn("Draw: agreed.\nType new, ", self.piped("draw\n", *drawn))
        shown = self.piped("draw\nfen\n", *won)
        self.assertIn("coupturc declines: it thinks it is better", shown)
        self.assertIn("\nW:W50:B", shown)

    def test_games_are_saved(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file, other = Path(folder, "my game.pdn"), Path(folder, "other.pdn")
            other.write_text("precious")
            lines = f"32-28\nsave {file}\nsave {other}\nsave\n19-23\nsave {file}\nresign\nsave {file}\n"
            shown = self.piped(lines, "--side", "both")
            self.assertEqual(shown.count(f"saved in {file}"), 3)
            self.assertIn(f"save: {other} already exists, ", shown)
            self.assertIn("save: expected a file", shown)
            self.assertEqual(other.read_text(), "precious")
            text = file.read_text()
            self.assertRegex(text, r'\[Date "\d{4}\.\d\d\.\d\d"\]')
            self.assertTrue(text.endswith("\n1. 32-28 19-23 {Black wins: White resigns} 0-2\n\n"), text)

            shown = self.piped(f"save {other}\nsave {other}\n")
            self.assertIn(f"saved in {other}", shown)
            self.assertIn('[Black "coupturc, level 5"]', other.read_text())

    def test_games_of_all_kinds_are_saved_and_read(self) -> None:
        games = subprocess.run([PROGRAM, "hub"], input="hub\nquit\n", capture_output=True, text=True).stdout
        names = re.search('name=variant value=normal type=enum values="([^"]*)"', games)[1].split()
        self.assertGreater(len(names), 12)
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, f"{name}.pdn") for name in names]
            lines = "".join(f"new {name}\nsave {file}\n" for name, file in zip(names, files, strict=True))
            self.assertEqual(self.piped(lines, "--side", "both").count("saved in "), len(names))
            for file in files:
                subprocess.run([PROGRAM, "stats", file], check=True, capture_output=True, timeout=PATIENCE)

    def test_a_game_can_be_piped(self) -> None:
        options = ["--variant", "hexdame", "--side", "both", "--fen", "W:Wh8:Bc3"]
        shown = self.piped("moves\nh8-i9\nfen\nnonsense\n", *options)
        self.assertIn("B:WKi9:Bc3", shown)
        self.assertIn("'nonsense'", shown)


if __name__ == "__main__":
    unittest.main()
