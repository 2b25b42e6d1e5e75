"""Analysis, and the examples on the rules page."""

import re

import pytest

GAME = """[Event "Test"]
[White "Cat"]
[Black "Dog"]
[GameType "20"]
[Result "*"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 *
"""


def test_lines_scores_and_piece_values_are_shown(visit):
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
def test_buttons_stay_in_place_during_analysis(visit_either, lines):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("hexdame", side="2")
    page.click("#to-analysis")
    page.select_option("#lines", lines)
    places = """() => [...document.querySelectorAll("#analysis > :not(#pvs), #analysis > :not(#pvs) button")].map(button => button.getBoundingClientRect().y)"""
    # The click makes room for the lines, so that they move nothing when they come.
    page.check("#engine")
    before = page.evaluate(places)
    page.wait_for_function("lines => document.querySelectorAll('#pvs li').length === lines", arg=int(lines))
    assert page.evaluate(places) == before
    page.wait_for_function("() => /depth [1-9][0-9]/.test(document.querySelector('#depth').textContent)")
    assert page.evaluate(places) == before


def test_every_move_is_evaluated_by_endgame_tables(visit):
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


def test_every_example_can_be_opened(visit):
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
        assert "/example" in visitor.address() and page.is_hidden("#trouble"), index


def test_an_example_links_back_to_its_rules(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.click("#to-rules")
    page.click("#rules-dameo-2 button")
    visitor.wait_for_text("#example-text", "coup turc")
    # The text is stored with the game.
    page.reload()
    visitor.wait_for_text("#example-text", "coup turc")
    assert page.text_content("#example-back") == "Back to the rules of Dameo"
    page.click("#example-back")
    page.wait_for_selector("#rules-dameo-2 svg")
    page.wait_for_function("""() => {
        const { top, bottom } = document.querySelector("#rules-dameo-2").getBoundingClientRect();
        return top < innerHeight && bottom > 0;
    }""")


LONG_CAPTURE = "W:WK4,50:B13,32,37,20"
MATE = """[GameType "20"]
[FEN "W:W28:B22"]
[Result "2-0"]

1. 28x17 2-0
"""
RESIGNED = """[GameType "20"]
[Result "0-2"]

1. 32-28 19-23 0-2
"""


def test_a_move_of_a_line_can_be_clicked(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("normal", side="2")
    page.click("#to-analysis")
    page.check("#engine")
    page.wait_for_function("() => document.querySelector('#pvs li')?.querySelectorAll('button').length >= 4")
    assert re.match(r"1\. \d", page.text_content("#pvs button"))
    page.click("#pvs li >> nth=0 >> button >> nth=2")
    visitor.wait_for_moves(3)
    assert len(visitor.moves()) == 3
    # Every move of a line is visible.
    assert page.eval_on_selector("#pvs", "pvs => pvs.scrollWidth <= pvs.clientWidth")


def test_an_arrow_follows_the_path_of_a_capture(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("normal", side="2")
    visitor.set_up(LONG_CAPTURE)
    visitor.wait_for_part("analysis")
    page.check("#engine")
    points = """() => document.querySelector('#board .arrow.best polyline')?.getAttribute('points').split(' ').length"""
    page.wait_for_function(f"() => ({points})() > 2")
    page.uncheck("#engine")
    page.click("#analysis .legend")
    assert page.locator("#analysis .legend span").count() == 3


def test_the_bar_shows_scores_and_results(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game("normal", side="2")
    page.click("#to-analysis")
    page.wait_for_selector("#bar.unknown")
    assert page.text_content("#score") == ""
    visitor.load(MATE)
    visitor.wait_for_moves(1)
    page.click("#last")
    page.wait_for_function("() => document.querySelector('#score').textContent === '1'")
    assert page.eval_on_selector("#bar span", "span => span.style.height") == "100%"
    assert page.text_content("#state") == "White wins: Black has no pieces left"
    visitor.load(RESIGNED)
    visitor.wait_for_moves(2)
    page.click("#last")
    page.wait_for_function("() => document.querySelector('#score').textContent === '0'")
    assert page.text_content("#state") == "Black wins, as recorded"
    assert page.eval_on_selector("#bar span", "span => span.style.height") == "0%"


@pytest.mark.parametrize("side", ["W", "B"])
def test_scores_are_for_white(visit, side):
    visitor = visit()
    page = visitor.page
    visitor.new_game("normal", side="2")
    # White is a man up, regardless of the side to move.
    visitor.set_up(f"{side}:W31,32,33,34,35,36,37,38,39,40:B1,2,3,4,5,6,7")
    visitor.wait_for_part("analysis")
    page.check("#engine")
    page.wait_for_selector("#pvs li b")
    page.wait_for_function("() => document.querySelector('#score').textContent")
    page.uncheck("#engine")
    assert page.text_content("#score").startswith("+")
    page.click("#verdicts")
    page.wait_for_selector("#verdict-list button span")
    assert page.text_content("#verdict-list button span").startswith("+")


@pytest.mark.parametrize("focus", ["#board", "#flip", "#typed", "#lines", "#engine", "body"])
def test_arrow_keys_step_wherever_the_focus_is(visit_either, focus):
    visitor = visit_either()
    page = visitor.page
    visitor.load(RESIGNED)
    visitor.wait_for_moves(2)
    if focus != "body":
        page.focus(focus)
    at = "text => document.querySelector('#moves [aria-current]')?.textContent === text"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(at, arg="32-28")
    page.keyboard.press("End")
    page.wait_for_function(at, arg="19-23")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(at, arg="32-28")
    assert page.evaluate("document.querySelector('#lines').value") == "3"


def test_the_wheel_steps(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.load(RESIGNED)
    visitor.wait_for_moves(2)
    page.mouse.move(*visitor.point("28"))
    at = "text => document.querySelector('#moves [aria-current]')?.textContent === text"
    page.mouse.wheel(0, 100)
    page.wait_for_function(at, arg="32-28")
    page.mouse.wheel(0, 100)
    page.wait_for_function(at, arg="19-23")
    page.mouse.wheel(0, -100)
    page.wait_for_function(at, arg="32-28")
