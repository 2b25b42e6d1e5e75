"""Report pages: layout on phones and screens, and downloads of games."""

import re
import subprocess
from collections import namedtuple

import board_page
import pytest
from board_page import GAMES, PROGRAM

PAGES = ("match", "tables", "learn", "check")
# Elements that extend beyond the window, except for tables in scrolling boxes.
OUTSIDE = """() => {
    const width = document.documentElement.clientWidth;
    const sticksOut = ({ left, right, width: own }) => own > 0 && (left < -0.5 || right > width + 0.5);
    return [...document.querySelectorAll("body *")]
        .filter(element => !element.closest(".scroll > *") && !element.closest(".symbols"))
        .filter(element => sticksOut(element.getBoundingClientRect()))
        .map(element => element.outerHTML.slice(0, 80));
}"""
# The boxes whose last column cannot be brought into the window, and those whose title is wider than the window.
HIDDEN = """() => [...document.querySelectorAll(".scroll")].filter(box => {
    box.scrollLeft = box.scrollWidth;
    const frame = box.getBoundingClientRect();
    const cells = [...box.querySelectorAll("tr:not([hidden]) > :last-child, caption span")];
    return cells.some(cell => {
        const { left, right } = cell.getBoundingClientRect();
        return left < frame.left - 0.5 || right > frame.right + 0.5;
    });
}).map(box => box.getAttribute("aria-label"))"""
SCROLLED = """() => [...document.querySelectorAll(".scroll")].filter(box => box.scrollWidth > box.clientWidth)
    .map(box => box.getAttribute("aria-label"))"""

Look = namedtuple("Look", "page requests")


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """A folder with a page of each kind, made from a few toy games."""
    folder = tmp_path_factory.mktemp("reports")

    def make(*arguments):
        subprocess.run([PROGRAM, *arguments], cwd=folder, check=True, capture_output=True)

    engines = [
        argument
        for name in ("new", "old-with-quite-a-name")
        for argument in ("--engine", f"cmd='{PROGRAM}' name={name} param.threads=1")
    ]
    match = ("--variants", ",".join(GAMES), "--tc", "nodes=20", "--rounds", "1", "--out", "match")
    make("match", *engines, *match)
    (folder / "match.html").symlink_to("match/report.html")
    make("tables", "report", "--variant", "normal", "--html", "tables.html")
    make("check", "canadian", "--games", "1", "--depth", "1", "--self-play", "8", "--html", "check.html")
    make("learn", "games", "--variant", "dameo", "--games", "400", "--nodes", "20", "--eval", "hand-made", "--out", "dameo")
    make("learn", "fit", "dameo", "--variant", "dameo", "--passes", "1", "--report", "learn.html", "--out", "dameo.net")
    return folder


@pytest.fixture
def look(chromium, reports):
    """Opens a page, which must have no console errors and load nothing else."""
    with board_page.hosted(reports) as url:
        complaints, contexts = [], []

        def open_page(name, width=1366, **options):
            context = chromium.new_context(viewport={"width": width, "height": 800}, **options)
            contexts.append(context)
            page, requests = context.new_page(), []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            page.on("request", lambda request: requests.append(request.url))
            page.goto(f"{url}{name}.html")
            return Look(page, requests)

        yield open_page
        for context in contexts:
            context.close()
        assert complaints == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_a_phone_shows_all_of_it(look, name, scheme):
    page = look(name, width=360, color_scheme=scheme, has_touch=True).page
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(SCROLLED) != [], "otherwise the test above says nothing"


@pytest.mark.parametrize("name", PAGES)
def test_a_screen_has_room_for_all_columns(look, name):
    page, requests = look(name)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(SCROLLED) == []
    assert [url for url in requests if not url.startswith(("data:", "blob:"))] == [page.url]


def test_overflow_is_detected(look):
    page = look("match", width=360).page
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<p style=\"width: 50rem\">')")
    assert len(page.evaluate(OUTSIDE)) == 1
    page.evaluate("document.querySelector('.scroll').style.overflow = 'hidden'")
    page.evaluate("document.querySelector('caption span').style.maxWidth = 'none'")
    page.evaluate("document.querySelector('caption span').style.minWidth = '50rem'")
    assert page.evaluate(HIDDEN) == ["By engine"]


def test_people_read_titles_and_dates(look):
    page = look("match").page
    titles = page.eval_on_selector_all("#list tbody td:nth-child(5)", "cells => cells.map(cell => cell.textContent)")
    assert len(titles) == 2 * len(GAMES) and "International Draughts" in titles
    assert not set(titles) & {"normal", "vanguard"}
    moment = r"\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC"
    assert re.search(f"20 nodes a move. (Started|First game started) {moment}", page.inner_text("header p"))
    assert re.search(f"20 nodes a move · {moment}$", page.inner_text("#about"))
    assert re.search(r"\d games of Dameo, nodes=20", look("learn").page.inner_text("header p"))


def pdn_of_all(reports):
    """All games of the match, in order; each variant has its own file."""
    return "".join((reports / f"match/games-{game}.pdn").read_text(encoding="utf-8") for game in GAMES)


def downloaded(page, button):
    """The name and the text of the file that a button downloads."""
    with page.expect_download() as download:
        page.click(button)
    return download.value.suggested_filename, download.value.path().read_text(encoding="utf-8")


def test_all_shown_games_can_be_downloaded(look, reports):
    page = look("match").page
    everything = pdn_of_all(reports)
    assert everything.count("[Event ") == 2 * len(GAMES)
    assert downloaded(page, "#save-shown") == ("games.pdn", everything)
    page.select_option("#filters select[name=variant]", label="Dameo")
    page.wait_for_selector("#shown:has-text('2 of ')")
    _, dameo = downloaded(page, "#save-shown")
    assert dameo.count("[Event ") == 2 and dameo in everything
    page.select_option("#filters select[name=engine]", label="new")
    page.select_option("#filters select[name=result]", value="draw")
    page.select_option("#filters select[name=termination]", index=1)
    shown = int(page.inner_text("#shown").split()[0])
    assert page.is_enabled("#save-shown") == (shown > 0)


def test_each_game_can_be_downloaded(look, reports):
    page = look("match").page
    everything = pdn_of_all(reports)
    texts = []
    for number in range(1, 2 * len(GAMES) + 1):
        name, text = downloaded(page, "#save-game")
        assert name == f"game-{number}.pdn" and f'.{number}"]' in text
        texts.append(text)
        # Chromium drops more than ten downloads per second.
        page.wait_for_timeout(100)
        if page.is_enabled("#next-game"):
            page.click("#next-game")
    assert "".join(texts) == everything


PASTE = """() => {
    document.body.insertAdjacentHTML("beforeend", "<textarea id=pasted></textarea>");
    document.querySelector("#pasted").focus();
}"""


@pytest.mark.parametrize("way", ("modern", "old"))
def test_the_button_fills_the_clipboard(look, reports, way):
    page = look("match", permissions=["clipboard-read", "clipboard-write"]).page
    if way == "old":
        # As on a page served over plain HTTP by another machine.
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    everything = pdn_of_all(reports)
    for button, said, expected in (
        ("#copy-game", "Copied: 1 game.", downloaded(page, "#save-game")[1]),
        ("#copy-shown", f"Copied: {2 * len(GAMES)} games.", everything),
    ):
        page.click(button)
        page.wait_for_selector(f".pdn output:text-is('{said}')")
        page.evaluate(PASTE)
        page.keyboard.press("Control+V")
        assert page.input_value("#pasted") == expected
        page.evaluate("document.querySelector('#pasted').remove()")
