"""docs/games.md: what the games are like beside each other, claims about them, and remedies for draws."""

from __future__ import annotations

import math

from . import claims, plots
from .estimate import Estimate, difference, mean, moments
from .figures import (
    commands,
    draws,
    elo_text,
    estimate,
    grouped,
    length,
    paragraph,
    percent,
    plain,
    points,
    rear_slope,
    table,
    tree,
    white_score,
)
from .matches import NO_REMEDY, REAR_MOVES, REMEDIES, REMEDY, SELF
from .tables import ENOUGH, Survey, chosen, levels

RULES = {
    "none": "International",
    "vanguard": "Vanguard",
    "killer": "halt `killer`",
    "damme": "halt `damme`",
    "killer-light": "halt `killer-light`",
    "winther": "halt `winther`",
}
# The plot of the rear guard shows these, and no number of men with fewer results.
REAR_TITLES = {"normal": "International", "vanguard": "Vanguard"}
REAR_MOVE, LEAST_RESULTS = 30, 20
# Of the plots, in per cent.
SHARE_OF_DRAWS = "draws in per cent, with 95 % intervals"
HEADING = "# What the games are like\n\n<!-- Written by scripts/survey.py from the counts in docs/games. -->\n"
PLAYED = (
    "**How they were played.** Both players are this engine, on one thread, with the same number of nodes for each"
    " move, 16 MiB for transpositions and endgame tables of up to three pieces. A game begins with six random moves to"
    " a position that a shallow search scores within half a man, and is drawn after 200 moves by each side. All games"
    " follow from their seed: the commands at the end of each page play them again. Planned games that are missing have"
    " not been played yet."
)
ROWS = (
    "**What is counted.** Lengths include the six plies of the opening; legal moves, captures and promotions are"
    " counted after it. The *first side a man ahead* is the first with exactly one man more at a moment without kings"
    " when neither the last move nor a legal one is a capture; games without such a moment are left out."
)
READ = (
    "**How to read it.** Brackets hold 95 % intervals: Wilson's for shares, the normal one for means over games. They"
    " say how far a figure could be off by chance (one in twenty is off by more), and nothing about how people or"
    " stronger players play: see how a figure changes with the number of nodes before you carry it further. The"
    " openings are chosen to be balanced, so White's points here say little about the first move."
)


def per_cent(found: Estimate) -> Estimate:
    return found.of(lambda share: 100 * share)


def at_a_glance(survey: Survey) -> str:
    rows = []
    for game in survey.games:
        row = survey.best(game.hub)
        size = math.log10(survey.board(game.hub)["positions"])
        name, nodes, games = f"[{game.short}](games/{game.file}.md)", grouped(row["nodes"]), grouped(row["games"])
        choices, tree_size = plain(estimate(row, "legal")), f"10<sup>{plain(tree(row), 0)}</sup>"
        shares = [percent(draws(row)), percent(white_score(row))]
        rows.append([name, nodes, games, *shares, plain(length(row), 0), choices, tree_size,
                     f"10<sup>{size:.1f}</sup>"])  # fmt: skip
    head = ["game", "nodes", "games", "draws", "White's points", "plies", "legal moves", "game tree", "positions"]
    before = f"At the largest number of nodes with at least {ENOUGH} games:"
    after = paragraph(
        "*Game tree* is the product of the numbers of legal moves at all plies of a game, as a geometric mean over"
        " games; the pages of the games also have the mean number to the power of the mean length. *Positions* is an"
        " upper bound: all ways to place up to as many pieces as at the start, men not on their promotion cells, for"
        " each side to move. *Points* are 1 for a win and 1/2 for a draw."
    )
    plot = "![Draws in each game](games/draws.svg)\n"
    return f"\n## At a glance\n\n{before}\n\n{table(head, rows)}\n{after}\n{plot}"


def draws_plot(survey: Survey) -> str:
    found = {game.hub: survey.matches(game.hub) for game in survey.games}
    series = []
    for nodes in levels(row for rows in found.values() for row in rows):
        rows = [(place, chosen(found[game.hub], nodes=nodes)) for place, game in enumerate(survey.games)]
        places = [(place, per_cent(draws(row))) for place, of_game in rows for row in of_game]
        series.append(plots.Series(f"{grouped(nodes)} nodes", places))
    highest = max((point.high for one in series for _, point in one.points), default=1)
    labels = [game.short for game in survey.games]
    return plots.rows("Draws in each game", labels, series, SHARE_OF_DRAWS, 5 * math.ceil(highest / 5))


