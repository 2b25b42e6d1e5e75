"""A cluster, and the distribution of work to its workers."""

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

# How often a failed job is retried, on any free worker, because a machine may be faulty.
RETRIES = 2
# How many workers may die before Dask gives up a task. Jobs do not kill workers, so this is large.
DEATHS = 100
SECONDS_TO_CONNECT = 10


class WithCode:
    """A function that is pickled with its code instead of its name, because workers do not have this folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._code = cloudpickle.dumps(function)

    def __reduce__(self) -> tuple[Any, ...]:
        return cloudpickle.loads, (self._code,)

    def __call__(self) -> None:
        raise NotImplementedError("it must be called in a worker")


@contextlib.contextmanager
def connect(workers: int, scheduler: str | None) -> Iterator[Client]:
    """A client of the cluster at an address, or of a local one with this number of workers."""
    # The death of a worker is expected, and not logged.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if scheduler is None:
        dask.config.set({"distributed.scheduler.allowed-failures": DEATHS})
        # No dashboard: it would need more packages and a port.
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
    """Sends a file to the folders of all workers, including those that join later. Returns its unique name there."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / f"{path.stem}-{uuid.uuid4()}{path.suffix}"
        shutil.copyfile(path, copy)
        client.upload_file(str(copy), load=False)
        return copy.name


@dataclass(frozen=True)
class Work:
    """The kind of work of all jobs."""

    # The function that a worker calls, and its module, which is sent with it.
    function: Callable[..., Any]
    module: ModuleType
    # The unit of progress, such as "pair", and the total number of units, including those that were done before.
    unit: str
    total: int
    # What was done when a job is done.
    done: str = "played"


@dataclass(frozen=True)
class Job:
    """A job for a worker."""

    # Shown to the user.
    name: str
    # Measured in units of progress.
    size: int
    arguments: Sequence[Any]
    # Handles the result, and returns whether to continue.
    keep: Callable[[Any], bool]


def hand_out(client: Client, work: Work, jobs: Sequence[Job]) -> None:
    """Runs the jobs on free workers, until all are done or `keep` stops them."""
    for module in (work.module, worker):
        cloudpickle.register_pickle_by_value(module)
    travelling = WithCode(work.function)
    futures = {client.submit(travelling, *job.arguments, pure=False, retries=RETRIES): job for job in jobs}
    missing = sum(job.size for job in jobs)
    # Without a terminal, prints a line for each job instead of a bar.
    with tqdm(total=work.total, initial=work.total - missing, unit=work.unit, disable=None) as bar:
        for future in as_completed(list(futures)):
            job = futures.pop(future)
            is_wanted = job.keep(future.result())
            future.release()
            missing -= job.size
            bar.update(job.size)
            if bar.disable:
                print(f"{job.name} {work.done}, {missing} {work.unit}s left", flush=True)
            if not is_wanted:
                client.cancel(list(futures))
                return
