"""The pages of docs/endgames."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

from game_survey.figures import grouped, paragraph, table
from game_survey.tables import Game, Row, games_of

from .counts import RESULTS, Class, class_of, complete_pieces, load, longest

FOLDER = "endgames"
# After a pass there is no last move.
WITHOUT_LAST_MOVE = {"vanguard": " without a vanguard", "frisian": " in which no king has moved last"}
NOTE = "<!-- Written by scripts/endgames.py from the counts in this folder. -->\n"


def results(row: Row, side: str) -> str:
    """The shares of won, drawn and lost quiet positions with a side to move, in percent."""
    counts = [row[f"{side}_{result}"] for result in RESULTS]
    if not any(isinstance(count, int) and count for count in counts):
        return ""
    return " / ".join(percent(count, sum(counts)) for count in counts)


def percent(count: int, of: int) -> str:
    """Shares that are only nearly nothing or all are not rounded to that."""
    text = f"{100 * count / of:.2f}"
    if count and text == "0.00":
        return "<0.01"
    return ">99.99" if count < of and text == "100.00" else text


def quiet(row: Row) -> int:
    """The number of quiet placements, all of which have a value with White to move."""
    return sum(row[f"white_{result}"] for result in RESULTS)


def classes_table(rows: Sequence[Row]) -> str:
    head = ["class", "quiet", "White to move", "Black to move", "longest win, White", "Black", "zugzwangs"]
    cells = [
        [f"`{row['class']}`", grouped(quiet(row)), results(row, "white"), results(row, "black"),
         str(row["white_longest"]), str(row["black_longest"]), zugzwangs(row)]
        for row in rows
    ]  # fmt: skip
    return table(head, cells)


def zugzwangs(row: Row) -> str:
    return f"{grouped(row['both_lose'])} + {grouped(row['one_draws'])}"


def longest_win(game: Game, rows: Sequence[Row]) -> str:
    """The longest win of some classes, as a game that can be loaded."""
    row = max(rows, key=longest)
    plies = longest(row)
    if not plies:
        return "No position is won.\n"
    side = "white" if row["white_longest"] == plies else "black"
    moves = textwrap.fill(row["line"], 116, break_on_hyphens=False)
    about = f"The longest win takes {plies} plies, in `{row['class']}`:"
    return f"{about}\n\n```text\n{row[f'{side}_longest_fen']}\n{moves}\n```\n"


def examples(rows: Sequence[Row]) -> str:
    found = [row for row in rows if row["zugzwang_fen"]]
    items = "".join(f"- `{row['class']}`: `{row['zugzwang_fen']}`\n" for row in found)
    return f"A mutual zugzwang of each class that has one, White to move:\n\n{items}" if found else ""


def kings_against_men(rows: Sequence[Row]) -> str:
    """What some kings achieve against some men, with either side to move."""
    by_class = {class_of(row["class"]): row for row in rows}
    most = max(material.pieces for material in by_class)
    cells = []
    for kings in range(1, most):
        for men in range(1, most - kings + 1):
            white, black = Class(0, kings, men, 0), Class(men, 0, 0, kings)
            row, side = (by_class[white], "white") if white in by_class else (by_class.get(black), "black")
            if row is None:
                continue
            other = "black" if side == "white" else "white"
            turned = {f"x_{result}": row[f"{other}_{reverse}"] for result, reverse in zip(RESULTS, RESULTS[::-1])}
            cells.append([f"{kings}", f"{men}", results(row, side), results(turned, "x")])
    if not cells:
        return ""
    head = ["kings", "men", "the kings' results if they move", "if the men move"]
    return f"## Kings against men\n\n{table(head, cells)}\n"


def divisions(rows: Sequence[Row]) -> list[Class]:
    """The divisions among the sides that were counted beyond the complete numbers of pieces, as classes of men."""
    complete, found = complete_pieces(rows), {class_of(row["class"]) for row in rows}
    beyond = {material.division for material in found if material.pieces > complete}
    starts = [Class(white, 0, black, 0) for white, black in sorted(beyond)]
    return [start for start in starts if found.issuperset(start.promoted)]


def extent(rows: Sequence[Row]) -> str:
    """Which endgames were counted."""
    parts = "".join(f", and those of {white} against {black}" for white, _, black, _ in divisions(rows))
    return f"{complete_pieces(rows)} pieces{parts}"


def commands(game: Game, rows: Sequence[Row]) -> str:
    choices = [f"--pieces {complete_pieces(rows)}", *(f"--only {start}" for start in divisions(rows))]
    lines = [
        f"coupturc tables build --variant {game.hub} {choice} --tables tables\n"
        f"scripts/endgames.py count --variant {game.hub} {choice} --tables tables\n"
        for choice in choices
    ]
    return f"```sh\n{''.join(lines)}```\n"


def page(game: Game, rows: Sequence[Row]) -> str:
    most = max(class_of(row["class"]).pieces for row in rows)
    positions = grouped(sum(row["positions"] for row in rows))
    parts = [
        f"# Endgames of {game.title}\n\n{NOTE}\n",
        paragraph(
            f"All endgames of up to {extent(rows)}, {positions} positions, by endgame tables."
            " [Small endgames](../endgames.md) says what is counted and what it means; shares are percentages of the"
            " quiet positions, won / drawn / lost for the side to move, and plies count all positions. In a *mutual"
            " zugzwang* each side does worse if it is to move: those in which either loses, plus those that cost"
            f" half a point, in quiet placements{WITHOUT_LAST_MOVE.get(game.hub, '')}. Move limits are ignored."
            f" [{game.file}.pdn]({game.file}.pdn) has the longest win of each class as a game, to replay on the board"
            " page."
        ),
        f"\n{commands(game, rows)}\n",
        kings_against_men(rows),
    ]
    for pieces in range(2, most + 1):
        of_pieces = [row for row in rows if class_of(row["class"]).pieces == pieces]
        if of_pieces:
            section = [classes_table(of_pieces), longest_win(game, of_pieces), examples(of_pieces)]
            parts.append(f"## {pieces} pieces\n\n" + "\n".join(part for part in section if part) + "\n")
    return "".join(parts).rstrip("\n") + "\n"


def overview(found: Sequence[tuple[Game, Sequence[Row]]]) -> str:
    cells = []
    for game, rows in found:
        complete = complete_pieces(rows)
        compared = [row for row in rows if class_of(row["class"]).pieces <= complete]
        all_quiet = sum(quiet(row) for row in compared)
        counts = [sum(row[name] for row in compared) for name in ("both_lose", "one_draws")]
        rates = ["" if game.hub in WITHOUT_LAST_MOVE else f"{1e6 * count / all_quiet:,.1f}" for count in counts]
        parts = "".join(f", {white} against {black}" for white, _, black, _ in divisions(rows))
        cells.append([f"[{game.short}]({game.file}.md)", f"{complete}{parts}",
                      grouped(sum(row["positions"] for row in rows)), str(max(map(longest, rows))), *rates])  # fmt: skip
    head = ["game", "pieces", "positions", "longest win, plies", "either loses", "moving costs half a point"]
    about = paragraph(
        "Every endgame of a few pieces of each game, by [endgame tables](../endgames.md). The last two columns count"
        " mutual zugzwangs in a million quiet placements; numbers of pieces that were counted in part are left out there."
    )
    return f"# All small endgames\n\n{NOTE}\n{about}\n{table(head, cells)}"


def pages(docs: Path) -> dict[str, str]:
    """The pages of all games with counts, by name."""
    files = ((game, docs / FOLDER / f"{game.file}.csv") for game in games_of(docs))
    found = [(game, load(file)) for game, file in files if file.exists()]
    texts = {f"{FOLDER}/{game.file}.md": page(game, rows) for game, rows in found}
    return {f"{FOLDER}/README.md": overview(found), **texts} if found else {}