def remedies(survey: Survey) -> str:
    if not survey.remedy_levels():
        return ""
    text = "\n## Remedies for draws\n\n" + paragraph(
        "International Draughts with each [halt rule](rules/international.md), and [Vanguard"
        " Draughts](rules/vanguard.md), from the same openings. The difference is in draws per hundred games, against"
        " International at the same number of nodes, with Newcombe's interval."
    )
    text += "\n![Draws under each rule](games/remedies.svg)\n"
    head = ["rule", "games, planned", "draws", "difference", "White's points", "plies", "promotions", "captures"]
    for nodes in survey.remedy_levels():
        found, rows = survey.remedies(nodes), []
        for rule, row in found.items():
            plain_rules = found.get(NO_REMEDY, row)
            change = points(difference(draws(row), draws(plain_rules))) if row is not plain_rules else ""
            games = f"{grouped(row['games'])}, {grouped(row['planned'])}"
            rows.append([RULES[rule], games, percent(draws(row)), change, percent(white_score(row)), plain(length(row)),
                         plain(estimate(row, "promotions"), 2), plain(estimate(row, "captures"))])  # fmt: skip
        text += f"\n{grouped(nodes)} nodes:\n\n{table(head, rows)}"
    played = chosen(survey.tables["matches"], kind=REMEDY)
    played.sort(key=lambda row: (row["nodes"], row["seed"]))
    return f"{text}\n{commands(played)}"


def remedies_plot(survey: Survey) -> str:
    series = []
    for nodes in survey.remedy_levels():
        found = survey.remedies(nodes)
        places = [(REMEDIES.index(rule), per_cent(draws(row))) for rule, row in found.items()]
        series.append(plots.Series(f"{grouped(nodes)} nodes", places))
    labels = [RULES[rule].replace("`", "") for rule in REMEDIES]
    highest = max(point.high for one in series for _, point in one.points)
    return plots.rows("Draws under each rule", labels, series, SHARE_OF_DRAWS, 5 * math.ceil(highest / 5))


def rear_guard(survey: Survey) -> str:
    found = survey.tables["rear"]
    if not (found and survey.remedy_levels()):
        return ""
    about = paragraph(
        "What one man more than the opponent on the own two back rows is worth, in points per hundred games: the slope"
        " of the least-squares line of White's result over the difference. It counts the positions of the games above"
        " after 20, 30 and 40 moves by each side, if material is equal, there are no kings, and no exchange goes on."
    )
    rows = []
    for nodes in survey.remedy_levels():
        for move in REAR_MOVES:
            slopes = [rear_slope(found, game, nodes, move) for game in REAR_TITLES]
            texts = [(grouped(count), points(value) if math.isfinite(value.low) else "") for value, count in slopes]
            rows.append([grouped(nodes), str(move), *(text for pair in texts for text in pair)])
    head = ["nodes", "after move"]
    for title in REAR_TITLES.values():
        head += [f"{title}: positions", "points per man"]
    plot = "![Points by men on the back rows](games/rear.svg)\n"
    return f"\n## The rear guard\n\n{about}\n{table(head, rows)}\n{plot}"


def rear_plot(survey: Survey) -> str:
    """Points by the number of own men on the back rows."""
    rows, series = survey.tables["rear"], []
    nodes = levels(rows)[0]
    for game, title in REAR_TITLES.items():
        places = []
        found = chosen(rows, game=game, what="own", move=REAR_MOVE, nodes=nodes)
        for men in sorted({row["men"] for row in found}):
            of_men = chosen(found, men=men)
            wins, drawn, losses = (sum(row[result] for row in of_men) for result in ("wins", "draws", "losses"))
            results = [100.0] * wins + [50.0] * drawn + [0.0] * losses
            if len(results) >= LEAST_RESULTS:
                places.append((men, mean(*moments(results), len(results))))
        series.append(plots.Series(title, places))
    most = max((row["men"] for row in chosen(rows, what="own")), default=0)
    title = f"Points by men on the own two back rows after move {REAR_MOVE}, at {grouped(nodes)} nodes"
    return plots.rows(title, [f"{men} men" for men in range(most + 1)], series, "points per hundred games", 100)


