"""Play and analyse draughts games with the engine coupturc, from Python.

Copy this file next to yours: it needs Python 3.9 or newer and the program `coupturc`, and nothing else.

    from coupturc import Engine

    with Engine("coupturc", variant="dameo") as engine:
        game = engine.new_game()
        while game.result == "none":
            game.play(engine.think(game, seconds=0.1).move)
        print(len(game.moves), "moves,", game.result, "by", game.reason)

The rules are the engine's: a `Game` asks it for the legal moves, plays no others, and knows when the game is over.
Games are those that `engine.variants` names; moves and cells are written as their players do, such as 32-28 or b2-b3.
"""

from __future__ import annotations

import os
import queue
import re
import shlex
import subprocess
import threading
import time
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Union

__all__ = ["Engine", "EngineError", "Found", "Game", "Line"]


class EngineError(Exception):
    """The engine rejects a request or does not answer; the text says why."""


class Line(NamedTuple):
    """A line of play that the engine expects."""

    moves: List[str]
    score: float
    """In men, for the side to move. Beyond 90 it is a win or loss in n plies: 100 - n/100, or the negative."""
    depth: int
    nodes: int
    seconds: float


class Found(NamedTuple):
    """The result of a search."""

    move: str
    ponder: Optional[str]
    """The expected reply."""
    lines: List[Line]
    """The best lines, best first."""

    @property
    def score(self) -> Optional[float]:
        """The score of the move, unless the engine had only one move and gave no score."""
        return self.lines[0].score if self.lines else None


class Game:
    """A game: its start position and the moves played since. Created by `Engine.new_game`."""

    def __init__(self, engine: "Engine", variant: str, start: str) -> None:
        self._engine = engine
        self.variant = variant
        self.start = start
        """The FEN of its start position."""
        self.moves: List[str] = []
        self._look()

    def _look(self) -> None:
        answers = self._engine._ask(*self._engine._setting(self), "fen", "legal-moves", "status")
        self.fen: str = answers["fen"]["fen"]
        self.legal_moves: List[str] = answers["legal-moves"]["moves"].split()
        self.result: str = answers["status"]["result"]
        """none, white-win, black-win or draw."""
        self.reason: str = answers["status"]["reason"]

    @property
    def turn(self) -> str:
        """The side to move, W or B."""
        return self.fen[0]

    def play(self, *moves: str) -> None:
        """Plays all of the moves, or none: then an `EngineError` names the illegal one."""
        before = list(self.moves)
        self.moves.extend(moves)
        try:
            self._look()
        except EngineError:
            self.moves = before
            raise

    def take_back(self, count: int = 1) -> None:
        """Takes back this number of moves, or all if there are fewer."""
        self.moves = self.moves[: max(len(self.moves) - count, 0)]
        self._look()


