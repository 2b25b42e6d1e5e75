"""A small Hub engine that plays the first legal move, with a choice of faults.

It tests the conformance checks: without a fault it passes the protocol checks, and with a fault it must fail
the check for that fault. Start it as `fake_engine.py [FAULT]`.
"""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from hub_conformance.rules import START, Position, parse_move  # noqa: E402
from hublib.lines import LineFault, parse_line  # noqa: E402

FAULTS = {
    "bad-param": "declares a value outside its range",
    "stubborn": "shows the old value of a parameter that was set",
    "no-ready": "does not answer init",
    "no-second-ready": "does not answer a second init",
    "illegal-move": "answers with a move that is not legal",
    "short-capture": "captures without the majority rule",
    "bare-capture": "omits the captured cells",
    "ordered-captures": "reads captured cells in ascending order only",
    "no-moves": "does not play the moves after a position",
    "two-dones": "sends done twice",
    "no-done-after-stop": "sends no done after stop",
    "done-when-idle": "sends done for a stop without a search",
    "deaf-in-search": "does not answer ping during a search",
    "ping-ends-search": "ends a search at a ping",
    "slow": "exceeds its time by half a second",
    "ignores-depth": "searches deeper than its limit",
    "one-limit": "keeps only the last limit",
    "sticky-limits": "keeps the limits of the last search",
    "no-ponder-hit": "does not know ponder-hit",
    "bad-ponder": "expects a reply that is not legal",
    "info-order": "puts the score before the depth",
    "info-form": "sends the depth as a decimal number",
    "bad-pv": "repeats its own move in pv",
    "centipawns": "sends scores in hundredths",
    "falling-nodes": "counts its nodes backwards",
    "equals-in-value": "writes = into a value",
    "stderr": "writes to the standard error stream",
    "dies-of-garbage": "dies of an invalid number",
    "dies-of-long-lines": "dies of a long line",
    "needs-newline-only": "does not accept a carriage return",
    "unquoted-only": "does not accept quotes",
    "no-unknown": "dies of an unknown command",
    "ignores-end": "ignores the end of the input",
    "ignores-quit": "ignores quit",
    "exit-code": "ends with a nonzero exit code",
    "crashes-at-end": "kills itself instead of ending",
    "ignores-output": "keeps running when its output is closed",
    "wrong-legal-moves": "omits a move from its list of legal moves",
    "hashfull": "reports its table as more than full",
    "spews": "fills the pipe with unrequested lines",
    "forgets-pings": "does not answer every thousandth ping",
    "leaks": "leaks a mebibyte at every change of a parameter",
    "hangs": "reads no input",
}


