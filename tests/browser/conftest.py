"""One browser, one server and one site for all tests that run in one process."""

import zlib

import board_page
import pytest


@pytest.fixture(scope="session")
def url():
    with board_page.served() as url:
        yield url


@pytest.fixture(scope="session")
def chromium():
    with board_page.browser() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def site():
    with board_page.hosted(board_page.SITE) as url:
        yield url


@pytest.fixture
def visit_server(chromium, url):
    """Opens the page from the server. At the end, there must be no errors on the console."""
    with board_page.visiting(chromium, url) as open_page:
        yield open_page


@pytest.fixture(params=["url", "site"])
def visit(chromium, request):
    """The same, once from the server and once as a static site."""
    with board_page.visiting(chromium, request.getfixturevalue(request.param)) as open_page:
        yield open_page


@pytest.fixture
def visit_either(chromium, request):
    """The same, from one of the two, which the name of the test decides: for what the page does without the engine, or
    with answers that other tests compare. Its files are the same there."""
    either = ["url", "site"][zlib.crc32(request.node.name.encode()) % 2]
    with board_page.visiting(chromium, request.getfixturevalue(either)) as open_page:
        yield open_page
