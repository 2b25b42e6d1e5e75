"""Prints the licences of all crates in a program, with their texts: third_party.py [PACKAGE], in the folder of Cargo.toml."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

TEXTS = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)


def crates(package: str) -> list[dict]:
    """The crates of other projects in a package, for whatever system, sorted by name and version."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    graph = json.loads(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)
    needs = {
        node["id"]: [of["pkg"] for of in node["deps"] if any(kind["kind"] is None for kind in of["dep_kinds"])]
        for node in graph["resolve"]["nodes"]
    }
    members = graph["workspace_members"]
    waiting = [crate["id"] for crate in graph["packages"] if crate["name"] == package and crate["id"] in members]
    found = set()
    while waiting:
        crate = waiting.pop()
        if crate not in found:
            found.add(crate)
            waiting.extend(needs[crate])
    foreign = [crate for crate in graph["packages"] if crate["id"] in found and crate["source"]]
    return sorted(foreign, key=lambda crate: (crate["name"], crate["version"]))


def main() -> None:
    users: dict[str, list[str]] = defaultdict(list)
    print("This program contains these crates. The texts of their licences are below.\n")
    for crate in crates(*sys.argv[1:] or ["coupturc"]):
        name = f"{crate['name']} {crate['version']}"
        print(f"{name}: {crate['license']}")
        folder = Path(crate["manifest_path"]).parent
        texts = [path for path in sorted(folder.iterdir()) if path.is_file() and TEXTS.match(path.name)]
        for path in texts:
            users[path.read_text(encoding="utf-8", errors="replace").strip()].append(name)
        if not texts:
            print(f"third_party.py: {name} comes without the text of its licence", file=sys.stderr)
    for text, names in users.items():
        print("\n" + "=" * 80, ", ".join(dict.fromkeys(names)), "=" * 80, "", text, sep="\n")


if __name__ == "__main__":
    main()
