"""The schema of game files accepts what the reader accepts, and refuses what it can without knowing the board."""

from __future__ import annotations

import json
import re
import tomllib
import unittest
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "game-file.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
GAMES = sorted((ROOT / "src" / "gamefile" / "games").glob("*.toml"))

WRONG = [
    "",
    'title = "No rules"',
    'like = "dame"',
    'like = "dameo"\ntitel = "Mine"',
    'like = "dameo"\ntitle = ""',
    'like = "dameo"\ntitle = 5',
    'like = "dameo"\nbegins = "red"',
    'like = "dameo"\nmen = "forward"',
    'like = "dameo"\nmen.move = "forward"',
    'like = "dameo"\nmen.moves = "forwrd"',
    'like = "dameo"\nmen.moves = ["forward", "forward"]',
    'like = "dameo"\nmen.linear = "yes"',
    'like = "dameo"\nboard.size = 13',
    'like = "dameo"\nboard.size = "8X8"',
    'like = "dameo"\nboard.size = "1x8"',
    'like = "dameo"\nboard.cells = "light"',
    'like = "dameo"\nboard.start = "w x b"',
    'like = "dameo"\nkings.rest-after = 21',
    'like = "dameo"\nkings.flying = 1',
    'like = "dameo"\ncaptures.order = "most-pieces"',
    'like = "dameo"\ncaptures.order = ["most"]',
    'like = "dameo"\ncaptures.order = ["by-king", "by-king"]',
    'like = "dameo"\ncaptures.removal = "later"',
    'like = "dameo"\npromotion.cells = "first-row"',
    'like = "dameo"\npromotion.cells = { white = ["a8"] }',
    'like = "dameo"\nend.without-move = "draws"',
    'like = "dameo"\ndraws.repetition = 1',
    'like = "dameo"\ndraws.limits = [{ moves = 5 }]',
    'like = "dameo"\ndraws.limits = [{ without = "capture-or-man-move" }]',
    'like = "dameo"\ndraws.limits = [{ moves = 5, lone-king-against = ["Q"] }]',
    'like = "dameo"\ndraws.limits = [{ moves = 5, lone-king-against = [] }]',
    'like = "dameo"\ndraws.limits = [{ moves = 5, without = "capture-or-man-move", pieces = [4] }]',
]


class Schema(unittest.TestCase):
    def test_it_is_a_schema(self) -> None:
        Draft202012Validator.check_schema(SCHEMA)

    def test_it_accepts_the_embedded_games(self) -> None:
        self.assertGreater(len(GAMES), 20)
        for path in GAMES:
            with self.subTest(path.name):
                VALIDATOR.validate(tomllib.loads(path.read_text()))

    def test_it_accepts_the_examples_of_the_document(self) -> None:
        examples = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "game-file.md").read_text(), re.DOTALL)
        self.assertEqual(len(examples), 4)
        for example in examples:
            VALIDATOR.validate(tomllib.loads(example))

    def test_it_refuses_files_with_faults(self) -> None:
        for text in WRONG:
            with self.subTest(text):
                self.assertFalse(VALIDATOR.is_valid(tomllib.loads(text)))

    def test_it_refuses_a_whole_game_that_lacks_a_key(self) -> None:
        whole = tomllib.loads(next(path for path in GAMES if path.stem == "dameo").read_text())
        for section, keys in {"board": ["cells", "size", "start"], "men": ["moves"], "kings": ["captures"]}.items():
            for key in keys:
                lacking = {**whole, section: {name: value for name, value in whole[section].items() if name != key}}
                self.assertFalse(VALIDATOR.is_valid(lacking), f"{section}.{key}")


if __name__ == "__main__":
    unittest.main()
