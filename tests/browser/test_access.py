"""Who may talk to the server, and what it lets them do."""

import http.client
import socket
import time
from urllib.parse import urlsplit

import pytest

HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
# Opens a socket, says some lines, and gives what comes until a line begins with `last`.
TALK = """([lines, last]) => new Promise(resolve => {
    const answers = [];
    const socket = new WebSocket(location.origin.replace("http", "ws") + "/hub");
    socket.onopen = () => lines.forEach(line => socket.send(line));
    socket.onmessage = ({ data }) => {
        answers.push(data);
        if (data.startsWith(last)) { socket.close(); resolve(answers); }
    };
    socket.onclose = () => resolve([...answers, "closed"]);
})"""


def status(url, path="/", method="GET", **headers):
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    connection.close()
    return answer.status


def host(url):
    return urlsplit(url).netloc


def test_other_hosts_and_origins_are_refused(url):
    ours = {"Origin": f"http://{host(url)}", **HANDSHAKE}
    assert status(url) == 200
    assert status(url, Host="evil.example") == 403
    assert status(url, "/hub", **ours) == 101
    assert status(url, "/hub", **{**ours, "Origin": "http://evil.example"}) == 403
    assert status(url, "/hub", **{**ours, "Host": "evil.example", "Origin": "http://evil.example"}) == 403
    assert status(url, "/hub", **HANDSHAKE) == 403
    assert status(url, "/hub", Origin=f"http://{host(url)}") == 400
    assert status(url, method="POST") == 405
    assert status(url, "/../Cargo.toml") == 404


def test_a_page_from_elsewhere_gets_no_session(chromium, url):
    page = chromium.new_page()
    page.route("http://evil.example/", lambda route: route.fulfill(body="<p>elsewhere", content_type="text/html"))
    page.goto("http://evil.example/")
    opened = page.evaluate(
        """address => new Promise(resolve => {
            const socket = new WebSocket(`ws://${address}/hub`);
            socket.onopen = () => resolve(true);
            socket.onerror = () => resolve(false);
        })""",
        host(url),
    )
    page.close()
    assert opened is False


@pytest.mark.parametrize("name", ["eval-file", "tables"])
def test_no_file_can_be_named(visit_server, name):
    answers = visit_server().page.evaluate(TALK, [[f"set-param name={name} value=/etc/passwd", "ping"], "pong"])
    assert answers[0].startswith(f"error message=\"set-param: {name} '/etc/passwd', expected auto or "), answers


def test_a_session_may_not_have_the_whole_machine(visit_server):
    lines = ["set-param name=hash value=1048576", "set-param name=threads value=256", "ping"]
    answers = visit_server().page.evaluate(TALK, [lines, "pong"])
    assert [answer.split()[0] for answer in answers] == ["error", "error", "pong"], answers


def test_a_message_that_is_too_long_ends_the_session(visit_server):
    answers = visit_server().page.evaluate(TALK, [["x" * 300_000, "ping"], "pong"])
    assert answers == ["closed"]


def test_a_flood_is_slowed_down(visit_server):
    page = visit_server().page
    began = time.monotonic()
    # Half as much again as is allowed at once.
    answers = page.evaluate(TALK, [["ping" + " " * 1000] * 1500 + ["hub"], "wait"])
    assert sum(answer == "pong" for answer in answers) == 1500
    assert time.monotonic() - began > 3


def test_sessions_end_with_their_sockets(visit_server):
    page = visit_server().page
    for _ in range(20):
        # A count that would take for ever.
        assert page.evaluate(TALK, [["perft depth=60", "ping"], "pong"]) == ["pong"]
    # There are places for eight, and each is free again soon after its socket is closed.
    deadline = time.monotonic() + 20
    while page.evaluate(TALK, [["ping"], "pong"]) != ["pong"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_a_request_that_does_not_come_is_not_waited_for(url):
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        began = time.monotonic()
        while slow.recv(1024):
            pass
    assert time.monotonic() - began < 15


def test_the_first_page_is_soon_there(chromium, url):
    page = chromium.new_page()
    page.goto(url)
    page.wait_for_selector("html[data-ready]")
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    page.close()
    assert timing["loadEventEnd"] < 2000, timing
