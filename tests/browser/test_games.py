"""Storage of games: they survive a reload, each part of the page has its own game, and addresses contain games."""

import re

import pytest
from board_page import GAMES

VARIATIONS = """[White "Ann"]
[Black "Ben"]
[GameType "20"]
[Halt "killer"]
[Result "2-0"]

1. 32-28 {first} 19-23 $1 (18-23 2. 33-29) 2. 28x19 14x23 2-0
"""


def current(visitor):
    """The visible state of the game: address, title, moves, variations, and current move."""
    page = visitor.page
    now = page.eval_on_selector_all("#moves [aria-current]", "all => all.map(button => button.textContent)")
    return re.sub(".*#", "", visitor.address()), page.text_content("#title"), visitor.moves(), visitor.variations(), now


def reload(visitor):
    visitor.page.reload()
    visitor.page.wait_for_selector("html[data-ready]")


def stays(visitor):
    """Checks that the game is the same after a reload."""
    before = current(visitor)
    reload(visitor)
    assert current(visitor) == before
    return before


@pytest.mark.parametrize("game", GAMES)
def test_a_game_continues_after_a_reload(visit_either, game):
    visitor = visit_either()
    visitor.new_game(game, side="2")
    for number in range(1, 4):
        visitor.click_move(visitor.legal()[-1])
        visitor.wait_for_moves(number)
    stays(visitor)
    visitor.click_move(visitor.legal()[0])
    assert len(stays(visitor)[2]) == 4


