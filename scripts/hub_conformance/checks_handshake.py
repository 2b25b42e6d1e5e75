"""Getting ready: `hub`, `set-param`, `init`."""

from __future__ import annotations

from hublib.engine import Arrival, Engine, EngineFault
from hublib.lines import HubLine

from .lab import CLIENTS, Lab, NotOffered, Wrong, check, texts
from .searches import parse, think

TYPES = ("bool", "int", "real", "string", "enum")


def introduction(lab: Lab, engine: Engine) -> list[Arrival]:
    """The answer to `hub`, without `wait`."""
    lines: list[Arrival] = []
    engine.send("hub", timeout=lab.timeout)
    engine.wait_for("wait", lab.timeout, lines)
    return lines


def parameters(lab: Lab, engine: Engine) -> list[HubLine]:
    return [parse(line) for line in introduction(lab, engine) if line.command == "param"]


@check("handshake", "hub", "hub is answered by id, params and wait, nothing else")
def hub(lab: Lab) -> str:
    lines = introduction(lab, lab.start())
    if not lines or lines[0].command != "id":
        raise Wrong("id as the first line", texts(lines))
    odd = [line for line in lines[1:] if line.command != "param"]
    if odd:
        raise Wrong("only param lines between id and wait", texts(odd))
    lab.identity = lines[0].text
    return lines[0].text


@check("handshake", "id", "id gives name and version")
def identity(lab: Lab) -> str:
    ids = [parse(line) for line in introduction(lab, lab.start()) if line.command == "id"]
    missing = [name for name in ("name", "version") if not ids or not ids[0].get(name)]
    if missing:
        raise Wrong("id name=... version=...", f"no {' and no '.join(missing)}")
    return f"{ids[0].get('name')} {ids[0].get('version')}"


def fault_of_parameter(line: HubLine) -> str | None:
    """What is wrong with a `param` line, if anything. The type is recommended, not required."""
    value, kind = line.get("value"), line.get("type")
    if not line.get("name") or value is None:
        return "name or value is missing"
    if kind is None or kind == "string":
        return None
    if kind not in TYPES:
        return f"type {kind} is none of {' '.join(TYPES)}"
    if kind == "bool":
        return None if value in ("true", "false") else f"value {value} is neither true nor false"
    if kind == "enum":
        values = (line.get("values") or "").split()
        return None if value in values else f"value {value} is none of its values"
    return fault_of_number(line, int if kind == "int" else float)


def fault_of_number(line: HubLine, number: type) -> str | None:
    try:
        value = number(line.get("value"))
        low, high = (number(line.get(bound) or value) for bound in ("min", "max"))
    except ValueError as error:
        return str(error)
    return None if low <= value <= high else f"value {value} is not within {low} to {high}"


@check("handshake", "params", "params have a name, a value and a type, and the value fits the type")
def params(lab: Lab) -> str:
    lines = parameters(lab, lab.start())
    names = [line.get("name") for line in lines]
    faults = [f"{line.get('name')}: {fault}" for line in lines if (fault := fault_of_parameter(line))]
    faults += sorted({f"{name}: declared twice" for name in names if names.count(name) > 1})
    if faults:
        raise Wrong("well-formed params", "; ".join(faults))
    return f"{len(lines)} parameters"


@check("handshake", "init", "init is answered by ready")
def init_ready(lab: Lab) -> None:
    engine = lab.start()
    introduction(lab, engine)
    lab.initialise(engine)


@check("handshake", "set-before-init", "every parameter takes its own value before init")
def set_before_init(lab: Lab) -> str:
    engine = lab.start()
    lines = parameters(lab, engine)
    for line in lines:
        engine.send(f'set-param name={line.get("name")} value="{line.get("value")}"', timeout=lab.timeout)
    lab.initialise(engine)
    think(lab, engine, ["depth=2"])
    return f"{len(lines)} parameters"


def another_value(line: HubLine) -> str | None:
    """A value close to the declared one, for a parameter where that does no harm."""
    value, kind = line.get("value") or "", line.get("type")
    if kind == "bool":
        return "false" if value == "true" else "true"
    if (
        kind == "int"
        and line.get("max") is not None
        and line.get("name") not in ("threads", "hash", "tt-size")
    ):
        number, high, low = int(value), int(line.get("max") or 0), int(line.get("min") or 0)
        return str(number + 1 if number < high else max(low, number - 1))
    return None


@check("handshake", "set-and-ask", "hub shows the value that set-param has set", CLIENTS)
def set_and_ask(lab: Lab) -> str:
    engine = lab.start()
    for line in parameters(lab, engine):
        name, value = line.get("name"), another_value(line)
        if value is None:
            continue
        engine.send(f"set-param name={name} value={value}", timeout=lab.timeout)
        shown = {one.get("name"): one.get("value") for one in parameters(lab, engine)}
        if shown.get(name) != value:
            raise Wrong(f"param name={name} value={value}", f"value={shown.get(name)}")
        return f"{name}={value}"
    raise NotOffered("no bool or small int among its parameters")


@check("handshake", "second-hub", "a second hub is answered like the first", CLIENTS)
def second_hub(lab: Lab) -> None:
    engine = lab.start()
    first, second = (texts(introduction(lab, engine), 100) for _ in range(2))
    if first != second:
        raise Wrong(first, second)


@check("handshake", "second-init", "a second init is answered by ready", CLIENTS)
def second_init(lab: Lab) -> None:
    engine = lab.ready()
    lab.initialise(engine)
    think(lab, engine, ["depth=2"])


@check("handshake", "set-after-init", "parameters can be set after init, and init sent again", CLIENTS)
def set_after_init(lab: Lab) -> str:
    engine = lab.ready()
    lines = parameters(lab, engine)
    for line in lines:
        engine.send(f'set-param name={line.get("name")} value="{line.get("value")}"', timeout=lab.timeout)
    lab.initialise(engine)
    think(lab, engine, ["depth=2"])
    return f"{len(lines)} parameters"


@check("handshake", "unknown-param", "a parameter that it does not have is ignored", CLIENTS)
def unknown_param(lab: Lab) -> None:
    engine = lab.start()
    introduction(lab, engine)
    engine.send("set-param name=no-such-parameter value=1", timeout=lab.timeout)
    lab.initialise(engine)
    think(lab, engine, ["depth=2"])


def is_alive_after(lab: Lab, engine: Engine, line: str) -> bool:
    try:
        engine.send(line, timeout=lab.timeout)
        lab.initialise(engine)
        return True
    except EngineFault:
        return False


@check("handshake", "bad-values", "a value outside its range or type does no harm", CLIENTS)
def bad_values(lab: Lab) -> str:
    lines = parameters(lab, lab.start())
    bad = [(line, value) for line in lines for value in values_that_do_not_fit(line)][:24]
    for line, value in bad:
        engine = lab.start()
        text = f"set-param name={line.get('name')} value={value}"
        if not is_alive_after(lab, engine, text):
            raise Wrong("ready for the next init", f"none after {text}")
        lab.release()
    return f"{len(bad)} values"


def values_that_do_not_fit(line: HubLine) -> list[str]:
    kind = line.get("type")
    if kind == "int":
        bounds = [int(line.get("min") or 0) - 1] + (
            [int(line.get("max") or 0) + 1] if line.get("max") else []
        )
        return [*map(str, bounds), "99999999999999999999", "many"]
    return ["no-such-value"] if kind in ("enum", "bool", "real") else []
