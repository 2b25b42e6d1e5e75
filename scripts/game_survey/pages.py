"""The pages and plots of docs/games, from the counts alone."""

from __future__ import annotations

import math
from pathlib import Path

from . import first_moves, overview, plots
from .figures import COUNTS, commands, elo_text, estimate, grouped, paragraph, table, text_of
from .matches import PLIES, SELF
from .tables import NAMES, Game, Row, Survey, Tables, chosen, kept, levels

ABOUT_FILES = (
    "Games of the engine against itself. docs/games.md says how they were played and what the figures mean. Brackets"
    " hold 95 % intervals. A game from a file has neither claims to judge, nor a bound of its positions, nor a place"
    " among the games of docs/games: these need its page of rules."
)


def level(row: Row) -> str:
    return f"{grouped(row['nodes'])} nodes, seed {row['seed']}"


def doubling_text(rows: list[Row]) -> str:
    if not rows:
        return ""
    head = ["nodes", "pairs of games", "pairs with 0, 1/2, 1, 3/2, 2 points", "Elo of twice as many"]
    lines = []
    for row in rows:
        pairs = [row[f"points_{number}"] for number in range(5)]
        players = f"{grouped(2 * row['nodes'])} against {grouped(row['nodes'])}, seed {row['seed']}"
        lines.append([players, grouped(sum(pairs)), " ".join(map(str, pairs)), elo_text(pairs)])
    return f"\n## What twice the effort is worth\n\n{table(head, lines)}"


def branching_plot(game: Game, rows: list[Row]) -> str:
    series = []
    for nodes in levels(rows):
        # In the middle of the plies of each mean.
        means = [(row["ply"] + PLIES / 2, estimate(row, "legal")) for row in chosen(rows, nodes=nodes)]
        series.append(plots.Series(f"{grouped(nodes)} nodes", means))
    return plots.lines(f"{game.title}: legal moves by ply", series, "plies from the start", "legal moves")


def page(game: Game, survey: Survey, about: str, more: str, rules: str = "") -> str:
    """The page of a game, with what stands before and after its figures; `rules` is the file of the game, if it has
    one."""
    rows = chosen(survey.tables["matches"], game=game.hub, kind=SELF)
    figures = [(name, [text_of(show(row)) for row in rows]) for name, show in COUNTS]
    lines = [[name, *texts] for name, texts in figures if any(texts)]
    doublings = chosen(survey.tables["doublings"], game=game.hub)
    return (
        f"# {game.title}: what the game is like\n\n"
        f"<!-- Written by scripts/survey.py from the counts in this folder. -->\n\n"
        f"{paragraph(about)}\n"
        f"{table(['', *map(level, rows)], lines)}\n"
        f"![Legal moves by ply]({game.file}.svg)\n"
        f"{more}"
        f"{doubling_text(doublings)}\n"
        f"## The same games again\n\n{commands(rows + doublings, rules)}"
    )


def page_in_docs(game: Game, survey: Survey) -> str:
    about = (
        "Games of the engine against itself. [The overview](../games.md) says what the figures mean and compares the"
        f" games; [the rules](../rules/{game.file}.md) have their own page. Brackets hold 95 % intervals."
    )
    positions = survey.board(game.hub)["positions"]
    return page(
        game,
        survey,
        about,
        f"\nAt most {positions:,} positions, about 10<sup>{math.log10(positions):.1f}</sup>.\n"
        f"{first_moves.section(chosen(survey.tables['first moves'], game=game.hub), game.file)}",
    )


def pages_of_files(found: Tables) -> dict[str, str]:
    """The pages and plots of games without a page of rules, from the rows that `count` has found."""
    tables = {name: kept(found, name) for name in NAMES}
    files = {}
    games = {row["game"]: row for row in found.get("games", [])}
    survey = Survey(tables, [Game(name, row["title"], name) for name, row in games.items()])
    for game in survey.games:
        files[f"{game.file}.md"] = page(game, survey, ABOUT_FILES, "", games[game.hub]["rules"])
        files[f"{game.file}.svg"] = branching_plot(game, chosen(tables["plies"], game=game.hub))
    return files


def pages(docs: Path) -> dict[str, str]:
    """The text of each file, by its path in the folder of the documents."""
    survey = Survey.of_docs(docs)
    files = overview.files(survey)
    for game in survey.games:
        files[f"games/{game.file}.md"] = page_in_docs(game, survey)
        files[f"games/{game.file}.svg"] = branching_plot(game, chosen(survey.tables["plies"], game=game.hub))
    return files
