"""Analysis, and the examples of the rules."""

import re

import pytest

GAME = """[Event "Test"]
[White "Cat"]
[Black "Dog"]
[GameType "20"]
[Result "*"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 *
"""


def test_the_engine_explains_itself(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game("hexdame", side="2")
    page.click("#to-analysis")
    page.check("#engine")
    page.wait_for_function("() => document.querySelectorAll('#pvs li').length === 3")
    assert page.locator("#board .arrow").count() >= 3
    assert re.match(r"[+−]?\d+\.\d\d", page.text_content("#pvs b"))
    assert "Evaluation" in page.get_attribute("#bar", "aria-label")
    page.click("#explain")
    page.wait_for_function("() => document.querySelectorAll('#board .texts text').length === 32")
    page.click("#verdicts")
    page.wait_for_selector("#verdict-list button")
    assert page.locator("#verdict-list button").count() == len(visitor.legal())


@pytest.mark.parametrize("lines", ["3", "5"])
def test_nothing_moves_while_the_engine_speaks(visit, lines):
    visitor = visit()
    page = visitor.page
    visitor.new_game("hexdame", side="2")
    page.click("#to-analysis")
    page.select_option("#lines", lines)
    places = """() => [...document.querySelectorAll("#analysis button")].map(button => button.getBoundingClientRect().y)"""
    before = page.evaluate(places)
    page.check("#engine")
    page.wait_for_function("lines => document.querySelectorAll('#pvs li').length === lines", arg=int(lines))
    assert page.evaluate(places) == before
    page.wait_for_function("() => /depth [1-9][0-9]/.test(document.querySelector('#depth').textContent)")
    assert page.evaluate(places) == before


def test_endgame_tables_tell_of_every_move(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game("dameo", side="2")
    visitor.set_up("W:WKa1,Kb1:BKh8")
    page.wait_for_function("() => document.querySelector('#fen').value === 'W:WKa1,Kb1:BKh8'")
    # The tables are built while the first search runs.
    for _ in range(10):
        page.click("#verdicts")
        page.wait_for_selector("#verdict-list button")
        if "endgame tables" in page.text_content("#eval-text"):
            break
    assert "endgame tables" in page.text_content("#eval-text")
    assert page.locator("#verdict-list .wins").count() > 0


def test_a_whole_game_has_a_graph(visit):
    visitor = visit()
    visitor.load(GAME)
    visitor.wait_for_moves(7)
    visitor.page.click("#whole")
    visitor.page.wait_for_function(
        "() => document.querySelector('#graph .line')?.getAttribute('points').split(' ').length === 8"
    )


def test_every_picture_can_be_tried(visit):
    visitor = visit()
    page = visitor.page
    page.click("#to-rules")
    page.wait_for_selector("#rules .picture svg")
    count = page.locator("#rules .picture > button").count()
    for index in range(count):
        page.click("#to-rules")
        picture = page.locator("#rules .picture").nth(index)
        told = re.sub(r"\s+", " ", picture.locator("figcaption").text_content()).strip()
        picture.locator("button").click()
        visitor.wait_for_text("#example-text", told)
        page.wait_for_function("() => document.querySelectorAll('#legal option').length > 0")
        assert "/example" in page.url and page.is_hidden("#trouble"), index


def test_an_example_leads_back_to_where_it_is_told(visit):
    visitor = visit()
    page = visitor.page
    page.click("#to-rules")
    page.click("#rules-dameo-2 button")
    visitor.wait_for_text("#example-text", "coup turc")
    # What it shows is kept with it.
    page.reload()
    visitor.wait_for_text("#example-text", "coup turc")
    assert page.text_content("#example-back") == "Back to the rules of Dameo"
    page.click("#example-back")
    page.wait_for_selector("#rules-dameo-2 svg")
    page.wait_for_function("""() => {
        const { top, bottom } = document.querySelector("#rules-dameo-2").getBoundingClientRect();
        return top < innerHeight && bottom > 0;
    }""")
