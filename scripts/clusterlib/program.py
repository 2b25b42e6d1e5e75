"""The program, asked by whoever hands out work."""

from __future__ import annotations

import subprocess


class Refusal(Exception):
    """Something that cannot be done, as a sentence for whoever has asked for it."""

    status = 1


class Interrupted(Refusal):
    """Ctrl-C."""

    status = 130


def run_program(program: str, *arguments: str) -> str:
    """What `coupturc` prints."""
    try:
        done = subprocess.run([program, *arguments], capture_output=True, encoding="utf-8")
    except OSError as error:
        raise Refusal(
            f"cannot start {program}: {error.strerror}; build it with 'cargo build --release' or name it by --program"
        ) from error
    if done.returncode != 0:
        raise Refusal(done.stderr.strip() or f"{program} {arguments[0]} ended with status {done.returncode}")
    return done.stdout


def run_counts(program: str, *arguments: str) -> dict[str, int]:
    """What it counts: a line each, with a colon before the number."""
    lines = (line.split(": ") for line in run_program(program, *arguments).splitlines())
    return {what: int(number) for what, number in lines}
