"""Access to the server, and its limits."""

import contextlib
import http.client
import json
import socket
import subprocess
import time
from urllib.parse import urlencode, urlsplit

import board_page
import pytest

HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
# Opens a socket, sends a line, and returns all messages until it is closed, and the close code.
END = """address => new Promise(resolve => {
    const answers = [];
    const socket = new WebSocket(address);
    socket.onopen = () => socket.send("ping");
    socket.onmessage = ({ data }) => answers.push(data);
    socket.onclose = ({ code, reason }) => resolve({ answers, code, reason });
})"""
# Opens a socket that stays open, sends a line, and returns all messages up to one that starts with `last`.
ASK_AND_STAY = """([line, last]) => new Promise(resolve => {
    const answers = [];
    window.held = new WebSocket(location.origin.replace("http", "ws") + "/hub");
    held.onopen = () => held.send(line);
    held.onmessage = ({ data }) => answers.push(data) && data.startsWith(last) && resolve(answers);
})"""
# Opens a socket, sends some lines, and returns all messages up to one that starts with `last`.
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


def answer(url, path="/", method="GET", **headers):
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    if answer.status != 101:
        answer.text = answer.read().decode()
    connection.close()
    return answer


def status(*request, **headers):
    return answer(*request, **headers).status


def host(url):
    return urlsplit(url).netloc


def test_other_hosts_and_origins_are_rejected(url):
    ours = {"Origin": f"http://{host(url)}", **HANDSHAKE}
    assert status(url) == 200
    assert status(url, Host="evil.example") == 403
    assert status(url, "/hub", **ours) == 101
    assert status(url, "/hub", **{**ours, "Host": "evil.example", "Origin": "http://evil.example"}) == 403
    assert status(url, "/hub", Origin=f"http://{host(url)}") == 400
    assert status(url, method="POST") == 405
    assert status(url, "/../Cargo.toml") == 404


def test_a_page_from_elsewhere_gets_no_session(chromium, url, tmp_path):
    (tmp_path / "index.html").write_text("<p>elsewhere")
    page = chromium.new_page()
    with board_page.hosted(tmp_path) as elsewhere:
        page.goto(elsewhere)
        end = page.evaluate(END, f"ws://{host(url)}/hub")
    page.close()
    assert (end["answers"], end["code"]) == ([], 1008)
    assert "--allow-host" in end["reason"]


def test_proxies_can_forward_the_upgrade_answer(url):
    ours = {"Origin": f"http://{host(url)}", **HANDSHAKE}
    assert answer(url, "/hub", **ours).getheader("connection").lower() == "upgrade"
    assert answer(url).getheader("connection") == "close"


def test_an_unknown_host_name_gets_the_option_to_allow_it(url):
    refused = answer(url, Host="Draughts.example.org:8000")
    assert refused.status == 403
    assert "    --allow-host draughts.example.org:8000\n" in refused.text
    assert refused.getheader("content-type").startswith("text/plain")
    assert refused.getheader("x-content-type-options") == "nosniff"
    for name in ["<b>evil</b>", "evil.example/<b>", "caf\xe9.example", "a" * 300]:
        refused = answer(url, Host=name)
        assert refused.status in (400, 403), name
        assert name not in refused.text


def test_names_can_be_allowed(chromium):
    with board_page.served("--allow-host", "draughts.example.org", "--allow-host", "192.0.2.7:80") as url:
        port = urlsplit(url).port
        page = chromium.new_page()
        page.goto(f"http://draughts.example.org:{port}/")
        page.wait_for_selector("html[data-ready]")
        page.close()
        policy = answer(url, Host="draughts.example.org").getheader("content-security-policy")
        assert " ws://draughts.example.org wss://draughts.example.org;" in policy
        assert "wss:" not in answer(url).getheader("content-security-policy")
        assert status(url, Host="192.0.2.7:80") == 200
        assert status(url, Host="192.0.2.7") == 403
        assert status(url, Host="example.org") == 403


