"""Games on the board, by clicks, drags, keys and taps."""

import random
import re

import pytest
from board_page import GAMES, Engine, Visitor, served

# After every so many moves, all pieces are clicked to compare their targets.
CHECK_EVERY = 6


# Collects all error messages of the page.
TROUBLES = """() => {
    window.troubles = [];
    const trouble = document.querySelector("#trouble");
    const keep = () => trouble.textContent && troubles.push(trouble.textContent);
    new MutationObserver(keep).observe(trouble, { childList: true });
}"""

# The position of a cell in the drawing of its board.
OWN_POINT = """async ([name, wanted]) => {
    const { GAMES } = (await import("./page.js")).games_js;
    const { x, y } = GAMES.find(game => game.name === name).cells.find(cell => cell.name === wanted);
    return [x, y];
}"""


def compare(visitor, legal):
    """Checks that the board offers exactly these moves."""
    goals = {}
    for move in legal:
        start, end = re.split("[-x]", move)[:2]
        goals.setdefault(start, set()).add(end)
    side = visitor.fen()[0]
    pieces = re.search(f":{side}([^:]*)", visitor.fen())[1].replace("K", "").split(",")
    for cell in pieces:
        assert visitor.targets(cell) == len(goals.get(cell, ())), cell


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(visit, game):
    visitor, engine, dice = visit(), Engine(game), random.Random(game)
    visitor.new_game(game, level=3, side=dice.choice("WB"))
    for turn in range(200):
        visitor.wait_for_turn()
        if visitor.is_over():
            break
        legal = engine.legal(visitor.fen())
        assert visitor.legal() == legal
        if turn % CHECK_EVERY == 0:
            compare(visitor, legal)
        visitor.click_move(dice.choice(legal))
    engine.close()
    assert visitor.is_over()
    assert re.search("wins: |Draw: ", visitor.page.text_content("#state"))


def test_captures_between_the_same_cells_are_distinguished(visit):
    visitor = visit()
    visitor.new_game("normal", side="2")
    visitor.set_up("W:WK47:B14,19,29,31,42")
    visitor.page.wait_for_function("() => document.querySelector('#legal option')?.value.startsWith('47x')")
    several = [move for move in visitor.legal() if move.startswith("47x36")]
    assert len(several) == 2
    visitor.click_cell("47")
    visitor.click_cell("36")
    assert visitor.moves() == []
    visitor.page.keyboard.press("Escape")
    visitor.click_move(several[1])
    # The list shows the path, as PDN does.
    assert visitor.moves() == ["47x38x24x13x36"]


def test_a_move_by_drag_and_one_by_keys(visit_either):
    visitor = visit_either()
    visitor.new_game("dameo", side="2")
    mouse = visitor.page.mouse
    mouse.move(*visitor.point("b2"))
    mouse.down()
    mouse.move(*visitor.point("b3"), steps=5)
    mouse.up()
    visitor.wait_for_moves(1)
    visitor.page.focus("#board")
    # The cursor starts at a piece that can move.
    for key in ["ArrowDown", "Enter", "ArrowDown", "Enter"]:
        visitor.page.keyboard.press(key)
    said = visitor.page.text_content("#said")
    assert re.match("[a-h][1-8], |Black: ", said), said
    visitor.page.fill("#typed", "b7b6")
    visitor.page.press("#typed", "Enter")
    visitor.wait_for_moves(2)
    assert visitor.moves()[0] == "b2-b3"


def test_a_capture_can_be_typed_in_usual_notations(visit_either):
    visitor = visit_either()
    visitor.new_game("normal", side="2")
    for number, typed in enumerate(["32-28", "19-23", "28x19"], 1):
        visitor.page.fill("#typed", typed)
        visitor.page.press("#typed", "Enter")
        visitor.wait_for_moves(number)
    assert visitor.moves()[2].startswith("28x19")
    visitor.set_up("W:WK47:B14,19,29,31,42")
    visitor.wait_for_part("analysis")
    # The move with its path, as the list shows it.
    visitor.type_move("47x38x24x13x36")
    visitor.wait_for_moves(1)
    assert visitor.moves() == ["47x38x24x13x36"]


def test_the_board_of_the_previous_game_gets_no_input(visit_either):
    visitor = visit_either()
    visitor.new_game("dameo", side="2")
    assert "h1-h2" in visitor.legal()
    visitor.new_game("croda", side="2")
    visitor.page.evaluate(TROUBLES)
    # A hidden board could still handle clicks.
    for cell in ["h1", "h2"]:
        visitor.page.mouse.click(*visitor.page.evaluate(OWN_POINT, ["dameo", cell]))
    visitor.click_move(visitor.legal()[0])
    assert visitor.page.evaluate("troubles") == []


def test_illegal_moves_are_not_entered(visit_either):
    visitor = visit_either()
    visitor.new_game("hexdame", side="2")
    visitor.click_cell("a1")
    visitor.click_cell("a5")
    visitor.page.fill("#typed", "a1-a9")
    visitor.page.press("#typed", "Enter")
    assert visitor.moves() == []
    assert "not a legal move" in visitor.page.text_content("#typed-said")
    assert visitor.page.input_value("#typed") == "a1-a9"


