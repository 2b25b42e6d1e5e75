"""The page behind the web servers in docs/hosting.md, with the configurations given there."""

import contextlib
import re
import shlex
import shutil
import socket
import subprocess
import time

import board_page
import pytest

NAME = "draughts.example.org"
PATIENCE = 30.0


def blocks(kind):
    """The configuration for a program in docs/hosting.md."""
    text = (board_page.ROOT / "docs/hosting.md").read_text()
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def with_port(text, old, new):
    assert old in text, f"{old} is missing in {text}"
    return text.replace(old, new)


@pytest.fixture(scope="module")
def server():
    """The server and its port."""
    (unit,) = blocks("ini")
    program, serve, *options = shlex.split(re.search("^ExecStart=(.*)$", unit, flags=re.MULTILINE)[1])
    assert program.endswith("/coupturc") and serve == "serve"
    with board_page.served(*(with_port(" ".join(options), ":8000", ":0").split())) as url:
        yield url.rstrip("/").rsplit(":", 1)[1]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificate")
    paths = str(folder / "cert.pem"), str(folder / "key.pem")
    # fmt: off
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
               "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
               "-out", paths[0], "-keyout", paths[1]]
    # fmt: on
    subprocess.run(command, check=True, capture_output=True)
    return paths


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def nginx(text, port, certificate, folder):
    text = re.sub(r"listen \[::\]:443 ssl;", "", text)
    text = with_port(text, "listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    for key, path in zip(["ssl_certificate", "ssl_certificate_key"], certificate, strict=True):
        text, count = re.subn(rf"(\b{key}\s+)\S+;", lambda found, path=path: f"{found[1]}{path};", text)
        assert count == 1, key
    paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    temporary = "".join(f"    {name}_temp_path {folder}/{name};\n" for name in paths)
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\n    access_log off;\n{temporary}{text}}}\n"
    )
    return ["nginx", "-e", "stderr", "-p", folder, "-c", folder / "nginx.conf"]


def caddy(text, port, certificate, folder):
    paths = " ".join(certificate)
    text = with_port(text, f"{NAME} {{\n", f"{NAME}:{port} {{\n    bind 127.0.0.1\n    tls {paths}\n")
    # No ports for administration or plain HTTP, and no files outside the folder.
    options = f"{{\n    admin off\n    auto_https disable_redirects\n    storage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def proxied(configure, text, server, certificate, folder):
    """Runs a proxy, and yields its address."""
    port = free_port()
    command = configure(with_port(text, "127.0.0.1:8000", f"127.0.0.1:{server}"), port, certificate, folder)
    missing = f"{command[0]} is missing: install the package {command[0]}, as tests/browser/run.sh does"
    assert shutil.which(command[0], path="/usr/local/bin:/usr/bin:/usr/sbin:/sbin"), missing
    log = folder / "log"
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output, cwd=folder) as proxy:
        try:
            deadline = time.monotonic() + PATIENCE
            while not is_open(port):
                assert proxy.poll() is None and time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
            yield f"https://{NAME}:{port}"
        finally:
            proxy.terminate()


def example(configure, path):
    own, beside = blocks(configure.__name__)
    return own if path == "/" else beside


@pytest.mark.parametrize("path", ["/", "/draughts/"])
@pytest.mark.parametrize("configure", [nginx, caddy])
def test_a_game_is_played_through_a_proxy(chromium, server, certificate, tmp_path, configure, path):
    with (
        proxied(configure, example(configure, path), server, certificate, tmp_path) as url,
        board_page.visiting(chromium, url + path.rstrip("/")) as open_page,
    ):
        visitor = open_page(ignore_https_errors=True)
        assert visitor.address().startswith(url + path)
        visitor.new_game("dameo", level=1)
        visitor.click_move(visitor.legal()[0])
        visitor.wait_for_moves(2)
        visitor.page.click("#to-rules")
        visitor.page.wait_for_selector("#rules h2")


def test_a_missing_host_header_is_explained(chromium, server, certificate, tmp_path):
    text, count = re.subn(r"proxy_set_header Host .*\n", "", example(nginx, "/"))
    assert count == 1
    with proxied(nginx, text, server, certificate, tmp_path) as url:
        page = chromium.new_page(ignore_https_errors=True)
        page.goto(url)
        page.wait_for_selector("#trouble", state="visible")
        assert f"--allow-host {url.removeprefix('https://')}," in page.text_content("#trouble")
        page.close()
