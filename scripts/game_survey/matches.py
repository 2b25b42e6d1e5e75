"""The matches of a survey: their folders, and how they are played.

Each is a match of `coupturc match` between two players of the same program, in a folder of its own. Whatever the counts
need to know about it is in the arguments that the match itself has stored there.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from clusterlib.program import Refusal, run_program

# Deterministic: one thread, and tables for which searches limited by nodes wait.
PLAYER = "param.hash=16 param.tables-pieces=3"
# In moves by each side. Without a limit, a few kings can go on for thousands of moves.
MOST_MOVES = 200
# Self-play from other openings; twice the nodes against once; rules compared from the same openings.
SELF, DOUBLE, REMEDY = "self", "double", "remedy"
# The player with twice the nodes.
STRONGER = "double"
NO_REMEDY = "none"
# The halt rules, and Vanguard, each instead of the plain rules of International Draughts.
REMEDIES = (NO_REMEDY, "vanguard", "killer", "damme", "killer-light", "winther")
# The numbers of legal moves are averaged over this many plies.
PLIES = 10
# Moves by each side after which the men on the back rows are counted.
REAR_MOVES = (20, 30, 40)

Task = tuple[str, list[str]]


class Chosen(NamedTuple):
    """A game: its name, and the options of a match that choose it."""

    name: str
    options: list[str]


def named(name: str) -> Chosen:
    return Chosen(name, ["--variants", name])


def in_file(file: Path) -> Chosen:
    return Chosen(file.stem, ["--rules", str(file.resolve())])


def each(program: str, parameters: str) -> list[str]:
    quoted = "'" + program.replace("'", "\\'") + "'"
    return ["--each", f"cmd={quoted} {parameters}"]


def players(nodes: int) -> list[str]:
    return ["--engine", f"name=first tc=nodes={nodes}", "--engine", f"name=second tc=nodes={nodes}"]


def self_play(game: Chosen, nodes: int, games: int, seed: int) -> Task:
    name = f"{game.name}-{nodes}-{seed}"
    return name, [
        *players(nodes),
        *game.options,
        "--rounds",
        str(games),
        "--repeat",
        "1",
        "--seed",
        str(seed),
    ]


def doubling(game: Chosen, nodes: int, games: int, seed: int) -> Task:
    name = f"{game.name}-{nodes}-{seed}-double"
    engines = ["--engine", f"name={STRONGER} tc=nodes={2 * nodes}", "--engine", f"name=single tc=nodes={nodes}"]
    return name, [*engines, *game.options, "--rounds", str(games // 2), "--seed", str(seed)]


def remedy(rule: str, nodes: int, openings: Path, games: int, seed: int) -> Task:
    rules = ["--variants", "vanguard" if rule == "vanguard" else "normal"]
    if rule not in (NO_REMEDY, "vanguard"):
        rules += ["--halt", rule]
    name = f"remedy-{rule}-{nodes}-{seed}"
    repeat = ["--rounds", str(games), "--repeat", "1", "--openings", str(openings), "--seed", str(seed)]
    return name, [*players(nodes), *rules, *repeat]


def shared_openings(program: str, options: argparse.Namespace) -> Path:
    """Openings of International Draughts as PDN games without a type, so that they serve other rules too."""
    folder, games, seed = options.out, options.games, options.seed
    file = folder / f"openings-{games}-{seed}.pdn"
    if not file.exists():
        draft = folder / f"openings-{games}-{seed}"
        match = [
            *each(program, options.player),
            *players(1),
            "--variants",
            "normal",
            "--rounds",
            str(games),
            "--repeat",
            "1",
        ]
        run_program(program, "match", *match, "--seed", str(seed), "--begin-only", "--out", str(draft))
        found = json.loads((draft / "openings.json").read_text(encoding="utf-8"))["normal"]
        file.write_text("".join(" ".join(opening["moves"]) + " *\n" for opening in found), encoding="utf-8")
    return file


def tasks(options: argparse.Namespace, program: str) -> Iterator[Task]:
    """What is to be played, in the order of the levels."""
    for nodes in options.levels:
        if options.kind == REMEDY:
            openings = shared_openings(program, options)
            for rule in REMEDIES:
                yield remedy(rule, nodes, openings, options.games, options.seed)
            continue
        for game in [*map(named, options.variants), *map(in_file, options.rules)]:
            kind = doubling if options.kind == DOUBLE else self_play
            yield kind(game, nodes, options.games, options.seed)


def play(options: argparse.Namespace, program: str) -> None:
    """Plays all matches that are not complete. Matches that were interrupted go on where they ended."""
    options.out.mkdir(parents=True, exist_ok=True)
    command = shlex.split(options.match) if options.match else [program, "match"]
    for name, arguments in tasks(options, program):
        folder = options.out / name
        limits = ["--concurrency", str(options.concurrency), "--max-moves", str(MOST_MOVES)]
        whole = [*each(program, options.player), *arguments, *limits, "--out", str(folder)]
        print(f"== {name}", flush=True)
        started = ["--resume", str(folder)] if (folder / "match.json").exists() else whole
        if subprocess.run([*command, *started], stdin=subprocess.DEVNULL).returncode != 0:
            raise Refusal(f"{name} is not complete; the same command goes on with it")


def folders(out: Path) -> list[Path]:
    """The folders with games below `out`."""
    found = sorted(log.parent for log in out.glob("*/games.jsonl") if log.stat().st_size > 0)
    if not found:
        raise Refusal(f"{out} has no folder with games; `survey.py play` makes some")
    return found


def options_of(arguments: Sequence[str]) -> dict[str, list[str]]:
    """The values of each option, given as `--option value` or `--option=value`."""
    found: dict[str, list[str]] = {}
    for word, following in zip(arguments, [*arguments[1:], ""]):
        if word.startswith("--"):
            option, is_joined, value = word.partition("=")
            found.setdefault(option, []).append(value if is_joined else following)
    return found


class Setting:
    """What a match was played for, from its own arguments."""

    def __init__(self, folder: Path) -> None:
        options = options_of(json.loads((folder / "match.json").read_text(encoding="utf-8"))["arguments"])
        nodes = [int(engine.rpartition("nodes=")[2].split()[0]) for engine in options["--engine"]]
        self.nodes = min(nodes)
        self.seed = int(options["--seed"][0])
        self.planned = int(options["--rounds"][0]) * int(options.get("--repeat", ["2"])[0])
        # The file of the game, if it has one.
        self.rules = options.get("--rules", [""])[0]
        self.game = Path(self.rules).stem if self.rules else options["--variants"][0]
        self.halt = options.get("--halt", [NO_REMEDY])[0]
        self.kind = REMEDY if "--openings" in options else DOUBLE if max(nodes) > min(nodes) else SELF
