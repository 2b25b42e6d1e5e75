"""How a conversation ends. An engine that outlives its client occupies a processor forever."""

from __future__ import annotations

import contextlib
import time

from hublib.engine import Engine, EngineEnded, EngineFault

from .lab import CLIENTS, Lab, Wrong, check, milliseconds
from .searches import MIDDLE_GAME, begin


def searching(lab: Lab, level: str = "infinite", mode: str = "think") -> Engine:
    engine = lab.ready()
    begin(lab, engine, [level], mode, MIDDLE_GAME)
    engine.pause(0.2)
    return engine


def ends(lab: Lab, engine: Engine, began: float, what: str) -> str:
    """Waits until the process exits; a crash does not count."""
    try:
        code = engine.wait_for_end(lab.timeout)
    except EngineFault as fault:
        raise Wrong(f"the end of the process after {what}", str(fault)) from None
    took = time.perf_counter() - began
    if code < 0:
        raise Wrong(f"an orderly end after {what}", f"killed by signal {-code}")
    return f"{milliseconds(took)}, exit code {code}"


def quits(lab: Lab, engine: Engine) -> str:
    return ends(lab, engine, engine.send("quit", timeout=lab.timeout), "quit")


def input_ends(lab: Lab, engine: Engine) -> str:
    return ends(lab, engine, engine.close_input(), "the end of the input")


@check("end", "quit-first", "quit ends the process before the handshake", CLIENTS)
def quit_first(lab: Lab) -> str:
    return quits(lab, lab.start())


@check("end", "quit-idle", "quit ends the process")
def quit_idle(lab: Lab) -> str:
    return quits(lab, lab.ready())


@check("end", "quit-search", "quit ends the process during go think", CLIENTS)
def quit_search(lab: Lab) -> str:
    return quits(lab, searching(lab))


@check("end", "quit-ponder", "quit ends the process during go ponder", CLIENTS)
def quit_ponder(lab: Lab) -> str:
    return quits(lab, searching(lab, "move-time=1", "ponder"))


@check("end", "quit-behind-stop", "stop and quit in one write end the process")
def quit_behind_stop(lab: Lab) -> str:
    engine = searching(lab)
    return ends(lab, engine, engine.send("stop", "quit", timeout=lab.timeout), "stop and quit")


@check("end", "input-first", "the end of the input ends the process before the handshake")
def input_first(lab: Lab) -> str:
    return input_ends(lab, lab.start())


@check("end", "input-idle", "the end of the input ends the process")
def input_idle(lab: Lab) -> str:
    return input_ends(lab, lab.ready())


@check("end", "input-search", "the end of the input ends the process during go think")
def input_search(lab: Lab) -> str:
    return input_ends(lab, searching(lab))


@check("end", "input-ponder", "the end of the input ends the process during go ponder")
def input_ponder(lab: Lab) -> str:
    return input_ends(lab, searching(lab, "move-time=1", "ponder"))


@check("end", "input-clock", "the end of the input ends a search that has an hour on the clock")
def input_clock(lab: Lab) -> str:
    return input_ends(lab, searching(lab, "time=3600"))


@check("end", "half-line", "the end of the input in the middle of a line ends the process", CLIENTS)
def half_line(lab: Lab) -> str:
    engine = lab.ready()
    engine.send_bytes(b"pos pos=Wbb", lab.timeout)
    return input_ends(lab, engine)


@check(
    "end",
    "exit-code",
    "the exit code is 0 after quit and after the end of the input, idle and searching",
    CLIENTS,
)
def exit_code(lab: Lab) -> None:
    for occupy in (lab.ready, lambda: searching(lab)):
        for how in (quits, input_ends):
            said = how(lab, occupy())
            if not said.endswith("exit code 0"):
                raise Wrong("exit code 0", said)


def ends_unread(lab: Lab, engine: Engine, *lines: str) -> str:
    """Closes the output and sends something that needs an answer. Death by a signal (SIGPIPE) counts as an end too.

    It keeps asking: another program that is just being started may hold the pipe open for a moment, and what the engine
    writes in that moment still reaches a reader.
    """
    began = engine.close_output()
    deadline = began + lab.timeout
    with contextlib.suppress(EngineEnded):
        engine.send(*lines, timeout=lab.timeout)
    while True:
        left = deadline - time.perf_counter()
        try:
            engine.wait_for_end(max(0.0, min(0.1, left)))
            return milliseconds(time.perf_counter() - began)
        except EngineFault:
            if left <= 0:
                came = f"the process still runs after {lab.timeout:g} s"
                raise Wrong("the end of the process when its output is closed", came) from None
        with contextlib.suppress(EngineFault):
            engine.send("ping", timeout=lab.timeout)


@check(
    "end",
    "output-idle",
    "without a reader of its output the process ends when it has something to say",
    CLIENTS,
)
def output_idle(lab: Lab) -> str:
    return ends_unread(lab, lab.ready(), "ping", "ping", "hub")


@check("end", "output-search", "without a reader of its output the process ends during a search", CLIENTS)
def output_search(lab: Lab) -> str:
    return ends_unread(lab, searching(lab), "ping", "ping", "stop")