class Engine:
    """The state of the engine, and a method for every command."""

    def __init__(self, fault: str):
        self.fault = fault
        self.position = Position.parse(START)
        self.level: dict[str, float] = {}
        self.overhead = "10"
        self.inits = self.pings = 0
        self.leak: list[bytearray] = []
        self.deadline: float | None = None
        self.searching = self.pondering = False

    def send(self, line: str) -> None:
        try:
            os.write(1, (line + "\n").encode())
        except OSError:
            if self.fault != "ignores-output":
                os._exit(0)

    # Time.

    def wait_seconds(self) -> float | None:
        """How long to wait for input: until the end of the search, or without a limit."""
        if not self.searching or self.pondering or self.deadline is None:
            return None
        return max(0.0, self.deadline - time.monotonic())

    def tick(self) -> None:
        if self.wait_seconds() == 0.0:
            self.finish()

    # Commands.

    def handle(self, raw: str) -> None:
        if self.fault == "dies-of-long-lines" and len(raw) > 1000:
            os._exit(1)
        try:
            line = parse_line(raw)
        except LineFault:
            return
        known = getattr(self, "do_" + line.command.replace("-", "_"), None)
        if known is None:
            if self.fault == "no-unknown":
                os._exit(1)
            return
        if self.searching and line.command == "ping" and self.fault == "deaf-in-search":
            return
        known(dict(line.arguments))

    def do_hub(self, _: dict[str, str]) -> None:
        self.send('id name=Fake version=1.0 author="the conformance tests"')
        shown = "99999" if self.fault == "bad-param" else self.overhead
        self.send(f"param name=overhead value={shown} type=int min=0 max=10000")
        self.send("wait")

    def do_set_param(self, arguments: dict[str, str]) -> None:
        value = arguments.get("value", "")
        if self.fault == "leaks":
            self.leak.append(bytearray(os.urandom(1 << 20)))
        if arguments.get("name") == "overhead" and value.isdigit() and self.fault != "stubborn":
            self.overhead = value if int(value) <= 10000 else self.overhead

    def do_init(self, _: dict[str, str]) -> None:
        self.inits += 1
        if self.fault != "no-ready" and not (self.fault == "no-second-ready" and self.inits > 1):
            self.send("ready")
        if self.fault == "spews":
            while True:
                self.send("info\n" * 5000)

    def do_ping(self, _: dict[str, str]) -> None:
        self.pings += 1
        if self.fault == "forgets-pings" and self.pings % 1000 == 0:
            return
        self.send("pong")
        if self.fault == "ping-ends-search" and self.searching:
            self.finish()

    def do_quit(self, _: dict[str, str]) -> None:
        if self.fault != "ignores-quit":
            self.leave()

    def leave(self) -> None:
        if self.searching:
            self.finish()
        if self.fault == "crashes-at-end":
            os.abort()
        os._exit(3 if self.fault == "exit-code" else 0)

    def do_pos(self, arguments: dict[str, str]) -> None:
        if self.searching:
            return
        try:
            fen = arguments.get("fen")
            position = Position.from_fen(fen) if fen else Position.parse(arguments.get("pos", ""))
            for text in arguments.get("moves", "").split():
                move = parse_move(text)
                cells = text.split("x")[2:]
                if self.fault == "ordered-captures" and cells != sorted(cells, key=int):
                    return
                if move not in position.legal_moves():
                    return
                if self.fault != "no-moves":
                    position = position.play(move)
            self.position = position
        except (ValueError, IndexError):
            return

    def do_play(self, arguments: dict[str, str]) -> None:
        move = parse_move(arguments.get("move", ""))
        if move in self.position.legal_moves():
            self.position = self.position.play(move)

    def do_fen(self, _: dict[str, str]) -> None:
        self.send(f'fen fen="{self.position.fen()}"')

    def do_status(self, _: dict[str, str]) -> None:
        over = not self.position.legal_moves()
        winner = "black" if self.position.side == "W" else "white"
        self.send(f"status result={winner}-win reason=no-moves" if over else "status result=none reason=none")

    def do_level(self, arguments: dict[str, str]) -> None:
        if self.fault == "one-limit":
            self.level.clear()
        for name, text in arguments.items():
            try:
                self.level[name] = 0.0 if name == "infinite" else float(text)
            except ValueError:
                if self.fault == "dies-of-garbage":
                    os._exit(1)

    def do_go(self, arguments: dict[str, str]) -> None:
        if self.searching or not {"think", "ponder", "analyze"} & set(arguments):
            return
        if not self.position.legal_moves():
            self.send("done")
            return
        self.searching, self.pondering = True, "ponder" in arguments
        self.start = time.monotonic()
        self.infos(1, 2)
        self.start_clock()

    def start_clock(self) -> None:
        times = []
        if "depth" in self.level or "nodes" in self.level:
            times.append(0.0)
        if "move-time" in self.level:
            times.append(self.level["move-time"] * 0.8)
        if "time" in self.level:
            times.append(max(0.0, self.level["time"]) / 10)
        extra = 0.5 if self.fault == "slow" else 0.0
        self.deadline = time.monotonic() + min(times) + extra if times else None

    def do_stop(self, _: dict[str, str]) -> None:
        if self.searching:
            self.finish(silent=self.fault == "no-done-after-stop")
        elif self.fault == "done-when-idle":
            self.send(f"done move={self.position.legal_moves()[0]}")

    def do_ponder_hit(self, _: dict[str, str]) -> None:
        if self.pondering and self.fault != "no-ponder-hit":
            self.pondering = False
            self.start_clock()

    def do_new_game(self, _: dict[str, str]) -> None:
        pass

    def do_legal_moves(self, _: dict[str, str]) -> None:
        moves = self.position.legal_moves()
        if self.fault == "wrong-legal-moves" and len(moves) > 1:
            moves.pop()
        self.send(f'legal-moves count={len(moves)} moves="{" ".join(map(str, moves))}"')

    # Searching.

    def infos(self, first: int, last: int) -> None:
        """Reports an iterative deepening search, as deep as the limit allows."""
        if self.fault != "ignores-depth":
            last = int(min(last, max(1, self.level.get("depth", last))))
        for depth in range(first, last + 1):
            self.info(depth)

    def info(self, depth: int) -> None:
        move = self.position.legal_moves()[0]
        won = not self.position.play(move).legal_moves()
        score = 99.99 if won else 0.0
        if self.fault == "centipawns":
            score = 9999.0 if won else 250.0
        nodes = 1000 - depth if self.fault == "falling-nodes" else depth
        shown = f"{depth}.5" if self.fault == "info-form" else str(depth)
        head = [f"depth={shown}", f"mean-depth={depth:.1f}", f"score={score:.2f}"]
        if self.fault == "info-order":
            head.reverse()
        pv = f"{move} {move}" if self.fault == "bad-pv" else f"{move}"
        elapsed = time.monotonic() - self.start
        more = ' note="a=b"' if self.fault == "equals-in-value" else ""
        more += " hashfull=2000" if self.fault == "hashfull" else ""
        self.send(f'info {" ".join(head)} nodes={nodes} time={elapsed:.3f} nps=0.10 pv="{pv}"{more}')

    def chosen_move(self) -> str:
        moves = self.position.legal_moves()
        if self.fault == "illegal-move":
            return "1-50"
        if self.fault == "short-capture":
            taken = [
                m
                for cell in range(1, 51)
                if self.position.is_own(cell)
                for m in self.position._captures(cell)
            ]
            return str(min(taken, key=lambda move: len(move.captured)) if taken else moves[0])
        if self.fault == "bare-capture" and moves[0].captured:
            return f"{moves[0].start}x{moves[0].end}"
        return str(moves[0])

    def finish(self, silent: bool = False) -> None:
        self.infos(3, 4)
        self.searching = self.pondering = False
        if self.fault != "sticky-limits":
            self.level = {}
        if silent:
            return
        answers = self.position.play(self.position.legal_moves()[0]).legal_moves()
        ponder = f" ponder={answers[0]}" if answers else ""
        if self.fault == "bad-ponder":
            ponder = " ponder=50-1"
        for _ in range(2 if self.fault == "two-dones" else 1):
            self.send(f"done move={self.chosen_move()}{ponder}")


