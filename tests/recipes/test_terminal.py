"""The program at a terminal, as a person sees it."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("COUPTURC", str(ROOT / "target/release/coupturc"))
PATIENCE = 60.0
# What moves the cursor and sets colours.
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """A program that believes that somebody sits before it."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm"}
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, pattern: str) -> str:
        """Reads until something is on the screen; gives that, and forgets what came before its end."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = re.search(pattern, self.shown)
            if found:
                self.shown = self.shown[found.end() :]
                return found[0]
            ready, _, _ = select.select([self.master], [], [], deadline - time.monotonic())
            if not ready:
                raise AssertionError(f"{pattern!r} does not come behind {self.shown!r}")
            self.shown += CONTROL.sub("", os.read(self.master, 4096).decode(errors="replace"))

    def end(self) -> int:
        self.process.wait(PATIENCE)
        os.close(self.master)
        return self.process.returncode


class TerminalTest(unittest.TestCase):
    def test_the_first_command_shows_what_the_engine_does(self) -> None:
        terminal = Terminal()
        terminal.wait_for(r"White moves f2-d4")
        terminal.wait_for(r"International Draughts +\d+")
        terminal.wait_for(r"coupturc serve --open[^\0]*--help")
        self.assertEqual(terminal.end(), 0)

    def test_a_person_is_greeted(self) -> None:
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
        # The move was not made by the search, but by the line behind it.
        self.assertTrue(terminal.wait_for('fen fen="B:W').endswith("W"))
        self.assertEqual(terminal.end(), 0)

    def test_a_client_is_not_greeted(self) -> None:
        done = subprocess.run([PROGRAM], input="quit\n", capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_a_game_is_played(self) -> None:
        terminal = Terminal("play", "--variant", "dameo", "--level", "1", "--move-time", "0.1")
        terminal.wait_for(r"a b c d e f g h\s+White to move")
        # The cell is completed by Tab, as far as it is certain.
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
        # Before the prompt, the end of the input would be taken by the terminal.
        terminal.wait_for("\n> ")
        terminal.type("\x04")
        self.assertEqual(terminal.end(), 0)
        self.assertRegex(answer, r"[a-h]\d-[a-h]\d")

    def test_a_game_can_be_piped(self) -> None:
        done = subprocess.run(
            [PROGRAM, "play", "--variant", "hexdame", "--side", "both", "--fen", "W:Wh8:Bc3"],
            input="moves\nh8-i9\nfen\nnonsense\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("B:WKi9:Bc3", done.stdout)
        self.assertIn("'nonsense'", done.stdout)


if __name__ == "__main__":
    unittest.main()
