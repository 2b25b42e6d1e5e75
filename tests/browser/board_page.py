"""Helpers for tests of the board page: a browser, the server, and actions on the board."""

import contextlib
import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from game_survey.tables import games_of  # noqa: E402

PROGRAM = os.environ.get("COUPTURC", str(ROOT / "target/release/coupturc"))
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")

# Hub names of the games that the page offers.
GAMES = [game.hub for game in games_of(ROOT / "docs")]

# The position of a cell in the window.
CELL_POINT = """([name, board, title]) => {
    const svg = document.querySelector(`${board} svg`);
    return import("./page.js").then(({ games_js: { GAMES } }) => {
        const game = GAMES.find(game => game.title === title);
        let { x, y } = game.cells.find(cell => cell.name === name);
        if (svg.querySelector("g[transform^='rotate(180']")) [x, y] = [game.width - x, game.height - y];
        const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
        return [point.x, point.y];
    });
}"""


@contextlib.contextmanager
def served(*options):
    """Runs `coupturc serve`, and yields its address."""
    with subprocess.Popen([PROGRAM, "serve", *options], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"http://\S+/", server.stdout.readline())[0]
        finally:
            server.terminate()


class Host(http.server.SimpleHTTPRequestHandler):
    """A plain web host."""

    def log_message(self, *_):
        pass


# How many milliseconds to wait for something on the page: generous, because the machine may be busy.
PATIENCE = 120_000
# What run.sh has built.
SITE = ROOT / "target/browser/site"


