"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from clusterlib.command_line import going_on, parser_of, positive, refuse_words, run
from clusterlib.program import Refusal

NAME = "cluster-match.py"
DESCRIPTION = """\
Plays a match on the workers of a Dask cluster: on this machine, or on those of a running scheduler. All options that
are not listed below are passed to `coupturc match` (see `coupturc match --help`). Each worker gets a unit of a few
pairs of games at a time; all games are collected in the folder of the match, with report and PDN, as if one machine
had played them. A worker may die at any time: another one plays its unit. Use --resume to continue an interrupted
match.

The program and the engines' commands must work on every worker. Clocks are fair only if workers have a processor for
each engine: start as many workers, of one thread each, as the machine can play games at the same time."""
EXAMPLES = """\
examples:
  bash scripts/cluster_match/environment.sh
  target/cluster-match/bin/python scripts/cluster-match.py --workers 4 --out new-old \\
      --engine 'cmd=./new name=new' --engine 'cmd=./old name=old' --variants dameo --rounds 500 --sprt 0,10

  on one machine:      target/cluster-match/bin/dask scheduler
  on all others:       target/cluster-match/bin/dask worker tcp://HEAD:8786 --nworkers 8 --nthreads 1
  where the match is:  ... scripts/cluster-match.py --scheduler tcp://HEAD:8786 --out new-old --engine ...

Anyone who can reach the ports of Dask can run any program there: use TLS (docs/cluster.md), or a private network."""
# The sequential test needs all games.
TEST = ("--sprt", "--alpha", "--beta", "--sprt-model")
# Openings are found and ordered once, when the folder is created, and sent to the workers.
OPENINGS = ("--openings", "--order", "--start")
# Options that this script sets itself.
OURS = ("--pairs", "--report", "--begin-only", "--until-eof")


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of this script, and those of the match."""
    parser = parser_of(NAME, "coupturc match", DESCRIPTION, EXAMPLES)
    parser.add_argument(
        "--unit", type=positive, metavar="PAIRS", default=4, help="pairs of games a worker gets at once (default: 4)"
    )
    parser.add_argument(
        "--concurrency", type=positive, metavar="GAMES", default=1,
        help="games that a worker plays at the same time (default: 1)",
    )  # fmt: skip
    parser.add_argument("--sprt", metavar="ELO0,ELO1", help="stop when this test has decided; checked after each unit")
    for option in TEST[1:]:
        parser.add_argument(option, help="of the test, as for coupturc match")
    parser.add_argument(
        "--openings", metavar="FILE", help="as for coupturc match; a local file, which workers need not have"
    )
    for option in OPENINGS[1:]:
        parser.add_argument(option, help="of the openings, as for coupturc match")
    folder = parser.add_mutually_exclusive_group(required=True)
    folder.add_argument("--out", type=Path, metavar="FOLDER", help="for games and report; must not have a match")
    folder.add_argument("--resume", type=Path, metavar="FOLDER", help="continue the match in this folder")
    options, rest = parser.parse_known_args(arguments)
    refuse_words(parser, rest, OURS)
    if options.resume and (rest or given(options, (*TEST, *OPENINGS))):
        parser.error("--resume continues the match with its arguments, expected no other options of the match")
    return options, rest


def given(options: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """The options among `names` that the user gave."""
    values = ((option, getattr(options, option.strip("-").replace("-", "_"))) for option in names)
    return [f"{option}={value}" for option, value in values if value is not None]


def play_match(options: argparse.Namespace, rest: list[str]) -> None:
    """Starts or resumes the match, and reports it."""
    # Imported here, so that --help needs no packages.
    from clusterlib.cluster import connect

    from .folder import Folder
    from .play import play

    if options.resume:
        folder = Folder(options.resume, options.program)
    else:
        folder = Folder.begin(options.out, options.program, rest, given(options, OPENINGS), given(options, TEST))
    try:
        with going_on(f"continue with --resume {options.resume or options.out}"):
            units = folder.units(options.unit)
            if units and not folder.is_decided():
                with connect(options.workers, options.scheduler) as client:
                    play(client, folder, units, options.program, options.concurrency)
            print(folder.report(), end="", flush=True)
    except Refusal as refusal:
        # If an engine cannot play, the user can correct the command and run it again.
        cause = refusal.__cause__
        if not options.resume and isinstance(cause, ChildProcessError) and folder.remove_unplayed():
            raise Refusal(f"{cause}; no game was played, so no folder is left") from refusal
        raise


def main() -> int:
    options, rest = parse(sys.argv[1:])
    return run(NAME, lambda: play_match(options, rest))
