"""The engine as a DXP server, on a free port."""

from __future__ import annotations

import queue
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Optional, Type

from hub_process import PATIENCE


class DxpServer:
    """A running server and its output. Anything on standard error is a failure."""

    def __init__(self, program: Path, *arguments: str) -> None:
        command = [str(program), "dxp", "--listen", "127.0.0.1:0", "--hash", "4", *arguments]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
        assert self._process.stdout and self._process.stderr
        self._errors: IO[str] = self._process.stderr
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self.port = self.line("listening on ").rpartition(":")[2]

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.rstrip("\n"))

    def line(self, word: str) -> str:
        """The next line that contains `word`."""
        others = []
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"no line with '{word}' after {others}") from None
            if word in line:
                return line
            others.append(line)

    def __enter__(self) -> DxpServer:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._process.kill()
        self._process.wait()
        errors = self._errors.read()
        assert kind is not None or errors == "", errors
