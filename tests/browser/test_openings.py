"""The explorer of openings, games from a book, and marks in a book."""

import shutil
import subprocess

import pytest
from board_page import PROGRAM, SITE, Visitor, hosted, served

GAMES_OF_A_FILE = """[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 2-0

[GameType "20"]

1. 32-28 18-23 2. 38-32 1-1

[GameType "20"]

1. 33-28 18-22 0-2

[GameType "20"]

1. 32-28 18-23 2. 38-32 0-2

[GameType "dameo"]

1. b2-b3 2-0
"""


def book(*arguments):
    subprocess.run([PROGRAM, "book", *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    """A book of Dameo with two positions, whose preferred first move no search would find."""
    file = tmp_path_factory.mktemp("book") / "dameo.book"
    effort = ["--positions", "2", "--nodes", "50", "--threads", "1"]
    book("build", "--variant", "dameo", *effort, "--out", str(file))
    book("set", str(file), "start", "a1-a2", "--prefer", "--note", "mine")
    return file


@pytest.fixture
def visit_book(chromium, small_book):
    """Opens the page of a server with the book."""
    with served("--listen", "127.0.0.1:0", "--book", small_book) as url:
        visitors = []

        def open_page(address=""):
            visitors.append(Visitor(chromium, url + address))
            return visitors[-1]

        yield open_page
        for visitor in visitors:
            visitor.close()
            assert visitor.complaints == []


def explore(visitor):
    visitor.page.click("#openings summary")


def rows(visitor):
    """The move, the score, the count of games, and the words of each row."""
    return visitor.page.eval_on_selector_all(
        "#openings-moves li",
        """rows => rows.map(row => ["button", "b", ".count", ".words"].map(part => row.querySelector(part)?.textContent ?? ""))""",
    )


def wait_for_rows(visitor, moves):
    visitor.page.wait_for_function(
        """moves => JSON.stringify([...document.querySelectorAll("#openings-moves button")].map(one => one.textContent)) === moves""",
        arg=str(moves).replace("'", '"').replace(", ", ","),
    )


def shares(visitor, row):
    return visitor.page.get_attribute(f"#openings-moves li:nth-child({row}) .shares", "aria-label")


def test_games_of_a_file_are_counted(visit, tmp_path):
    visitor = visit("#normal/analysis")
    page = visitor.page
    file = tmp_path / "games.pdn"
    file.write_text(GAMES_OF_A_FILE)
    explore(visitor)
    page.set_input_files("#openings-file", file)
    wait_for_rows(visitor, ["32-28", "33-28"])
    assert rows(visitor) == [["32-28", "", "3 (75 %)", ""], ["33-28", "", "1 (25 %)", ""]]
    assert shares(visitor, 1) == "White wins 33 %, draws 33 %, Black wins 33 %"
    assert shares(visitor, 2) == "White wins 0 %, draws 0 %, Black wins 100 %"
    assert page.text_content("#openings-said").startswith("4 games; left out: 1 unreadable or by other rules, the first in line ")
    # A click plays the move. The results stay those of White and Black.
    page.click("#openings-moves button")
    wait_for_rows(visitor, ["18-23", "19-23"])
    assert visitor.moves() == ["32-28"]
    assert [row[3] for row in rows(visitor)] == ["Chefneux opening", "Symmetrical variation"]
    assert shares(visitor, 2) == "White wins 100 %, draws 0 %, Black wins 0 %"
    page.click("#openings-moves button")
    visitor.wait_for_text("#openings-name", "Chefneux opening")
    # The games of another kind are counted when its board is shown.
    page.evaluate("location.hash = '#dameo/analysis'")
    wait_for_rows(visitor, ["b2-b3"])
    visitor.set_up("W:Wa1:Ba8")
    visitor.wait_for_text("#openings-said", "None of them has this position.")
    assert page.is_hidden("#openings-mark")


def test_the_engine_may_search_meanwhile(visit):
    visitor = visit("#normal/analysis")
    page = visitor.page
    explore(visitor)
    page.check("#engine")
    page.wait_for_selector("#pvs li")
    visitor.type_move("32-28")
    # Without a book, openings still have names.
    page.wait_for_function("() => document.querySelector('#openings-moves').textContent.includes('Chefneux opening')")
    page.wait_for_selector("#pvs li")
    assert page.is_hidden("#trouble")


def test_play_from_here(visit):
    visitor = visit("#normal/analysis")
    page = visitor.page
    explore(visitor)
    visitor.type_move("32-28")
    visitor.wait_for_moves(1)
    page.click("#openings-play")
    page.wait_for_selector("#setup[open]")
    page.select_option("#setup [name=side]", "B")
    page.click("#setup button[value=play]")
    visitor.wait_for_part("play")
    visitor.wait_for_turn()
    assert page.text_content("#title") == "International Draughts"
    assert "18-23" in visitor.legal()


def test_the_engine_plays_from_the_book(visit_book):
    visitor = visit_book()
    page = visitor.page
    page.click("#new")
    page.check("#choices input[value=dameo]", force=True)
    # Ticked at full strength, unless the user has chosen.
    for level, is_ticked in [("20", True), ("3", False)]:
        page.select_option("#setup [name=level]", level)
        assert page.is_checked("#setup [name=book]") == is_ticked
    page.check("#setup [name=book]")
    page.select_option("#setup [name=side]", "B")
    page.click("#setup button[value=play]")
    visitor.wait_for_moves(1)
    assert visitor.moves() == ["a1-a2"]
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#new")
    assert page.is_checked("#setup [name=book]")


def test_marks_and_notes(visit_book, small_book):
    visitor = visit_book("#dameo/analysis")
    page = visitor.page
    explore(visitor)
    page.wait_for_selector("#openings-moves .mark")
    known = {row[0]: row for row in rows(visitor)}
    assert known["a1-a2 ★"][3] == "mine"
    assert known["d1-b3"][1] != "" and known["d1-b3"][3] == "common first move (Wikipedia)"
    assert page.text_content("#openings-said").startswith("2 positions, each move searched with 50 nodes.")
    page.select_option("#openings-mark [name=move]", "b1-b3")
    page.select_option("#openings-mark [name=mark]", "veto")
    page.fill("#openings-mark [name=note]", 'too "slow" by 50 %')
    page.click("#openings-mark button")
    visitor.wait_for_text("#openings-moves", 'too "slow" by 50 %')
    shown = subprocess.run([PROGRAM, "book", "show", small_book], check=True, capture_output=True, text=True).stdout
    assert 'veto  "too "slow" by 50 %"' in shown
    # Another window sees it too.
    other = visitor.another_window()
    other.page.wait_for_selector("#openings-moves .mark[title='the engine never plays it']")
    other.page.close()


def test_a_book_cannot_be_marked_from_elsewhere(chromium, small_book):
    with served("--listen", "127.0.0.1:0", "--allow-host", "club.example", "--book", small_book) as url:
        visitor = Visitor(chromium, url + "#dameo/analysis")
        explore(visitor)
        visitor.page.wait_for_selector("#openings-moves .mark")
        assert visitor.page.is_hidden("#openings-mark")
        refusal = visitor.page.evaluate(
            """async () => {
                const { hub_js: { Hub }, transport_js: { Transport } } = await import("./page.js");
                const transport = new Transport();
                const hub = new Hub(transport);
                await transport.opened;
                const orders = ["set-param name=variant value=dameo", "book-mark move=a1-a2 mark=veto"];
                return hub.ask(...orders).then(() => "accepted", error => error.message);
            }"""
        )
        assert refusal.startswith("book-mark: found no book that may be changed")
        visitor.close()


@pytest.fixture
def own_site(tmp_path):
    """A site of its own, whose files a test may change."""
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder)
    with hosted(folder) as url:
        yield folder, url


def test_the_book_of_a_site_is_explored_and_played(visit):
    visitor = visit("#dameo/analysis")
    page = visitor.page
    explore(visitor)
    page.wait_for_selector("#openings-moves li")
    known = rows(visitor)
    best = {move for move, score, *_ in known if score == known[0][1]}
    assert known[0][1] != "" and len(best) < len(known) and page.is_hidden("#openings-mark")
    assert "each move searched with" in page.text_content("#openings-said")
    # While the engine searches, the book of another game is fetched, too.
    page.check("#engine")
    page.wait_for_selector("#pvs li")
    page.evaluate("location.hash = '#hexdame/analysis'")
    page.wait_for_function(
        """() => document.querySelector('#title').textContent === 'Hexdame' && document.querySelector('#openings-said').textContent.includes('position')
            && document.querySelector('#openings-moves b')?.textContent"""
    )
    page.wait_for_selector("#pvs li")
    page.uncheck("#engine")
    # The tick.
    page.click("#new")
    page.check("#choices input[value=dameo]", force=True)
    page.select_option("#setup [name=level]", "20")
    assert page.is_checked("#setup [name=book]")
    page.select_option("#setup [name=side]", "B")
    page.click("#setup button[value=play]")
    visitor.wait_for_moves(1)
    assert visitor.moves()[0] in best
    assert page.is_hidden("#trouble")


@pytest.mark.parametrize("damage", ["missing", "no book"])
def test_a_site_without_its_book_says_so(chromium, own_site, damage):
    folder, url = own_site
    file = folder / "books/dameo.book"
    if damage == "missing":
        file.unlink()
    else:
        file.write_text("<html>Nothing here</html>")
    visitor = Visitor(chromium, url + "#dameo/analysis")
    page = visitor.page
    explore(visitor)
    visitor.wait_for_text("#openings-said", "books/dameo.book")
    visitor.wait_for_text("#openings-said", "Open a file of games to count its moves.")
    assert page.is_hidden("#trouble")
    # Without it, the engine searches.
    visitor.new_game("dameo", level=20, side="B")
    visitor.wait_for_text("#trouble", "The engine plays without an opening book.")
    visitor.wait_for_moves(1)
    visitor.close()


def test_the_list_fits_a_phone(visit_either):
    visitor = visit_either("#normal/analysis", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    explore(visitor)
    visitor.type_move("32-28")
    visitor.page.wait_for_selector("#openings-moves .words")
    assert visitor.overflow() == 0
    box = visitor.page.eval_on_selector("#openings-moves", "list => [list.scrollWidth, list.clientWidth]")
    assert box[0] == box[1]