def doublings(survey: Survey) -> str:
    rows = []
    for game in survey.games:
        for row in chosen(survey.tables["doublings"], game=game.hub):
            pairs = [row[f"points_{number}"] for number in range(5)]
            rows.append([game.title, grouped(row["nodes"]), grouped(2 * sum(pairs)), elo_text(pairs)])
    if not rows:
        return ""
    head = ["game", "nodes", "games", "Elo of twice as many"]
    about = "A player with twice the nodes against one with once:"
    return f"\n## What twice the effort is worth\n\n{about}\n\n{table(head, rows)}"


# The figures of which two seeds are compared.
COMPARED = (
    draws,
    white_score,
    length,
    tree,
    *(lambda row, name=name: estimate(row, name) for name in ("legal", "captures", "promotions")),
)


def seeds(survey: Survey) -> str:
    """The share of draws with a second seed beside the interval of the first, and how many other figures are inside."""
    rows, inside, alike, figures = [], 0, 0, 0
    for game in survey.games:
        matches = chosen(survey.tables["matches"], game=game.hub, kind=SELF)
        matches.sort(key=lambda row: (row["nodes"], row["seed"]))
        pairs = [(one, other) for one, other in zip(matches, matches[1:]) if one["nodes"] == other["nodes"]]
        for one, other in pairs:
            is_inside = draws(one).has(draws(other).value)
            change = difference(draws(other), draws(one))
            inside, alike = inside + is_inside, alike + change.has(0)
            others = sum(figure(one).has(figure(other).value) for figure in COMPARED)
            figures += others
            rows.append([game.title, grouped(one["nodes"]), f"{percent(draws(one))} of {grouped(one['games'])}",
                         f"{100 * draws(other).value:.1f} % of {grouped(other['games'])}",
                         "yes" if is_inside else "**no**", points(change), f"{others} of {len(COMPARED)}"])  # fmt: skip
    if not rows:
        return ""
    head = ["game", "nodes", "draws, first seed", "second seed", "within the interval", "difference", "figures within"]
    about = paragraph(
        f"{inside} of {len(rows)} shares of draws are inside, and {figures} of {len(rows) * len(COMPARED)} figures:"
        " draws, White's points, lengths, game trees, legal moves, captures and promotions. A second sample of the same"
        " size falls outside in about one of six cases, a smaller one more often, because it has an error of its own."
        f" The interval of the difference takes account of both errors: {alike} of {len(rows)} include 0."
    )
    return f"\n## A second seed\n\n{table(head, rows)}\n{about}"


def again(survey: Survey) -> str:
    total = sum(row["games"] for row in survey.tables["matches"])
    total += sum(2 * row[f"points_{number}"] for row in survey.tables["doublings"] for number in range(5))
    return "\n## Play on\n\n" + paragraph(
        f"{grouped(total)} games are counted here. `scripts/survey.py --help` says how to play more, on this machine or"
        " on a cluster, how to count them, and how to write these pages again. The counts are CSV files in"
        " [games](games)."
    )


def page(survey: Survey) -> str:
    links = ", ".join(f"[{game.title}](games/{game.file}.md)" for game in survey.games)
    about = (
        "The engine has played each game against itself, so that the games can be compared with an equally strong"
        f" player in all of them. Each game has a page with all its figures: {links}."
    )
    parts = (at_a_glance, claims.section, remedies, rear_guard, doublings, seeds, again)
    head = "\n".join([HEADING, *map(paragraph, (about, PLAYED, ROWS, READ))])
    return head + "".join(part(survey) for part in parts)


def files(survey: Survey) -> dict[str, str]:
    found = {"games.md": page(survey), "games/draws.svg": draws_plot(survey)}
    if survey.remedy_levels():
        found["games/remedies.svg"] = remedies_plot(survey)
    if survey.tables["rear"]:
        found["games/rear.svg"] = rear_plot(survey)
    return found
