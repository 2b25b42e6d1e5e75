"""How the engine reads lines: spaces, quotes, unknown words, and lines that are not Hub at all."""

from __future__ import annotations

from collections.abc import Sequence

from hublib.engine import Arrival, EngineFault
from hublib.lines import LineFault, parse_line, shorten

from .lab import CLIENTS, Lab, Wrong, check, milliseconds, texts
from .positions import random_positions
from .searches import START_POSITION, think, wait_for_done

POSITION = random_positions(1, seed=7)[0]


def search_lines(lab: Lab, *lines: str, ending: str = "\n") -> None:
    """Sends lines that end with `go`; their `done` must fit POSITION, not the start position."""
    engine = lab.ready()
    began = engine.send_bytes("".join(line + ending for line in lines).encode(), lab.timeout)
    wait_for_done(lab, engine, POSITION, began)


@check("lines", "spaces", "spaces before, between and after words are ignored")
def spaces(lab: Lab) -> None:
    search_lines(lab, f"  pos   pos={POSITION}  ", "   level   depth=2 ", " go  think  ")


@check("lines", "carriage-return", "lines may end with carriage return and newline", CLIENTS)
def carriage_return(lab: Lab) -> None:
    search_lines(lab, f"pos pos={POSITION}", "level depth=2", "go think", ending="\r\n")


@check("lines", "empty", "empty lines do no harm", CLIENTS)
def empty_lines(lab: Lab) -> None:
    search_lines(lab, "", f"pos pos={POSITION}", "", "   ", "level depth=2", "", "go think")


@check("lines", "quotes", "values may be quoted where they need not be")
def quotes(lab: Lab) -> None:
    search_lines(lab, f'pos pos="{POSITION}"', 'level depth="2"', "go think")


@check("lines", "empty-moves", 'moves="" means no moves')
def empty_moves(lab: Lab) -> None:
    search_lines(lab, f'pos pos={POSITION} moves=""', "level depth=2", "go think")


@check("lines", "argument-order", "arguments may come in any order")
def argument_order(lab: Lab) -> None:
    move = POSITION.legal_moves()[0]
    engine = lab.ready()
    began = engine.send(f'pos moves="{move}" pos={POSITION}', "level depth=2", "go think")
    wait_for_done(lab, engine, POSITION.play(move), began)


@check("lines", "unknown-command", "unknown commands are ignored")
def unknown_command(lab: Lab) -> None:
    search_lines(lab, "sing", f"pos pos={POSITION}", "sing song=loud", "level depth=2", "dance", "go think")


@check("lines", "unknown-argument", "unknown arguments are ignored")
def unknown_argument(lab: Lab) -> None:
    search_lines(
        lab, f"pos pos={POSITION} colour=blue", "level depth=2 mood=good", 'go think why="no reason" now'
    )


@check("lines", "pieces", "a line may come in pieces")
def pieces(lab: Lab) -> None:
    engine = lab.ready()
    came: list[Arrival] = []
    for piece in (b"pi", b"n", b"g\npi", b"ng\n"):
        engine.send_bytes(piece, lab.timeout)
        came += engine.lines_for(0.03)
    while sum(line.command == "pong" for line in came) < 2:
        came.append(engine.wait_for("pong", lab.timeout))


@check("lines", "one-write", "a whole conversation may come in one write")
def one_write(lab: Lab) -> None:
    engine = lab.start()
    began = engine.send(
        "hub", "init", f"pos pos={POSITION}", "level depth=2", "go think", timeout=lab.timeout
    )
    engine.wait_for("ready", lab.loading_time)
    wait_for_done(lab, engine, POSITION, began)


@check("lines", "output", "all that the engine writes is in the syntax of Hub")
def output(lab: Lab) -> str:
    engine = lab.ready()
    engine.send("sing", "ping", f"pos pos={START_POSITION}", "level depth=6", "go think", timeout=lab.timeout)
    lines: list[Arrival] = []
    lines.append(engine.wait_for("done", lab.timeout, lines))
    lines += lab.settle(engine)
    for line in lines:
        try:
            parse_line(line.text)
        except LineFault as fault:
            raise Wrong("command name=value ...", str(fault)) from None
    return f"{len(lines)} lines"


@check("lines", "stderr", "nothing is written to the standard error stream", CLIENTS)
def stderr(lab: Lab) -> None:
    engine = lab.ready()
    think(lab, engine, ["depth=6"])
    engine.send("quit", timeout=lab.timeout)
    engine.wait_for_end(lab.timeout)
    if engine.stderr:
        raise Wrong("nothing", shorten(engine.stderr.decode("utf-8", "replace"), 100))


# Kinds of garbage to send; after each the engine must still answer a ping.