def test_a_notice_disappears_with_the_next_move(visit_either):
    visitor = visit_either()
    visitor.new_game("losing", side="2")
    visitor.click_cell("36")
    assert visitor.page.text_content("#state") == "36: it has no move"
    visitor.click_move("32-28")
    assert visitor.page.text_content("#state") == "Black to move"


def test_take_back_hint_draw_and_resign(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game("croda", level=1)
    visitor.click_move(visitor.legal()[0])
    visitor.wait_for_moves(2)
    visitor.wait_for_turn()
    page.click("#undo")
    page.wait_for_selector("#moves .none")
    page.click("#hint")
    page.wait_for_selector("#board .arrow.hint")
    assert page.text_content("#state").startswith("Hint: ")
    # The first click asks for confirmation, and a click elsewhere cancels.
    page.click("#resign")
    assert page.text_content("#resign") == "Resign the game?"
    page.click("#title")
    assert page.text_content("#resign") == "Resign" and page.is_hidden("#over")
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#over")
    assert page.text_content("#state") == "Black wins: White resigns"


def test_the_clock_of_an_idle_player_runs_out(visit):
    visitor = visit()
    visitor.page.clock.install()
    visitor.new_game("dameo", time="60+1")
    visitor.page.wait_for_selector("#near .clock")
    # The clock starts after the first move.
    visitor.page.clock.run_for(61_000)
    assert visitor.page.text_content("#near .clock") == "1:00" and not visitor.is_over()
    visitor.click_move(visitor.legal()[0])
    visitor.wait_for_moves(2)
    visitor.wait_for_turn()
    visitor.page.clock.run_for(70_000)
    visitor.page.wait_for_selector("#over")
    assert visitor.page.text_content("#state") == "Black wins: White is out of time"


def test_taking_back_restores_the_clocks(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.clock.install()
    visitor.new_game("dameo", time="180+2", side="2")
    visitor.click_move(visitor.legal()[0])
    page.clock.run_for(100_000)
    visitor.click_move(visitor.legal()[0])
    assert page.text_content("#far .clock").startswith("1:")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('#moves button').length === 1")
    assert re.match("3:0|2:5", page.text_content("#far .clock"))
    # The clocks keep their times at the end of the game.
    page.clock.run_for(100_000)
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#over")
    assert page.text_content("#far .clock").startswith("1:")


def test_a_draw_by_rule_can_be_played_on(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game("normal", side="2")
    # Three kings against one; the limit of 16 moves is reached after the next two.
    visitor.set_up("W:WK46,K47,K48:BK5:H31:F70")
    page.wait_for_function("() => location.hash.startsWith('#normal/analysis')")
    visitor.click_move(visitor.legal()[0])
    assert page.text_content("#state").startswith("Draw: 16 moves")


def test_a_phone(visit):
    visitor = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = visitor.page
    for game in GAMES:
        visitor.new_game(game, side="2")
        assert visitor.overflow() == 0, game
    start, end = re.split("[-x]", visitor.legal()[0])
    page.touchscreen.tap(*visitor.point(start))
    page.touchscreen.tap(*visitor.point(end))
    visitor.wait_for_moves(1)
    for part, shown in [("analysis", "#analysis"), ("puzzles", "#puzzles .tile svg"), ("rules", "#rules .picture svg"), ("about", "#figures table")]:
        page.click(f"#to-{part}")
        page.wait_for_selector(shown)
        assert visitor.overflow() == 0, part


def test_the_end_of_the_engine_is_reported(chromium):
    with served() as address:
        visitor = Visitor(chromium, address)
        visitor.new_game("dameo", side="2")
    page = visitor.page
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.text_content("#trouble button") == "Try again"
    assert page.text_content("#state") == "No engine"
    # The mouse cannot reach the buttons any more, but the keyboard can.
    assert page.eval_on_selector("#hint", "button => getComputedStyle(button).pointerEvents") == "none"
    page.press("#hint", "Enter")
    visitor.wait_for_text("#trouble", "connection to the engine is lost")
    visitor.close()


def test_analysis_does_not_change_the_game(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("normal", side="2")
    visitor.click_move("32-28")
    visitor.click_move("19-23")
    page.click("#look")
    visitor.wait_for_part("analysis")
    page.click("#back")
    page.wait_for_function("() => document.querySelector('#moves [aria-current]').textContent === '32-28'")
    visitor.type_move("20-24")
    page.wait_for_selector("#moves .variation [aria-current]")
    page.click("#to-play")
    visitor.wait_for_part("play")
    assert visitor.moves() == ["32-28", "19-23"] and visitor.legal() == ["28x19x23"]
    visitor.click_move("28x19")
    page.click("#to-analysis")
    visitor.wait_for_part("analysis")
    assert visitor.moves() == ["32-28", "19-23"]
    assert visitor.variations() == ["1...20-24"]
    page.click("#to-play")
    visitor.wait_for_part("play")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('#moves button').length === 2")
