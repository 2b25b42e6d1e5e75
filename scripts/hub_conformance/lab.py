"""The framework of the checks: how a check is declared, gets a fresh engine, and is judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from hublib.engine import Arrival, Engine, EngineFault, Log, NoAnswer
from hublib.lines import shorten

# In the order in which they are run: those on which others depend come first.
SECTIONS = ("handshake", "lines", "search", "levels", "info", "positions", "games", "end", "extensions")

RIGHT, WRONG, NOT_OFFERED, SKIPPED = "right", "wrong", "not offered", "skipped"

# Why a check is made: because the description of the protocol requires it, or because existing clients rely on it.
# Extensions are judged only if the engine has them.
HUB, CLIENTS, EXTENSION = "Hub", "clients", "extension"


class Wrong(Exception):
    """The engine did not do what was expected."""

    def __init__(self, expected: str, came: str):
        super().__init__(f"expected {expected}; came {came}")
        self.expected, self.came = expected, came


class NotOffered(Exception):
    """The check is about something optional that the engine does not have."""


class Skipped(Exception):
    """The engine did not reach the state in which the check could be made."""


@dataclass(frozen=True)
class Check:
    section: str
    name: str
    title: str
    basis: str
    run: Callable[[Lab], str | None]

    @property
    def path(self) -> str:
        return f"{self.section}/{self.name}"


@dataclass
class Result:
    """The result of a check, in words."""

    section: str
    name: str
    title: str
    basis: str
    verdict: str
    detail: str = ""
    expected: str = ""
    came: str = ""
    seconds: float = 0.0

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


CHECKS: list[Check] = []


def check(
    section: str, name: str, title: str, basis: str = HUB
) -> Callable[[Callable[[Lab], str | None]], Callable[[Lab], str | None]]:
    """Declares a function to be a check; its return value is shown if the check passes."""

    def declare(function: Callable[[Lab], str | None]) -> Callable[[Lab], str | None]:
        CHECKS.append(Check(section, name, title, basis, function))
        CHECKS.sort(key=lambda one: SECTIONS.index(one.section))
        return function

    return declare


class Lab:
    """Starts engines for checks, one after another, and prepares them."""

    # How often the handshake may fail before later checks are skipped without another attempt.
    PATIENCE = 2

    def __init__(
        self,
        command: Sequence[str],
        directory: str | None = None,
        timeout: float = 5.0,
        tolerance: float = 0.1,
        log: Log | None = None,
        loading_time: float = 30.0,
    ):
        self.command, self.directory, self.log = command, directory, log
        self.timeout, self.tolerance = timeout, tolerance
        # Starting, and loading books and weights, takes longer than an answer.
        self.loading_time = loading_time
        self.identity = ""
        self._engines: list[Engine] = []
        self._failed_handshakes = 0
        self._answers_ping = True

    def start(self) -> Engine:
        """A fresh process, to which nothing has been sent."""
        engine = Engine(self.command, self.directory, self.log)
        self._engines.append(engine)
        return engine

    def ready(self) -> Engine:
        """A new engine after its handshake."""
        if self._failed_handshakes >= self.PATIENCE:
            raise Skipped("the handshake failed before")
        engine = self.start()
        try:
            engine.send("hub", timeout=self.timeout)
            before: list[Arrival] = []
            self.wait_patiently(engine, "wait", before)
            self.identity = next((a.text for a in before if a.command == "id"), self.identity)
            self.initialise(engine)
        except EngineFault as fault:
            self._failed_handshakes += 1
            raise Skipped(f"the handshake failed: {fault}") from fault
        self._failed_handshakes = 0
        return engine

    def initialise(self, engine: Engine) -> None:
        """Sends `init` and waits until everything is loaded."""
        engine.send("init", timeout=self.timeout)
        self.wait_patiently(engine, "ready")

    def wait_patiently(self, engine: Engine, command: str, before: list[Arrival] | None = None) -> None:
        """Waits for a sign that the engine has loaded something; after a failure, later waits are shorter."""
        try:
            engine.wait_for(command, self.loading_time, before)
        except NoAnswer:
            self.loading_time = min(self.timeout, self.loading_time)
            raise

    def settle(self, engine: Engine) -> list[Arrival]:
        """All remaining output of the engine, up to the answer to a ping, or for some time if it does not answer."""
        if self._answers_ping:
            try:
                return engine.synchronise(self.timeout)
            except NoAnswer:
                self._answers_ping = False
        return engine.lines_for(0.3)

    def release(self) -> None:
        """Ends the engines of a check."""
        for engine in self._engines:
            engine.kill()
        self._engines.clear()

    def judge(self, one: Check) -> Result:
        """Makes a check and returns its result. Faults of the engine do not propagate further."""
        result = Result(one.section, one.name, one.title, one.basis, RIGHT)
        began = time.perf_counter()
        try:
            result.detail = one.run(self) or ""
        except NotOffered as reason:
            result.verdict, result.detail = NOT_OFFERED, str(reason)
        except Skipped as reason:
            result.verdict, result.detail = SKIPPED, str(reason)
        except Wrong as wrong:
            result.verdict, result.expected, result.came = WRONG, wrong.expected, wrong.came
        except EngineFault as fault:
            result.verdict, result.expected, result.came = WRONG, "an answer", str(fault)
        finally:
            self.release()
        result.expected, result.came = shorten(result.expected, 300), shorten(result.came, 300)
        result.seconds = round(time.perf_counter() - began, 3)
        return result


def texts(arrivals: Iterable[Arrival], limit: int = 3) -> str:
    """A few lines joined into one, for display."""
    all_texts = [shorten(arrival.text, 80) for arrival in arrivals]
    if not all_texts:
        return "nothing"
    more = f" and {len(all_texts) - limit} more" if len(all_texts) > limit else ""
    return " | ".join(all_texts[:limit]) + more


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
