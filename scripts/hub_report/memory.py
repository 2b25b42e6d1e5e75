"""How much memory the engine takes, and whether it gives it back."""

from __future__ import annotations

import time
from collections.abc import Iterator

from hublib.engine import NoAnswer
from hublib.lines import parse_line

from .figures import Figure, percentile
from .player import Player, mebibytes, memory_kibibytes
from .setting import Setting

FLOOD_LINES = 1_000_000
FLOOD_GROWTH = 128 << 10
FLAT = 4 << 10
SAMPLES = 20
WARM_DEPTH = 13


def flood(setting: Setting) -> Iterator[Figure]:
    """A client that writes a million lines before it reads anything."""
    lines = setting.trials(FLOOD_LINES)
    yield flood_of(setting, b"ping\n", lines, answers=lines)
    yield flood_of(setting, b"sing song=loud\n", lines, answers=0)


def flood_of(setting: Setting, line: bytes, lines: int, answers: int) -> Figure:
    text = line.decode().strip()
    with Player(setting) as player:
        engine = player.engine
        before = memory_kibibytes(engine.pid)
        taken_before, data = engine.bytes_written, line * lines
        began = time.perf_counter()
        blocked = ""
        try:
            engine.send_bytes(data, setting.timeout, reading=False)
        except NoAnswer:
            taken = engine.bytes_written - taken_before
            blocked = f"blocked after {taken} of {len(data)} bytes, none taken until read; "
            engine.send_bytes(data[taken:], setting.timeout)
        written = time.perf_counter() - began
        pongs, read = count_pongs(player, answers)
        peak = memory_kibibytes(engine.pid, "VmHWM")
    bounded = before is not None and peak is not None and peak - before <= FLOOD_GROWTH
    return Figure(
        f"{lines} lines '{text}' written, nothing read until then",
        f"{answers} answers, {FLOOD_GROWTH >> 10} MiB more at most",
        not blocked and pongs == answers and bounded,
        note=f"{blocked}written in {written:.1f} s, {pongs} answers, then read in {read:.1f} s; "
        f"resident before {mebibytes(before)}, at most {mebibytes(peak)}",
    )


def count_pongs(player: Player, expected: int) -> tuple[int, float]:
    """Reads all answers, up to the answer to a question of its own; returns their number and the time."""
    began = time.perf_counter()
    pongs = 0
    player.engine.send("fen", timeout=player.setting.timeout)
    while True:
        arrival = player.engine.line(player.setting.timeout)
        if arrival.command == "fen":
            return pongs, time.perf_counter() - began
        pongs += arrival.command == "pong"
        if pongs % 10_000 == 0:
            player.setting.progress("answers", pongs, expected)


def changes(setting: Setting) -> Iterator[Figure]:
    """Changes the game, the number of threads and the table again and again in one process."""
    count = setting.trials(1000)
    samples: list[int] = []
    with Player(setting) as player:
        at_start = memory_at_rest(player)
        for number in range(1, count + 1):
            change(player, number)
            if number % max(1, count // SAMPLES) == 0:
                samples.append(memory_at_rest(player) or 0)
            setting.progress("changes", number, count)
    yield flat(f"{count} changes of variant, threads and hash: resident memory", samples, at_start)


def flat(what: str, samples: list[int], at_start: int | None) -> Figure:
    """Judges memory use over time by comparing its halves: allocators keep a varying part of freed memory, but a leak
    only grows."""
    half = len(samples) // 2
    growth = percentile(samples[half:], 50) - percentile(samples[:half], 50)
    return Figure(
        what,
        f"second half at most {FLAT >> 10} MiB above the first",
        at_start is not None and growth <= FLAT,
        [sample / 1024 for sample in samples],
        unit="MiB",
        note=f"at the start {mebibytes(at_start)}, after a tenth {mebibytes(samples[len(samples) // 10])}, "
        f"at the end {mebibytes(samples[-1])}; the median of the second half is {growth / 1024:+.1f} MiB "
        "from that of the first",
    )


def change(player: Player, number: int) -> None:
    """Makes one change, of each kind in turn, with a short search after some of them."""
    chance = player.setting.chance
    variants = player.setting.variants
    name, values = (("variant", variants), ("threads", (1, 2, 3, 4)), ("hash", (1, 4, 16, 64)))[number % 3]
    player.set(name, chance.choice(values))
    if number % 5 == 0:
        player.think("nodes=2000", "analyze")


def memory_at_rest(player: Player) -> int | None:
    """Resident memory with the same settings every time, after the same search."""
    for name, value in (("threads", 1), ("hash", 16), ("variant", "normal")):
        player.set(name, value)
    player.set_up([])
    player.engine.send("new-game")
    player.think("depth=8", "analyze")
    return memory_kibibytes(player.engine.pid)


def too_much(setting: Setting) -> Iterator[Figure]:
    """A table larger than the machine's memory must be refused, and the old one must stay."""
    with Player(setting, hash_mebibytes=64) as player:
        declared = largest_hash(player)
        moves = ["31-27", "19-23", "33-28", "17-22"]
        player.set_up(moves)
        nodes = [nodes_of_search(player) for _ in range(2)]
        errors = player.set("hash", declared)
        nodes.append(nodes_of_search(player))
        player.engine.send("new-game")
        nodes.append(nodes_of_search(player))
    cold, warm, after, forgotten = nodes
    yield Figure(
        f"hash={declared} refused, the old table stays",
        "error, then less than half the nodes",
        bool(errors) and after * 2 < cold,
        note=f"{errors[0].text if errors else 'no error'}; depth {WARM_DEPTH} takes {cold} nodes, "
        f"again {warm}, after the refusal {after}, after new-game {forgotten}",
    )


def largest_hash(player: Player) -> int:
    """The declared maximum of `hash`, in MiB."""
    player.engine.send("hub")
    largest = 0
    while (arrival := player.engine.line(player.setting.timeout)).command != "wait":
        line = parse_line(arrival.text)
        if line.get("name") == "hash":
            largest = int(line.get("max") or 0)
    return largest


def nodes_of_search(player: Player) -> int:
    _, _, info = player.think(f"depth={WARM_DEPTH}", "analyze", patience=120)
    return int((info.get("nodes") if info else None) or 0)


def many_searches(setting: Setting) -> Iterator[Figure]:
    """Short searches from random positions, with a small table that is soon full."""
    count = setting.trials(20_000)
    samples: list[int] = []
    with Player(setting, hash_mebibytes=1) as player:
        at_start = memory_kibibytes(player.engine.pid)
        for number in range(1, count + 1):
            if number % 20 == 1:
                player.random_opening(30)
            search_and_play(player)
            if number % max(1, count // SAMPLES) == 0:
                samples.append(memory_kibibytes(player.engine.pid) or 0)
            setting.progress("searches", number, count)
    yield flat(f"{count} short searches: resident memory", samples, at_start)


def search_and_play(player: Player) -> None:
    move, _, _ = player.think("depth=4")
    player.engine.send(f"play move={move}")
    if player.is_over():
        player.random_opening(30)
