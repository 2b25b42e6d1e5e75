"""A cluster, and how work is handed out to its workers."""

from __future__ import annotations

import contextlib
import logging
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import cloudpickle
import dask
from distributed import Client, LocalCluster, as_completed
from tqdm import tqdm

from . import worker
from .program import Refusal

# A job that fails is tried again on whichever worker is free, for a machine may be sick.
RETRIES = 2
# Dask gives a task up when so many of its workers have died. A job does not kill workers, so it was not its fault.
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
    # That a worker has died, and others, is what the cluster is for: no log of each.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
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


def send_file(client: Client, path: Path) -> str:
    """Sends a file to the folders of all workers, also of those that join later. Gives its name there, which no other
    file has."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / f"{path.stem}-{uuid.uuid4()}{path.suffix}"
        shutil.copyfile(path, copy)
        client.upload_file(str(copy), load=False)
        return copy.name


@dataclass(frozen=True)
class Work:
    """What is done by workers, a job at a time."""

    # What a worker calls, and the module of that function, which travels with it.
    function: Callable[..., Any]
    module: ModuleType
    # What is counted, such as "pair", and how many of these there are, with those that were done before.
    unit: str
    total: int


@dataclass(frozen=True)
class Job:
    """Something for a worker to do."""

    # For people.
    name: str
    # How many of the units it is.
    size: int
    arguments: Sequence[Any]
    # Gets the result, and tells whether others are still wanted.
    keep: Callable[[Any], bool]


def hand_out(client: Client, work: Work, jobs: Sequence[Job]) -> None:
    """Has the jobs done by whichever workers are free, until all are or no others are wanted."""
    for module in (work.module, worker):
        cloudpickle.register_pickle_by_value(module)
    travelling = WithCode(work.function)
    futures = {client.submit(travelling, *job.arguments, pure=False, retries=RETRIES): job for job in jobs}
    missing = sum(job.size for job in jobs)
    # Without a terminal there is a line a job instead of a bar.
    with tqdm(total=work.total, initial=work.total - missing, unit=work.unit, disable=None) as bar:
        for future in as_completed(list(futures)):
            job = futures.pop(future)
            is_wanted = job.keep(future.result())
            future.release()
            missing -= job.size
            bar.update(job.size)
            if bar.disable:
                print(f"{job.name} played, {missing} {work.unit}s left", flush=True)
            if not is_wanted:
                client.cancel(list(futures))
                return
