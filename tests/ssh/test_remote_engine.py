#!/usr/bin/env python3
"""The engine at the other end of an ssh connection. Started by run.sh, which starts the server first."""

import json
import os
import pwd
import re
import shutil
import statistics
import subprocess
import sys
import time
import unittest
from pathlib import Path
from typing import Callable, Dict, List

from connection import (
    DIRECTORY,
    SCRIPT,
    Connection,
    is_gone,
    run_plain,
    run_script,
    session_of,
    status_of,
    wait_until,
)
from silent_link import SilentLink
from test_match import Matches  # noqa: F401  (so that it runs with the others)

# The goal is a tenth of a second. A machine that is busy with other tests gets more.
SOON = 2.0

# The server and our client check the connection once a second, and give up after two missing answers. OpenSSH counts
# whole seconds, and one may become two; on a busy machine it has taken 6.4 in all.
GIVEN_UP = 10.0

WAYS: Dict[str, Callable[..., Connection]] = {
    "the script": Connection.by_script,
    "plain ssh": Connection.by_plain_ssh,
}

SEARCH = ("set-param name=variant value=dameo", "level infinite", "go analyze")


def report(what: str, seconds: float, limit: float = SOON) -> None:
    """Prints a time, and fails if it is too long."""
    print(f"{1000 * seconds:6.0f} ms {what}", file=sys.stderr)
    if seconds > limit:
        raise AssertionError(f"{what}: {1000 * seconds:.0f} ms, more than {1000 * limit:.0f}")


class RemoteTest(unittest.TestCase):
    """Methods shared by all tests."""

    def connect(self, way: str, options: str = "") -> Connection:
        connection = WAYS[way](options)
        self.addCleanup(connection.clean_up)
        return connection

    def searching(self, way: str, options: str = "") -> Connection:
        """An engine that has started an infinite search."""
        connection = self.connect(way, options)
        connection.send(*SEARCH)
        connection.until("info")
        return connection

    def check_end(self, what: str, connection: Connection, limit: float = SOON) -> None:
        """Checks that the engine ends soon."""
        start = time.monotonic()
        wait_until(lambda: is_gone(connection.engine), limit)
        report(f"{what} to the end of the engine", time.monotonic() - start, limit)