@contextlib.contextmanager
def hosted(folder):
    """Serves the site in a folder, and yields its address."""
    handler = functools.partial(Host, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()


@contextlib.contextmanager
def browser():
    """A headless Chromium."""
    with sync_playwright() as playwright:
        # Host names for the tests that need them.
        options = ["--host-resolver-rules=MAP *.example.org 127.0.0.1"]
        # Its sandbox does not work for root, who runs the tests in many containers. It only visits our page.
        options += ["--no-sandbox"] if os.geteuid() == 0 else []
        with playwright.chromium.launch(executable_path=CHROMIUM, args=options) as chromium:
            yield chromium


class Visitor:
    """A user with the page open. Errors on its console are collected in `complaints`."""

    def __init__(self, chromium, url, **context):
        self.open(chromium.new_context(**{"viewport": {"width": 1366, "height": 768}, **context}), url)

    def open(self, context, url):
        self.context = context
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.complaints = []
        self.page.on("console", lambda entry: self.complaints.append(entry.text) if entry.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(url)
        self.page.wait_for_selector("html[data-ready]")

    def address(self):
        """The current address, from the page itself, because Playwright notices changes late."""
        return self.page.evaluate("location.href")

    def another_window(self):
        """A second window of the same user."""
        second = Visitor.__new__(Visitor)
        second.open(self.context, self.address())
        return second

    def open_texts(self):
        if not self.page.is_visible("#pdn"):
            self.page.click("#texts summary")

    def load(self, text):
        """Types games into the PDN field."""
        self.open_texts()
        self.page.fill("#pdn", text)
        self.page.click("#load-pdn")

    def copied(self):
        """The game as PDN, as the page copies it."""
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("document.querySelector('#state').textContent = ''")
        self.page.click("#copy-pdn")
        self.page.wait_for_function("() => document.querySelector('#state').textContent === 'Copied'")
        return self.page.evaluate("navigator.clipboard.readText()")

    def set_up(self, fen):
        """Sets up a position by typing its FEN."""
        self.open_texts()
        self.page.fill("#fen", fen)
        self.page.press("#fen", "Enter")

    def edit_point(self, cell):
        """The position of a cell on the page for setting up a position."""
        title = self.page.eval_on_selector("#edit-game", "select => select.selectedOptions[0].textContent")
        return self.page.evaluate(CELL_POINT, [cell, "#edit-board", title])

    def edit_cell(self, cell):
        self.page.mouse.click(*self.edit_point(cell))

    def paint(self, tool):
        """Chooses a tool: `w`, `W`, `b`, `B`, `erase` or `mark`."""
        self.page.check(f"#palette input[value={tool}]", force=True)

    def wait_for_text(self, selector, text):
        """Waits until an element contains this text."""
        self.page.wait_for_function(
            "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)", arg=[selector, text]
        )

    def wait_for_value(self, selector, value):
        self.page.wait_for_function(
            "([selector, value]) => document.querySelector(selector).value === value", arg=[selector, value]
        )

    def new_game(self, game, level=3, side="W", time="", **rules):
        page = self.page
        # This mark disappears when the next game starts.
        page.evaluate("document.querySelector('#moves').firstElementChild.id = 'before'")
        page.click("#new")
        page.check(f"#choices input[value={game}]", force=True)
        for name, value in {"side": side, "level": str(level), "time": time, **rules}.items():
            page.select_option(f"#setup select[name='{name}']", value)
        page.click("#setup button[value=play]")
        page.wait_for_selector("#setup", state="hidden")
        page.wait_for_selector("#before", state="detached")
        label = f"#choices label:has(input[value={game}])"
        assert page.text_content("#title") == page.eval_on_selector(label, "label => label.lastChild.textContent")

    def legal(self):
        """The moves that the board accepts."""
        return self.page.eval_on_selector_all("#legal option", "options => options.map(option => option.value)")

    def moves(self, which="#moves > li:not(.aside) > button"):
        """The moves of the main line, or those that another selector finds, with their marks."""
        return self.page.eval_on_selector_all(which, "all => all.map(button => button.textContent)")

    def variations(self):
        return self.page.eval_on_selector_all("#moves .variation", "all => all.map(one => one.textContent)")

    def is_over(self):
        return self.page.is_visible("#over")

    def point(self, cell):
        return self.page.evaluate(CELL_POINT, [cell, "#board", self.page.text_content("#title")])

    def click_cell(self, cell):
        self.page.mouse.click(*self.point(cell))

    def targets(self, cell):
        """The number of target cells when a piece is clicked."""
        self.click_cell(cell)
        count = self.page.locator("#board .goal").count()
        if count:
            self.page.keyboard.press("Escape")
        return count

    def click_move(self, text):
        """Enters a move by clicks: the piece, the target, and captured pieces if the move is ambiguous."""
        before = len(self.moves())
        start, end, *taken = re.split("[-x]", text)
        self.click_cell(start)
        self.click_cell(end)
        for cell in taken:
            if self.page.locator("#board .prey:not(.chosen)").count() == 0:
                break
            self.click_cell(cell)
        self.wait_for_moves(before + 1)

    def type_move(self, text):
        self.page.fill("#typed", text)
        self.page.press("#typed", "Enter")

    def wait_for_moves(self, count):
        self.page.wait_for_function("count => document.querySelectorAll('#moves button').length >= count", arg=count)

    def wait_for_part(self, part):
        """Waits until a part of the page shows its game."""
        self.page.wait_for_function("part => location.hash.split(/[/?]/)[1] === part", arg=part)

    def wait_for_turn(self):
        """Waits until the user can enter a move or the game is over."""
        self.page.wait_for_function(
            "() => document.querySelector('#legal option') || !document.querySelector('#over').hidden"
        )

    def fen(self):
        return self.page.input_value("#fen")

    def overflow(self):
        """The number of pixels by which the page is wider than the window."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def close(self):
        self.context.close()


class Engine:
    """The engine as a process, to compare with."""

    def __init__(self, game):
        self.process = subprocess.Popen(
            [PROGRAM, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say(f"set-param name=variant value={game}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def legal(self, fen):
        self.say(f"pos fen={fen}")
        self.say("legal-moves")
        answer = self.process.stdout.readline()
        return re.search('moves="([^"]*)"', answer)[1].split()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@contextlib.contextmanager
def visiting(chromium, url):
    """Yields a function that opens the page. At the end, there must be no errors on the console."""
    visitors = []

    def open_page(address="", **context):
        visitors.append(Visitor(chromium, url + address, **context))
        return visitors[-1]

    yield open_page
    for visitor in visitors:
        visitor.close()
        assert visitor.complaints == []
