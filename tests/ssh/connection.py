"""A client at the local end of an ssh connection, and functions to observe the engine at the remote end."""

import os
import queue
import subprocess
import threading
import time
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence

DIRECTORY = Path(os.environ["SSH_TEST_DIRECTORY"])
SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "remote-engine.sh"

# Longer than anything here takes unless it hangs.
PATIENCE = 10.0


def wait_until(condition: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Waits until the condition holds; returns the seconds that this took."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > patience:
            raise AssertionError(f"not within {patience} seconds")
        time.sleep(0.002)
    return time.monotonic() - start


def script_environment(options: str = "", remote: Optional[str] = None) -> Dict[str, str]:
    """The environment for the script: the test configuration, with additional ssh options and a remote program."""
    environment = {**os.environ, "COUPTURC_SSH_OPTIONS": f"-F ssh_config {options}"}
    environment.pop("COUPTURC_REMOTE", None)
    if remote is not None:
        environment["COUPTURC_REMOTE"] = remote
    return environment


def run_script(
    *arguments: str, options: str = "", remote: Optional[str] = None
) -> "subprocess.CompletedProcess[str]":
    """Runs the script to its end, with an empty standard input."""
    return subprocess.run(
        [str(SCRIPT), *arguments],
        cwd=DIRECTORY,
        env=script_environment(options, remote),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def run_plain(command: str) -> "subprocess.CompletedProcess[str]":
    """Runs `ssh loopback COMMAND` to its end, with an empty standard input."""
    return subprocess.run(
        ["ssh", "-F", "ssh_config", "loopback", command],
        cwd=DIRECTORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def engines() -> List[int]:
    """The process numbers of all engines that the server has started so far."""
    notes = DIRECTORY / "engines"
    return [int(line) for line in notes.read_text().split()] if notes.exists() else []


def status_of(process: int) -> List[str]:
    """State, parent and more of a process; empty if it does not exist."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def is_gone(process: int) -> bool:
    """Whether a process has ended, including zombies."""
    status = status_of(process)
    return not status or status[0] in "ZX"


def session_of(process: int) -> int:
    """The process of the ssh server that has started a process."""
    while True:
        process = int(status_of(process)[1])
        if Path(f"/proc/{process}/comm").read_text().startswith("sshd"):
            return process


class Connection:
    """A running ssh with an engine at the remote end."""

    def __init__(self, command: Sequence[str], environment: Optional[Dict[str, str]] = None) -> None:
        before = len(engines())
        self.errors = open(DIRECTORY / "errors", "w+b")
        self.process = subprocess.Popen(
            command,
            cwd=DIRECTORY,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        self._deaf = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            wait_until(lambda: len(engines()) > before or self.process.poll() is not None)
            self.engine = engines()[before]
        except (AssertionError, IndexError):
            complaints = self.complaints()
            self.clean_up()
            raise AssertionError(f"no engine was started: {complaints}") from None

    @classmethod
    def by_script(cls, options: str = "") -> "Connection":
        """Through the script."""
        return cls([str(SCRIPT), "loopback"], script_environment(options))

    @classmethod
    def by_plain_ssh(cls, options: str = "") -> "Connection":
        """As `ssh loopback coupturc`."""
        return cls(["ssh", "-F", "ssh_config", *options.split(), "loopback", "coupturc"])

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.decode("utf-8").rstrip("\r\n"))
            if self._deaf:
                return
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Sends lines to the engine."""
        self.process.stdin.write("".join(line + "\n" for line in lines).encode("utf-8"))
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line of the engine."""
        line = self._lines.get(timeout=PATIENCE)
        if line is None:
            raise AssertionError(f"the output has ended: {self.complaints()}")
        return line

    def until(self, word: str) -> List[str]:
        """The lines up to and including the first one that begins with the word."""
        lines = [self.line()]
        while lines[-1].split(" ")[0] != word:
            lines.append(self.line())
        return lines

    def ask(self, command: str, word: str) -> str:
        """The answer to a command that begins with the word."""
        self.send(command)
        return self.until(word)[-1]

    def rest(self) -> List[str]:
        """The lines until the end of the output."""
        return list(iter(lambda: self._lines.get(timeout=PATIENCE), None))

    def stop_reading(self) -> None:
        """Stops reading, after at most one further line."""
        self._deaf = True

    def complaints(self) -> str:
        """The standard error output of the local end."""
        self.errors.seek(0)
        return self.errors.read().decode("utf-8")

    def clean_up(self) -> None:
        """Ends the process and closes all streams, no matter how the test ended."""
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            try:
                stream.close()
            except BrokenPipeError:
                pass  # Unsent input is lost.
