"""Tests of the Python package, installed from a wheel into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
import venv
from pathlib import Path
from xml.etree import ElementTree

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
(WHEEL,) = (ROOT / "target/packages/wheel").glob("*.whl")
# Without any other program of this name.
EMPTY_PATH = {**os.environ, "PATH": ""}

GAME = """
import sys
from coupturc import Engine
with Engine(variant="dameo") as engine:
    game = engine.new_game()
    while game.result == "none":
        game.play(engine.think(game, nodes=300).move)
    print(engine._command[0], len(game.moves) > 20, game.reason != "")
"""


def run(*command: object, **environment: str) -> str:
    """The output of a command, which must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, env={**EMPTY_PATH, **environment}, capture_output=True, encoding="utf-8", timeout=300)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def pip(environment: Path, *arguments: object) -> None:
    """Installs into an environment, or removes from it."""
    run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", environment, *arguments)


class Environment(unittest.TestCase):
    def test_installed_used_and_removed_without_a_trace(self) -> None:
        with tempfile.TemporaryDirectory(prefix="it's a ") as name:
            folder = Path(name).resolve()
            venv.create(folder, symlinks=True)
            before = files_in(folder)
            pip(folder, "install", "--no-index", WHEEL)
            program, python = folder / "bin/coupturc", folder / "bin/python"
            self.assertRegex(run(program, "--version"), r"^coupturc \d+\.\d+\.\d+\n$")
            self.assertEqual(run(python, "-c", GAME), f"{program} True True\n")
            self.assertIn("py.typed", [path.name for path in files_in(folder)])
            pip(folder, "uninstall", "--yes", "coupturc")
            self.assertEqual(files_in(folder), before)


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


class Folder(unittest.TestCase):
    """Installed into a folder that is no environment, as pip does with --target."""

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name).resolve()
        pip(Path(sys.prefix), "install", "--no-index", "--target", cls.folder, WHEEL)

    def test_the_program_is_found(self) -> None:
        printed = run(sys.executable, "-c", GAME, PYTHONPATH=str(self.folder))
        self.assertEqual(printed, f"{self.folder}/bin/coupturc True True\n")

    def test_all_cells_of_the_notebook_run(self) -> None:
        notebook = nbformat.read(ROOT / "docs/python.ipynb", as_version=4)
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.assertEqual([cell.outputs for cell in cells], [[]] * len(cells), "the file has no outputs")
        client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": self.folder}})
        client.execute(env={**EMPTY_PATH, "PYTHONPATH": str(self.folder)})
        shown = [output.get("data", {}) for cell in cells for output in cell.outputs]
        boards = {data["image/svg+xml"] for data in shown if "image/svg+xml" in data}
        self.assertEqual(len(boards), 3, "at the start, at the end, and before the worst move")
        for board in boards:
            ElementTree.fromstring(board)
        self.assertTrue(any("image/png" in data for data in shown), "a plot of the scores")
