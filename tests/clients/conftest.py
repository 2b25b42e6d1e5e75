"""What all tests of clients have in common: the engine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterator

import pytest

from hub_process import HubProcess
from judge import Judge

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program() -> Path:
    """The engine: the path in the environment variable COUPTURC, or what `cargo build --release` made."""
    path = Path(os.environ.get("COUPTURC", ROOT / "target" / "release" / "coupturc")).resolve()
    if not os.access(path, os.X_OK):
        message = f"no engine at {path}: build it with 'cargo build --release' or set COUPTURC"
        pytest.exit(message, returncode=2)
    return path


@pytest.fixture
def engine(program: Path) -> Iterator[HubProcess]:
    """The engine on raw pipes, started as most clients are told to."""
    with HubProcess(program, "hub") as process:
        yield process


@pytest.fixture
def judge(program: Path) -> Iterator[Judge]:
    """A second engine that is asked about the rules."""
    with Judge(program) as process:
        yield process
