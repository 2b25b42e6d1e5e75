"""The command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from clusterlib.command_line import going_on, parser_of, positive, refuse_words, run

NAME = "cluster-book.py"
DESCRIPTION = """\
Builds an opening book on the workers of a Dask cluster: on this machine, or on those of a running scheduler. A worker
builds one part at a time: a book of `coupturc book build`, with its own seed, so that parts prefer different positions.
All parts are stored in the folder, and then merged into FOLDER/GAME.book. All options that are not listed below are
passed on (see `coupturc book build --help`).

A worker may die at any time: another one builds its part from the beginning, so parts should not be large. To continue
after an interruption, run the same command again: complete parts are kept. The same command with more parts adds some.
The program must work on every worker."""
EXAMPLES = """\
examples:
  bash scripts/cluster_match/environment.sh
  target/cluster-match/bin/python scripts/cluster-book.py --workers 4 --variant dameo --parts 16 --positions 2000 \\
      --out books/dameo

  on many machines, with scheduler and workers as for cluster-match.py:
  ... scripts/cluster-book.py --scheduler tcp://HEAD:8786 --variant dameo --parts 100 --positions 2000 --out books/dameo

Anyone who can reach the ports of Dask can run any program there: use TLS (docs/cluster.md), or a private network."""
# Options that this script sets itself.
OURS = ("--until-eof",)


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of this script, and those of the book."""
    parser = parser_of(NAME, "coupturc book build", DESCRIPTION, EXAMPLES)
    parser.add_argument("--variant", metavar="GAME", required=True, help="the game")
    parser.add_argument("--parts", type=positive, metavar="NUMBER", required=True, help="the number of parts")
    parser.add_argument("--seed", type=int, metavar="NUMBER", default=0, help="the seed of the first part (default: 0)")
    parser.add_argument(
        "--threads", type=positive, metavar="NUMBER", default=1, help="the threads of a worker (default: 1)"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="for the books; may have parts")
    options, rest = parser.parse_known_args(arguments)
    refuse_words(parser, rest, OURS)
    return options, rest


def build_book(options: argparse.Namespace, rest: list[str]) -> None:
    """Builds the missing parts, and merges all."""
    # Imported here, so that --help needs no packages.
    from clusterlib.cluster import connect

    from .build import Folder, build

    further = [*rest, f"--variant={options.variant}", f"--threads={options.threads}"]
    seeds = range(options.seed, options.seed + options.parts)
    folder = Folder(options.out, options.program, options.variant, further, seeds)
    with going_on("run the same command again to continue"):
        if folder.missing:
            with connect(options.workers, options.scheduler) as client:
                build(client, folder)
        print(folder.merge(), end="", flush=True)


def main() -> int:
    options, rest = parse(sys.argv[1:])
    return run(NAME, lambda: build_book(options, rest))
