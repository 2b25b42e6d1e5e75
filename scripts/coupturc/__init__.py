"""Play and analyse draughts games with the engine coupturc, from Python.

`pip install coupturc` installs it together with the program. The folder with this file can also be copied next to your
own: it needs Python 3.9 or newer and the program `coupturc`, and nothing else.

    from coupturc import Engine

    with Engine(variant="dameo") as engine:
        game = engine.new_game()
        while game.result == "none":
            game.play(engine.think(game, seconds=0.1).move)
        print(len(game.moves), "moves,", game.result, "by", game.reason)

The rules are the engine's: a `Game` asks it for the legal moves, plays no others, and knows when the game is over.
Games are those that `engine.variants` names; moves and cells are written as their players do, such as 32-28 or b2-b3.
A notebook shows a `Game` as a picture of its board.

Besides `think`, an engine can `search` and show each line of play as it is found, `ponder` in the opponent's time,
`analyse` a whole game, `probe` endgame tables, and `read_pdn` and `write_pdn`.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import subprocess
import threading
import time
from dataclasses import dataclass, field
from importlib import metadata
from typing import IO, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union
from urllib.parse import unquote

__all__ = ["Ending", "Engine", "EngineError", "Fault", "Found", "Game", "Line", "Node", "Record", "Search", "Verdict"]


class EngineError(Exception):
    """The engine rejects a request or does not answer; the text says why."""


class Line(NamedTuple):
    """A line of play that the engine expects."""

    moves: List[str]
    score: float
    """In men, for the side to move. Beyond 90 it is a win or loss in n plies: 100 - n/100, or the negative."""
    depth: int
    """In plies."""
    nodes: int
    seconds: float
    """Since the start of the search."""
    rank: int = 1
    """1 for the best line."""
    table_hits: int = 0
    """Positions found in endgame tables."""


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


class Verdict(NamedTuple):
    """What the engine thinks of a move that was played. Scores are in men, for White."""

    ply: int
    """The number of the move, where 1 is the first of the game."""
    move: str
    before: float
    """The score of the position before the move."""
    after: float
    """The score of the position after it; 100 or -100 if that is won, and 0 if it is drawn."""
    best: str
    """The move that the engine prefers."""

    @property
    def best_score(self) -> float:
        """The score of the best move: that of the position before the move."""
        return self.before


class Ending(NamedTuple):
    """How a position ends if both sides play as well as possible."""

    result: str
    """win, loss or draw, for the side to move."""
    plies: Optional[int]
    """The number of moves by both sides to the win or loss; None for a draw."""
    moves: List[str]
    """A line of play to the win or loss."""


class Fault(NamedTuple):
    """What cannot be read or played in a PDN text."""

    line: int
    """In the text, from 1."""
    message: str


@dataclass(eq=False)
class Node:
    """A move of a record, and all that follows it."""

    move: str = ""
    """Empty if a position is set up instead."""
    nags: List[int] = field(default_factory=list)
    """Numbers for remarks: 1 is "!", 2 is "?"."""
    comment: str = ""
    """The one after the move."""
    before: str = ""
    """The comment before the move."""
    fen: str = ""
    """The position that is set up here, in the middle of the game."""
    next: List["Node"] = field(default_factory=list, repr=False)
    """The moves that follow: the first continues the line, the others start variations."""


@dataclass(eq=False)
class Record:
    """A game as PDN has it: `Engine.read_pdn` reads records, `Engine.write_pdn` writes one."""

    variant: str = "normal"
    """The Hub name of the game; empty if nothing can be read, and the faults say why."""
    tags: Dict[str, str] = field(default_factory=dict)
    rules: Dict[str, str] = field(default_factory=dict)
    """Parameters of the engine for non-default rules, such as halt."""
    start: str = ""
    """The FEN of its start position, or empty for the usual one."""
    comment: str = ""
    """The one before the first move."""
    next: List[Node] = field(default_factory=list, repr=False)
    """The first moves, like `Node.next`."""
    result: str = "*"
    """As it is written, such as 2-0, 1/2-1/2 or *."""
    line: int = 0
    """Where it begins in its text, from 1."""
    faults: List[Fault] = field(default_factory=list)
    """What cannot be read or played. Lines of play end before it."""

    def main_line(self) -> List[Node]:
        """The moves of the game itself."""
        nodes: List[Node] = []
        following = self.next
        while following:
            nodes.append(following[0])
            following = following[0].next
        return nodes


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
        answers = dict(self._engine._ask(*self._engine._setting(self), "fen", "legal-moves", "status"))
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

    def svg(self) -> str:
        """A picture of the position."""
        return self._engine._run("board", "--svg", "--variant", self.variant, "--fen", self.fen)

    _repr_svg_ = svg
    """What notebooks show."""

    def record(self, **tags: str) -> Record:
        """The game with these tags, such as White and Black, for PDN."""
        is_usual = self.start == self._engine._starts.get(self.variant)
        record = Record(self.variant, tags, self._engine._rules(), "" if is_usual else self.start)
        following = record.next
        for move in self.moves:
            node = Node(move)
            following.append(node)
            following = node.next
        two_points = self.variant in ("normal", "killer")
        record.result = _TWO_POINTS[self.result] if two_points else _POINTS[self.result]
        return record


class Search:
    """A search, as started by `Engine.search` and `Engine.ponder`.

    Iterate over it for each `Line` as the engine sends it; then, or instead, take its `result`. Leaving that loop early
    stops the search, and so does the end of its `with` block. Until it is stopped or its result is taken, the engine
    does nothing else: all other requests are refused.
    """

    def __init__(self, engine: "Engine", seconds: Optional[float], ponders: bool) -> None:
        self._engine = engine
        self._seconds = seconds
        self._ponders = ponders
        self._stopped = False
        self._best: Dict[int, Line] = {}
        self._error = "no move"
        self._done: Dict[str, str] = {}
        self._wait(None if ponders else seconds)

    def __iter__(self) -> Iterator[Line]:
        try:
            line = self._next()
            while line is not None:
                yield line
                line = self._next()
        finally:
            self.stop()
        self.result()

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends the search, unless it has ended. The `result` is then the best move so far. Any thread may call it."""
        with self._engine._lock:
            if self._engine._search is self and not self._stopped:
                self._stopped = True
                self._wait(0)
                with contextlib.suppress(EngineError):  # An engine that has ended has no result either.
                    self._engine._send("stop")

    def ponder_hit(self) -> None:
        """Tells a ponder search that the expected reply was played: from now on its limits apply."""
        with self._engine._lock:
            if self._engine._search is not self or self._stopped or not self._ponders:
                raise EngineError("this is not a ponder search that waits for the reply")
            self._ponders = False
            self._wait(self._seconds)
            self._engine._send("ponder-hit")

    def result(self) -> Found:
        """Waits for the end of the search. One without limits ends by `stop`, a ponder search after `ponder_hit`."""
        while self._next() is not None:
            pass
        if "move" not in self._done:
            raise EngineError(self._error)
        lines = [self._best[rank] for rank in sorted(self._best)]
        return Found(self._done["move"], self._done.get("ponder"), lines)

    def _wait(self, seconds: Optional[float]) -> None:
        """From now on, the search may take this long."""
        self._deadline = None if seconds is None else self._engine._deadline(seconds)

    def _next(self) -> Optional[Line]:
        """The next line of play, or None when the search has ended."""
        while self._engine._search is self:
            word, values = self._engine._receive(self._deadline, "done")
            if word == "info":
                line = _line(values)
                self._best[line.rank] = line
                return line
            if word == "error":
                self._error = values["message"]
            if word == "done":
                self._done = values
                self._engine._search = None
        return None