class Engine:
    """An engine process. It ends with its `with` block, or by `close`.

    `command` is a program, or a list with its arguments, or a text such as "ssh host coupturc". An answer may take
    `patience` seconds. Further arguments are parameters of the engine, such as variant, level, threads, hash or halt,
    with "_" for "-" in their names.
    """

    def __init__(
        self, command: Union[str, Sequence[str]] = "coupturc", patience: float = 60, **parameters: object
    ) -> None:
        self._patience = patience
        words = _words(command)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            problem = f"{words[0]}: {error.strerror}; expected the program coupturc, or the way to it"
            raise EngineError(problem) from error
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._begin(parameters)
        except BaseException:
            self.close()
            raise

    def _begin(self, parameters: Dict[str, object]) -> None:
        self._starts: Dict[str, str] = {}
        self._send("hub")
        answers = self._until("wait")
        introduction = next((_values(line) for line in answers if _word(line) == "id"), {})
        self.name, self.version = introduction.get("name", ""), introduction.get("version", "")
        declared = [_values(line) for line in answers if _word(line) == "param"]
        self.parameters = {values["name"]: values for values in declared}
        """The parameters by name: value, type, and min and max or values."""
        self.variants = self.parameters["variant"]["values"].split()
        self._note_start()
        self.set(**parameters)
        self._send("init")
        self._until("ready")

    def _note_start(self) -> None:
        """Stores the start position of a game when it is first chosen."""
        fen = self._ask("fen")["fen"]["fen"]
        self._starts.setdefault(self.variant, fen)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        try:
            self._send("quit")
            self._process.wait(5)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except OSError:
                pass

    def set(self, **parameters: object) -> None:
        """Sets parameters of the engine. Another variant puts its start position on the board."""
        for name, value in parameters.items():
            name = name.replace("_", "-")
            if name not in self.parameters:
                raise EngineError(f"there is no parameter {name}, expected one of {', '.join(self.parameters)}")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if '"' in text:
                raise EngineError(f"{name}: {text} has a quote in it, expected a value without")
            self._ask(f'set-param name={name} value="{text}"')
            self.parameters[name]["value"] = text
            if name == "variant":
                self._note_start()

    @property
    def variant(self) -> str:
        """The current variant, by its Hub name."""
        return self.parameters["variant"]["value"]

    def new_game(self, fen: Optional[str] = None, moves: Iterable[str] = ()) -> Game:
        """A new game of the engine's variant from a position, or from its start, with these moves played."""
        self._ask("new-game")
        game = Game(self, self.variant, fen or self._starts[self.variant])
        game.play(*moves)
        return game

    def think(
        self,
        game: Game,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        lines: int = 1,
    ) -> Found:
        """Searches for this number of best `lines` until the first of these limits, or for one second without limits.

        Like the engine, it refuses to search if the game is over."""
        if seconds is None and nodes is None and depth is None:
            seconds = 1.0
        limits = {"move-time": seconds, "nodes": nodes, "depth": depth}
        level = " ".join(f"{name}={value}" for name, value in limits.items() if value is not None)
        if self.parameters["multi-pv"]["value"] != str(lines):
            self.set(multi_pv=lines)
        self._ask(*self._setting(game), f"level {level}")
        self._send("go think")
        reply = self._until("done", _FOREVER if seconds is None else self._patience + seconds)
        done = _values(reply[-1])
        if "move" not in done:
            raise EngineError(next((_values(line)["message"] for line in reply if _word(line) == "error"), "no move"))
        return Found(done["move"], done.get("ponder"), _best_lines(reply))

    def evaluate(self, game: Game) -> float:
        """The static evaluation, without search, in men for the side to move."""
        return float(self._ask(*self._setting(game), "eval")["eval"]["score"])

    def count_leaves(self, game: Game, depth: int) -> int:
        """The number of positions after this many plies: perft."""
        self._ask(*self._setting(game))
        self._send(f"perft depth={depth}")
        last = self._until(("perft", "error"), _FOREVER)[-1]
        if _word(last) == "error":
            raise EngineError(_values(last)["message"])
        return int(_values(last)["nodes"])

    # ---- Lines ----

    def _setting(self, game: Game) -> List[str]:
        """The commands that put a game on the engine's board."""
        change = []
        if game.variant != self.variant:
            change = [f"set-param name=variant value={game.variant}"]
            self.parameters["variant"]["value"] = game.variant
        return [*change, f'pos fen="{game.start}" moves="{" ".join(game.moves)}"']

    def _ask(self, *commands: str) -> Dict[str, Dict[str, str]]:
        """Sends commands that are answered immediately, and returns the answers by their first words."""
        for command in commands:
            self._send(command)
        self._send("ping")
        answers = {_word(line): _values(line) for line in self._until("pong")}
        if "error" in answers:
            raise EngineError(answers["error"]["message"])
        return answers

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise EngineError(f"{line!r} has an end of line in it, expected a single line")
        try:
            self._process.stdin.write(line + "\n")
        except (OSError, ValueError) as error:
            raise EngineError("the engine has ended") from error

    def _until(self, words: Union[str, Sequence[str]], patience: Optional[float] = None) -> List[str]:
        """The lines of the engine up to the one that begins with one of these words."""
        words = [words] if isinstance(words, str) else words
        deadline = None if patience == _FOREVER else time.monotonic() + (patience or self._patience)
        lines: List[str] = []
        while not lines or _word(lines[-1]) not in words:
            try:
                line = self._lines.get(timeout=deadline and max(deadline - time.monotonic(), 0))
            except queue.Empty:
                raise EngineError(f"the engine does not answer, expected {words[0]}") from None
            if line is None:
                raise EngineError(f"the engine has ended, expected {words[0]}")
            lines.append(line)
        return lines

    def _read(self) -> None:
        """Queues lines as they arrive, and None at the end; on a thread, since pipes on Windows cannot be polled."""
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)


_FOREVER = float("inf")


def _words(command: Union[str, Sequence[str]]) -> List[str]:
    """A command with its arguments, as a shell splits it; on Windows, backslashes are part of paths."""
    if not isinstance(command, str):
        words = list(command)
    else:
        words = shlex.split(command.replace("\\", "\\\\") if os.name == "nt" else command)
    if not words:
        raise EngineError("the command is empty; expected the program coupturc, or the way to it")
    return words


def _word(line: str) -> str:
    return line.split(" ", 1)[0]


def _values(line: str) -> Dict[str, str]:
    """The arguments of a line by name."""
    found = re.findall(r'([\w-]+)=(?:"([^"]*)"|(\S*))', line)
    return {name: quoted or plain for name, quoted, plain in found}


def _best_lines(reply: Iterable[str]) -> List[Line]:
    """The last line of each rank."""
    ranks: Dict[int, Line] = {}
    for line in reply:
        if _word(line) == "info":
            of = _values(line)
            ranks[int(of.get("multipv", 1))] = Line(
                of["pv"].split(), float(of["score"]), int(of["depth"]), int(of["nodes"]), float(of["time"])
            )
    return [ranks[rank] for rank in sorted(ranks)]
