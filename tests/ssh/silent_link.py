"""A link between client and server that can go silent, as when a cable is pulled or a laptop sleeps."""

import socket
import threading
from typing import List


class SilentLink:
    """Forwards one connection to a port of the loopback interface, until `go_silent`.

    A silent link discards all data and closes nothing until `close` is called: neither end learns that the other is
    gone.
    """

    def __init__(self, port: int) -> None:
        self._silent = threading.Event()
        self._server_port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: List[socket.socket] = []
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._connect, daemon=True).start()

    def _connect(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        server = socket.create_connection(("127.0.0.1", self._server_port))
        self._ends = [client, server]
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=self._forward, args=(source, target), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while True:
                data = source.recv(65536)
                if self._silent.is_set():
                    if not data:
                        return
                elif data:
                    target.sendall(data)
                else:
                    target.shutdown(socket.SHUT_WR)
                    return
        except OSError:
            pass  # One end is gone; `close` informs the other.

    def go_silent(self) -> None:
        """Discards everything from now on, including the end of the connection."""
        self._silent.set()

    def close(self) -> None:
        """Cuts the link."""
        # A thread waits on each socket: closing the socket alone would not wake it.
        for end in (self._listener, *self._ends):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