class Engine:
    """An engine process. It ends with its `with` block, or by `close`.

    `command` is a program, or a list with its arguments, or a string such as "ssh host coupturc"; by default, it is the
    program that `pip` has installed with this module, or else `coupturc` in the PATH. An answer may take `patience`
    seconds. Further arguments are parameters of the engine, such as variant, level, threads, hash or halt,
    with "_" for "-" in their names. An engine serves one thread at a time; only `Search.stop` and `close` may be called
    from others.

    Searches take any of these limits, and stop at the first that is reached:

    - `seconds` for this search, or `nodes`, or `depth` in plies;
    - `time`, the seconds left on the clock, with `inc`, the seconds added for each move, and `moves`, the number of
      moves for which the time must last.
    """

    def __init__(
        self, command: Union[str, Sequence[str], None] = None, patience: float = 60, **parameters: object
    ) -> None:
        self._patience = patience
        self._command = [_program()] if command is None else _words(command)
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            problem = f"{self._command[0]}: {error.strerror}; expected the program coupturc, or the way to it"
            raise EngineError(problem) from error
        self._lines: queue.Queue[Optional[str]] = queue.Queue()
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
        # The end of an abandoned loop stops its search at any time, perhaps while this thread holds the lock.
        self._lock = threading.RLock()
        """Held while a search is started or stopped."""
        self._search: Optional[Search] = None
        self._pings = 0
        """Those without an answer."""
        self._starts: Dict[str, str] = {}
        self.parameters: Dict[str, Dict[str, str]] = {}
        """The parameters by name: value, type, and min and max or values."""
        try:
            introduction = dict(self._declare()).get("id", {})
            self.name, self.version = introduction.get("name", ""), introduction.get("version", "")
            if "variant" not in self.parameters:
                raise EngineError(f"{self._command[0]} has no parameter variant, expected the program coupturc")
            self.variants = self.parameters["variant"]["values"].split()
            self._note_start()
            self.set(**parameters)
            self._ask("init")
        except BaseException:
            self.close()
            raise

    def _declare(self, *commands: str) -> List[_Answer]:
        """Sends commands, and notes the parameters that the engine then has."""
        answers = self._ask(*commands, "hub")
        self.parameters.update({values["name"]: values for word, values in answers if word == "param"})
        return answers

    def _note_start(self) -> None:
        """Stores the start position of a game when it is first chosen."""
        fen = dict(self._ask("fen"))["fen"]["fen"]
        self._starts.setdefault(self.variant, fen)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        with contextlib.suppress(EngineError):
            self._send("quit")
        with contextlib.suppress(OSError):
            _pipe(self._process.stdin).close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # It closes the other pipe, unless a process that the engine has started keeps that open.
        self._reader.join(1)

    def set(self, **parameters: object) -> None:
        """Sets parameters of the engine. Another variant puts its start position on the board."""
        for name, value in parameters.items():
            name = name.replace("_", "-")
            if name not in self.parameters:
                raise EngineError(f"there is no parameter {name}, expected one of {', '.join(self.parameters)}")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if '"' in text:
                raise EngineError(f"{name}: {text} has a quote in it, expected a value without")
            self._declare(f'set-param name={name} value="{text}"')
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

    def think(self, game: Game, *, lines: int = 1, **limits: Optional[float]) -> Found:
        """Searches for a move to play and this number of best `lines`: up to the limits, or for a second without.

        Like the engine, it refuses to search if the game is over."""
        with self.search(game, mode="think", lines=lines, **_limited(limits)) as search:
            return search.result()

    def search(self, game: Game, *, mode: str = "analyze", lines: int = 1, **limits: Optional[float]) -> Search:
        """Starts a search and returns immediately. Without limits it runs until it is stopped.

        Modes are those of the protocol: analyze, at full strength at every level; think, for a move to play; ponder."""
        return self._start(mode, self._setting(game), lines, limits)

    def ponder(self, game: Game, reply: str, *, lines: int = 1, **limits: Optional[float]) -> Search:
        """Starts to search for the answer to the reply that is expected from the opponent, in the opponent's time.

        The game stays as it is. If the reply is played, call `Search.ponder_hit` and take the result; otherwise
        `Search.stop`. The limits are those for the move: `seconds` count from the hit, the others from now."""
        return self._start("ponder", self._setting(game, [*game.moves, reply]), lines, limits)

    def _start(self, mode: str, setting: List[str], lines: int, limits: Mapping[str, Optional[float]]) -> Search:
        for name in limits:
            if name not in _LIMITS:
                raise EngineError(f"there is no limit {name}, expected one of {', '.join(_LIMITS)}")
        given = {name: value for name, value in limits.items() if value is not None}
        if self.parameters["multi-pv"]["value"] != str(lines):
            self.set(multi_pv=lines)
        # Limits that an error has left behind are cancelled first.
        self._ask(*setting, " ".join(["level infinite", *(f"{_LIMITS[name]}={given[name]}" for name in given)]))
        seconds = [given["seconds"]] if "seconds" in given else []
        if "time" in given:
            seconds.append(max(given["time"], 0) + given.get("inc", 0))
        with self._lock:
            self._send(f"go {mode}")
            self._search = Search(self, min(seconds, default=None), mode == "ponder")
            return self._search

    def analyse(self, game: Game, **limits: Optional[float]) -> List[Verdict]:
        """Searches all positions of a game, from the last to the first, each up to the limits, or for a second without.

        Returns a verdict for each move, in the order of the game."""
        verdicts: List[Verdict] = []
        after = _ENDS.get(game.result)
        played = len(game.moves)
        for ply in range(played if after is None else played - 1, -1, -1):
            with self._start("analyze", self._setting(game, game.moves[:ply]), 1, _limited(limits)) as search:
                found = search.result()
            is_white = (game.turn == "W") == ((played - ply) % 2 == 0)
            if found.score is None:
                raise EngineError("the engine gives no score, expected one of every position")
            before = found.score if is_white else 0 - found.score
            if after is not None and ply < played:
                verdicts.insert(0, Verdict(ply + 1, game.moves[ply], before, after, found.move))
            after = before
        return verdicts

    def evaluate(self, game: Game) -> float:
        """The static evaluation, without search, in men for the side to move."""
        return float(dict(self._ask(*self._setting(game), "eval"))["eval"]["score"])

    def probe(self, game: Game, pieces: int = 3) -> Optional[Ending]:
        """The ending of the position of a game, or None if it has more than so many pieces.

        If the parameter tables of the engine is a folder, its files are read, up to tables-pieces. Otherwise the tables
        are built each time: with up to three pieces in about a second, with four it can take half a minute."""
        self._ask(*self._setting(game))
        values = {name: of["value"] for name, of in self.parameters.items()}
        if values["tables"] in ("auto", "none"):
            source = ["--pieces", str(pieces), "--threads", values["threads"]]
        else:
            source, pieces = ["--tables", values["tables"]], int(values["tables-pieces"])
        sides = [side.split(",") for side in game.fen.split(":")[1:3]]
        if sum(len(side) for side in sides if len(side[0]) > 1) > pieces:
            return None
        rules = [word for name in _RULES if name in values for word in (f"--{name}", values[name])]
        position = ["--variant", game.variant, *rules, "--fen", game.fen]
        answer = self._run("tables", "probe", "--json", *source, *position)
        try:
            found = json.loads(answer)
            return Ending(found["result"], found["plies"], found["line"])
        except (ValueError, KeyError, TypeError) as error:
            raise EngineError(f"tables probe does not answer as expected: {error}") from error

    def _run(self, *arguments: str) -> str:
        """The output of another command of the engine's program."""
        program = list(self._command)
        if "hub" in program[1:]:
            del program[program.index("hub", 1) :]
        try:
            done = subprocess.run(
                [*program, *arguments],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=self._patience,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise EngineError(f"{arguments[0]} {arguments[1]}: {error}") from error
        if done.returncode != 0:
            raise EngineError(done.stderr.strip() or f"{arguments[0]} {arguments[1]}: exit status {done.returncode}")
        return done.stdout

    def count_leaves(self, game: Game, depth: int) -> int:
        """The number of positions after this many plies: perft."""
        self._ask(*self._setting(game))
        self._send(f"perft depth={depth}")
        while True:
            word, values = self._receive(None, "perft")
            if word == "error":
                raise EngineError(values["message"])
            if word == "perft":
                return int(values["nodes"])

    def read_pdn(self, text: str) -> List[Record]:
        """The games of a PDN text, faulty ones too. A game that fits several variants and names none is taken for one
        of the engine's variant, or else of the first that fits."""
        pieces = (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
        answers = self._ask(*(_command("pdn-text", text=piece) for piece in pieces), "pdn-read")
        fitting = {of["game"]: of.get("variants", "").split() for word, of in answers if word == "pdn-game"}
        records = []
        for number in range(1, int(dict(answers)["pdn-end"]["games"]) + 1):
            variants = fitting.get(str(number), [])
            chosen = [name for name in variants if name == self.variant] or variants
            show = f"pdn-show game={number}" + "".join(f" variant={name}" for name in chosen[:1])
            records.append(_record(self._ask(show)))
        return records

    def write_pdn(self, record: Record) -> str:
        """A record as PDN. The engine takes over its variant and rules, and refuses moves that they do not allow."""
        self._adopt(record)
        tags = {**record.tags, "Result": record.result, **({"FEN": record.start} if record.start else {})}
        lines = ["pdn-new", *(_command("pdn-tag", name=name, value=value) for name, value in tags.items())]
        written, waiting = 0, [(0, node) for node in reversed(record.next)]
        while waiting:
            parent, node = waiting.pop()
            written += 1
            step = {"fen": node.fen} if node.fen else {"move": node.move}
            remarks = {"nags": " ".join(map(str, node.nags)), "comment": node.comment, "before": node.before}
            given = {name: text for name, text in remarks.items() if text}
            lines.append(_command("pdn-node", id=written, parent=parent, **step, **given))
            waiting.extend((written, following) for following in reversed(node.next))
        comment = {"comment": record.comment} if record.comment else {}
        answers = self._ask(*lines, _command("pdn-write", result=record.result, **comment))
        return unquote(dict(answers)["pdn"]["text"])

    def replay(self, record: Record) -> Game:
        """A new game with the moves of a record's main line. The engine takes over its variant and rules."""
        self._adopt(record)
        nodes = record.main_line()
        if any(node.fen for node in nodes):
            raise EngineError("a position is set up in the middle of the record, expected nothing but moves")
        return self.new_game(record.start or None, [node.move for node in nodes])

    def _adopt(self, record: Record) -> None:
        """Sets the rules of a record."""
        if not record.variant:
            raise EngineError("the record cannot be read: " + "; ".join(fault.message for fault in record.faults))
        usual = {name: self.parameters[name]["values"].split()[0] for name in self._rules()}
        self.set(**usual)
        self.set(variant=record.variant, **record.rules)

    def _rules(self) -> Dict[str, str]:
        """The rule parameters with non-default values; the default is the first in its list."""
        declared = {name: self.parameters[name] for name in _RULES if name in self.parameters}
        return {name: of["value"] for name, of in declared.items() if of["value"] != of["values"].split()[0]}

    # ---- Lines ----

    def _setting(self, game: Game, moves: Optional[Sequence[str]] = None) -> List[str]:
        """The commands that put a game on the engine's board, after its moves or these."""
        if game.variant != self.variant:
            self.set(variant=game.variant)
        return [f'pos fen="{game.start}" moves="{" ".join(game.moves if moves is None else moves)}"']

    def _ask(self, *commands: str) -> List[_Answer]:
        """Sends commands that are answered immediately, and returns the answers."""
        search = self._search
        if search is not None and not search._stopped:
            raise EngineError("a search is running, expected its stop or its result first")
        while search is not None and search._next() is not None:
            pass
        for command in commands:
            self._send(command)
        self._send("ping")
        self._pings += 1
        deadline = self._deadline(0)
        answers: List[_Answer] = []
        while self._pings:
            word, values = self._receive(deadline, commands[-1].split(" ")[0])
            if word != "pong":
                answers.append((word, values))
                continue
            self._pings -= 1
            if self._pings:  # The answers to a request that was given up.
                answers.clear()
        for word, values in answers:
            if word == "error":
                raise EngineError(values["message"])
        return answers

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise EngineError(f"{line!r} has an end of line in it, expected a single line")
        try:
            _pipe(self._process.stdin).write(line + "\n")
        except (OSError, ValueError) as error:
            raise EngineError("the engine has ended") from error

    def _deadline(self, seconds: float) -> float:
        """The time when an answer is overdue that takes the engine so many seconds."""
        return time.monotonic() + seconds + self._patience

    def _receive(self, deadline: Optional[float], expected: str) -> _Answer:
        """The next line of the engine."""
        try:
            line = self._lines.get(timeout=None if deadline is None else max(deadline - time.monotonic(), 0))
        except queue.Empty:
            raise EngineError(f"the engine does not answer, expected {expected}") from None
        if line is None:
            self._lines.put(None)
            raise EngineError(f"the engine has ended, expected {expected}")
        return line.split(" ", 1)[0], _values(line)


_Answer = Tuple[str, Dict[str, str]]
"""The first word of a line, and its arguments by name."""

_LIMITS = {"seconds": "move-time", "nodes": "nodes", "depth": "depth", "time": "time", "inc": "inc", "moves": "moves"}

_RULES = ("halt", "vanguard-scope", "draw-rule", "king-against-man")

_ENDS = {"white-win": 100.0, "black-win": -100.0, "draw": 0.0}
"""The scores of finished games for White, in men."""

_PIECE = 20_000
"""Characters of a file in one line: few enough for a line, even if all are percent-encoded."""

_POINTS = {"none": "*", "white-win": "1-0", "black-win": "0-1", "draw": "1/2-1/2"}
_TWO_POINTS = {"none": "*", "white-win": "2-0", "black-win": "0-2", "draw": "1-1"}
"""Results in PDN; a win counts two points in International Draughts."""


def _limited(limits: Dict[str, Optional[float]]) -> Dict[str, Optional[float]]:
    """These limits, or a second if there are none."""
    return limits if any(value is not None for value in limits.values()) else {**limits, "seconds": 1}


def _read(pipe: IO[str], lines: queue.Queue[Optional[str]]) -> None:
    """Queues lines as they arrive, and None at the end; on a thread, since pipes on Windows cannot be polled."""
    try:
        with pipe:
            for line in pipe:
                lines.put(line.rstrip("\n"))
    finally:
        lines.put(None)


def _pipe(pipe: Optional[IO[str]]) -> IO[str]:
    assert pipe is not None, "the process was started with pipes"
    return pipe


def _program() -> str:
    """The program that was installed with this module, or else the name of the one in the PATH."""
    with contextlib.suppress(metadata.PackageNotFoundError):
        for file in metadata.files("coupturc") or ():
            if file.name in ("coupturc", "coupturc.exe"):
                # With --target, pip moves the program into `bin` beside the module, but does not note that.
                moved = os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin", file.name)
                for path in (os.path.abspath(str(file.locate())), moved):
                    if os.path.isfile(path):
                        return path
    return "coupturc"


def _words(command: Union[str, Sequence[str]]) -> List[str]:
    """A command with its arguments, as a shell splits it; on Windows, backslashes are part of paths."""
    if not isinstance(command, str):
        words = list(command)
    else:
        words = shlex.split(command.replace("\\", "\\\\") if os.name == "nt" else command)
    if not words:
        raise EngineError("the command is empty; expected the program coupturc, or the way to it")
    return words


def _values(line: str) -> Dict[str, str]:
    """The arguments of a line by name."""
    found = re.findall(r'([\w-]+)=(?:"([^"]*)"|(\S*))', line)
    return {name: quoted or plain for name, quoted, plain in found}


def _line(of: Dict[str, str]) -> Line:
    """The line of play of an `info`."""
    try:
        numbers = float(of["score"]), int(of["depth"]), int(of["nodes"]), float(of["time"])
        return Line(of["pv"].split(), *numbers, int(of.get("multipv", 1)), int(of.get("tbhits", 0)))
    except (KeyError, ValueError) as error:
        raise EngineError(f"an info of the engine is not as expected: {error}") from error


def _command(word: str, **arguments: object) -> str:
    """A command with percent-encoded texts."""
    texts = {
        name: re.sub(r'[%"\x00-\x1f\x7f]', lambda found: f"%{ord(found[0]):02X}", str(argument))
        for name, argument in arguments.items()
    }
    return " ".join([word, *(f'{name}="{text}"' for name, text in texts.items())])


def _record(answers: Iterable[_Answer]) -> Record:
    """The answers about a game of a PDN text."""
    record = Record(variant="")
    following = {"0": record.next}
    for word, values in answers:
        of = {name: unquote(text) for name, text in values.items()}
        if word == "pdn-game":
            record.variant, record.line, record.result = of["variant"], int(of["line"]), of["result"]
            record.start, record.comment = of.get("fen", ""), of.get("comment", "")
            record.rules = {name: of[name] for name in _RULES if name in of}
        elif word == "pdn-tag":
            record.tags[of["name"]] = of["value"]
        elif word == "pdn-node":
            node = Node(of.get("move", ""), [int(nag) for nag in of.get("nags", "").split()], fen=of.get("fen", ""))
            node.comment, node.before = of.get("comment", ""), of.get("before", "")
            following[of["parent"]].append(node)
            following[of["id"]] = node.next
        elif word == "pdn-fault":
            record.line = record.line or int(of["line"])
            record.faults.append(Fault(int(of["line"]), values["message"]))
    return record
