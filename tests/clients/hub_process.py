"""The engine on raw pipes: lines in, lines out, without a client library."""

from __future__ import annotations

import queue
import re
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Optional, Type, TypeVar

PATIENCE = 20.0
"""The time limit for an answer, in seconds. Generous, because the machine may be busy."""

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"
"""The start position of International Draughts."""


Process = TypeVar("Process", bound="HubProcess")


@dataclass
class Search:
    """The lines from `go` to `done`."""

    infos: list[str] = field(default_factory=list)
    done: str = ""

    @property
    def move(self) -> str:
        return self._move("move")

    @property
    def ponder(self) -> str:
        return self._move("ponder")

    def _move(self, name: str) -> str:
        match = re.search(rf" {name}=(\S+)", self.done)
        assert match, f"no {name} in '{self.done}'"
        return match.group(1)


class HubProcess:
    """A running engine. Anything on standard error is a failure, as is a bad exit status."""

    def __init__(self, program: Path, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([str(program), *arguments], stdin=pipe, stdout=pipe, stderr=pipe)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input: IO[bytes] = self._process.stdin
        self._lines: queue.Queue[Optional[str]] = queue.Queue()
        self._errors = b""
        self._threads = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read_lines(self, stream: IO[bytes]) -> None:
        for line in stream:
            assert line.endswith(b"\n"), line
            self._lines.put(line.decode().rstrip("\r\n"))
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        self._errors = stream.read()

    def send(self, *lines: str) -> None:
        """Sends lines, all of them in one write."""
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        self._input.write(data)
        self._input.flush()

    def line(self, patience: float = PATIENCE) -> str:
        """The next line of the engine."""
        try:
            line = self._lines.get(timeout=patience)
        except queue.Empty:
            raise AssertionError(f"no answer within {patience} seconds") from None
        assert line is not None, f"the engine has ended: {self._errors!r}"
        return line

    def is_silent(self, seconds: float, beside: str = "info ") -> bool:
        """Whether the engine sends only lines that start with `beside` for this many seconds."""
        stop = threading.Event()
        timer = threading.Timer(seconds, stop.set)
        timer.start()
        try:
            while not stop.is_set():
                try:
                    line = self._lines.get(timeout=0.01)
                except queue.Empty:
                    continue
                if line is None or not line.startswith(beside):
                    return False
            return True
        finally:
            timer.cancel()

    def until(self, last: str) -> list[str]:
        """The lines before the line `last`."""
        lines: list[str] = []
        while (line := self.line()) != last:
            lines.append(line)
        return lines

    def answers(self, *lines: str) -> list[str]:
        """The answers to `lines`: all lines before the answer to a final `ping`."""
        self.send(*lines, "ping")
        return self.until("pong")

    def quietly(self, *lines: str) -> None:
        """Sends lines that must get no answer."""
        assert self.answers(*lines) == [], lines

    def search(self, *lines: str) -> Search:
        """Sends lines, the last of which is a `go`, and waits for its `done`."""
        self.send(*lines)
        return self.rest_of_search()

    def rest_of_search(self) -> Search:
        search = Search()
        while not (line := self.line()).startswith("done"):
            assert line.startswith("info "), line
            search.infos.append(line)
        search.done = line
        return search

    def finish(self) -> list[str]:
        """Sends `quit` and checks the exit; returns the unread lines."""
        self.send("quit")
        return self.end()

    def end(self) -> list[str]:
        """Closes the input and checks the exit; returns the unread lines."""
        self._input.close()
        try:
            status = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        for thread in self._threads:
            thread.join(PATIENCE)
        assert (status, self._errors) == (0, b""), (status, self._errors)
        return [line for line in iter(self._lines.get_nowait, None) if line is not None]

    def __enter__(self: Process) -> Process:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if kind is not None:
            # The test has already failed.
            self._process.kill()
            self._process.wait()
        elif self._process.returncode is None:
            unread = self.finish()
            assert unread == [], f"unexpected lines: {unread}"
