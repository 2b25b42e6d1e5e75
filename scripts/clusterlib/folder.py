"""Folders in which the results of workers are collected."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from .program import Refusal


def lock(folder: Path) -> None:
    """Locks a folder until this process ends."""
    try:
        fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Refusal(
            f"{folder}: another process is working in this folder; wait until it ends, or stop it"
        ) from error
    except OSError:
        # Works without a lock if the file system has none.
        pass


def store(file: Path, content: bytes) -> None:
    """Writes a file, completely or not at all."""
    unfinished = file.with_name(f"{file.name}.tmp")
    with unfinished.open("wb") as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    unfinished.rename(file)