def lines_of(data: bytes, fault: str) -> list[str]:
    """Complete lines as text, changed according to the fault."""
    lines = []
    for raw in data.split(b"\n"):
        if fault == "needs-newline-only" and raw.endswith(b"\r"):
            raw = raw[:-1] + b"?"
        text = raw.rstrip(b"\r").decode("utf-8", "replace")
        lines.append(text.replace('"', "?") if fault == "unquoted-only" else text)
    return lines


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else ""
    if fault and fault not in FAULTS:
        sys.exit(f"no such fault: {fault}")
    if fault == "stderr":
        print("hello", file=sys.stderr, flush=True)
    while fault == "hangs":
        time.sleep(60)
    engine, data = Engine(fault), b""
    watch = select.poll()
    watch.register(0, select.POLLIN | select.POLLHUP)
    while True:
        seconds = engine.wait_seconds()
        if not watch.poll(None if seconds is None else seconds * 1000):
            engine.tick()
            continue
        chunk = os.read(0, 1 << 16)
        if not chunk:
            while fault == "ignores-end":
                time.sleep(60)
            engine.leave()
        *complete, data = (data + chunk).split(b"\n")
        for text in (line for raw in complete for line in lines_of(raw, fault)):
            engine.handle(text)
            engine.tick()


if __name__ == "__main__":
    main()
