"""The page for setting up a position, and the dialog for a new game."""

import pytest
from board_page import GAMES

SIZES = {"window": {"viewport": {"width": 1366, "height": 768}}, "phone": {"viewport": {"width": 360, "height": 740}}}


def go_to_setup(visitor, game):
    """Goes from the analysis of a game to its set-up page."""
    page = visitor.page
    page.evaluate("game => { location.hash = `#${game}/analysis`; }", game)
    page.wait_for_function("game => location.hash === `#${game}/analysis` && !document.querySelector('#analysis').hidden", arg=game)
    page.wait_for_function("() => document.querySelector('#legal option')")
    visitor.open_texts()
    page.click("#edit")
    page.wait_for_selector("#edit-board svg")


def has_piece(visitor, cell, symbol):
    """Waits until a piece is on a cell of the board."""
    x, y = visitor.edit_point(cell)
    visitor.page.wait_for_function(
        """([x, y, symbol]) => [...document.querySelectorAll("#edit-board .pieces use")].some(use => {
            const { left, right, top, bottom } = use.getBoundingClientRect();
            return left < x && x < right && top < y && y < bottom && use.getAttribute("href") === `#${symbol}`;
        })""",
        arg=[x, y, symbol],
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_each_game_by_hand(visit_either, game):
    visitor = visit_either()
    page = visitor.page
    go_to_setup(visitor, game)
    assert visitor.address().endswith(f"#{game}/setup")
    start = page.input_value("#edit-fen")
    page.click("#edit-clear")
    visitor.wait_for_text("#edit-said", "The board is empty")
    cells = page.evaluate("async game => (await import('./page.js')).games_js.GAMES.find(one => one.name === game).cells.map(cell => cell.name)", game)
    middle, far = cells[len(cells) // 2], cells[len(cells) // 2 + 9]
    visitor.paint("w")
    visitor.edit_cell(middle)
    visitor.paint("b")
    visitor.edit_cell(far)
    visitor.wait_for_value("#edit-fen", f"W:W{middle}:B{far}")
    page.click("#edit-done")
    page.wait_for_selector("#analysis")
    assert visitor.fen() == f"W:W{middle}:B{far}"
    # The next time, the set-up starts with the position on the board.
    page.click("#edit")
    visitor.wait_for_value("#edit-fen", f"W:W{middle}:B{far}")
    page.click("#edit-start")
    visitor.wait_for_value("#edit-fen", start)
    page.click("#edit-cancel")
    page.wait_for_selector("#analysis")
    assert visitor.fen() == f"W:W{middle}:B{far}"


def test_clicks_place_and_remove_pieces_and_drags_move_them(visit_either):
    visitor = visit_either()
    page = visitor.page
    go_to_setup(visitor, "dameo")
    page.click("#edit-clear")
    visitor.paint("W")
    visitor.edit_cell("d4")
    visitor.edit_cell("e5")
    visitor.edit_cell("e5")
    visitor.paint("b")
    visitor.edit_cell("h8")
    visitor.edit_cell("g7")
    visitor.paint("erase")
    visitor.edit_cell("g7")
    visitor.wait_for_value("#edit-fen", "W:WKd4:Bh8")
    page.mouse.move(*visitor.edit_point("d4"))
    page.mouse.down()
    page.mouse.move(*visitor.edit_point("b2"), steps=5)
    page.mouse.up()
    page.select_option("#edit-side", "B")
    visitor.wait_for_value("#edit-fen", "B:WKb2:Bh8")
    has_piece(visitor, "b2", "white-king")


def test_invalid_cells_are_marked_and_the_rest_stays(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("dameo", side="2")
    visitor.click_move("b2-b3")
    go_to_setup(visitor, "dameo")
    page.click("#edit-clear")
    visitor.paint("w")
    for cell in ["a1", "c8", "e8"]:
        visitor.edit_cell(cell)
    visitor.wait_for_text("#edit-said", "a white man stands on")
    page.wait_for_function("() => document.querySelectorAll('#edit-board .bad').length === 2")
    assert page.locator("#edit-board .pieces use").count() == 3
    # The position cannot become a game, and open games do not change.
    page.click("#edit-done")
    page.click("#edit-play")
    assert page.is_visible("#editing") and page.is_hidden("#setup")
    page.click("#to-play")
    page.wait_for_selector("#game-actions")
    assert visitor.moves() == ["b2-b3"]
    # The position is still there.
    page.go_back()
    page.wait_for_selector("#edit-board .bad")
    visitor.paint("erase")
    visitor.edit_cell("c8")
    visitor.edit_cell("e8")
    page.wait_for_selector("#edit-board .bad", state="detached")
    page.wait_for_function("() => document.querySelector('#edit-said').textContent === ''")


def test_a_typed_fen(visit):
    visitor = visit()
    page = visitor.page
    go_to_setup(visitor, "normal")
    page.fill("#edit-fen", "W:W3,31:BK20")
    visitor.wait_for_text("#edit-fen-said", "a white man stands on 3")
    page.wait_for_selector("#edit-board .bad")
    has_piece(visitor, "20", "black-king")
    # The message names other games by their titles.
    page.fill("#edit-fen", "W:Wa1:Bh8")
    visitor.wait_for_text("#edit-fen-said", "Dameo")
    assert "parameter" not in page.text_content("#edit-fen-said")
    page.fill("#edit-fen", "W:W61:B20")
    visitor.wait_for_text("#edit-fen-said", "expected the number of a square")
    assert page.input_value("#edit-fen") == "W:W61:B20"
    # The typed text and its error survive a reload.
    page.reload()
    visitor.wait_for_text("#edit-fen-said", "expected the number of a square")
    assert page.input_value("#edit-fen") == "W:W61:B20"
    page.fill("#edit-fen", "b: w 31, K40 : b 20")
    page.wait_for_selector("#edit-fen-said", state="hidden")
    page.click("#edit-done")
    page.wait_for_selector("#analysis")
    assert visitor.fen() == "B:W31,K40:B20"


def test_an_unfinished_position_survives_a_reload(visit_either):
    visitor = visit_either()
    page = visitor.page
    go_to_setup(visitor, "hexdame")
    page.click("#edit-clear")
    visitor.paint("B")
    visitor.edit_cell("e5")
    visitor.wait_for_value("#edit-fen", "W:W:BKe5")
    for leave in [page.reload, lambda: (page.click("#to-rules"), page.wait_for_selector("#rules h2"), page.go_back())]:
        leave()
        visitor.wait_for_value("#edit-fen", "W:W:BKe5")
        has_piece(visitor, "e5", "black-king")
    page.evaluate("location.hash = '#puzzles'")
    page.wait_for_selector("#puzzles h2")
    page.evaluate("location.hash = '#setup'")
    page.wait_for_function("() => location.hash === '#hexdame/setup'")
    visitor.wait_for_value("#edit-fen", "W:W:BKe5")


def test_pieces_stay_if_the_other_game_has_the_same_cells(visit_either):
    visitor = visit_either()
    page = visitor.page
    go_to_setup(visitor, "dameo")
    page.select_option("#edit-game", "croda")
    assert "Wa1,a2,a3" in page.input_value("#edit-fen"), "the start of the other game"
    page.click("#edit-clear")
    visitor.paint("w")
    visitor.edit_cell("c3")
    page.select_option("#edit-game", "turkish")
    visitor.wait_for_value("#edit-fen", "W:Wc3:B")
    assert visitor.address().endswith("#turkish/setup")
    assert page.locator("#edit-options select").count() > 0
    page.select_option("#edit-options select[name=king-against-man]", "play")
    page.reload()
    visitor.wait_for_value("#edit-fen", "W:Wc3:B")
    assert page.input_value("#edit-options select[name=king-against-man]") == "play"
    visitor.paint("b")
    visitor.edit_cell("c6")
    page.click("#edit-done")
    page.wait_for_selector("#analysis")
    assert "is played on" in page.text_content("#special")


def test_the_vanguard_is_set(visit_either):
    visitor = visit_either()
    page = visitor.page
    go_to_setup(visitor, "dameo")
    assert page.is_hidden("#palette label:has([value=mark])")
    page.select_option("#edit-game", "vanguard")
    page.click("#edit-clear")
    visitor.paint("w")
    visitor.edit_cell("22")
    visitor.paint("b")
    visitor.edit_cell("27")
    visitor.paint("mark")
    visitor.edit_cell("27")
    visitor.wait_for_value("#edit-fen", "W:W22:B27:V27")
    # The vanguard must be a man of the side that moved last.
    page.select_option("#edit-side", "B")
    visitor.wait_for_text("#edit-said", "the vanguard's cell 27")
    page.wait_for_selector("#edit-board .bad")
    page.select_option("#edit-side", "W")
    page.wait_for_selector("#edit-board .bad", state="detached")
    page.click("#edit-done")
    page.wait_for_selector("#analysis")
    assert visitor.fen() == "W:W22:B27:V27" and not any("x" in move for move in visitor.legal())


def test_a_game_starts_from_a_position(visit):
    visitor = visit()
    page = visitor.page
    page.click("#new")
    page.check("#choices input[value=croda]", force=True)
    page.click("#from-position")
    page.wait_for_selector("#edit-board svg")
    assert visitor.address().endswith("#croda/setup")
    page.fill("#edit-fen", "B:WKd4,e2:Ba8,h8")
    has_piece(visitor, "d4", "white-king")
    page.click("#edit-play")
    page.wait_for_selector("#setup[open]")
    assert page.is_hidden("#choices")
    page.select_option("#setup [name=side]", "2")
    page.click("#setup button[value=play]")
    page.wait_for_selector("#game-actions")
    assert visitor.address().endswith("#croda/play") and visitor.fen() == "B:WKd4,e2:Ba8,h8"
    visitor.click_move("a8-a7")
    # The position no longer counts as unfinished.
    go_to_setup(visitor, "croda")
    assert "Ba8,h8" not in page.input_value("#edit-fen")


def test_a_position_without_moves_starts_no_game(visit):
    visitor = visit()
    page = visitor.page
    go_to_setup(visitor, "bt")
    page.fill("#edit-fen", "B:WK4:B20")
    visitor.wait_for_text("#edit-said", "White wins: White has the first king")
    page.click("#edit-play")
    visitor.wait_for_text("#edit-fen-said, #edit-said.bad", "first king")
    assert page.is_hidden("#setup")


@pytest.mark.parametrize("size", SIZES)
def test_the_page_needs_no_scrolling(visit_either, size):
    visitor = visit_either(**SIZES[size])
    page = visitor.page
    page.evaluate("location.hash = '#normal/setup'")
    for game in GAMES:
        page.select_option("#edit-game", game)
        page.wait_for_function("game => location.hash === `#${game}/setup`", arg=game)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), game
        assert visitor.overflow() == 0, game
        bottom = page.eval_on_selector("#edit-cancel", "button => button.getBoundingClientRect().bottom")
        assert bottom <= SIZES[size]["viewport"]["height"], game
        board = page.eval_on_selector("#edit-board svg", "svg => svg.getBoundingClientRect().toJSON()")
        palette = page.eval_on_selector("#palette", "row => row.getBoundingClientRect().toJSON()")
        if size == "phone":
            assert palette["top"] >= board["bottom"], game
        else:
            assert palette["left"] >= board["right"], game


# ---- The dialog ----


@pytest.mark.parametrize("size", SIZES)
def test_the_dialog_fits(visit_either, size):
    visitor = visit_either(**SIZES[size])
    page = visitor.page
    page.click("#new")
    page.select_option("#setup [name=time]", "own")
    for game in GAMES:
        page.check(f"#choices input[value={game}]", force=True)
        cut = page.evaluate(
            """() => [...document.querySelectorAll("#setup, #setup .wishes, #setup form, #choices label")]
                .filter(one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
                .map(one => one.textContent)"""
        )
        assert cut == [], game
        for button in page.locator("#setup menu button").all():
            box = button.bounding_box()
            assert box["y"] + box["height"] <= SIZES[size]["viewport"]["height"]
            assert box["x"] + box["width"] <= SIZES[size]["viewport"]["width"]


def test_the_dialog_remembers_the_choices(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.click("#new")
    page.check("#choices input[value=turkish]", force=True)
    page.select_option("#options select[name=king-against-man]", "draw")
    page.select_option("#setup [name=level]", "7")
    page.select_option("#setup [name=side]", "2")
    page.select_option("#setup [name=time]", "own")
    page.fill("#setup [name=minutes]", "7")
    page.fill("#setup [name=increment]", "4")
    page.click("#setup button[value=play]")
    visitor.wait_for_text("#near .clock", "7:00")
    visitor.click_move("a3-a4")
    assert page.text_content("#near .clock") == "7:04"
    assert "is a draw" in page.text_content("#special")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#new")
    chosen = {name: page.input_value(f"#setup [name={name}]") for name in ["level", "side", "time", "minutes", "increment"]}
    assert chosen == {"level": "7", "side": "2", "time": "own", "minutes": "7", "increment": "4"}
    assert page.is_checked("#choices input[value=turkish]")
    assert page.input_value("#options select[name=king-against-man]") == "draw"


def test_a_clock_needs_some_time(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.click("#new")
    page.select_option("#setup [name=time]", "own")
    page.fill("#setup [name=minutes]", "0")
    page.fill("#setup [name=increment]", "0")
    page.click("#setup button[value=play]")
    assert page.is_visible("#setup")
    assert "some time" in page.eval_on_selector("#setup [name=minutes]", "field => field.validationMessage")
    page.fill("#setup [name=increment]", "5")
    page.click("#setup button[value=play]")
    page.wait_for_selector("#setup", state="hidden")


def test_the_dialog_explains_levels(visit_either):
    visitor = visit_either()
    page = visitor.page
    page.click("#new")
    said = {}
    for level in ["1", "5", "20"]:
        page.select_option("#setup [name=level]", level)
        said[level] = page.text_content("#level-said")
    assert "just learned the rules" in said["1"]
    assert said["5"] == "About 400 Elo above level 1."
    assert "1800 Elo above level 1" in said["20"]
