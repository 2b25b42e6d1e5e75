"""One browser and one server for all tests."""

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


@pytest.fixture
def visit(chromium, url):
    """Opens the page; at the end it must have had nothing to complain of."""
    visitors = []

    def open_page(**context):
        visitors.append(board_page.Visitor(chromium, url, **context))
        return visitors[-1]

    yield open_page
    for visitor in visitors:
        visitor.close()
        assert visitor.complaints == []
