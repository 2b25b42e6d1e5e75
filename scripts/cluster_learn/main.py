"""The command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from clusterlib.command_line import going_on, parser_of, positive, refuse_words, run

NAME = "cluster-learn.py"
DESCRIPTION = """\
Has games for learning played by the workers of a Dask cluster: on this machine, or on those of a scheduler that runs
already. The games are those of `coupturc learn games`, in parts, each with a seed of its own: --seed, the number behind
it, and so on. A worker plays a part at a time and sends the file, which is put into the folder under the name that
`coupturc learn games` gives to it. All options that are not named below go there as they are (see
`coupturc learn games --help`).

A worker may die at any time: its part is played by another one, from its beginning, so parts should not be large. After
an interruption the same command goes on: parts that are whole are left alone. More parts or games are had by the same
command with larger numbers. The program must work on every worker; a file of weights is sent to them."""
EXAMPLES = """\
examples:
  bash scripts/cluster_match/environment.sh
  target/cluster-match/bin/python scripts/cluster-learn.py --workers 4 --variant dameo --parts 25 --games 1000 \\
      --nodes 2000 --eval learn/dameo/1.net --out learn/dameo/2

  on many machines, with scheduler and workers as for cluster-match.py:
  ... scripts/cluster-learn.py --scheduler tcp://HEAD:8786 --variant dameo --parts 100 --out learn/dameo/1

Anyone who reaches the ports of Dask can run any program there: use TLS (docs/cluster.md), or a network of your own."""
# What is decided here, so that nobody else may.
OURS = ("--count", "--until-eof")


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our options, and those of the games."""
    parser = parser_of(NAME, "coupturc learn games", DESCRIPTION, EXAMPLES)
    parser.add_argument("--parts", type=positive, metavar="NUMBER", required=True, help="how many parts are wanted")
    parser.add_argument(
        "--games", type=positive, metavar="NUMBER", default=1000, help="games of each part (default: 1000)"
    )
    parser.add_argument("--seed", type=int, metavar="NUMBER", default=1, help="of the first part (default: 1)")
    parser.add_argument(
        "--eval", metavar="WHAT", default="auto",
        help="as of coupturc learn games; a file here, which workers need not have",
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=positive, metavar="NUMBER", default=1,
        help="on which a worker plays its part (default: 1)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="for the games; such may be there")
    options, rest = parser.parse_known_args(arguments)
    refuse_words(parser, rest, OURS)
    return options, rest


def play_games(options: argparse.Namespace, rest: list[str]) -> None:
    """Has the parts played that are missing, and tells what there is."""
    # Only here, so that --help needs no package.
    from clusterlib.cluster import connect

    from .play import Folder, Plan, play

    plan = Plan(options.program, rest, options.eval, options.games, options.seed, options.parts)
    folder = Folder(options.out, plan)
    with going_on("the same command goes on"):
        if folder.missing:
            with connect(options.workers, options.scheduler) as client:
                play(client, folder, options.threads)
    print(f"{options.parts} parts of {options.games} games in {options.out}", flush=True)


def main() -> int:
    options, rest = parse(sys.argv[1:])
    return run(NAME, lambda: play_games(options, rest))
