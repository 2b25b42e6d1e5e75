"""Calls of the program by the scripts that distribute work."""

from __future__ import annotations

import subprocess


class Refusal(Exception):
    """An error, as a sentence for the user."""

    status = 1


class Interrupted(Refusal):
    """Ctrl-C."""

    status = 130


def run_program(program: str, *arguments: str) -> str:
    """The output of `coupturc`."""
    try:
        done = subprocess.run([program, *arguments], capture_output=True, encoding="utf-8")
    except OSError as error:
        raise Refusal(
            f"cannot start {program}: {error.strerror}; build it with 'cargo build --release', or set --program"
        ) from error
    if done.returncode != 0:
        raise Refusal(done.stderr.strip() or f"{program} {arguments[0]} ended with status {done.returncode}")
    return done.stdout


def run_counts(program: str, *arguments: str) -> dict[str, int]:
    """The counts in the output of the program: lines with a name, a colon and a number."""
    lines = (line.split(": ") for line in run_program(program, *arguments).splitlines())
    return {what: int(number) for what, number in lines}
