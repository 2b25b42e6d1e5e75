"""Generated documents: the options of the scripts that write them, and writing them or comparing them with those that
exist."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

from clusterlib.program import Refusal


def add_program(parser: argparse.ArgumentParser, root: Path) -> None:
    parser.add_argument(
        "--program", metavar="PATH", default=os.environ.get("COUPTURC", str(root / "target/release/coupturc")),
        help="coupturc (default: the variable COUPTURC, or target/release/coupturc of this checkout)",
    )  # fmt: skip


def add_docs(parser: argparse.ArgumentParser, root: Path) -> None:
    parser.add_argument("--docs", type=Path, metavar="FOLDER", default=root / "docs", help="(default: docs)")


def add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="only compare: fail if a page is not what would be written"
    )


def write_or_compare(files: Mapping[str, str], options: argparse.Namespace, source: str) -> None:
    """Writes files below the folder of the documents, or with `--check` compares them. `source` says from what they are
    written, and how."""
    different = []
    for name, text in files.items():
        file = options.docs / name
        if options.check:
            same = file.exists() and file.read_text(encoding="utf-8") == text
            different += [] if same else [name]
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    if different:
        raise Refusal(f"{', '.join(different)} differ from the {source}")
