"""The command line of the pages about openings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from clusterlib.command_line import run
from game_survey.documents import add_check, add_docs, add_program, write_or_compare

from .pages import pages

ROOT = Path(__file__).resolve().parents[2]
NAME = "openings.py"
DESCRIPTION = """\
Writes the pages and plots in docs/openings from opening books: what each first move is worth, the best lines, and the
first plies. The values of first moves also go to docs/games, whose pages 'survey.py write' then writes again."""
EXAMPLES = """\
examples:
  coupturc book trim dameo-large.book --bytes 60000 --margin 0.2 --out src/core/book/books/dameo.book
  openings.py && survey.py write"""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=NAME, description=DESCRIPTION, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_program(parser, ROOT)
    parser.add_argument(
        "--books", type=Path, metavar="FOLDER", default=ROOT / "src/core/book/books",
        help="the books (default: those in the program, src/core/book/books)",
    )  # fmt: skip
    add_docs(parser, ROOT)
    add_check(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)

    def work() -> None:
        files = pages(options.program, options.books, options.docs)
        write_or_compare(files, options, f"books; write them again with 'scripts/{NAME}'")

    return run(NAME, work)