TEXT = [
    b"?",
    b"=",
    b"==",
    b"a=b",
    b"=b go",
    b'"',
    b'""',
    b'"go think"',
    b'pos pos="',
    b"go\tthink=",
    b"\xff\xfe\x00",
    b"\x00",
    b"\x1b[31mgo",
    "gö thínk".encode(),
    b"GO THINK",
    b"ping=pong",
    b"pos pos==",
    b"hub hub hub=hub",
    b'level depth="',
    b"%s%s%s%n",
    b"-" * 300,
    b'a b=c d="e f" g',
]
LEVELS = [
    b"level",
    b"level depth",
    b"level depth=",
    b"level depth=none",
    b"level depth=-3",
    b"level depth=1.5",
    b"level depth=99999999999999999999",
    b"level nodes=x",
    b"level nodes=-1",
    b"level move-time=soon",
    b"level move-time=-1",
    b"level move-time=nan",
    b"level move-time=1e400",
    b"level time=",
    b"level time=-0.5",
    b"level time=1 inc=x",
    b"level time=1 moves=-1",
    b"level time=1 moves=0",
    b"level moves=3",
    b"level inc=1",
]
_START = str(START_POSITION).encode()
POSITIONS = [
    b"pos",
    b"pos pos",
    b"pos pos=",
    b"pos pos=W",
    b"pos pos=X" + b"e" * 50,
    b"pos pos=W" + b"e" * 49,
    b"pos pos=W" + b"e" * 51,
    b"pos pos=W" + b"x" * 50,
    b"pos pos=W" + b"w" * 5000,
    b"pos pos=" + _START[1:],
    b"pos fen=nonsense",
]
MOVES = [
    b"pos pos=" + _START + b" moves=" + text
    for text in (
        b"32",
        b"x",
        b"-",
        b"99-1",
        b"0-5",
        b"32-",
        b"32-28-23",
        b"32x",
        b"32x28",
        b"1-6",
        b"32-32",
        b"28-32",
        b"32_28",
        b"-32-28",
        b"99999999999-1",
        b'"32-28 32-28"',
        b'"32-28 rubbish"',
    )
]


def survives(lab: Lab, lines: Sequence[bytes]) -> str:
    """Sends each line, then `stop` (because a line may be taken for `go`) and `ping`; returns those that killed the
    engine."""
    fatal: list[str] = []
    engine = lab.ready()
    for line in lines:
        try:
            engine.send_bytes(line + b"\nstop\n", lab.timeout)
            engine.synchronise(lab.timeout)
        except EngineFault as fault:
            fatal.append(f"{shorten(repr(line)[2:-1], 60)} ({fault})")
            if len(fatal) == 3:
                break
            lab.release()
            engine = lab.ready()
    if fatal:
        raise Wrong("pong after every line", f"none after {'; '.join(fatal)}")
    # If a line was taken for `go`, its done may come long after the pong, from another thread.
    engine.lines_for(0.5)
    think(lab, engine, ["depth=2"])
    return f"{len(lines)} lines"


@check("lines", "garbage-text", "lines that are no commands do no harm", CLIENTS)
def garbage_text(lab: Lab) -> str:
    return survives(lab, TEXT)


@check("lines", "garbage-levels", "levels that make no sense do no harm", CLIENTS)
def garbage_levels(lab: Lab) -> str:
    return survives(lab, LEVELS)


@check("lines", "garbage-positions", "positions that make no sense do no harm", CLIENTS)
def garbage_positions(lab: Lab) -> str:
    return survives(lab, POSITIONS)


@check("lines", "garbage-moves", "moves that are not legal do no harm", CLIENTS)
def garbage_moves(lab: Lab) -> str:
    return survives(lab, MOVES)


@check("lines", "huge", "a line of a megabyte does no harm", CLIENTS)
def huge(lab: Lab) -> str:
    mega = b"e" * (1 << 20)
    return survives(lab, [mega, b"pos pos=" + mega, b"sing " + b"a=1 " * (1 << 18), mega + b"=" + mega])


@check("lines", "flood", "100,000 unknown lines at once do no harm", CLIENTS)
def flood(lab: Lab) -> str:
    engine = lab.ready()
    began = engine.send_bytes(b"sing song=loud\n" * 100_000, timeout=lab.timeout + 20)
    engine.send("ping", timeout=lab.timeout)
    took = engine.wait_for("pong", lab.timeout + 20).time - began
    return milliseconds(took)


@check("lines", "ping-flood", "every one of 20,000 pings at once is answered", CLIENTS)
def ping_flood(lab: Lab) -> str:
    engine = lab.ready()
    began = engine.send_bytes(b"ping\n" * 20_000, timeout=lab.timeout + 20)
    for count in range(20_000):
        try:
            last = engine.wait_for("pong", lab.timeout)
        except EngineFault as fault:
            raise Wrong("20000 pongs", f"{count}, then {fault}") from None
    extra = [line for line in lab.settle(engine) if line.command == "pong"]
    if extra:
        raise Wrong("20000 pongs", f"{len(extra)} more")
    return milliseconds(last.time - began)


@check("lines", "garbage-output", "what an error says contains no quote and no =", CLIENTS)
def error_texts(lab: Lab) -> str:
    engine = lab.ready()
    engine.send_bytes(b"\nstop\n".join([*LEVELS, *POSITIONS[:6], *MOVES[:6]]) + b"\nstop\n", lab.timeout)
    errors = [line for line in engine.lines_for(0.5) if line.command == "error"]
    for line in errors:
        try:
            message = parse_line(line.text).get("message")
        except LineFault as fault:
            raise Wrong('error message="..."', str(fault)) from None
        # pydraughts splits lines at every =.
        if message is None or "=" in message:
            raise Wrong("error with a message without =", texts([line]))
    return f"{len(errors)} errors"
