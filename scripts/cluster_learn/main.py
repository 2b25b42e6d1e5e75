"""The command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from clusterlib.command_line import going_on, parser_of, positive, refuse_words, run

NAME = "cluster-learn.py"
DESCRIPTION = """\
Plays training games on the workers of a Dask cluster: on this machine, or on those of a running scheduler. The games
are those of `coupturc learn games`, in parts with consecutive seeds from --seed. A worker plays one part at a time and
sends its file, which is stored in the folder under the name that `coupturc learn games` gives it. All options that are
not listed below are passed on (see `coupturc learn games --help`).

A worker may die at any time: another one plays its part from the beginning, so parts should not be large. To continue
after an interruption, run the same command again: complete parts are kept. The same command with larger numbers adds
parts or games. The program must work on every worker; a file of weights is sent to them."""
EXAMPLES = """\
examples:
  bash scripts/cluster_match/environment.sh
  target/cluster-match/bin/python scripts/cluster-learn.py --workers 4 --variant dameo --parts 25 --games 1000 \\
      --nodes 2000 --eval learn/dameo/1.net --out learn/dameo/2

  on many machines, with scheduler and workers as for cluster-match.py:
  ... scripts/cluster-learn.py --scheduler tcp://HEAD:8786 --variant dameo --parts 100 --out learn/dameo/1

Anyone who can reach the ports of Dask can run any program there: use TLS (docs/cluster.md), or a private network."""
# Options that this script sets itself.
OURS = ("--count", "--until-eof")


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of this script, and those of the games."""
    parser = parser_of(NAME, "coupturc learn games", DESCRIPTION, EXAMPLES)
    parser.add_argument("--parts", type=positive, metavar="NUMBER", required=True, help="the number of parts")
    parser.add_argument(
        "--games", type=positive, metavar="NUMBER", default=1000, help="games of each part (default: 1000)"
    )
    parser.add_argument("--seed", type=int, metavar="NUMBER", default=1, help="the seed of the first part (default: 1)")
    parser.add_argument(
        "--eval", metavar="WHAT", default="auto",
        help="as for coupturc learn games; a local file, which workers need not have",
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=positive, metavar="NUMBER", default=1,
        help="the threads of a worker (default: 1)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="for the games; may have games")
    options, rest = parser.parse_known_args(arguments)
    refuse_words(parser, rest, OURS)
    return options, rest


def play_games(options: argparse.Namespace, rest: list[str]) -> None:
    """Plays the missing parts, and prints the total."""
    # Imported here, so that --help needs no packages.
    from clusterlib.cluster import connect

    from .play import Folder, Plan, play

    plan = Plan(options.program, rest, options.eval, options.games, options.seed, options.parts)
    folder = Folder(options.out, plan)
    with going_on("run the same command again to continue"):
        if folder.missing:
            with connect(options.workers, options.scheduler) as client:
                play(client, folder, options.threads)
    print(f"{options.parts} parts of {options.games} games in {options.out}", flush=True)


def main() -> int:
    options, rest = parse(sys.argv[1:])
    return run(NAME, lambda: play_games(options, rest))