def test_players_clocks_and_rules_stay(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("normal", side="B", level=2, time="300+3", halt="killer")
    visitor.wait_for_moves(1)
    visitor.wait_for_turn()
    visitor.click_move(visitor.legal()[0])
    visitor.wait_for_moves(3)
    visitor.wait_for_turn()
    seen = ["#near .name", "#far .name", "#special"]
    before = [page.text_content(selector) for selector in seen]
    reload(visitor)
    assert [page.text_content(selector) for selector in seen] == before
    assert "killer" in before[2].lower() and before[1] == "coupturc, level 2"
    assert re.fullmatch(r"[45]:\d\d", page.text_content("#near .clock"))
    assert page.locator("#board g[transform^='rotate(180']").count() > 0, "Black's side is still below"


def test_a_game_that_was_resigned_is_still_over(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("dameo", side="2")
    visitor.click_move(visitor.legal()[0])
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#over")
    reload(visitor)
    assert visitor.is_over() and page.text_content("#state") == "White wins: Black resigns"


def test_each_part_of_the_page_has_its_own_game(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("hexdame", side="2")
    visitor.click_move(visitor.legal()[0])
    played = stays(visitor)
    visitor.load(VARIATIONS)
    visitor.wait_for_moves(5)
    page.click("#moves button >> nth=1")
    page.wait_for_function("() => document.querySelector('#moves [aria-current]')?.textContent === '19-23!'")
    analysed = stays(visitor)
    assert analysed[2:4] == (["32-28", "19-23!", "28x19", "14x23"], ["1...18-232.33-29"])
    page.click("#to-rules")
    page.click("#rules .picture > button >> nth=0")
    visitor.wait_for_part("example")
    stays(visitor)
    page.click("#to-analysis")
    visitor.wait_for_part("analysis")
    assert current(visitor) == analysed
    assert "killer" in page.text_content("#special").lower()
    assert "Ann – Ben 2-0" in page.text_content("#about")
    page.click("#to-play")
    visitor.wait_for_part("play")
    assert current(visitor) == played


def test_a_known_move_steps_forward_and_a_new_one_starts_a_variation(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.load(VARIATIONS)
    visitor.wait_for_moves(5)
    visitor.type_move("32-28")
    page.wait_for_selector("#moves [aria-current]")
    assert visitor.moves() == ["32-28", "19-23!", "28x19", "14x23"]
    visitor.type_move("20-24")
    page.wait_for_selector("#moves .variation >> nth=1")
    assert visitor.moves() == ["32-28", "19-23!", "28x19", "14x23"]
    assert visitor.variations() == ["1...18-232.33-29", "1...20-24"]
    stays(visitor)


def test_a_new_game_leaves_the_others_in_the_list(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.new_game("dameo", side="2")
    visitor.click_move("b2-b3")
    visitor.new_game("croda", side="2")
    visitor.click_move(visitor.legal()[0])
    assert page.text_content("#open-games") == "Games (2)"
    page.click("#open-games")
    page.click("#games-list li:has-text('Dameo') button >> nth=0")
    page.wait_for_function("() => document.querySelector('#title').textContent === 'Dameo'")
    assert visitor.moves() == ["b2-b3"]
    stays(visitor)
    page.click("#open-games")
    remove = page.locator("#games-list li:has-text('Croda') button >> nth=1")
    remove.click()
    assert remove.text_content() == "Delete it?"
    remove.click()
    page.wait_for_selector("#games-list li:has-text('Croda')", state="detached")
    assert page.locator("#games-list li").count() == 1


def test_an_address_shows_another_user_the_same_position(visit):
    visitor = visit()
    visitor.load(VARIATIONS)
    visitor.wait_for_moves(5)
    visitor.type_move("32-28")
    visitor.page.wait_for_selector("#moves [aria-current]")
    address = visitor.address()
    assert address.endswith("#normal/analysis?halt=killer&moves=32-28,19-23,28x19x23,14x23x19&at=1")
    assert visitor.page.title() == "1. 32-28 · Ann – Ben · International Draughts, analysis · coupturc"
    other = visit()
    other.page.goto(address)
    other.page.reload()
    other.page.wait_for_selector("html[data-ready]")
    assert other.moves() == ["32-28", "19-23", "28x19", "14x23"]
    assert other.page.text_content("#moves [aria-current]") == "32-28"
    assert "killer" in other.page.text_content("#special").lower()
    assert other.address() == address


def test_back_returns_to_the_game_before(visit_either):
    visitor = visit_either()
    page = visitor.page
    visitor.load(VARIATIONS)
    visitor.wait_for_moves(5)
    analysed = current(visitor)
    page.click("#edit")
    page.wait_for_function("() => !document.querySelector('#editing').hidden")
    page.fill("#edit-fen", "B:W31,K40:B20")
    page.click("#edit-done")
    page.wait_for_function("() => location.hash.startsWith('#normal/analysis') && location.hash.includes('K40')")
    page.go_back()
    page.wait_for_function("() => location.hash === '#normal/setup'")
    visitor.wait_for_value("#edit-fen", "B:W31,K40:B20")
    # The earlier game still has its variations.
    page.go_back()
    visitor.wait_for_moves(5)
    assert current(visitor) == analysed


@pytest.mark.parametrize("place", ["play", "analysis", "puzzle", "example", "setup"])
def test_every_place_can_be_opened_first(visit_either, place):
    visitor = visit_either(f"#losing/{place}")
    assert visitor.address().endswith(f"#losing/{place}{'/1' if place == 'puzzle' else ''}")
    assert visitor.page.is_hidden("#trouble")
    if place != "setup":
        assert visitor.page.text_content("#title") == "Losing Draughts"


def test_a_page_opened_with_an_invalid_address_has_a_board(visit_either):
    visitor = visit_either("#dameo/analysis?moves=e1-g3,c2-c3")
    assert "move 2 'c2-c3' is not legal" in visitor.page.text_content("#trouble")
    assert visitor.page.text_content("#state") == "White to move"
    visitor.click_move("e1-g3")
    visitor.wait_for_moves(1)


def test_an_invalid_address_is_reported(visit_either):
    visitor = visit_either()
    visitor.page.evaluate("location.hash = '#normal/analysis?moves=32-27,1-50'")
    visitor.page.wait_for_selector("#trouble:not([hidden])")
    assert "1-50" in visitor.page.text_content("#trouble")
    visitor.new_game("normal", side="2")
    visitor.click_move("32-28")


def test_two_windows_with_the_same_game_make_two_games(visit):
    visitor = visit()
    visitor.new_game("normal", side="2")
    visitor.click_move("32-28")
    second = visitor.another_window()
    assert second.moves() == ["32-28"]
    second.click_move("19-23")
    visitor.click_move("20-24")
    assert second.moves() == ["32-28", "19-23"] and visitor.moves() == ["32-28", "20-24"]
    reload(second)
    reload(visitor)
    assert second.moves() == ["32-28", "19-23"] and visitor.moves() == ["32-28", "20-24"]


def test_corrupt_storage_does_no_harm(visit_either):
    visitor = visit_either()
    visitor.new_game("normal", side="2")
    visitor.click_move("32-28")
    spoil = """() => {
        for (const key of Object.keys(localStorage).filter(key => key.includes("game:"))) {
            const game = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...game, moves: [{ id: "1", parent: "0", move: "1-50" }, { id: "2", parent: "7" }] }));
        }
        localStorage.setItem("coupturc-game:x", "{");
        localStorage.setItem("coupturc-game:y", JSON.stringify({ id: "y", game: "chess" }));
        localStorage.setItem("coupturc-analysis", "7");
        window.addEventListener("pagehide", event => event.stopImmediatePropagation(), true);
    }"""
    visitor.page.evaluate(spoil)
    reload(visitor)
    visitor.new_game("dameo", side="2")
    visitor.click_move("b2-b3")
