"""Claims about the games, and what the counts say about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from .estimate import Estimate, difference, share
from .figures import draws, grouped, length, percent, plain, points, rear_slope, simple_tree, table, tree
from .matches import NO_REMEDY, REAR_MOVES, REMEDIES, SELF
from .tables import Row, Survey, chosen

CONFIRMED, REFUTED, UNDECIDED = "**confirmed**", "**refuted**", "**not decided**"
AI_AI = "[Ai Ai](http://mrraow.com/uploads/AiAiReports/Dameo/Dameo.html)"
CRODA = "[Croda](http://mindsports.nl/index.php/the-pit/524-croda)"
VANGUARD = "[Vanguard](http://mlwi.magix.net/bg/vanguard.htm)"
# Games that have hardly any draws by their nature: the first king, or having lost all pieces, decides.
WITHOUT_DRAWS = ("bt", "losing")

# What is claimed, the verdict, and the reason.
Claim = tuple[str, str, str]


def at(row: Row) -> str:
    return f"at {grouped(row['nodes'])} nodes"


def at_levels(rows: Sequence[Row]) -> str:
    return ", ".join(f"{percent(draws(row))} {at(row)}" for row in rows)


def names(found: Sequence[str]) -> str:
    return ", ".join(found) or "none"


def fewer(change: Estimate) -> str:
    """The verdict on the claim that a difference is negative."""
    return CONFIRMED if change.high < 0 else REFUTED if change.low > 0 else UNDECIDED


def by_level(verdicts: Mapping[int, str]) -> str:
    """The verdict if it is the same at all strengths, or that of each."""
    if len(set(verdicts.values())) == 1:
        return next(iter(verdicts.values()))
    return ", ".join(f"{verdict} at {grouped(nodes)} nodes" for nodes, verdict in verdicts.items())


def trend(rows: Sequence[Row]) -> str:
    """How draws change from the least to the most nodes."""
    change = difference(draws(rows[-1]), draws(rows[0]))
    word = "more" if change.low > 0 else "fewer" if change.high < 0 else "no certain change"
    return f"; {word} with more nodes ({points(change)} per hundred games)" if len(rows) > 1 else ""


def dameo_among_programs(survey: Survey) -> Claim:
    rows = survey.matches("dameo")
    inside = [row for row in rows if draws(row).has(0.21)]
    # A wide interval, of few games, has room for many values.
    verdict = REFUTED if not inside else CONFIRMED if survey.best("dameo") in inside else UNDECIDED
    why = f"{at_levels(rows)}{trend(rows)}. The share depends on the players: 21 % describe those of Ai Ai."
    return f"Dameo is drawn in about 21 % of games between programs ({AI_AI})", verdict, why


def dameo_among_people(survey: Survey) -> Claim:
    row = survey.best("dameo")
    why = (
        "Self-play has no people, who differ in strength and agree to draws. Between equal programs it is"
        f" {percent(draws(row))} {at(row)}."
    )
    return "Dameo is drawn in about 2 % of games between people (BrainKing)", UNDECIDED, why


def dameo_tree(survey: Survey) -> Claim:
    row = survey.best("dameo")
    power, product = simple_tree(row), tree(row)
    near = any(abs(exponent / 107 - 1) < 0.1 for exponent in (power.value, product.value))
    why = (
        f"10<sup>{plain(product)}</sup> as the product of the legal moves in a game; 10<sup>{plain(power)}</sup> as"
        f" their mean, {row['legal']:.1f}, to the power of the mean length, {length(row).value:.1f} plies, {at(row)}."
        " The figure depends on the formula and on who plays."
    )
    claim = "The game tree of Dameo has about 10<sup>107</sup> positions"
    return claim, "**roughly confirmed**" if near else REFUTED, why


def dameo_positions(survey: Survey) -> Claim:
    sizes = {game: math.log10(survey.board(game.hub)["positions"]) for game in survey.games}
    size = math.log10(survey.board("dameo")["positions"])
    larger = [game.short for game, other in sizes.items() if other > 40]
    why = f"At most 10<sup>{size:.2f}</sup>, counted exactly. Bounds above 10<sup>40</sup>: {names(larger)}."
    return "Dameo has at most about 10<sup>40</sup> positions", CONFIRMED if size <= 40 else REFUTED, why


def two_kings(_: Survey) -> Claim:
    why = (
        "With the move, in all quiet positions, by [retrograde analysis](endgames.md#dameo); usually not in"
        " [Hexdame](endgames.md#hexdame)."
    )
    return "In Dameo two kings always beat one", CONFIRMED, why


def hexdame_draws(survey: Survey) -> Claim | None:
    normal = {row["nodes"]: row for row in survey.matches("normal")}
    pairs = [(row, normal[row["nodes"]]) for row in survey.matches("hexdame") if row["nodes"] in normal]
    if not pairs:
        return None
    verdicts = {row["nodes"]: fewer(difference(draws(row), draws(other))) for row, other in pairs}
    why = "; ".join(f"{percent(draws(row))} against {percent(draws(other))} {at(row)}" for row, other in pairs)
    limited = ", ".join(f"{percent(by_limit(row))} {at(row)}" for row, _ in pairs)
    why += f". Games of Hexdame that only the limit of 200 moves ended: {limited}."
    return "Hexdame has fewer draws than International", by_level(verdicts), why


def by_limit(row: Row) -> Estimate:
    """The share of games that the limit of moves has ended."""
    endings = dict(pair.split(":") for pair in row["endings"].split())
    return share(int(endings.get("move-limit", 0)), row["games"])


def croda_draws(survey: Survey) -> Claim:
    croda = survey.best("croda")
    others = [row for row in chosen(survey.tables["matches"], kind=SELF, nodes=croda["nodes"], seed=croda["seed"])
              if row["game"] not in ("croda", *WITHOUT_DRAWS)]  # fmt: skip
    verdicts = {survey.name(row["game"]): fewer(difference(draws(croda), draws(row))) for row in others}
    sorts = {
        verdict: [name for name, found in verdicts.items() if found == verdict] for verdict in (REFUTED, UNDECIDED)
    }
    why = (
        f"{at_levels(survey.matches('croda'))}. Games with fewer draws {at(croda)}, apart from Breakthrough and Losing"
        f" Draughts: {names(sorts[REFUTED])}; without a certain difference: {names(sorts[UNDECIDED])}."
    )
    verdict = REFUTED if sorts[REFUTED] else UNDECIDED if sorts[UNDECIDED] else CONFIRMED
    return f"{CRODA} was made for the smallest percentage of draws, and has it", verdict, why


def harzdame_promotion(survey: Survey) -> Claim:
    row = survey.best("harzdame")
    reach = share(row["promotion_games"], row["games"])
    others = chosen(survey.tables["matches"], kind=SELF, nodes=row["nodes"], seed=row["seed"])
    more = sum(other["promotions"] > row["promotions"] for other in others)
    why = (
        f"A man gets there in {percent(reach)} of the games, {row['promotions']:.1f} men per game, the first after"
        f" {row['first_promotion']:.0f} of {length(row).value:.0f} plies, {at(row)}. Of the other {len(others) - 1}"
        f" games, {more} have more promotions per game."
    )
    return 'Harzdame\'s promotion area is "not trivial to get to"', REFUTED if reach.low > 0.9 else CONFIRMED, why


def rear_guard(survey: Survey) -> Claim | None:
    rows = survey.tables["rear"]
    slopes = {
        f"move {move}, {grouped(nodes)} nodes": rear_slope(rows, "vanguard", nodes, move)[0]
        for nodes in survey.remedy_levels()
        for move in REAR_MOVES
    }
    if not (rows and slopes):
        return None
    good = [place for place, found in slopes.items() if found.low > 0]
    bad = [place for place, found in slopes.items() if found.high < 0]
    most = len(slopes) / 2
    verdict = CONFIRMED if len(good) > most else REFUTED if len(bad) > most else UNDECIDED
    why = (
        f"More men there than the opponent has are an advantage after: {'; '.join(good) or 'none'}; a disadvantage"
        f" after: {'; '.join(bad) or 'none'}; otherwise the interval includes 0 ([below](#the-rear-guard)). One of"
        " twenty excludes it by chance, so more than half have to."
    )
    return f'"Arguably, it is a good idea to keep a Man or two as rear guards" ({VANGUARD})', verdict, why


def remedy(survey: Survey, rule: str) -> Claim | None:
    found = {nodes: survey.remedies(nodes) for nodes in survey.remedy_levels()}
    changes = {nodes: difference(draws(rows[rule]), draws(rows[NO_REMEDY]))
               for nodes, rows in found.items() if rule in rows and NO_REMEDY in rows}  # fmt: skip
    if not changes:
        return None
    name = "The vanguard rule" if rule == "vanguard" else f"The halt rule `{rule}`"
    why = "; ".join(f"{points(change)} at {grouped(nodes)} nodes" for nodes, change in changes.items())
    verdicts = {nodes: fewer(change) for nodes, change in changes.items()}
    return f"{name} is a remedy for draws in International", by_level(verdicts), f"Draws per hundred games: {why}."


# With the games that each needs.
CLAIMS: tuple[tuple[Callable[[Survey], Claim | None], list[str]], ...] = (
    (dameo_among_programs, ["dameo"]),
    (dameo_among_people, ["dameo"]),
    (dameo_tree, ["dameo"]),
    (dameo_positions, ["dameo"]),
    (two_kings, []),
    (hexdame_draws, []),
    (croda_draws, ["croda"]),
    (harzdame_promotion, ["harzdame"]),
    (rear_guard, []),
)


def section(survey: Survey) -> str:
    hubs = {game.hub for game in survey.games}
    found = [claim(survey) for claim, needed in CLAIMS if hubs.issuperset(needed)]
    found += [remedy(survey, rule) for rule in REMEDIES if rule != NO_REMEDY]
    return f"\n## Claims\n\n{table(['claim', 'verdict', 'why'], [claim for claim in found if claim], '---')}"
