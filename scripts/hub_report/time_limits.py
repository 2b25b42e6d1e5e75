"""How well the engine keeps time limits: single moves, and whole games on the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .figures import Figure
from .player import Player
from .setting import Setting

MOVE_TIME = 0.02
GAME_TIME, INCREMENT = 1.0, 0.01
LONGEST_GAME = 500


def moves_in_time(setting: Setting) -> Iterator[Figure]:
    """Moves with little time each, in games from random openings."""
    games = len(setting.variants)
    for number, variant in enumerate(setting.variants):
        # The numbers of moves add up to the requested number, even if it is not divisible by the number of games.
        wanted = setting.moves * (number + 1) // games - setting.moves * number // games
        took: list[float] = []
        with Player(setting, variant) as player:
            over = True
            while len(took) < wanted:
                if over:
                    player.random_opening(10)
                move, seconds, _ = player.think(f"move-time={MOVE_TIME}")
                took.append(seconds * 1000)
                player.engine.send(f"play move={move}")
                over = player.is_over()
                setting.progress(f"moves, {variant}", len(took), wanted)
        late = sum(one > MOVE_TIME * 1000 for one in took)
        yield Figure(
            f"go to done at move-time={MOVE_TIME}, {variant}",
            f"all within {MOVE_TIME * 1000:g} ms",
            late == 0,
            took,
            note=f"{late} of {wanted} moves too late" if late else "",
        )


def games_in_time(setting: Setting) -> Iterator[Figure]:
    """The engine against itself in two processes; this script keeps the clocks."""
    lowest: list[float] = []
    ends: Counter[str] = Counter()
    oversteps: list[str] = []
    moves = 0
    for number in range(setting.games):
        variant = setting.variants[number % len(setting.variants)]
        game = Game(setting, variant)
        end = game.play()
        lowest.append(game.lowest_clock * 1000)
        moves += game.plies
        ends[end] += 1
        if game.lowest_clock < 0:
            oversteps.append(
                f"{variant}, opening {' '.join(game.opening)}, {game.lowest_clock * 1000:.1f} ms"
            )
        setting.progress("games", number + 1, setting.games)
    told = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
    note = f"{moves} moves; {told}" + (f"; overstepped: {'; '.join(oversteps[:5])}" if oversteps else "")
    yield Figure(
        f"lowest clock of a game at {GAME_TIME:g} s + {INCREMENT:g} s",
        "never below 0",
        not oversteps and not ends["illegal"] and bool(lowest),
        lowest,
        note=note,
    )


class Game:
    """A game of two processes."""

    def __init__(self, setting: Setting, variant: str):
        self.setting, self.variant = setting, variant
        self.lowest_clock = GAME_TIME
        self.plies = 0
        self.opening: list[str] = []

    def play(self) -> str:
        """Plays the game to its end, and returns how it ended."""
        with Player(self.setting, self.variant) as first, Player(self.setting, self.variant) as second:
            self.opening = first.random_opening(8)
            second.set_up(self.opening)
            players, clocks = (first, second), [GAME_TIME, GAME_TIME]
            while self.plies < LONGEST_GAME:
                side = self.plies % 2
                # Hub adds the increment before the move.
                clocks[side] += INCREMENT
                move, seconds, _ = players[side].think(f"time={clocks[side]:.6f} inc={INCREMENT}")
                clocks[side] -= seconds
                self.lowest_clock = min(self.lowest_clock, clocks[side])
                if clocks[side] < 0:
                    return "overstepped"
                if move not in players[1 - side].legal_moves():
                    return "illegal"
                self.plies += 1
                for player in players:
                    player.engine.send(f"play move={move}")
                status = first.ask("status")
                if status.get("result") != "none":
                    return str(status.get("reason"))
            return "left alone"
