"""Where checks are made: how a check is declared, how it gets a fresh engine, and how it is judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from hublib.engine import Arrival, Engine, EngineFault, Log, NoAnswer
from hublib.lines import shorten

# In the order in which they are examined: what the others need comes first.
SECTIONS = ("handshake", "lines", "search", "levels", "info", "positions", "games", "end", "extensions")

RIGHT, WRONG, NOT_OFFERED, SKIPPED = "right", "wrong", "not offered", "skipped"

# Why a check is made: because the description of the protocol says so, or because clients that exist
# rely on it. What is an extension is judged only where it is there.
HUB, CLIENTS, EXTENSION = "Hub", "clients", "extension"


class Wrong(Exception):
    """The engine did something else than expected."""

    def __init__(self, expected: str, came: str):
        super().__init__(f"expected {expected}; came {came}")
        self.expected, self.came = expected, came


class NotOffered(Exception):
    """The engine need not have what the check is about, and has not."""


class Skipped(Exception):
    """The engine did not come to the state in which the check could be made."""


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
    """What came of a check, in words."""

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
    """Declares a function to be a check; its return value is shown with a right result."""

    def declare(function: Callable[[Lab], str | None]) -> Callable[[Lab], str | None]:
        CHECKS.append(Check(section, name, title, basis, function))
        CHECKS.sort(key=lambda one: SECTIONS.index(one.section))
        return function

    return declare


class Lab:
    """Starts engines for checks, one after the other, and gets them ready."""

    # How often the handshake may fail before the checks after it are skipped without another try.
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
        """A fresh process that nothing was said to."""
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
        """Sends `init` and waits until all is loaded."""
        engine.send("init", timeout=self.timeout)
        self.wait_patiently(engine, "ready")

    def wait_patiently(self, engine: Engine, command: str, before: list[Arrival] | None = None) -> None:
        """Waits for a sign that the engine has loaded something; not so long again after it was in vain."""
        try:
            engine.wait_for(command, self.loading_time, before)
        except NoAnswer:
            self.loading_time = min(self.timeout, self.loading_time)
            raise

    def settle(self, engine: Engine) -> list[Arrival]:
        """All that the engine still has to say; by ping, or by waiting where ping is not answered."""
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
        """Makes a check and says how it went. No fault of the engine gets out of here."""
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
    """A few lines in one, to be shown."""
    all_texts = [shorten(arrival.text, 80) for arrival in arrivals]
    if not all_texts:
        return "nothing"
    more = f" and {len(all_texts) - limit} more" if len(all_texts) > limit else ""
    return " | ".join(all_texts[:limit]) + more


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
