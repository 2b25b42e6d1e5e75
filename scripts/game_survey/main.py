"""The command line of the survey."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from clusterlib.command_line import positive, run
from clusterlib.program import Refusal, run_program
from hublib.engine import EngineFault
from hublib.games import games_of

from . import matches, tables
from .count import count
from .documents import add_check, add_docs, add_program, write_or_compare
from .pages import pages, pages_of_files
from .positions import boards

ROOT = Path(__file__).resolve().parents[2]
NAME = "survey.py"
DESCRIPTION = """\
Finds out by self-play what the games are like. `play` plays matches of the engine against itself, each in a folder of
its own; `count` counts what happens in them, and stores the counts as CSV in docs/games; `write` writes docs/games.md
and the pages and plots in docs/games from these counts alone. Games without a page in docs/rules, such as those from
files, are played by `--rules` or by their names, and `count` writes the page of each beside its matches; there are no
claims about them."""
EXAMPLES = """\
examples:
  survey.py play --variants dameo,hexdame --levels 1000,10000,100000 --games 1000 --out target/survey
  survey.py play --kind double --levels 1000 --games 400 --out target/survey
  survey.py play --kind remedy --levels 1000,10000 --games 2000 --seed 3 --out target/survey
  survey.py play --rules mine.toml --levels 1000,10000 --games 200 --out target/mine
  survey.py count --out target/survey
  survey.py write

An interrupted command goes on if it is given again. Other machines can play other games, levels or seeds: copy their
folders into one. On a cluster (docs/cluster.md):

  survey.py play ... --match 'target/cluster-match/bin/python scripts/cluster-match.py --scheduler tcp://HEAD:8786'"""


def words(text: str) -> list[str]:
    return text.split(",")


def numbers(text: str) -> list[int]:
    return [positive(word) for word in words(text)]


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=NAME, description=DESCRIPTION, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_program(parser, ROOT)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play matches, or go on with them")
    play.add_argument(
        "--kind", choices=(matches.SELF, matches.DOUBLE, matches.REMEDY), default=matches.SELF,
        help="self: equal players; double: twice the nodes against once; remedy: International Draughts with each halt"
        " rule, and Vanguard Draughts, from the same openings (default: self)",
    )  # fmt: skip
    play.add_argument(
        "--variants", type=words, metavar="GAMES", default=[],
        help="games of the program, separated by commas (default: all with a page in docs/rules)",
    )  # fmt: skip
    play.add_argument(
        "--rules", type=Path, action="append", metavar="FILE", default=[],
        help="a game whose rules are in this file (docs/game-file.md); for several games give it again",
    )  # fmt: skip
    play.add_argument("--levels", type=numbers, metavar="NODES", default=[1000], help="nodes a move (default: 1000)")
    play.add_argument("--games", type=positive, metavar="N", default=1000, help="games of each match (default: 1000)")
    play.add_argument("--seed", type=positive, metavar="S", default=1, help="of the openings (default: 1)")
    play.add_argument("--concurrency", type=positive, metavar="N", default=1, help="games at a time (default: 1)")
    play.add_argument(
        "--player", metavar="PARAMETERS", default=matches.PLAYER, help="of both players (default: %(default)s)"
    )
    play.add_argument("--match", metavar="COMMAND", help="the command that plays a match (default: coupturc match)")
    counts = commands.add_parser("count", help="count what happens in the games")
    for command in (play, counts):
        command.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="the folder of all matches")
    writer = commands.add_parser("write", help="write the pages and the plots from the counts")
    add_check(writer)
    for command in (counts, writer):
        add_docs(command, ROOT)
    return parser.parse_args(arguments)


def all_games(program: str) -> tuple[list[str], list[str]]:
    """The games of the program with a page of rules, and those without."""
    try:
        described = {game.hub for game in tables.games_of(ROOT / "docs")}
        games = games_of([program, "hub"])
        return [game for game in games if game in described], [game for game in games if game not in described]
    except (OSError, EngineFault) as error:
        raise Refusal(f"{program}: {error}; build it with 'cargo build --release', or set --program") from error


def do_play(options: argparse.Namespace) -> None:
    described, others = all_games(options.program)
    if not (options.variants or options.rules):
        options.variants = described
    for game in options.variants:
        if game not in described + others:
            raise Refusal(f"{options.program} has no game {game}; --rules FILE plays one from a file")
    for file in options.rules:
        run_program(options.program, "perft", "--depth", "0", "--rules", str(file))
    matches.play(options, options.program)


def do_count(options: argparse.Namespace) -> None:
    found = count(options.out, options.program)
    games, _ = all_games(options.program)
    in_docs, others = tables.split(found, games)
    # A survey of other games alone leaves the counts in docs as they are.
    if in_docs:
        folder = options.docs / "games"
        all_counts = tables.merged(tables.load_some(folder), in_docs)
        tables.store(folder, all_counts | {"boards": boards(games, options.program)}, games)
    for name, text in pages_of_files(others).items():
        (options.out / name).write_text(text, encoding="utf-8")
        print(options.out / name)


def do_write(options: argparse.Namespace) -> None:
    source = "counts; write them again with 'scripts/survey.py write'"
    write_or_compare(pages(options.docs), options, source)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    actions = {"play": do_play, "count": do_count, "write": do_write}
    return run(NAME, lambda: actions[options.command](options))


if __name__ == "__main__":
    sys.exit(main())