@pytest.mark.parametrize("name", ["https://draughts.example.org", "draughts.example.org/board", "*.example.org", ""])
def test_an_invalid_name_cannot_be_allowed(name):
    command = [board_page.PROGRAM, "serve", "--allow-host", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "--allow-host" in done.stderr


def test_a_page_says_when_its_engine_has_ended(chromium):
    page = chromium.new_page()
    with board_page.served() as url:
        page.goto(url)
        page.wait_for_selector("html[data-ready]")
        assert page.is_hidden("#trouble")
    page.wait_for_selector("#trouble", state="visible")
    assert page.text_content("#trouble").startswith("The engine has stopped.")
    page.close()


def test_boards_can_be_limited(chromium):
    with board_page.served("--boards", "1", "--threads", "2", "--memory", "16") as url:
        first, second = chromium.new_page(), chromium.new_page()
        # A page without its own session.
        first.goto(url + "rules.html")
        declared = "\n".join(first.evaluate(ASK_AND_STAY, ["hub", "wait"]))
        assert "name=threads value=1 type=int min=1 max=2\n" in declared
        assert "name=hash value=16 type=int min=1 max=16\n" in declared
        assert second.goto(url).ok
        second.wait_for_selector("#trouble", state="visible")
        assert second.text_content("#trouble") .startswith("Too many boards are open")
        first.close()
        second.close()


def test_the_usual_address_is_the_same_unless_it_is_taken():
    # One of these, or another program, has the usual port.
    with board_page.served(), subprocess.Popen(
        [board_page.PROGRAM, "serve", "--allow-host", "draughts.example.org"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        said = [server.stdout.readline() for _ in range(3)]
        server.terminate()
        warning = server.stderr.read()
    assert "127.0.0.1:6464 is in use" in warning
    assert said[0].startswith("the board is at http://127.0.0.1:") and ":6464/" not in said[0]
    assert said[2] == "also allowed as host: draughts.example.org\n"


@pytest.mark.parametrize("boards", [1, 8, 32])
def test_more_boards_share_the_resources_of_eight(boards):
    command = [board_page.PROGRAM, "serve", "--boards", str(boards)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        server.stdout.readline()
        told = server.stdout.readline()
        server.terminate()
    each = 1024 * 8 // max(boards, 8)
    assert f"a table of {each} MiB" in told, told
    assert boards == 1 or told.endswith(f" and {boards * each} MiB\n"), told


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
    # One and a half times the burst limit.
    answers = page.evaluate(TALK, [["ping" + " " * 1000] * 1500 + ["hub"], "wait"])
    assert sum(answer == "pong" for answer in answers) == 1500
    assert time.monotonic() - began > 3


def test_sessions_end_with_their_sockets(visit_server):
    page = visit_server().page
    for _ in range(20):
        # A count that would never end.
        assert page.evaluate(TALK, [["perft depth=60", "ping"], "pong"]) == ["pong"]
    # There are eight permits, and each is released soon after its socket is closed.
    deadline = time.monotonic() + 20
    while page.evaluate(TALK, [["ping"], "pong"]) != ["pong"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_requests_beyond_the_limit_wait(url):
    address = urlsplit(url)
    with contextlib.ExitStack() as stack:
        waiting = [stack.enter_context(socket.create_connection((address.hostname, address.port))) for _ in range(70)]
        for connection in waiting:
            connection.settimeout(60)
        # The first connections send their requests last.
        for connection in reversed(waiting):
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {host(url)}\r\n\r\n".encode())
        assert {connection.recv(12) for connection in waiting} == {b"HTTP/1.1 200"}


def test_a_missing_request_times_out(url):
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        began = time.monotonic()
        while slow.recv(1024):
            pass
    assert time.monotonic() - began < 15


def test_the_first_page_loads_quickly(chromium, url):
    page = chromium.new_page()
    page.goto(url)
    page.wait_for_selector("html[data-ready]")
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    page.close()
    assert timing["loadEventEnd"] < 2000, timing


def test_endgame_tables_answer(tmp_path):
    build = ["tables", "build", "--variant", "turkish", "--pieces", "2", "--tables", str(tmp_path)]
    subprocess.run([board_page.PROGRAM, *build], check=True, capture_output=True)
    with board_page.served("--listen", "127.0.0.1:0", "--tables", str(tmp_path)) as url:

        def ask(path, **query):
            found = answer(url, f"/tables/{path}?{urlencode(query)}")
            assert found.headers["Content-Type"] == "application/json"
            return found.status, json.loads(found.text)

        position = {"variant": "turkish", "fen": "W:WKa1:BKa7", "result": "win", "plies": 1, "line": ["a1xa8xa7"]}
        code, found = ask("turkish", fen="W:WKa1:BKa7")
        assert code == 200 and {name: found[name] for name in position} == position
        assert found["moves"][0] == {"move": "a1xa8xa7", "result": "win", "plies": 1}
        code, found = ask("turkish", fen="W:WKa1,b2:BKa7")
        assert code == 404 and "up to 2 pieces" in found["error"]
        code, found = ask("dameo", fen="W:WKa1:BKa7")
        assert code == 404 and "no endgame tables" in found["error"]
        code, found = ask("ludo", fen="W:WKa1:BKa7")
        assert code == 404 and "'ludo'" in found["error"]
        for query, fault in [({}, "?fen="), ({"fen": "W:W<x>"}, "FEN"), ({"fen": "W:WKa1:BKa7", "x": "1"}, "'x'")]:
            code, found = ask("turkish", **query)
            assert code == 400 and fault in found["error"]
        code, found = ask("turkish", **{"fen": "W:WKa1:BKa7", "halt": "never"})
        assert code == 400 and "halt" in found["error"]
        damaged = tmp_path / "turkish/win/1M0K-1M0K.dtw"
        damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
        code, found = ask("turkish", fen="W:Wa2:Bh7")
        assert code == 500 and "damaged" in found["error"]
        assert answer(url, "/tables/turkish", "POST").status == 405
        assert answer(url, "/tables").status == 404
