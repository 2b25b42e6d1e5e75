"""The results of all checks, as a table for people and as JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from .lab import CLIENTS, EXTENSION, HUB, NOT_OFFERED, RIGHT, SKIPPED, WRONG, Check, Result

MARKS = {RIGHT: "right", WRONG: "WRONG", NOT_OFFERED: "-", SKIPPED: "skipped"}
AGAINST = {
    HUB: "against the description of the protocol",
    CLIENTS: "against what clients rely on",
    EXTENSION: "in extensions that it offers",
}


def lines_of(result: Result) -> Iterable[str]:
    basis = f" [{result.basis}]" if result.basis == CLIENTS else ""
    detail = f"  ({result.detail})" if result.detail else ""
    yield f"  {MARKS[result.verdict]:8}{result.name:22}{result.title}{basis}{detail}"
    if result.verdict == WRONG:
        yield f"  {'':30}expected: {result.expected}"
        yield f"  {'':30}came:     {result.came}"


def summary(results: Sequence[Result]) -> str:
    counts = Counter(result.verdict for result in results)
    wrong = Counter(result.basis for result in results if result.verdict == WRONG)
    reasons = ", ".join(f"{wrong[basis]} {AGAINST[basis]}" for basis in AGAINST if wrong[basis])
    told = f" ({reasons})" if reasons else ""
    return (
        f"{counts[RIGHT]} right, {counts[WRONG]} wrong{told}, "
        f"{counts[NOT_OFFERED]} not offered, {counts[SKIPPED]} skipped"
    )


def list_checks(checks: Iterable[Check]) -> str:
    lines, section = [], ""
    for one in checks:
        if one.section != section:
            section = one.section
            lines.append(section)
        basis = f" [{one.basis}]" if one.basis == CLIENTS else ""
        lines.append(f"  {one.name:22}{one.title}{basis}")
    return "\n".join(lines)


def as_json(identity: str, command: Sequence[str], results: Sequence[Result]) -> str:
    document = {
        "engine": identity,
        "command": list(command),
        "counts": dict(Counter(result.verdict for result in results)),
        "checks": [result.as_dict() for result in results],
    }
    return json.dumps(document, indent=2)
