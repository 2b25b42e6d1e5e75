"""Distributes units of a match to the workers of a cluster, and collects their games."""

from __future__ import annotations

from distributed import Client

from clusterlib.cluster import Job, Work, hand_out, send_file

from . import unit as unit_module
from .folder import Folder, Unit
from .unit import play_unit


def play(client: Client, folder: Folder, units: list[Unit], program: str, concurrency: int) -> None:
    """Plays the units, until all are done or a sequential test has decided."""
    arguments = [*folder.arguments, f"--concurrency={concurrency}"]
    openings = send_file(client, folder.openings)

    def keep(lines: list[str]) -> bool:
        folder.add(lines)
        return not folder.is_decided()

    def job(unit: Unit) -> Job:
        pairs = unit.last - unit.first + 1
        task = (program, arguments, openings, unit.first, unit.last, pairs * folder.games_a_pair)
        return Job(f"pairs {unit.first}-{unit.last}", pairs, task, keep)

    hand_out(client, Work(play_unit, unit_module, "pair", folder.pairs), list(map(job, units)))
