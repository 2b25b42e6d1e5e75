"""The command line of the pages about endgames."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from clusterlib.command_line import run
from game_survey.documents import add_check, add_docs, add_program, write_or_compare
from game_survey.tables import games_of

from .counts import Class, class_of, count, count_more, load, store
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
  coupturc tables build --variant normal --only 3M0K-3M0K --tables tables
  endgames.py count --variant normal --only 3M0K-3M0K --tables tables
  endgames.py write"""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=NAME, description=DESCRIPTION, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    counting = commands.add_parser("count", help="count the endgames of a game")
    counting.add_argument("--variant", required=True, metavar="GAME", help="the game, by its Hub name")
    what = counting.add_mutually_exclusive_group()
    what.add_argument("--pieces", type=int, default=4, metavar="NUMBER", help="up to this many (default: 4)")
    what.add_argument(
        "--only",
        type=class_name,
        metavar="CLASS",
        help="add this class and those of as many pieces that its promotions lead to, to what was counted before",
    )
    counting.add_argument("--tables", required=True, metavar="FOLDER", help="the tables of all games")
    add_program(counting, ROOT)
    writing = commands.add_parser("write", help="write the pages of all games that were counted")
    add_docs(counting, ROOT)
    add_docs(writing, ROOT)
    add_check(writing)
    return parser.parse_args(arguments)


def class_name(text: str) -> Class:
    if not re.fullmatch(r"\dM\dK-\dM\dK", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a class of positions, such as 3M0K-2M1K")
    return class_of(text)


def count_game(options: argparse.Namespace) -> None:
    """Counts endgames of a game, and stores the counts and the longest wins."""
    name = next((game.file for game in games_of(options.docs) if game.hub == options.variant), options.variant)
    folder = options.docs / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    counts, wins = folder / f"{name}.csv", folder / f"{name}.pdn"
    where = (options.program, options.variant, options.tables)
    if options.only:
        rows = count_more(*where, options.only, load(counts) if counts.exists() else [], wins)
    else:
        rows = count(*where, options.pieces, wins)
    store(counts, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)

    def work() -> None:
        if options.command == "write":
            files = pages(options.docs)
            write_or_compare(files, options, f"counts; write them again with 'scripts/{NAME} write'")
            return
        count_game(options)

    return run(NAME, work)
