"""Gives units of a match to the workers of a cluster, and takes their games."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

import cloudpickle
import dask
from distributed import Client, LocalCluster, as_completed
from tqdm import tqdm

from . import unit as unit_module
from .folder import Folder, Refusal, Unit
from .unit import play_unit

# A unit that fails is tried again on whichever worker is free, for a machine may be sick.
RETRIES = 2
# Dask gives a task up when so many of its workers have died. A unit does not kill workers, so it was not its fault.
DEATHS = 100
SECONDS_TO_CONNECT = 10


class WithCode:
    """A function that is pickled with its code instead of its name, for workers do not have this folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._code = cloudpickle.dumps(function)

    def __reduce__(self) -> tuple[Any, ...]:
        return cloudpickle.loads, (self._code,)

    def __call__(self) -> None:
        raise NotImplementedError("it is meant for other processes")


@contextlib.contextmanager
def connect(workers: int, scheduler: str | None) -> Iterator[Client]:
    """A client of the cluster at an address, or of one on this machine with so many workers."""
    if scheduler is None:
        dask.config.set({"distributed.scheduler.allowed-failures": DEATHS})
        # No dashboard: it would want more packages and a port.
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise Refusal(f"no scheduler at {scheduler}: {error}") from error
    with client:
        yield client


def play(client: Client, folder: Folder, units: list[Unit], program: str, concurrency: int) -> None:
    """Has the units played, until all are or a sequential test has decided."""
    cloudpickle.register_pickle_by_value(unit_module)
    travelling = WithCode(play_unit)
    arguments = [*folder.arguments, f"--concurrency={concurrency}"]
    futures = {}
    with folder.openings() as openings:
        # Workers that join later get it, too.
        client.upload_file(str(openings), load=False)
        for unit in units:
            games = (unit.last - unit.first + 1) * folder.games_a_pair
            task = (travelling, program, arguments, openings.name, unit.first, unit.last, games)
            futures[client.submit(*task, pure=False, retries=RETRIES)] = unit
    missing = sum(unit.last - unit.first + 1 for unit in units)
    # Without a terminal there is a line a unit instead of a bar.
    with tqdm(total=folder.pairs, initial=folder.pairs - missing, unit="pair", disable=None) as bar:
        for future in as_completed(list(futures)):
            unit = futures.pop(future)
            folder.add(future.result())
            future.release()
            missing -= unit.last - unit.first + 1
            bar.update(unit.last - unit.first + 1)
            if bar.disable:
                print(f"pairs {unit.first}-{unit.last} played, {missing} pairs left", flush=True)
            if folder.is_decided():
                client.cancel(list(futures))
                return
