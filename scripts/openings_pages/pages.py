"""The pages and plots of docs/openings."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from game_survey import first_moves
from game_survey.figures import grouped, paragraph, signed, table
from game_survey.tables import FIRST_MOVES, Game, Row, games_of

from .book import Book, Move, books_in, numbered, picture_after

# Of the tree: plies, moves at the start and at later positions, and what they may lose of the expected points.
TREE_PLIES, FIRST, LATER, LOSS = 6, 4, 2, 0.03
LINES = 5
# First moves that are named elsewhere, with the source.
NAMED = {"dameo": ("[Wikipedia](https://en.wikipedia.org/wiki/Dameo)", ("d1-b3", "d1-d4", "d1-g4", "d2-d4"))}


def good(moves: Sequence[Move], most: int) -> list[Move]:
    return [move for move in moves if "points" in move and moves[0]["points"] - move["points"] <= LOSS][:most]


def tree_lines(moves: Sequence[Move], ply: int, seen: set[str]) -> Iterator[str]:
    """The good moves, each with those after it. Each position is followed once, first on the best way to it."""
    for move in good(moves, LATER if ply else FIRST):
        if move["key"] in seen:
            continue
        seen.add(move["key"])
        number = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
        # Without a negative zero.
        score, points = (0 - move["score"], 1 - move["points"]) if ply % 2 else (move["score"], move["points"])
        yield f"{'  ' * ply}{number} {move['pdn']}".ljust(34) + f"{signed(score, 2)}  {100 * points:5.1f}\n"
        yield from tree_lines(move.get("moves", ()), ply + 1, seen)


def best_lines(game: Game, book: Book) -> str:
    """The lines of the best first moves, to their ends."""
    items = ""
    for line in book.best_lines(LINES):
        moves = f"{signed(line[0]['score'], 2)}  {numbered([move['pdn'] for move in line])}"
        items += textwrap.fill(moves, 120, subsequent_indent=" " * 7, break_on_hyphens=False) + "\n"
    about = "To their end in the book, with the score of the first move:"
    picture = f"![The position after the first line]({game.file}-line.svg)"
    # Not as a list, in which the numbers of moves would make others.
    return f"\n## The best lines\n\n{about}\n\n```text\n{items}```\n\n{picture}\n" if items else ""


def named_moves(book: Book, rows: Sequence[Row]) -> str:
    """The values of the first moves that a source names."""
    if book.game not in NAMED:
        return ""
    source, moves = NAMED[book.game]
    lines = []
    for move in moves:
        place, row = next((place, row) for place, row in enumerate(rows, 1) if move in row["moves"].split())
        lines.append(f"- {move}: {signed(row['score'], 2)}, {100 * row['points']:.1f} points of a hundred games,"
                     f" place {place} of {len(rows)}\n")  # fmt: skip
    return f"\n## Moves that have been named\n\n{source} names these first moves:\n\n{''.join(lines)}"


def page(game: Game, book: Book) -> str:
    rows = book.first_moves()
    effort = book.about.get("effort", "an unknown effort").replace("000 nodes", ",000 nodes")
    nearest = f", of which the {grouped(book.positions)} nearest to the start are in the program"
    about = (
        f"From an [opening book](../books.md) with {grouped(book.whole)} positions"
        f"{nearest if book.whole > book.positions else ''}; each move of each position was searched with {effort},"
        " and each position with 20 times as many, to [choose its best move](../books.md#build-one)."
        f" [The rules](../rules/{game.file}.md) and [what the game is like](../games/{game.file}.md) have their own"
        " pages."
    )
    tree = "".join(tree_lines(book.tree, 0, set()))
    about_tree = (
        f"White's score and points after up to {FIRST} first moves and {LATER} replies each that lose at most"
        f" {100 * LOSS:.0f} points of a hundred games. Each position stands once. Moves that only one search has seen"
        " are left out, even if they are the best."
    )
    note = f"<!-- Written by scripts/openings.py from src/core/book/books/{game.hub}.book. -->"
    return (
        f"# {game.title}: openings\n\n{note}\n\n{paragraph(about)}\n"
        f"## {first_moves.HEADING}\n\n{first_moves.about(rows, '../analysis.md')}\n"
        f"{first_moves.first_moves_table(rows)}\n![What first moves lose]({game.file}.svg)\n"
        f"{named_moves(book, rows)}{best_lines(game, book)}"
        f"\n## The first plies\n\n{paragraph(about_tree)}\n```text\n{tree}```\n"
    )


def index(found: Sequence[tuple[Game, Book]]) -> str:
    rows = []
    for game, book in found:
        moves = book.first_moves()
        best, worst = moves[0], moves[-1]
        rows.append([f"[{game.title}]({game.file}.md)", grouped(book.whole), best["moves"].replace(" ", ", "),
                     signed(best["score"], 2), f"{100 * best['points']:.1f}",
                     f"{100 * (best['points'] - worst['points']):.1f}", str(len(book.lines[0]))])  # fmt: skip
    head = ["game", "positions", "best first move", "score", "points", "the worst loses", "plies"]
    about = (
        "What the [opening books](../books.md) in the program say: what each first move is worth, the best lines, and"
        " the first plies. *Score* is White's, in men; *points* is what White can expect of a hundred games of the"
        " engine against itself ([scale](../analysis.md#marks)); *plies* is the length of the best line."
    )
    again = (
        "`coupturc book build` makes larger books, `coupturc book trim` those in the program, and `scripts/openings.py`"
        " writes these pages again."
    )
    note = "<!-- Written by scripts/openings.py from the books in src/core/book/books. -->"
    return f"# Openings\n\n{note}\n\n{paragraph(about)}\n{table(head, rows)}\n{paragraph(again)}"


def first_moves_file(books: Sequence[Book]) -> str:
    """The rows of all games, as CSV."""
    rows = [row for book in books for row in book.first_moves()]
    text = io.StringIO()
    file = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    file.writeheader()
    file.writerows(rows)
    return text.getvalue()


def pages(program: str, folder: Path, docs: Path) -> dict[str, str]:
    """The text of each file, by its path in the folder of the documents."""
    books = {book.game: book for book in books_in(program, folder, TREE_PLIES, LATER)}
    found = [(game, books[game.hub]) for game in games_of(docs) if game.hub in books]
    files = {"openings/README.md": index(found)}
    for game, book in found:
        files[f"openings/{game.file}.md"] = page(game, book)
        title = f"{game.title}: {first_moves.HEADING.lower()}"
        files[f"openings/{game.file}.svg"] = first_moves.first_moves_plot(title, book.first_moves())
        for line in book.best_lines(1):
            files[f"openings/{game.file}-line.svg"] = picture_after(program, book, line)
    files[f"games/{FIRST_MOVES}"] = first_moves_file([book for _, book in found])
    return files