class Talks(RemoteTest):
    """While the connection works, the engine behaves as it does without ssh."""

    def test_handshake(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.connect(way)
                connection.send("hub")
                lines = connection.until("wait")
                self.assertTrue(lines[0].startswith("id name=coupturc "), lines)
                self.assertEqual({line.split(" ")[0] for line in lines[1:-1]}, {"param"})
                self.assertEqual(connection.ask("init", "ready"), "ready")
                self.assertEqual(connection.complaints().count("\n"), 1 if way == "plain ssh" else 0)

    def test_a_whole_game(self) -> None:
        """One engine through the script, one through plain ssh, and a local one as the referee."""
        referee = Connection([str(DIRECTORY / "home/bin/coupturc")])
        self.addCleanup(referee.clean_up)
        players = [self.connect(way) for way in WAYS]
        for engine in (referee, *players):
            engine.send("hub", "set-param name=variant value=dameo", "init")
            engine.until("ready")
        moves = 0
        while referee.ask("status", "status") == "status result=none reason=none":
            mover, other = players[moves % 2], players[1 - moves % 2]
            mover.send("level depth=3")
            done = mover.ask("go think", "done")
            move = re.match(r"done move=(\S+)", done).group(1)
            legal = referee.ask("legal-moves", "legal-moves").partition("moves=")[2].strip('"').split(" ")
            self.assertIn(move, legal)
            for engine in (referee, *players):
                engine.send(f"play move={move}")
            moves += 1
            self.assertEqual(other.ask("fen", "fen"), referee.ask("fen", "fen"))
            self.assertLess(moves, 1000)
        result = referee.ask("status", "status")
        print(f"{moves:6} moves of Dameo, then {result}", file=sys.stderr)
        self.assertGreater(moves, 20)
        for engine in players:
            self.assertEqual(engine.ask("status", "status"), result)

    def test_stop_is_answered_soon(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                start = time.monotonic()
                connection.send("stop")
                lines = connection.until("done")
                report(f"from stop to done, {way}", time.monotonic() - start)
                self.assertEqual({line.split(" ")[0] for line in lines[:-1]} - {"info"}, set())
                self.assertRegex(lines[-1], r"^done move=\S+")

    def test_lines_do_not_linger(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.connect(way)
                times = []
                for _ in range(100):
                    start = time.monotonic()
                    connection.ask("ping", "pong")
                    times.append(time.monotonic() - start)
                # Nagle's algorithm against delayed acknowledgements would cost 40 ms.
                report(f"from ping to pong at the median, {way}", statistics.median(times), 0.02)


class Ends(RemoteTest):
    """If any part ends, all others end."""

    def test_quit(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                connection.send("quit")
                self.check_end(f"{way}: from quit", connection)
                self.assertRegex(connection.rest()[-1], r"^done move=\S+")
                self.assertEqual(connection.process.wait(SOON), 0)

    def test_the_input_is_closed(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                connection.process.stdin.close()
                self.check_end(f"{way}: from closing the input", connection)
                self.assertRegex(connection.rest()[-1], r"^done move=\S+")
                self.assertEqual(connection.process.wait(SOON), 0)

    def test_the_client_is_killed(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                connection.process.kill()
                self.check_end(f"{way}: from killing the client", connection)

    def test_the_script_leaves_no_shell_running(self) -> None:
        """Neither locally nor remotely."""
        connection = self.connect("the script")
        connection.ask("ping", "pong")
        command = Path(f"/proc/{connection.process.pid}/comm").read_text().strip()
        self.assertEqual(command, "ssh")
        self.assertTrue(os.path.samefile(f"/proc/{connection.engine}/exe", os.environ["COUPTURC"]))
        self.assertEqual(int(status_of(connection.engine)[1]), session_of(connection.engine))

    def test_the_session_of_the_server_is_killed(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                session = session_of(connection.engine)
                os.kill(session, 9)
                self.check_end(f"{way}: from killing the server's session", connection)
                self.assertEqual(connection.process.wait(SOON), 255)

    def test_the_engine_dies(self) -> None:
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                os.kill(connection.engine, 9)
                self.assertNotEqual(connection.process.wait(SOON), 0)

    def test_a_client_that_does_not_read_is_killed(self) -> None:
        """The engine has more output than the buffers of the connection hold, and is blocked."""
        for way in WAYS:
            with self.subTest(way):
                connection = self.searching(way)
                connection.stop_reading()
                connection.send(*["hub"] * 10_000)
                time.sleep(0.5)
                self.assertFalse(is_gone(connection.engine))
                connection.process.kill()
                self.check_end(f"{way}: from killing a client that did not read", connection)

    def test_the_link_goes_silent(self) -> None:
        """Nothing arrives any more: both ends must detect this through keep-alive messages."""
        port = int(re.search(r"Port (\d+)", (DIRECTORY / "ssh_config").read_text()).group(1))
        link = SilentLink(port)
        self.addCleanup(link.close)
        asking = "-o ServerAliveInterval=1 -o ServerAliveCountMax=1"
        connection = self.searching("the script", f"-p {link.port} {asking}")
        start = time.monotonic()
        link.go_silent()
        self.assertEqual(connection.process.wait(GIVEN_UP), 255)
        report("from a silent link to the end of the client", time.monotonic() - start, GIVEN_UP)
        # The silent link hides the end of the client from the server.
        wait_until(lambda: is_gone(connection.engine), GIVEN_UP)
        report("from a silent link to the end of the engine", time.monotonic() - start, GIVEN_UP)


def complaint(done: "subprocess.CompletedProcess[str]") -> str:
    """The single line of standard error output; standard output must be empty."""
    if done.stdout or done.stderr.count("\n") != 1:
        raise AssertionError(f"not one line: {done}")
    return done.stderr.strip()


class CommandLine(RemoteTest):
    """The script's arguments, environment and error messages."""

    def make_program(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        self.addCleanup(path.unlink)

    def test_arguments_arrive_unchanged(self) -> None:
        self.make_program(
            DIRECTORY / "home/bin/show-arguments",
            "#!/usr/bin/env python3\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n",
        )
        arguments: List[str] = [
            "--log", "a b", " ", "", "it's", "''", '"quoted"', "$HOME", "$(id)", "`id`", "*", "?", "~",
            "{a,b}", "back\\slash", "\\\\", "\\'", "end\\", "a;b", "a&b", "a|b", "a>b", "#", "!!", "%d",
            "two\nlines", "\ttab\t", "Ünïcödé ⛀", "-o", "--", "-v",
        ]  # fmt: skip
        done = run_script("loopback", *arguments, remote="show-arguments")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(json.loads(done.stdout), arguments)

    def test_the_engine_gets_its_arguments(self) -> None:
        done = run_script("loopback", "perft", "--variant", "dameo", "--depth", "3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"nodes=\d+")

    def test_the_exit_status_is_that_of_the_engine(self) -> None:
        wrong = ("perft", "--variant", "chess")
        here = subprocess.run([os.environ["COUPTURC"], *wrong], capture_output=True, encoding="utf-8")
        there = run_script("loopback", *wrong)
        self.assertNotEqual(there.returncode, 0)
        self.assertEqual((there.returncode, there.stderr), (here.returncode, here.stderr))

    def test_where_programs_are_found(self) -> None:
        home = DIRECTORY / "home"
        hello = "#!/bin/sh\necho hello\n"
        for path, remote in (
            (DIRECTORY / "with space/it's here", str(DIRECTORY / "with space/it's here")),
            (home / "somewhere/a program", "~/somewhere/a program"),
            (home / ".cargo/bin/from-cargo", "from-cargo"),
            (home / ".local/bin/from-people", "from-people"),
        ):
            with self.subTest(remote):
                self.make_program(path, hello)
                done = run_script("loopback", remote=remote)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "hello\n", ""))

    def test_a_missing_program(self) -> None:
        done = run_script("loopback", remote="no such engine")
        self.assertEqual(done.returncode, 127)
        line = complaint(done)
        self.assertIn("no program no such engine on " + os.uname().nodename, line)
        self.assertIn("COUPTURC_REMOTE", line)
        plain = run_plain("no-such-engine")
        self.assertNotEqual(plain.returncode, 0)
        self.assertEqual(plain.stdout, "")

    def test_wrong_usage(self) -> None:
        for arguments in ([], [""], ["-p", "22", "loopback"], ["-oProxyCommand=echo"]):
            with self.subTest(arguments):
                done = run_script(*arguments)
                self.assertEqual(done.returncode, 2)
                self.assertIn("HOST", complaint(done))

    def test_help(self) -> None:
        for option in ("--help", "-h"):
            done = run_script(option)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("Usage: remote-engine.sh HOST [ARGS]", done.stdout)
            self.assertLess(max(map(len, done.stdout.splitlines())), 111)

    def test_without_ssh(self) -> None:
        done = subprocess.run(
            [shutil.which("bash"), str(SCRIPT), "loopback"],
            env={"PATH": str(DIRECTORY / "home")},
            capture_output=True,
            encoding="utf-8",
        )
        self.assertEqual(done.returncode, 127)
        self.assertIn("ssh is missing", complaint(done))

    def test_the_script_never_prompts(self) -> None:
        """Where ssh would prompt a user, the connection ends immediately, with ssh's error message."""
        for what, host, options, explanation in (
            ("a stranger", "stranger", "", "Host key verification failed"),
            ("a wrong key", "closed", "", "Permission denied"),
            ("a closed port", "loopback", "-p 1", "Connection refused"),
        ):
            with self.subTest(what):
                done = run_script(host, options=options)
                self.assertEqual((done.returncode, done.stdout), (255, ""))
                self.assertIn(explanation, done.stderr)

    def test_options(self) -> None:
        """The effective options of ssh; those of the user take precedence."""
        given = self.options_of_ssh("")
        for line in (
            "batchmode yes",
            "requesttty false",
            "connecttimeout 10",
            "serveraliveinterval 5",
            "serveralivecountmax 3",
            "compression no",
            "forwardagent no",
            "forwardx11 no",
            "clearallforwardings yes",
            "permitlocalcommand no",
            "loglevel ERROR",
            "controlmaster false",
            "ipqos af21 af21",
        ):
            self.assertIn(line, given)
        changed = self.options_of_ssh("-o ServerAliveInterval=1 -C -A")
        for line in ("serveraliveinterval 1", "serveralivecountmax 3", "batchmode yes"):
            self.assertIn(line, changed)

    @staticmethod
    def options_of_ssh(options: str) -> List[str]:
        return run_script("loopback", options=f"-G {options}").stdout.splitlines()


class Noise(RemoteTest):
    """Unrequested output of the other machine."""

    def test_a_banner_is_not_shown(self) -> None:
        """A GUI that reads both output streams would mistake it for output of the engine."""
        self.assertIn("banner", run_plain("true").stderr)
        done = run_script("loopback", "--version")
        self.assertEqual((done.stdout.count("\n"), done.stderr), (1, ""))

    @unittest.skipUnless(pwd.getpwuid(os.getuid()).pw_shell.endswith("/bash"), "the shell is not bash")
    def test_a_noisy_startup_file(self) -> None:
        """Its output comes before the protocol, which ssh cannot prevent, but does no other harm."""
        startup = DIRECTORY / "home/.bashrc"
        startup.write_text("echo 'Welcome, the weather is fine'\necho 'disk is full' >&2\n")
        self.addCleanup(startup.unlink)
        for way in WAYS:
            with self.subTest(way):
                connection = self.connect(way)
                connection.send("hub")
                lines = connection.until("wait")
                self.assertEqual(lines[0], "Welcome, the weather is fine")
                self.assertTrue(lines[1].startswith("id name=coupturc "), lines)
                self.assertIn("disk is full", connection.complaints())
                connection.send("quit")
                self.assertEqual((connection.rest(), connection.process.wait(SOON)), ([], 0))


if __name__ == "__main__":
    unittest.main()
