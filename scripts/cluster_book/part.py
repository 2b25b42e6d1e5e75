"""The work of a worker: building a part of a book. This module is sent to the workers, which need not have it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence

from distributed import get_worker

from clusterlib.worker import run_watched


def build_part(program: str, arguments: Sequence[str], name: str) -> bytes:
    """Builds a part, and returns its file, which has this name.

    Only a temporary folder changes, so any worker can build the part again.
    """
    worker = get_worker()
    # Inside the worker's folder, which is removed if the worker dies.
    with tempfile.TemporaryDirectory(prefix="book-", dir=worker.local_directory) as folder:
        path = os.path.join(folder, name)
        status, complaint = run_watched([program, "book", "build", *arguments, f"--out={path}"], folder)
        if status != 0 or not os.path.exists(path):
            complaint = complaint or f"no book, exit status {status}"
            raise ChildProcessError(f"{worker.address}, {name}: {complaint}")
        with open(path, "rb") as file:
            return file.read()
