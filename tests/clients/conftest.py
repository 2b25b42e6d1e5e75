"""Fixtures shared by all client tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterator

import pytest

from hub_process import HubProcess
from judge import Judge

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from hublib.engine import Engine  # noqa: E402
from hublib.games import introduction, values_of  # noqa: E402


@pytest.fixture(scope="session")
def program() -> Path:
    """The engine: the path in the environment variable COUPTURC, or the result of `cargo build --release`."""
    path = Path(os.environ.get("COUPTURC", ROOT / "target" / "release" / "coupturc")).resolve()
    if not os.access(path, os.X_OK):
        message = f"no engine at {path}: build it with 'cargo build --release' or set COUPTURC"
        pytest.exit(message, returncode=2)
    return path


@pytest.fixture
def engine(program: Path) -> Iterator[HubProcess]:
    """The engine on raw pipes, with the usual command."""
    with HubProcess(program, "hub") as process:
        yield process


@pytest.fixture
def declared_variants(program: Path) -> list[str]:
    """The names of games that the engine declares, read without any client library."""
    with Engine([str(program), "hub"]) as process:
        names = values_of(introduction(process), "variant")
    assert {"normal", "killer"} <= set(names)
    return names


@pytest.fixture
def judge(program: Path) -> Iterator[Judge]:
    """A second engine that answers questions about the rules."""
    with Judge(program) as process:
        yield process
