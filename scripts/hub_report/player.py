"""An engine that plays one of its games, with the operations that measurements need."""

from __future__ import annotations

from collections.abc import Iterable

from hublib.engine import Arrival, Engine
from hublib.lines import HubLine, parse_line

from .setting import Setting


class Player:
    """A process with a game on its board. Use it in a `with` block."""

    def __init__(self, setting: Setting, variant: str = "normal", threads: int = 1, hash_mebibytes: int = 16):
        self.setting = setting
        self.engine = Engine(setting.command, spew_lines=3_000_000)
        try:
            self.engine.send("hub", "init")
            self.engine.wait_for("ready", setting.timeout)
            self.set("threads", threads)
            self.set("hash", hash_mebibytes)
            self.set("variant", variant)
            self.start = self.ask("fen").get("fen") or ""
        except BaseException:
            self.engine.kill()
            raise

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.kill()

    def set(self, name: str, value: object) -> list[Arrival]:
        """Sets a parameter; returns the resulting errors."""
        self.engine.send(f"set-param name={name} value={value}")
        return [line for line in self.engine.synchronise(self.setting.timeout) if line.command == "error"]

    def ask(self, command: str) -> HubLine:
        self.engine.send(command)
        return parse_line(self.engine.wait_for(command, self.setting.timeout).text)

    def legal_moves(self) -> list[str]:
        return (self.ask("legal-moves").get("moves") or "").split()

    def is_over(self) -> bool:
        return self.ask("status").get("result") != "none"

    def set_up(self, moves: Iterable[str]) -> None:
        played = " ".join(moves)
        self.engine.send(f'pos fen="{self.start}"' + (f' moves="{played}"' if played else ""))

    def random_opening(self, most: int = 30, least: int = 4) -> list[str]:
        """Sets up an unfinished game of random moves; returns its moves."""
        chance = self.setting.chance
        while True:
            self.set_up([])
            moves: list[str] = []
            for _ in range(chance.randint(least, most)):
                legal = self.legal_moves()
                if not legal:
                    break
                moves.append(chance.choice(legal))
                self.engine.send(f"play move={moves[-1]}")
            if not self.is_over():
                return moves

    def think(
        self, level: str, mode: str = "think", patience: float = 0.0
    ) -> tuple[str, float, HubLine | None]:
        """A search: its move, the seconds from sending `go` to `done`, and the last `info`."""
        self.engine.send(f"level {level}")
        began = self.engine.send(f"go {mode}")
        before: list[Arrival] = []
        arrival = self.engine.wait_for("done", self.setting.timeout + patience, before)
        infos = [line for line in before if line.command == "info"]
        move = parse_line(arrival.text).get("move") or ""
        return move, arrival.time - began, parse_line(infos[-1].text) if infos else None


def memory_kibibytes(pid: int, field: str = "VmRSS") -> int | None:
    """The resident memory of a process, current (VmRSS) or peak (VmHWM); available only on Linux."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as lines:
            for line in lines:
                if line.startswith(field + ":"):
                    return int(line.split()[1])
    except OSError:
        pass
    return None


def mebibytes(kibibytes: int | None) -> str:
    return "unknown" if kibibytes is None else f"{kibibytes / 1024:.1f} MiB"
