"""The common parts of the command lines. This needs no packages, so that --help works without them."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from .program import Interrupted, Refusal

ROOT = Path(__file__).resolve().parents[2]


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parser_of(name: str, of_program: str, description: str, examples: str) -> argparse.ArgumentParser:
    """A parser with the options of the cluster. Unknown options are for `of_program`."""
    parser = argparse.ArgumentParser(
        prog=name,
        usage=f"%(prog)s [--workers N | --scheduler ADDRESS] [options] [options of {of_program}]",
        description=description,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    where = parser.add_mutually_exclusive_group()
    processors = os.cpu_count() or 1
    where.add_argument(
        "--workers", type=positive, metavar="N", default=max(1, processors // 2),
        help="the number of local worker processes (default: half the processors)",
    )  # fmt: skip
    where.add_argument("--scheduler", metavar="ADDRESS", help="scheduler of a Dask cluster, such as tcp://HOST:8786")
    parser.add_argument(
        "--program", metavar="PATH", default=str(ROOT / "target/release/coupturc"),
        help="coupturc, here and on the workers (default: target/release/coupturc of this checkout)",
    )  # fmt: skip
    return parser


def refuse_words(parser: argparse.ArgumentParser, words: Sequence[str], ours: Sequence[str]) -> None:
    """Exits with an error if the user gives options that this script sets itself."""
    for word in words:
        if word.partition("=")[0] in ours:
            parser.error(f"{word} cannot be given: this script sets it for the workers")


@contextlib.contextmanager
def going_on(how: str) -> Iterator[None]:
    """Runs work that can be continued later, and adds to error messages how to do so."""
    from distributed import KilledWorker

    try:
        yield
    except (Refusal, OSError, KilledWorker) as error:
        raise Refusal(f"{error}; {how}") from error
    except KeyboardInterrupt as error:
        raise Interrupted(f"interrupted; {how}") from error


def run(name: str, work: Callable[[], None]) -> int:
    """Does the work, and returns the exit status. Prints errors as a sentence."""
    try:
        work()
    except ModuleNotFoundError as error:
        complaint, status = (
            f"no Python package {error.name}: make an environment with"
            " 'bash scripts/cluster_match/environment.sh', and use target/cluster-match/bin/python",
            1,
        )
    except Refusal as error:
        complaint, status = str(error), error.status
    else:
        return 0
    print(f"{name}: {complaint}", file=sys.stderr)
    return status
