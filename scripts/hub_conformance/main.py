"""The command line of the conformance checks."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from hublib.engine import Engine, Log, command_words
from hublib.lines import shorten

# Imported for the checks that these modules declare.
from . import (  # noqa: F401
    checks_end,
    checks_extensions,
    checks_games,
    checks_handshake,
    checks_info,
    checks_levels,
    checks_lines,
    checks_positions,
    checks_search,
)
from .lab import CHECKS, HUB, SKIPPED, WRONG, Check, Lab, Result
from .report import as_json, lines_of, list_checks, summary

DESCRIPTION = """\
Checks how well a program speaks the Hub protocol, version 2, with International Draughts, and prints what
is right and what is wrong. Most checks are made because the description of the protocol says so. Those
marked [clients] go beyond it: clients that exist rely on them, or an engine should survive them. Extensions
of coupturc are judged only where they are offered. Every check begins with a fresh process."""

EPILOG = """\
examples:
  hub-conformance.py target/release/coupturc
  hub-conformance.py --directory ~/scan ./scan hub
  hub-conformance.py --only search --only lines/garbage-text --verbose "my-engine --hub"

exit code: 0 if nothing is wrong or skipped, 1 if something is, 2 if the engine cannot be started"""


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="hub-conformance.py",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="SECTION[/CHECK]",
        default=[],
        help="make only the checks of a section, or one of them; may be repeated",
    )
    parser.add_argument(
        "--protocol-only",
        action="store_true",
        help="make only the checks that the description of the protocol demands",
    )
    parser.add_argument("--list", action="store_true", help="list the checks and stop")
    parser.add_argument(
        "--timeout",
        type=float,
        default=5.0,
        metavar="SECONDS",
        help="how long to wait for an answer that should come at once (default: %(default)s)",
    )
    parser.add_argument(
        "--loading-time",
        type=float,
        default=30.0,
        metavar="SECONDS",
        help="how long the engine may take to start and to get ready (default: %(default)s)",
    )
    parser.add_argument(
        "--tolerance",
        type=float,
        default=0.1,
        metavar="SECONDS",
        help="how much later than its limit a search may end (default: %(default)s)",
    )
    parser.add_argument("--directory", metavar="DIR", help="where to start the engine")
    parser.add_argument("--json", metavar="FILE", help="also write the results to this file")
    parser.add_argument("--verbose", action="store_true", help="show the conversations, on the error stream")
    parser.add_argument(
        "engine",
        nargs=argparse.REMAINDER,
        metavar="ENGINE_COMMAND",
        help="the command that starts the engine: several words, or one in quotes",
    )
    return parser.parse_args(words)


def chosen(checks: Sequence[Check], only: Sequence[str], protocol_only: bool) -> list[Check]:
    """The requested checks. Raises LookupError for an unknown name."""
    for name in only:
        if not any(name in (one.section, one.path) for one in checks):
            sections = ", ".join(dict.fromkeys(one.section for one in checks))
            raise LookupError(f"--only {name}: no such section or check; the sections are {sections}")
    return [
        one
        for one in checks
        if (not only or one.section in only or one.path in only) and (one.basis == HUB or not protocol_only)
    ]


def log_to_stderr(direction: str, text: str) -> None:
    print(f"    {direction} {shorten(text)}", file=sys.stderr)


def make_checks(lab: Lab, checks: Sequence[Check], verbose: bool = False) -> list[Result]:
    """Makes the checks and prints each result."""
    results: list[Result] = []
    section = ""
    for one in checks:
        if one.section != section:
            section = one.section
            print(f"\n{section}")
        if verbose:
            print(f"  -- {one.path}: {one.title}", file=sys.stderr)
        result = lab.judge(one)
        results.append(result)
        print("\n".join(lines_of(result)), flush=True)
    return results


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    try:
        checks = chosen(CHECKS, options.only, options.protocol_only)
    except LookupError as error:
        print(f"hub-conformance.py: {error.args[0]}", file=sys.stderr)
        return 2
    if options.list:
        print(list_checks(checks))
        return 0
    command = command_words(options.engine)
    if not command:
        print(
            "hub-conformance.py: no engine; expected the command that starts it (see --help)", file=sys.stderr
        )
        return 2
    if options.directory is None and os.sep in command[0]:
        command[0] = str(Path(command[0]).absolute())
    try:
        Engine(command, options.directory).kill()
    except OSError as error:
        print(f"hub-conformance.py: cannot start {' '.join(command)}: {error}", file=sys.stderr)
        return 2
    return run(options, command, checks)


def run(options: argparse.Namespace, command: Sequence[str], checks: Sequence[Check]) -> int:
    log: Log | None = log_to_stderr if options.verbose else None
    lab = Lab(command, options.directory, options.timeout, options.tolerance, log, options.loading_time)
    began = time.perf_counter()
    results = make_checks(lab, checks, options.verbose)
    print(f"\n{lab.identity or 'unknown engine'}")
    print(f"{summary(results)}, in {time.perf_counter() - began:.0f} s")
    if options.json:
        Path(options.json).write_text(as_json(lab.identity, command, results) + "\n", encoding="utf-8")
    return 1 if any(result.verdict in (WRONG, SKIPPED) for result in results) else 0
