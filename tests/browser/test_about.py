"""The pages about what the games are like."""

import pytest
from board_page import GAMES, ROOT


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_each_game(visit_either, game):
    visitor = visit_either(f"#{game}/analysis")
    page = visitor.page
    title = page.text_content("#title")
    # The entry of the menu leads to the game on the board.
    page.click("#to-about")
    page.wait_for_selector("#figures h1")
    assert page.text_content("#figures h1") == f"{title}: what the game is like"
    assert page.get_attribute("#to-about", "aria-current") == "page"
    page.wait_for_function("() => document.querySelector('#figures img').naturalWidth > 0")
    assert "games, planned" in page.text_content("#figures table")
    # All text is shown as text.
    text = page.inner_text("#figures")
    assert not any(sign in text for sign in ["**", "](", "<sup>", "`", "|", "<!--"])


def test_the_overview(visit):
    visitor = visit("#about")
    page = visitor.page
    page.wait_for_selector("#figures h2")
    texts = (ROOT / "docs/games.md").read_text()
    assert page.locator("#figures h2").count() == texts.count("\n## ")
    page.wait_for_function("() => [...document.querySelectorAll('#figures img')].length === 3")
    page.click("#figures .contents a:has-text('Hexdame')")
    page.wait_for_function("() => document.querySelector('#figures h1').textContent.startsWith('Hexdame')")
    # Only the claims about this game.
    claims = page.eval_on_selector_all("#figures table", "all => all.at(-1).querySelectorAll('tbody tr').length")
    assert 0 < claims < texts.count("**confirmed**") + texts.count("**refuted**") + texts.count("**not decided**")
    page.click("#figures a:has-text('the rules')")
    page.wait_for_function("() => location.hash === '#rules-hexdame'")
    page.go_back()
    page.wait_for_function("() => location.hash === '#about-hexdame'")
    page.click("#figures .contents a:has-text('All games')")
    page.wait_for_function("() => document.querySelector('#figures h1').textContent === 'What the games are like'")


def test_a_phone_can_scroll_the_tables(visit_either):
    visitor = visit_either("#about", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    visitor.page.wait_for_selector("#figures table")
    assert visitor.overflow() == 0
