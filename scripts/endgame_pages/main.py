"""The command line of the pages about endgames."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from clusterlib.command_line import run
from game_survey.documents import add_check, add_docs, add_program, write_or_compare
from game_survey.tables import games_of

from .counts import count, store
from .pages import FOLDER, pages

ROOT = Path(__file__).resolve().parents[2]
NAME = "endgames.py"
DESCRIPTION = """\
Counts all endgames of a game in tables that 'coupturc tables build' has made, and writes the pages in docs/endgames
from the counts there."""
EXAMPLES = """\
examples:
  coupturc tables build --variant dameo --pieces 5 --tables tables
  endgames.py count --variant dameo --pieces 5 --tables tables
  endgames.py write"""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=NAME, description=DESCRIPTION, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    counting = commands.add_parser("count", help="count the endgames of a game")
    counting.add_argument("--variant", required=True, metavar="GAME", help="the game, by its Hub name")
    counting.add_argument("--pieces", type=int, default=4, metavar="NUMBER", help="up to this many (default: 4)")
    counting.add_argument("--tables", required=True, metavar="FOLDER", help="the tables of all games")
    add_program(counting, ROOT)
    writing = commands.add_parser("write", help="write the pages of all games that were counted")
    add_docs(counting, ROOT)
    add_docs(writing, ROOT)
    add_check(writing)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)

    def work() -> None:
        if options.command == "write":
            files = pages(options.docs)
            write_or_compare(files, options, f"counts; write them again with 'scripts/{NAME} write'")
            return
        file = next((game.file for game in games_of(options.docs) if game.hub == options.variant), options.variant)
        folder = options.docs / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        wins = folder / f"{file}.pdn"
        store(folder / f"{file}.csv", count(options.program, options.variant, options.tables, options.pieces, wins))

    return run(NAME, work)
