"""An engine as a child process: sends and receives lines, always with a timeout.

There are no threads. Output is read only while the caller waits for a line, so its time of arrival is known to a
fraction of a millisecond; otherwise it stays in the pipe, as with a client that does not read. Works on systems that
can poll pipes: Linux, macOS, other Unix systems.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .lines import command_of, shorten

STDERR_KEPT = 1 << 16
CHUNK = 1 << 16
SPEW_LINES = 500_000
SPEW_BYTES = 64 << 20


class EngineFault(Exception):
    """The engine did not do what the caller waited for."""


class NoAnswer(EngineFault):
    """Time is up."""


class EngineEnded(EngineFault):
    """The process has ended, or closed its output."""


class Spew(EngineFault):
    """Far more output than the commands can explain."""


@dataclass(frozen=True)
class Arrival:
    """A line of the engine, and the time of its arrival (time.perf_counter)."""

    text: str
    time: float

    @property
    def command(self) -> str:
        return command_of(self.text)


Log = Callable[[str, str], None]


def command_words(arguments: Sequence[str]) -> list[str]:
    """The words of a command, given as several arguments or as one quoted text."""
    if len(arguments) == 1 and not os.path.exists(arguments[0]):
        return shlex.split(arguments[0])
    return list(arguments)


class Engine:
    """A running engine. Use it in a `with` block, whose end kills the process."""

    def __init__(
        self,
        command: Sequence[str],
        directory: str | None = None,
        log: Log | None = None,
        spew_lines: int = SPEW_LINES,
    ):
        if not hasattr(select, "poll"):
            raise OSError("pipes cannot be polled on this system, expected Linux, macOS or another Unix")
        self._log = log or (lambda _direction, _text: None)
        # In its own session, so that a shell and the engine that it starts can be killed together.
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=directory,
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin: int | None = self._process.stdin.fileno()
        self._stdout: int | None = self._process.stdout.fileno()
        self._stderr: int | None = self._process.stderr.fileno()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._partial = bytearray()
        self._lines: deque[Arrival] = deque()
        self._bytes_read = self._bytes_written = 0
        self._spew_lines = spew_lines
        self.stderr = b""

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def output(self) -> int:
        """The descriptor from which the engine's output is read."""
        assert self._stdout is not None
        return self._stdout

    @property
    def bytes_read(self) -> int:
        """The number of bytes read from the engine's output."""
        return self._bytes_read

    @property
    def bytes_written(self) -> int:
        """The number of bytes written to the engine's input, including those in the buffer of the pipe."""
        return self._bytes_written

    # Writing.

    def send(self, *lines: str, timeout: float = 10.0) -> float:
        """Sends lines in one write; returns the time just before it."""
        for line in lines:
            self._log(">", line)
        return self.send_bytes("".join(f"{line}\n" for line in lines).encode(), timeout)

    def send_bytes(self, data: bytes, timeout: float = 10.0, reading: bool = True) -> float:
        """Writes raw bytes. With `reading`, reads the engine's output meanwhile."""
        start = time.perf_counter()
        deadline = start + timeout
        rest = memoryview(data)
        while len(rest):
            if self._stdin is None:
                raise EngineEnded("the engine's input is closed")
            try:
                written = os.write(self._stdin, rest[:CHUNK])
                self._bytes_written += written
                rest = rest[written:]
                continue
            except BlockingIOError:
                pass
            except BrokenPipeError as error:
                raise EngineEnded(f"the engine no longer reads its input{self._exit_text()}") from error
            if time.perf_counter() >= deadline:
                raise NoAnswer(f"the engine took no input for {timeout:g} s, {len(rest)} bytes left")
            self._poll(deadline, writing=True, reading=reading)
        return start

    def close_input(self) -> float:
        """Ends the engine's input; returns the time just before it."""
        self._log(">", "(end of input)")
        start = time.perf_counter()
        if self._process.stdin and self._stdin is not None:
            self._stdin = None
            self._process.stdin.close()
        return start

    def close_output(self) -> float:
        """Stops reading the engine's output, and closes it; returns the time just before it."""
        self._log(">", "(output closed)")
        start = time.perf_counter()
        if self._process.stdout and self._stdout is not None:
            self._stdout = None
            self._process.stdout.close()
        return start

    # Reading.

    def line(self, timeout: float) -> Arrival:
        """The next line of the engine."""
        deadline = time.perf_counter() + timeout
        while not self._lines:
            if self._stdout is None:
                raise EngineEnded(f"the engine's output has ended{self._exit_text()}")
            if time.perf_counter() >= deadline:
                raise NoAnswer(f"no line within {timeout:g} s")
            self._poll(deadline)
        return self._lines.popleft()

    def wait_for(self, command: str, timeout: float, before: list[Arrival] | None = None) -> Arrival:
        """The next line with this command; the lines before it are appended to `before`."""
        deadline = time.perf_counter() + timeout
        while True:
            try:
                arrival = self.line(max(0.0, deadline - time.perf_counter()))
            except NoAnswer:
                raise NoAnswer(f"no {command} within {timeout:g} s") from None
            if arrival.command == command:
                return arrival
            if before is not None:
                before.append(arrival)
                if len(before) > self._spew_lines:
                    raise Spew(f"{len(before)} lines, but no {command}")

    def lines_for(self, seconds: float) -> list[Arrival]:
        """All lines that arrive within a time, or until the output ends."""
        deadline = time.perf_counter() + seconds
        arrivals: list[Arrival] = []
        with contextlib.suppress(EngineFault):
            while True:
                arrivals.append(self.line(max(0.0, deadline - time.perf_counter())))
        return arrivals

    def pause(self, seconds: float) -> None:
        """Waits, and reads output meanwhile; the lines are kept for later."""
        deadline = time.perf_counter() + seconds
        while self._stdout is not None and time.perf_counter() < deadline:
            self._poll(deadline)

    def has_said(self, command: str) -> bool:
        """Whether a line with this command has been read and kept."""
        return any(arrival.command == command for arrival in self._lines)

    def synchronise(self, timeout: float) -> list[Arrival]:
        """Pings, and returns all lines before the pong."""
        before: list[Arrival] = []
        self.send("ping", timeout=timeout)
        self.wait_for("pong", timeout, before)
        return before

    # Ending.

    def wait_for_end(self, timeout: float) -> int:
        """Waits until the process ends, while still reading; returns its exit code (negative: a signal)."""
        deadline = time.perf_counter() + timeout
        while True:
            # Checks the process, because a grandchild may keep the pipes open.
            code = self._process.poll()
            if code is not None:
                return code
            if time.perf_counter() >= deadline:
                raise NoAnswer(f"the process still runs after {timeout:g} s")
            if self._stdout is None and self._stderr is None:
                time.sleep(0.0005)
            else:
                self._poll(min(deadline, time.perf_counter() + 0.001))

    def kill(self) -> None:
        """Kills the process and all its children."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._stdin = self._stdout = self._stderr = None
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()

    def _exit_text(self) -> str:
        # The output and the process end at nearly the same moment, in either order.
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.2)
            return f" (killed by signal {-code})" if code < 0 else f" (exit code {code})"
        return ""

    def _poll(self, deadline: float, writing: bool = False, reading: bool = True) -> None:
        """Waits for an event until the deadline, and reads available output."""
        watch = select.poll()
        if writing and self._stdin is not None:
            watch.register(self._stdin, select.POLLOUT)
        readable = [self._stdout, self._stderr] if reading else []
        for descriptor in readable:
            if descriptor is not None:
                watch.register(descriptor, select.POLLIN)
        # Rounded up, so that the last fraction of a millisecond is not spent in a busy loop.
        left = max(0, int((deadline - time.perf_counter()) * 1000) + 1)
        for descriptor, _ in watch.poll(left):
            if descriptor == self._stdout:
                self._read_stdout(descriptor)
            elif descriptor == self._stderr:
                self._read_stderr(descriptor)

    def _read_stdout(self, descriptor: int) -> None:
        chunk = self._read(descriptor)
        now = time.perf_counter()
        if not chunk:
            self._stdout = None
            chunk = b"\n" if self._partial else b""
        self._bytes_read += len(chunk)
        *complete, rest = chunk.split(b"\n")
        if complete:
            complete[0] = bytes(self._partial) + complete[0]
            self._partial.clear()
        self._partial += rest
        for raw in complete:
            text = raw.rstrip(b"\r").decode("utf-8", "replace")
            self._log("<", text)
            self._lines.append(Arrival(text, now))
        if len(self._lines) > self._spew_lines or len(self._partial) > SPEW_BYTES:
            self.kill()
            raise Spew(f"{len(self._lines)} unread lines of output")

    def _read_stderr(self, descriptor: int) -> None:
        chunk = self._read(descriptor)
        if not chunk:
            self._stderr = None
        for text in chunk.decode("utf-8", "replace").splitlines():
            self._log("!", shorten(text))
        self.stderr = (self.stderr + chunk)[:STDERR_KEPT]

    @staticmethod
    def _read(descriptor: int) -> bytes:
        try:
            return os.read(descriptor, CHUNK)
        except OSError:
            return b""
